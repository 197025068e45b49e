"""Jacobians, Hessians and products with them."""
import torch
from . import forward_ad, grad

_STRICT = "This is not allowed in strict mode."


def _tuple(value, what, name):
    """Whether value is a tuple, and it as one; what and name are for the message where it holds something else than tensors."""
    if isinstance(value, torch.Tensor):
        return False, (value,)
    wanted = f"The {what} given to {name} must be either a Tensor or a tuple of Tensors but the"
    given = f"given {what}"
    if not isinstance(value, tuple):
        raise TypeError(f"{wanted} {given} has type {type(value)}.")
    for i, item in enumerate(value):
        if not isinstance(item, torch.Tensor):
            raise TypeError(f"{wanted} value at index {i} has type {type(item)}.")
    return True, value


def _outputs(func, inputs, name):
    return _tuple(func(*inputs), "outputs of the user-provided function", name)


def _start(inputs, create_graph):
    """The inputs as the roots of a history; with create_graph they go on with that of the caller."""
    return tuple(x.view_as(x) if create_graph and x.requires_grad else x.detach().requires_grad_() for x in inputs)


def _single(outputs, many, name):
    if many:
        raise RuntimeError(f"The function given to {name} should return a single Tensor")
    if outputs[0].nelement() != 1:
        raise RuntimeError(f"The Tensor returned by the function given to {name} should contain a single element")


def _vector(v, like, many, name):
    """The vector of a product as a tuple, which has to look like the tensors of like."""
    _, v = _tuple(v, "v", name)
    if len(v) != len(like):
        raise RuntimeError(f"v is a tuple of invalid length: should be {len(like)} but got {len(v)}." if many else "The given v should contain a single Tensor.")
    for i, (have, want) in enumerate(zip(v, like)):
        if have.size() != want.size():
            raise RuntimeError(f"{f'Entry {i} in ' if many else ''}v has invalid size: should be {want.size()} but got {have.size()}.")
    return v


def _vector_of_inputs(v, inputs, many, name):
    if v is not None:
        return _vector(v, inputs, many, name)
    if many or inputs[0].nelement() != 1:
        raise RuntimeError("The vector v can only be None if the input to the user-provided function is a single Tensor with a single element.")
    return (torch.ones_like(inputs[0]),)


def _need_history(outputs):
    for i, out in enumerate(outputs):
        if not out.requires_grad:
            raise RuntimeError(f"Output {i} of the user-provided function does not require gradients. The outputs must be computed in a differentiable manner from the input when running in strict mode.")


def _need_gradients(grads):
    for i, g in enumerate(grads):
        if g is None:
            raise RuntimeError(f"The output of the user-provided function is independent of input {i}. {_STRICT}")


def _need_second(grads):
    _need_gradients(grads)
    for i, g in enumerate(grads):
        if not g.requires_grad:
            raise RuntimeError(f"While computing the hessian, found that the jacobian of the user-provided function with respect to input {i} is independent of the input. {_STRICT} You should ensure that your function is twice differentiable and that the jacobian depends on the inputs (this would be violated by a linear function for example).")


def _gradients(outputs, inputs, vectors=None, create_graph=False, retain_graph=None):
    """grad, with None for what does not depend on anything."""
    vectors = [None] * len(outputs) if vectors is None else vectors
    pairs = [(out, v) for out, v in zip(outputs, vectors) if out is not None and out.requires_grad]
    if not pairs:
        return (None,) * len(inputs)
    return grad([out for out, _ in pairs], inputs, [v for _, v in pairs], create_graph=create_graph, retain_graph=retain_graph, allow_unused=True)


def _filled(grads, like, strict, create_graph, missing, kind="jacobian"):
    """The gradients with zeros for those that are missing, which is an error in strict mode."""
    made = []
    for i, (g, x) in enumerate(zip(grads, like)):
        if g is None:
            if strict:
                raise RuntimeError(missing(i))
            g = torch.zeros_like(x)
        elif strict and create_graph and not g.requires_grad:
            raise RuntimeError(f"The {kind} of the user-provided function is independent of input {i}. {_STRICT[:-1]} when create_graph=True.")
        made.append(g)
    return tuple(made)


def _given_back(tensors, many, create_graph):
    tensors = tuple(t if create_graph else t.detach() for t in tensors)
    return tensors if many else tensors[0]


def _independent(i):
    return f"The output of the user-provided function is independent of input {i}. {_STRICT}"


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    if strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode". Hint: If your function has more outputs than inputs, "forward-mode" tends to be more performant. Otherwise, prefer to use "reverse-mode".')
    if strategy == "forward-mode":
        if create_graph:
            raise NotImplementedError('torch.autograd.functional.jacobian: `create_graph=True` and `strategy="forward-mode"` are not supported together (yet). Please either set `create_graph=False` or `strategy="reverse-mode"`.')
        if strict:
            raise RuntimeError('torch.autograd.functional.jacobian: `strict=True` and `strategy="forward-mode"` are not supported together (yet). Please either set `strict=False` or `strategy="reverse-mode"`.')
        many_in, inputs = _tuple(inputs, "inputs", "jacobian")
        if not vectorize:
            raise NotImplementedError("Computing Jacobian using forward-AD or forward-over-reverse Hessian isonly implemented for `vectorize=True`.")
        return _forward_jacobian(func, inputs, many_in)
    if strict and vectorize:
        raise RuntimeError("torch.autograd.functional.jacobian: `strict=True` and `vectorized=True` are not supported together. Please either set `strict=False` or `vectorize=False`.")
    many_in, inputs = _tuple(inputs, "inputs", "jacobian")
    with torch.enable_grad():
        inputs = _start(inputs, create_graph)
        many_out, outputs = _outputs(func, inputs, "jacobian")
        if strict:
            _need_history(outputs)
        made = [_rows(i, out, inputs, strict, create_graph, vectorize) for i, out in enumerate(outputs)]
    made = [_given_back(row, many_in, create_graph) for row in made]
    return tuple(made) if many_out else made[0]


def _forward_jacobian(func, inputs, many_in, at_once=True):
    """By columns: the derivatives in the directions of all elements of the inputs, at once unless func asks for gradients itself."""
    sizes = [x.numel() for x in inputs]
    many_out = False

    def push(*tangents):
        nonlocal many_out
        with forward_ad.dual_level():
            duals = tuple(forward_ad.make_dual(x.view_as(x), t.view_as(x)) for x, t in zip(inputs, tangents))
            many_out, outputs = _tuple(func(*duals), "outputs", None)
            pairs = [forward_ad.unpack_dual(out) for out in outputs]
            return tuple(torch.zeros_like(primal) if tangent is None else tangent for primal, tangent in pairs)

    basis = _construct_standard_basis_for(inputs, sizes)
    if sum(sizes) == 0:
        columns = tuple(t.new_zeros((0, *t.shape)) for t in push(*(torch.zeros_like(x) for x in inputs)))
    elif at_once:
        columns = torch.vmap(push)(*basis)
    else:
        columns = tuple(map(torch.stack, zip(*(push(*tangents) for tangents in zip(*basis)))))
    made = [[part.movedim(0, -1).reshape(part.shape[1:] + x.shape) for part, x in zip(column.split(sizes), inputs)] for column in columns]
    made = made if many_in else [row[0] for row in made]
    if many_out:
        return made if many_in else tuple(made)
    return made[0]


def _rows(number, out, inputs, strict, create_graph, vectorize):
    """The Jacobians of one output with respect to each input: [sizes of out..., sizes of the input...]."""
    rows = [[] for _ in inputs]
    for j in range(out.nelement()):
        element = out.reshape(-1)[j]
        grads = _gradients((element,), inputs, [torch.ones_like(element)] if vectorize else None, create_graph=create_graph, retain_graph=True)
        if strict and create_graph:
            for k, g in enumerate(grads):
                if g is not None and not g.requires_grad:
                    raise RuntimeError(f"The jacobian of the user-provided function is independent of input {number}. {_STRICT[:-1]} when create_graph=True.")
        for k, (g, x) in enumerate(zip(grads, inputs)):
            if g is None and strict:
                raise RuntimeError(f"Output {number} of the user-provided function is independent of input {k}. {_STRICT}")
            rows[k].append(torch.zeros_like(x) if g is None else g)
    return tuple(torch.stack(r).view(out.size() + x.size()) for r, x in zip(rows, inputs))


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    if outer_jacobian_strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode".')
    many, inputs = _tuple(inputs, "inputs", "hessian")

    def first(*args):
        if outer_jacobian_strategy == "forward-mode":
            args = tuple(x.requires_grad_() for x in args)
        many_out, outputs = _outputs(func, args, "hessian")
        if strict:
            _need_history(outputs)
        _single(outputs, many_out, "hessian")
        grads = _gradients((outputs[0].reshape(()),), args, create_graph=True)
        grads = tuple(torch.zeros_like(x) if g is None else g for g, x in zip(grads, args))
        if strict:
            _need_second(grads)
        return grads

    if outer_jacobian_strategy == "forward-mode" and vectorize and not create_graph and not strict:
        made = _forward_jacobian(first, inputs, True, at_once=False)
        return made if many else made[0][0]
    made = jacobian(first, inputs, create_graph=create_graph, strict=strict, vectorize=vectorize, strategy=outer_jacobian_strategy)
    return made if many else made[0][0]


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    with torch.enable_grad():
        many, inputs = _tuple(inputs, "inputs", "vjp")
        inputs = _start(inputs, create_graph)
        many_out, outputs = _outputs(func, inputs, "vjp")
        if strict:
            _need_history(outputs)
        if v is not None:
            v = _vector(v, outputs, many_out, "vjp")
        elif many_out or outputs[0].nelement() != 1:
            raise RuntimeError("The vector v can only be None if the user-provided function returns a single Tensor with a single element.")
    with torch.set_grad_enabled(create_graph or torch.is_grad_enabled()):
        grads = _gradients(outputs, inputs, v, create_graph=create_graph)
        grads = _filled(grads, inputs, strict, create_graph, _independent)
    return _given_back(outputs, many_out, create_graph), _given_back(grads, many, create_graph)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """By two backward passes: the product with a vector from the left is linear in that vector."""
    with torch.enable_grad():
        many, inputs = _tuple(inputs, "inputs", "jvp")
        inputs = _start(inputs, create_graph)
        v = _vector_of_inputs(v, inputs, many, "jvp")
        many_out, outputs = _outputs(func, inputs, "jvp")
        if strict:
            _need_history(outputs)
        left = tuple(torch.zeros_like(out, requires_grad=True) for out in outputs)
        first = _gradients(outputs, inputs, left, create_graph=True)
        if strict:
            _need_gradients(first)
    with torch.set_grad_enabled(create_graph or torch.is_grad_enabled()):
        made = _gradients(first, left, v, create_graph=create_graph)
        made = _filled(made, outputs, strict, create_graph, _independent)
    return _given_back(outputs, many_out, create_graph), _given_back(made, many_out, create_graph)


def _hessian_product(func, inputs, v, create_graph, strict, name):
    """The Hessian is symmetric, so that products from both sides are one."""
    with torch.enable_grad():
        many, inputs = _tuple(inputs, "inputs", name)
        inputs = _start(inputs, create_graph)
        v = _vector_of_inputs(v, inputs, many, name)
        many_out, outputs = _outputs(func, inputs, name)
        if strict:
            _need_history(outputs)
        _single(outputs, many_out, name)
        first = _gradients((outputs[0].reshape(()),), inputs, create_graph=True)
        if strict:
            _need_second(first)
    with torch.set_grad_enabled(create_graph or torch.is_grad_enabled()):
        made = _gradients(first, inputs, v, create_graph=create_graph)
        made = _filled(made, inputs, strict, create_graph, _independent, "hessian")
    return _given_back(outputs, False, create_graph), _given_back(made, many, create_graph)


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    return _hessian_product(func, inputs, v, create_graph, strict, "vhp")


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    return _hessian_product(func, inputs, v, create_graph, strict, "hvp")


def _construct_standard_basis_for(tensors, tensor_numels):
    """The unit vectors of all elements together, as a block of columns for each tensor."""
    assert len(tensors) == len(tensor_numels) and len(tensors) > 0
    total, first, blocks = sum(tensor_numels), 0, []
    for tensor, numel in zip(tensors, tensor_numels):
        block = tensor.new_zeros(total, numel)
        block.diagonal(-first).fill_(1)
        blocks.append(block)
        first += numel
    return tuple(blocks)
