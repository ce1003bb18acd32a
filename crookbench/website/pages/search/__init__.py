"""The search page and its index."""
