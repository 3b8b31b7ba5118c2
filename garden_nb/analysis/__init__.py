"""Judging: records to a Report, a pure function."""
