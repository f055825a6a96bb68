"""What makes members love the book: the hat, the chase, the tormentor. All computed, none in the way of the book.

Each module judges plain values and knows neither the database nor the screen. But for the chase and the race,
which are about the year's table, all standing rounds are judged, whether their evening counts or not.
"""
