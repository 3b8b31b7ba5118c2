"""The nouns: what a garden is made of, with no input or output."""
