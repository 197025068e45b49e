"""The dispatcher's book of registrations as torch._C shows it: what tests of the dispatcher register and take back, and the kernel that each key would find.

Operators do not go this way: what is written down here is the rule by which PyTorch chooses kernels, with the names of kernels in place of them."""

import gc
import sys
import weakref

import torch
from torch._dispatchkeys import _ALIASES, _BACKENDS

_ONE_BACKEND = "FPGA Vulkan Metal CustomRNGKeyId MkldnnCPU".split()
_SINGLE = """Undefined Dense FPGA Vulkan Metal Quantized CustomRNGKeyId MkldnnCPU Sparse SparseCsr NestedTensor BackendSelect Fake Python FuncTorchDynamicLayerBackMode
    Functionalize Conjugate Negative ZeroTensor ADInplaceOrView AutogradOther AutogradFunctionality AutogradNestedTensor Tracer AutocastCPU AutocastMTIA AutocastMAIA
    AutocastXPU AutocastIPU AutocastHPU AutocastXLA AutocastMPS AutocastCUDA AutocastPrivateUse1 FuncTorchBatched BatchedNestedTensor FuncTorchVmapMode Batched VmapMode
    FuncTorchGradWrapper DeferredInit PythonTLSSnapshot FuncTorchDynamicLayerFrontMode TESTING_ONLY_GenericWrapper TESTING_ONLY_GenericMode PreDispatch PythonDispatcher""".split()
_PREFIXES = {"Dense": "", "Quantized": "Quantized", "Sparse": "Sparse", "SparseCsr": "SparseCsr", "NestedTensor": "NestedTensor", "AutogradFunctionality": "Autograd"}
_FALLBACKS = """Meta core/MetaFallbackKernel:23 BackendSelect -core/BackendSelectFallbackKernel:3 Python core/PythonFallbackKernel:192
    FuncTorchDynamicLayerBackMode functorch/DynamicLayer:479 Functionalize FunctionalizeFallbackKernel:411 Conjugate ConjugateFallback:17
    Negative native/NegateFallback:18 ZeroTensor ZeroTensorFallback:115 ADInplaceOrView -core/VariableFallbackKernel:103
    AutogradOther core/VariableFallbackKernel:62 AutogradCPU core/VariableFallbackKernel:66 AutogradCUDA core/VariableFallbackKernel:74
    AutogradXLA core/VariableFallbackKernel:86 AutogradMPS core/VariableFallbackKernel:94 AutogradXPU core/VariableFallbackKernel:70
    AutogradHPU core/VariableFallbackKernel:107 AutogradLazy core/VariableFallbackKernel:90 AutogradMTIA core/VariableFallbackKernel:78
    AutogradMAIA core/VariableFallbackKernel:82 AutogradPrivateUse1 core/VariableFallbackKernel:111 AutogradMeta core/VariableFallbackKernel:98
    Tracer /torch/csrc/autograd/TraceTypeManual:296 AutocastCPU -autocast_mode:333 AutocastMTIA -autocast_mode:474 AutocastMAIA -autocast_mode:512
    AutocastXPU -autocast_mode:550 AutocastMPS -autocast_mode:224 AutocastCUDA -autocast_mode:177
    FuncTorchBatched functorch/LegacyBatchingRegistrations:730 BatchedNestedTensor functorch/LegacyBatchingRegistrations:757
    FuncTorchVmapMode -functorch/VmapModeRegistrations:22 Batched LegacyBatchingRegistrations:1072 VmapMode -VmapModeRegistrations:32
    FuncTorchGradWrapper functorch/TensorWrapper:210 PythonTLSSnapshot core/PythonFallbackKernel:200
    FuncTorchDynamicLayerFrontMode functorch/DynamicLayer:475 PreDispatch core/PythonFallbackKernel:204 PythonDispatcher core/PythonFallbackKernel:196""".split()


def _orders():
    """The keys by their numbers, aliases at the end; and the keys that have a place in a table, in its order."""
    numbered, table = list(_SINGLE), []
    for name in _SINGLE:
        if name in _PREFIXES:
            keys = [_PREFIXES[name] + backend for backend in _BACKENDS]
            numbered += keys
            table += keys
        else:
            table.append(name)
    return numbered + _ALIASES, table


_NUMBERED, _TABLE = _orders()


def _fallback(place):
    """The text of where a kernel for all operators was registered; a mark in front says that it passes on."""
    path = place.lstrip("-")
    path, _, line = (path if path.startswith("/") else "/aten/src/ATen/" + path).partition(":")
    return f"{'fallthrough ' if place.startswith('-') else ''}registered at .{path}.cpp:{line}"


_fallbacks = {key: _fallback(place) for key, place in zip(_FALLBACKS[::2], _FALLBACKS[1::2])}
_operators = {}  # name -> _Operator
_whole_namespaces = {"aten": "./build/aten/src/ATen/RegisterSchema.cpp:6"}
_libraries = {}  # the number of the object -> _Library, for those that have registered something
_tables = {}  # kernels that are called, and fallbacks -> the text of their table
_INFERRED = "(Tensor _0) -> Tensor _0"


class _Operator:
    """What is registered of an operator: its schema, and the kernels of each key, the last one first."""

    def __init__(self, name):
        self.name, self.schema, self.place, self.alias, self.kernels = name, None, "", "", {}


def _group(key):
    """What a key does, with its backend behind it."""
    for functionality, prefix in sorted(_PREFIXES.items(), key=lambda item: -len(item[1])):
        if key.startswith(prefix) and key[len(prefix):] in _BACKENDS:
            return functionality, key[len(prefix):]
    return key, ""


def _serves(alias, key):
    """Whether kernels of an alias are there for a key."""
    what, backend = _group(key)
    if alias == "Autograd":
        return what == "AutogradFunctionality" or key in ("AutogradOther", "AutogradNestedTensor")
    if alias == "CompositeImplicitAutograd":
        return what in _PREFIXES and backend != "" or key in _ONE_BACKEND or key in ("Undefined", "AutogradOther", "AutogradNestedTensor")
    if alias == "CompositeImplicitAutogradNestedTensor":
        return what == "NestedTensor" or key == "AutogradNestedTensor"
    if alias == "FuncTorchBatchedDecomposition":
        return key == "FuncTorchBatched"
    plain = what in ("Dense", "Quantized", "SparseCsr") and backend != "" or key in _ONE_BACKEND or key == "Undefined"
    if alias == "CompositeExplicitAutogradNonFunctional":
        return plain and backend not in ("XLA", "Lazy")
    return plain or what == "Sparse" and backend != ""


def _backends_behind(key):
    """The keys of the backends that an autograd key stands in front of."""
    if key == "AutogradOther":
        return _ONE_BACKEND + [k for k in _TABLE if _group(k)[0] in ("Quantized", "Sparse", "SparseCsr") and _group(k)[1]]
    if key == "AutogradNestedTensor":
        return [k for k in _TABLE if _group(k)[0] == "NestedTensor" and _group(k)[1]]
    what, backend = _group(key)
    return [backend] if what == "AutogradFunctionality" else []


def _computed(op, key):
    """The kernel that a call by a key finds, with the reason; None where it finds none."""
    active = {k: kernels[0] for k, kernels in op.kernels.items() if kernels}

    def alias(name):
        return active.get(name) if _serves(name, key) else None

    if key in active:
        return active[key] + " [kernel]"
    for name in ("CompositeExplicitAutogradNonFunctional", "CompositeExplicitAutograd"):
        if (kernel := alias(name)) is not None:
            return kernel + " [default backend kernel]"
    behind = any(k in active for k in _backends_behind(key)) or "CompositeExplicitAutograd" in active
    if (kernel := alias("CompositeImplicitAutogradNestedTensor")) is not None and not behind:
        return kernel + " [nested kernel]"
    if (kernel := alias("CompositeImplicitAutograd")) is not None:
        if key == "AutogradOther" and any(k in active for k in _backends_behind(key)):
            return "ambiguous_autogradother [ambiguous autogradother]"
        if not behind:
            return kernel + " [math kernel]"
    if (kernel := alias("Autograd")) is not None:
        return kernel + " [autograd kernel]"
    if (kernel := alias("FuncTorchBatchedDecomposition")) is not None:
        return kernel + " [batched kernel]"
    if key in _fallbacks:
        return _fallbacks[key] + " [backend fallback]"
    return None


def _key(name):
    if name not in _NUMBERED:
        raise RuntimeError(f"could not parse dispatch key: {name}")
    return name


def _check_schema(op, schema, kernel):
    """A kernel takes a tensor and gives one: a schema that says otherwise is an error."""
    where = [("argument", [str(a.type) for a in schema.arguments]), ("return", [str(r.type) for r in schema.returns])]
    for word, types in where:
        if len(types) != 1:
            reason = f"The number of {word}s is different. {len(types)} vs 1."
        elif types != ["Tensor"]:
            reason = f"Type mismatch in {word} 1: {types[0].removeprefix('Optional[').replace(']', '?') if types[0].startswith('Optional') else types[0]} vs Tensor."
        else:
            continue
        raise RuntimeError(f"Inferred operator schema for a C++ kernel function doesn't match the expected function schema.\n  operator: {op.name}\n"
                           f"  expected schema: {schema}\n    registered at /dev/null:0\n  inferred schema: {_INFERRED}\n    {kernel}\n  reason: {reason}")


class _Library:
    """What a library has registered: how to take it back, and whether the library was found where a program holds it."""

    def __init__(self, module):
        self.module, self.undo, self.seen = weakref.ref(module), [], False

    def drop(self):
        while self.undo:
            self.undo.pop()()


def _look(values, wanted, found, depth):
    """Looks for libraries among values, and in what these hold."""
    for v in values:
        if id(v) in wanted:
            found.add(id(v))
        elif depth:
            if type(v) in (list, tuple, set, dict):
                _look(v.values() if type(v) is dict else v, wanted, found, depth - 1)
            elif type(v).__module__ != "builtins" and isinstance(getattr(v, "__dict__", None), dict):
                _look(v.__dict__.values(), wanted, found, depth - 1)


def _held():
    """The libraries that variables of the program's frames hold, or their globals, or containers and objects there."""
    wanted, found, frame, spaces = set(_libraries), set(), sys._getframe(2), {}
    while frame is not None and len(found) < len(wanted):
        if not frame.f_code.co_filename.startswith("<magneto>"):
            _look(frame.f_locals.values(), wanted, found, 2)
            spaces[id(frame.f_globals)] = frame.f_globals
        frame = frame.f_back
    for space in spaces.values():
        if len(found) < len(wanted):
            _look(list(space.values()), wanted, found, 2)
    return found


def _drop_dead():
    """Takes back what libraries have registered that the program holds no more: those that could be seen and are gone, and of others those that the collector finds dead."""
    if not _libraries:
        return
    found = _held()
    if any(number not in found and not library.seen for number, library in _libraries.items()):
        gc.collect()
    for number, library in list(_libraries.items()):
        if number in found:
            library.seen = True
        elif library.seen or library.module() is None:
            del _libraries[number]
            library.drop()


class _DispatchModule:
    """A library as C++ makes one: what it has registered is there until it is dropped."""

    def __init__(self, kind, namespace, key, place):
        self._kind, self._namespace, self._key, self._place = kind, namespace, key, place
        if kind == "DEF":
            _drop_dead()
            if namespace in _whole_namespaces:
                raise RuntimeError(
                    f"Only a single TORCH_LIBRARY can be used to register the namespace {namespace}; please put all of your definitions in a single TORCH_LIBRARY block.  If you were "
                    "trying to specify implementations, consider using TORCH_LIBRARY_IMPL (which can be duplicated).  If you really intended to define operators for a single "
                    "namespace in a distributed way, you can use TORCH_LIBRARY_FRAGMENT to explicitly indicate this.  Previous registration of TORCH_LIBRARY was registered at "
                    f"{_whole_namespaces[namespace]}; latest registration was registered at {place}")
            _whole_namespaces[namespace] = "registered at " + place
            self._registered(lambda: _whole_namespaces.pop(namespace))
        if kind != "IMPL" and key:
            self._fail('!dispatch_key_.has_value() INTERNAL ASSERT FAILED at "./aten/src/ATen/core/library.cpp":108, please report a bug to PyTorch.')

    def _registered(self, undo):
        if id(self) not in _libraries:
            _libraries[id(self)] = _Library(self)
        _libraries[id(self)].undo.append(undo)

    def _block(self):
        return {"DEF": "TORCH_LIBRARY", "IMPL": "TORCH_LIBRARY_IMPL", "FRAGMENT": "TORCH_LIBRARY_FRAGMENT"}[self._kind]

    def _fail(self, text):
        raise RuntimeError(f"{text} (Error occurred while processing {self._block()} block at {self._place})")

    def _name(self, name, call):
        space, colons, _ = name.partition("::")
        if not colons:
            return f"{self._namespace}::{name}"
        if space != self._namespace and self._namespace != "_":
            self._fail(f'{call}("{name}", ...): Explicitly provided namespace ({space}) in operator name does not match namespace of enclosing {self._block()} block ({self._namespace}).'
                       "  Move this definition to the " + self._block() + " block corresponding to this namespace (and consider deleting the namespace from your schema string.) ")
        return name

    def _define(self, name, schema, alias):
        if self._kind == "IMPL":
            self._fail(f'def("{name.partition("::")[2]}"): Cannot define an operator inside of a TORCH_LIBRARY_IMPL block.  All def()s should be placed in the (unique) '
                       "TORCH_LIBRARY block for their namespace. ")
        if name in _operators:
            _drop_dead()
        op = _operators.get(name) or _Operator(name)
        if op.schema is not None:
            raise RuntimeError(f"Tried to register an operator ({schema}) with the same name and overload name multiple times. Each overload's schema should only be registered with a "
                               f"single call to def(). Duplicate registration: registered at {self._place}. Original registration: registered at {op.place}")
        for kernels in op.kernels.values():
            for kernel in kernels:
                _check_schema(op, schema, kernel)
        op.schema, op.place, op.alias = schema, self._place, alias
        _operators[name] = op

        def undo():
            op.schema = None
            _forget(op)

        self._registered(undo)
        return self

    def def_(self, schema, alias=""):
        """Defines an operator by its schema."""
        if alias not in ("", "CONSERVATIVE", "PURE_FUNCTION", "FROM_SCHEMA"):
            raise RuntimeError(f"could not parse {alias}")
        name = schema.partition("(")[0]
        if "(" not in schema:
            raise RuntimeError("Tried to parse a function schema but only the operator name was given")
        torch._C.parse_schema(schema)  # errors show the text as it was given
        full = self._name(name, "def")
        return self._define(full, torch._C.parse_schema(full + schema[len(name):]), alias or "FROM_SCHEMA")

    def def_legacy(self, schema):
        """Defines an operator whose schema says nothing about memory that is shared."""
        name = schema.partition("(")[0]
        full = self._name(name, "def")
        return self._define(full, torch._C.parse_schema(full + schema[len(name):]), "CONSERVATIVE (default)")

    def def_name_t_t(self, name, dispatch="", debug="default_def_name_t_t"):
        """Defines an operator by a kernel alone, with the schema that the kernel has."""
        full = self._name(name, "def")
        self._define(full, torch._C.parse_schema(full + "(Tensor _0) -> Tensor _0"), "CONSERVATIVE")
        return self.impl_t_t(name, dispatch, debug)

    def def_schema_t_t(self, name, dispatch="", alias="", debug="default_def_schema_t_t"):
        """Defines an operator and a kernel for it."""
        self.def_(name, alias)
        return self.impl_t_t(name.partition("(")[0], dispatch, debug)

    def impl_t_t(self, name, dispatch="", debug="impl_t_t"):
        """Registers a kernel that takes a tensor and gives one."""
        key = _key(dispatch) if dispatch else self._key or "Undefined"
        if self._key and key != self._key:
            self._fail(f'impl("{name}", ...): Explicitly provided dispatch key ({key}) is inconsistent with the dispatch key of the enclosing TORCH_LIBRARY_IMPL block ({self._key}).'
                       "  Please declare a separate TORCH_LIBRARY_IMPL block for this dispatch key and move your impl() there. ")
        if key == "Undefined":
            key = "CompositeImplicitAutograd"
        full = self._name(name, "impl")
        op = _operators.get(full) or _Operator(full)
        if op.schema is not None:
            _check_schema(op, op.schema, debug)
        _operators[full] = op
        kernel = str.join("", debug)  # a kernel of its own, that is found among others of its name when it is taken back
        op.kernels.setdefault(key, []).insert(0, kernel)

        def undo():
            kernels = op.kernels[key]
            del kernels[[k is kernel for k in kernels].index(True)]
            if not kernels:
                del op.kernels[key]
            _forget(op)

        self._registered(undo)
        return self

    def fallback_fallthrough(self, dispatch=""):
        """Registers, for all operators without a kernel of a key, that the key is passed over."""
        if self._kind != "IMPL":
            self._fail(f"fallback(...): Cannot define an operator inside of a {self._block()} block.  Did you mean to call this function inside a TORCH_LIBRARY_IMPL block? ")
        key = dispatch or self._key
        if not key:
            self._fail('dispatch_key.has_value() INTERNAL ASSERT FAILED at "./aten/src/ATen/core/library.cpp":293, please report a bug to PyTorch.')
        if self._namespace != "_":
            self._fail(f"fallback(...): Fallback functions which apply to only a single namespace (you specified {self._namespace}) are not supported.  If you intended to apply this "
                       f"fallback function globally, please define a separate block:\n\n    TORCH_LIBRARY_IMPL(_, {key}, m) {{ m.fallback(...); }}\n\n")
        keys = [k for k in _TABLE if _serves("Autograd", k)] if key == "Autograd" else [key]
        _drop_dead()
        for key in keys:
            if key in _fallbacks:
                raise RuntimeError(f"Tried to register multiple backend fallbacks for the same dispatch key {key}; previous registration "
                                   f"{_fallbacks[key].removeprefix('fallthrough ')}, new registration registered at {self._place}")
            _fallbacks[key] = f"fallthrough registered at {self._place}"
            self._registered(lambda: _fallbacks.pop(key))
        return self

    def reset(self):
        """Takes back what the library has registered."""
        if (library := _libraries.pop(id(self), None)) is not None:
            library.drop()


_DispatchModule.__module__ = "torch._C"


def _forget(op):
    if op.schema is None and not op.kernels:
        _operators.pop(op.name, None)


def _dispatch_library(kind, name, dispatch, file="/dev/null", linenum=0):
    if kind not in ("DEF", "IMPL", "FRAGMENT"):
        raise RuntimeError(f"could not parse {kind}")
    return _DispatchModule(kind, name, _key(dispatch) if dispatch else "", f"{file}:{linenum}")


def _kernel_lines(op):
    for key in sorted(op.kernels, key=_NUMBERED.index):
        for i, kernel in enumerate(op.kernels[key]):
            yield f"{key}{'[alias]' if key in _ALIASES else ''}{' (inactive)' if i else ''}: {kernel} :: {_INFERRED} [ boxed unboxed ]\n"


def _dispatch_dump(name):
    """What is registered of an operator; nothing of operators that no library of tests has."""
    _drop_dead()
    if (op := _operators.get(name)) is None:
        return ""
    head = "schema: (none)\n" if op.schema is None else f"schema: {op.schema}\ndebug: registered at {op.place}\nalias analysis kind: {op.alias}\n"
    return f"name: {op.name}\n" + head + "".join(_kernel_lines(op))


def _dispatch_dump_table(name):
    """The kernel that is found for each key, a line for each that finds one."""
    _drop_dead()
    if (op := _operators.get(name)) is None:
        return ""
    state = tuple(sorted((key, kernels[0]) for key, kernels in op.kernels.items())), tuple(_fallbacks.items())
    if state not in _tables:
        _tables[state] = "".join(f"{key}: {found}\n" for key in _TABLE if (found := _computed(op, key)) is not None)
    return _tables[state]


def _dispatch_check_invariants(name):
    """Registrations are kept in one table: they cannot disagree."""


def _dispatch_check_all_invariants():
    """As _dispatch_check_invariants, for all operators."""


def _dispatch_find_dangling_impls():
    """Operators that have kernels and no schema, as _dispatch_dump shows them."""
    _drop_dead()
    return [_dispatch_dump(name) for name, op in _operators.items() if op.schema is None]


def _dispatch_print_registrations_for_dispatch_key(dispatch_key=""):
    if dispatch_key:
        _key(dispatch_key)
    for name in torch._C._dispatch_get_registrations_for_dispatch_key(dispatch_key):
        print(name)
