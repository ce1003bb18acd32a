"""The page of one consult, and what a comparison reads of it."""
