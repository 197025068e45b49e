"""The older manager: passes are functions of modules that give modules."""

import inspect
import logging
from functools import wraps

__all__ = ["PassManager", "inplace_wrapper", "log_hook", "loop_pass", "this_before_that_pass_constraint", "these_before_those_pass_constraint"]
logger = logging.getLogger(__name__)


def inplace_wrapper(fn):
    """fn, which changes its argument, as a function that gives it back."""

    @wraps(fn)
    def wrapped(gm):
        fn(gm)
        return gm

    return wrapped


def log_hook(fn, level=logging.INFO):
    """fn, which tells its result to the log."""

    @wraps(fn)
    def wrapped(gm):
        result = fn(gm)
        logger.log(level, "Ran pass %s\t Return value: %s", fn, result)
        return result

    return wrapped


def loop_pass(base_pass, n_iter=None, predicate=None):
    """base_pass n_iter times, or as long as predicate holds of what it gives."""
    if (n_iter is not None) == (predicate is not None):
        raise AssertionError("Exactly one of `n_iter`or `predicate` must be specified.")

    @wraps(base_pass)
    def wrapped(source):
        output = source
        if n_iter is not None and n_iter > 0:
            for _ in range(n_iter):
                output = base_pass(output)
            return output
        if predicate is not None:
            while predicate(output):
                output = base_pass(output)
            return output
        raise RuntimeError(f"loop_pass must be given positive int n_iter (given {n_iter}) xor predicate (given {predicate})")

    return wrapped


def _validate_pass_schedule_constraint(constraint, passes):
    for i, a in enumerate(passes):
        for j, b in enumerate(passes[i + 1:], i + 1):
            if not constraint(a, b):
                raise RuntimeError(f"pass schedule constraint violated. Expected {a} before {b} but found {a} at index {i} and {b} at index{j} in pass list.")


def this_before_that_pass_constraint(this, that):
    """The first pass does not stand behind the second."""
    return lambda a, b: a != that or b != this


def these_before_those_pass_constraint(these, those):
    """The same for passes that were wrapped, told apart by what they wrap."""
    return lambda a, b: inspect.unwrap(a) != those or inspect.unwrap(b) != these


class PassManager:
    """Calls passes one after the other."""

    def __init__(self, passes=None, constraints=None):
        self.passes = passes or []
        self.constraints = constraints or []
        self._validated = False

    @classmethod
    def build_from_passlist(cls, passes):
        """A manager of the passes."""
        return cls(passes)

    def add_pass(self, _pass):
        self.passes.append(_pass)
        self._validated = False

    def add_constraint(self, constraint):
        self.constraints.append(constraint)
        self._validated = False

    def _index(self, names):
        for i, p in enumerate(self.passes):
            if p.__name__ in names:
                return i
        return None

    def remove_pass(self, _passes):
        """Drops passes by their names."""
        self.passes = [p for p in self.passes if p.__name__ not in _passes]
        self._validated = False

    def replace_pass(self, _target, _replacement):
        """Puts a pass in the place of another."""
        self.passes = [_replacement if p.__name__ == _target.__name__ else p for p in self.passes]
        self._validated = False

    def validate(self):
        """Raises where the order breaks a constraint."""
        if not self._validated:
            for constraint in self.constraints:
                _validate_pass_schedule_constraint(constraint, self.passes)
            self._validated = True

    def __call__(self, source):
        self.validate()
        out = source
        for fn in self.passes:
            out = fn(out)
        return out
