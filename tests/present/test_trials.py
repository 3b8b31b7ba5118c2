"""Packed trials: the same table on the way back, and nothing else is taken for one."""

import gzip
import json
from base64 import b64decode, b64encode

import numpy as np
import pytest
from hypothesis import given, settings

from garden_nb.errors import InputError
from garden_nb.present.trials import pack_trials, unpack_trials
from random_runs import Shape, report_of, reports


@settings(max_examples=50, deadline=None)
@given(reports())
def test_tables_come_back_as_they_were(report):
    table = report._evidence.table
    packed = pack_trials(table)
    again = unpack_trials(packed, table.plan, table.metrics)
    assert pack_trials(again) == packed
    assert (again.plan, again.metrics, again.reused) == (table.plan, table.metrics, table.reused)
    assert np.array_equal(again.done, table.done)
    assert np.array_equal(again.failed, table.failed)
    assert list(again.scores) == list(table.scores)
    for name, scores in table.scores.items():
        assert np.array_equal(again.scores[name], scores, equal_nan=True)


def test_twenty_variants_on_a_thousand_cases_stay_small():
    table = report_of(Shape(n_cases=1000, n_variants=20, n_metrics=2))._evidence.table
    assert len(pack_trials(table)) < 800_000


def refuse(packed, table):
    with pytest.raises(InputError, match="the trials do not fit the plan"):
        unpack_trials(packed, table.plan, table.metrics)


def pack(content):
    return b64encode(gzip.compress(json.dumps(content).encode())).decode()


def test_what_is_no_table_of_the_plan_is_refused():
    table = report_of(Shape(n_cases=5))._evidence.table
    packed = pack_trials(table)
    content = json.loads(gzip.decompress(b64decode(packed)))
    refuse("", table)
    refuse("not base64!", table)
    refuse(b64encode(b"no gzip").decode(), table)
    refuse(packed[: len(packed) // 2], table)
    refuse(pack([]), table)
    refuse(pack(content | {"done": content["done"] + "1"}), table)
    refuse(pack(content | {"failed": "2" * len(content["failed"])}), table)
    refuse(pack(content | {"scores": {}}), table)
    refuse(pack(content | {"reused": []}), table)
    refuse(pack(content | {"scores": content["scores"] | {"ok": [[1], [2, 3]]}}), table)
    refuse(pack({key: value for key, value in content.items() if key != "done"}), table)


def test_a_file_that_unpacks_to_gigabytes_is_refused_early():
    table = report_of(Shape(n_cases=5))._evidence.table
    bomb = b64encode(gzip.compress(b'{"done":"' + b"0" * 50_000_000)).decode()
    assert len(bomb) < 100_000
    refuse(bomb, table)
