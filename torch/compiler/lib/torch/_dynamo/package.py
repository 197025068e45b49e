"""What compiled functions are written with: their code, the source that they were made of, and the system that they were made on."""

import dataclasses
import dis
import functools
import hashlib
import importlib
import inspect
import io
import linecache
import pickle
import platform
import types
import zlib

import torch
from torch._C._dynamo import eval_frame as _c
from torch._dynamo import config, exc


def __getattr__(name):
    """Packages and their stores, which are made of what is here."""
    for module in ("_compile_package", "_package_stores"):
        if name in _LATER[module]:
            return getattr(importlib.import_module(f"torch._dynamo.{module}"), name)
    raise AttributeError(f"module 'torch._dynamo.package' has no attribute '{name}'")


_LATER = {"_compile_package": ("CompilePackage", "_DynamoCacheEntry", "_DynamoCodeCacheEntry", "_GuardedCodeCacheEntry"),
          "_package_stores": ("PrecompileCacheEntry", "DynamoStore", "InMemoryDynamoStore", "DiskDynamoStore", "DiskDynamoCache", "DynamoCache")}


@dataclasses.dataclass
class SystemInfo:
    """The versions and devices that compiled code was made with."""

    python_version: str
    torch_version: str
    toolkit_version: str | None
    triton_version: tuple | None
    gpu_name: str | None

    @classmethod
    def current(cls):
        return cls(platform.python_version(), torch.__version__, None, (0, 0), None)

    def check_compatibility(self, other, device_type="cpu"):
        for name, what in [("python_version", "Python"), ("torch_version", "PyTorch")]:
            if getattr(self, name) != getattr(other, name):
                raise RuntimeError(f"Compile package was created with a different {what} version: {getattr(self, name)}")
        if device_type in ("cuda", "xpu"):
            raise RuntimeError(f"{device_type} is not available")


@dataclasses.dataclass(frozen=True)
class InlinedSource:
    """A function that was compiled, with the text of its module."""

    module: str
    firstlineno: int
    lastlineno: int
    checksum: str
    content: str


@dataclasses.dataclass
class SourceInfo:
    inlined_sources: set

    def add_code(self, code):
        module = inspect.getmodule(code)
        if module is None:
            return
        lines, first = inspect.getsourcelines(code)
        text = "".join(lines)
        self.inlined_sources.add(InlinedSource(module.__name__, first, first + len(lines), _hash_source(text), "".join(linecache.getlines(code.co_filename))))


def _hash_source(source):
    return hashlib.sha256(source.encode()).hexdigest()


@dataclasses.dataclass(frozen=True)
class SerializedCode:
    """A code object as plain values. Instructions are those of one version of magneto, which their table tells."""

    parts: tuple
    instructions: int

    @classmethod
    def from_code_object(cls, code):
        parts = _c.code_parts(code)
        constants = tuple(cls.from_code_object(k) if isinstance(k, types.CodeType) else k for k in parts[_CONSTANTS])
        return cls((*parts[:_CONSTANTS], constants, *parts[_CONSTANTS + 1:]), _instruction_table())

    @classmethod
    def to_code_object(cls, serialized_code):
        if serialized_code.instructions != _instruction_table():
            raise RuntimeError("Compile package was created by another version of magneto")
        parts = serialized_code.parts
        constants = tuple(cls.to_code_object(k) if isinstance(k, cls) else k for k in parts[_CONSTANTS])
        return _c.code_of((*parts[:_CONSTANTS], constants, *parts[_CONSTANTS + 1:]))


_CONSTANTS = 8  # where the parts of code have its constants


@functools.cache
def _instruction_table():
    return zlib.crc32(repr(sorted(dis.opmap.items())).encode())


class GuardsPickler(pickle.Pickler):
    """Writes what guards expect: modules by their name, and types that have none by an object of them."""

    def reducer_override(self, obj):
        if isinstance(obj, types.ModuleType):
            return importlib.import_module, (obj.__name__,)
        if isinstance(obj, type) and obj in _NAMELESS:
            return _nameless_type, (_NAMELESS.index(obj),)
        return NotImplemented


def _nameless_type(index):
    return _NAMELESS[index]


_NAMELESS = [*map(type, (iter(()), iter([]), iter(range(0)), iter(range(2**70)), iter({}), iter(set()), iter(""), iter(b""), zip(), {}.keys(), {}.values(), {}.items(), reversed([]))),
             types.FunctionType, types.MethodType, types.BuiltinFunctionType, types.CodeType, types.CellType, types.MappingProxyType, types.GeneratorType, types.ModuleType]


def pickle_guards(parts):
    """Guards that are known as parts, as bytes. One that means nothing in another process is an error."""
    for kind, _ in parts:
        if kind in UNSUPPORTED_GUARDS and not (kind == "ID_MATCH" and config.caching_precompile):
            raise exc.PackageError(f"{kind} guard cannot be serialized.")
    file = io.BytesIO()
    try:
        GuardsPickler(file).dump(parts)
    except (AttributeError, TypeError, pickle.PicklingError) as e:
        raise exc.PackageError(str(e)) from e
    return file.getvalue()


def _looked_at(of, f_locals, f_globals):
    """The object that a guard looks at; there may be none any more."""
    try:
        return eval(of[2][5], {"L": f_locals, "G": f_globals, "__builtins__": __builtins__})
    except Exception:
        return None


def refuse_local_types(parts, f_locals, f_globals):
    """Classes that are defined in functions cannot be found by another process."""
    for kind, of in parts:
        for mode in of[4] if kind == "TORCH_FUNCTION_STATE" else ():
            if "<locals>" in mode.__qualname__:
                raise exc.PackageError(f"{mode.__qualname__} is defined in local scope. Please define the class at global scope (top level of a module).")
        expected = of[3][0] if kind in ("TYPE_MATCH", "BUILTIN_MATCH") and of[3] else None
        if kind == "TENSOR_SUBCLASS_METADATA_MATCH":
            expected = type(_looked_at(of, f_locals, f_globals))
        if isinstance(expected, type) and "<locals>" in expected.__qualname__:
            obj = _looked_at(of, f_locals, f_globals)
            raise TypeError(f"Type {type(obj)} for object {obj} cannot be saved into torch.compile() package since it's defined in local scope. "
                            "Please define the class at global scope (top level of a module).")


def kept_guards(parts, guard_filter_fn, f_locals, f_globals):
    """The guards that a filter keeps."""
    from torch._dynamo.types import _filter_entry

    shown, entries, shapes = [], [], 0
    for kind, of in parts:
        if kind in _FOLLOWING or len(of) == _SHAPE and shapes:
            continue
        source = None if len(of) == _SHAPE else of[2]
        shapes += len(of) == _SHAPE
        text = source[5] if source else ""
        value = _looked_at(of, f_locals, f_globals) if source else None
        name = text[3:].replace("']", "", 1) if text.startswith("L['") else text
        entries.append(_filter_entry(name, source is not None, value, kind, text.startswith("G["), False, False))
        shown.append((kind, text))
    kept = {which for which, yes in zip(shown, guard_filter_fn(entries)) if yes}
    tensors = {text for kind, text in kept if kind == "TENSOR_MATCH"}
    out = []
    for kind, of in parts:
        text = of[2][5] if len(of) != _SHAPE and of[2] else ""
        if kind == "NO_TENSOR_ALIASING":
            group = tuple(source for source in of[8] if source[5] in tensors)
            if len(group) > 1:
                out.append((kind, (*of[:8], group, *of[9:])))
        elif kind == "DYNAMIC_INDICES" and text in tensors or (kind, text) in kept:
            out.append((kind, of))
    return tuple(out)


_SHAPE = 6  # how many parts a condition on sizes has
_FOLLOWING = ("DYNAMIC_INDICES", "NO_TENSOR_ALIASING")  # which go with the guards of their tensors
UNSUPPORTED_GUARDS = ("DICT_VERSION", "NN_MODULE", "ID_MATCH", "FUNCTION_MATCH", "CLASS_MATCH", "MODULE_MATCH", "CLOSURE_MATCH", "WEAKREF_ALIVE")


def load_guards_state(guards_state):
    return pickle.loads(guards_state)


def load_guard_manager(guards_state, target_code, runtime_global_scope):
    """The guards of calls of a function, in the globals that they look at."""
    from torch._dynamo.cache_entries import GuardManagerWrapper

    manager = GuardManagerWrapper(*_c.guards_of(target_code, guards_state))
    manager.scope = runtime_global_scope
    return manager
