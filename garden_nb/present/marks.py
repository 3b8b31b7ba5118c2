"""One grammar of marks and colours for statuses and gate verdicts; words always stand beside."""

__all__ = [
    "BETTER",
    "DARK",
    "INK",
    "LINE",
    "MARKS",
    "OPEN",
    "PAPER",
    "SHAPES",
    "SOFT",
    "TONES",
    "WORSE",
]

INK, SOFT, LINE, PAPER = "#1f2328", "#59636e", "#d1d9e0", "#ffffff"
BETTER, WORSE, OPEN = "#0b7a5e", "#b3402a", "#6b7280"
"""The inks of charts; the front end replaces exactly these with the theme's."""

DARK = {
    INK: "#e6e8eb",
    SOFT: "#9aa4af",
    LINE: "#30363d",
    PAPER: "#111418",
    BETTER: "#4cc38a",
    WORSE: "#ff8a73",
    OPEN: "#9aa4af",
}
"""The same inks on dark paper."""

MARKS = {
    "better": "▲",
    "worse": "▼",
    "equivalent": "=",
    "unclear": "◇",
    "no data": "○",
    "pass": "✓",
    "fail": "✕",
    "skipped": "–",
}

TONES = {
    "better": BETTER,
    "worse": WORSE,
    "equivalent": OPEN,
    "unclear": OPEN,
    "no data": OPEN,
    "pass": BETTER,
    "fail": WORSE,
    "skipped": OPEN,
}

SHAPES = {
    "better": "triangle-up",
    "worse": "triangle-down",
    "equivalent": "square",
    "unclear": "diamond",
    "no data": "circle",
}
"""Point shapes of Vega-Lite, one per status."""
