"""The rules of the game: pure functions of a case, the catalogue and a list of moves."""
