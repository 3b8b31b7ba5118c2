"""Wrong cells in a notebook: every problem at once, at its line and column, and no traceback."""

import re

import pytest

SETUP = """
qa_df = pd.DataFrame(
    {"question": ["2 + 2?", "3 + 3?"], "answer": ["4", "6"], "turns": ["[]", "nonsense"]}
)
twins = pd.DataFrame({"id": [1, 1], "question": ["a", "b"]})
limit = 3
def by_words(output, wrds):
    return True
def parts(output):
    return {"right": True}
def hopeful(question, answer):
    return answer
class Agent:
    pass
"""
SECRET = "sk-live-0123456789abcdef"

WRONG = {
    "the frame, and keys": (
        "%%garden qa_dff -o result\nvarients:\n  terse: openai/gpt-4o-mini\nbasline: terse",
        [
            ("qa_dff", "there is no variable 'qa_dff'. Did you mean \"qa_df\"?"),
            ("varients", 'Did you mean "variants"?'),
            ("basline", 'Did you mean "baseline"?'),
        ],
    ),
    "an option, and values": (
        (
            "%%garden qa_df --frech\nvariants:\n  terse: {model: openai/gpt-4o, temperature: 0.2}\n"
            "repeats: none"
        ),
        [
            ("--frech", "Did you mean '--fresh'?"),
            ("temperature", "Write params: {temperature: ...}."),
            ("repeats: |none", "Accepted: a whole number from 1 to 1,000."),
        ],
    ),
    "the name of the result": (
        "%%garden qa_df -o class\nvariants: {a: openai/gpt-4o}\nseed: -1",
        [("-o", "'class' is no name for a variable."), ("seed: |-1", "seed is -1.")],
    ),
    "a file, a provider, a baseline": (
        "%%garden qa.csv\nvariants: {a: openai/gpt-4o, b: opnai/gpt-4o}\nbaseline: c",
        [
            ("qa.csv", "there is no file 'qa.csv'."),
            ("b: |opnai", 'Did you mean "openai"?'),
            ("baseline: |c", 'there is no variant \'c\'. Accepted: "a", "b".'),
        ],
    ),
    "a frame that the text names": (
        "%%garden\nvariants: {a: {model: openai/gpt-4o, promt: x}}\ncases: qa_fd",
        [("promt", 'Did you mean "prompt"?'), ("cases: qa_fd", 'Did you mean "qa_df"?')],
    ),
    "columns, agents, scorers, gates": (
        (
            "%%garden qa_df\nvariants:\n"
            '  a: {model: openai/gpt-4o, prompt: "{qestion} {answer}"}\n'
            "  b: {agent: hopefull}\nexpected: anwser\n"
            "scorers: [exact_mach, {numeric_match: {tolerance: -1}}, limit]\n"
            'gates: {exact_mach: 0.6, accuracy: 0.5, "b:cost_usd": 0.1}'
        ),
        [
            ("{qestion}", 'Did you mean "question"?'),
            ("{answer}", "is the right answer, which no agent sees"),
            ("hopefull", 'Did you mean "hopeful"?'),
            ("anwser", 'Did you mean "answer"?'),
            ("exact_mach", 'Did you mean "exact_match"?'),
            ("{numeric_match", "tolerance is -1: accepted: a number from 0."),
            ("limit", "is no function but of type int"),
            ("accuracy", "there is no metric 'accuracy'"),
            ('"b:cost_usd"', 'Write {"max": 0.1}.'),
        ],
    ),
    "what only the notebook's objects tell": (
        (
            "%%garden qa_df\nvariants:\n  agent1: {agent: hopeful}\n  agent2: {agent: Agent}\n"
            "  model: {model: openai/gpt-4o, history: turns}\nquestion: question\n"
            "scorers: [exact_match, by_words, parts]\ngates: {parts.right: 0.5}"
        ),
        [
            ("agent1", "its agent declares 'answer', which agents never see."),
            ("agent2", "the class Agent was given."),
            ("model: {", "'nonsense' is no history."),
            ("by_words", "declares 'wrds'."),
        ],
    ),
    "keys of providers": (
        (
            "%%garden qa_df\nvariants:\n"
            f"  a: {{model: openai/gpt-4o, api_key: {SECRET}}}\n"
            f"  b: {{model: openai/gpt-4o, params: {{auth_token: {SECRET}}}}}\n"
            f'  c: {{model: openai/gpt-4o, api_base: "https://me:{SECRET}@example.org/v1"}}'
        ),
        [
            ("api_key", "Keys do not belong in a cell"),
            ("auth_token", "Keys do not belong in a cell"),
            ('"https', "api_base is no plain address of a server."),
        ],
    ),
    "a judge": (
        (
            "%%garden qa_df\nvariants: {a: openai/gpt-4o}\n"
            "judge: {model: opnai/gpt-4o, criterion: Good, scale: [5, 1], criterio: x}"
        ),
        [
            ("opnai", 'Did you mean "openai"?'),
            ("[5, 1]", "such as [1, 5]"),
            ("criterio: x", 'Did you mean "criterion"?'),
        ],
    ),
    "a quote that is never closed": (
        '%%garden qa_df\nvarients: {}\nvariants:\n  b: {model: openai/gpt-4o, prompt: "never}\n',
        [("varients", 'Did you mean "variants"?'), ('"never', "a quote that is never closed.")],
    ),
    "YAML's traps": (
        "%%garden qa_df\nvariants:\n  a: openai/gpt-4o\n  a: openai/gpt-4o-mini\nfresh: yes\n",
        [
            ("a: openai/gpt-4o-mini", "the key 'a' stands here and at cell:3:3."),
            ("fresh: |yes", "Accepted: true or false."),
        ],
    ),
    "ids that are there twice": (
        "%%garden twins\nvariants: {a: openai/gpt-4o}",
        [("twins", "the id '1' stands in rows 0, 1.")],
    ),
    "a variable that is no frame": (
        "%%garden limit\nvariants: {a: openai/gpt-4o}",
        [("limit", "cases: got int.")],
    ),
    "an argument too many": (
        "%%garden qa_df twins\nvariants: {a: openai/gpt-4o}",
        [("twins", "unexpected extra argument")],
    ),
    "no cases at all": (
        "%%garden \nvariants: {a: openai/gpt-4o}\nrepeats: 0",
        [
            ("%%garden |\n", "there are no cases. Name a frame or a file."),
            ("repeats: |0", "repeats is 0."),
        ],
    ),
}


def place_of(cell: str, token: str) -> str:
    """Return where a token first stands in a cell, as messages have it: `context|token`."""
    context = token.partition("|")[0] if "|" in token else ""
    before = cell[: cell.index(token.replace("|", "")) + len(context)]
    return f"cell:{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"


@pytest.fixture(scope="module")
def wrong(live):
    live.run(SETUP)
    return live


@pytest.mark.parametrize("name", WRONG)
def test_every_problem_stands_at_its_place_and_nothing_is_called(wrong, calls, name):
    cell, expected = WRONG[name]
    executed = wrong.run(cell)
    found = re.findall(r"^(?:UsageError: |  - )(cell:\d+:\d+): (.*)$", executed.error, re.MULTILINE)
    places = [place_of(cell, token) for token, _ in expected]
    assert [where for where, _ in found] == places, executed.error
    for (_, message), (_, phrase) in zip(found, expected, strict=True):
        assert phrase in message
    assert not re.search(r"Traceback|site-packages|File |InputError", str(executed.outputs))
    assert SECRET not in str(executed.outputs)
    assert executed.shown == []
    assert calls() == {}


def test_the_line_magic_s_mistakes_have_one_message(wrong, place):
    (place / "bad.yaml").write_text("variants: {a: openai/gpt-4o}\nrepeat: 3\ncases: no.csv\n")
    (place / "latin.yaml").write_bytes(b"variants: {a: openai/gpt-4o}\n# caf\xe9\n")
    for line, *phrases in (
        ("%garden rnu bad.yaml", "No such command 'rnu'"),
        ("%garden run none.yaml", "none.yaml", "does not exist"),
        ("%garden run bad.yaml", "bad.yaml:2:1", 'Did you mean "repeats"?', "bad.yaml:3:1"),
        ("%garden run latin.yaml", "latin.yaml: is no UTF-8 text (byte 34)"),
        ("%garden estimate bad.yaml --cases qa_dff", "--cases: there is no variable 'qa_dff'"),
        ("%garden report", "There is no journal at 'garden.db'"),
        ("%garden resume mine", "There is no journal"),
        ("%garden runs --store bad.yaml", "is not a garden journal"),
        ("%garden export", "Missing argument 'PATH'"),
        ("%garden export report.pdf", "There is no journal"),
    ):
        executed = wrong.run(line)
        for phrase in phrases:
            assert phrase in executed.error, line
        assert not re.search(r"Traceback|site-packages|InputError", str(executed.outputs))
