"""What can be wrong with a case or catalogue that the schema cannot see, subject by subject."""
