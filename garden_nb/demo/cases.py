"""The demo's eval set."""

from importlib.resources import files

import pandas as pd


def demo_cases() -> pd.DataFrame:
    """Return the questions, one row per case, with the columns id, question, answer, category.

    `answer` is the qualified name of a function, method or class, as in `itertools.accumulate`,
    `str.title` or `sorted`. Every answer exists in Python 3.11 to 3.14.
    """
    with files("garden_nb.demo").joinpath("questions.csv").open(encoding="utf-8") as lines:
        return pd.read_csv(lines, dtype=str, keep_default_na=False)
