"""The facts the book is made of."""

from league.models.accounts import Office, ReadLink, User
from league.models.evenings import Attendance, Evening, Round, RoundPlayer
from league.models.log import Change, LogEntry, PersonalText
from league.models.people import Leave, MemberPeriod, Period, Person
from league.models.seasons import Club, Season

__all__ = [
    "Attendance",
    "Change",
    "Club",
    "Evening",
    "Leave",
    "LogEntry",
    "MemberPeriod",
    "Office",
    "Period",
    "Person",
    "PersonalText",
    "ReadLink",
    "Round",
    "RoundPlayer",
    "Season",
    "User",
]
