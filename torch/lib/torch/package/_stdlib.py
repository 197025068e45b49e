"""Which modules come with Python."""

import sys


def is_stdlib_module(module):
    return module.partition(".")[0] in _get_stdlib_modules()


def _get_stdlib_modules():
    return sys.stdlib_module_names
