"""Tell IPython of `%garden` as it starts; nothing is imported before its first use."""  # noqa: INP001

get_ipython().magics_manager.register_lazy("garden", "garden_nb")  # noqa: F821  # IPython's name
