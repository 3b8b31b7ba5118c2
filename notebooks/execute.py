"""Execute the quickstart again and keep it here with its outputs: `python notebooks/execute.py`."""

from pathlib import Path

from garden_nb.demo.run import execute_quickstart

execute_quickstart(Path(__file__).with_name("quickstart.ipynb"))
