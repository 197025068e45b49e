"""Derivatives of programs."""
import torch
from torch import _C
from .grad_mode import no_grad, enable_grad, set_grad_enabled, inference_mode
from .function import Function

Variable = torch.Tensor


def _make_grads(outputs, grads):
    return grads


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    tensors = (tensors,) if isinstance(tensors, torch.Tensor) else tuple(tensors)
    if isinstance(inputs, torch.Tensor):
        inputs = (inputs,)
    if inputs is not None and len(inputs) == 0:
        raise RuntimeError("`inputs` argument to `backward` cannot be empty.")
    _C._run_backward(tensors, grad_tensors, retain_graph, create_graph, inputs)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True, allow_unused=None,
         is_grads_batched=False, materialize_grads=False):
    if materialize_grads and allow_unused is False:
        raise ValueError("Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False.")
    if allow_unused is None:
        allow_unused = materialize_grads
    outputs = (outputs,) if isinstance(outputs, torch.Tensor) else tuple(outputs)
    inputs = (inputs,) if isinstance(inputs, torch.Tensor) else tuple(inputs)
    result = _C._grad(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused)
    if materialize_grads:
        result = tuple(torch.zeros_like(i, requires_grad=create_graph) if r is None else r for r, i in zip(result, inputs))
    return result


class detect_anomaly:
    def __init__(self, check_nan=True):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *args):
        pass


class set_detect_anomaly(detect_anomaly):
    def __init__(self, mode, check_nan=True):
        pass


def gradcheck(func, inputs, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, **kwargs):
    inputs = (inputs,) if isinstance(inputs, torch.Tensor) else tuple(inputs)
    outputs = func(*inputs)
    outputs = (outputs,) if isinstance(outputs, torch.Tensor) else tuple(outputs)
    for n, out in enumerate(outputs):
        if not out.requires_grad:
            continue
        for m, x in enumerate(inputs):
            if not isinstance(x, torch.Tensor) or not x.requires_grad:
                continue
            analytical = torch.zeros(x.numel(), out.numel(), dtype=out.dtype)
            for j in range(out.numel()):
                g = torch.zeros_like(out)
                g.view(-1)[j] = 1
                r = grad(out, x, g, retain_graph=True, allow_unused=True)[0]
                if r is not None:
                    analytical[:, j] = r.reshape(-1)
            numerical = torch.zeros_like(analytical)
            with no_grad():
                flat = x.data.view(-1)
                for i in range(x.numel()):
                    old = flat[i].item()
                    flat[i] = old + eps
                    hi = func(*inputs)
                    hi = ((hi,) if isinstance(hi, torch.Tensor) else tuple(hi))[n].clone()
                    flat[i] = old - eps
                    lo = func(*inputs)
                    lo = ((lo,) if isinstance(lo, torch.Tensor) else tuple(lo))[n].clone()
                    flat[i] = old
                    numerical[i] = ((hi - lo) / (2 * eps)).reshape(-1)
            if not torch.allclose(analytical, numerical, rtol, atol):
                if raise_exception:
                    raise GradcheckError(f"Jacobian mismatch for output {n} with respect to input {m},\nnumerical:{numerical}\nanalytical:{analytical}\n")
                return False
    return True


class GradcheckError(RuntimeError):
    pass


def gradgradcheck(func, inputs, grad_outputs=None, **kwargs):
    inputs = (inputs,) if isinstance(inputs, torch.Tensor) else tuple(inputs)
    kwargs.pop("gen_non_contig_grad_outputs", None)

    def first(*args):
        outputs = func(*args)
        outputs = (outputs,) if isinstance(outputs, torch.Tensor) else tuple(outputs)
        wanted = [a for a in args if isinstance(a, torch.Tensor) and a.requires_grad]
        return grad([o.sum() for o in outputs if o.requires_grad], wanted, create_graph=True)

    return gradcheck(first, inputs, **kwargs)
