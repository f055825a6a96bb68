"""The text of a record, as it is typed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class PastedField(forms.CharField):
    """Text from anywhere: the signs no database keeps are left out rather than refused."""

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).replace("\0", "")


class RecordForm(forms.Form):
    """Text in, text out: what it says is the engine's to read. Its length is refused with the text kept."""

    text = PastedField(
        label=_("Referatet"),
        strip=False,
        required=False,
        widget=forms.Textarea(attrs={"rows": 16, "spellcheck": "false", "autocapitalize": "off"}),
    )
    file = forms.FileField(label=_("Eller en fil"), required=False, allow_empty_file=True)

    def clean(self) -> dict[str, Any]:
        """The file's text where one was chosen. Its bytes need not be text: then what can be read of them is shown."""
        cleaned = super().clean() or {}
        if uploaded := cleaned.get("file"):
            cleaned["text"] = uploaded.read().decode("utf-8", errors="replace")
        cleaned["text"] = cleaned.get("text", "").replace("\r\n", "\n")
        return cleaned
