"""Jacobians, Hessians and products with them."""
import torch
from . import grad


def _tuple(x):
    return (False, (x,)) if isinstance(x, torch.Tensor) else (True, tuple(x))


def _prepare(inputs, create_graph):
    return tuple(x.view_as(x) if create_graph and x.requires_grad else x.detach().requires_grad_() for x in inputs)


def _zeros_if_none(g, like):
    return torch.zeros_like(like) if g is None else g


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    many_in, inputs = _tuple(inputs)
    with torch.enable_grad():
        inputs = _prepare(inputs, create_graph)
        many_out, outputs = _tuple(func(*inputs))
        result = []
        for out in outputs:
            rows = [[] for _ in inputs]
            for j in range(out.numel()):
                value = out.reshape(-1)[j]
                grads = grad(value, inputs, retain_graph=True, create_graph=create_graph, allow_unused=True) if value.requires_grad else (None,) * len(inputs)
                for k, (g, x) in enumerate(zip(grads, inputs)):
                    if g is None and strict:
                        raise RuntimeError(f"Output {j} of the user-provided function is independent of input {k}. This is not allowed in strict mode.")
                    rows[k].append(_zeros_if_none(g, x))
            result.append(tuple(torch.stack(r).view(tuple(out.shape) + tuple(x.shape)) for r, x in zip(rows, inputs)))
    if not create_graph:
        result = [tuple(j.detach() for j in row) for row in result]
    result = [row if many_in else row[0] for row in result]
    return tuple(result) if many_out else result[0]


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    many, inputs = _tuple(inputs)

    def first(*args):
        out = func(*args)
        if not isinstance(out, torch.Tensor):
            raise RuntimeError("The output of the user-provided function given to hessian must be a single Tensor")
        if out.numel() != 1:
            raise RuntimeError("The Tensor returned by the function given to hessian should contain a single element")
        g = grad(out.reshape(()), args, create_graph=True, allow_unused=True) if out.requires_grad else (None,) * len(args)
        return tuple(_zeros_if_none(x, a) for x, a in zip(g, args))

    result = jacobian(first, inputs, create_graph=create_graph, strict=strict)
    return result if many else result[0][0]


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    many, inputs = _tuple(inputs)
    with torch.enable_grad():
        inputs = _prepare(inputs, create_graph)
        out = func(*inputs)
        many_out, outputs = _tuple(out)
        if v is None:
            if many_out or outputs[0].numel() != 1:
                raise RuntimeError("The vector v can only be None if the user-provided function returns a single Tensor with a single element.")
            vs = (torch.ones_like(outputs[0]),)
        else:
            vs = _tuple(v)[1]
        grads = grad(outputs, inputs, vs, create_graph=create_graph, allow_unused=True)
    grads = tuple(_zeros_if_none(g, x) for g, x in zip(grads, inputs))
    if not create_graph:
        grads = tuple(g.detach() for g in grads)
        outputs = tuple(o.detach() for o in outputs)
    return (outputs if many_out else outputs[0]), (grads if many else grads[0])


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    many, inputs = _tuple(inputs)
    vs = tuple(torch.ones_like(x) for x in inputs) if v is None else _tuple(v)[1]
    with torch.enable_grad():
        inputs = _prepare(inputs, create_graph)
        many_out, outputs = _tuple(func(*inputs))
        dummies = tuple(torch.zeros_like(o, requires_grad=True) for o in outputs)
        first = grad(outputs, inputs, dummies, create_graph=True, allow_unused=True)
        pairs = [(g, w) for g, w in zip(first, vs) if g is not None]
        result = grad([g for g, _ in pairs], dummies, [w for _, w in pairs], create_graph=create_graph, allow_unused=True)
    result = tuple(_zeros_if_none(g, o) for g, o in zip(result, outputs))
    if not create_graph:
        result = tuple(g.detach() for g in result)
        outputs = tuple(o.detach() for o in outputs)
    return (outputs if many_out else outputs[0]), (result if many_out else result[0])


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    many, inputs = _tuple(inputs)
    vs = tuple(torch.ones_like(x) for x in inputs) if v is None else _tuple(v)[1]
    with torch.enable_grad():
        inputs = _prepare(inputs, create_graph)
        out = func(*inputs)
        first = grad(out, inputs, create_graph=True, allow_unused=True)
        pairs = [(g, w) for g, w in zip(first, vs) if g is not None and g.requires_grad]
        result = grad([g for g, _ in pairs], inputs, [w for _, w in pairs], create_graph=create_graph, allow_unused=True) if pairs else (None,) * len(inputs)
    result = tuple(_zeros_if_none(g, x) for g, x in zip(result, inputs))
    if not create_graph:
        out, result = out.detach(), tuple(r.detach() for r in result)
    return out, (result if many else result[0])


hvp = vhp
