"""Doing: agents are called, what they answer is journaled, scored and reported as events.

Why: outputs cost money and time. The engine is built around one promise, that an answer which
arrived is on disk before anything else happens to it, so that nothing is lost and nothing is
paid for twice, whatever is interrupted, killed or edited. It knows nothing of statistics or of
notebooks: it takes cases, variants and scorers, and leaves records.

    plan      what is to be called, in which order, under which key
    agents    how an agent is called
    runner    the thread, the loop and the limits of a run
    store     the journal
    scorers   how an output is scored
    events    what happened, as a stream; `progress` sums it up
"""
