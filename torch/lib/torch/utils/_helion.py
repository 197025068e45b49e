"""Helion is not there."""


def has_helion():
    return False


has_helion_package = has_helion
