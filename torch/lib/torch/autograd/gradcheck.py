"""Derivatives against finite differences."""
import torch
from torch.autograd import grad, no_grad


def gradcheck(func, inputs, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, **kwargs):
    inputs = (inputs,) if isinstance(inputs, torch.Tensor) else tuple(inputs)
    if not any(isinstance(x, torch.Tensor) and x.requires_grad for x in inputs):
        raise ValueError("gradcheck expects at least one input tensor to require gradient, but none of them have requires_grad=True.")
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
                g = torch.zeros_like(out, memory_format=torch.contiguous_format)
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
        with torch.enable_grad():
            return gradients(args)

    def gradients(args):
        outputs = func(*args)
        outputs = (outputs,) if isinstance(outputs, torch.Tensor) else tuple(outputs)
        wanted = [a for a in args if isinstance(a, torch.Tensor) and a.requires_grad]
        return grad([o.sum() for o in outputs if o.requires_grad], wanted, create_graph=True, materialize_grads=True)

    return gradcheck(first, inputs, **kwargs)


def get_numerical_jacobian(fn, inputs, target=None, eps=1e-3, grad_out=1.0):
    """By central differences: for each input a matrix [elements of the input, elements of the output]."""
    inputs = (inputs,) if isinstance(inputs, torch.Tensor) else tuple(inputs)
    found = []
    for x in inputs:
        if not isinstance(x, torch.Tensor) or not x.requires_grad:
            continue
        flat, rows = x.data.view(-1), []
        with no_grad():
            for i in range(flat.numel()):
                kept = flat[i].item()
                flat[i] = kept + eps
                high = fn(inputs).reshape(-1).clone()
                flat[i] = kept - eps
                low = fn(inputs).reshape(-1).clone()
                flat[i] = kept
                rows.append((high - low) / (2 * eps))
        found.append(torch.stack(rows))
    return tuple(found)


def get_analytical_jacobian(inputs, output, nondet_tol=0.0, grad_out=1.0):
    """By backward, a row of the output at a time; with whether all is as it should be."""
    inputs = (inputs,) if isinstance(inputs, torch.Tensor) else tuple(inputs)
    wanted = [x for x in inputs if isinstance(x, torch.Tensor) and x.requires_grad]
    jacobians = [torch.zeros(x.numel(), output.numel(), dtype=output.dtype) for x in wanted]
    for j in range(output.numel()):
        seed = torch.zeros_like(output).reshape(-1)
        seed[j] = grad_out
        for into, g in zip(jacobians, grad(output, wanted, seed.view_as(output), retain_graph=True, allow_unused=True)):
            if g is not None:
                into[:, j] = g.reshape(-1)
    return tuple(jacobians), True, True, True
