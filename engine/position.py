"""A position: everything that decides what may happen next, and the moves that led to it.

`legal_moves` says what may be done, `push` does it, `pop` takes it back: `engine.turn`. Seats are 0..n-1 clockwise. How
the two phases go stands in `engine.collect` and `engine.shed`.

A position may hold unknown cards: hands with a number of unseen ones, an unseen stock, face-down piles.
"""

from collections.abc import Iterable, Sequence
from random import Random

from engine import collect, happened, turn
from engine.cards import BIT, PACK, Card, Cards, Suit, names
from engine.errors import Unreadable
from engine.moves import Move, Play
from engine.phase import COLLECT, NOBODY, OVER, UNSEEN, Phase
from engine.ruleset import RuleSet
from engine.tables import followers, ring
from engine.turn import OFTEN, SELDOM, Frame
from engine.way import way_of

type Key = tuple[object, ...]


class Position:
    """One moment of a round. Make one with `deal`, or with `engine.setup` from what lies on a table.

    rules, players, dealer, previous: the rule set, the number of players, two seats
    hands, piles: for each seat a set of cards; unseen, unseen_piles: how many more nobody has seen
    deck, drawn, bottom: the pack in drawing order, how many cards have left the stock, the place of its last card
    removed: cards taken out of the pack unseen; gone: cards known to have left a game that is only partly known
    table: the plays of the trick, oldest first, each with its owner; rounds: where in it each war round begins
    followers: for each seat, who plays after him to a trick that he leads
    fighters: who fights in the war, in playing order; to_play: who is to play after this turn in this round of it
    window: who may still slough before the trick goes on (Atlanta)
    trump: the suit, None while it is not shown; trump_card, trump_holder: the card laid aside
    size: how many plays make the trick full, next_size: the next trick; waiting: blank players who wait (a bit a seat)
    finish: seats in the order of going out; losers, excluded: seats; inside: in the shed phase, who
    is neither out nor excluded (a bit a seat)
    even: whether this is the collect phase, every hand is full as long as there is a stock, any card may be played, and
    all is known
    quick: whether this is a moment of the shed phase in which all is known, nobody waits and no rare rule is asked
    """

    __slots__ = (
        "_offered", "_undo", "bottom", "dealer", "followers", "partial", "players", "previous", "removed", "rules",
        "seed", *OFTEN, *SELDOM,
    )  # fmt: skip

    def __init__(self, rules: RuleSet, players: int, dealer: int = 0, previous: int | None = None) -> None:
        """An empty table; raises ImpossibleRules or Unreadable for players or seats that cannot be."""
        rules.check_players(players)
        if not (0 <= dealer < players and 0 <= (previous or 0) < players):
            raise Unreadable("seats run from 0 to {}", players - 1)
        self.rules = rules
        self.players = players
        self.dealer = dealer
        self.previous = dealer if previous is None else previous  # the host deals and leads
        self.seed: int | None = None
        self.partial = False
        self.even = False
        self.removed: Cards = 0
        self.phase: Phase = COLLECT
        self.quick = False
        none: tuple[int, ...] = (0,) * players
        self.hands: list[Cards] = [*none]
        self.unseen = none
        self.piles: list[Cards] = [*none]
        self.unseen_piles = none
        self.aside: tuple[Cards, ...] = none
        self.deck: tuple[Card, ...] = ()
        self.bottom = -1
        self.drawn = 0
        self.gone: Cards = 0
        self.table: tuple[Play, ...] = ()
        self.rounds: tuple[int, ...] = (0,)
        self.fighters: tuple[int, ...] = ()
        self.to_play: tuple[int, ...] = ()
        self.window: tuple[int, ...] = ()
        self.sloughed = False
        self.turn = NOBODY
        self.trump: Suit | None = None
        self.way = way_of(rules, 0)
        self.trump_card: Card | None = None
        self.trump_holder = NOBODY
        self.size = 0
        self.next_size = 0
        self.inside = 0
        self.waiting = 0
        self.ring = ring(players, (1 << players) - 1)
        self.followers = followers(players, 1 if self.way.pair else players - 1)
        self.finish: tuple[int, ...] = ()
        self.excluded: tuple[int, ...] = ()
        self.losers: tuple[int, ...] = ()
        self.shuffles: tuple[tuple[Card, ...], ...] = ()
        self.shuffled = 0
        self._offered: tuple[Move, ...] = ()
        self._undo: list[Frame] = []

    @classmethod
    def deal(
        cls,
        rules: RuleSet,
        players: int,
        deck: Sequence[Card],
        *,
        dealer: int = 0,
        previous: int | None = None,
        shuffles: Iterable[Sequence[Card]] = (),
        seed: int | None = None,
    ) -> "Position":
        """The start of a round: the deck in drawing order, its last card the bottom one.

        `shuffles` are the orders of the shuffles inside the round, `seed` makes those that are not given.
        Raises Unreadable for a deck of the wrong cards, ImpossibleRules for a wrong number of players.
        """
        position = cls(rules, players, dealer, previous)
        unseen = deck.count(UNSEEN)
        if len(deck) != rules.pack_size(players) or len({*deck}) - (unseen > 0) + unseen != len(deck):
            raise Unreadable("a deck of {} different cards is needed", rules.pack_size(players))
        position.shuffles = tuple(map(tuple, shuffles))
        position.partial = unseen > 0
        position._deal(tuple(deck), seed)
        return position

    def _deal(self, deck: tuple[Card, ...], seed: int | None) -> None:
        self.deck = deck
        self.bottom = len(deck) - 1
        self.seed = seed
        if len(deck) < 52 and not self.partial:
            self.removed = PACK & ~sum(BIT[card] for card in deck)
        collect.begin(self)

    @classmethod
    def random(
        cls, rules: RuleSet, players: int, rng: Random, *, dealer: int = 0, previous: int | None = None
    ) -> "Position":
        """The start of a round with a shuffled pack."""
        weight = rng.random
        weights = [weight() for _ in range(52)]
        deck = sorted(range(52), key=weights.__getitem__)[: rules.pack_size(players)]
        position = cls(rules, players, dealer, previous)
        position._deal(tuple(deck), rng.getrandbits(32))
        return position

    # --- Moves

    legal_moves = turn.legal_moves
    push = turn.push
    pop = turn.pop
    save = turn.save
    save_seldom = turn.save_seldom

    def push_anyway(self, move: Move, seat: int | None = None) -> None:
        """Put down what really happened at the table, legal or not, by whoever did it.

        Raises Illegal, the position unchanged, for what cannot have happened: a card that lies elsewhere, a move of
        the other phase.
        """
        happened.push_anyway(self, move, self.turn if seat is None else seat)

    @property
    def moves(self) -> list[Move]:
        """The moves made so far, the first one first."""
        return [frame if isinstance(frame, Move) else frame[0] for frame in self._undo]

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return len(self._undo)

    # --- Questions

    @property
    def over(self) -> bool:
        """Whether the round has come to its end."""
        return self.phase is OVER

    @property
    def stock(self) -> int:
        """How many cards the stock has, the trump card under it included."""
        return len(self.deck) - self.drawn

    @property
    def war_round(self) -> int:
        """0 in a trick without war, then 1, 2 …"""
        return len(self.rounds) - 1

    @property
    def key(self) -> Key:
        """Equal for equal positions in the sense of the repetition rule: hands, table, size, who waits, whose turn.

        Put together from what every move keeps up to date, so it costs no look at single cards; nothing is left to
        the chance of a hash.
        """
        table = tuple([play.cards for play in self.table])
        if self.phase is not COLLECT:
            return (*self.hands, self.turn, self.size, self.waiting, table)
        return (
            *self.hands,
            self.turn,
            len(self.deck) - self.drawn,
            table,
            self.rounds,
            self.to_play,
            self.window,
            self.sloughed,
        )

    def occurrences(self) -> int:
        """How often this position has stood in the round, this time included. At 3 it may be declared endless."""
        earlier, key, count = self.copy(), self.key, 1
        while earlier._undo:
            earlier.pop()
            count += earlier.key == key
        return count

    @property
    def may_be_declared_endless(self) -> bool:
        """Whether the players may break the round off without a mattis: the position stands for the third time."""
        return not self.over and self.occurrences() >= 3

    def seats(self, bits: int) -> list[int]:
        """The seats whose bits are set, such as those in `waiting`."""
        return [seat for seat in range(self.players) if bits >> seat & 1]

    @property
    def known(self) -> Cards:
        """All cards whose place is known."""
        found = self.gone
        for group in (self.hands, self.piles, self.aside, [play.cards for play in self.table]):
            for held in group:
                found |= held
        for card in self.deck[self.drawn :]:
            found |= BIT[card] if card != UNSEEN else 0
        if self.trump_card is not None and self.trump_card != UNSEEN and self.phase is COLLECT:
            found |= BIT[self.trump_card]
        return found

    @property
    def could_be_unseen(self) -> Cards:
        """The cards that an unseen one might be."""
        return PACK & ~self.known

    # --- Copies and comparisons

    def copy(self, *, history: bool = True) -> "Position":
        """The same position on its own; without history, `pop` cannot go back behind it."""
        other = Position.__new__(Position)
        for name in Position.__slots__:
            setattr(other, name, getattr(self, name))
        other.hands = self.hands.copy()
        other._undo = self._undo.copy() if history else []
        return other

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        """Whether everything but the moves that led here is the same."""
        return isinstance(other, Position) and self._state() == other._state()

    __hash__ = None  # type: ignore[assignment]  # it changes; take `key`

    def _state(self) -> tuple[object, ...]:
        table = [(play.seat, play.move) for play in self.table]
        left_out = ("table", "even", "quick", "inside", "ring", "way", "deck", "drawn")
        rest = [getattr(self, name) for name in (*OFTEN, *SELDOM) if name not in left_out]
        stock = self.deck[self.drawn :]
        return (self.rules, self.players, self.dealer, self.previous, self.partial, self.removed, table, stock, rest)

    def seen_by(self, seat: int) -> "Position":
        """What lies open to this player, the rest unknown: his hand, the table, what has left the game.

        Not what he may remember of cards that lay open once and are in hands or piles now. Without history.
        """
        seen = self.copy(history=False)
        seen._offered = ()
        hidden = [held if other != seat else 0 for other, held in enumerate(self.hands)]
        seen.gone = self.gone if self.partial else PACK & ~self.known & ~self.removed
        seen.hands = [held & ~away for held, away in zip(self.hands, hidden, strict=True)]
        seen.unseen = tuple(n + held.bit_count() for n, held in zip(self.unseen, hidden, strict=True))
        seen.unseen_piles = tuple(n + p.bit_count() for n, p in zip(self.unseen_piles, self.piles, strict=True))
        seen.piles = [0] * self.players
        turned_up = self.deck[-1:] if self.rules.is_mas and self.stock else ()
        seen.deck = (UNSEEN,) * (len(self.deck) - len(turned_up)) + turned_up
        if self.phase is COLLECT and self.trump_card is not None and not self.rules.is_mas:
            seen.trump_card = UNSEEN
        seen.shuffles, seen.seed = (), None
        seen.partial, seen.even, seen.quick, seen.removed = True, False, False, 0
        return seen

    def __repr__(self) -> str:
        hands = " ".join("-".join(names(held)) or "·" for held in self.hands)
        return f"<Position {self.phase}, turn {self.turn}, hands {hands}>"


def count(held: Cards, unseen: int) -> int:
    """How many cards a hand has."""
    return held.bit_count() + unseen
