"""Which parts of compilation are logged."""

import logging

from torch._C._dynamo import eval_frame as _c

_COMPONENTS = {
    "dynamo": "torch._dynamo", "aot": "torch._functorch.aot_autograd", "autograd": "torch.autograd", "inductor": "torch._inductor", "cache": "torch._inductor.cache",
    "dynamic": "torch.fx.experimental.symbolic_shapes", "fake_tensor": "torch._subclasses.fake_tensor", "torch": "torch", "distributed": "torch.distributed",
    "c10d": "torch.distributed.distributed_c10d", "ddp": "torch.nn.parallel.distributed", "pp": "torch.distributed.pipelining", "fsdp": "torch.distributed.fsdp",
    "dtensor": "torch.distributed.tensor", "onnx": "torch.onnx", "export": "torch.export", "async_compile": "torch._inductor.async_compile",
    "flex_gemm": "torch._higher_order_ops.flex_gemm", "native_dsl": "torch._native",
}

_OF_DYNAMO = "torch._dynamo."
_ARTIFACTS = {
    "guards": _OF_DYNAMO + "guards", "verbose_guards": _OF_DYNAMO + "guards", "recompiles": _OF_DYNAMO + "guards", "recompiles_verbose": _OF_DYNAMO + "guards",
    "bytecode": _OF_DYNAMO + "convert_frame", "graph": _OF_DYNAMO + "output_graph", "graph_code": _OF_DYNAMO + "output_graph",
    "graph_code_verbose": _OF_DYNAMO + "output_graph", "graph_sizes": _OF_DYNAMO + "output_graph", "trace_source": _OF_DYNAMO + "symbolic_convert",
    "trace_call": _OF_DYNAMO + "output_graph", "trace_bytecode": _OF_DYNAMO + "symbolic_convert", "graph_breaks": _OF_DYNAMO + "symbolic_convert",
    "side_effects": _OF_DYNAMO + "side_effects", "hierarchical_compile": _OF_DYNAMO + "variables.higher_order_ops", "annotation": _OF_DYNAMO + "variables",
    "graph_region_expansion": _OF_DYNAMO + "graph_region_tracker", "compiled_autograd": _OF_DYNAMO + "compiled_autograd",
    "compiled_autograd_verbose": _OF_DYNAMO + "compiled_autograd", "ddp_graphs": _OF_DYNAMO + "backends.distributed",
    "aot_graphs": "torch._functorch._aot_autograd.graph_compile", "aot_joint_graph": "torch._functorch._aot_autograd.graph_compile", "aot_graphs_effects": "torch._functorch.aot_autograd",
    "sym_node": "torch.fx.experimental.sym_node", "trace_shape_events": "torch.fx.experimental.recording", "not_implemented": "torch._subclasses.fake_tensor",
    "custom_format_test_artifact": "torch.testing._internal.logging_utils", "onnx_diagnostics": "torch.onnx",
}
for _name in ("pre_grad_graphs post_grad_graphs ir_pre_fusion ir_post_fusion output_code kernel_code schedule perf_hints compute_dependencies fusion loop_ordering "
              "loop_tiling auto_chunker overlap overlap_scheduling partitioned_scatter cudagraphs cudagraph_static_inputs benchmarking incremental "
              "node_runtime_estimation autotuning autotuning_inputs inductor_metrics caching native_dsl_compile").split():
    _ARTIFACTS[_name] = "torch._inductor"
for _name in ("pre_grad_graphs", "post_grad_graphs"):
    _ARTIFACTS[_name] = "torch._inductor.compile_fx"

# What components log at the level of information: the loggers.
_PARTS = {"dynamo_info": "torch._dynamo.symbolic_convert", "backend_info": "torch._dynamo.output_graph", "dynamic_info": "torch.fx.experimental.symbolic_shapes"}

_on = {}  # artifacts that are logged


def _logger_name(artifact):
    if artifact in _PARTS:
        return _PARTS[artifact]
    if artifact == "trace_inlined":
        return _OF_DYNAMO + "symbolic_convert.__trace_call"
    return f"{_ARTIFACTS[artifact]}.__{artifact}"


def set_logs(*, all=None, modules=None, **names):
    """Turns parts on: artifacts by True, components by a level of logging. What is not named is turned off."""
    import logging

    _check(names, modules)
    for name in list(_on):
        _switch(name, False)
    for logger in _COMPONENTS.values():
        logging.getLogger(logger).setLevel(logging.WARNING)
    if all is not None:
        names = {**{name: all for name in _COMPONENTS}, **names}
    for name, value in names.items():
        if name in _COMPONENTS:
            if isinstance(value, bool):
                value = logging.DEBUG if value else logging.WARNING
            logging.getLogger(_COMPONENTS[name]).setLevel(value)
            if name == "dynamo" and value == logging.DEBUG:
                for artifact in ("graph_code", "guards", "recompiles", "graph_breaks", "trace_source", "trace_call", "trace_bytecode"):
                    _switch(artifact, True)
            if name in ("dynamo", "dynamic") and value <= logging.INFO:
                for part in _PARTS:
                    if name == "dynamo" or part == "dynamic_info":
                        _switch(part, True)
        else:
            _switch(name, value)
    for name, level in (modules or {}).items():
        logging.getLogger(name).setLevel(level)


def _check(names, modules):
    for name, value in names.items():
        if name in _ARTIFACTS:
            if not isinstance(value, bool):
                raise ValueError(f"Expected bool to enable artifact {name}, received {value}")
        elif name not in _COMPONENTS:
            raise TypeError(f"set_logs() got an unexpected keyword argument '{name}'")
        elif value not in logging._levelToName:
            raise ValueError(f"Unrecognized log level for log {name}: {value}, valid level values are: 50,40,30,20,10,0")
    for name in modules or {}:
        if name in _ARTIFACTS or name in _COMPONENTS:
            continue
        if not name.startswith("torch") and not _importable(name):
            raise ValueError(f"Unrecognized log or artifact name passed to set_logs: {name}")


def _importable(name):
    import importlib.util
    import sys

    if name in sys.modules:
        return True
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, AttributeError, ValueError):
        return False


def _switch(name, on):
    import logging

    if on:
        _on[name] = True
    else:
        _on.pop(name, None)
    logging.getLogger(_logger_name(name)).setLevel((logging.INFO if name in _PARTS else logging.DEBUG) if on else logging.NOTSET if name in _PARTS else logging.WARNING)
    _c.set_log(name, bool(on), _emit)
    if name == "trace_call":
        _switch("trace_inlined", on)


def _emit(name, message):
    import logging

    level = logging.INFO if name in _PARTS else logging.DEBUG
    where = _logger_name(name)
    if name == "aot_graphs" and " class <lambda>(" in message:  # one that has no backward
        where = "torch._functorch._aot_autograd.graph_capture.__aot_graphs"
    logger = logging.getLogger(where)
    if where != _logger_name(name):
        logger.setLevel(level)
    if logger.isEnabledFor(level):
        logger.log(level, message)


def _set_from_text(settings):
    """Turns on what a text like that of TORCH_LOGS names."""
    import logging

    names, modules = {}, {}
    for word in settings.split(","):
        word = word.strip()
        if not word:
            continue
        name = word.lstrip("+-")
        if name in _ARTIFACTS:
            names[name] = True
        elif name in _COMPONENTS:
            names[name] = {"+": logging.DEBUG, "-": logging.ERROR}.get(word[0], logging.INFO)
        elif _importable(name):
            modules[name] = {"+": logging.DEBUG, "-": logging.ERROR}.get(word[0], logging.INFO)
        else:
            raise ValueError(f"Invalid log settings: {settings}")
    set_logs(modules=modules, **names)


def _get_state():
    import logging

    return dict(_on), {name: logging.getLogger(logger).level for name, logger in _COMPONENTS.items()}


def _set_state(state):
    import logging

    on, levels = state
    for name in set(_on) - set(on):
        _switch(name, False)
    for name in on:
        _switch(name, True)
    for name, level in levels.items():
        logging.getLogger(_COMPONENTS[name]).setLevel(level)


class _quiet:
    """A block in which records go to handlers only, not to standard error."""

    def __enter__(self):
        self.prior = _c.set_quiet_logs(True)

    def __exit__(self, *exc_info):
        _c.set_quiet_logs(self.prior)


def getArtifactLogger(module_qname, artifact_name):
    import logging

    if artifact_name not in _ARTIFACTS:
        raise ValueError(f"Artifact name: {repr(artifact_name)} not registered,please call register_artifact({repr(artifact_name)}) in torch._logging.registrations.")
    return logging.getLogger(f"{module_qname}.__{artifact_name}")


def trace_structured(*args, **kwargs):
    """A record of the structured trace, if somebody listens."""
    from ._internal import trace_structured

    trace_structured(*args, **kwargs)


def warning_once(logger, msg, *args, **kwargs):
    if (logger.name, msg) not in _warned:
        _warned.add((logger.name, msg))
        logger.warning(msg, *args, **kwargs)


_warned = set()


class LazyString:
    """Text that is made when it is needed."""

    def __init__(self, func, *args, **kwargs):
        self.func = func
        self.args = args
        self.kwargs = kwargs

    def __str__(self):
        return self.func(*self.args, **self.kwargs)
