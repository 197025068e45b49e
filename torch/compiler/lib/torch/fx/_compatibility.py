"""What of torch.fx is promised to stay as it is."""

__all__ = ["compatibility"]

_BACK_COMPAT_OBJECTS = {}
_MARKED_WITH_COMPATIBILITY = {}


def compatibility(is_backward_compatible):
    """Decorator: notes whether what it marks is promised to stay."""

    def mark(obj):
        _MARKED_WITH_COMPATIBILITY[obj] = None
        if is_backward_compatible:
            _BACK_COMPAT_OBJECTS[obj] = None
        return obj

    return mark
