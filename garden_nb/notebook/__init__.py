"""The notebook door: magics, live progress, and the display that keeps its last state."""
