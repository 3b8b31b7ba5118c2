"""Variants on one suite, ranked on a leaderboard.

Why: a leaderboard of bare means names a winner of two runs of the same agent nine times in ten.
This one keeps the ranks that people know, and beside each it says what the evidence supports.

    suite               tasks as people give them, as cases
    variants            named agents, and what varies between them
    run_variants        runs them, over the garden
    leaderboard         ranks of one score
    variant_run_result  what comes back
"""
