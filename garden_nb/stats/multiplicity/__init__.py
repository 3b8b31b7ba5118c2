"""Many comparisons at once: adjusted p-values and the level each verdict is judged at.

Why: with twelve plain 95 % intervals a third of all A/A runs show a difference. An adjustment
only changes the level; the matched interval at that level says what the adjusted p-value says.
"""
