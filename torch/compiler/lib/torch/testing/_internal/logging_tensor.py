"""Tensors and modes that log the operators that reach them."""

import contextlib
import functools
import itertools
import logging
import weakref
from collections.abc import Iterator

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_map
from torch.utils.weak import WeakTensorKeyDictionary

_dtype_abbrs = {
    torch.bfloat16: "bf16", torch.float64: "f64", torch.float32: "f32", torch.float16: "f16", torch.complex32: "c32", torch.complex64: "c64", torch.complex128: "c128",
    torch.int8: "i8", torch.int16: "i16", torch.int32: "i32", torch.int64: "i64", torch.bool: "b8", torch.uint8: "u8", torch.float8_e4m3fn: "f8e4m3fn",
    torch.float8_e5m2: "f8e5m2", torch.uint16: "u16", torch.uint32: "u32", torch.uint64: "u64",
}


def _log(func, args, kwargs, results):
    logging.getLogger("LoggingTensor").info(f"torch._ops.{func.namespace}.{func.__name__}", args, kwargs, results)
    return results


class LoggingTensor(torch.Tensor):
    """Wraps a tensor; operators of it run on the wrapped ones and are logged with their results."""

    context = contextlib.nullcontext

    @staticmethod
    def __new__(cls, elem, *args, requires_grad=False, **kwargs):
        geometry = {"strides": elem.stride(), "storage_offset": elem.storage_offset()}
        kind = {name: getattr(elem, name) for name in ("dtype", "layout", "device")}
        made = torch.Tensor._make_wrapper_subclass(cls, elem.size(), requires_grad=requires_grad, **geometry, **kind)
        made.elem = elem.detach() if requires_grad else elem
        return made

    def __repr__(self):
        return f"LoggingTensor({self.elem})"

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        kwargs = {} if kwargs is None else kwargs
        plain_args, plain_kwargs = tree_map(lambda x: getattr(x, "elem", x) if isinstance(x, cls) else x, (tuple(args), kwargs))
        with cls.context():
            out = func(*plain_args, **plain_kwargs)
        return _log(func, args, kwargs, tree_map(lambda x: cls(x) if isinstance(x, torch.Tensor) else x, out))


class LoggingTensorMode(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = {} if kwargs is None else kwargs
        return _log(func, args, kwargs, func(*args, **kwargs))


class LoggingTensorReentrant(LoggingTensor):
    context = torch.overrides.enable_reentrant_dispatch


class LoggingTensorHandler(logging.Handler):
    """Writes each call with short names of its tensors: `$2: f32[3] = torch._ops.aten.mul.Tensor($0, $1)`."""

    def __init__(self, log_list, use_shortid_for_all_tensors=True, with_type=True, tracebacks_list=None):
        super().__init__()
        self.log_list, self.use_shortid_for_all_tensors, self.with_type, self.tracebacks_list = log_list, use_shortid_for_all_tensors, with_type, tracebacks_list
        self.memo = WeakTensorKeyDictionary()
        self.next_id = 0

    def _shortid(self, t):
        if t not in self.memo:
            self.memo[t] = self.next_id
            self.next_id += 1
        return self.memo[t]

    def _fmt(self, a, with_type=False):
        cls = torch.Tensor if self.use_shortid_for_all_tensors else LoggingTensor
        if isinstance(a, cls):
            typed = ""
            if with_type and self.with_type:
                typed = f": {_dtype_abbrs.get(a.dtype, a.dtype)}[{', '.join(map(str, a.shape))}]"
            return f"${self._shortid(a)}{typed}"
        if isinstance(a, torch.nn.Parameter):
            return f"Parameter({self._fmt(a.data)})"
        return repr(a)

    def emit(self, record):
        def text(a):
            return repr([self._fmt(x) for x in a]) if isinstance(a, (list, tuple)) else self._fmt(a)

        if len(record.args) == 2:
            args, (kwargs, rets) = record.args[0], ({}, record.args[1])
        else:
            args, kwargs, rets = record.args
        parts = [*map(text, args), *(f"{k}={text(v)}" for k, v in kwargs.items())]
        results = type(rets)([self._fmt(r, with_type=True) for r in rets]) if type(rets) in (list, tuple) else self._fmt(rets, with_type=True)
        self.log_list.append(f"{results} = {record.msg}({', '.join(parts)})")
        if self.tracebacks_list is not None:
            self.tracebacks_list.append(getattr(record, "traceback", None))


def log_input(name, var):
    logging.getLogger("LoggingTensor").info("input", (name,), {}, var)


class GatherTraceback(logging.Filter):
    def __init__(self, python=True, script=True, cpp=False):
        super().__init__()

    def filter(self, record):
        record.traceback = None
        return True


@contextlib.contextmanager
def capture_logs(is_mode=False, python_tb=False, script_tb=False, cpp_tb=False):
    """The list of what is logged inside."""
    logger = logging.getLogger("LoggingTensor")
    log_list = []
    handler = LoggingTensorHandler(log_list, use_shortid_for_all_tensors=is_mode)
    propagate, level = logger.propagate, logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.propagate = False
    try:
        yield (log_list, []) if python_tb or script_tb or cpp_tb else log_list
    finally:
        logger.removeHandler(handler)
        logger.propagate = propagate
        logger.setLevel(level)


@contextlib.contextmanager
def capture_logs_with_logging_tensor_mode(python_tb=False, script_tb=False, cpp_tb=False):
    with LoggingTensorMode(), capture_logs(True, python_tb, script_tb, cpp_tb) as logs:
        yield logs
