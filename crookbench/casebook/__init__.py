"""Cases and catalogue as files: reading, checking, writing new ones."""
