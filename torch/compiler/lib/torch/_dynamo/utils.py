"""Counters, comparisons and small helpers."""

import collections
import contextlib
import copy
import dataclasses
import functools
import logging
import math
import types
import weakref
from collections import Counter, OrderedDict, defaultdict

import torch
from torch._C._dynamo import eval_frame as _c
from torch._dynamo import config
from torch._dynamo.compilation_metrics import CompilationMetrics
from torch._dynamo.eval_frame import disable
from torch._dynamo.metrics_context import MetricsContext
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
troubleshooting_url = "https://pytorch.org/docs/main/compile/programming_model.recompilation.html"
nnmodule_doc_url = "https://pytorch.org/docs/main/torch.compiler_nn_module.html"


def same(ref, res, fp64_ref=None, cos_similarity=False, tol=1e-4, equal_nan=False, exact_dtype=True, relax_numpy_equality=False,
         ignore_non_fp=False, log_error=log.error, use_larger_multiplier_for_smaller_tensor=False, force_max_multiplier=False, use_iou_for_bool=False, **kwargs):
    """Tells whether two results agree."""
    again = functools.partial(same, cos_similarity=cos_similarity, tol=tol, equal_nan=equal_nan, exact_dtype=exact_dtype,
                              relax_numpy_equality=relax_numpy_equality, ignore_non_fp=ignore_non_fp, log_error=log_error)
    if isinstance(ref, (list, tuple, collections.deque, torch.nn.ParameterList, torch.Size)):
        if not isinstance(res, (list, tuple, collections.deque)):
            raise AssertionError(f"type mismatch {type(ref)} {type(res)}")
        if len(ref) != len(res):
            log_error("Length mismatch")
            return False
        return all(again(a, b) for a, b in zip(ref, res))
    if type(ref).__name__ == "QuestionAnsweringModelOutput":
        return all(again(a, b) for a, b in zip((ref.loss, ref.start_logits, ref.end_logits), (res.loss, res.start_logits, res.end_logits)))
    if isinstance(ref, dict):
        if not isinstance(res, dict):
            raise AssertionError(f"Expected res to be a dict, got {type(res)}")
        if set(ref) != set(res):
            raise AssertionError(f"keys mismatch {set(ref)} == {set(res)}")
        return all(again(ref[k], res[k]) for k in sorted(ref))
    if isinstance(ref, set):
        if ref != res:
            raise AssertionError(f"elements mismatch {ref} == {res}")
        return True
    if isinstance(ref, (torch.Tensor, float)) and isinstance(res, torch.Tensor) or isinstance(ref, torch.Tensor):
        return _same_tensors(ref, res, cos_similarity, tol, equal_nan, exact_dtype, ignore_non_fp, log_error)
    if is_numpy_int_type(ref) or is_numpy_float_type(ref):
        if relax_numpy_equality and not (is_numpy_int_type(res) or is_numpy_float_type(res)):
            ref = ref.item()
        return type(ref) is type(res) and bool(ref == res)
    if is_numpy_ndarray(ref):
        return type(ref) is type(res) and again(torch.as_tensor(ref), torch.as_tensor(res))
    if isinstance(ref, float):
        result = type(ref) is type(res) and (math.isclose(ref, res, rel_tol=tol, abs_tol=tol) or equal_nan and math.isnan(ref) and math.isnan(res))
        if not result:
            log_error("Accuracy failed (float): %s vs %s", ref, res)
        return result
    if ref is None or isinstance(ref, (str, int, torch.device)):
        return ignore_non_fp or ref == res
    if type(ref).__name__ in ("MaskedLMOutput", "Seq2SeqLMOutput", "CausalLMOutputWithCrossAttentions", "LongformerMaskedLMOutput", "Instances", "SquashedNormal", "Boxes", "Normal", "TanhTransform", "Foo", "Variable"):
        if type(ref) is not type(res):
            raise AssertionError(f"type mismatch {type(ref)} {type(res)}")
        return all(again(getattr(ref, key), getattr(res, key)) for key in ref.__dict__)
    raise RuntimeError(f"unsupported type: {type(ref).__name__}")


def _same_tensors(ref, res, cos_similarity, tol, equal_nan, exact_dtype, ignore_non_fp, log_error):
    if isinstance(res, float):
        res = torch.tensor(res, dtype=ref.dtype)
    if not isinstance(res, torch.Tensor):
        raise AssertionError(f"type mismatch {type(ref)} {type(res)}")
    if isinstance(ref, float):
        return math.isclose(ref, res.item(), rel_tol=tol, abs_tol=tol)
    if exact_dtype and ref.dtype != res.dtype:
        log_error("dtype mismatch %s, %s", ref.dtype, res.dtype)
        return False
    if ref.dtype == torch.bool:
        return bool(torch.all(ref.to(torch.uint8) == res.to(torch.uint8)))
    if cos_similarity:
        a, b = ref.detach().flatten().to(torch.float32), res.detach().flatten().to(torch.float32)
        if torch.allclose(a, b, atol=tol, rtol=tol, equal_nan=True):
            return True
        return bool(torch.nn.functional.cosine_similarity(a, b, dim=0, eps=1e-6) >= 0.99)
    a, b = ref.detach(), res.detach()
    if a.dtype != b.dtype:
        b = b.to(a.dtype)
    if torch.allclose(a, b, atol=tol, rtol=tol, equal_nan=equal_nan):
        return True
    if ignore_non_fp and not ref.is_floating_point():
        return True
    log_error("Accuracy failed: allclose not within tol=%s", tol)
    return False


def bitwise_same(ref, res, equal_nan=False):
    return same(ref, res, tol=0.0, equal_nan=equal_nan)


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
        y = torch.empty_strided(x.size(), x.stride(), dtype=dtype or x.dtype)
        y.copy_(x)
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


def get_debug_dir():
    return config.debug_dir_root


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


def istensor(obj):
    return istype(obj, (torch.Tensor, torch.nn.Parameter))


def is_compile_supported(device_type):
    return device_type == "cpu"


def call_size(x, i):
    return x.size(i)


def call_stride(x, i):
    return x.stride(i)


def call_storage_offset(x):
    return x.storage_offset()


def identity(x):
    return x


def nothing(*args, **kwargs):
    pass


def product(it):
    return functools.reduce(lambda a, b: a * b, it, 1)




def range_iterator():
    return type(iter(range(0)))


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


_metrics = collections.deque(maxlen=64)


_metrics_context = MetricsContext(lambda start_ns, end_ns, metrics, exc_type, exc_value: None)  # figures of scripts; compilations hand theirs over themselves


def get_metrics_context():
    return _metrics_context


def get_compilation_metrics():
    return list(_metrics)


def clear_compilation_metrics():
    _metrics.clear()


def record_compilation_metrics(*args, **kwargs):
    _metrics.append(CompilationMetrics(**kwargs))


def _record_compilation(co_name, co_filename, co_firstlineno, compile_id, number, figures, restarts, recompile_reason, fail_type, fail_reason, attempt):
    """Called behind each compilation."""
    known = {"has_guarded_code": fail_type is None, "cache_size": 0, "accumulated_cache_size": 0}
    if fail_type is None:
        known.update(zip(("graph_op_count", "graph_node_count", "graph_input_count", "guard_count", "shape_env_guard_count"), figures))
    record_compilation_metrics(co_name=co_name, co_filename=co_filename, co_firstlineno=co_firstlineno, compile_id=compile_id, frame_key=str(number),
                               is_forward=True, non_compliant_ops=set(), compliant_custom_ops=set(), restart_reasons=set(restarts), specialize_float=config.specialize_float,
                               recompile_reason=recompile_reason, fail_type=fail_type, fail_reason=fail_reason, **known)
    from torch._logging import _internal

    if _internal._heard():
        _internal._record_metrics(_metrics[-1], "compilation_metrics", compile_id, attempt)


def set_compilation_metrics_limit(new_size):
    global _metrics
    _metrics = collections.deque(_metrics, maxlen=new_size)


compilation_time_metrics = OrderedDict()


def compile_times(repr="str", aggregate=False):
    """The times of compilation by phase; they are not kept."""
    if repr == "str":
        return "TorchDynamo compilation metrics:\nFunction, Runtimes (s)"
    if repr == "csv":
        return [], []
    return None


def dump_compile_times():
    log.info(compile_times(repr="str", aggregate=True))


def calculate_time_spent():
    return {}


@contextlib.contextmanager
def dynamo_timed(key, **kwargs):
    yield


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


def get_chromium_event_logger():
    raise NotImplementedError("magneto writes no chromium trace")


def lazy_format_graph_code(name, gm, maybe_id=None, **kwargs):
    return f"TRACED GRAPH\n ===== {name} =====\n{gm.print_readable(print_output=False)}\n"


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
