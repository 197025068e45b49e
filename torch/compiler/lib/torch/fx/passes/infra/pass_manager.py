"""Passes in an order that keeps their constraints, repeated until nothing changes."""

import inspect
import logging
from functools import wraps

from torch.fx.graph_module import GraphModule

from .pass_base import PassResult

__all__ = ["pass_result_wrapper", "this_before_that_pass_constraint", "PassManager"]
logger = logging.getLogger(__name__)


def pass_result_wrapper(fn):
    """fn, a function that changes a module in place or gives a PassResult, as a function that gives a PassResult."""
    if fn is None:
        return None

    @wraps(fn)
    def wrapped(gm):
        result = fn(gm)
        if result is None:
            return PassResult(gm, True)
        if isinstance(result, PassResult):
            return result
        return PassResult(result, True)

    if not inspect.isfunction(fn):
        wrapped.__name__ = type(fn).__name__
    return wrapped


def this_before_that_pass_constraint(this, that):
    """A constraint that holds where the first pass does not stand behind the second."""

    def depends_on(a, b):
        return a != that or b != this

    return depends_on


def _topological_sort_passes(passes, constraints):
    """The passes so that all constraints hold; their order as far as that leaves it open."""
    if not constraints:
        return passes
    after = {p: [] for p in passes}
    waiting = dict.fromkeys(passes, 0)
    for a in passes:
        for b in passes:
            if a is not b and any(not constraint(a, b) for constraint in constraints):  # b must be before a
                after[b].append(a)
                waiting[a] += 1
    order = []
    ready = [p for p in passes if waiting[p] == 0]
    while ready:
        p = ready.pop(0)
        order.append(p)
        for q in after[p]:
            waiting[q] -= 1
            if waiting[q] == 0:
                ready.append(q)
    left = [p for p in passes if waiting[p] > 0]
    if left:
        raise RuntimeError(f"Circular dependency detected within the following passes: {left}")
    return order


def _validate_pass_schedule_constraint(constraint, passes):
    for i, a in enumerate(passes):
        for j, b in enumerate(passes[i + 1:], i + 1):
            if not constraint(a, b):
                raise RuntimeError(f"pass schedule constraint violated. Expected {a} before {b} but found {a} at index {i} and {b} at index{j} in pass list.")


class PassManager:
    """Runs passes, each of which gives a PassResult, up to steps times over the list."""

    def __init__(self, passes=None, constraints=None, steps=None, run_checks_after_each_pass=False, suppress_check_failures=False):
        self.passes = passes or []
        self.constraints = constraints or []
        self.steps = steps or 1
        self._validated = False
        self.run_checks_after_each_pass = run_checks_after_each_pass
        self.suppress_check_failures = suppress_check_failures

    def add_pass(self, _pass):
        """Appends a pass."""
        self.passes.append(_pass)
        self._validated = False

    def add_constraint(self, constraint):
        """Adds a constraint on the order."""
        self.constraints.append(constraint)
        self._validated = False

    def validate_constraints(self):
        """Raises where the order breaks a constraint."""
        if not self._validated:
            for constraint in self.constraints:
                _validate_pass_schedule_constraint(constraint, self.passes)
            self._validated = True

    def solve_constraints(self):
        """Brings the passes into an order that keeps the constraints."""
        self.passes = _topological_sort_passes(self.passes, self.constraints)
        self._validated = True

    def add_checks(self, check):
        """Sets the function of a module that checks it after passes."""
        if list(inspect.signature(check).parameters)[1:]:
            raise TypeError("PassManager check function should only take in one variable, a module")
        self.check = check

    def check(self, module):
        """Checks a module; replaced by add_checks."""

    def __call__(self, module):
        if not self._validated:
            self.solve_constraints()
        self.check(module)
        overall = False
        for _ in range(self.steps):
            modified = False
            for i, fn in enumerate(self.passes):
                name = fn.__name__ if inspect.isfunction(fn) else type(fn).__name__
                logger.debug("Running pass '%s'", name)
                try:
                    result = fn(module)
                    if not isinstance(result, PassResult) and not hasattr(result, "graph_module"):
                        raise TypeError(f"The result of the pass {name} should be type PassResult. Please wrap it with pass_result_wrapper()")
                    module = result.graph_module
                    modified = modified or result.modified
                    if isinstance(module, GraphModule):
                        module.recompile()
                    if self.run_checks_after_each_pass:
                        self.check(module)
                except Exception as e:
                    before = [p.__name__ if inspect.isfunction(p) else type(p).__name__ for p in self.passes[:i]]
                    raise Exception(f"An error occurred when running the '{name}' pass after the following passes: {before}") from e  # noqa: TRY002
            overall = overall or modified
            if not modified:
                break
        return PassResult(module, overall)
