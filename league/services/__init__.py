"""Writes: one verb each. Checks come first, everything goes through the log, the stored thing is returned."""
