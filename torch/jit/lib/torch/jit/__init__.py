"""TorchScript: compiling functions and modules to graphs, tracing them, and saving them."""
import contextlib

import torch
from torch._C._script import ScriptFunction
from torch._jit_internal import _IgnoreContextManager, _isinstance, _qualified_name

from torch.jit import frontend
from torch.jit._script import (
    Attribute, CompilationUnit, RecursiveScriptClass, RecursiveScriptModule, ScriptModule, export, ignore, interface, is_scripting, script, script_method,
    unused, _overload, _overload_method, script_if_tracing, script_if_tracing as _script_if_tracing, _drop, _unwrap_optional,
)
from torch.jit._types import Error, Final, annotate, isinstance
from torch.jit._trace import (
    ONNXTracedModule, TopLevelTracedModule, TracedModule, TracerWarning, TracingCheckError, is_tracing, trace, trace_module, _get_trace_graph, ONNXTracerWarning,
)
from torch.jit._freeze import freeze, optimize_for_inference, run_frozen_optimizations
from torch.jit._serialization import export_opnames, load, save, jit_module_from_flatbuffer, save_jit_module_to_flatbuffer
from torch.futures import Future
from torch.jit._await import _Await, _awaitable, _awaitable_nowait, _awaitable_wait
from torch.jit._async import fork, wait, _fork, _wait
from torch.jit._decomposition_utils import _register_decomposition
from torch.jit._profile import _ScriptProfile
from torch.jit._state import enable_onednn_fusion, onednn_fusion_enabled, set_fusion_strategy, strict_fusion, fuser, last_executed_optimized_graph, optimized_execution, set_module


@contextlib.contextmanager
def _hide_source_ranges():
    """Within it graphs are printed without the places of their nodes."""
    shown = torch._C.Graph.global_print_source_ranges()
    torch._C.Graph.set_global_print_source_ranges(False)
    try:
        yield
    finally:
        torch._C.Graph.set_global_print_source_ranges(shown)


class ScriptWarning(Warning):
    """What the compiler warns of."""
