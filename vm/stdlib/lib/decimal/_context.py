"""Signals, rounding, and the context that arithmetic takes its precision from."""

from _threads import values as _thread_values

ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_HALF_DOWN, ROUND_05UP = (
    "ROUND_DOWN", "ROUND_HALF_UP", "ROUND_HALF_EVEN", "ROUND_CEILING", "ROUND_FLOOR", "ROUND_UP", "ROUND_HALF_DOWN", "ROUND_05UP")
ROUNDINGS = (ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_HALF_DOWN, ROUND_05UP)

MAX_PREC = MAX_EMAX = 999999999999999999
MIN_EMIN = -999999999999999999
MIN_ETINY = MIN_EMIN - (MAX_PREC - 1)
HAVE_THREADS = True
HAVE_CONTEXTVAR = True


class DecimalException(ArithmeticError):
    __module__ = "decimal"


class Clamped(DecimalException):
    __module__ = "decimal"


class InvalidOperation(DecimalException):
    __module__ = "decimal"


class ConversionSyntax(InvalidOperation):
    __module__ = "decimal"


class DivisionByZero(DecimalException, ZeroDivisionError):
    __module__ = "decimal"


class DivisionImpossible(InvalidOperation):
    __module__ = "decimal"


class DivisionUndefined(InvalidOperation, ZeroDivisionError):
    __module__ = "decimal"


class Inexact(DecimalException):
    __module__ = "decimal"


class InvalidContext(InvalidOperation):
    __module__ = "decimal"


class Rounded(DecimalException):
    __module__ = "decimal"


class Subnormal(DecimalException):
    __module__ = "decimal"


class Overflow(Inexact, Rounded):
    __module__ = "decimal"


class Underflow(Inexact, Rounded, Subnormal):
    __module__ = "decimal"


class FloatOperation(DecimalException, TypeError):
    __module__ = "decimal"


# In the order in which they are listed and looked for.
SIGNALS = (InvalidOperation, FloatOperation, DivisionByZero, Overflow, Underflow, Subnormal, Inexact, Rounded, Clamped)
_CONDITIONS = {ConversionSyntax: InvalidOperation, DivisionImpossible: InvalidOperation, DivisionUndefined: InvalidOperation,
               InvalidContext: InvalidOperation}


class SignalDict:
    """The flags or traps of a context."""

    __slots__ = ("_on",)

    def __init__(self, on=()):
        self._on = set(on)

    def _check(self, key):
        if key not in SIGNALS:
            raise KeyError("invalid error flag")

    def __getitem__(self, key):
        self._check(key)
        return key in self._on

    def __setitem__(self, key, value):
        self._check(key)
        (self._on.add if value else self._on.discard)(key)

    def __delitem__(self, key):
        raise ValueError("signal keys cannot be deleted")

    def __iter__(self):
        return iter(SIGNALS)

    def __len__(self):
        return len(SIGNALS)

    def __contains__(self, key):
        return key in SIGNALS

    def keys(self):
        return dict.fromkeys(SIGNALS).keys()

    def items(self):
        return {s: s in self._on for s in SIGNALS}.items()

    def values(self):
        return [s in self._on for s in SIGNALS]

    def get(self, key, default=None):
        return self[key] if key in SIGNALS else default

    def copy(self):
        return dict(self.items())

    def __eq__(self, other):
        if isinstance(other, SignalDict):
            return self._on == other._on
        if isinstance(other, dict):
            return dict(self.items()) == other
        return NotImplemented

    def __repr__(self):
        return "{" + ", ".join(f"{s!r}:{s in self._on}" for s in SIGNALS) + "}"


def _signal_dict(value):
    if isinstance(value, SignalDict):
        return SignalDict(value._on)
    if isinstance(value, dict):
        if set(value) != set(SIGNALS):
            raise KeyError("invalid signal dict")
        return SignalDict(s for s in SIGNALS if value[s])
    if not isinstance(value, (list, tuple)):
        raise TypeError("argument must be a signal dict")
    for s in value:
        if s not in SIGNALS:
            raise TypeError("valid values for signals are:\n  [InvalidOperation, FloatOperation, DivisionByZero,\n"
                            "   Overflow, Underflow, Subnormal, Inexact, Rounded,\n   Clamped]")
    return SignalDict(value)


_SHOWN = (Clamped, InvalidOperation, DivisionByZero, Inexact, FloatOperation, Overflow, Rounded, Subnormal, Underflow)


def _names(signals):
    return "[" + ", ".join(s.__name__ for s in _SHOWN if s in signals._on) + "]"


class Context:
    """Precision, rounding, limits of exponents, and which signals raise exceptions."""

    __hash__ = None

    def __init__(self, prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None, flags=None, traps=None):
        base = DefaultContext if DefaultContext is not None else _Defaults
        self.prec = base.prec if prec is None else prec
        self.rounding = base.rounding if rounding is None else rounding
        self.Emin = base.Emin if Emin is None else Emin
        self.Emax = base.Emax if Emax is None else Emax
        self.capitals = base.capitals if capitals is None else capitals
        self.clamp = base.clamp if clamp is None else clamp
        self.flags = [] if flags is None else flags
        self.traps = base.traps if traps is None else traps

    def __setattr__(self, name, value):
        limits = {"prec": (1, MAX_PREC, f"valid range for prec is [1, MAX_PREC]"), "Emin": (MIN_EMIN, 0, "valid range for Emin is [MIN_EMIN, 0]"),
                  "Emax": (0, MAX_EMAX, "valid range for Emax is [0, MAX_EMAX]"), "capitals": (0, 1, "valid values for capitals are 0 or 1"),
                  "clamp": (0, 1, "valid values for clamp are 0 or 1")}
        if name in limits:
            low, high, text = limits[name]
            if not isinstance(value, int):
                raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
            if not low <= value <= high:
                raise ValueError(text)
        elif name == "rounding":
            if value not in ROUNDINGS:
                raise TypeError("valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n"
                                "   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]")
        elif name in ("flags", "traps"):
            value = _signal_dict(value)
        else:
            raise AttributeError(f"'decimal.Context' object has no attribute '{name}'")
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        raise AttributeError("context attributes cannot be deleted")

    def __repr__(self):
        return (f"Context(prec={self.prec}, rounding={self.rounding}, Emin={self.Emin}, Emax={self.Emax}, capitals={self.capitals}, "
                f"clamp={self.clamp}, flags={_names(self.flags)}, traps={_names(self.traps)})")

    def __reduce__(self):
        flags, traps = ([s for s in SIGNALS if d[s]] for d in (self.flags, self.traps))
        return Context, (self.prec, self.rounding, self.Emin, self.Emax, self.capitals, self.clamp, flags, traps)

    def clear_flags(self):
        self.flags._on.clear()

    def clear_traps(self):
        self.traps._on.clear()

    def copy(self):
        return Context(self.prec, self.rounding, self.Emin, self.Emax, self.capitals, self.clamp, self.flags, self.traps)

    __copy__ = copy

    def Etiny(self):
        return self.Emin - self.prec + 1

    def Etop(self):
        return self.Emax - self.prec + 1

    def signal(self, *conditions):
        """Note what happened, and raise the first of it that is trapped."""
        raised = {_CONDITIONS.get(c, c) for c in conditions}
        self.flags._on |= raised
        trapped = [s for s in SIGNALS if s in raised and s in self.traps._on]
        if trapped:
            listed = [c for c in _CONDITIONS if c in conditions and InvalidOperation in trapped]
            if InvalidOperation in conditions and InvalidOperation in trapped:
                listed.append(InvalidOperation)
            listed += [s for s in trapped if s is not InvalidOperation]
            raise trapped[0](listed)

    def create_decimal(self, num="0", /):
        from decimal import Decimal
        if isinstance(num, str) and (num != num.strip() or "_" in num):
            self.signal(ConversionSyntax)
            return Decimal("NaN")
        value = Decimal(num, self)
        if value.is_nan() and len(str(value._int)) > self.prec - self.clamp and value._int:
            self.signal(ConversionSyntax)
            return Decimal("NaN")
        return value._fix(self)

    def create_decimal_from_float(self, f, /):
        from decimal import Decimal
        return Decimal.from_float(f)._fix(self)


class _Defaults:
    prec, rounding, Emin, Emax, capitals, clamp, traps = 28, ROUND_HALF_EVEN, -999999, 999999, 1, 0, ()


DefaultContext = None
DefaultContext = Context(traps=[DivisionByZero, Overflow, InvalidOperation])
BasicContext = Context(prec=9, rounding=ROUND_HALF_UP, traps=[DivisionByZero, Overflow, InvalidOperation, Clamped, Underflow])
ExtendedContext = Context(prec=9, rounding=ROUND_HALF_EVEN, traps=[])

def getcontext():
    values = _thread_values()
    context = values.get("decimal")
    if context is None:
        context = values["decimal"] = DefaultContext.copy()
    return context


def setcontext(context, /):
    if not isinstance(context, Context):
        raise TypeError("argument must be a context")
    if context in (DefaultContext, BasicContext, ExtendedContext):
        context = context.copy()
        context.clear_flags()
    _thread_values()["decimal"] = context


class _ContextManager:
    def __init__(self, context):
        self.new_context = context.copy()

    def __enter__(self):
        self.saved_context = getcontext()
        setcontext(self.new_context)
        return self.new_context

    def __exit__(self, t, v, tb):
        setcontext(self.saved_context)


def localcontext(ctx=None, **kwargs):
    """Return a context manager that makes a copy of a context the current one."""
    if ctx is None:
        ctx = getcontext()
    if not isinstance(ctx, Context):
        raise TypeError("optional argument must be a context")
    manager = _ContextManager(ctx)
    for name, value in kwargs.items():
        if name not in ("prec", "rounding", "Emin", "Emax", "capitals", "clamp", "flags", "traps"):
            raise TypeError(f"this function got an unexpected keyword argument '{name}'")
        setattr(manager.new_context, name, value)
    return manager


def IEEEContext(bits, /):
    if bits <= 0 or bits % 32 or bits > 512:
        raise ValueError("argument must be a multiple of 32, with a maximum of 512")
    emax = 3 * 2 ** (bits // 16 + 3)
    return Context(prec=9 * (bits // 32) - 2, rounding=ROUND_HALF_EVEN, Emin=1 - emax, Emax=emax, capitals=1, clamp=1, flags=[], traps=[])


IEEE_CONTEXT_MAX_BITS = 512
