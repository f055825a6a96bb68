"""Made-up clubs: one to look at, and one with a hundred years of data to measure on."""
