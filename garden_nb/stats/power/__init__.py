"""How many cases, and which differences they can show.

Why: "no difference found" means little until the smallest difference that could have been found
is known. Everything here is planned power; observed power is a function of p and is not offered.
"""
