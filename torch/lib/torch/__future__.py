"""Switches of behaviour that is to change."""

_overwrite = [False]
_swap = [False]


def set_overwrite_module_params_on_conversion(value):
    _overwrite[0] = value


def get_overwrite_module_params_on_conversion():
    return _overwrite[0]


def set_swap_module_params_on_conversion(value):
    _swap[0] = value


def get_swap_module_params_on_conversion():
    return _swap[0]
