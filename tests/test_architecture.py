"""The table of DESIGN.md: who may import whom."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = {"engine", "league", "games", "tests"}
MAY_IMPORT = {
    "engine": {"engine"},
    "league": {"league"},
    "games": {"games", "league", "engine"},
}
DOOR_TO_ENGINE = "games/referee/"  # the one package of games that may import the engine
SITE = {"league/settings.py", "league/urls.py", "league/wsgi.py"}  # the only files of league that may name games
ENGINE_MAY_NOT = {"datetime", "time", "locale"}  # no clock, no locale; of random only Random, which takes a seed
IMPORTING_CALLS = {"__import__", "import_module", "import_string"}


def sources(package: str) -> Iterator[tuple[str, ast.Module]]:
    for path in sorted((ROOT / package).rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def imported(node: ast.AST) -> list[str]:
    """The whole names that a piece of code imports; `?` for one that is computed."""
    match node:
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=module, names=names, level=level):
            return [f"{'.' * level}{module or ''}.{alias.name}" for alias in names]
        case ast.Call(func=ast.Name(id=call) | ast.Attribute(attr=call), args=[name, *_]) if call in IMPORTING_CALLS:
            return [str(name.value) if isinstance(name, ast.Constant) else "?"]
    return []


def breach(file: str, name: str) -> str | None:
    """What importing this name breaks in this file."""
    package, top = file.split("/")[0], name.split(".")[0]
    if top in {"", "?"}:
        return "a name that this test cannot read"
    if top == "games" and file in SITE:
        return None
    if top in PACKAGES and top not in MAY_IMPORT[package]:
        return f"{package} may not"
    if top == "engine" and package == "games" and not file.startswith(DOOR_TO_ENGINE):
        return f"only {DOOR_TO_ENGINE} may"
    if package == "engine" and top not in {"engine", *sys.stdlib_module_names} - ENGINE_MAY_NOT:
        return "the engine imports the standard library only, without clock and locale"
    if package == "engine" and top == "random" and name != "random.Random":
        return "the engine is given its chance by a seed"
    return None


def faults(file: str, tree: ast.Module) -> Iterator[str]:
    """What in this file breaks the table, one line each."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    hidden = {node for function in functions for node in ast.walk(function)} if not file.endswith("/apps.py") else set()
    for node in ast.walk(tree):
        for name in imported(node):
            why = breach(file, name)
            if not why and node in hidden and name.split(".")[0] in PACKAGES:
                why = "hidden in a function"
            if why:
                yield f"{file}:{getattr(node, 'lineno', 0)} imports {name}: {why}"


@pytest.mark.parametrize("package", sorted(MAY_IMPORT))
def test_nobody_imports_what_stands_above_him(package):
    assert [fault for file, tree in sources(package) for fault in faults(file, tree)] == []


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("league/views.py", "import games.models"),
        ("league/views.py", "from engine import cards"),
        ("league/views.py", "def f():\n    from games import services"),
        ("league/views.py", "def f():\n    from league import services"),
        ("league/views.py", "from . import services"),
        ("league/views.py", "importlib.import_module('games')"),
        ("league/views.py", "importlib.import_module(name)"),
        ("league/views.py", "import_string('engine.cards')"),
        ("league/views.py", "from tests import factories"),
        ("engine/cards.py", "import django"),
        ("engine/cards.py", "from datetime import date"),
        ("engine/cards.py", "import random"),
        ("engine/cards.py", "from league.models import Round"),
        ("games/views.py", "from engine import cards"),
    ],
)
def test_the_table_is_held_against(file, line):
    assert list(faults(file, ast.parse(line)))


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("league/views.py", "from league.services import rounds"),
        ("league/urls.py", "from games import urls"),
        ("league/apps.py", "def ready():\n    from league import checks"),
        ("league/errors.py", "if TYPE_CHECKING:\n    from league.models import Round"),
        ("engine/cards.py", "from random import Random"),
        ("engine/cards.py", "from engine.errors import Unreadable"),
        ("games/referee/plays.py", "from engine import verdict"),
        ("games/views.py", "from league.models import Round"),
    ],
)
def test_the_table_allows(file, line):
    assert not list(faults(file, ast.parse(line)))
