"""The evaluation of agents: what the flows are made of.

Why: one agent, a garden of agents and a garden of judges are the same work in different frames.
Each step is a file here: what is asked (`eval_set`, `agent_factories`, `judging`, `split_scorers`,
`gating`), what is done (`session`, `inference`, `post_inference`, `failure_modes`, `summary`) and
what comes of it (`scored_frame`, `statistical_report` and its rows).
"""
