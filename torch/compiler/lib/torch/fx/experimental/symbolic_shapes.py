"""Symbolic sizes: questions about them, and errors of the shape environment."""

import contextlib
import copy
import dataclasses
import enum
import math
import typing

import torch
from torch._C._dynamo import eval_frame as _c
from torch._dynamo.source import TensorProperty, TensorPropertySource
from torch.fx.experimental.recording import ShapeEnvEvent, check_equal, record_shapeenv_event
from torch.fx.experimental.sym_node import Expr, Symbol


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


@dataclasses.dataclass(frozen=True)
class StatelessSymbolicContext(SymbolicContext):
    """What a tensor's sizes and strides become; what is not given follows from the sizes."""

    dynamic_sizes: list
    dynamic_strides: list | None = None
    constraint_sizes: list | None = None
    constraint_strides: list | None = None
    specialize_on: list | None = None
    view_base_context: SymbolicContext | None = None
    shape_ids: dict | None = None
    unbacked_bounds: dict | None = None

    def __post_init__(self):
        for name, item in (("specialize_on", []), ("dynamic_strides", DimDynamic.INFER_STRIDE), ("constraint_sizes", None), ("constraint_strides", None)):
            if getattr(self, name) is None:
                object.__setattr__(self, name, [copy.copy(item) for _ in self.dynamic_sizes])


class StatefulSymbolicContext(StatelessSymbolicContext):
    pass


class ShapeGuard(typing.NamedTuple):
    """A condition that was decided."""

    expr: Expr
    stack: object = None
    size_oblivious: bool = False


@dataclasses.dataclass
class ShapeEnvSettings:
    """What an environment was made with."""

    allow_scalar_outputs: bool = True
    allow_dynamic_output_shape_ops: bool = True
    assume_static_by_default: bool = False
    specialize_zero_one: bool = True
    duck_shape: bool = True
    prefer_deferred_runtime_asserts_over_guards: bool = False
    trace_asserts: bool = False


@dataclasses.dataclass(frozen=True)
class RuntimeAssert:
    """A condition that is checked when the graph runs."""

    expr: Expr
    msg: str = dataclasses.field(default="", repr=False)
    stack: object = dataclasses.field(default=None, repr=False)


class _Made(typing.NamedTuple):
    """A symbol of an environment with its value in this run, and where that is read."""

    expr: Expr
    hint: object = None
    source: object = None


class ShapeEnv:
    """An environment of symbolic numbers: it makes them, and decides conditions on them. Traces have their own."""

    _last = None  # that was made last, or used last

    def __init__(self, *, should_record_events=None, tracked_fakes=None, **kwargs):
        self.settings = ShapeEnvSettings(**kwargs)
        self.frozen = False
        self._handle = _c.shape_env()
        self.symbols = {}  # by name, what was made
        self.val_to_hint = {}  # by symbol
        self.source_to_symbol = {}
        self.tracked_fakes = tracked_fakes
        self.should_record_events = bool(should_record_events)
        self.is_recording = False  # while a call runs that is an event as a whole
        self._events, self._recorded = [], 0
        if self.should_record_events:
            self._events.append(ShapeEnvEvent(ShapeEnv, kwargs={**kwargs, "should_record_events": False}))
        ShapeEnv._last = self

    @property
    def events(self):
        self.record_conditions()
        return self._events

    def record_event(self, f, args, kwargs, name):
        self._events.append(ShapeEnvEvent(f, args, kwargs, name=name))

    def record_conditions(self):
        """Numbers decide conditions without asking here: those decided since the last event become events."""
        decided = self.guards_in_order if self.should_record_events else []
        for guard in decided[self._recorded:]:
            self.record_event(ShapeEnv.evaluate_expr, [self, guard.expr], {}, "evaluate_expr")
        self._recorded = len(decided)

    def check_equal(self, other):
        """Raises NotEqualError where the other environment knows something else."""
        check_equal(self, other)

    def _ask(self, *question):
        ShapeEnv._last = self
        return self._handle(*question)

    def freeze(self):
        self.frozen = True

    @property
    def guards(self):
        return self.guards_in_order

    @property
    def guards_in_order(self):
        """What was decided, each as it was asked."""
        return [ShapeGuard(Expr(condition, text)) for condition, text in self._ask("decided")]

    @property
    def deferred_runtime_asserts(self):
        """What is checked when the graph runs, by the newest number that it depends on; None stands for conditions on inputs alone."""
        asserts = {}
        for condition in (Expr(b, self._ask("written", b)) for b in self._ask("asserted")):
            of_data = sorted((s for s in condition.free_symbols if self.is_unbacked_symint(s)), key=lambda s: int(s.name.lstrip("zuf")))
            asserts.setdefault(of_data[-1] if of_data else None, []).append(RuntimeAssert(condition))
        return asserts

    @property
    def num_deferred_runtime_asserts(self):
        return sum(map(len, self.deferred_runtime_asserts.values()))

    def get_nontrivial_guards(self):
        """What was decided, as it reads with all that is known by now; what follows from that is left out."""
        return [self.simplify(guard.expr) for guard in self.guards if _known(guard.expr.number) is None]

    def produce_guards_expression(self, placeholders, *, guards=None, ignore_static=True):
        """What was decided of numbers and of the sizes of tensors, as a condition in Python on L["t0"], L["t1"], ... in their stead; None where nothing was."""
        numbers = dict(pair for i, of in enumerate(placeholders) for pair in _numbers_of(f"L['t{i}']", of))
        names = {}  # of symbols, by where they are read
        for text, number in numbers.items():
            for name in _c.symbols_in(number) if is_symbolic(number) else ():
                if text.endswith("']") or repr(self._ask("simplify", number)) == name:
                    names.setdefault(name, text)
        known = {name: by for name, by in self._ask("replacements").items() if name not in names}
        decided = [self._ask("python", g, names) for g in self._ask("guards") if not known.keys() & set(_c.symbols_in(g))]
        conditions, ranges = [], []
        for text, number in numbers.items():
            value = self._ask("simplify", number) if is_symbolic(number) else number
            lower, upper = self._ask("bounds", number)
            of = set(_c.symbols_in(number)) if is_symbolic(number) else set()
            if not is_symbolic(value):
                if not (ignore_static and text.endswith("]") and not text.endswith("']")):
                    conditions.append(f"{text} == {value}")
            elif text not in names.values():
                conditions.append(f"{text} == {self._ask('python', value, names)}")
            elif lower is not None and of & set(self.symbols):
                ranges.append(f"{lower} <= {text}" + (f" and {text} <= {upper}" if upper is not None else ""))
        return " and ".join(dict.fromkeys(conditions + decided + ranges)) or None

    def evaluate_guards_for_args(self, placeholders, args, *, ignore_static=True):
        """Whether what was decided of placeholders holds for values in their stead."""
        code = self.produce_guards_expression(placeholders, ignore_static=ignore_static)
        return code is None or self.evaluate_guards_expression(code, args)

    def evaluate_guards_expression(self, code, args):
        """Whether a condition of produce_guards_expression holds for numbers."""
        return eval(code, {"math": math, "torch": torch}, {"L": {f"t{i}": arg for i, arg in enumerate(args)}})

    @property
    def backed_var_to_val(self):
        return self.val_to_hint

    var_to_val = backed_var_to_val

    @property
    def var_to_range(self):
        """The range of each symbol."""
        return {Symbol(name): self.bound_sympy(made.expr) for name, made in self.symbols.items()}

    @property
    def replacements(self):
        return {Symbol(name): Expr(by) for name, by in self._ask("replacements").items()}

    @record_shapeenv_event()
    def create_symbol(self, val, source, dynamic_dim=DimDynamic.DUCK, constraint_dim=None, positive=True, do_not_specialize_zero_one=False, symbolic_context=None):
        """The symbol of a number, or the number itself where it is treated as constant."""
        if isinstance(val, float):
            number = self._ask("float", source.name if isinstance(source.name, str) else source.name(), val)
        else:
            number = self._ask("symbol", source.name if isinstance(source.name, str) else source.name(), -1, val, dynamic_dim.name)
        return self._made(number, val, source)

    create_unspecified_symbol = create_symbol

    def _made(self, number, val, source):
        expr = Expr(number)
        if expr.free_symbols:
            self.symbols.setdefault(expr.name, _Made(expr, val, source))
            self.val_to_hint[expr] = val
            self.source_to_symbol[source.name if isinstance(source.name, str) else source.name()] = expr
        return expr

    def create_symintnode(self, sym, *, hint, source=None):
        return sym.number if isinstance(sym, Expr) else sym

    create_symfloatnode = create_symboolnode = create_unspecified_symint_and_symbol = create_symintnode

    def _unbacked(self, kind):
        number = self._ask("unbacked", kind)
        for symbol in free_symbols(number):
            self.symbols[symbol.name] = _Made(Expr(number))
        return number

    @record_shapeenv_event()
    def create_unbacked_symint(self, source=None):
        return self._unbacked("int")

    @record_shapeenv_event()
    def create_unbacked_symfloat(self):
        return self._unbacked("float")

    @record_shapeenv_event()
    def create_unbacked_symbool(self):
        return self._unbacked("bool")

    @record_shapeenv_event(name="_create_symbolic_sizes_strides_storage_offset")
    def create_symbolic_sizes_strides_storage_offset(self, ex, source, *, symbolic_context=None):
        """The sizes, strides and offset of a tensor as symbolic numbers; strides are those of the sizes where they can be."""
        name = source.name if isinstance(source.name, str) else source.name()
        policies = symbolic_context.dynamic_sizes if symbolic_context else [DimDynamic.DUCK] * ex.dim()
        sizes = tuple(self._ask("symbol", name, i, n, p.name) for i, (n, p) in enumerate(zip(ex.shape, policies)))
        for i, (n, size) in enumerate(zip(ex.shape, sizes)):
            if is_symbolic(size):
                self.val_to_hint[Expr(size)] = n
                self.symbols.setdefault(repr(size), _Made(Expr(size), n, TensorPropertySource(source, TensorProperty.SIZE, i)))
        strides = [None] * ex.dim()
        known = {1: 1}
        for i in sorted(range(ex.dim()), key=lambda i: (ex.stride(i), -i)):
            if ex.stride(i) not in known:
                known[ex.stride(i)] = self._ask("stride", name, i, ex.stride(i), "DUCK")
            strides[i] = known[ex.stride(i)]
            known[ex.stride(i) * ex.shape[i]] = strides[i] * sizes[i]
        return sizes, tuple(strides), ex.storage_offset()

    def simplify(self, expr):
        return Expr(self._ask("simplify", expr.number))

    def replace(self, expr):
        return self.simplify(expr)

    def size_hint(self, expr, *, allow_none=False):
        hint = self._ask("hint", expr.number)
        if hint is None and not allow_none:
            raise GuardOnDataDependentSymNode(expr)
        return hint

    def evaluate_expr(self, orig_expr, hint=None, fx_node=None):
        """The value of an expression in this run, which is guarded."""
        number = orig_expr.number
        return bool(number) if isinstance(number, (bool, torch.SymBool)) else int(number) if isinstance(number, (int, torch.SymInt)) else float(number)

    @record_shapeenv_event()
    def guard_or_defer_runtime_assert(self, orig_expr, msg="", fx_node=None):
        """Takes a condition for granted: where it depends on data, it is checked when the graph runs."""
        known = _known(orig_expr.number)
        if known is None and _has_hint(orig_expr.number) and not self.settings.prefer_deferred_runtime_asserts_over_guards:
            known = self.evaluate_expr(orig_expr)
        if known is None:
            self._ask("assert", orig_expr.number)
        return known is None or known

    @record_shapeenv_event()
    def _constrain_range(self, a, lower, upper):
        self._ask("narrow", a >= lower)
        if upper != math.inf:
            self._ask("narrow", a <= upper)

    @record_shapeenv_event()
    def _constrain_unify(self, a, b):
        self._ask("narrow", a == b)

    def format_guards(self, verbose=False):
        return "\n".join(f" - {guard.expr}" for guard in self.guards)

    def bound_sympy(self, expr, size_oblivious=False):
        lower, upper = self._ask("bounds", expr.number)
        return ValueRange(lower, upper)

    @contextlib.contextmanager
    def suppress_guards(self):
        """Conditions are decided without guards."""
        before = self._ask("suppress", True)
        try:
            yield
        finally:
            self._ask("suppress", before)

    def is_unbacked_symint(self, symbol):
        """Whether no input determines a symbol."""
        return symbol.name.startswith(("u", "zuf"))

    def ignore_fresh_unbacked_symbols(self):
        return contextlib.nullcontext()

    def freeze_runtime_asserts(self):
        pass


def _numbers_of(text, placeholder):
    """The numbers that a placeholder has, with what reads them in Python."""
    if not isinstance(placeholder, torch.Tensor):
        return [(text, placeholder)]
    return [(f"{text}.{of}()[{i}]", n) for of in ("size", "stride") for i, n in enumerate(getattr(placeholder, of)())]


class ValueRange:
    """A range of integers; None is an end without bound."""

    def __init__(self, lower, upper):
        self.lower = lower
        self.upper = upper

    def __repr__(self):
        return f"VR[{'-int_oo' if self.lower is None else self.lower}, {'int_oo' if self.upper is None else self.upper}]"


def _known(x):
    """The truth of a condition where it is known without a guard, else None."""
    return _c.statically_known(x) if isinstance(x, torch.SymBool) else bool(x)


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


def _has_hint(a):
    env = ShapeEnv._last
    return not isinstance(a, torch.SymBool) or env is None or not any(name.startswith(("u", "zuf")) for name in _c.symbols_in(a))


def guard_or_false(a):
    """The truth of a condition, False where it depends on data."""
    known = _known(a)
    return bool(a) if known is None and _has_hint(a) else bool(known)


def guard_or_true(a):
    """The truth of a condition, True where it depends on data."""
    known = _known(a)
    return bool(a) if known is None and _has_hint(a) else known is None or known


def statically_known_true(x):
    """Whether a condition is known to hold without a guard."""
    return _known(x) is True


def statically_known_false(x):
    return _known(x) is False


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


def is_nested_int(a):
    """Whether a number is a symbol of a ragged size."""
    return isinstance(a, torch.SymInt) and str(a).startswith("j")


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
    if isinstance(val, (tuple, list)):
        return set().union(*map(free_symbols, val))
    if isinstance(val, torch.Tensor):
        return free_symbols((*val.size(), *val.stride()))
    number = val.number if isinstance(val, Expr) else val
    if is_symbolic(number) and ShapeEnv._last is not None:
        number = ShapeEnv._last._ask("simplify", number)  # what is decided is a number
    return set(map(Symbol, _c.symbols_in(number)))


def free_unbacked_symbols(val):
    """The symbols in a value that no input determines."""
    return {symbol for symbol in free_symbols(val) if symbol.name.startswith(("u", "zuf"))}


def has_free_symbols(val):
    return bool(free_symbols(val))


def hint_int(a, fallback=None):
    return int(a)


def guarding_hint_or_throw(a):
    """The value of a number in this run, without a guard; an error where it depends on data."""
    hint = a.node.hint if is_symbolic(a) else a
    if hint is None:
        raise GuardOnDataDependentSymNode(a)
    return hint


def optimization_hint(a, fallback=None):
    """The value of a number in this run, to choose between ways that all hold; the fallback where it depends on data."""
    hint = a.node.hint if is_symbolic(a) else a
    if hint is not None:
        return hint
    return 8192 if fallback is None else fallback


def expect_true(a, skip=0):
    if isinstance(a, torch.SymBool) and ShapeEnv._last is not None:
        return ShapeEnv._last.guard_or_defer_runtime_assert(Expr(a))
    if not a:
        raise RuntimeError("expect_true failed")
    return True


def constrain_range(a, *, min, max=None):
    """Limits a number that depends on data, without a check."""
    if max is None:
        max = math.inf
    if max < min:
        raise ValueError("Maximum value to constrain_as_size can't be less than the specified min value, received min={} and max={}".format(min, max))
    if is_symbolic(a):
        ShapeEnv._last._constrain_range(a, min, max)
    elif not min <= a <= max:
        raise ValueError(f"Invalid value {a} for range [{min}:{max}]")


def _constrain_range_for_size(a, min=None, max=None):
    """Limits a size that depends on data."""
    if not isinstance(a, torch.SymInt):
        raise AssertionError("can only constrain range for SymInt")
    constrain_range(a, min=0 if min is None else min, max=max)


def constrain_unify(a, b):
    """Makes two numbers the same one, without a check."""
    if is_symbolic(a) or is_symbolic(b):
        ShapeEnv._last._constrain_unify(a, b)
    elif a != b:
        raise AssertionError(f"Expected {a} == {b}")


def canonicalize_bool_expr(expr):
    return expr


def __getattr__(name):
    if name in ("bind_symbols", "eval_guards", "fx_placeholder_targets", "fx_placeholder_vals"):
        from torch.fx.experimental import _recorded_env

        return getattr(_recorded_env, name)
    if name in ("CallMethodKey", "ConvertIntKey", "DivideByKey", "InnerTensorKey", "resolve_unbacked_bindings"):
        from torch.fx.experimental import _unbacked

        return getattr(_unbacked, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
