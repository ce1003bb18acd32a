"""The commands, by subject: each parses, calls one function and prints."""
