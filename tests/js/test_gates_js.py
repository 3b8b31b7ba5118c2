"""Gates that are changed in the page: judged as Python judges, kept, copied; the advice stays."""

import random
import re

import numpy as np
import pytest
from playwright.sync_api import expect
from ruamel.yaml import YAML
from sample_report import FLASH, LITE, MIME, MINI, headline_of, sample_payload, state_of

from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.gates import COUNTS, RULES, GateVerdict
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.table import Plan
from garden_nb.core.records import Failure, Record, Score
from garden_nb.flows.report import Report
from garden_nb.present.html import to_html
from garden_nb.present.payload import state_key
from garden_nb.present.state import state_of as state_of_spec
from garden_nb.present.view import view

DOUBT = "Gates changed: ask the kernel whether this advice still holds."
_JUDGE = """async ([payload, states]) => {
  const { withGates, toYaml } = await import('/gates.js');
  return states.map((state) => {
    const view = payload.views[JSON.stringify([state.baseline, state.adjust, state.on_error])];
    const { gates, gates_line, headline } = withGates(payload, view, state);
    return [gates, gates_line, headline, toYaml(state.gates)];
  });
}"""
_LISTEN = "() => { window.answer = true; }"


def _gates(page):
    return page.get_by_role("region", name="Garden report").locator(".gnb-gates li")


def _bound(page, name="accuracy at least"):
    return page.get_by_role("spinbutton", name=name)


def test_a_bound_is_changed_in_place(mount):
    page = mount(sample_payload())
    first, second = _bound(page).nth(0), _bound(page).nth(1)
    expect(first).to_have_value("0.7")
    expect(_gates(page).nth(0)).to_contain_text("every variant")
    second.fill("0.715")
    expect(_gates(page).nth(1)).to_contain_text("✓\N{NO-BREAK SPACE}pass")
    expect(_gates(page).nth(1)).to_contain_text("every variant; lowest 72.0 %")
    expect(page.get_by_text("2 passed")).to_be_visible()
    assert page.evaluate("window.chosen") == []
    second.press("Enter")
    gates = [["accuracy", "min", 0.7], ["accuracy", "min", 0.715]]
    state = {**state_of(FLASH), "gates": gates}
    assert page.evaluate("window.chosen") == [[state, headline_of(FLASH)]]
    expect(second).to_be_focused()
    second.fill("0.78")
    expect(_gates(page).nth(1)).to_contain_text(f"{LITE} has 72.0 %, {MINI} has 77.0 %")
    expect(page.get_by_text("1 failed, 1 passed")).to_be_visible()


def test_the_advice_stays_pythons_and_says_when_it_may_be_another(mount):
    page = mount(sample_payload())
    _bound(page).nth(1).fill("0.76")  # the same variant fails
    expect(page.get_by_text(DOUBT)).to_have_count(0)
    _bound(page).nth(1).fill("0.78")
    expect(page.get_by_text(DOUBT)).to_be_visible()
    expect(page.get_by_role("status")).to_have_text(headline_of(FLASH))
    _bound(page).nth(1).fill("0.75")
    expect(page.get_by_text(DOUBT)).to_have_count(0)
    page.evaluate(_LISTEN)
    _bound(page).nth(1).fill("0.78")
    _bound(page).nth(1).press("Enter")
    expect(page.get_by_text("Gates changed: asking the kernel …")).to_be_visible()
    assert page.evaluate("window.handle.waiting")
    gates = [["accuracy", "min", 0.7], ["accuracy", "min", 0.78]]
    basis = {"gates": gates, "confidence": 0.95, "margin": None}
    renewed = sample_payload(state={**state_of(FLASH), **basis}, basis=basis)
    page.evaluate("(payload) => window.handle.update(payload)", renewed)
    expect(page.get_by_text("Gates changed")).to_have_count(0)
    assert not page.evaluate("window.handle.waiting")


@pytest.mark.parametrize("typed", ["", "-", "e"])
def test_what_is_no_number_changes_nothing(mount, typed):
    page = mount(sample_payload())
    field = _bound(page).nth(1)
    field.fill("")
    field.press_sequentially(typed)
    expect(field).to_have_attribute("aria-invalid", "true")
    field.press("Tab")
    expect(field).to_have_accessible_description("Not taken: no number.")
    expect(_gates(page).nth(1)).to_contain_text("fail")
    assert page.evaluate("window.chosen.at(-1)?.[0].gates[1][2] ?? 0.75") == 0.75


def test_a_bound_off_the_scale_is_refused_beside_its_field(mount):
    payload = sample_payload()
    for gauges in payload["gauges"].values():
        gauges[0]["scale"] = [0, 1]
    page = mount(payload)
    field = _bound(page).nth(1)
    field.fill("75")
    field.press("Enter")
    expect(field).to_have_value("75")
    expect(field).to_have_accessible_description("Not taken: accuracy lies from 0 to 1.")
    expect(_gates(page).nth(1)).to_contain_text(f"{LITE} has 0.72")
    page.get_by_role("button", name="+ gate").click()
    page.get_by_label("Bound of the new gate").fill("60")
    page.get_by_role("button", name="add", exact=True).click()
    expect(page.get_by_label("Bound of the new gate")).to_have_accessible_description(
        "Not taken: accuracy lies from 0 to 1."
    )
    expect(_gates(page)).to_have_count(2)
    field.fill("0.7")
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_bounds_that_python_takes_back_stay_typed(mount):
    page = mount(sample_payload())
    page.evaluate(_LISTEN)
    _bound(page).nth(1).fill("0.78")
    _bound(page).nth(1).press("Enter")
    page.evaluate("(state) => window.handle.update(state)", state_of(FLASH))
    expect(_bound(page).nth(1)).to_have_value("0.78")
    expect(_bound(page).nth(1)).to_have_accessible_description("Python does not take this.")
    expect(_gates(page).nth(1)).to_contain_text(f"{LITE} has 0.72")
    page.get_by_role("button", name="+ gate").click()
    page.get_by_label("Rule of the new gate").select_option("max")
    page.get_by_label("Bound of the new gate").fill("0.6")
    page.get_by_role("button", name="add", exact=True).click()
    expect(_gates(page)).to_have_count(3)
    page.evaluate("(state) => window.handle.update(state)", state_of(FLASH))
    expect(_gates(page)).to_have_count(2)
    expect(page.get_by_label("Bound of the new gate")).to_have_value("0.6")
    expect(page.get_by_label("Bound of the new gate")).to_have_accessible_description(
        "Python does not take this."
    )


def test_arrow_keys_step_by_the_second_digit(mount):
    page = mount(sample_payload())
    _bound(page).nth(1).press("ArrowUp")
    expect(_bound(page).nth(1)).to_have_value("0.76")
    assert page.evaluate("window.chosen[0][0].gates[1][2]") == 0.76


def test_gates_are_added_and_removed(mount):
    page = mount(sample_payload())
    page.get_by_role("button", name="remove accuracy at least").first.click()
    expect(_gates(page)).to_have_count(1)
    adding = page.get_by_role("button", name="+ gate")
    expect(adding).to_be_focused()
    adding.click()
    expect(page.get_by_label("Metric of the new gate")).to_be_focused()
    page.get_by_label("Metric of the new gate").select_option("latency_ms")
    expect(page.get_by_label("Rule of the new gate")).to_have_value("max")
    page.get_by_label("Bound of the new gate").fill("300")
    page.get_by_label("Bound of the new gate").press("Enter")
    expect(_bound(page, "latency_ms at most")).to_be_focused()
    expect(_gates(page).nth(1)).to_contain_text(f"no data for {MINI}")
    expect(page.get_by_label("Bound of the new gate")).to_be_hidden()
    gates = [["accuracy", "min", 0.75], ["latency_ms", "max", 300]]
    assert page.evaluate("window.chosen.at(-1)[0].gates") == gates
    for _ in gates:
        page.get_by_role("button", name="remove").first.click()
    expect(page.get_by_text("Gates:")).to_have_count(0)
    assert page.evaluate("window.chosen.at(-1)[0].gates") == []


def test_yaml_is_copied_or_shown(mount):
    page = mount(sample_payload())
    expect(page.locator(".gnb-yaml")).to_be_hidden()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="copy as YAML").click()
    expect(page.get_by_text("copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == 'gates:\n  "accuracy":\n    - min: 0.7\n    - min: 0.75\n'
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    page.get_by_role("button", name="copy as YAML").click()
    expect(page.get_by_label("Gates as YAML")).to_have_value(copied)
    expect(page.get_by_label("Gates as YAML")).to_be_focused()


def _report() -> Report:
    draw = np.random.default_rng(0)
    variants = ("fuzzy", "bm25", "bm25:large")
    late = Failure("timeout", "late")
    records = [
        Record(f"c{i}", variant, 0, failure=late)
        if i == j
        else Record(
            f"c{i}",
            variant,
            0,
            scores={
                "ok": Score(float(draw.random() < 0.6), "", True),
                "depth": Score(float(draw.integers(-3, 4))),
            },
            latency_ms=float(draw.integers(50, 900)),
        )
        for j, variant in enumerate(variants)
        for i in range(40)
    ]
    plan = Plan(tuple(f"c{i}" for i in range(40)), variants, "fuzzy", stopped={"gone": "no key"})
    return Report(Evidence(records, plan), AnalysisSpec("fuzzy", "fuzzy"))


def _random_gates(draw: random.Random, report: Report) -> dict[str, list[dict]]:
    """Return gates, many of whose bounds are exactly a number or an end that they meet."""
    means = [e for e in report.estimates if e.value is not None]
    edges = [x for e in means for x in (e.value, e.ci_low, e.ci_high) if x is not None]
    edges += [
        x for r in report.comparisons for x in (r.delta, r.ci_low, r.ci_high) if x is not None
    ]
    gates: dict[str, list[dict]] = {}
    for _ in range(draw.randint(0, 4)):
        metric = draw.choice(["ok", "depth", "latency_ms", "cost_usd", *COUNTS])
        label = draw.choice(["", "", "fuzzy:", "bm25:", "bm25:large:", "gone:"])
        rule = draw.choice(RULES[:2] if metric in COUNTS else RULES)
        bound = draw.choice([*edges, 0.0, -0.0, 1e-7, 1e21, 5, -0.5, 0.1 + 0.2])
        if metric == "ok" and not rule.endswith("_pct"):
            bound = min(abs(bound), 1.0) if rule in {"min", "max"} else max(-1.0, min(bound, 1.0))
        if rule == "margin":
            bound = abs(bound) or 0.01
        gate = {rule: bound}
        if metric not in COUNTS and draw.random() < 0.4:
            gate["use"] = "ci"
        if draw.random() < 0.3:
            gate["min_cases"] = draw.choice([1, 39, 40, 41, 1500])
        if draw.random() < 0.3:
            gate["on_missing"] = "skip"
        if draw.random() < 0.3:
            gate["severity"] = "warn"
        gates.setdefault(label + metric, []).append(gate)
    return gates


def test_the_page_judges_as_python_does_and_its_yaml_means_the_same(open_page):
    report = _report()
    payload = report.payload()
    draw = random.Random(0)  # noqa: S311  # reproducible, not secret
    states, expected = [], []
    while sum(len(results) for _, results in expected) < 1000:
        report.choose(
            gates=_random_gates(draw, report),
            baseline=draw.choice(report.variants),
            on_error=draw.choice(["fail", "drop"]),
            adjust=draw.choice(["holm", None]),
        )
        states.append(state_of_spec(report.frozen.spec))
        expected.append((view(report.frozen), report.gates))
    verdicts = {gate.verdict for _, results in expected for gate in results}
    assert verdicts == set(GateVerdict)
    judged = open_page().evaluate(_JUDGE, [payload, states])
    for (gates, line, headline, yaml), state, (shown, results) in zip(
        judged, states, expected, strict=True
    ):
        assert gates == shown["gates"], state
        assert [line] == ([shown["gates_line"]] if line is None else [_short(shown["gates_line"])])
        key = state_key(state["baseline"], state["adjust"], state["on_error"])
        assert headline == payload["views"][key]["headline"]
        report.choose(
            gates=YAML(typ="safe").load(yaml)["gates"],
            baseline=state["baseline"],
            on_error=state["on_error"],
            adjust=None if state["adjust"] == "none" else state["adjust"],
        )
        assert sorted(report.gates, key=repr) == sorted(results, key=repr)


def _short(line):
    return {key: line[key] for key in ("status", "text")}


def test_changed_gates_are_saved_and_come_back(open_page):
    payload = sample_payload()
    page = open_page()
    page.evaluate(
        """async (data) => {
          const { ReportOutput } = await import('/output.js');
          window.model = { data, setData({ data }) { this.data = data; } };
          window.output = new ReportOutput(document.getElementById('at'));
          await window.output.render(window.model);
        }""",
        {MIME: payload, "text/html": to_html(payload), "text/plain": "before"},
    )
    _bound(page).nth(1).fill("0.71")
    _bound(page).nth(1).press("Enter")
    page.wait_for_function("(mime) => window.model.data[mime].state.gates[1][2] === 0.71", arg=MIME)
    data = page.evaluate("window.model.data")
    assert "pass: accuracy ≥ 0.71 (every variant; lowest 72.0 %)" in data["text/plain"]
    static = re.sub("<script.*", "", data["text/html"], flags=re.DOTALL)
    assert "accuracy ≥ 0.71" in static
    assert "accuracy ≥ 0.75" not in static
    assert "<input" not in static
    again = open_page(f"<!doctype html><meta charset='utf-8'><body>{data['text/html']}")
    expect(_bound(again).nth(1)).to_have_value("0.71")
    expect(_gates(again).nth(1)).to_contain_text("lowest 72.0 %")


def test_the_line_of_a_gate_is_dragged_and_stepped(mount):
    page = mount(sample_payload())
    handle = page.get_by_role("slider", name="accuracy at least, on a line").nth(1)
    expect(handle).to_have_attribute("aria-valuetext", "0.75: 2 of 3 pass")
    handle.press("ArrowLeft")
    expect(_bound(page).nth(1)).to_have_value("0.749")
    expect(handle).to_be_focused()
    assert page.evaluate("window.chosen.at(-1)[0].gates[1]") == ["accuracy", "min", 0.749]
    track = page.locator(".gnb-track").nth(1)
    box, before = track.bounding_box(), page.evaluate("window.chosen.length")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 12)
    page.mouse.down()
    page.mouse.move(box["x"], box["y"] + 12, steps=3)
    expect(_gates(page).nth(1)).to_contain_text("✓\N{NO-BREAK SPACE}pass")
    assert page.evaluate("window.chosen.length") == before  # nothing is told while it moves
    low = float(handle.get_attribute("aria-valuemin"))
    page.mouse.up()
    assert page.evaluate("window.chosen.at(-1)[0].gates[1][2]") == low
    expect(handle).to_be_focused()
    handle.press("End")
    expect(_bound(page).nth(1)).to_have_value(handle.get_attribute("aria-valuemax"))


def test_options_of_gates_are_kept_and_shown(mount):
    options = {"use": "ci", "min_cases": 20, "severity": "warn"}
    gates = [["accuracy", "min", 0.7], ["accuracy", "min", 0.75, options]]
    page = mount(sample_payload(state={**state_of(FLASH), "gates": gates}))
    expect(_gates(page).nth(1)).to_contain_text("(whole interval, from 20 cases, only a warning)")
    _bound(page).nth(1).fill("0.6")
    _bound(page).nth(1).press("Enter")
    assert page.evaluate("window.chosen.at(-1)[0].gates[1]") == ["accuracy", "min", 0.6, options]
    page.get_by_role("button", name="+ gate").click()
    page.get_by_label("Bound of the new gate").fill("0.5")
    page.get_by_label("What the new gate holds").select_option("ci")
    page.get_by_role("button", name="add", exact=True).click()
    assert page.evaluate("window.chosen.at(-1)[0].gates.at(-1)") == [
        *("accuracy", "min", 0.5, {"use": "ci"})
    ]
