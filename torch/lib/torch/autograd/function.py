"""Custom differentiable functions."""
import functools
import inspect
import warnings
from collections import OrderedDict

import torch
from torch import _C
from torch._functorch.autograd_function import across_transform


class FunctionCtx:
    """What forward leaves for backward."""

    def save_for_backward(self, *tensors):
        self.to_save = tensors

    def save_for_forward(self, *tensors):
        for tensor in tensors:
            if not (isinstance(tensor, torch.Tensor) or tensor is None):
                raise AssertionError("save_for_forward expects all arguments to be tensors; you should save non-tensors as attributes on ctx.")
        self.saved_for_forward = tensors

    def mark_dirty(self, *args):
        self.dirty_tensors = args
        torch.autograd.graph.increment_version([a for a in args if isinstance(a, torch.Tensor)])

    def mark_non_differentiable(self, *args):
        self.non_differentiable = args

    def mark_shared_storage(self, *pairs):
        warnings.warn("mark_shared_storage is deprecated. Tensors with shared storages are automatically tracked. Note that calls to `set_()` are not tracked",
                      FutureWarning, stacklevel=2)

    def set_materialize_grads(self, value):
        self.materialize_grads = value


_FREED = ("Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). "
          "Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if "
          "you need to backward through the graph a second time or if you need to access saved tensors after calling backward.")


class _Saved:
    """A tensor that a context keeps: as it is, or as what the hooks for saved tensors made of it."""

    __slots__ = ("tensor", "version", "unpack")

    def __init__(self, tensor, is_output):
        if tensor is None:
            self.tensor = self.version = self.unpack = None
            return
        hooked = _C._pack_saved_tensor(tensor, is_output)
        if hooked is None:
            self.tensor, self.version, self.unpack = tensor, tensor._version, None
        else:
            self.tensor, self.unpack = hooked

    def get(self):
        if self.unpack is not None:
            return self.unpack(self.tensor)
        t = self.tensor
        if t is not None and t._version != self.version:
            origin = f", which is output {t.output_nr} of {t.grad_fn.name().rpartition('Backward')[0]}," if t.grad_fn is not None else ""
            hint = ("the backtrace further above shows the operation that failed to compute its gradient. The variable in question was changed in there or "
                    "anywhere later. Good luck!" if torch.is_anomaly_enabled() else "enable anomaly detection to find the operation that failed to compute "
                    "its gradient, with torch.autograd.set_detect_anomaly(True, check_nan=False).")
            raise RuntimeError(
                "one of the variables needed for gradient computation has been modified by an inplace operation: "
                f"[{t.type()} {list(t.shape)}]{origin} is at version {t._version}; expected version {self.version} instead. Hint: {hint}")
        return t


    def register_hooks(self, pack, unpack):
        if self.unpack is not None:
            raise RuntimeError("Calling register_hooks on a saved tensor whose hooks have already been set. Hint: only one pair of hooks is allowed at a time.")
        if self.tensor is None:
            raise RuntimeError("Calling register_hooks on a saved tensor with value None is forbidden")

        def unpacked(packed):
            t = unpack(packed)
            if not isinstance(t, torch.Tensor):
                raise TypeError(f"Output of saved tensor unpack_hook expected to be a Tensor but got result of type {type(t).__name__}")
            return t

        self.tensor, self.unpack = pack(self.tensor), unpacked


class _HookMixin:
    @staticmethod
    def _register_hook(backward_hooks, hook):
        from torch.utils.hooks import RemovableHandle

        hooks = OrderedDict() if backward_hooks is None else backward_hooks
        handle = RemovableHandle(hooks)
        hooks[handle.id] = hook
        return hooks, handle


class _FunctionBase:
    """The class of contexts and functions alike."""


_FunctionBase.__module__ = "torch._C"
_C._FunctionBase = _FunctionBase


class BackwardCFunction(_FunctionBase, FunctionCtx, _HookMixin):
    """The context of one call, which the node of the call shows the attributes of."""

    to_save = ()
    saved_for_forward = ()
    dirty_tensors = ()
    non_differentiable = ()
    materialize_grads = True
    _materialize_non_diff_grads = True
    needs_input_grad = ()
    _kept = None  # after forward: what was saved
    _freed = False

    def _keep(self, outputs):
        """Ends forward: what was saved is from now on looked after."""
        for i, t in enumerate(self.to_save):
            if not (t is None or isinstance(t, torch.Tensor)):
                raise TypeError(f"save_for_backward can only save variables, but argument {i} is of type {type(t).__name__}")
        self._kept = tuple(_Saved(t, any(t is o for o in outputs)) for t in self.to_save)

    @property
    def saved_tensors(self):
        if self._freed:
            raise RuntimeError(_FREED)
        if self._kept is None:
            return tuple(self.to_save)
        return tuple(s.get() for s in self._kept)

    saved_variables = saved_tensors

    @property
    def _raw_saved_tensors(self):
        if self._freed:
            raise RuntimeError(_FREED)
        return tuple(map(_C._saved_tensor_of, self._kept or ()))

    def maybe_clear_saved_tensors(self):
        pass

    def name(self):
        return type(self).__name__


class TracedContext(FunctionCtx):
    """The context of a function whose forward and backward are traced into graphs: what it is told to save is passed on by them."""

    to_save = ()
    dirty_tensors = ()
    non_differentiable = ()

    def __init__(self, *needs_input_grad):
        self.needs_input_grad = needs_input_grad

    def save_for_backward(self, *tensors):
        self.to_save = tensors

    @property
    def saved_tensors(self):
        return self.to_save

    saved_variables = saved_tensors

    def mark_dirty(self, *args):
        self.dirty_tensors = args


class InlinedContext(TracedContext):
    """The context of a function whose forward is traced as any other function."""

    mark_dirty = FunctionCtx.mark_dirty


class FunctionMeta(type):
    """Gives each function the class of its contexts."""

    def __init__(cls, name, bases, attrs):
        cls._backward_cls = type(name + "Backward", (BackwardCFunction,), {"_forward_cls": cls, "__module__": __name__})
        super().__init__(name, bases, attrs)


class _SingleLevelFunction(_FunctionBase, FunctionCtx, _HookMixin, metaclass=FunctionMeta):
    @staticmethod
    def forward(*args, **kwargs):
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def backward(ctx, *grad_outputs):
        raise NotImplementedError("You must implement either the backward or vjp method for your custom autograd.Function to use it with "
                                  "backward mode AD.")

    @staticmethod
    def setup_context(ctx, inputs, output):
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def jvp(ctx, *grad_inputs):
        raise NotImplementedError("You must implement the jvp function for custom autograd.Function to use it with forward mode AD.")

    vjp = backward


class Function(_SingleLevelFunction):
    """A function with a derivative of its own: subclasses define forward and backward as static methods."""

    generate_vmap_rule = False

    def __init__(self, *args, **kwargs):
        warnings.warn(f"{type(self)} should not be instantiated. Methods on autograd functions are all static, so you should invoke them on the class itself. Instantiating an "
                      "autograd function will raise an error in a future version of PyTorch.", DeprecationWarning, stacklevel=2)

    def __call__(self, *args, **kwargs):
        raise RuntimeError("Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd function "
                           "with static forward method. (Example: https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)")

    @staticmethod
    def vmap(info, in_dims, *args):
        raise NotImplementedError("To use autograd.Function with vmap, you must either override the vmap staticmethod or set "
                                  "generate_vmap_rule=True.")

    @classmethod
    def apply(cls, *args, **kwargs):
        separate = cls.setup_context is not Function.setup_context
        if separate and (kwargs or getattr(cls.forward, "__defaults__", None)):
            args, kwargs = _bound(cls.forward, args, kwargs), {}
        transform = _C._innermost_transform()
        if transform is not None:
            return across_transform(cls, transform, args)
        return _record(cls, _context(cls, args), args, kwargs, separate)


def _bound(func, args, kwargs):
    """The arguments in order, with defaults."""
    bound = inspect.signature(func).bind(*args, **kwargs)
    bound.apply_defaults()
    return bound.args


def _context(cls, args):
    ctx = object.__new__(cls._backward_cls)
    grad = torch.is_grad_enabled()
    ctx.needs_input_grad = tuple(grad and isinstance(a, torch.Tensor) and a.requires_grad for a in args)
    return ctx


def _record(cls, ctx, args, kwargs, separate):
    """Runs forward, and records the call if an argument requires grad."""
    _outer_modes.append((torch.is_grad_enabled(), any(ctx.needs_input_grad)))
    try:
        with torch.no_grad():
            if separate:
                result = cls.forward(*args)
                cls.setup_context(ctx, args, result)
            else:
                result = cls.forward(ctx, *args, **kwargs)
    finally:
        _outer_modes.pop()
    return _recorded(cls, ctx, args, result)


_outer_modes = []  # of the functions whose forward is running: the grad mode around each, and whether it is differentiated


def _chosen_mode():
    """The grad mode that the program has chosen: that forward runs without gradients is no choice of the program's."""
    return _outer_modes[0][0] if _outer_modes else torch.is_grad_enabled()


def _recorded(cls, ctx, args, result):
    """The results of a call as they leave apply: with its history."""
    single = not isinstance(result, tuple)  # as in PyTorch, a list is one result, and no tensor
    outputs = (result,) if single else tuple(result)
    ctx._keep(outputs)
    for i, t in enumerate(ctx.dirty_tensors):
        if not isinstance(t, torch.Tensor):
            raise RuntimeError(f"mark_dirty can only accept variables, but argument {i} is of type {type(t).__name__}")
        if not any(t is o for o in outputs):
            raise RuntimeError("Some elements marked as dirty during the forward method were not returned as output. The inputs that are "
                               "modified inplace must all be outputs of the Function.")
        if t.is_leaf and t.requires_grad and torch.is_grad_enabled():
            raise RuntimeError("a leaf Variable that requires grad has been used in an in-place operation.")
    if not any(ctx.needs_input_grad):
        outputs = tuple(_alias(o) if isinstance(o, torch.Tensor) and not _among(o, ctx.dirty_tensors) and _among(o, args) else o for o in outputs)
        return outputs[0] if single else outputs
    ctx._shapes = shapes = [(o.shape, o.dtype, o.device) if isinstance(o, torch.Tensor) else None for o in outputs]
    name = getattr(ctx, "_node_name", None) or cls.__name__ + "Backward"

    def backward(grads):
        grads = tuple(grads) + (None,) * (len(shapes) - len(grads))
        if ctx.materialize_grads:
            wanted = shapes if ctx._materialize_non_diff_grads else [None if _among(o, ctx.non_differentiable) else s for o, s in zip(outputs, shapes)]
            grads = tuple(torch.ops.aten.zeros.default(s[0], dtype=s[1], layout=torch.strided, device=s[2]) if g is None and s is not None else g for g, s in zip(grads, wanted))
        overridden = cls.backward is not Function.backward
        if overridden and cls.vjp is not Function.vjp:
            raise RuntimeError("Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You should only implement one of them.")
        got = (cls.backward if overridden or cls.vjp is Function.vjp else cls.vjp)(ctx, *grads)
        return _checked(name, args, got)

    results = _C._apply_function(name, args, outputs, tuple(ctx.non_differentiable), tuple(ctx.dirty_tensors), backward, ctx)
    return results[0] if single else results


def _among(tensor, tensors):
    return any(tensor is t for t in tensors)


def _alias(tensor):
    with torch.no_grad():
        return tensor.view_as(tensor)


def _checked(name, args, got):
    """The gradients that backward gave, one for each argument."""
    got = tuple(got) if isinstance(got, (tuple, list)) else (got,)
    while len(got) > len(args) and got[-1] is None:
        got = got[:-1]
    if len(got) != len(args):
        raise RuntimeError(f"function {name} returned an incorrect number of gradients (expected {len(args)}, got {len(got)})")
    for i, (grad, arg) in enumerate(zip(got, args)):
        if grad is None:
            continue
        if not isinstance(arg, torch.Tensor):
            raise RuntimeError(f"function {name} returned a gradient different than None at position {i + 1}, but the corresponding forward "
                               "input was not a Variable")
        if not isinstance(grad, torch.Tensor):
            raise RuntimeError(f"expected Variable or None (got {type(grad).__name__})")
        if grad.is_complex() and not arg.is_complex():
            raise RuntimeError("Expected isFloatingType(grad.scalar_type()) || (input_is_complex == grad_is_complex) to be true, but got false.  "
                               "(Could this error message be improved?  If so, please report an enhancement request to PyTorch.)")
    return got


class DelayedError:
    """A function that gives its inputs, and raises an error where it is differentiated."""

    def __init__(self, msg, num_inputs):
        self._text, self._count = msg, num_inputs

    def __call__(self, *inputs):
        if len(inputs) != self._count:
            raise TypeError(f"expected {self._count} arguments, got {len(inputs)} instead")

        def fail(grads):
            raise RuntimeError(self._text)

        return _passed("torch::autograd::Error", inputs, fail)


class UndefinedGrad:
    """A function that gives its input, and no gradient."""

    def __call__(self, *inputs):
        return _passed("torch::autograd::UndefinedGradBackward", inputs, lambda grads: (None,) * len(inputs))


DelayedError.__module__ = UndefinedGrad.__module__ = "builtins"


def _passed(name, inputs, backward):
    """The inputs again, as results of a function of that name."""
    with torch.no_grad():
        tensors = [t.detach() for t in inputs if t is not None]
    inputs_shown = tuple(torch.empty(0) if t is None else t for t in inputs)  # an input that is none has an edge too, which leads nowhere
    marked = iter(_C._apply_function(name, inputs_shown, tensors, (), (), backward, None))
    out = tuple(t if t is None else next(marked) for t in inputs)
    return out[0] if len(out) == 1 else out


def once_differentiable(fn):
    @functools.wraps(fn)
    def wrapper(ctx, *args):
        with torch.no_grad():
            outputs = fn(ctx, *args)
        if not torch.is_grad_enabled() or not any(isinstance(a, torch.Tensor) and a.requires_grad for a in args):
            return outputs

        single = not isinstance(outputs, tuple)
        items = (outputs,) if single else outputs
        leaves = [o if o is None else o.detach().requires_grad_() for o in items]
        fail = DelayedError("trying to differentiate twice a function that was marked with @once_differentiable", len(items))
        marked = fail(*leaves)
        return marked if single else tuple(marked) if isinstance(marked, tuple) else (marked,)

    return wrapper


class NestedIOFunction(Function):
    pass


class InplaceFunction(Function):
    """A function that may work in place."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace


def _is_setup_context_defined(fn):
    """Whether a class has a setup_context of its own, by the function that it has."""
    return fn != _SingleLevelFunction.setup_context
