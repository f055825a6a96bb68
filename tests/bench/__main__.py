"""Measures the pages on a real application server: `.venv/bin/python -m tests.bench [FOLDER]`.

Two servers stand beside each other, set up as `make run` does but with one worker each: one over a year of
data, one over a hundred. What counts is the CPU, user and system, that the worker spends on a request of
somebody who is logged in. Five runs take turns over all pages and both servers; the median counts.

The two databases are made in FOLDER, and used again if they are there; without one they are thrown away.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import Any

YEARS = (1, 100)
RUNS = 5
BATCH = 1.0  # seconds of CPU that a batch of requests is to take: /proc counts in hundredths
BIN = Path(sys.executable).parent


class Server:
    """A running server, its worker and one who is logged in."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self._process = process
        self._port = port
        self._headers: dict[str, str] = {}
        asked = json.loads(self._when_ready())
        self._headers = {"Cookie": asked["cookie"]}
        self.pages: list[dict[str, Any]] = asked["pages"]

    def get(self, address: str, times: int = 1) -> bytes:
        """Ask so many times over one connection, as a browser does. The last answer."""
        with closing(HTTPConnection("127.0.0.1", self._port, timeout=60)) as connection:
            for _ in range(times):
                connection.request("GET", address, headers=self._headers)
                answer = connection.getresponse()
                body = answer.read()
                if answer.status != 200:
                    raise RuntimeError(f"{address} answers with {answer.status}")
        return body

    def cost(self, address: str, requests: int) -> float:
        """Milliseconds of CPU a request takes."""
        before = self._cpu()
        self.get(address, requests)
        return 1000 * (self._cpu() - before) / requests

    def batch(self, address: str) -> int:
        """So many requests take about BATCH seconds of CPU. Asks some, so the page is warm afterwards."""
        return max(10, round(1000 * BATCH / max(self.cost(address, 20), 0.5)))

    def _when_ready(self) -> bytes:
        while self._process.poll() is None:
            try:
                return self.get("/bench/")
            except ConnectionRefusedError:
                time.sleep(0.1)
        raise RuntimeError("the server did not come up")

    def _cpu(self) -> float:
        """Seconds that the workers have used."""
        master = self._process.pid
        children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
        stats = [Path(f"/proc/{child}/stat").read_text().rsplit(")", 1)[1].split() for child in children]
        return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")


def database(folder: Path, years: int) -> dict[str, str]:
    """The environment of a database with so many years in it."""
    file = folder / f"years-{years}.sqlite3"
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{file}",
        "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
    }
    if not file.exists():
        for command in (["migrate", "-v0"], ["createcachetable"], ["century", f"--years={years}"]):
            subprocess.run([sys.executable, "manage.py", *command], env=environment, check=True, stdout=sys.stderr)
    return environment


@contextmanager
def serving(environment: dict[str, str]) -> Iterator[Server]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--worker-class=gthread", "--workers=1", "--threads=4", "--log-level=warning"]
    command = [str(BIN / "gunicorn"), "league.wsgi", f"--bind=127.0.0.1:{port}", *options]
    with subprocess.Popen(command, env=environment) as process:
        try:
            yield Server(process, port)
        finally:
            process.terminate()


def measured(servers: list[Server]) -> Iterator[str]:
    """The lines of the table."""
    few, many = servers
    names = [page["name"] for page in many.pages]
    batches = [[server.batch(page["address"]) for page in server.pages] for server in servers]
    costs: dict[tuple[Server, str], list[float]] = {(server, name): [] for server in servers for name in names}
    for run in range(RUNS):
        print(f"run {run + 1} of {RUNS}", file=sys.stderr)
        for at, name in enumerate(names):
            for server, batch in zip(servers, batches, strict=True):
                costs[server, name].append(server.cost(server.pages[at]["address"], batch[at]))
    cost = {key: median(values) for key, values in costs.items()}
    yield "| page | ms, 1 year | ms, 100 years | 100 years to 1 | to the empty response | queries | kB |"
    yield "|---|---|---|---|---|---|---|"
    for a, b in zip(few.pages, many.pages, strict=True):
        name = a["name"]
        one, hundred = cost[few, name], cost[many, name]
        queries = f"{a['queries']}" if a["queries"] == b["queries"] else f"{a['queries']} and {b['queries']}"
        ratios = f"{hundred / one:.2f} | {hundred / cost[many, names[0]]:.1f}"
        yield f"| {name} | {one:.1f} | {hundred:.1f} | {ratios} | {queries} | {b['bytes'] / 1000:.0f} |"


def main() -> None:
    with ExitStack() as stack:
        folder = sys.argv[1] if len(sys.argv) > 1 else stack.enter_context(tempfile.TemporaryDirectory())
        environments = [database(Path(folder).resolve(), years) for years in YEARS]
        collect = [sys.executable, "manage.py", "collectstatic", "-v0", "--noinput"]
        subprocess.run(collect, env=environments[0], check=True)
        servers = [stack.enter_context(serving(environment)) for environment in environments]
        print(*measured(servers), sep="\n")


if __name__ == "__main__":
    main()
