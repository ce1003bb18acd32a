"""The pages of doctors."""
