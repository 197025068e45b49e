"""Dims: names and ranges of the sizes that an exported program leaves open."""

import collections
import dataclasses
import enum
import inspect
import sys

import torch

__all__ = ["AdditionalInputs", "Constraint", "Dim", "ShapesCollection", "dims", "refine_dynamic_shapes_from_suggested_fixes"]


class _DimHintType(enum.Enum):
    AUTO = enum.auto()
    STATIC = enum.auto()
    DYNAMIC = enum.auto()


class _DimHint:
    """What export is to do with a size that has no name."""

    def __init__(self, type, min=None, max=None):
        self.type, self.min, self.max = type, min, max

    def __call__(self, min=None, max=None):
        return _DimHint(self.type, min, max)

    def __repr__(self):
        bounds = [f"{name}={value}" for name, value in (("min", self.min), ("max", self.max)) if value is not None]
        return f"DimHint({', '.join([self.type.name, *bounds])})"


class _Infinity(int):
    """The greatest value of a size that has none."""

    def __repr__(self):
        return "int_oo"

    __str__ = __repr__

    def __format__(self, spec):
        return "int_oo"


_INFINITY = _Infinity(sys.maxsize)


class Dim:
    """A size with a name, which is the same wherever the name stands."""

    AUTO = _DimHint(_DimHintType.AUTO)
    STATIC = _DimHint(_DimHintType.STATIC)
    DYNAMIC = _DimHint(_DimHintType.DYNAMIC)

    def __init__(self, name, *, min=None, max=None):
        least = 0 if min is None else min
        most = _INFINITY if max is None else max
        if most < least or min is not None and max is not None and min == max:
            raise AssertionError(f"Cannot create Dim with inconsistent min={min}, max={max}")
        if not name.isidentifier():
            raise AssertionError(f"Dim name must be a valid identifier, got {name}")
        self.__name__, self.min, self.max = name, least, most

    def __add__(self, other):
        if type(other) is not int:
            raise NotImplementedError(f"Attempted to add {other} to {self.__name__}, where an integer was expected. {_LINEAR}")
        return self._linear(1, other)

    def __radd__(self, other):
        return self + other

    def __sub__(self, other):
        if type(other) is not int:
            raise NotImplementedError(f"Attempted to subtract {other} from {self.__name__}, where an integer was expected. {_LINEAR}")
        return self._linear(1, -other)

    def __rsub__(self, other):
        raise NotImplementedError(f"Attempted to negate {self.__name__}. {_LINEAR}")

    def __mul__(self, other):
        if type(other) is not int or other <= 0:
            raise NotImplementedError(f"Attempted to multiply {other} with {self.__name__}, where a positive integer was expected. {_LINEAR}")
        return self._linear(other, 0)

    def __rmul__(self, other):
        return self * other

    def _linear(self, times, more):
        """factor * root + offset, of what the dim is, times times and more added."""
        root, factor, offset = self.linear() if isinstance(self, _DerivedDim) else (self, 1, 0)
        factor, offset = factor * times, offset * times + more
        name = root.__name__ if factor == 1 else f"{factor}*{root.__name__}"
        if offset:
            name += f" + {offset}" if offset > 0 else f" - {-offset}"
        return _DerivedDim(name, root, lambda x: factor * x + offset)

    def __repr__(self):
        # A least size of two is what any size is taken to have.
        least = "" if self.min == 2 else f", min={self.min}"
        most = "" if self.max == sys.maxsize else f", max={self.max}"
        return f"Dim({self.__name__!r}{least}{most})"


class _DerivedDim(Dim):
    """A size that follows from a named one."""

    def __init__(self, name, root, fn):
        self.__name__, self.root, self.fn = name, root, fn

    @property
    def min(self):
        least = self.fn(self.root.min)
        if least < 0:
            raise AssertionError(f"Expected derived min value of {self.__name__} to be >= 0. Please specify an appropriate min value for {self.root.__name__} (currently {self.root.min}).")
        return least

    @property
    def max(self):
        return _INFINITY if self.root.max == _INFINITY else self.fn(self.root.max)

    def linear(self):
        """The named size at the bottom, and what it is multiplied with and what is added."""
        root, factor, offset = self.root.linear() if isinstance(self.root, _DerivedDim) else (self.root, 1, 0)
        step = self.fn(1) - self.fn(0)
        return root, step * factor, step * offset + self.fn(0)

    def __repr__(self):
        return self.__name__


_LINEAR = "(Only increasing linear operations with integer coefficients are supported.)"


def dims(*names, min=None, max=None):
    """Several dims of one range."""
    return tuple(Dim(name, min=min, max=max) for name in names)


@dataclasses.dataclass
class _IntWrapper:
    """An int among the arguments that shapes can be assigned to."""

    val: int
    dynamism: object = None


class ShapesCollection:
    """Dynamic shapes by tensor instead of by argument."""

    def __init__(self):
        self._shapes = {}

    def __setitem__(self, t, shape):
        if not isinstance(t, (torch.Tensor, _IntWrapper)):
            raise AssertionError(f"Cannot assign shape to non-tensor or non-_IntWrapper type {type(t)}")
        _, known = self._shapes.setdefault(id(t), (t, shape))
        if known != shape:
            raise AssertionError(f"Shapes assigned to input do not match: expected {known}, got {shape}")

    def __getitem__(self, t):
        return self._shapes.setdefault(id(t), (t, {}))[1]

    def __len__(self):
        return len(self._shapes)

    def dynamic_shapes(self, m, args, kwargs=None):
        """The tree of shapes for arguments."""
        from torch.utils import _pytree as pytree

        found = {k: v[1] for k, v in self._shapes.items()}
        named, missing = _bind(m, args, kwargs or {}), set(found)

        def shape(value):
            if pytree.tree_is_leaf(value):
                missing.discard(id(value))
                return found.get(id(value)) if isinstance(value, (torch.Tensor, _IntWrapper)) else None
            if isinstance(value, dict):
                return {k: shape(v) for k, v in value.items()}
            parts = [shape(v) for v in children(value)]
            return tuple(parts) if type(value) is tuple else parts

        shapes = {name: shape(value) for name, value in named.items()}
        if missing:
            raise ValueError(
                "Some tensors that were assigned shapes were not found in args. Maybe such tensors were copied when passing them as args? Maybe such tensors are contained in "
                "classes that were not registered with pytree?"
            )
        return shapes


def _bind(m, args, kwargs):
    signature = inspect.signature(m.forward if isinstance(m, torch.nn.Module) else m)
    return dict(signature.bind(*args, **kwargs).arguments)


_ADVICE = "\nFor more information about this error, see: https://pytorch.org/docs/main/generated/exportdb/index.html#dynamic-shapes-validation"


def _refuse(text, advice=_ADVICE):
    from torch._dynamo.exc import UserError, UserErrorType

    raise UserError(UserErrorType.INVALID_INPUT, text + advice)


def _checked(named, dynamic_shapes):
    """dynamic_shapes as a dict by the names of arguments, each of a form that fits the argument."""
    if dynamic_shapes is None:
        return {}
    names = list(named)
    by_name = isinstance(dynamic_shapes, dict)
    if by_name and set(dynamic_shapes) != set(names) and names and isinstance(named[names[-1]], dict):  # further keywords beside the others
        more = named[names[-1]]
        if set(dynamic_shapes) == {*names[:-1], *more}:
            dynamic_shapes = {**{name: dynamic_shapes[name] for name in names[:-1]}, names[-1]: {name: dynamic_shapes[name] for name in more}}
    if by_name:
        if set(dynamic_shapes) != set(names):
            hint = "Alternatively, you could also ignore arg names entirely and specify `dynamic_shapes` as a list/tuple matching `inputs`."
            if len(named) == 1 and isinstance(named[names[0]], dict):
                hint = "Since here `inputs` is a list/tuple enclosing a single dict, maybe you just forgot to enclose `dynamic_shapes` in a list/tuple?"
            _refuse(f"When `dynamic_shapes` is specified as a dict, its top-level keys must be the arg names {names} of `inputs`, but here they are {list(dynamic_shapes)}. {hint}", _ADVICE if hint.startswith("Since") else _ADVICE.replace("\n", " "))
        shapes = dict(dynamic_shapes)
    else:
        count = len(dynamic_shapes)
        if not isinstance(dynamic_shapes, (list, tuple)):
            raise AssertionError(f"expected dynamic_shapes to be dict, tuple, or list, got {type(dynamic_shapes)}")
        if count != len(names):
            _mismatch("", f"has {len(names)} elements", f"has {len(dynamic_shapes)} elements")
        shapes = dict(zip(names, dynamic_shapes))
    known = {}
    for i, name in enumerate(names):
        _check_shape(named[name], shapes[name], f"[{name!r}]" if by_name else f"[{i}]", known)
    return shapes


def _mismatch(path, inputs, shapes):
    _refuse(f"Detected mismatch between the structure of `inputs` and `dynamic_shapes`: `inputs{path}` {inputs}, but `dynamic_shapes{path}` {shapes}")


def _check_shape(value, shape, path, known):
    """Refuses a shape whose form is not that of a value."""
    from torch.utils import _pytree as pytree

    if isinstance(value, torch.Tensor):
        _check_tensor_shape(value, shape, path, known)
    elif pytree.tree_is_leaf(value):
        if type(value) is int and shape is not None and not isinstance(shape, (int, Dim, _DimHint)):
            raise AssertionError(f"expected dynamic_shape to be None, int, or _DimHint for _IntWrapper, got {type(shape)}")
        if type(value) is not int and shape is not None:
            _refuse(f"Cannot associate shape {shape} specified at `dynamic_shapes{path}` to non-tensor type {type(value)} at `inputs{path}` (expected None)")
    elif not isinstance(shape, (dict, list, tuple)):
        _mismatch(path, f"is a {type(value)}", "is not")
    elif isinstance(value, dict):
        if not isinstance(shape, dict):
            _mismatch(path, f"is a {type(value)}", f"is a {type(shape)}")
        if len(value) != len(shape):
            _mismatch(path, f"has {len(value)} elements", f"has {len(shape)} elements")
        if set(value) != set(shape):
            _mismatch(path, f"has keys {list(value)}", f"has keys {list(shape)}")
        for key, v in value.items():
            _check_shape(v, shape[key], f"{path}[{key!r}]", known)
    else:
        parts = children(value)
        if isinstance(value, tuple) and hasattr(value, "_fields") and type(shape) is not type(value):
            _mismatch(path, f"is a {collections.namedtuple}", f"is a {type(shape)}")
        if type(value) in (list, tuple) and type(shape) is not type(value):
            _mismatch(path, f"is a {type(value)}", f"is a {type(shape)}")
        if len(parts) != len(shape):
            _mismatch(path, f"has {len(parts)} elements", f"has {len(shape)} elements")
        for i, (v, s) in enumerate(zip(parts, shape.values() if isinstance(shape, dict) else shape)):
            _check_shape(v, s, f"{path}[{i}]", known)


def children(value):
    """What a container of a tree holds."""
    from torch.utils import _pytree as pytree

    return pytree.tree_flatten(value, is_leaf=lambda v: v is not value)[0]


def _check_tensor_shape(value, shape, path, known):
    if shape is None:
        return
    if isinstance(shape, dict):
        items = shape.items()
    elif isinstance(shape, (list, tuple)):
        if len(shape) != value.dim():
            _refuse(f"Expected dynamic shape spec {shape} specified at `dynamic_shapes{path}` to have the same length as the actual tensor shape {value.shape} (expected {value.dim()}, but got {len(shape)} instead)")
        items = enumerate(shape)
    else:
        _refuse(f"Unexpected input tensor shape {shape} specified at `dynamic_shapes{path}` (expected either a list/tuple of dimensions, or a dict mapping indices to dimensions, where each dimension is an int, a Dim, Dim.AUTO, Dim.STATIC, or Dim.DYNAMIC)")
    for i, dim in items:
        if not isinstance(i, int):
            raise TypeError(f"list indices must be integers or slices, not {type(i).__name__}")
        if isinstance(dim, Dim) and not isinstance(dim, _DerivedDim):
            first = known.setdefault(dim.__name__, dim)
            if (first.min, first.max) != (dim.min, dim.max):
                _refuse(f"Found different definitions {first} and {dim} for the same symbolic dimension {dim}!", "")
        elif dim is not None and not isinstance(dim, (int, Dim, _DimHint)):
            which, gap = (f"mapped to index {i}", "  ") if isinstance(shape, dict) else (f"#{i}", " ")
            _refuse(f"Unexpected dimension {which} in input tensor shape {shape} specified at `dynamic_shapes{path}` (expected None, an int, a Dim, Dim.AUTO, Dim.STATIC, or Dim.DYNAMIC,{gap}but got {dim!r} instead)")


class AdditionalInputs:
    """Dynamic shapes by further example inputs: a size that differs among them stays open."""

    def __init__(self):
        self._examples = []

    def add(self, args, kwargs=None):
        """One more example."""
        if not isinstance(args, tuple):
            raise AssertionError(f"Representative args {args} must be a tuple")
        if kwargs is not None and not isinstance(kwargs, dict):
            raise AssertionError(f"Representative kwargs {kwargs} must be None or a dict")
        self._examples.append((args, kwargs))

    def dynamic_shapes(self, m, args, kwargs=None):
        """The tree of shapes for arguments."""
        from torch.utils import _pytree as pytree

        named = _bind(m, args, kwargs or {})
        others = [_bind(m, a, k or {}) for a, k in self._examples]

        def shape(value, *rest):
            if isinstance(value, torch.Tensor):
                for r in rest:
                    if r.dim() != value.dim():
                        raise ValueError(f"Node arity mismatch; expected {value.dim()}, but got {r.dim()}.")
                return tuple(None if all(r.shape[d] == n for r in rest) else Dim.DYNAMIC for d, n in enumerate(value.shape))
            if type(value) is int and any(r != value for r in rest):
                return Dim.DYNAMIC
            if any(r != value for r in rest):
                raise ValueError(f"The following inputs were found to have differing values, but they cannot be marked as dynamic: {[value, *rest]}.")
            return None

        return {name: pytree.tree_map(shape, value, *(o[name] for o in others)) for name, value in named.items()}

    def verify(self, ep):
        """Runs a program on the examples."""
        from torch.utils import _pytree as pytree

        module = ep.module()
        inputs = [n.meta.get("val") for n in module.graph.find_nodes(op="placeholder")]
        for args, kwargs in self._examples:
            for (path, value), known in zip(pytree.tree_leaves_with_path((args, kwargs or {})), inputs):
                _compare_sizes(f"*args{''.join(str(k) for k in path[1:])}" if path[0].idx == 0 else f"**kwargs{''.join(str(k) for k in path[1:])}", value, known)
            module(*args, **(kwargs or {}))


def _compare_sizes(path, value, known):
    """Refuses a tensor with another size than the one that a program has fixed."""
    for d, size in enumerate(known.shape if isinstance(known, torch.Tensor) and isinstance(value, torch.Tensor) else ()):
        if str(size).isdecimal() and value.shape[d] != int(str(size)):
            raise RuntimeError(
                f"Expected input at {path}.shape[{d}] to be equal to {size}, but got {value.shape[d]}. If you meant for this dimension to be dynamic, please re-export and "
                "specify dynamic_shapes (e.g. with Dim.DYNAMIC)"
            )


Constraint = Dim


def refine_dynamic_shapes_from_suggested_fixes(msg, dynamic_shapes):
    """dynamic_shapes with the fixes that the message of a violated constraint suggests."""
    from torch._dynamo.exc import UserError, UserErrorType
    from torch.utils import _pytree as pytree

    if "Suggested fixes:" not in msg:
        raise UserError(UserErrorType.INVALID_INPUT, "Suggested fixes not found in error message given to refine_dynamic_shapes_from_suggested_fixes()")
    lines = [line.strip() for line in msg.split("Suggested fixes:", 1)[-1].strip().split("\n") if " = " in line]
    fixes, dims = {}, {}
    for dim in _dims_in(dynamic_shapes):
        root = dim.linear()[0] if isinstance(dim, _DerivedDim) else dim
        dims[root.__name__] = root
    for line in lines:
        name, _, text = line.partition(" = ")
        value = eval(text, {"Dim": Dim, "int_oo": None, "oo": None, **dims, **fixes})
        fixes[name] = value if not isinstance(value, Dim) or isinstance(value, _DerivedDim) else value

    def refined(dim):
        if isinstance(dim, _DerivedDim):
            root, factor, offset = dim.linear()
            if dim.__name__ in fixes:
                return fixes[dim.__name__]
            return fixes[root.__name__] * factor + offset if root.__name__ in fixes else dim
        return fixes.get(dim.__name__, dim) if isinstance(dim, Dim) else dim

    return pytree.tree_map(refined, dynamic_shapes, is_leaf=lambda x: x is None or isinstance(x, (Dim, _DimHint, int)))


def _dims_in(shapes):
    if isinstance(shapes, Dim):
        yield shapes
    elif isinstance(shapes, dict):
        for v in shapes.values():
            yield from _dims_in(v)
    elif isinstance(shapes, (list, tuple)):
        for v in shapes:
            yield from _dims_in(v)
