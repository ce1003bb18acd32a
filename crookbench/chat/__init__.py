"""Talking to a model over any OpenAI-compatible chat API."""
