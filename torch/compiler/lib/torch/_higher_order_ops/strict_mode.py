"""Calls that must be captured whole."""


def strict_mode(callable, operands):
    return callable(*operands)
