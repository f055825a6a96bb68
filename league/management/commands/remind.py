"""manage.py remind: run once a day, it writes to those who have not answered an invitation whose deadline is near."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from league.coming import Coming, to_come
from league.errors import Refused
from league.models import Invitation
from league.services.invitations import remind, to_remind
from league.words import short


class Command(BaseCommand):
    help = "Write once to the members who have not answered an invitation, from the day before its deadline."

    def handle(self, *args: Any, **options: Any) -> None:
        for invitation in to_come(timezone.now()):
            if _is_due(invitation) and to_remind(Coming(invitation)):
                try:
                    users = remind(actor=None, invitation=invitation)
                except Refused as refusal:
                    raise CommandError(str(refusal)) from refusal
                self.stdout.write(f"{short(invitation.starts_at)}: {len(users)}")


def _is_due(invitation: Invitation) -> bool:
    tomorrow = timezone.localdate() + timedelta(days=1)
    settled = invitation.cancelled_at or invitation.reminded_at
    return not settled and invitation.answer_by is not None and invitation.answer_by <= tomorrow
