"""Small parts that tests use: factories, scripted doctors, local servers."""
