"""The evening's text for the group chat: dry, and told by the facts alone."""
