"""Counters, comparisons and small helpers."""

import collections
import contextlib
import copy
import dataclasses
import functools
import logging
import math
import sys
import traceback
import types
import weakref
from collections import Counter, OrderedDict, defaultdict

import torch
from torch._C._dynamo import eval_frame as _c
from torch._dynamo import config
from torch._dynamo.comparison import bitwise_same, rmse, same
from torch._dynamo.compilation_metrics import CompilationMetrics
from torch._dynamo.compile_events import (ChromiumEventLogger, CompileEventLogger, CompileEventLogLevel, calculate_time_spent, chromium_event_log_active,
                                          chromium_event_timed, compilation_time_metrics, compile_time_record_function, compile_times, dynamo_timed,
                                          get_chromium_event_logger, get_metrics_context, log_compilation_event, note_time, print_time_report, tabulate)
from torch._dynamo.config_texts import (_compiler_config_for_logging, _functorch_config_for_logging, _get_dynamo_config_for_logging,
                                        _scrubbed_inductor_config_for_logging)
from torch._dynamo.eval_frame import disable
from torch._dynamo.graph_inputs import GmWrapper, flatten_graph_inputs
from torch._dynamo.graph_texts import (count_calls, format_bytecode, format_func_info, get_debug_dir, is_node_meta_valid, lazy_format_graph_code,
                                       lazy_format_graph_tabular, print_once, set_example_value)
from torch._dynamo.value_helpers import (DuplicateWarningChecker, FrameState, Lit, ReinplaceCounters, ReInplaceTrigger, StripAnsiFormatter, TensorStaticReason,
                                         all_hook_names, backward_hook_names, cmp_name_to_op_mapping, cmp_name_to_op_str_mapping, common_constant_types, common_constants, const_repr,
                                         defake, dict_getitem, dict_new, does_not_override_dict_iter_methods, enum_repr, forward_hook_names,
                                         get_torch_function_mode_stack, get_torch_function_mode_stack_at, is_in, is_int_specialization_case, is_lazy_module, is_safe_constant,
                                         is_torch_class, is_typing, list_getitem, nn_module_get_all_hooks, nn_module_new, nnmodule_has_hooks,
                                         normalize_count_iter, normalize_range_iter, object_delattr_ignore_descriptor, object_new,
                                         object_setattr_ignore_descriptor, odict_values, range_iterator, set_getitem, slice_length,
                                         state_dict_hook_names, tensor_static_reason_to_message, tensortype_to_dtype, to_int_ms, to_int_us, to_subclass,
                                         tuple_iterator, unwrap_if_wrapper)
from torch._dynamo.value_kinds import (class_has_getattribute, dict_items, dict_keys, dict_methods, dict_values, fqn, frozenset_methods, get_custom_getattr, getfile,
                                       hashable, is_frozen_dataclass, is_function, is_function_or_wrapper, is_jit_model, is_lru_cache_wrapped_function, is_numpy_float_type,
                                       is_numpy_int_type, is_numpy_ndarray, is_torch_sym, is_utils_checkpoint, is_wrapper_or_member_descriptor, list_methods,
                                       object_has_getattribute, set_methods, str_methods, tuple_methods, tuple_new)

log = logging.getLogger(__name__)
counters = defaultdict(Counter)
_c.attach_counters(counters)
guard_failures = defaultdict(list)
graph_break_reasons = []
orig_code_map = {}
_recompile_user_contexts = []
GLOBAL_KEY_PREFIX = "__dict_key"
_guide = "https://docs.pytorch.org/docs/main/user_guide/torch_compiler/"
troubleshooting_url = _guide + "compile/programming_model.recompilation.html"
nnmodule_doc_url = _guide + "torch.compiler_nn_module.html"
nnmodule_doc_url_msg = f"See {nnmodule_doc_url} for more information and limitations."


def ifdynstaticdefault(count1, count2):
    return count1 if config.assume_static_by_default else count2


def reset_graph_break_dup_checker():
    """Has the user's stack logged again for graph breaks that were logged before."""
    _c.forget_logged_breaks()


def reset_frame_count():
    _c.reset_frame_count()


class ExactWeakKeyDictionary:
    """A dictionary by the identity of its keys, which leave it when they die."""

    def __init__(self):
        self.values = {}
        self.refs = {}

    def __getitem__(self, key):
        return self.values[id(key)]

    def get(self, key, default=None):
        return self.values.get(id(key), default)

    def __contains__(self, key):
        return id(key) in self.values

    def __setitem__(self, key, value):
        number = id(key)
        if number not in self.refs:
            self.refs[number] = weakref.ref(key, lambda ref: self._remove_id(number))
        self.values[number] = value

    def _remove_id(self, number):
        self.values.pop(number, None)
        self.refs.pop(number, None)

    def clear(self):
        self.values.clear()
        self.refs.clear()


class CompileCounterInt(int):
    pass


def clone_tensor(x):
    return x.clone().requires_grad_(x.requires_grad)


def clone_input(x, *, dtype=None):
    """A copy with the same layout, a leaf."""
    with torch.no_grad():
        needed = sum((size - 1) * stride for size, stride in zip(x.size(), x.stride())) + 1
        y = torch.as_strided(torch.empty(needed, dtype=dtype or x.dtype, device=x.device), x.size(), x.stride())
        try:
            y.copy_(x.clone())
        except RuntimeError:  # elements that share memory
            y = torch.clone(x)
    if x.is_leaf:
        y.requires_grad_(x.requires_grad)
        if x.grad is not None:
            y.grad = clone_input(x.grad, dtype=dtype)
    return y


def clone_inputs(example_inputs):
    if isinstance(example_inputs, dict):
        return {k: clone_inputs(v) if isinstance(v, (list, tuple)) else clone_input(v) for k, v in example_inputs.items()}
    return [clone_input(x) if isinstance(x, torch.Tensor) else x for x in example_inputs]


@contextlib.contextmanager
def preserve_rng_state():
    state = torch.random.get_rng_state()
    try:
        yield
    finally:
        torch.random.set_rng_state(state)


def is_namedtuple(obj):
    return is_namedtuple_cls(type(obj))


def is_namedtuple_cls(cls):
    return isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields")


def namedtuple_fields(cls):
    return cls._fields


def istype(obj, allowed_types):
    """The type of obj is, not only derives from, one of the types."""
    if isinstance(allowed_types, (tuple, list, set)):
        return type(obj) in allowed_types
    return type(obj) is allowed_types


def get_traced_code():
    """The code that the graph comes from which a backend compiles: that of the frame and of the functions that were inlined."""
    return _c.traced_code()


def istensor(obj):
    return istype(obj, (torch.Tensor, torch.nn.Parameter))


def is_compile_supported(device_type):
    return device_type == "cpu"


def identity(x):
    return x


def nothing(*args, **kwargs):
    pass


def product(it):
    return functools.reduce(lambda a, b: a * b, it, 1)




def make_cell(val=None):
    def f():
        return val

    return f.__closure__[0]


def tuple_iterator_len(it):
    return it.__length_hint__()


def tuple_iterator_getitem(it, index):
    _, (obj,), start = it.__reduce__()
    return obj[start + index]


def dict_keys_getitem(d, n):
    return list(d)[n]


def get_unique_name_wrt(prefix, *containers, requires_suffix=False):
    if not requires_suffix and not any(prefix in c for c in containers):
        return prefix
    for i in range(1000000):
        name = f"{prefix}_{i}"
        if not any(name in c for c in containers):
            return name
    raise AssertionError("unreachable")


def checkpoint_params(gm):
    """A function that puts parameters, gradients and the random state back."""
    with torch.no_grad():
        state = torch.clone(torch.random.get_rng_state())
        saved = [(p, p._version, p.detach().clone()) for p in [*gm.parameters(), *gm.buffers()]]

    def restore():
        with torch.no_grad():
            torch.random.set_rng_state(state)
            for param, version, value in saved:
                if param._version != version:
                    param.copy_(value)

    return restore


DEFAULT_COMPILATION_METRICS_LIMIT = 64
LOG_FORMAT_VERSION = 3
_metrics = collections.deque(maxlen=DEFAULT_COMPILATION_METRICS_LIMIT)


def get_compilation_metrics():
    return list(_metrics)


def clear_compilation_metrics():
    _metrics.clear()


def record_compilation_metrics(*args, **kwargs):
    _metrics.append(CompilationMetrics(**kwargs))
    if config.log_compilation_metrics and _heard_by_program():
        log_compilation_event(_metrics[-1])


def _record_compilation(co_name, co_filename, co_firstlineno, compile_id, number, figures, restarts, recompile_reason, fail_type, fail_reason, attempt, nanoseconds, sizes,
                        failed_at):
    """Called behind each compilation."""
    note_time("_compile.compile_inner", nanoseconds, "entire_frame_compile")
    known = {"has_guarded_code": fail_type is None, "cache_size": 0, "accumulated_cache_size": 0}
    known["graph_node_shapes"] = str({name: sizes[name] for name in sizes}) if sizes else "{}"
    if failed_at is not None:
        known["fail_user_frame_filename"], known["fail_user_frame_lineno"] = failed_at
    if config.log_compilation_metrics and _heard_by_program():
        from torch._logging import structured

        known.update(dynamo_config=_get_dynamo_config_for_logging(), compiler_config=_compiler_config_for_logging(), functorch_config=_functorch_config_for_logging(),
                     inductor_config=_scrubbed_inductor_config_for_logging(), python_version=sys.version, pytorch_version=torch.__version__,
                     stack_trace=structured.from_traceback(traceback.extract_stack()))
    if fail_type is None:
        known.update(zip(("graph_op_count", "graph_node_count", "graph_input_count", "guard_count", "shape_env_guard_count"), figures))
    record_compilation_metrics(co_name=co_name, co_filename=co_filename, co_firstlineno=co_firstlineno, compile_id=compile_id, frame_key=str(number),
                               is_forward=True, non_compliant_ops=set(), compliant_custom_ops=set(), restart_reasons=set(restarts), specialize_float=config.specialize_float,
                               recompile_reason=recompile_reason, fail_type=fail_type, fail_reason=fail_reason, **known)
    from torch._logging import _internal

    if _internal._heard():
        _internal._record_metrics(_metrics[-1], "compilation_metrics", compile_id, attempt)


def _heard_by_program():
    """Whether the program has put a function of its own in the place of log_compilation_event."""
    return getattr(log_compilation_event, "__module__", None) != "torch._dynamo.compile_events"


def set_compilation_metrics_limit(new_size):
    global _metrics
    _metrics = collections.deque(_metrics, maxlen=new_size)


def dump_compile_times():
    log.info(compile_times(repr="str", aggregate=True))


def increment_op_count(cnt):
    counters["stats"]["op_count"] += cnt


def deepcopy_to_fake_tensor(obj, fake_mode):
    from torch._subclasses.fake_tensor import FakeCopyMode

    return FakeCopyMode(fake_mode).copied(obj)


def maybe_enable_compiled_autograd(should_enable, fullgraph=True, dynamic=True):
    if should_enable:
        raise NotImplementedError("magneto does not have compiled autograd")
    return contextlib.nullcontext()


def disable_cache_limit():
    return config.patch(recompile_limit=1000000, accumulated_recompile_limit=1000000)


def import_submodule(mod):
    import importlib
    import pkgutil

    for info in pkgutil.iter_modules(mod.__path__):
        importlib.import_module(f"{mod.__name__}.{info.name}")


def key_is_id(k):
    return isinstance(k, (torch.Tensor, torch.nn.Module))


def key_to_id(value):
    return [id(k) if key_is_id(k) else k for k in value]


def strip_color_from_string(text):
    import re

    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def warn_once(msg, stacklevel=1):
    import warnings

    if msg not in warn_once_cache:
        warn_once_cache.add(msg)
        warnings.warn(msg, stacklevel=stacklevel + 1)


warn_once_cache = set()


def has_torch_function(vt):
    return False


def is_fake(x):
    return False


def is_parameter_freezing():
    return False


def get_hook_for_recompile_user_context():
    return list(_recompile_user_contexts) or None


def set_feature_use(feature, usage):
    pass


def to_numpy_helper(value):
    """The array over the memory of a tensor; containers item by item."""
    if isinstance(value, torch.Tensor):
        return value.detach().numpy() if value.requires_grad else value.numpy()
    if isinstance(value, (tuple, list)):
        return type(value)(to_numpy_helper(x) for x in value)
    return value


@disable
def call_size(x, i):
    """A size of a graph's input; a mode that sees it is not compiled for that."""
    return x.size(i)


@disable
def call_stride(x, i):
    return x.stride(i)


@disable
def call_storage_offset(x):
    return x.storage_offset()


def _plain_tensor(x):
    """The tensor without its class, for graphs that hold what the class does."""
    with torch._C.DisableTorchFunctionSubclass():
        return x.as_subclass(torch.Tensor)


def _as_subclass(x, cls):
    """A graph's tensor as one of a class."""
    with torch._C.DisableTorchFunctionSubclass():
        return x.as_subclass(cls)


def get_first_attr(obj, *attrs):
    for attr in attrs:
        if hasattr(obj, attr):
            return getattr(obj, attr)
    raise AssertionError(f"{obj} does not has any of the attributes: {attrs}")


class numpy_to_tensor_wrapper:
    """A function of torch._numpy in a graph: each node has one of its own."""

    def __init__(self, f):
        self.f = f
        self.__name__ = "wrapped_" + getattr(f, "__name__", "function")

    def __repr__(self):
        return f"<Wrapped function <original {self.__name__.removeprefix('wrapped_')}>>"

    def __call__(self, *args, **kwargs):
        return self.f(*args, **kwargs)


def _numpy_wrapper(f, name):
    made = numpy_to_tensor_wrapper(f)
    made.__name__ = name
    return made
