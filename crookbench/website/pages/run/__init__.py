"""The overview and the pages of runs."""
