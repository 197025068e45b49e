"""The collection: all_examples gives it by name."""

from torch._export.db.case import _EXAMPLE_CASES, _EXAMPLE_CONFLICT_CASES, _EXAMPLE_REWRITE_CASES, SupportLevel

from . import _branches, _objects, _sizes


def all_examples():
    """Every case by its name."""
    return _EXAMPLE_CASES


if len(_EXAMPLE_CONFLICT_CASES) > 0:
    raise AssertionError(f"Found conflict on export case name: {list(_EXAMPLE_CONFLICT_CASES)}")


def filter_examples_by_support_level(support_level):
    """Those cases that are supported, or are not yet."""
    return {name: case for name, case in all_examples().items() if case.support_level == support_level}


def get_rewrite_cases(case):
    """The other ways to write a case."""
    return _EXAMPLE_REWRITE_CASES.get(case.name, [])
