"""A statistical report as Markdown."""

from garden_nb.core.metrics import Role
from garden_nb.flows.evaluation.judge_rows import JudgeAgreement, SelfAgreement
from garden_nb.flows.evaluation.report_rows import FailureModeSummary
from garden_nb.flows.evaluation.statistical_report import StatisticalReport
from garden_nb.present.markdown import escape_markdown

__all__ = ["report_markdown"]

_SHOWN_IDS = 5


def report_markdown(report: StatisticalReport) -> str:
    """Return the report as GitHub's Markdown: the summary, the view, then what it has no place for.

    Every name and text of others is escaped.
    """
    parts = [_summary(report), _failed(report), _unjudged(report)]
    parts.append(report.view.to_markdown().strip())
    parts += [_others(report), _modes(report.failure_modes), _flips(report)]
    parts += [_agreements(report.judge_agreements), _self_agreements(report.self_agreements)]
    if report.notes:
        lines = [f"- {escape_markdown(_line(note))}" for note in report.notes]
        parts.append("\n".join(["### notes", "", *lines]))
    return "\n\n".join(part for part in parts if part) + "\n"


def _summary(report: StatisticalReport) -> str:
    if report.summary is None:
        return ""
    text = escape_markdown(_line(report.summary))
    if report.summary_checked:
        return f"> {text}"
    return f"> **Unchecked: some number in this summary is not in the report.** {text}"


def _unjudged(report: StatisticalReport) -> str:
    """Return why judges without anybody's labels are not told apart."""
    judged = report.judge_agreements or report.self_agreements
    if not judged or any(m.role is Role.SUCCESS for m in report.view.frozen.metrics):
        return ""
    return (
        "**Nobody knows which judge is right:** below is how far they agree. Give `human_column`,"
        " the labels of people, to tell them apart."
    )


def _failed(report: StatisticalReport) -> str:
    """Return the gates that fail, since the view does not know those of further metrics."""
    failed = dict.fromkeys(gate.metric_name for gate in report.gates if not gate.passed)
    names = ", ".join(escape_markdown(name) for name in failed)
    return f"**Gates that fail:** {names}" if failed else ""


def _others(report: StatisticalReport) -> str:
    """Return the metrics and gates that the view does not have: those of frame-level scorers."""
    known = {metric.name for metric in report.view.frozen.metrics}
    rows = [
        metric
        for metric in report.metrics
        if not any(metric.name in (name, *_qualified(report, name)) for name in known)
    ]
    gated = {metric.name for metric in rows}
    gates = [gate for gate in report.gates if gate.metric_name in gated]
    lines = [
        f"- {escape_markdown(m.name)}: {_number(m.point_estimate)}"
        f"{_interval(m.ci_lower, m.ci_upper)}, n = {m.sample_size}"
        for m in rows
    ]
    lines += [
        f"- gate {escape_markdown(gate.metric_name)} {gate.rule} {gate.threshold:g}: "
        f"**{'pass' if gate.passed else 'fail'}** ({escape_markdown(gate.reason)})"
        for gate in gates
    ]
    return "\n".join(["### further metrics", "", *lines]) if lines else ""


def _qualified(report: StatisticalReport, name: str) -> list[str]:
    return [f"{variant.label}:{name}" for variant in report.variants]


def _modes(modes: tuple[FailureModeSummary, ...]) -> str:
    if not modes:
        return ""
    lines = [
        f"| {escape_markdown(mode.failure_mode)} | {mode.count} of {mode.sample_size} "
        f"| {_ids(mode.record_ids)} | {escape_markdown(_line(mode.description))} |"
        for mode in modes
    ]
    head = ["### failure modes", "", "| mode | cases | ids | meaning |", "|---|---:|---|---|"]
    return "\n".join([*head, *lines])


def _flips(report: StatisticalReport) -> str:
    if not report.failure_flips:
        return ""
    labels = {variant.name: variant.label for variant in report.variants}
    lines = [
        f"| {escape_markdown(labels.get(flip.variant, flip.variant))} "
        f"| {escape_markdown(flip.failure_mode)} "
        f"| {len(flip.newly_failing)} | {len(flip.fixed)} | {len(flip.both)} "
        f"| {flip.p_value:.3g} | {flip.p_adj:.3g} |"
        for flip in report.failure_flips
    ]
    head = [
        "### failures against the baseline",
        "",
        "| variant | mode | newly failing | fixed | both | p | p adj. |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    return "\n".join([*head, *lines])


def _agreements(rows: tuple[JudgeAgreement, ...]) -> str:
    if not rows:
        return ""
    lines = [
        f"| {escape_markdown(row.judge)} | {escape_markdown(row.score)} "
        f"| {escape_markdown(row.against)} | {row.n} "
        f"| {_number(row.accuracy)}{_interval(row.accuracy_ci_lower, row.accuracy_ci_upper)} "
        f"| {_number(row.kappa)}{_interval(row.kappa_ci_lower, row.kappa_ci_upper)} "
        f"| {_number(row.bias)}{_interval(row.bias_ci_lower, row.bias_ci_upper)} |"
        for row in rows
    ]
    head = [
        "### agreement of judges",
        "",
        "| judge | score | against | cases | accuracy | kappa | bias |",
        "|---|---|---|---:|---:|---:|---:|",
    ]
    parts = [
        f"- {escape_markdown(row.judge)} on {escape_markdown(row.score)} against "
        f"{escape_markdown(row.against)}, {escape_markdown(_line(part.category))}: bias "
        f"{_number(part.bias)}{_interval(part.ci_lower, part.ci_upper)}, n = {part.n}"
        for row in rows
        for part in row.bias_by_category
    ]
    return "\n".join([*head, *lines, *(["", *parts] if parts else [])])


def _self_agreements(rows: tuple[SelfAgreement, ...]) -> str:
    lines = [
        f"- {escape_markdown(row.judge)} on {escape_markdown(row.score)}: equal when asked again "
        f"in {_number(row.agreement)}{_interval(row.ci_lower, row.ci_upper)} of the pairs, "
        f"{row.n_cases} cases"
        for row in rows
    ]
    return "\n".join(["### agreement of judges with themselves", "", *lines]) if lines else ""


def _ids(ids: tuple[str, ...]) -> str:
    shown = ", ".join(escape_markdown(_line(one)) for one in ids[:_SHOWN_IDS])
    more = len(ids) - _SHOWN_IDS
    return f"{shown} and {more} more" if more > 0 else shown


def _line(text: str) -> str:
    return " ".join(str(text).split())


def _number(value: float | None) -> str:
    return "no data" if value is None else f"{value:.4g}"


def _interval(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f" [{low:.4g}, {high:.4g}]"
