"""What the compiler asks of objects."""


def is_instancemethod(obj):
    """Whether obj is what PyInstanceMethod_New makes in C; no object here is."""
    return False
