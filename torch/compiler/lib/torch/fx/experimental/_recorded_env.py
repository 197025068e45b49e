"""The environment of sizes that a graph was recorded with: what was decided of them, and whether that holds for other arguments."""

import torch
from torch.fx.experimental.symbolic_shapes import ShapeEnv, Symbol, is_symbolic

__all__ = ["RecordedEnv", "bind_symbols", "eval_guards", "fx_placeholder_targets", "fx_placeholder_vals"]

_WORDS = {
    "Eq": lambda a, b: a == b, "Ne": lambda a, b: a != b, "Mod": lambda a, b: a % b, "PythonMod": lambda a, b: a % b, "Max": max, "Min": min, "FloorDiv": lambda a, b: a // b,
    "And": lambda *a: all(a), "Or": lambda *a: any(a), "Not": lambda a: not a,
}


class RecordedEnv(ShapeEnv):
    """The environment of a graph."""

    def __init__(self, handle):
        super().__init__()
        self._handle = handle

    @property
    def var_to_val(self):
        return {Symbol(name): value for name, (_, value) in self._ask("hints").items()}

    backed_var_to_val = var_to_val

    @property
    def var_to_range(self):
        from torch.export._ranges import ValueRanges

        return {Symbol(name): ValueRanges(*self._ask("bounds", self._ask("simplify", number))) for name, (number, _) in self._ask("hints").items()}

    def bind_symbols(self, placeholders, args):
        """What the symbols of placeholders are for some arguments."""
        return {Symbol(name): value for name, value in self._bound(placeholders, args).items()}

    def _bound(self, placeholders, args):
        bound = {}

        def bind(size, value):
            text = str(size)
            if is_symbolic(size) and text.isidentifier():
                if text in bound:
                    if bound[text] != value:
                        raise AssertionError(f"{bound[text]} != {value}")
                else:
                    bound[text] = value

        for place, arg in zip(placeholders, args, strict=True):
            if isinstance(place, torch.Tensor):
                for size, value in zip(place.shape, arg.shape):
                    bind(size, value)
            elif place is not None:
                bind(place, arg)
        return bound

    def evaluate_guards_for_args(self, placeholders, args, *, ignore_static=True):
        """Whether what was decided holds for arguments: the same sizes are equal, and the conditions are as they were."""
        try:
            bound = self._bound(placeholders, args)
        except AssertionError:
            return False
        names = {**_WORDS, **bound}
        for place, arg in zip(placeholders, args):
            if not isinstance(place, torch.Tensor):
                continue
            if place.dim() != arg.dim():
                return False
            for size, value in zip(place.shape, arg.shape):
                text = str(size)
                if (is_symbolic(size) and not text.isidentifier() or not is_symbolic(size) and not ignore_static) and eval(text, {}, names) != value:
                    return False
        for symbol, limits in self.var_to_range.items():
            value = bound.get(str(symbol))
            if value is not None and (limits.lower is not None and value < limits.lower or limits.upper is not None and isinstance(limits.upper, int) and value > limits.upper):
                return False
        for name, by in self.replacements.items():
            if str(name) not in bound:
                names[str(name)] = eval(str(by), {}, names)
        return all(eval(str(guard.expr), {}, names) for guard in self.guards)


def fx_placeholder_vals(gm):
    """What is known of the inputs of a graph."""
    return [node.meta["val"] for node in gm.graph.nodes if node.op == "placeholder"]


def fx_placeholder_targets(gm):
    """The names of the inputs of a graph."""
    return [node.target for node in gm.graph.nodes if node.op == "placeholder"]


def eval_guards(gm, *args, ignore_static=True):
    """Whether what was decided of sizes while a graph was made holds for arguments."""
    return gm.shape_env.evaluate_guards_for_args(fx_placeholder_vals(gm), args, ignore_static=ignore_static)


def bind_symbols(gm, *args):
    """What the symbols of a graph are for arguments."""
    return gm.shape_env.bind_symbols(fx_placeholder_vals(gm), args)
