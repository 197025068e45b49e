"""Dynamic shapes as plain values that can be written to a file, and back."""

import dataclasses
import re
import sys
import typing

import torch
from torch._dynamo.exc import UserError, UserErrorType
from torch.export.dynamic_shapes import Dim, _checked, _DerivedDim, _DimHint

_HINTS = {f"_DimHint.{name}": getattr(Dim, name) for name in ("AUTO", "DYNAMIC", "STATIC")}

# A derived size: a factor, a name, and what is added. Either number may be missing.
_LINEAR = re.compile(r"(?:(?P<factor>\d+)\*)?(?P<name>[^\W\d]\w*)(?: (?P<sign>[+-]) (?P<offset>\d+))?")


@dataclasses.dataclass
class RootDim:
    """The range of a named size, and the sizes that follow from it."""

    min: int
    max: typing.Optional[int]
    derived: list[str]


@dataclasses.dataclass
class DynamicShapesSpec:
    """Dynamic shapes by the names of their sizes, and the named sizes."""

    dynamic_shapes: typing.Union[dict[str, typing.Any], tuple[typing.Any], list[typing.Any], None]
    dims: dict[str, RootDim]


def _dump_dynamic_shapes(dynamic_shapes, args, kwargs=None, to_dict=False):
    """The spec of the dynamic shapes of a call: one entry for each argument in order, whichever way the shapes were given."""
    named = {f"argument {i}": value for i, value in enumerate((*args, *(kwargs or {}).values()))}
    roots = {}
    shapes = None
    if dynamic_shapes is not None:
        given = dynamic_shapes.values() if isinstance(dynamic_shapes, dict) else dynamic_shapes
        checked = _checked(named, tuple(given))
        shapes = tuple(_dumped(value, shape, roots) for value, shape in zip(named.values(), checked.values()))
    dims = {name: RootDim(dim.min, None if dim.max == sys.maxsize else dim.max, sorted(derived)) for name, (dim, derived) in roots.items()}
    spec = DynamicShapesSpec(shapes, dims)
    return dataclasses.asdict(spec) if to_dict else spec


def _dumped(value, shape, roots):
    """The shape of a value in plain values. Named sizes are entered into roots."""
    if isinstance(value, torch.Tensor):
        if shape is None:
            return ["_DimHint.STATIC"] * value.dim()
        sizes = shape if isinstance(shape, dict) else dict(enumerate(shape))
        return [_dumped_size(sizes.get(i), size, roots) for i, size in enumerate(value.shape)]
    if shape is None:
        return None
    if isinstance(value, dict):
        return {key: _dumped(v, shape[key], roots) for key, v in value.items()}
    if isinstance(value, (list, tuple)):
        items = [_dumped(v, s, roots) for v, s in zip(value, shape)]
        return items if isinstance(value, list) else tuple(items)
    return _dumped_size(shape, value, roots)


def _dumped_size(dim, size, roots):
    if isinstance(dim, _DimHint):
        return f"_DimHint.{dim.type.name}"
    if not isinstance(dim, Dim):
        return size if dim is None else dim
    if not isinstance(dim, _DerivedDim):
        roots.setdefault(dim.__name__, (dim, set()))
        return dim.__name__
    root, factor, offset = dim.linear()
    name = root.__name__ if factor == 1 else f"{factor}*{root.__name__}"
    if offset:
        name += f" {'+' if offset > 0 else '-'} {abs(offset)}"
    roots.setdefault(root.__name__, (root, set()))[1].add(name)
    return name


def _load_dynamic_shapes(spec, from_dict=False):
    """The dynamic shapes that a spec tells of."""
    if from_dict:
        spec = _spec_of(spec)
    elif not isinstance(spec, DynamicShapesSpec):
        _refuse(f"Expected `spec` to be a DynamicShapesSpec, got {type(spec)}")
    known = {}
    for name, root in spec.dims.items():
        if not isinstance(root.min, int):
            _refuse(f"Expected dims in `spec['dims']` to map `min` to an int, got {name}: {root.min}")
        if root.max is not None and not isinstance(root.max, int):
            _refuse(f"Expected dims in `spec['dims']` to map `max` to an int or None, got {name}: {root.max}")
        known[name] = Dim(name, min=root.min, max=root.max)
    for root in spec.dims.values():
        for text in root.derived:
            known[text] = _derived(text, known)
    if spec.dynamic_shapes is None:
        return None
    return _loaded(spec.dynamic_shapes, known, list(spec.dims))


def _spec_of(given):
    if not isinstance(given, dict):
        _refuse(f"With from_dict=True, expected `spec` to be a dict, got {type(given)}")
    if sorted(given) != ["dims", "dynamic_shapes"]:
        _refuse(f"With from_dict=True, expected `spec` to have keys `dims` and `dynamic_shapes`, instead found {given.keys()}")
    dims = {}
    for name, root in given["dims"].items():
        if sorted(root.keys()) != ["derived", "max", "min"]:
            _refuse(f"Expected `spec['dims']` values to have keys `derived`, `max`, and `min`, instead found {root.keys()}")
        dims[name] = RootDim(**root)
    return DynamicShapesSpec(given["dynamic_shapes"], dims)


def _derived(text, roots):
    linear = _LINEAR.fullmatch(text)
    if linear is None or linear["name"] not in roots:
        _refuse(f"Expected derived expressions to be linear expressions, got {text}")
    dim = roots[linear["name"]]
    if linear["factor"]:
        dim = int(linear["factor"]) * dim
    if linear["offset"]:
        dim = dim + int(linear["sign"] + linear["offset"])
    return dim


def _loaded(shape, known, names):
    if isinstance(shape, dict):
        return {key: _loaded(s, known, names) for key, s in shape.items()}
    if isinstance(shape, (list, tuple)):
        return type(shape)(_loaded(s, known, names) for s in shape)
    if not isinstance(shape, str):
        return shape
    if shape in _HINTS:
        return _HINTS[shape]
    if shape not in known:
        _refuse(f"Expected dims in `spec['dynamic_shapes']` to be tracked in `spec['dims']`, got {shape} which is not in {dict.fromkeys(names).keys()}")
    return known[shape]


def _refuse(text):
    raise UserError(UserErrorType.INVALID_INPUT, text)
