# make run         a demo club at http://localhost:8000, in a database of its own
# make club        a club of your own
# make test        every test but the long ones, in a real browser too
# make check-long  the long tests
# make lint        style and types
# make format      the style, put right
# make messages    the English texts, after a change of the Norwegian ones
# make lock        the packages' newest versions

PORT ?= 8000
V := .venv/bin
MANAGE := $(V)/python manage.py
CATALOGUE := league/locale/en/LC_MESSAGES/django

.PHONY: run club test check-long lint format messages lock
.DELETE_ON_ERROR:

# --- Packages

# Built anew when the lock changes; --clear because venv over an older one keeps the old interpreter.
.venv/.ok: requirements.txt
	python=$$(bin/find-python) && "$$python" -m venv --clear .venv
	$(V)/pip install -q --disable-pip-version-check --require-hashes -r requirements.txt
	touch $@

.venv/.dev: requirements-dev.txt .venv/.ok
	$(V)/pip install -q --disable-pip-version-check --require-hashes -r requirements-dev.txt
	touch $@

# --- The site

# Phones on the same network are to reach it, whatever this machine's name is there.
run club: export ALLOWED_HOSTS := *
run demo.sqlite3: export DATABASE_URL := sqlite:///demo.sqlite3
club: export DATABASE_URL := sqlite:///club.sqlite3

run: demo.sqlite3
	@bin/serve $(PORT) "$(MANAGE) demo --logins"

club: .venv/.ok
	@bin/serve $(PORT)

# At the first start only. Make deletes the file if this is broken off, so the next start begins anew; what a killed
# start left beside the file would spoil the new one.
demo.sqlite3: | .venv/.ok
	rm -f $@-wal $@-shm
	$(MANAGE) migrate -v 0
	$(MANAGE) demo

# --- Tests and checks

test: .venv/.dev
	CHROMIUM=$$(bin/chromium) && export CHROMIUM && $(V)/python -m pytest -q $(PYTEST)

check-long: .venv/.dev
	CHROMIUM=$$(bin/chromium) && export CHROMIUM && $(V)/python -m pytest -q -m long

lint: .venv/.dev
	$(V)/ruff check .
	$(V)/ruff format --check .
	git ls-files -z 'templates/*.html' | xargs -0 -r $(V)/djade --target-version 6.1 --check
	$(V)/mypy

# --- Upkeep

format: .venv/.dev
	$(V)/ruff check -q --fix --exit-zero .
	$(V)/ruff format .
	git ls-files -z 'templates/*.html' | xargs -0 -r $(V)/djade --target-version 6.1 || true

# Needs xgettext to collect the texts; polib compiles them.
messages: .venv/.dev
	$(MANAGE) makemessages -l en --add-location file -v 0 --ignore tests --ignore staticfiles
	$(V)/python -c 'import polib; polib.pofile("$(CATALOGUE).po").save_as_mofile("$(CATALOGUE).mo")'

# Locks for every system and Python that pyproject.toml allows, with hashes and without addresses.
LOCK = .venv-uv/bin/uv pip compile -q --upgrade --universal --generate-hashes --custom-compile-command 'make lock' pyproject.toml
lock:
	test -x .venv-uv/bin/uv || { python3 -m venv .venv-uv && .venv-uv/bin/pip install -q uv; }
	$(LOCK) -o requirements.txt
	$(LOCK) -c requirements.txt --group dev -o requirements-dev.txt
