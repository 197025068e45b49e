"""Compile packages: all that was compiled for one function, so that another process, or this one after a reset, can run it without compiling."""

import contextlib
import dataclasses
import hashlib
import importlib
import inspect
import logging
import sys
import types
import uuid

import torch
from torch._C._dynamo import eval_frame as _c
from torch._dynamo import config, convert_frame, eval_frame, exc, fullgraph, package
from torch._dynamo.package import SerializedCode, SourceInfo, SystemInfo

log = logging.getLogger(__name__)


@dataclasses.dataclass
class _GuardedCodeCacheEntry:
    """One compiled version of a function: its guards, and the code that runs where they hold."""

    guards_state: bytes
    dynamo_code: SerializedCode


@dataclasses.dataclass
class _DynamoCodeCacheEntry:
    """The compiled versions of the function itself, or of one that goes on behind a graph break."""

    python_code: SerializedCode
    python_module: str
    function_names: list
    guarded_codes: list
    import_sources: dict
    backend_ids: list
    code_source: str | None
    install_to_global: bool
    has_compile_id: bool = False
    bypassed: bool = False


@dataclasses.dataclass
class _DynamoCacheEntry:
    """A package as it is written."""

    codes: list
    source_info: SourceInfo
    device_type: str
    system_info: SystemInfo = dataclasses.field(default_factory=SystemInfo.current)
    fn_name: str | None = None
    fn_first_lineno: int | None = None

    @property
    def backend_ids(self):
        return {name for code in self.codes for name in code.backend_ids}

    def check_versions(self):
        self.system_info.check_compatibility(SystemInfo.current(), self.device_type)

    def debug_info(self):
        return {"num_codes": str(len(self.codes)), "fn_name": self.fn_name, "fn_first_lineno": self.fn_first_lineno, "device_type": self.device_type,
                "backend_ids": list(self.backend_ids)}


@dataclasses.dataclass
class _Version:
    """New code for a piece of code, as it was compiled in this process, and the name of its graph."""

    code: types.CodeType
    new_code: types.CodeType
    backend_id: str | None


@dataclasses.dataclass
class _Compiled:
    """A graph with what a backend made of it."""

    backend_id: str
    compiled_fn: object
    graph_module: object
    inputs: list
    backend: object


class CompilePackage:
    """What was compiled for a function. It records compilations of a context that it is given to, and installs what another one has recorded."""

    def __init__(self, fn, dynamo=None, ignore_inlined_sources=False):
        self._innermost_fn = None
        self._entry = None
        self._versions, self._graphs, self._waiting, self._installed = [], {}, None, []
        self._source_info = SourceInfo(set())
        self._id = str(uuid.uuid4()).replace("-", "_")
        if fn is not None:
            self.initialize(fn, dynamo, ignore_inlined_sources)

    def is_initialized(self):
        return self._innermost_fn is not None

    def initialize(self, fn, dynamo=None, ignore_inlined_sources=False):
        if self.is_initialized():
            raise AssertionError("CompilePackage is already initialized")
        self._innermost_fn = fullgraph.get_traced_fn(eval_frame.innermost(fn))[0]
        self._source_info = SourceInfo(set())
        if dynamo is None:
            return
        dynamo.check_versions()
        if not ignore_inlined_sources:
            for source in dynamo.source_info.inlined_sources:
                _check_source(source)
        own = SerializedCode.from_code_object(self._innermost_fn.__code__)
        if dynamo.codes and dynamo.codes[0].python_code != own:
            raise RuntimeError(f"Source code changes detected for {self._innermost_fn.__module__}")
        self._entry = dynamo

    @property
    def cached_backends(self):
        """What backends made of the graphs, by their names."""
        return {name: made.compiled_fn for name, made in self._graphs.items()}

    @property
    def source_id(self):
        return self.source_id_from_fn(self._innermost_fn)

    @staticmethod
    def source_id_from_fn(fn):
        """A name for the place that a function is written at."""
        code = fullgraph.get_traced_fn(eval_frame.innermost(fn))[0].__code__
        return hashlib.sha256(f"{code.co_filename}{code.co_name}{code.co_firstlineno}".encode()).hexdigest()

    # Recording

    def recording(self, run):
        """run, with what is compiled during its calls noted."""
        def recorded(*args, **kwargs):
            handle = convert_frame.register_bytecode_hook(self._converted)
            try:
                return run(*args, **kwargs)
            finally:
                handle.remove()
                if config.caching_precompile:
                    from torch._dynamo.precompile_context import PrecompileContext

                    PrecompileContext.record_package(self)

        return recorded

    def compiling(self, compiler):
        """A backend, with what it is given and makes noted."""
        def compile_graph(gm, example_inputs):
            inputs = list(example_inputs)
            made = compiler(gm, example_inputs)
            self._waiting = (made, gm, inputs, compiler)
            for code in _c.traced_code() or ():
                if not code.co_name.startswith("torch_dynamo_resume_in_"):
                    self._source_info.add_code(code)
            return made

        compile_graph._torchdynamo_orig_callable = compiler
        return compile_graph

    def _converted(self, code, new_code):
        name = next((n for n in new_code.co_names if n.startswith("__compiled_fn_")), None)
        if name is not None and self._waiting is not None:
            backend_id = f"{name}_{self._id}"
            self._graphs[backend_id] = _Compiled(backend_id, *self._waiting)
            self._versions.append(_Version(code, new_code, backend_id))
            self._waiting = None
        elif name is None:
            self._versions.append(_Version(code, new_code, None))

    def add_backend_id(self, backend_id, backend=None):
        self._graphs[backend_id] = _Compiled(backend_id, backend, None, [], None)

    def cache_entry(self):
        """The package as it is written."""
        self.validate()
        if self._entry is not None and not self._versions:
            return self._entry
        fn = self._innermost_fn
        pieces = {}
        for version in self._versions:
            pieces.setdefault(version.code, []).append(version)
        codes = [self._piece(code, versions) for code, versions in sorted(pieces.items(), key=lambda item: item[0] is not fn.__code__)]
        if not codes or pieces and fn.__code__ not in pieces:
            codes.insert(0, _DynamoCodeCacheEntry(SerializedCode.from_code_object(fn.__code__), fn.__module__, [], [], {}, [], None, False))
        return _DynamoCacheEntry(codes, self._source_info, "cpu", fn_name=fn.__qualname__, fn_first_lineno=fn.__code__.co_firstlineno)

    def _piece(self, code, versions):
        fn = self._innermost_fn
        resumed = code is not fn.__code__
        names = [self._named(n) for n, v in fn.__globals__.items() if n.startswith("__resume_at_") and getattr(v, "__code__", None) is code]
        entries = {id(e.code): e for e in eval_frame._debug_get_cache_entry_list(code)}
        guarded, imports = [], {}
        for version in versions:
            entry = entries.get(id(version.new_code))
            if entry is None:
                continue
            guarded.append(_GuardedCodeCacheEntry(_state_of_guards(entry.guard_manager._parts()), self._renamed(SerializedCode.from_code_object(version.new_code))))
            for name in version.new_code.co_names:
                if name.startswith("__import_") and isinstance(fn.__globals__.get(name), types.ModuleType):
                    imports[name] = fn.__globals__[name].__name__
        ids = [v.backend_id for v in versions if v.backend_id is not None]
        return _DynamoCodeCacheEntry(SerializedCode.from_code_object(code), fn.__module__, names, guarded, imports, ids, None, resumed and bool(names), True)

    def _named(self, name):
        return f"{name}_{self._id}" if name.startswith(("__compiled_fn_", "__resume_at_")) else name

    def _renamed(self, code):
        """New code under names that no other compilation gives its graphs and functions."""
        parts = code.parts
        return SerializedCode((*parts[:_NAMES], tuple(map(self._named, parts[_NAMES])), *parts[_NAMES + 1:]), code.instructions)

    def validate(self):
        if self._innermost_fn is None:
            raise AssertionError("CompilePackage is not initialized")

    # Installing

    def install(self, backends):
        """Has calls of the function run what was compiled. backends are the graphs by their names, as stores give them."""
        self.uninstall()
        fn, made = self._innermost_fn, {}
        pieces = []
        for piece in self._entry.codes:
            code = SerializedCode.to_code_object(piece.python_code) if piece is not self._entry.codes[0] else fn.__code__
            pieces.append((piece, code, importlib.import_module(piece.python_module)))
        for piece, code, module in pieces:
            for alias, name in piece.import_sources.items():
                self._install_global(module, alias, importlib.import_module(name))
            for name in piece.function_names if piece.install_to_global else ():
                self._install_global(module, name, types.FunctionType(code, module.__dict__, name))
            for backend_id in piece.backend_ids:
                if backend_id not in backends:
                    raise RuntimeError(f"Backend {backend_id} is not found in the given backends")
                if backend_id not in made:
                    given = backends[backend_id]
                    made[backend_id] = given.after_deserialization() if hasattr(given, "after_deserialization") else given
                self._install_global(module, backend_id, _c_disable(made[backend_id]))
        for piece, code, _ in pieces:
            for guarded in reversed(piece.guarded_codes):
                new_code = _with_pieces(guarded.dynamo_code, pieces)
                _c.load_precompile_entry(code, package.load_guards_state(guarded.guards_state), new_code)

    def _install_global(self, module, name, value):
        module.__dict__[name] = value
        self._installed.append((module, name))

    def uninstall(self):
        """Takes back what install has done."""
        for module, name in self._installed:
            module.__dict__.pop(name, None)
        self._installed = []
        _c.unload_precompile_entries(self._innermost_fn.__code__)


def _c_disable(fn):
    """A graph as the new code calls it: what runs it is not compiled."""
    return eval_frame.disable(fn, reason="a graph that was compiled before")


def _with_pieces(code, pieces):
    """New code that makes functions of the pieces that are installed."""
    known = [(piece.python_code, of) for piece, of, _ in pieces]

    def installed(k):
        return next((of for python_code, of in known if python_code == k), k) if isinstance(k, SerializedCode) else k

    parts = code.parts
    constants = tuple(map(installed, parts[package._CONSTANTS]))
    return SerializedCode.to_code_object(SerializedCode((*parts[:package._CONSTANTS], constants, *parts[package._CONSTANTS + 1:]), code.instructions))


_NAMES = 9  # where the parts of code have the names that it looks up


def _check_source(source):
    try:
        lines = inspect.getsource(importlib.import_module(source.module)).splitlines(keepends=True)
    except (ImportError, OSError, TypeError):
        return  # nothing to compare with
    text = "".join(lines[source.firstlineno - 1:source.lastlineno - 1])
    if package._hash_source(text) != source.checksum:
        raise RuntimeError(f"Source code changes detected for {source.module} (line {source.firstlineno} - line {source.lastlineno})")


def _state_of_guards(parts):
    """Guards as bytes. Those on the identity of objects, which other processes do not have, are left out where programs have not asked for the package."""
    if config.caching_precompile:
        for kind, _ in parts:
            if kind in package.UNSUPPORTED_GUARDS and kind != "ID_MATCH":
                log.warning("%s guard is dropped with caching_precompile=True.", kind)
        parts = tuple((kind, of) for kind, of in parts if kind not in package.UNSUPPORTED_GUARDS or kind == "ID_MATCH")
    return package.pickle_guards(parts)
