"""Plays consults into results, and reads, checks and rescores what is there."""
