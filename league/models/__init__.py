"""The facts the book is made of."""

from league.models.accounts import Office, Pen, ReadLink, User
from league.models.evenings import Attendance, Evening, Penalty, Photo, Round, RoundPlayer
from league.models.invitations import Answer, Invitation
from league.models.log import Change, LogEntry, PersonalText
from league.models.people import Leave, MemberPeriod, Period, Person
from league.models.seasons import Award, Club, QuorumChange, Season

__all__ = [
    "Answer",
    "Attendance",
    "Award",
    "Change",
    "Club",
    "Evening",
    "Invitation",
    "Leave",
    "LogEntry",
    "MemberPeriod",
    "Office",
    "Pen",
    "Penalty",
    "Period",
    "Person",
    "PersonalText",
    "Photo",
    "QuorumChange",
    "ReadLink",
    "Round",
    "RoundPlayer",
    "Season",
    "User",
]
