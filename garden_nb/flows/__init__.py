"""The public verbs: the only floor where running, judging and showing meet."""
