"""One function a URL: one service called, one page drawn."""
