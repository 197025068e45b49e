"""Which functions tracing goes into. What decides is native code; the lists of modules are PyTorch's, and the questions about them that tests ask."""

import abc
import copy
import dataclasses
import importlib
import inspect
import linecache
import random
import re
import types

import torch
from torch._dynamo import config  # noqa: F401

BUILTIN_SKIPLIST = (abc, copy, importlib, random, re, linecache)
THIRDPARTY_SKIPLIST = ("fx2trt_oss", "hypothesis", "networkx", "numpy", "onnx", "onnxruntime", "onnx_tf", "pandas", "sklearn", "tabulate", "tensorflow", "tensorrt", "torch2trt",
                       "tqdm", "tree", "tvm", "xarray")


def _torch(names):
    return {f"torch.{name}" for name in names.split()}


LEGACY_MOD_INLINELIST = _torch("""_dynamo.external_utils _export.db.examples _export.wrappers _functorch.apis _functorch.deprecated _library.fake_class_registry
    ao.quantization.pt2e.export_utils ao.quantization.pt2e.qat_utils ao.quantization.pt2e.representation.rewrite ao.quantization.pt2e.utils
    ao.quantization.quantizer.xnnpack_quantizer ao.quantization.stubs distributed._composable.replicate distributed.algorithms._checkpoint.checkpoint_wrapper
    distributed.device_mesh distributed.tensor._api distributed.tensor.device_mesh distributed.tensor.parallel._data_parallel_utils distributed.tensor.parallel._utils
    distributed.tensor.parallel.style export.unflatten nn.attention.flex_attention utils._typing_utils""")
MOD_INLINELIST = _torch("""_decomp _dynamo._trace_wrapped_higher_order_op _dynamo.compiled_autograd _dynamo.comptime _dynamo.polyfills _dynamo.test_case
    _export.non_strict_utils _functorch._aot_autograd.subclass_parametrization _functorch.autograd_function _functorch.eager_transforms _functorch.functional_call
    _functorch.pyfunctorch _functorch.vmap _inductor.test_operators _library.autograd _library.custom_ops _ops _prims _refs _tensor amp.autocast_mode ao.nn
    ao.quantization.fx._decomposed autograd.function backends.cuda cuda.amp.autocast_mode distributed distributions export._patches export._tree_utils export._unlift
    export._wrapper_utils fx._pytree fx._symbolic_trace fx.experimental.proxy_tensor fx.passes.shape_prop fx.traceback nn overrides random return_types sparse testing
    utils._content_store utils._contextlib utils._cxx_pytree utils._device utils._foreach_utils utils._ordered_set utils._python_dispatch utils._pytree utils.hooks""")
MOD_SKIPLIST = _torch("""_VF __future__ __init__ _awaits _classes _compile _custom_op _custom_ops _decomp _dispatch _dynamo _export _functorch _guards
    _higher_order_ops.effects _higher_order_ops.torchbind _higher_order_ops.wrap _inductor _jit_internal _lazy _library _linalg_utils _lobpcg _logging _lowrank
    _meta_registrations _numpy _ops _prims _prims_common _python_dispatcher _refs _strobelight _subclasses _tensor _tensor_str _thread_safe_fork _utils _utils_internal
    _vmap_internals _weights_only_unpickler accelerator amp ao autograd backends compiler contrib cpu cuda distributed distributions export fb fft functional futures fx
    hub jit library linalg masked monitor mps mtia multiprocessing nested nn onnx overrides package profiler quantization quasirandom random serialization signal sparse
    special storage testing types utils xpu""")

_skipped_packages = set(THIRDPARTY_SKIPLIST)  # add() may name more


@dataclasses.dataclass
class SkipResult:
    skipped: bool
    reason: str | None


def add(import_name):
    """Leaves out the functions of a package, too."""
    if import_name not in _skipped_packages:
        importlib.import_module(import_name)
    _skipped_packages.add(import_name)


def get_legacy_mod_inlinelist():
    return {_file_of(name) for name in LEGACY_MOD_INLINELIST}


def get_mod_inlinelist():
    return {_file_of(name) for name in MOD_INLINELIST}


def get_mod_skiplist():
    return {_file_of(name) for name in MOD_SKIPLIST}


def _folder():
    return torch.__file__.rpartition("/")[0]


def _file_of(module):
    """Where the file of a module of torch begins."""
    return _as_posix_path(_folder() + module.removeprefix("torch").replace(".", "/"))


def _as_posix_path(path):
    return str(path).replace("\\", "/")


def _listed(path, prefixes):
    return next((prefix for prefix in sorted(prefixes) if path == prefix + ".py" or path.startswith(prefix + "/")), None)


def check_file(filename, is_inlined_call=False):
    """Whether functions of a file are left out, and why."""
    if filename is None:
        return SkipResult(True, "filename is None")
    path = _as_posix_path(filename)
    if _listed(path, get_legacy_mod_inlinelist()):
        return SkipResult(False, "file matches LEGACY_MOD_INLINELIST")
    if is_inlined_call and (entry := _listed(path, get_mod_inlinelist())):
        return SkipResult(False, f"file matches MOD_INLINELIST ({path if entry + '.py' == path else entry})")
    if entry := _listed(path, get_mod_skiplist()):
        return SkipResult(True, f"file matches MOD_SKIPLIST ({entry})")
    skipped = any(path == getattr(m, "__file__", None) for m in BUILTIN_SKIPLIST) or path.startswith("<") or any(f"/{name}/" in path for name in _skipped_packages)
    if skipped:
        return SkipResult(True, f"file is under skip directory ({path})")
    return SkipResult(False, "inlined by default")


def _code_file(obj):
    if isinstance(obj, types.CodeType):
        return obj.co_filename
    obj = inspect.unwrap(obj) if callable(obj) else obj
    code = getattr(obj, "__code__", None)
    if code is not None:
        return code.co_filename
    try:
        return inspect.getsourcefile(obj)
    except TypeError:
        return None


def check_verbose(obj, is_inlined_call=False):
    """The same of what an object was defined in."""
    return check_file(_code_file(obj), is_inlined_call)


def check(obj, is_inlined_call=False):
    return check_verbose(obj, is_inlined_call).skipped


def is_aten_op_or_tensor_method(obj):
    return obj in {getattr(torch.Tensor, name) for name in dir(torch.Tensor) if callable(getattr(torch.Tensor, name))} or isinstance(obj, (torch._ops.OpOverloadPacket, torch._ops.OpOverload))


def lookup_callable(obj):
    from torch._dynamo import variables

    return variables.BuiltinVariable if isinstance(obj, types.BuiltinFunctionType) and not (obj.__module__ or "").startswith("torch") else None


def lookup(obj):
    return lookup_inner(obj)


def lookup_inner(obj, name=None, filename=None, is_direct_call=True, reasons=None):
    """The class of the variable that tracing makes of a function."""
    from torch._dynamo import variables

    if is_aten_op_or_tensor_method(obj) or isinstance(obj, types.BuiltinFunctionType) and getattr(torch, getattr(obj, "__name__", ""), None) is obj:
        return variables.TorchInGraphFunctionVariable
    if getattr(obj, "__module__", None) == "torch.nn.functional" and not isinstance(obj, type):
        return variables.TorchInGraphFunctionVariable
    if not is_direct_call or isinstance(obj, (types.FunctionType, types.MethodType)):
        result = check_file(filename or _code_file(obj), is_inlined_call=True)
        if reasons is not None:
            reasons.add(result.reason)
        return variables.SkipFunctionVariable if result.skipped else variables.UserFunctionVariable
    return variables.SkipFunctionVariable


def load_object(name):
    """The object of a dotted name; what follows # is the name in a file."""
    try:
        module, _, attribute = name.rpartition("#" if "#" in name else ".")
        value = importlib.import_module(module)
        for part in attribute.split("."):
            value = getattr(value, part)
        return value
    except (AttributeError, ImportError):
        parts = name.split(".")
        value = importlib.import_module(parts[0])
        for part in parts[1:]:
            value = getattr(value, part, None)
        return value
