"""The club keeps its book where games/ and engine/ are not there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOME = ["test_shell.py", "test_evening_page.py"]


def run_alone(tests: list[str], folder: Path) -> None:
    """Run tests of the league in a process and a database of their own, without the cards."""
    alone = {"DJANGO_SETTINGS_MODULE": "tests.settings_alone", "DATABASE_URL": f"sqlite:///{folder}/alone.sqlite3"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | alone, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:]


def test_the_pages_of_the_league_need_no_cards(tmp_path: Path) -> None:
    run_alone([f"tests/league/{name}" for name in SOME], tmp_path)


@pytest.mark.long
def test_nothing_of_the_league_needs_the_cards(tmp_path: Path) -> None:
    run_alone(["tests/league"], tmp_path)
