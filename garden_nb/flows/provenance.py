"""Where a report's numbers come from: digests and versions, to replay or compare runs."""

import platform
from importlib.metadata import version
from typing import TYPE_CHECKING

from garden_nb.core.digest import digest

if TYPE_CHECKING:
    from garden_nb.flows.garden import Garden

__all__ = ["provenance_of"]

_LIBRARIES = ("garden-nb", "numpy", "scipy")


def provenance_of(garden: "Garden") -> dict[str, str]:
    """Return the digests of eval set, variants and scorers, the seed, and library versions."""
    variants = [(v.label, v.version, v.fingerprint) for v in garden.variants]
    scorers = [(scorer.name, scorer.version) for scorer in garden.scorers]
    versions = {name: version(name) for name in _LIBRARIES}
    return {
        "eval_set": garden.cases.digest,
        "variants": digest(variants),
        "scorers": digest(scorers),
        "seed": str(garden.seed),
        "python": platform.python_version(),
        **versions,
    }
