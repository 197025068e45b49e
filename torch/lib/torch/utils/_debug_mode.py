"""A record of the operators, functions and modules that run, with types and sizes in place of tensors."""
import contextlib
import weakref

import torch
from torch.utils._dtype_abbrs import dtype_abbrs
from torch.utils._pytree import tree_map
from torch.utils._python_dispatch import TorchDispatchMode, _get_current_dispatch_mode_stack

__all__ = ["DebugMode", "get_active_debug_mode"]


class TensorIdTracker:
    """Numbers tensors in the order in which they are seen."""

    def __init__(self):
        self.tensor_memo = {}
        self.next_tensor_id = 0

    def _id(self, tensor):
        known = self.tensor_memo.get(id(tensor))
        if known is None or known[0]() is not tensor:
            known = self.tensor_memo[id(tensor)] = weakref.ref(tensor), self.next_tensor_id
            self.next_tensor_id += 1
        return known[1]


def _tensor_text(tensor, attributes, ids):
    name = "t" if ids is None else f"t${ids._id(tensor)}"
    text = f"{name}: {dtype_abbrs[tensor.dtype]}{list(tensor.shape)}"
    said = [f"{attribute}={getattr(tensor, attribute)}" for attribute in attributes if hasattr(tensor, attribute)]
    return text + ("{" + ", ".join(said) + "}" if said else "")


def _text(value, attributes, ids):
    """A value with texts for the tensors in it."""
    if isinstance(value, torch.Tensor):
        return _tensor_text(value, attributes, ids)
    return str(tree_map(lambda v: _tensor_text(v, attributes, ids) if isinstance(v, torch.Tensor) else v, value))


class _DebugCall:
    """Something that has run, call_depth inside of others."""

    def __init__(self, call_depth, record=None, log=None):
        self.call_depth = call_depth
        self.record = record
        self.log = log
        self.output_str = None

    def _with_output(self, text):
        return text if self.output_str is None else f"{text}{self.output_str}"


class _OpCall(_DebugCall):
    """A call of an operator, or of a function."""

    def __init__(self, op, args, kwargs, call_depth, attributes, ids):
        super().__init__(call_depth)
        self.op = op
        self.args_str = ", ".join(_text(v, attributes, ids) for v in args)
        self.kwargs_str = ", ".join(f"{key}={_text(v, attributes, ids)}" for key, v in kwargs.items())

    def _name(self):
        if isinstance(self.op, torch._ops.OpOverload):
            namespace, _, name = self.op._schema.name.partition("::")
            return f"{namespace}::{name}" + ("" if self.op._overloadname == "default" else f".{self.op._overloadname}")
        name = getattr(self.op, "__name__", None)
        if name is None:
            return str(self.op)
        if getattr(self.op, "__module__", None) is None:
            return str(self.op)
        return f"{self.op.__module__}.{name}"

    def render(self, attributes=()):
        return self._with_output(f"{self._name()}({', '.join(part for part in (self.args_str, self.kwargs_str) if part)})")


class _NNModuleCall(_DebugCall):
    """A call of a module."""

    def __init__(self, module_name, call_depth):
        super().__init__(call_depth)
        self.module_name = module_name

    def render(self, attributes=()):
        return f"[nn.Mod] {self.module_name}"


class DebugMode(TorchDispatchMode):
    """Records what runs in `operators`; debug_string shows it."""

    def __init__(self, *, record_torchfunction=False, record_faketensor=False, record_realtensor=True, record_tensor_attributes=None, record_nn_module=False,
                 store_original_args=False, record_stack_trace=False, record_output=True, record_ids=False, record_profiler_context=True, record_localtensor=True,
                 run_compile_with_interpreter=False):
        if record_stack_trace or run_compile_with_interpreter:
            raise NotImplementedError("magneto: DebugMode records no stack traces and does not interpret compiled graphs")
        super().__init__()
        self.record_torchfunction, self.record_faketensor, self.record_realtensor = record_torchfunction, record_faketensor, record_realtensor
        self.record_tensor_attributes = record_tensor_attributes or []
        self.record_nn_module, self.record_output = record_nn_module, record_output
        self.record_ids = record_ids
        self.reset()

    def reset(self):
        self.operators = []
        self.call_depth = 0
        self._ids = TensorIdTracker() if self.record_ids else None

    def _record(self, op, args, kwargs, depth):
        call = _OpCall(op, args, kwargs, depth, self.record_tensor_attributes, self._ids)
        self.operators.append(call)
        return call

    def _record_output(self, call, result):
        if self.record_output and result is not None:
            call.output_str = "  ->  " + _text(result, self.record_tensor_attributes, self._ids)

    def _torch_function(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        call = self._record(func, args, kwargs, self.call_depth) if self.record_torchfunction else None
        deeper = 1 if call is None else 2
        self.call_depth += deeper
        try:
            result = func(*args, **kwargs)
        finally:
            self.call_depth -= deeper
        if call is not None:
            self._record_output(call, result)
        return result

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        from torch._subclasses.fake_tensor import FakeTensor

        fake = any(issubclass(t, FakeTensor) for t in types)
        wanted = self.record_faketensor if fake else self.record_realtensor
        call = self._record(func, args, kwargs, max(self.call_depth, 1)) if wanted else None
        result = func(*args, **kwargs)
        if call is not None:
            self._record_output(call, result)
        return result

    @contextlib.contextmanager
    def _watched(self):
        """Functions count as one level of depth each, and modules that are called."""
        mode = self

        class Functions(torch.overrides.TorchFunctionMode):
            def __torch_function__(self, func, types, args=(), kwargs=None):
                return mode._torch_function(func, types, args, kwargs)

        names = []

        def before(module, args):
            name = type(module).__name__ if not names else next((f"{names[-1][1]}.{n}" for n, m in names[-1][0].named_children() if m is module), type(module).__name__)
            mode.operators.append(_NNModuleCall(name, mode.call_depth + 1))
            names.append((module, name))
            mode.call_depth += 1

        def after(module, args, output):
            names.pop()
            mode.call_depth -= 1

        with contextlib.ExitStack() as stack:
            stack.enter_context(Functions())
            if self.record_nn_module:
                for handle in (torch.nn.modules.module.register_module_forward_pre_hook(before),
                               torch.nn.modules.module.register_module_forward_hook(after, always_call=True)):
                    stack.callback(handle.remove)
            yield

    def __enter__(self):
        self.reset()
        self._inner = self._watched()
        self._inner.__enter__()
        return super().__enter__()

    def __exit__(self, *args):
        super().__exit__(*args)
        self._inner.__exit__(*args)

    def debug_string(self, show_stack_trace=None):
        return "\n".join("  " * (call.call_depth + 1) + call.render(self.record_tensor_attributes) for call in self.operators)

    @property
    def logs(self):
        return self.operators


def get_active_debug_mode():
    """The mode that records, None where there is none."""
    return next((mode for mode in reversed(_get_current_dispatch_mode_stack()) if isinstance(mode, DebugMode)), None)
