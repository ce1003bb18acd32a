"""A person in the doctor's chair, at a terminal."""
