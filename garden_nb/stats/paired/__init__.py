"""Methods for one pair of variants: a p-value and the interval that is its inversion.

Why: an interval and a test that come from different formulas contradict each other in a third of
small comparisons. Here every method has one p-value function, and every interval is that function
inverted at some tail probability, so a verdict and its picture cannot disagree.
"""
