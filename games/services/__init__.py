"""The writes of the games, one verb each."""
