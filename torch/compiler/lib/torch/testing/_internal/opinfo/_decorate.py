"""The decorators of tests that the table of decorations gives operators, modules and optimizers."""

import unittest

import torch
from torch.testing._internal.common_device_type import precisionOverride, tol, toleranceOverride
from torch.testing._internal.opinfo.core import DecorateInfo

_SKIP = unittest.skip("Skipped!")


def _dtypes(text):
    return [getattr(torch, name) for name in text.split(",")] if text else None


def _tolerances(text):
    """The decorator that "float32=1e-4/1e-5,..." means, or "float32=1e-4,..." for absolute tolerances alone."""
    found = {}
    for part in text.split(","):
        name, _, numbers = part.partition("=")
        numbers = list(map(float, numbers.split("/")))
        found[getattr(torch, name)] = tol(*numbers) if len(numbers) == 2 else numbers[0]
    return toleranceOverride(found) if "/" in text else precisionOverride(found)


def _rows(line):
    """The decorations of a line of the table."""
    head, _, _ = line.partition(": ")
    place, what, *more = head.split(" ")
    case, _, tests = place.partition(".")
    if what in ("tol", "prec"):
        decorator, dtypes = _tolerances(more[0]), _dtypes(more[2] if len(more) > 2 else "")
    else:
        decorator, dtypes = _SKIP if what == "skip" else unittest.expectedFailure, _dtypes(more[0] if more else "")
    for test in tests.split(","):
        if (case, test) == ("*", "*") and dtypes is None:
            yield decorator
        else:
            yield DecorateInfo(decorator, None if case == "*" else case, None if test == "*" else test, dtypes=dtypes)


def decorate(infos, table, name=lambda info: info.formatted_name):
    """Adds the decorations of a table to those that it names."""
    found = {}
    for info in infos:
        found.setdefault(name(info), []).append(info)
    for line in table.replace("\n  ", " ").strip().split("\n"):
        rows = tuple(_rows(line))
        for known in line.partition(": ")[2].split():
            for info in found.get(known, ()):
                info.decorators = (*info.decorators, *rows)
