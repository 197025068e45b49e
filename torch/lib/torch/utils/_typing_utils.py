"""Help for annotations."""


def not_none(obj):
    """The object, which is not None."""
    if obj is None:
        raise TypeError("Invariant encountered: value was None when it should not be")
    return obj
