"""Names of generated functions."""

import itertools

_counter = itertools.count()
COMPILED_FN_PREFIX = "__compiled_fn"


def unique_id(name, with_uuid=False):
    return f"{name}_{next(_counter)}"


def is_generator(code):
    return bool(code.co_flags & 0x20)
