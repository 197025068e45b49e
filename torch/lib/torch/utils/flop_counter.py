"""Counts the floating-point operations of products, by module."""

import math
from collections import defaultdict

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_map
from torch.utils.module_tracker import ModuleTracker

__all__ = ["FlopCounterMode", "register_flop_formula"]

aten = torch.ops.aten
flop_registry = {}


def get_shape(value):
    return value.shape if isinstance(value, torch.Tensor) else value


def shape_wrapper(f):
    """f with the shapes of tensors for the tensors."""

    def wrapper(*args, out_val=None, **kwargs):
        args, kwargs, out_shape = tree_map(get_shape, (args, kwargs, out_val))
        return f(*args, out_shape=out_shape, **kwargs)

    return wrapper


def register_flop_formula(targets, get_raw=False):
    """Decorates the formula of operators: it gets their arguments, shapes in place of tensors unless get_raw, and the shape of the result as out_shape."""

    def register(formula):
        counted = formula if get_raw else shape_wrapper(formula)
        for target in targets if isinstance(targets, (list, tuple)) else [targets]:
            if target in flop_registry:
                raise RuntimeError(f"duplicate registrations for {target}")
            flop_registry[target] = counted
        return formula

    return register


@register_flop_formula(aten.mm)
def mm_flop(a_shape, b_shape, *args, out_shape=None, **kwargs):
    m, k = a_shape
    return 2 * m * k * b_shape[1]


@register_flop_formula(aten.addmm)
def addmm_flop(self_shape, a_shape, b_shape, out_shape=None, **kwargs):
    return mm_flop(a_shape, b_shape)


@register_flop_formula(aten.bmm)
def bmm_flop(a_shape, b_shape, out_shape=None, **kwargs):
    return a_shape[0] * mm_flop(a_shape[1:], b_shape[1:])


@register_flop_formula(aten.baddbmm)
def baddbmm_flop(self_shape, a_shape, b_shape, out_shape=None, **kwargs):
    return bmm_flop(a_shape, b_shape)


def conv_flop_count(x_shape, w_shape, out_shape, transposed=False):
    """Each position of the output (of the input, if transposed) costs a multiply-add for each element of the weight."""
    positions = (x_shape if transposed else out_shape)[2:]
    return 2 * x_shape[0] * math.prod(positions) * math.prod(w_shape)


@register_flop_formula(aten.convolution)
def conv_flop(x_shape, w_shape, bias, stride, padding, dilation, transposed, *args, out_shape=None, **kwargs):
    return conv_flop_count(x_shape, w_shape, out_shape, transposed=transposed)


@register_flop_formula(aten.convolution_backward)
def conv_backward_flop(grad_out_shape, x_shape, w_shape, bias, stride, padding, dilation, transposed, output_padding, groups, output_mask, out_shape=None):
    swapped = lambda shape: [shape[1], shape[0], *shape[2:]]
    flops = 0
    if output_mask[0]:
        flops += conv_flop_count(grad_out_shape, w_shape, out_shape[0], not transposed)
    if output_mask[1]:
        first, second = (grad_out_shape, x_shape) if transposed else (x_shape, grad_out_shape)
        flops += conv_flop_count(swapped(first), swapped(second), swapped(out_shape[1]))
    return flops


def sdpa_flop_count(query_shape, key_shape, value_shape):
    b, h, s_q, d_q = query_shape
    s_k, d_v = key_shape[2], value_shape[3]
    return bmm_flop((b * h, s_q, d_q), (b * h, d_q, s_k)) + bmm_flop((b * h, s_q, s_k), (b * h, s_k, d_v))


def sdpa_backward_flop_count(grad_out_shape, query_shape, key_shape, value_shape):
    """The products of the scores again, and those of the gradients of scores, values, queries and keys."""
    b, heads, rows, width = query_shape
    columns, depth = value_shape[-2:]
    n = b * heads
    return 2 * n * (3 * rows * width * columns + 2 * rows * depth * columns)


def sdpa_flop(query_shape, key_shape, value_shape, *args, out_shape=None, **kwargs):
    return sdpa_flop_count(query_shape, key_shape, value_shape)


def sdpa_backward_flop(grad_out_shape, query_shape, key_shape, value_shape, *args, out_shape=None, **kwargs):
    return sdpa_backward_flop_count(grad_out_shape, query_shape, key_shape, value_shape)


def normalize_tuple(x):
    return x if isinstance(x, tuple) else (x,)


suffixes = ["", "K", "M", "B", "T"]


def get_suffix_str(number):
    """The unit in which a number has few digits."""
    return suffixes[max(0, min(len(suffixes) - 1, (len(str(number)) - 2) // 3))]


def convert_num_with_suffix(number, suffix):
    return f"{number / 1000 ** suffixes.index(suffix):.3f}{suffix}"


def convert_to_percent_str(num, denom):
    return "0%" if denom == 0 else f"{num / denom:.2%}"


class FlopCounterMode(TorchDispatchMode):
    """While active, counts the operations of products. get_flop_counts() has them by module and operator, get_total_flops() all."""

    def __init__(self, mods=None, depth=2, display=True, custom_mapping=None):
        super().__init__()
        self.flop_counts = defaultdict(lambda: defaultdict(int))
        self.depth, self.display, self.mod_tracker = depth, display, ModuleTracker()
        if mods is not None:
            import warnings
            warnings.warn("mods argument is not needed anymore, you can stop passing it", stacklevel=2)
        own = {target: formula if getattr(formula, "_get_raw", False) else shape_wrapper(formula) for target, formula in (custom_mapping or {}).items()}
        self.flop_registry = {**flop_registry, **own}

    def get_total_flops(self):
        return sum(self.flop_counts["Global"].values())

    def get_flop_counts(self):
        return {name: dict(counts) for name, counts in self.flop_counts.items()}

    def get_table(self, depth=None):
        import tabulate
        depth = 999999 if depth is None and self.depth is None else depth or self.depth
        total = self.get_total_flops()
        short, unit = next(((10 ** p, u) for p, u in ((12, "T"), (9, "B"), (6, "M"), (3, "K")) if total >= 10 ** p), (1, ""))

        def row(name, value, indent):
            share = "0%" if total == 0 else f"{value / total:.2%}"
            return [" " * indent + name, f"{value / short:.3f}{unit}" if unit else str(value), share]

        rows = []
        for name in sorted(self.flop_counts):
            level = name.count(".") + 1
            if name == "Global" or level > depth:
                continue
            counts = self.flop_counts[name]
            rows.append(row(name, sum(counts.values()), level - 1))
            rows += [row(f" - {op}", n, level - 1) for op, n in counts.items()]
        if "Global" in self.flop_counts and (not rows or len({name.split(".")[0] for name in self.flop_counts if name != "Global"}) > 1):
            rows = [row("Global", total, 0)] + [[" " + r[0], *r[1:]] for r in rows]
        return tabulate.tabulate(rows or [["Global", "0", "0%"]], headers=["Module", "FLOP", "% Total"], colalign=("left", "right", "right"))

    def __enter__(self):
        self.flop_counts.clear()
        self.mod_tracker.__enter__()
        super().__enter__()
        return self

    def __exit__(self, *exc_info):
        result = super().__exit__(*exc_info)
        self.mod_tracker.__exit__(*exc_info)
        if self.display:
            print(self.get_table(self.depth))
        return result

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        out = func(*args, **kwargs)
        formula = self.flop_registry.get(func.overloadpacket)
        if formula is not None:
            count = formula(*args, **kwargs, out_val=out)
            for name in set(self.mod_tracker.parents):
                self.flop_counts[name][func.overloadpacket] += count
        return out
