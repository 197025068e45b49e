"""Functions compiled ahead of time for some arguments: one graph, whose guards a call must hold. They can be written to files."""

import contextlib
import dataclasses
import dis
import importlib
import inspect
import io
import logging
import os
import pickle
import types

import torch
from torch._dynamo import eval_frame, fullgraph, package
from torch._dynamo.aot_compile_types import BundledAOTAutogradSerializableCallable, GraphModuleSerializableCallable, SerializableCallable
from torch._dynamo.package import SerializedCode, SourceInfo, SystemInfo

log = logging.getLogger(__name__)


@dataclasses.dataclass
class ModelInput:
    """The arguments of a call, and the contexts that it is made in."""

    args: tuple
    kwargs: dict
    contexts: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class GraphRuntimeEnv:
    """The new code of a function with what it finds in its globals, its closure and its defaults."""

    bytecode: types.CodeType
    import_sources: dict
    used_globals: dict
    closure: tuple | None
    argdefs: tuple | None
    kwdefaults: dict | None

    @classmethod
    def of(cls, output, backend_id):
        modules, values = {}, {}
        for name in sorted(_names_of(output.bytecode)):
            if name == backend_id or name not in output.f_globals:
                continue
            value = output.f_globals[name]
            if isinstance(value, types.ModuleType):
                modules[name] = value.__name__
            elif value is not __builtins__ and value is not getattr(__builtins__, "__dict__", None):
                values[name] = value
        return cls(output.bytecode, modules, values, output.closure, output.argdefs, output.kwdefaults)

    def forward_callable(self, backend_id, compiled_fn, extra_globals=None):
        names = extra_globals
        if names is None or backend_id not in names:  # in another place than where it was compiled
            imported = {name: importlib.import_module(module) for name, module in self.import_sources.items()}
            names = {**imported, **self.used_globals, backend_id: compiled_fn, **(extra_globals or {})}
        made = types.FunctionType(self.bytecode, names, self.bytecode.co_name, self.argdefs, self.closure)
        made.__kwdefaults__ = self.kwdefaults
        return made


def _names_of(code):
    """The globals that code looks at, and the code within it."""
    names = {i.argval for i in dis.get_instructions(code) if i.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    return names.union(*(_names_of(k) for k in code.co_consts if isinstance(k, types.CodeType)))


@dataclasses.dataclass
class CompileArtifacts:
    """All that a compiled function consists of."""

    signature: inspect.Signature
    guard_manager: object
    guards_state: bytes
    backend_id: str
    compiled_fn: SerializableCallable
    original_code: types.CodeType
    runtime_env: GraphRuntimeEnv
    source_info: SourceInfo
    device_type: str
    backend_name: str
    system_info: SystemInfo = dataclasses.field(default_factory=SystemInfo.current)

    def check_compatibility(self):
        SystemInfo.current().check_compatibility(self.system_info, self.device_type)


def _signature_of(code, env):
    """The signature of the function that was compiled."""
    original = types.FunctionType(code, {}, code.co_name, env.argdefs, env.closure)
    original.__kwdefaults__ = env.kwdefaults
    return inspect.signature(original, follow_wrapped=False)


@dataclasses.dataclass
class AOTCompileSaveResult:
    serialized_data: bytes


@dataclasses.dataclass
class AOTCompiledFunction:
    """The compiled version of a function; a call that its guards do not admit is an error."""

    _artifacts: CompileArtifacts
    _guard_check_enabled: bool = True
    _extra_globals: dict | None = None

    def __post_init__(self):
        a = self._artifacts
        a.check_compatibility()
        self.fn = a.runtime_env.forward_callable(a.backend_id, a.compiled_fn, self._extra_globals)
        if a.guard_manager is None:
            a.guard_manager = package.load_guard_manager(package.load_guards_state(a.guards_state), a.original_code, self.fn.__globals__)

    def prepare_f_locals(self, *args, **kwargs):
        a = self._artifacts
        bound = a.signature.bind(*args, **kwargs)
        bound.apply_defaults()
        cells = dict(zip(a.original_code.co_freevars, a.runtime_env.closure or ()))
        return {**{name: cell.cell_contents for name, cell in cells.items() if _assigned(cell)}, **bound.arguments}

    def _failure(self, args, kwargs):
        return self._artifacts.guard_manager._check(self.prepare_f_locals(*args, **kwargs), self.fn.__globals__)

    def guard_check(self, *args, **kwargs):
        """Whether a call with these arguments may be made."""
        return not self._failure(args, kwargs)

    def disable_guard_check(self):
        self._guard_check_enabled = False

    def source_info(self):
        return self._artifacts.source_info

    def __call__(self, *args, **kwargs):
        failure = self._failure(args, kwargs) if self._guard_check_enabled else None
        if failure:
            from torch._dynamo.cache_entries import GuardDebugInfo

            raise RuntimeError(f"GuardManager check failed, reason: {GuardDebugInfo(False, [failure], None)}")
        return self.fn(*args, **kwargs)

    def save_compiled_function(self, path, external_data=None):
        """Writes the function; external_data names objects that who reads it has to give."""
        result = type(self).serialize(self, external_data)
        written = f"{path}.{os.getpid()}.tmp"
        with open(written, "wb") as file:
            file.write(result.serialized_data)
        os.replace(written, path)
        return result

    @classmethod
    def serialize(cls, fn, external_data=None):
        a = fn._artifacts
        state = {f.name: getattr(a, f.name) for f in dataclasses.fields(a) if f.name not in ("signature", "guard_manager", "compiled_fn")}
        state["compiled_fn"] = type(a.compiled_fn).deserialize_compile_artifacts, type(a.compiled_fn).serialize_compile_artifacts(a.compiled_fn)
        file = io.BytesIO()
        pickler = AOTCompilePickler(external_data or {}, file)
        pickler.dump(state)
        if pickler.errors:
            raise RuntimeError(f"Failed to serialize the following objects: {list(pickler.errors.values())}\n"
                               "Please mark these as external data by using `external_data={'key': ...}`")
        return AOTCompileSaveResult(file.getvalue())

    @classmethod
    def deserialize(cls, data, f_globals=None, external_closure_data=None):
        state = AOTCompileUnpickler(external_closure_data or {}, io.BytesIO(data)).load()
        deserializer, written = state["compiled_fn"]
        state["compiled_fn"] = deserializer(written)
        state["signature"] = _signature_of(state["original_code"], state["runtime_env"])
        return cls(CompileArtifacts(guard_manager=None, **state), _extra_globals=f_globals)


def _assigned(cell):
    try:
        cell.cell_contents
    except ValueError:
        return False
    return True


class AOTCompilePickler(pickle.Pickler):
    """Writes functions, code and cells by what they consist of, and objects that the reader has by their names."""

    def __init__(self, external_data, buf):
        super().__init__(buf)
        self.external_data = external_data
        self.id_map = {id(value): key for key, value in external_data.items()}
        self.errors = {}

    def persistent_id(self, obj):
        if id(obj) in self.id_map:
            return self.id_map[id(obj)]
        if isinstance(obj, torch.nn.Module):
            self.errors[id(obj)] = obj
            return id(obj)
        return None

    def reducer_override(self, obj):
        if isinstance(obj, types.CellType):
            return _cell, (obj.cell_contents,) if _assigned(obj) else ()
        if isinstance(obj, types.CodeType):
            return SerializedCode.to_code_object, (SerializedCode.from_code_object(obj),)
        if isinstance(obj, types.ModuleType):
            return importlib.import_module, (obj.__name__,)
        if isinstance(obj, types.MethodType):
            found = getattr(obj.__self__, obj.__name__, None)
            if getattr(found, "__func__", found) is not obj.__func__:
                return types.MethodType, (obj.__func__, obj.__self__)
        elif isinstance(obj, types.FunctionType) and "<locals>" in obj.__qualname__:
            return _nested_function, (obj.__code__, obj.__module__, obj.__qualname__, obj.__defaults__, obj.__closure__)
        return NotImplemented


def _cell(*contents):
    return types.CellType(*contents)


def _nested_function(code, module, qualname, argdefs, closure):
    made = types.FunctionType(code, importlib.import_module(module).__dict__, code.co_name, argdefs, closure)
    made.__qualname__ = qualname
    return made


class AOTCompileUnpickler(pickle.Unpickler):
    def __init__(self, external_data, file):
        super().__init__(file)
        self.external_data = external_data

    def persistent_load(self, key):
        if key not in self.external_data:
            raise RuntimeError(f"Missing required external reference to data: {key}. Please load AOT compiled function with "
                               f"`external_data=<external data dictionary>`{self.external_data}")
        return self.external_data[key]


@dataclasses.dataclass
class AOTCompiledModel:
    """A module with the compiled versions of its forward; a call goes to the first whose guards admit it."""

    model: torch.nn.Module
    compiled_results: list

    def __call__(self, *args, **kwargs):
        for result in self.compiled_results:
            if result.guard_check(self.model, *args, **kwargs):
                return result(self.model, *args, **kwargs)
        return self.compiled_results[0](self.model, *args, **kwargs)

    def serialize(self):
        return pickle.dumps([AOTCompiledFunction.serialize(result).serialized_data for result in self.compiled_results])

    @classmethod
    def deserialize(cls, model, data):
        return cls(model, [AOTCompiledFunction.deserialize(result) for result in pickle.loads(data)])


def _lasting(guards):
    """Without a choice of the script's, what is guarded ahead of time: neither globals nor the identity of objects, which are others in other processes."""
    return [not (guard.is_global or guard.guard_type in package.UNSUPPORTED_GUARDS) for guard in guards]


def _serializable(compiled_fn, backend_input, backend):
    """The compiled graph as what can be written; what a backend of a script gives has to be that itself."""
    from torch._dynamo.backends.common import AotAutograd
    from torch._dynamo.backends.registry import _BACKENDS

    if isinstance(compiled_fn, SerializableCallable):
        return compiled_fn
    name = next((name for name, fn in _BACKENDS.items() if fn is backend and fn.__module__.startswith("torch._dynamo.")), None)
    if name is not None and name.startswith("eager"):
        return GraphModuleSerializableCallable(backend_input.graph_module)
    if name is not None or isinstance(backend, AotAutograd) or getattr(compiled_fn, "serialize", None) is not None:
        return BundledAOTAutogradSerializableCallable.of(compiled_fn, backend_input, name)
    raise RuntimeError(f"Compiled function type {type(compiled_fn)} (produced from backend {backend}) does not implement SerializableCallable.")


def aot_compile_fullgraph(model, example_inputs, backend, dynamic=None, guard_filter_fn=None):
    """A function, or the forward of a module, compiled for (args, kwargs)."""
    args, kwargs = example_inputs
    fn, owner = fullgraph.get_traced_fn(model)
    captured = fullgraph.capture(model, args, kwargs, backend, dynamic, guard_filter_fn or _lasting)
    backend_input = captured.backend_input
    if backend_input is None:
        raise AssertionError("backend_input must not be None")
    compiled_fn = _serializable(captured.compiled_fn, backend_input, backend)
    output = captured.graph_capture_output
    guards = captured.guard_manager._parts() if captured.guard_manager else ()
    package.refuse_local_types(guards, fullgraph.locals_of(fn, args if owner is None else (owner, *args), kwargs), fn.__globals__)
    source_info = SourceInfo(set())
    for code in output.traced_code:
        source_info.add_code(code)
    env = GraphRuntimeEnv.of(output, backend_input.backend_id)
    return AOTCompiledFunction(CompileArtifacts(
        signature=_signature_of(fn.__code__, env), guard_manager=captured.guard_manager, guards_state=package.pickle_guards(guards), backend_id=backend_input.backend_id,
        compiled_fn=compiled_fn, original_code=fn.__code__, runtime_env=env, source_info=source_info, device_type="cpu",
        backend_name=getattr(eval_frame.innermost(backend), "__name__", "unknown")), _extra_globals=fn.__globals__)


def aot_compile_module(model, inputs, backend, dynamic=None, guard_filter_fn=None):
    """A module compiled for the arguments of several calls."""
    results = []
    for given in inputs:
        log.info("Compiling input %s..", given)
        with contextlib.ExitStack() as stack:
            for context in given.contexts:
                stack.enter_context(context)
            results.append(aot_compile_fullgraph(model.forward, (given.args, given.kwargs), backend, dynamic, guard_filter_fn))
    if not results:
        raise AssertionError("Expected at least one compiled result")
    return AOTCompiledModel(model, results)
