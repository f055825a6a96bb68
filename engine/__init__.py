"""The rules of Mattis and its relatives: rule sets, positions, records and verdicts.

Standard library only: no clock, no locale, no global random. Start with `engine.position` and `docs/engine.md`.
"""

__version__ = "0.1.0"
