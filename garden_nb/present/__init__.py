"""Showing: a report as text, tables, plots and documents.

*Why*: people believe what they see first. All views of a report are made here from the same
strings, written out once in `numbers`, so that a page, a comment, a file and a notebook can never
disagree, and no rounding contradicts a verdict. Everything here is a pure function of frozen
reports; what others wrote is cleaned before it is shown.
"""
