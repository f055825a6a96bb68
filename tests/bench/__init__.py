"""What the pages cost, with one year of data and with a hundred: `.venv/bin/python -m tests.bench`."""
