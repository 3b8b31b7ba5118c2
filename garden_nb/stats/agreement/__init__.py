"""Rates, preferences, agreement and effect sizes.

Why: a bare percentage hides how many cases it rests on, and 95 % agreement can be no better than
chance. Every number here comes with its interval, or with the raw figure that keeps it honest.
"""
