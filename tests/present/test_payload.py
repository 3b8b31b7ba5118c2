"""The payload: every choice computed, keyed as the front end keys it, small and the same twice."""

import json
from dataclasses import replace

from sketch import FLASH, LITE, MINI, UNCLEAR, WORSE, build, family

from garden_nb.present.payload import build_payload, fold, pack, state_key, unpack
from garden_nb.present.view import view

ID = "g0123456789abcdef"


def test_keys_are_what_json_stringify_writes():
    assert state_key("bm25", "holm", "fail") == '["bm25","holm","fail"]'
    assert state_key('a"\\é\u2028', None, "drop") == '["a\\"\\\\é⟨U+2028⟩","none","drop"]'


def test_every_choice_is_there_and_equals_its_report(payload):
    reports = family()
    assert len(payload["views"]) == len(reports) == 4
    for report in reports:
        key = state_key(report.spec.baseline, report.spec.adjust, report.spec.on_error)
        assert payload["views"][key] == view(report)
    gates = [["accuracy", "min", 0.7], [f"{MINI}:latency_ms", "max_delta_pct", 2.0]]
    basis = {"gates": gates, "confidence": 0.95, "margin": None, "metrics": None}
    assert payload["basis"] == basis
    assert payload["state"] == {
        "baseline": FLASH,
        "adjust": "holm",
        "on_error": "fail",
        **basis,
        "slice": "",
    }


def test_what_gates_compare_is_there_for_every_baseline_unrounded_and_written(payload):
    assert payload["labels"] == [FLASH, LITE, MINI]
    assert set(payload["gauges"]) == {f'["{FLASH}","fail"]', f'["{LITE}","fail"]'}
    accuracy, latency, cost = payload["gauges"][f'["{FLASH}","fail"]']
    assert accuracy["metric"] == "accuracy"
    assert [value[:2] for value in accuracy["value"]] == [
        *([0.785, "78.5 %"], [0.72, "72.0 %"], [0.77, "77.0 %"])
    ]
    assert accuracy["delta"] == [
        [None],
        [-0.065, "−6.5", WORSE.ci_low, WORSE.ci_high, "−6.5 [−11.5, −2.2]"],
        [-0.015, "−1.5", UNCLEAR.ci_low, UNCLEAR.ci_high, "−1.5 [−6.2, +3.0]"],
    ]
    assert latency["delta_pct"][2][:2] == [100 * (842.0 - 812.0) / 812.0, "+3.69 %"]
    assert (accuracy["n_cases"], accuracy["n_pairs"][1:]) == ([200] * 3, [200] * 2)
    assert (accuracy["scale"], latency["scale"]) == ([0.0, 1.0], None)
    assert [gauge["higher_is_better"] for gauge in (accuracy, latency, cost)] == [
        True,
        False,
        False,
    ]


def test_stopped_variants_have_nothing_to_compare():
    report = replace(build(), stopped={"gone": "no key"})
    payload = build_payload([report], report, ID)
    assert payload["labels"] == [FLASH, LITE, MINI, "gone"]
    ((accuracy, *_),) = payload["gauges"].values()
    assert accuracy["value"][3] == [None]


def test_each_choice_has_its_plot_and_equal_plots_are_kept_once(payload):
    svgs = unpack(payload["svgs"])
    assert set(payload["plots"]) == set(payload["views"])
    assert set(payload["plots"].values()) == set(range(len(svgs)))
    assert len(svgs) == 2  # here the correction changes no interval
    assert all(svg.startswith("<svg ") for svg in svgs)


def test_controls_offer_what_can_be_chosen(payload):
    assert payload["controls"] == [
        {"key": "baseline", "label": "Baseline", "options": [[FLASH, FLASH], [LITE, LITE]]},
        {"key": "adjust", "label": "Correction", "options": [["holm", "Holm"], ["none", "none"]]},
    ]


def test_failures_are_a_choice_only_where_some_trial_failed():
    report = build()
    dropped = replace(report, spec=replace(report.spec, on_error="drop"))
    (control,) = build_payload([report, dropped], report, ID)["controls"]
    assert control["key"] == "on_error"
    assert control["options"] == [["fail", "count as wrong"], ["drop", "drop the case"]]
    clean = [
        replace(each, counts=tuple(replace(count, failed=0) for count in each.counts))
        for each in (report, dropped)
    ]
    assert build_payload(clean, clean[0], ID)["controls"] == []


def test_one_variant_alone_has_a_view_and_no_plot():
    report = build()
    alone = replace(
        report,
        variants=(FLASH,),
        estimates=tuple(row for row in report.estimates if row.variant == FLASH),
        comparisons=(),
    )
    payload = build_payload([alone], alone, ID)
    assert len(payload["views"]) == 1
    assert payload["plots"] == {}
    assert unpack(payload["svgs"]) == []


def test_the_same_reports_give_the_same_payload(payload):
    reports = family()
    again = build_payload(reports, reports[0], payload["id"])
    assert json.dumps(again) == json.dumps(payload)
    assert unpack(pack({"a": ["é", None]})) == {"a": ["é", None]}


def test_a_folded_payload_is_small_and_whole(payload):
    folded = fold(payload)
    assert unpack(folded["packed"]) == payload
    assert {key: folded[key] for key in ("schema", "id", "state", "wire")} == {
        key: payload[key] for key in ("schema", "id", "state", "wire")
    }
    assert len(json.dumps(folded)) < len(json.dumps(payload)) / 3


def test_four_variants_two_metrics_and_two_corrections_stay_within_52_kb():
    reports = four_variants()
    payload = build_payload(reports, reports[0], ID)
    assert len(payload["views"]) == 8
    text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    assert len(text.encode()) <= 52_000


def four_variants():
    """Return a report per baseline and correction, whose rows all differ."""
    report = build()
    names = [FLASH, LITE, MINI, "gemini-2.0-flash-001"]
    templates = [row for row in report.comparisons if row.metric != "cost_usd"]
    reports = []
    for k, baseline in enumerate(names):
        contenders = [name for name in names if name != baseline]
        rows = tuple(
            replace(
                templates[2 * m + i % 2],
                variant=name,
                baseline=baseline,
                delta=-0.01 * (i + 3 * k + 1),
                p_value=0.001 * (7 * i + k + 1),
                ratio=(0.9 + 0.01 * (i + k)) if m else None,
            )
            for m in range(2)
            for i, name in enumerate(contenders)
        )
        estimates = tuple(
            replace(row, variant=name)
            for metric in report.metrics[:2]
            for row in [report.estimate(MINI, metric.name)]
            for name in names
        )
        texts = [replace(report.decision.contenders[0], variant=name) for name in contenders]
        changed = replace(
            report,
            variants=tuple(names),
            metrics=report.metrics[:2],
            estimates=estimates,
            comparisons=rows,
            decision=replace(report.decision, contenders=tuple(texts)),
            counts=tuple(replace(report.counts[0], variant=name) for name in names),
        )
        reports += [
            replace(changed, spec=replace(report.spec, baseline=baseline, adjust=adjust))
            for adjust in ("holm", None)
        ]
    return reports
