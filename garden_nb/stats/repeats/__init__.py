"""Runs repeated within the case.

Why: pooling repeats as if they were new cases makes a 95 % interval cover 60 to 90 %. Repeats are
averaged within the case first; what they still tell is how often an agent succeeds at least once
or every time, and whether more repeats or more cases would help.
"""
