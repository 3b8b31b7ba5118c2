"""Where a report's numbers come from: digests and versions, to replay or compare runs."""

import platform
from importlib.metadata import version

from garden_nb.core.digest import digest
from garden_nb.engine.runner import RunRequest

__all__ = ["provenance_of"]

_LIBRARIES = ("garden-nb", "numpy", "scipy")


def provenance_of(request: RunRequest) -> dict[str, str]:
    """Return the digests of eval set, variants and scorers, the seed, and library versions."""
    variants = [(v.label, v.version, v.fingerprint) for v in request.variants]
    scorers = [(scorer.name, scorer.version) for scorer in request.scorers]
    versions = {name: version(name) for name in _LIBRARIES}
    return {
        "eval_set": request.cases.digest,
        "variants": digest(variants),
        "scorers": digest(scorers),
        "seed": str(request.seed),
        "python": platform.python_version(),
        **versions,
    }
