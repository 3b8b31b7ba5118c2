"""What keeps a model from being asked, found before anything is paid."""

from collections.abc import Iterator, Mapping
from typing import Any

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.template import placeholders, template_faults
from garden_nb.engine.llm.conversation import ROLES, Conversation
from garden_nb.errors import InputError, Problem, did_you_mean

__all__ = ["check_prompt"]

_OURS = {
    "model": "Give it as model.",
    "messages": "Give them as messages.",
    "tools": "Give them as tools.",
    "max_retries": "The garden tries again itself; its argument is retries.",
    "num_retries": "The garden tries again itself; its argument is retries.",
    "stream": "Answers are read whole.",
    "n": "One answer per call; for several per case use repeats.",
}
_SHOWN = 3


def check_prompt(
    where: str,
    model: Any,
    params: Mapping[str, Any],
    conversation: Conversation,
    cases: CaseSet,
) -> list[Problem]:
    """Return everything that keeps a model from being asked about some case.

    Args:
        where: Whose model it is, in the user's words.
        model: The id of the model.
        params: The parameters of each call.
        conversation: What it is told.
        cases: The eval set.
    """
    problems = [
        Problem(where, f"params has {name!r}.", accepted)
        for name, accepted in _OURS.items()
        if name in params
    ]
    if not isinstance(model, str) or not model.strip():
        accepted = "Accepted: provider/model, such as openai/gpt-4o-mini."
        problems.append(Problem(where, f"the model is {model!r}.", accepted))
    problems += _messages(where, conversation)
    columns = _columns(where, conversation, cases)
    return [*problems, *columns, *([] if columns else _cells(where, conversation, cases))]


def _messages(where: str, conversation: Conversation) -> Iterator[Problem]:
    roles = []
    for number, message in enumerate(conversation.messages):
        place = f"{where}, messages[{number}]"
        if not isinstance(message, Mapping):
            accepted = 'Accepted: {"role": "user", "content": "…"}.'
            yield Problem(place, f"got {type(message).__name__}.", accepted)
            continue
        roles.append(message.get("role"))
        if roles[-1] not in ROLES:
            yield Problem(place, f"the role is {roles[-1]!r}.", did_you_mean(roles[-1], ROLES))
        if "content" not in message:
            yield Problem(place, "there is no content.", "Give its text as content.")
    asks = conversation.prompt is not None or "user" in roles or not conversation.messages
    if not asks and (conversation.images or conversation.history is None):
        yield Problem(where, "its messages ask nothing.", "Give a user's message, or a prompt.")


def _columns(where: str, conversation: Conversation, cases: CaseSet) -> list[Problem]:
    problems = []
    named = [("history", conversation.history)] if conversation.history else []
    named += [("images", name) for name in conversation.images]
    for place, template in conversation.templates():
        at = f"{where}, {place}"
        problems += [Problem(at, f.what, f.accepted) for f in template_faults(template)]
        named += [(place, name) for name in placeholders(template)]
    offered = tuple(dict.fromkeys((*cases.input_columns, "question")))
    return problems + [
        Problem(f"{where}, {place}", _no_column(name, cases), did_you_mean(name, offered))
        for place, name in named
        if name not in offered
    ]


def _no_column(name: str, cases: CaseSet) -> str:
    if name in cases.columns.values() or name == "expected":
        return f"{name!r} is hidden from agents."
    return f"there is no column {name!r}."


def _cells(where: str, conversation: Conversation, cases: CaseSet) -> list[Problem]:
    """Return what is wrong with histories and images, for the first few cases."""
    if conversation.history is None and not conversation.images:
        return []
    wrong = [(case, problem) for case in cases if (problem := _cell(conversation, cases, case))]
    problems = [
        Problem(f"{where}, case {case.id!r}, {problem.where}", problem.what, problem.accepted)
        for case, problem in wrong[:_SHOWN]
    ]
    if len(wrong) > _SHOWN:
        more = f"{len(wrong) - _SHOWN} more cases have such a problem."
        problems.append(Problem(where, more, ""))
    return problems


def _cell(conversation: Conversation, cases: CaseSet, case: Case) -> Problem | None:
    try:
        conversation.for_case(cases.question_of(case), case)
    except InputError as error:
        return error.problems[0]
    return None
