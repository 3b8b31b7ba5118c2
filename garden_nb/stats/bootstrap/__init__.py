"""The bootstrap: the contract's percentile interval, and all pairs at once.

Why: resampling pair by pair costs hours where one matrix product does. Which cases are drawn
depends only on the seed, the number of cases and the number of the resample, so that a report can
be replayed to the last digit on any machine.
"""
