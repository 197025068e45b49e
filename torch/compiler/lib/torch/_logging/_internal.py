"""The table of logs, the text of settings, and the structured trace."""

import functools
import hashlib
import json
import logging
import os
import time
import traceback
from dataclasses import dataclass, field

from torch._logging import (
    _ARTIFACTS,
    _COMPONENTS,
    _importable,
    LazyString,
    getArtifactLogger,
    set_logs,
    warning_once,
)

LOG_ENV_VAR, LOG_OUT_ENV_VAR, LOG_FORMAT_ENV_VAR, TRACE_ENV_VAR = "TORCH_LOGS", "TORCH_LOGS_OUT", "TORCH_LOGS_FORMAT", "TORCH_TRACE"
DEFAULT_LOG_LEVEL = logging.WARNING
DEFAULT_LOGGING = {"dynamo": logging.INFO, "aot": logging.INFO, "inductor": logging.INFO, "fsdp": logging.INFO, "ddp_graphs": True, "graph_breaks": True,
                   "guards": True, "recompiles": True, "dynamic": logging.INFO}

# Artifacts that a level of their component does not turn on.
_ASKED_FOR = set("""annotation auto_chunker autotuning autotuning_inputs benchmarking bytecode caching compiled_autograd_verbose compute_dependencies
cudagraph_static_inputs fusion graph_region_expansion hierarchical_compile incremental inductor_metrics ir_post_fusion ir_pre_fusion kernel_code
loop_ordering loop_tiling native_dsl_compile node_runtime_estimation onnx_diagnostics output_code overlap overlap_scheduling partitioned_scatter
perf_hints recompiles_verbose schedule sym_node trace_shape_events verbose_guards""".split())

# Components whose level is that of several loggers.
_FURTHER = {
    "dynamo": ["torch.fx.experimental.symbolic_shapes", "torch.fx.experimental.sym_node", "torch.fx.experimental.recording"],
    "aot": ["torch._functorch._aot_autograd"], "inductor": ["torch._inductor.cudagraph_trees"],
    "dynamic": ["torch.fx.experimental.sym_node", "torch.fx.experimental.recording"],
}


class LogRegistry:
    """Which logs there are: components, which have levels, and artifacts, which are on or off."""

    @property
    def artifact_names(self):
        return set(_ARTIFACTS)

    @property
    def off_by_default_artifact_names(self):
        return _ASKED_FOR & set(_ARTIFACTS)

    @property
    def log_alias_to_log_qnames(self):
        return {name: [logger, *_FURTHER.get(name, [])] for name, logger in _COMPONENTS.items()}

    def is_artifact(self, name):
        return name in _ARTIFACTS

    def is_log(self, name):
        return name in _COMPONENTS

    def is_off_by_default(self, artifact_name):
        return artifact_name in _ASKED_FOR

    def register_log(self, alias, log_qnames):
        _COMPONENTS[alias] = log_qnames if isinstance(log_qnames, str) else log_qnames[0]

    def register_artifact_name(self, name, description, visible=False, off_by_default=False, log_format=None):
        _ARTIFACTS.setdefault(name, "torch")

    def get_log_qnames(self):
        return {qname for qnames in self.log_alias_to_log_qnames.values() for qname in qnames}

    def get_artifact_log_qnames(self):
        return {f"{module}.__{name}" for name, module in _ARTIFACTS.items()}


log_registry = LogRegistry()


def register_log(setting_name, log_name):
    log_registry.register_log(setting_name, log_name)


def register_artifact(setting_name, description, visible=False, off_by_default=False, log_format=None):
    log_registry.register_artifact_name(setting_name, description, visible, off_by_default, log_format)


@dataclass
class LogState:
    """What is turned on."""

    log_qname_to_level: dict = field(default_factory=dict)
    artifact_names: set = field(default_factory=set)

    def enable_artifact(self, artifact_name):
        self.artifact_names.add(artifact_name)

    def is_artifact_enabled(self, name):
        return name in self.artifact_names

    def enable_log(self, log_qnames, log_level):
        for qname in [log_qnames] if isinstance(log_qnames, str) else log_qnames:
            self.log_qname_to_level[qname] = log_level

    def get_log_level_pairs(self):
        return self.log_qname_to_level.items()

    def clear(self):
        self.log_qname_to_level.clear()
        self.artifact_names.clear()


log_state = LogState()


def _validate_settings(settings):
    words = settings.split(",")
    return all(word.lstrip("+-") and not word[1:].startswith(("+", "-")) for word in (w.strip() for w in words))


def _invalid_settings_err_msg(settings, verbose=False):
    valid = ", ".join(["all", *sorted({*_COMPONENTS, *_ARTIFACTS})])
    return f"""
Invalid log settings: {settings}, must be a comma separated list of fully
qualified module names, registered log names or registered artifact names.
For more info on various settings, try {LOG_ENV_VAR}="help"
Valid settings:
{valid}
"""


@functools.lru_cache
def _parse_log_settings(settings):
    """The state that a text like that of TORCH_LOGS describes."""
    state = LogState()
    if not settings:
        return state
    if not _validate_settings(settings):
        raise ValueError(_invalid_settings_err_msg(settings))
    for word in settings.split(","):
        word = word.strip()
        level = {"+": logging.DEBUG, "-": logging.ERROR}.get(word[0], logging.INFO)
        name = word.lstrip("+-")
        if name == "all":
            state.enable_log("torch", level)
        elif log_registry.is_log(name):
            state.enable_log(log_registry.log_alias_to_log_qnames[name], level)
        elif log_registry.is_artifact(name):
            state.enable_artifact(name)
        elif _importable(name):
            state.enable_log(name, level)
        else:
            raise ValueError(_invalid_settings_err_msg(settings))
    return state


class TorchLogsFormatter(logging.Formatter):
    """Prefixes each line with level, time, process, place and the compilation that runs."""

    def __init__(self, *, trace=False, trace_id_filter=None):
        super().__init__()
        self._is_trace = trace
        self._trace_id_filter = trace_id_filter

    def format(self, record):
        record.message = record.getMessage()
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        for more in (record.exc_text, record.stack_info):
            if more:
                record.message = record.message.rstrip("\n") + "\n" + more
        from torch._guards import CompileContext

        trace_id = CompileContext.current_trace_id()
        artifact = getattr(record, "artifact_name", None)
        _, found, name = record.name.rpartition(".__")
        if artifact is None and found and name in _ARTIFACTS:
            artifact = name
        if artifact in _AS_THEY_ARE:
            return record.message
        moment = time.strftime("%m%d %H:%M:%S", time.localtime(record.created))
        where = f"{record.filename if 'torch' not in record.pathname else record.pathname[record.pathname.rindex('torch'):]}:{record.lineno}"
        prefix = f"{_LETTERS.get(record.levelname, '?')}{moment}.{int(record.msecs):03d}000 {record.process} {where}]"
        if trace_id is not None and not self._is_trace:
            prefix += f" [{trace_id}]"
        if artifact is not None:
            prefix += f" [__{artifact}]"
        if self._is_trace:
            text = f"{prefix} {json.dumps(record.metadata)}"
            if record.payload is not None:
                text += "\n\t" + record.payload.replace("\n", "\n\t")
            return text
        return "\n".join(f"{prefix} {line}" for line in record.message.split("\n"))


_AS_THEY_ARE = {"custom_format_test_artifact"}  # artifacts whose records have no prefix
_LETTERS = {"INFO": "I", "DEBUG": "V", "WARNING": "W", "ERROR": "E", "CRITICAL": "C"}


class LazyTraceHandler(logging.StreamHandler):
    """Writes to a file of its own in a folder, which is made with the first record."""

    def __init__(self, root_dir):
        logging.Handler.__init__(self)
        self.root_dir = root_dir
        self.stream = None

    def close(self):
        self.acquire()
        try:
            if self.stream is not None:
                self.flush()
                self.stream.close()
                self.stream = None
            logging.StreamHandler.close(self)
        finally:
            self.release()

    def emit(self, record):
        if self.stream is None:
            import tempfile

            os.makedirs(self.root_dir, exist_ok=True)
            self.stream = tempfile.NamedTemporaryFile(mode="w+", suffix=".log", prefix="dedicated_log_torch_trace_", dir=self.root_dir, delete=False)
            super().emit(_version_record())
        super().emit(record)


def _version_record():
    """What a file of the structured trace begins with."""
    import torch

    text = json.dumps({"torch_version": torch.__version__})
    metadata = {"artifact": {"name": "torch_version", "encoding": "json"}, "has_payload": hashlib.md5(text.encode()).hexdigest()}
    return trace_log.makeRecord(trace_log.name, logging.DEBUG, "torch/_logging/_internal.py", 0, "", (), None, extra={"metadata": metadata, "payload": text})


def _trace_to(folder):
    handler = LazyTraceHandler(folder)
    handler.setFormatter(TorchLogsFormatter(trace=True))
    trace_log.addHandler(handler)


trace_log = logging.getLogger("torch.__trace")
trace_log.propagate = False
trace_log.setLevel(logging.DEBUG)
if os.environ.get(TRACE_ENV_VAR):
    _trace_to(os.environ[TRACE_ENV_VAR])


def trace_structured(name, metadata_fn=dict, *, payload_fn=lambda: None, suppress_context=False, expect_trace_id=True, record_logging_overhead=True, compile_id=None):
    """A record of the structured trace, if somebody listens: what happened, in which compilation, and a text."""
    if not trace_log.handlers:
        return
    from torch._guards import CompileContext

    from . import structured

    record = {name: metadata_fn()}
    if not suppress_context:
        trace_id = CompileContext.current_trace_id()
        if compile_id is not None:
            record["frame_id"], record["frame_compile_id"] = compile_id.frame_id, compile_id.frame_compile_id
        elif trace_id is not None:
            record["frame_id"], record["frame_compile_id"] = trace_id.compile_id.frame_id, trace_id.compile_id.frame_compile_id
            record["attempt"] = trace_id.attempt
        elif expect_trace_id:
            frames = [frame for frame in traceback.extract_stack() if "torch/_logging" not in frame.filename]
            record["stack"] = structured.from_traceback(frames)
    payload = payload_fn()
    if payload is not None:
        if not isinstance(payload, str):
            payload = json.dumps(payload, indent=0)
        record["has_payload"] = hashlib.md5(payload.encode()).hexdigest()
    trace_log.debug("", extra={"metadata": record, "payload": payload}, stacklevel=2)


def intern_string(text):
    from .structured import intern_string

    return intern_string(text)


def _heard():
    return bool(trace_log.handlers)


def _record_step(origin, kind, facts, payload, compile_id, attempt):
    """A record of the compiler, which comes from a file of PyTorch's compiler. compile_id is a text, empty where no compilation runs."""
    metadata = {kind: facts}
    if compile_id:
        frame, _, number = compile_id.rpartition("/")
        metadata.update(frame_id=int(frame), frame_compile_id=int(number), attempt=attempt)
    else:
        metadata["stack"] = _callers()
    if payload is not None:
        metadata["has_payload"] = hashlib.md5(payload.encode()).hexdigest()
    extra = {"metadata": metadata, "payload": payload}
    trace_log.handle(trace_log.makeRecord(trace_log.name, logging.DEBUG, origin, 0, "", (), None, extra=extra))


def _frame(filename, line, name, code=None):
    return {"line": line, "name": name, "filename": intern_string(filename), **({"loc": code} if code else {})}


def _record_start(compile_id, name, filename, line):
    """The record of a frame that is about to be traced, with the frames of the script that lead to the one that calls it."""
    callers = _callers()
    if callers and (callers[-1]["name"], callers[-1]["filename"]) == (name, intern_string(filename)):
        callers.pop()
    _record_step("torch/_dynamo/convert_frame.py", "dynamo_start", {"stack": [*callers[:-1], _frame(filename, line, name)]}, None, compile_id, 0)


def _callers():
    """The frames of the script, outermost first."""
    return [_frame(f.filename, f.lineno, f.name, f.line) for f in traceback.extract_stack() if not f.filename.startswith("<magneto>")]


def _record_symbol(kind, facts, user_stack, compile_id, attempt):
    facts["user_stack"] = [_frame(*entry) for entry in user_stack]
    facts["stack"] = _callers()
    _record_step("torch/fx/experimental/symbolic_shapes.py", kind, facts, None, compile_id, attempt)


def _record_recompile(reasons, compile_id):
    facts = {"name": "recompile_reasons", "encoding": "json"}
    _record_step("torch/_dynamo/guards.py", "artifact", facts, reasons[0] if len(reasons) == 1 else json.dumps(reasons, indent=0), compile_id, 0)


class _Describer:
    """The numbers of the tensors and storages that an attempt of a compilation has met."""

    def __init__(self, attempt, number):
        self.attempt, self.number = attempt, number
        self.tensors, self.storages = {}, {}  # by identity

    def describe(self, tensor, write):
        """The number of a tensor; the first time, records tell of its storage, its base and itself."""
        if id(tensor) in self.tensors:
            return self.tensors[id(tensor)][0]
        number = len(self.tensors)
        self.tensors[id(tensor)] = number, tensor
        facts = {"id": number, "ndim": tensor.dim(), "dtype": str(tensor.dtype), "device": repr(tensor.device), "size": list(tensor.shape), "dynamo_hint_overrides": {}}
        flags = {"is_leaf": tensor.is_leaf, "requires_grad": tensor.requires_grad, "is_sparse": tensor.is_sparse, "is_parameter": tensor.__class__.__name__ == "Parameter",
                 "is_view": tensor._is_view(), "is_nested": tensor.is_nested, "is_conj": tensor.is_conj(), "is_neg": tensor.is_neg()}
        facts.update((flag, True) for flag, on in flags.items() if on)
        if not tensor.is_sparse and not tensor.is_nested:
            facts["stride"] = list(tensor.stride())
            if tensor.storage_offset():
                facts["storage_offset"] = tensor.storage_offset()
            facts["storage"] = self.storage(tensor.untyped_storage(), write)
        if tensor._is_view():
            facts["base"] = self.describe(tensor._base, write)
            facts["creation_meta"] = "CreationMeta.DEFAULT"
        facts["view_func"] = "_CustomViewFunc(func=<built-in method _view_func_unsafe of Tensor object>)"
        write("describe_tensor", {**facts, "describer_id": self.number})
        return number

    def storage(self, storage, write):
        if storage._cdata not in self.storages:
            self.storages[storage._cdata] = len(self.storages)
            write("describe_storage", {"id": self.storages[storage._cdata], "describer_id": self.number, "size": storage.nbytes()})
        return self.storages[storage._cdata]


_describers = []  # the one of the attempt that runs; their numbers go on


def _record_input(tensor, source, compile_id, attempt):
    """The records of a tensor that becomes an input of a graph."""
    import torch

    if not _describers or _describers[0].attempt != (compile_id, attempt):
        _describers[:] = [_Describer((compile_id, attempt), _describers[0].number + 1 if _describers else 0)]
    describer = _describers[0]

    def write(kind, facts):
        _record_step("torch/_subclasses/meta_utils.py", kind, facts, None, compile_id, attempt)

    with torch._C.DisableTorchFunction():
        number = describer.describe(tensor, write)
    write("describe_source", {"describer_id": describer.number, "id": number, "source": source})


def _record_metrics(metrics, kind, compile_id, attempt):
    import dataclasses

    facts = {name: sorted(value) if isinstance(value, set) else value for name, value in dataclasses.asdict(metrics).items()}
    _record_step("torch/_dynamo/utils.py", kind, facts, None, compile_id, attempt)


def trace_structured_artifact(name, encoding, payload_fn=lambda: None, compile_id=None):
    trace_structured("artifact", metadata_fn=lambda: {"name": name, "encoding": encoding}, payload_fn=payload_fn, compile_id=compile_id)


dtrace_structured = trace_structured


def get_structured_logging_overhead():
    return None


def add_structured_logging_overhead(time_spent):
    pass


def is_fbcode():
    return False
