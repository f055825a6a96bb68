"""The cards brought to the book: records of rounds, replay, disputes, rulings, and a referee to ask."""
