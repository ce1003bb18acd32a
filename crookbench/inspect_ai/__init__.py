"""Inspect (the package inspect_ai): a task that plays consults, and logs read and written."""
