"""The engine from the command line: `python -m engine --help`."""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from engine import bench, dispute, text, trace
from engine.bots import BOTS, play_round
from engine.cards import NAMES
from engine.citations import source_words
from engine.describe import describe
from engine.errors import EngineError, Unreadable
from engine.fault_words import said
from engine.perft import perft
from engine.position import Position
from engine.presets import ALL, read_rules
from engine.record import of_moves, write
from engine.reports import check, replay, say_verdict, trick
from engine.table import play
from engine.words import Language

FINE, ILLEGAL, UNREADABLE = 0, 1, 2  # exit codes


def rules(args: argparse.Namespace) -> int:
    """List the rule sets, or describe one."""
    if args.name:
        found = read_rules(args.name)
        known = ALL.get(args.name)
        if args.json:
            print(json.dumps({"id": args.name, "source": known.source if known else None, "options": found.options()}))
        else:
            print(describe(found, args.language))
            if known:
                print(f"{source_words(known.source, args.language)}, «{known.paragraph}».")
    elif args.json:
        everything = {name: {"source": known.source, "options": known.rules.options()} for name, known in ALL.items()}
        print(json.dumps(everything))
    else:
        for name, known in ALL.items():
            print(f"{name:26} {source_words(known.source, args.language)}, «{known.paragraph}»")
    return FINE


def deal(args: argparse.Namespace) -> int:
    """Deal a round and write its position, or a whole round played by bots."""
    rng = Random(args.seed)  # noqa: S311  # a game
    position = Position.random(read_rules(args.rules), args.players, rng)
    if args.bots:
        start = position.copy()
        play_round(position, [BOTS[args.bots]] * args.players, rng)
        print(write(of_moves(start, position.moves)), end="")
    elif args.json:
        print(json.dumps({"rules": args.rules, "players": args.players, "deck": [NAMES[card] for card in position.deck],
                          "start": trace.shown(position), "hands": trace.hands_json(position)}))  # fmt: skip
    else:
        print(text.line(position))
    return FINE


def play_at_table(args: argparse.Namespace) -> int:
    """A round against bots in the terminal."""
    rng = Random(args.seed)  # noqa: S311  # a game
    position = Position.random(read_rules(args.rules), args.players, rng)
    return play(position, BOTS[args.bots], rng, args.language)


def check_record(args: argparse.Namespace) -> int:
    """A verdict on every play of a record; exit code 1 if one was illegal, 2 if something could not be read."""
    return check(_read(args.record), args.language, as_json=args.json)


def replay_record(args: argparse.Namespace) -> int:
    """Show a record move by move."""
    return replay(_read(args.record), args.language)


def verdict(args: argparse.Namespace) -> int:
    """The verdict on a play in a position (`-` for a dispute in JSON on standard input)."""
    if args.position == "-":
        answer = dispute.answer(_object(sys.stdin.read()))
        print(json.dumps(answer, ensure_ascii=False))
        return FINE if answer["verdict"] == "legal" else ILLEGAL
    if not args.play:
        raise Unreadable("a position and a play are needed, such as: verdict 'club shed …' 7h")
    return say_verdict(args.position, " ".join(args.play), args.player, args.language, as_json=args.json)


def judge_trick(args: argparse.Namespace) -> int:
    """Who takes a trick or fights on: `trick club 9s 9h Kc / 4d 7c`, each card by the next player."""
    return trick(read_rules(args.rules), args.cards, args.language, empty=args.empty, as_json=args.json)


def trace_rounds(args: argparse.Namespace) -> int:
    """Rounds in JSON, one a line, with what the rules make of each move."""
    lines = trace.lines_of(Path(args.file)) if args.file else sys.stdin
    faulty = False
    for answer in trace.answers(lines):
        faulty = faulty or "error" in answer
        print(json.dumps(answer, ensure_ascii=False))
    return ILLEGAL if faulty else FINE


def count_lines(args: argparse.Namespace) -> int:
    """How many lines of play there are to a depth."""
    if args.position:
        position = text.read(args.position)
    else:
        position = Position.random(read_rules(args.rules), args.players, Random(args.seed))  # noqa: S311  # a game
    for depth in range(1, args.depth + 1):
        print(depth, perft(position, depth), flush=True)
    return FINE


def run_bench(args: argparse.Namespace) -> int:
    """Do the work of one bench, for a stop watch such as `time` outside: the engine has no clock."""
    for name, factory in bench.BENCHES.items():
        if args.name in name:
            batch = factory(Random(args.seed))  # noqa: S311  # a game
            rounds = units = 0
            for _ in range(args.batches):
                more, work = batch()
                rounds, units = rounds + more, units + work
            print(f"{name}: {rounds} rounds, {units} units")
    return FINE


def _read(path: str) -> str:
    """The text of a file, or of standard input for `-`."""
    try:
        return sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise Unreadable("cannot read {}: {}", path, fault) from fault


def _object(source: str) -> dict[str, object]:
    try:
        found = json.loads(source)
    except (json.JSONDecodeError, RecursionError) as fault:
        raise Unreadable("no JSON: {}", fault) from fault
    if not isinstance(found, dict):
        raise Unreadable("a JSON object was expected")
    return found


def parser() -> argparse.ArgumentParser:
    """The command line."""
    main_parser = argparse.ArgumentParser(prog="python -m engine", description="The rules of Mattis and its relatives.")
    commands = main_parser.add_subparsers(required=True, metavar="command")

    def command(name: str, run: Callable[[argparse.Namespace], int], *, table: bool = False) -> argparse.ArgumentParser:
        summary = (run.__doc__ or "").strip()
        sub = commands.add_parser(name, help=summary.splitlines()[0], description=summary)
        sub.set_defaults(run=run)
        sub.add_argument("--language", type=Language, choices=list(Language), default=Language.NB, help="nb or en")
        sub.add_argument("--json", action="store_true", help="write JSON")
        if table:
            sub.add_argument("--rules", default="club", help="a preset, a house rule or preset,option=value")
            sub.add_argument("--players", type=int, default=4)
            sub.add_argument("--seed", type=int, default=1, help="each number is another round")
        return sub

    command("rules", rules).add_argument("name", nargs="?", help="a preset, a house rule or preset,option=value")
    command("deal", deal, table=True).add_argument("--bots", choices=BOTS, help="play the round, and write its record")
    command("play", play_at_table, table=True).add_argument("--bots", choices=BOTS, default="sensible")
    command("replay", replay_record).add_argument("record", help="a file, - for standard input")
    command("check", check_record).add_argument("record", help="a file, - for standard input")
    judge = command("verdict", verdict)
    judge.add_argument("position", help="a position in one line, - for a dispute in JSON")
    judge.add_argument("play", nargs="*", help="7h, 5h-6h, inn, inn=3s, sjans …")
    judge.add_argument("--player", type=int, help="his seat, from 0; else whose turn it is")
    one = command("trick", judge_trick)
    one.add_argument("rules", help="a preset or house rule")
    one.add_argument("cards", nargs="+", help="cards in order, by the players from the first; / before a war round")
    one.add_argument("--empty", default="", help="players without cards for the next war round: 1,3")
    rounds = command("trace", trace_rounds)
    rounds.add_argument("file", nargs="?", help="JSON lines, may be gzipped; else standard input")
    lines = command("perft", count_lines, table=True)
    lines.add_argument("depth", type=int)
    lines.add_argument("position", nargs="?")
    work = command("bench", run_bench, table=True)
    work.add_argument("name", nargs="?", default="", help="a part of its name")
    work.add_argument("--batches", type=int, default=10)
    return main_parser


def main(arguments: list[str] | None = None) -> int:
    """Run a command; returns its exit code: 0 fine, 1 illegal or refused, 2 unreadable."""
    args = parser().parse_args(arguments)
    try:
        run: Callable[[argparse.Namespace], int] = args.run
        return run(args)
    except EngineError as fault:
        print(f"engine: {said(fault.message, args.language)}", file=sys.stderr)
    except (OSError, UnicodeDecodeError) as fault:
        print(f"engine: {fault}", file=sys.stderr)
    return UNREADABLE


if __name__ == "__main__":
    sys.exit(main())
