"""What a shape environment was asked, so that another one can be asked the same, and the comparison of two by what they know."""

import dataclasses
import functools
import itertools
import re

import torch

_RELATIONS = {">=": ("<=", True), ">": ("<", True), "<=": ("<=", False), "<": ("<", False)}  # as "less", and whether the sides change places


class NotEqualError(Exception):
    """Two environments know different things: the fields by name, each with its two values."""

    def __init__(self, msg, mismatched):
        fields = (f"==> {name}: values don't match.\n  >  Left: {left}\n  > Right: {right}\n" for name, left, right in mismatched)
        super().__init__(f"ShapeEnv not equal: {msg}\n\n" + "".join(fields))


@dataclasses.dataclass
class FakeTensorMeta:
    """The geometry of a tensor without data, in place of the tensor itself."""

    tensor_size: tuple
    tensor_stride: tuple
    tensor_storage_offset: object
    is_nested: bool

    def size(self):
        return self.tensor_size

    def stride(self):
        return self.tensor_stride

    def storage_offset(self):
        return self.tensor_storage_offset

    def dim(self):
        return len(self.tensor_size)

    @staticmethod
    def from_fake(fake):
        return FakeTensorMeta(fake.size(), fake.stride(), fake.storage_offset(), fake.is_nested)


@dataclasses.dataclass
class ShapeEnvEvent:
    """One thing that an environment was asked: the first argument of a method stands for the environment."""

    f: object
    args: list = None
    kwargs: dict = None
    tracked_fakes: list = None
    name: str = None

    def run(self, shape_env=None):
        if self.is_create():
            return self.f(**self.kwargs)
        return self.f(shape_env, *self.args[1:], **(self.kwargs or {}))

    def is_create(self):
        from torch.fx.experimental.symbolic_shapes import ShapeEnv

        return self.f is ShapeEnv

    def is_create_fx_call_function(self):
        return self.name == "_create_fx_call_function"

    def is_evaluate_expr(self):
        return self.name == "evaluate_expr"

    def is_defer_runtime_assert(self):
        return self.name == "guard_or_defer_runtime_assert"


def record_shapeenv_event(*, save_tracked_fakes=False, name=None):
    """Makes a method one whose calls are events of an environment that records them; calls from inside of such a call are part of it."""
    def decorate(method):
        @functools.wraps(method)
        def call(self, *args, **kwargs):
            if not self.should_record_events or self.is_recording:
                return method(self, *args, **kwargs)
            self.record_conditions()
            self.is_recording = True
            try:
                result = method(self, *args, **kwargs)
            finally:
                self.is_recording = False
            self.record_event(call, [self, *args], kwargs, name or method.__name__)
            return result

        return call

    return decorate


def replay_shape_env_events(events):
    """An environment that was asked what the events say."""
    if not events or not events[0].is_create():
        raise AssertionError("events do not begin with that of the environment's making")
    shape_env = events[0].run()
    for event in events[1:]:
        event.run(shape_env)
    return shape_env


def shape_env_check_state_equal(env1, env2, non_state_variable_names, map_value):
    """Raises where two environments differ in a variable, each mapped to what is shown of it."""
    fields = sorted((set(vars(env1)) | set(vars(env2))) - set(non_state_variable_names))
    differing = []
    for name in fields:
        left, right = (map_value(name, getattr(env, name, None)) for env in (env1, env2))
        if left != right:
            differing.append((name, left, right))
    if differing:
        raise NotEqualError("field values don't match:", differing)


# What an environment knows, field by field.


def state(env):
    """The fields that two environments are compared by; texts and dicts of texts."""
    names = sorted(env.symbols)
    replaced = env.replacements
    decided = [guard.expr for guard in env.guards_in_order]
    hints = {name: env.symbols[name].hint for name in names if env.symbols[name].hint is not None}
    axioms = {}
    deferred = {str(symbol): [check.expr for check in checks] for symbol, checks in env.deferred_runtime_asserts.items()}
    for expr in [*decided, *itertools.chain(*deferred.values())]:
        axioms.update(_implied(_simplified(env, expr, replaced)))
    by_symbol = {name: [shown(env, expr) for expr in exprs] for name, exprs in deferred.items()}
    return {
        "axioms": _dict(axioms),
        "backed_var_to_val": _dict(hints),
        "deferred_runtime_asserts": _dict({name: f"[{', '.join(texts)}]" for name, texts in by_symbol.items()}),
        "divisible": _set({m for e in decided for m in re.findall(r"^Eq\((Mod\(.*\)), 0\)$", shown(env, e))}),
        "guards": f"[{', '.join(shown(env, e) for e in decided)}]",
        "num_deferred_runtime_asserts": sum(map(len, deferred.values())),
        "replacements": _dict({str(symbol): str(expr) for symbol, expr in replaced.items()}),
        "settings": str(env.settings),
        "source_to_var": _dict({_name(env.symbols[n].source): n for n in hints}),
        "unbacked_symfloat_counter": sum(n.startswith("zuf") for n in names),
        "unbacked_symint_counter": sum(n.startswith("u") for n in names),
        "unique_ids": _set({int(n[1:]) for n in hints if n[1:].isdigit()}),
        "val_to_var": _dict({env.symbols[n].hint: n for n in reversed(names) if n in hints}),
        "var_to_range": _dict({n: str(_range(env, n)) for n in names}),
        "var_to_sources": _dict({n: f"[{env.symbols[n].source!r}]" for n in hints}),
    }


def check_equal(env, other):
    """Raises where two environments know different things."""
    left, right = state(env), state(other)
    differing = [(name, left[name], right[name]) for name in left if left[name] != right[name]]
    if differing:
        raise NotEqualError("field values don't match:", differing)


def shown(env, expr):
    """The text of an expression: remainders of numbers that may be negative are Python's."""
    lower = [env.bound_sympy(env.symbols[s.name].expr).lower for s in expr.free_symbols if s.name in env.symbols and s.name.startswith("u")]
    text = str(expr)
    return re.sub(r"\bMod\(", "PythonMod(", text) if any(low is None or low < 0 for low in lower) else text


def _name(source):
    return source.name if isinstance(source.name, str) else source.name()


def _range(env, name):
    made = env.symbols[name]
    if isinstance(made.expr.number, torch.SymBool):
        return "VR[0, 1]"
    if isinstance(made.expr.number, torch.SymFloat):
        return "VR[-oo, oo]"
    return env.bound_sympy(env.simplify(made.expr))


def _simplified(env, expr, replaced):
    """A condition with what replaces its symbols, as text."""
    if any(symbol.name in map(str, replaced) for symbol in expr.free_symbols):
        return str(env.simplify(expr))
    return shown(env, expr)


def _implied(text):
    """A condition that holds and what follows of it at once, by their texts, with the truth of each."""
    equation = re.fullmatch(r"(Eq|Ne)\((.*), ([^,]*)\)", text)
    if equation is None:
        for sign, (less, turned) in _RELATIONS.items():
            a, found, b = text.partition(f" {sign} ")
            if found:
                a, b = (b, a) if turned else (a, b)
                return {f"{a} {less} {b}": True, f"{b} {'<' if less == '<=' else '<='} {a}": False}
        return {"True": True, "False": False} if text == "True" else {text: True}
    kind, a, b = equation.groups()
    other = "Ne" if kind == "Eq" else "Eq"
    implied = {f"{kind}({a}, {b})": True, f"{kind}({b}, {a})": True, f"{other}({a}, {b})": False, f"{other}({b}, {a})": False}
    if kind == "Eq":
        a, b = (f"({x})" if "(" in x else x for x in (a, b))
        implied |= {f"{a} < {b}": False, f"{b} < {a}": False, f"{a} <= {b}": True, f"{b} <= {a}": True}
    return implied


def _dict(entries):
    return "{" + ", ".join(f"{k}: {entries[k]}" for k in sorted(entries)) + "}"


def _set(entries):
    return "{" + ", ".join(map(str, sorted(entries))) + "}"
