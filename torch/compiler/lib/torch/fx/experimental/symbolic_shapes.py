"""Errors of the shape environment."""


class ConstraintViolationError(RuntimeError):
    """A promise about a size that the code or the call does not keep."""


class GuardOnDataDependentSymNode(RuntimeError):
    """A condition on a size that is known only when the graph has run."""
