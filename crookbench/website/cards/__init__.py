"""The pictures that links to pages unfurl with."""
