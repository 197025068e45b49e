"""The leaves of a call's arguments and the tensors of its module, as inputs of a graph: what they are called, where they come from, and which of their sizes stay open."""

import inspect
import re
import sys

import torch
from torch._dynamo.exc import UserError, UserErrorType
from torch.fx.experimental.symbolic_shapes import ConstraintViolationError
from torch.utils import _pytree as pytree

from .dynamic_shapes import Dim, _DerivedDim, _DimHint, _DimHintType, children
from .graph_signature import InputKind

_PREFIX = {InputKind.PARAMETER: "p_", InputKind.BUFFER: "b_", InputKind.CONSTANT_TENSOR: "c_"}


def _state_name(path, strict):
    """What the input for a tensor of a module is called after its prefix: without the self that programs which Dynamo has not traced hold to be that of the module."""
    name = path.replace(".", "_")
    return _clean(name if strict else re.sub("^(L__self___|self_)", "", name))


def _name_by_dynamo(path, kind):
    """What Dynamo calls its input for a tensor of the module."""
    *modules, name = path.split(".")
    group = {InputKind.PARAMETER: ["parameters"], InputKind.BUFFER: ["buffers"]}.get(kind, [])
    parts = ["l", "self", *(x for m in modules for x in ("modules", m)), *group, name]
    return re.sub("_+", "_", re.sub("[^a-zA-Z0-9]", "_", "_".join(parts) + ("_" if group else "")).lower())


def _dynamo_names(names, state, named):
    """What Dynamo calls the inputs of a graph, by their names: those of the state, then those of arguments."""
    inputs = _leaf_names(named)
    by_dynamo = [_name_by_dynamo(name, kind) for name, _, kind, _ in state] + [f"l_{name.lower()}_" for name in inputs]
    return dict(zip(names, by_dynamo))


def _clean(name):
    """A name for an input: small letters, digits and underscores."""
    return re.sub("[^a-zA-Z0-9]", "_", name).lower()


def _unique(of_state, of_inputs):
    """Names for all inputs of a graph: those of arguments before those of state, and what is taken with a number behind it."""
    taken = set()

    def free(name):
        made, n = name, 0
        while made in taken:
            n += 1
            made = f"{name}_{n}"
        taken.add(made)
        return made

    of_inputs = [free(_clean(name)) for name in of_inputs]
    return [free(name) for name in of_state] + of_inputs


def _leaf_names(named):
    """A name for each leaf of the arguments, as paths of keys."""
    names = []
    for name, value in named.items():
        if isinstance(value, torch.Tensor) or pytree.tree_is_leaf(value):
            names.append(name)
            continue
        for path, _ in pytree.tree_leaves_with_path(value):
            names.append("_".join([name, *(_key(k) for k in path)]))
    return names


def _leaf_sources(mod, named):
    """Where each leaf of the arguments comes from: the parameter of forward and steps from there; see record_calls."""
    kinds = {p.name: p.kind for p in inspect.signature(mod.forward).parameters.values()}
    more = [name for name, kind in kinds.items() if kind is inspect.Parameter.VAR_KEYWORD]
    found = []
    for name, value in named.items():
        root = (name,) if name in kinds or not more else (more[0], ("key", name, repr(name)))
        for path, _ in pytree.tree_leaves_with_path(value):
            found.append((*root, *(_step(k) for k in path)))
    return found


def _step(k):
    if isinstance(k, pytree.SequenceKey):
        return ("item", k.idx)
    if isinstance(k, pytree.MappingKey):
        return ("key", k.key, repr(k.key))
    return ("attr", str(getattr(k, "name", k)))


def _written(source):
    """A source as guards write it."""
    text = f"L[{source[0]!r}]"
    for kind, key, *_ in source[1:]:
        text += f".{key}" if kind == "attr" else f"[{key!r}]"
    return text


def _items(shape):
    """The dimensions that a shape speaks of."""
    return shape.items() if isinstance(shape, dict) else enumerate(shape) if isinstance(shape, (list, tuple)) else ()


def _check_derived(dim, d, size, place, roots):
    root, factor, offset = dim.linear()
    if root.__name__ in roots:
        value = roots[root.__name__][0]
        if value * factor + offset != size:
            raise UserError(UserErrorType.CONSTRAINT_VIOLATION, f"Expected input {place} to be equal to {dim.__name__}, where {root.__name__} = {value}, but got {size}")
    elif (size - offset) % factor:
        raise UserError(UserErrorType.CONSTRAINT_VIOLATION, f"Expected shape[{d}] = {size} of input Tensor to be of the form {dim.__name__}, where {root.__name__} is an integer")
    else:
        roots[root.__name__] = ((size - offset) // factor, place)


def _check_hints(flat, given, sources, strict):
    """Refuses sizes of the example inputs that contradict what dynamic_shapes says of them."""
    error = (lambda text: UserError(UserErrorType.CONSTRAINT_VIOLATION, text)) if strict else ConstraintViolationError
    roots = {}
    for t, shape, source in zip(flat, given, sources):
        for d, dim in _items(shape) if isinstance(t, torch.Tensor) else ():
            if isinstance(dim, Dim) and not isinstance(dim, _DerivedDim):
                size, place = roots.setdefault(dim.__name__, (t.shape[d], f"{_written(source)}.size()[{d}]"))
                if size != t.shape[d]:
                    raise UserError(UserErrorType.CONSTRAINT_VIOLATION, f"{_written(source)}.size()[{d}] = {t.shape[d]} is not equal to {place} = {size}")
    for i, (t, shape, source) in enumerate(zip(flat, given, sources)):
        if type(t) is int and isinstance(shape, Dim):
            raise ValueError("Unable to specify input integers as dynamic through named Dims. Please use Dim.AUTO/DYNAMIC instead.")
        if not isinstance(t, torch.Tensor):
            continue
        for d, dim in _items(shape):
            size = t.shape[d]
            if type(dim) is int and dim != size:
                place = f"L['flat_args'][{i}]" if strict else _written(source)
                raise error(f"Static shape constraint of {dim} does not match input size of {size}, for {place}.size()[{d}]")
            if isinstance(dim, _DimHint):
                if dim.type is _DimHintType.DYNAMIC and size < 2:
                    raise ValueError(
                        "Found the following conflicts between user-specified ranges and inferred ranges from model tracing:\n"
                        f"- Received user-specified dim hint Dim.DYNAMIC(min={dim.min}, max={dim.max}), but export 0/1 specialized due to hint of {size} for dimension inputs[{i}].shape[{d}]."
                    )
            elif isinstance(dim, _DerivedDim):
                _check_derived(dim, d, size, f"{_written(source)}.size()[{d}]", roots)
            elif isinstance(dim, Dim) and not dim.min <= size <= dim.max:
                raise error(f"{size} not in range [{max(dim.min, 2)}, {'int_oo' if dim.max == sys.maxsize else dim.max}]")


def _key(k):
    return str(getattr(k, "idx", getattr(k, "key", getattr(k, "name", k))))


def _heard(t, shape, strict):
    """What is said of dimensions that a tensor has. Only names and numbers, and not in strict mode, may count from the end."""
    heard = {}
    for d, dim in _items(shape):
        if 0 <= d < t.dim() or not (strict or dim is None or isinstance(dim, _DimHint)):
            if not -t.dim() <= d < t.dim():
                raise IndexError("list assignment index out of range")
            heard[d % t.dim()] = dim
    return heard


def _leaf_shapes(named, shapes, strict):
    """What dynamic_shapes says of each leaf of the arguments."""
    out = []

    def walk(value, shape):
        if isinstance(value, torch.Tensor):
            out.append(shape if shape is None else _heard(value, shape, strict))
        elif pytree.tree_is_leaf(value):
            out.append(shape)
        elif isinstance(value, dict):
            for k, v in value.items():
                walk(v, shape.get(k) if isinstance(shape, dict) else None)
        elif isinstance(value, (list, tuple)):
            for i, v in enumerate(value):
                walk(v, shape[i] if isinstance(shape, (list, tuple)) else None)
        else:
            parts = children(value)
            given = list(shape.values()) if isinstance(shape, dict) else list(shape or ())
            for v, s in zip(parts, given or [None] * len(parts)):
                walk(v, s)

    for name, value in named.items():
        walk(value, shapes.get(name))
    return out


def _policies(t, shape):
    """For the dimensions of a tensor that stay open: how, between what bounds, and what the user calls them."""
    if not isinstance(t, torch.Tensor):
        if type(t) is int and isinstance(shape, _DimHint) and shape.type is not _DimHintType.STATIC:
            return {0: ("dynamic", None, None, None)}
        return None
    marks = {}
    for d, dim in _items(shape):
        if dim is None or type(dim) is int:
            continue
        if isinstance(dim, _DimHint):
            if dim.type is not _DimHintType.STATIC:
                marks[d % t.dim()] = ("dynamic" if dim.type is _DimHintType.DYNAMIC else "auto", dim.min, dim.max, None)
            continue
        root, factor, offset = dim.linear() if isinstance(dim, _DerivedDim) else (dim, 1, 0)
        marks[d % t.dim()] = ("dynamic", *_bounds(dim), dim.__name__, root.__name__, factor, offset, *_bounds(root))
    return marks


def _marked(t):
    """The same by what was said of the tensor itself, where dynamic_shapes says nothing."""
    if not isinstance(t, torch.Tensor):
        return None
    return {d: ("auto", None, None, None) for d in getattr(t, "_dynamo_dynamic_indices", set()) | getattr(t, "_dynamo_weak_dynamic_indices", set())}


def _bounds(dim):
    """The least and the greatest value of a dim, None where it has none."""
    return dim.min or None, dim.max if dim.max != sys.maxsize else None
