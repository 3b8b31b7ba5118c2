"""`python -m garden_nb`: the command line without an installed script."""

from garden_nb.cli import main

if __name__ == "__main__":
    main()
