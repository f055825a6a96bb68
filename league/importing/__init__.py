"""Import of old books: bytes → a grid of cells → a read book with all its faults → the facts.

`reading`, `book` and what they use ask no database; `plan` and `service` do.
"""
