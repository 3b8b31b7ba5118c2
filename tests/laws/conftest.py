from hypothesis import settings

# A busy machine is no counterexample.
settings.register_profile("laws", deadline=None)
settings.load_profile("laws")
