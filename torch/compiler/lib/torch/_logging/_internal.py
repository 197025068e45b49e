"""The table of logs, the text of settings, and the structured trace."""

import functools
import hashlib
import logging
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
        moment = time.strftime("%m%d %H:%M:%S", time.localtime(record.created))
        where = f"{record.filename if 'torch' not in record.pathname else record.pathname[record.pathname.rindex('torch'):]}:{record.lineno}"
        prefix = f"{_LETTERS.get(record.levelname, '?')}{moment}.{int(record.msecs):03d}000 {record.process} {where}]"
        if trace_id is not None:
            prefix += f" [{trace_id}]"
        if artifact is not None:
            prefix += f" [__{artifact}]"
        if self._is_trace:
            import json

            text = f"{prefix} {json.dumps(record.metadata)}"
            if record.payload is not None:
                text += "\n\t" + record.payload.replace("\n", "\n\t")
            return text
        return "\n".join(f"{prefix} {line}" for line in record.message.split("\n"))


_LETTERS = {"INFO": "I", "DEBUG": "V", "WARNING": "W", "ERROR": "E", "CRITICAL": "C"}

trace_log = logging.getLogger("torch.__trace")
trace_log.propagate = False
trace_log.setLevel(logging.DEBUG)


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
            payload = payload.decode() if isinstance(payload, bytes) else "".join(payload)
        record["has_payload"] = hashlib.md5(payload.encode()).hexdigest()
    trace_log.debug("", extra={"metadata": record, "payload": payload}, stacklevel=2)


def trace_structured_artifact(name, encoding, payload_fn=lambda: None, compile_id=None):
    trace_structured("artifact", metadata_fn=lambda: {"name": name, "encoding": encoding}, payload_fn=payload_fn, compile_id=compile_id)


dtrace_structured = trace_structured


def get_structured_logging_overhead():
    return None


def add_structured_logging_overhead(time_spent):
    pass


def is_fbcode():
    return False
