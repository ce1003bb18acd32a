"""The page of data and its files."""
