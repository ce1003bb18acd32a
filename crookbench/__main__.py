"""`python -m crookbench` is the command `crookbench`."""

from crookbench.cli import main

main(prog_name="crookbench")
