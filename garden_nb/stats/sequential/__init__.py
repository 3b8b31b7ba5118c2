"""Looking at results before all of them are there.

Why: looking every ten cases with 95 % intervals finds a difference in 28 % of A/A runs. An
e-value may be looked at after every case, and a run may stop when it is large enough.
"""
