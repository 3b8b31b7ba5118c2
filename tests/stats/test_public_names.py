import inspect
import subprocess
import sys

from garden_nb import stats


def test_names_are_sorted_and_all_there():
    constants = [name for name in stats.__all__ if name.isupper()]
    classes = [name for name in stats.__all__ if name[0].isupper() and not name.isupper()]
    functions = [name for name in stats.__all__ if name[0].islower()]
    assert stats.__all__ == sorted(constants) + sorted(classes) + sorted(functions)
    assert len(set(stats.__all__)) == len(stats.__all__)
    for name in stats.__all__:
        assert hasattr(stats, name), name


def test_every_public_function_says_what_it_returns_and_where_it_comes_from():
    for name in stats.__all__:
        thing = getattr(stats, name)
        if not callable(thing):
            continue
        doc = inspect.getdoc(thing) or ""
        assert doc.splitlines()[0].endswith("."), name
        if inspect.isfunction(thing):
            assert doc.startswith("Return"), name
            for parameter in inspect.signature(thing).parameters:
                assert f"{parameter}:" in doc, f"{name} does not document {parameter}"


def test_the_floor_needs_numpy_and_scipy_special_only():
    code = (
        "import sys, garden_nb.stats; "
        "print([m for m in ('pandas', 'scipy.stats', 'asyncio', 'sqlite3', 'statsmodels', "
        "'scipy.optimize') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
