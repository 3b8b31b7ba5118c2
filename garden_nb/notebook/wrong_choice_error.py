"""What a widget raises when one of its traits is set to what there is not."""

import traitlets

from garden_nb.errors import InputError

__all__ = ["WrongChoiceError"]


class WrongChoiceError(InputError, traitlets.TraitError):
    """A trait was set to what there is not; traitlets take the change back."""
