"""Custom differentiable functions."""
import torch
from torch import _C


class FunctionCtx:
    def save_for_backward(self, *tensors):
        self.to_save = tensors
        self._versions = tuple(t._version if isinstance(t, torch.Tensor) else None for t in tensors)

    def save_for_forward(self, *tensors):
        self.saved_for_forward = tensors

    def mark_dirty(self, *args):
        self.dirty_tensors = args

    def mark_non_differentiable(self, *args):
        self.non_differentiable = args

    def set_materialize_grads(self, value):
        self.materialize_grads = value

    @property
    def saved_tensors(self):
        if self._freed:
            raise RuntimeError(_FREED)
        for t, v in zip(self.to_save, self._versions):
            if v is not None and t._version != v:
                raise RuntimeError(
                    "one of the variables needed for gradient computation has been modified by an inplace operation: "
                    f"[{t.type()} {list(t.shape)}] is at version {t._version}; expected version {v} instead. Hint: enable anomaly "
                    "detection to find the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True).")
        return tuple(self.to_save)

    saved_variables = saved_tensors


_FREED = ("Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). "
          "Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if "
          "you need to backward through the graph a second time or if you need to access saved tensors after calling backward.")


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


class Function(FunctionCtx):
    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, *args, **kwargs):
        raise RuntimeError("Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd function "
                           "with static forward method. (Example: https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)")

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

    vjp = backward

    @classmethod
    def apply(cls, *args):
        ctx = object.__new__(cls)
        ctx.to_save = ()
        ctx._versions = ()
        ctx._freed = False
        ctx.dirty_tensors = ()
        ctx.non_differentiable = ()
        ctx.materialize_grads = True
        record = torch.is_grad_enabled() and any(isinstance(a, torch.Tensor) and a.requires_grad for a in args)
        ctx.needs_input_grad = tuple(record and isinstance(a, torch.Tensor) and a.requires_grad for a in args)
        separate = cls.setup_context is not Function.setup_context
        with torch.no_grad():
            if separate:
                result = cls.forward(*args)
                cls.setup_context(ctx, args, result)
            else:
                result = cls.forward(ctx, *args)
        if not record:
            return result
        single = not isinstance(result, (tuple, list))
        outputs = (result,) if single else tuple(result)
        shapes = [(o.shape, o.dtype) if isinstance(o, torch.Tensor) else None for o in outputs]

        def backward(grads):
            grads = tuple(grads) + (None,) * (len(shapes) - len(grads))
            if ctx.materialize_grads:
                grads = tuple(torch.zeros(s[0], dtype=s[1]) if g is None and s is not None else g for g, s in zip(grads, shapes))
            fn = cls.backward if cls.backward is not Function.backward else cls.vjp
            got = fn(ctx, *grads)
            if not isinstance(got, (tuple, list)):
                got = (got,)
            got = tuple(got)
            while len(got) > len(args) and got[-1] is None:
                got = got[:-1]
            if len(got) != len(args):
                raise RuntimeError(f"function {cls.__name__}Backward returned an incorrect number of gradients (expected {len(args)}, got {len(got)})")
            return got

        results = _C._apply_function(cls.__name__ + "Backward", args, outputs, tuple(ctx.non_differentiable), tuple(ctx.dirty_tensors), backward, ctx)
        return results[0] if single else results


def once_differentiable(fn):
    def wrapper(ctx, *args):
        with torch.no_grad():
            outputs = fn(ctx, *args)
        if not torch.is_grad_enabled() or not any(isinstance(a, torch.Tensor) and a.requires_grad for a in args):
            return outputs

        def fail(grads):
            raise RuntimeError("trying to differentiate twice a function that was marked with @once_differentiable")

        single = not isinstance(outputs, tuple)
        items = (outputs,) if single else outputs
        tensors = [o.detach() for o in items if isinstance(o, torch.Tensor)]
        marked = iter(_C._apply_function("torch::autograd::Error", args, tensors, (), (), fail, None))
        items = tuple(next(marked) if isinstance(o, torch.Tensor) else o for o in items)
        return items[0] if single else items

    return wrapper


class NestedIOFunction(Function):
    pass


InplaceFunction = Function
