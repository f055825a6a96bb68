"""The pages of the cards."""
