"""What operators gave for tensors of some ranks and types, saved as text, and fake kernels that give the same."""

import contextlib
import logging
import os
from dataclasses import dataclass

import torch
from torch.library import get_ctx
from torch._library.operator import find
from torch.utils._pytree import tree_flatten

log = logging.getLogger(__name__)
_FIELDS = ("rank", "dtype", "device", "layout")


class MissingOpProfile(RuntimeError):
    """No profile of an operator is of the arguments of a call."""


@dataclass(frozen=True)
class TensorMetadata:
    """What is known of a tensor."""

    rank: int
    dtype: torch.dtype
    device: torch.device
    layout: torch.layout

    @staticmethod
    def maybe_from_tensor(t):
        return TensorMetadata(t.dim(), t.dtype, t.device, t.layout) if isinstance(t, torch.Tensor) else None


@dataclass(frozen=True)
class OpProfile:
    """What a call gave for arguments; None stands for arguments that are no tensors."""

    args_profile: tuple
    out_profile: object


def _matches(profile, given):
    """Whether arguments are what a profile says; kernels that run while tracing get tensors without data, of no device."""
    def same(known, now):
        if known is None or now is None:
            return known is now
        return (known.rank, known.dtype, known.layout) == (now.rank, now.dtype, now.layout) and now.device in (known.device, torch.device("meta"))

    return len(profile) == len(given) and all(map(same, profile, given))


def _generate_fake_kernel(op_name, op_profile):
    def made(known):
        ctx = get_ctx()
        return torch.empty([ctx.new_dynamic_size() for _ in range(known.rank)], dtype=known.dtype, device=known.device, layout=known.layout)

    def kernel(*args, **kwargs):
        given = tuple(TensorMetadata.maybe_from_tensor(x) for x in tree_flatten((args, kwargs))[0])
        for profile in op_profile:
            if _matches(profile.args_profile, given):
                out = profile.out_profile
                return tuple(made(known) for known in out) if isinstance(out, tuple) else made(out)
        raise MissingOpProfile(f"No fake kernel was found for {op_name}, and although we have previously registered some profiles to generate a fake kernel, no profiles match "
                               f"the given inputs: {args, kwargs}.")

    return kernel


@contextlib.contextmanager
def unsafe_generate_fake_kernels(op_profiles):
    """A block in which operators have fake kernels that follow their profiles, in the place of those that they have."""
    for name in op_profiles:
        log.warning("Registering fake profile for %s. This will override any existing fake kernel registration.", name)
    with following(op_profiles) as libraries:
        yield libraries


@contextlib.contextmanager
def following(op_profiles):
    """The same, without a word of it."""
    before, libraries = [], []
    try:
        for name, profiles in op_profiles.items():
            qualname = name.removesuffix(".default").replace(".", "::", 1)
            try:
                op = find(qualname)
            except AttributeError:
                raise RuntimeError(f"operator {qualname} does not exist") from None
            before.append((op, op.table.get("fake"), op.has_fake))
            op.register_fake(_generate_fake_kernel(qualname, profiles))
            libraries.append(torch.library.Library(qualname.partition("::")[0], "FRAGMENT"))
        yield libraries
    finally:
        for op, fake, op.has_fake in reversed(before):
            if fake is None:
                op.table.pop("fake", None)
            else:
                op.table["fake"] = fake


def get_torch_version():
    """The version up to its second number."""
    return ".".join(torch.__version__.split(".")[:2])


_TYPES = {"uint8": "BYTE", "int8": "CHAR", "int16": "SHORT", "int32": "INT", "int64": "LONG", "float16": "HALF", "float32": "FLOAT", "float64": "DOUBLE", "complex32": "COMPLEXHALF",
          "complex64": "COMPLEXFLOAT", "complex128": "COMPLEXDOUBLE"}  # those that the schema of archives does not name as torch does
_LAYOUTS = {"strided": "Strided", "sparse_coo": "SparseCoo", "sparse_csr": "SparseCsr", "sparse_csc": "SparseCsc", "sparse_bsr": "SparseBsr", "sparse_bsc": "SparseBsc", "_mkldnn": "_mkldnn"}


def _numbers():
    """The numbers of types and layouts, as the schema of archives has them."""
    from torch._export.serde.schema import Layout, ScalarType

    types = {name.lower(): member for name, member in ScalarType.__members__.items()}
    types.update((name, ScalarType[member]) for name, member in _TYPES.items())
    dtypes = {getattr(torch, name): member.value for name, member in types.items() if isinstance(getattr(torch, name, None), torch.dtype)}
    return dtypes, {getattr(torch, name): Layout[member].value for name, member in _LAYOUTS.items()}


def _written(known, indent):
    dtypes, layouts = _numbers()
    values = known.rank, dtypes[known.dtype], str(known.device), layouts[known.layout]
    return [" " * indent + f"{field}: {value}" for field, value in zip(_FIELDS, values)]


def _as_item(lines, indent):
    """The lines of an item of a list, which begins two columns before them."""
    return [" " * (indent - 2) + "- " + lines[0][indent:], *lines[1:]]


def generate_yaml_from_profiles(op_profiles):
    lines = [f"torch_version: '{get_torch_version()}'", "operators:" if op_profiles else "operators: {}"]
    for name, profiles in op_profiles.items():
        lines.append(f"  {name}:")
        for profile in profiles:
            args = [line for known in profile.args_profile if known is not None for line in _as_item(_written(known, 6), 6)]
            lines += ["  - args_profile:", *args] if args else ["  - args_profile: []"]
            out = profile.out_profile
            lines.append("    out_profile:")
            lines += [line for known in out for line in _as_item(_written(known, 6), 6)] if isinstance(out, tuple) else _written(out, 6)
    return "\n".join(lines) + "\n"


def _parsed(lines, at, indent):
    """The mapping or list whose lines begin at a column, and the number of the line behind it."""
    if at < len(lines) and lines[at][1].startswith("- "):
        items = []
        while at < len(lines) and lines[at][0] == indent and lines[at][1].startswith("- "):
            lines[at] = indent + 2, lines[at][1][2:]
            item, at = _parsed(lines, at, indent + 2)
            items.append(item)
        return items, at
    made = {}
    while at < len(lines) and lines[at][0] == indent and not lines[at][1].startswith("- "):
        key, _, value = lines[at][1].partition(":")
        value, at = value.strip(), at + 1
        if value in ("{}", "[]"):
            made[key] = {} if value == "{}" else []
        elif value:
            made[key] = value.strip("'\"") if value[0] in "'\"" or not value.replace(".", "", 1).isdigit() else float(value) if "." in value else int(value)
        else:
            made[key], at = _parsed(lines, at, lines[at][0])
    return made, at


def read_profiles_from_yaml(yaml_str):
    lines = [(len(line) - len(line.lstrip()), line.strip()) for line in yaml_str.splitlines() if line.strip()]
    loaded, _ = _parsed(lines, 0, 0)
    saved = str(loaded["torch_version"])
    if saved != get_torch_version():
        raise RuntimeError(f"Unable to load outdated profile. It was saved with torch version: {saved} but the current torch version is: {get_torch_version()}")
    dtypes, layouts = ({number: kind for kind, number in table.items()} for table in _numbers())

    def known(text):
        return TensorMetadata(text["rank"], dtypes[text["dtype"]], torch.device(text["device"]), layouts[text["layout"]])

    def profile(text):
        out = text["out_profile"]
        return OpProfile(tuple(known(x) for x in text["args_profile"]), tuple(known(x) for x in out) if isinstance(out, list) else known(out))

    return {name: {profile(text) for text in profiles} for name, profiles in loaded["operators"].items()}


def save_op_profiles(op_profiles, f):
    text = generate_yaml_from_profiles(op_profiles)
    if isinstance(f, (str, os.PathLike)):
        with open(os.fspath(f), "w") as file:
            file.write(text)
    else:
        f.write(text.encode())


def load_op_profiles(f):
    if isinstance(f, (str, os.PathLike)):
        with open(os.fspath(f)) as file:
            return read_profiles_from_yaml(file.read())
    text = f.read()
    return read_profiles_from_yaml(text.decode() if isinstance(text, bytes) else text)
