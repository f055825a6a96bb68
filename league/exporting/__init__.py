"""What leaves the book as a file: the book and the table for a spreadsheet, and the whole club for safe keeping."""
