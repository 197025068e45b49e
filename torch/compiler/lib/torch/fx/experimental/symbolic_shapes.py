"""Symbolic sizes: questions about them, and errors of the shape environment."""

import enum
import math

import torch


class ConstraintViolationError(RuntimeError):
    """A promise about a size that the code or the call does not keep."""


class GuardOnDataDependentSymNode(RuntimeError):
    """A condition on a size that is known only when the graph has run."""

    def __init__(self, cond=None, *args):
        self.cond = cond
        super().__init__(*(args or (cond,)))


class PendingUnbackedSymbolNotFound(RuntimeError):
    pass


class DimDynamic(enum.Enum):
    """How a dimension is treated."""

    DYNAMIC = 0
    DUCK = 1
    STATIC = 2
    UNBACKED = 3
    INFER_STRIDE = 4


class SymbolicContext:
    pass


class StatelessSymbolicContext(SymbolicContext):
    def __init__(self, dynamic_sizes, dynamic_strides=None, constraint_sizes=None, constraint_strides=None, **kwargs):
        self.dynamic_sizes = dynamic_sizes
        self.dynamic_strides = dynamic_strides
        self.constraint_sizes = constraint_sizes
        self.constraint_strides = constraint_strides


class StatefulSymbolicContext(StatelessSymbolicContext):
    pass


class ShapeEnv:
    """The environment of symbolic sizes of a trace; those that scripts make have no symbols yet."""

    def __init__(self, **kwargs):
        self.settings = kwargs
        self.guards = []
        self.frozen = False

    def freeze(self):
        self.frozen = True

    def create_symbolic_sizes_strides_storage_offset(self, *args, **kwargs):
        raise NotImplementedError("ShapeEnv of scripts: magneto makes symbolic sizes only while it traces")

    create_symbol = create_symintnode = create_unbacked_symint = create_unbacked_symfloat = create_unbacked_symbool = create_symbolic_sizes_strides_storage_offset


def guard_bool(a):
    return bool(a)


def guard_int(a):
    return int(a)


def guard_float(a):
    return float(a)


def guard_scalar(a):
    if isinstance(a, (bool, torch.SymBool)):
        return bool(a)
    if isinstance(a, (int, torch.SymInt)):
        return int(a)
    return float(a)


def guard_size_oblivious(expr):
    """The truth of a condition, decided as for sizes of at least 2."""
    return bool(expr)


def guard_or_false(a):
    return bool(a)


def guard_or_true(a):
    return bool(a)


def statically_known_true(x):
    return bool(x)


def statically_known_false(x):
    return not bool(x)


def sym_eq(x, y):
    """Equality of sizes, item by item in sequences."""
    if isinstance(x, (tuple, list)) and isinstance(y, (tuple, list)):
        return len(x) == len(y) and all(map(sym_eq, x, y))
    return x == y


def sym_and(x, *others):
    for other in others:
        x = x and other
    return x


def sym_or(x, *others):
    for other in others:
        x = x or other
    return x


def is_symbolic(val):
    return isinstance(val, (torch.SymInt, torch.SymFloat, torch.SymBool))


def is_concrete_int(a):
    return isinstance(a, int)


def is_concrete_float(a):
    return isinstance(a, float)


def is_concrete_bool(a):
    return isinstance(a, bool)


def has_static_value(a):
    return isinstance(a, (bool, int, float))


def has_symbolic_sizes_strides(elem):
    return any(is_symbolic(s) for s in (*elem.size(), *elem.stride()))


def free_symbols(val):
    """The symbols in a value; numbers have none."""
    return set()


free_unbacked_symbols = free_symbols


def has_free_symbols(val):
    return is_symbolic(val)


def hint_int(a, fallback=None):
    return int(a)


def expect_true(a, skip=0):
    if not a:
        raise RuntimeError("expect_true failed")
    return True


def constrain_range(a, *, min, max=None):
    if max is None:
        max = math.inf
    if max < min:
        raise ValueError("Maximum value to constrain_as_size can't be less than the specified min value, received min={} and max={}".format(min, max))
    if not is_symbolic(a) and not min <= a <= max:
        raise ValueError(f"Invalid value {a} for range [{min}:{max}]")


_constrain_range_for_size = constrain_range


def constrain_unify(a, b):
    if a != b:
        raise RuntimeError(f"{a} and {b} differ")


def canonicalize_bool_expr(expr):
    return expr
