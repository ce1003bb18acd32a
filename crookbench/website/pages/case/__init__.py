"""The pages of cases and their item matrices."""
