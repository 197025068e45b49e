"""ExpandedWeight: a parameter in whose functions backward leaves the gradient of each sample of the batch in grad_sample, and none in grad."""

import torch
from torch.nn import functional as F
from torch.nn.utils._expanded_weights.expanded_weights_utils import check_arguments, is_batch_first, set_grad_sample_if_exists, unpack_expanded_weight_or_tensor
from torch.utils import _pytree as pytree

# Functions that take expanded weights, with how many dimensions, at least, their inputs have. Recurrent layers come as their cells, which sum up over time.
_CELLS = (torch.rnn_tanh_cell, torch.rnn_relu_cell, torch.gru_cell, torch.lstm_cell)
_FUNCTIONS = {F.linear: 2, F.conv1d: 3, F.conv2d: 4, F.conv3d: 5, F.embedding: 1, F.group_norm: 2, F.layer_norm: 2, F.instance_norm: 2, **dict.fromkeys(_CELLS, 2)}
_QUESTIONS = (torch.Tensor.data_ptr, torch.Tensor.get_device, *(getattr(torch.Tensor, name).__get__ for name in ("shape", "dtype", "device", "is_cuda")))
_NODES = {F.linear: "Linear", F.conv1d: "Conv", F.conv2d: "Conv", F.conv3d: "Conv", F.embedding: "Embedding", F.layer_norm: "LayerNorm", F.group_norm: "GroupNorm",
          F.instance_norm: "InstanceNorm"}


class ExpandedWeight(torch.Tensor):
    def __new__(cls, orig_weight, batch_size, loss_reduction):
        if not isinstance(orig_weight, torch.Tensor):
            raise RuntimeError(f"Can only make Expanded Weights of Tensors, got {type(orig_weight).__name__}")
        if not orig_weight.requires_grad:
            raise RuntimeError("Can only build ExpandedWeights objects of tensors that requires_grad")
        made = torch.Tensor._make_subclass(cls, orig_weight, True)
        made.orig_weight, made.batch_size, made.loss_reduction = orig_weight, batch_size, loss_reduction
        made.batch_first, made.allow_smaller_batches = True, False
        return made

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func in _FUNCTIONS:
            return _call(func, args, kwargs)
        if func == torch.Tensor.data.__get__:
            return args[0].orig_weight.data
        if func in _QUESTIONS:
            with torch._C.DisableTorchFunctionSubclass():
                return func(*args, **kwargs)
        raise RuntimeError(f"Expanded Weights encountered but cannot handle function {func.__name__}")

    def set_allow_smaller_batches(self, is_allow_smaller_batches):
        self.allow_smaller_batches = is_allow_smaller_batches

    def set_batch_first(self, is_batch_first=True):
        self.batch_first = is_batch_first


def _call(func, args, kwargs):
    leaves, spec = pytree.tree_flatten((args, kwargs))
    if func not in _CELLS:  # whose batches are smaller once short sequences end
        check_arguments(func, leaves[0], leaves)
    _check_batch(func, leaves[0], args)
    at = 0 if is_batch_first(leaves) or func in _CELLS else 1
    batched = 1 + (func in _CELLS) + (func is torch.lstm_cell)  # the input, and the states behind it
    weights = [x if isinstance(x, ExpandedWeight) else None for x in leaves]
    plain = [x.orig_weight if w is not None else x for x, w in zip(leaves, weights)]
    tensors = [i for i, x in enumerate(plain) if isinstance(x, torch.Tensor)]
    for i in tensors:
        if weights[i] is None and i >= batched:
            unpack_expanded_weight_or_tensor(plain[i])  # refuses parameters that are not expanded
    case = (func, spec, plain, weights, at, batched, tensors)
    return _PerSample.apply(case, *(plain[i] for i in tensors))


def _check_batch(func, x, args):
    """Raises what is wrong with an input that has no dimension of samples."""
    rank = x.dim()
    if func is F.embedding and rank == 1:
        raise RuntimeError(f"Expanded Weights needs an input with a batch size, got a 1D tensor, {x}")
    if func is F.layer_norm and rank == len(args[1]):
        raise RuntimeError("Expanded Weights: Layer norm should not normalize over batch dimension for per sample gradient"
                           f"computations but got that normalized shape, {tuple(args[1])}, matched input shape.")
    if rank >= _FUNCTIONS[func]:
        return
    if func in (F.conv1d, F.conv2d, F.conv3d):
        raise RuntimeError(f"Expanded Weights only support convolution with batched input, got {func} with an"
                           f"unbatched input of dim {rank}, expected input of dim {_FUNCTIONS[func]}")
    raise RuntimeError(f"Input does not have a batch dimension. Expanded Weights expected input of at least rank {_FUNCTIONS[func]}, got of rank {rank}")


class _PerSample(torch.autograd.Function):
    @staticmethod
    def forward(ctx, case, *tensors):
        ctx.case = case
        func, spec, plain = case[:3]
        ctx._node_name = _NODES.get(func, "") + "PerSampleGradBackward"
        args, kwargs = pytree.tree_unflatten([x.detach() if isinstance(x, torch.Tensor) else x for x in plain], spec)
        return func(*args, **kwargs)

    @staticmethod
    def backward(ctx, *grads):
        func, spec, plain, weights, at, batched, tensors = ctx.case
        own = {i: plain[i].detach() for i in tensors}
        inputs = [i for i in tensors if weights[i] is None and ctx.needs_input_grad[1 + tensors.index(i)]]
        found = dict(zip(inputs, _gradients(func, spec, plain, own, inputs, grads)))
        wanted = [i for i in tensors if weights[i] is not None]
        single = (lambda x, weight, *options, **named: F.embedding(x, weight)) if func is F.embedding else func  # every index counts, that of the padding too
        rows = []
        for k in range(own[0].size(at)):
            sample = {i: t.narrow(at, k, 1) if i < batched else t for i, t in own.items()}
            given = [None if g is None else g.narrow(at, k, 1) for g in grads]
            rows.append(_gradients(single, spec, plain, sample, wanted, given))
        for i, of_samples in zip(wanted, zip(*rows)):
            set_grad_sample_if_exists(weights[i], lambda w: torch.stack([torch.zeros_like(w) if g is None else g for g in of_samples]))
        return None, *(found.get(i) for i in tensors)


def _gradients(func, spec, plain, tensors, wanted, grads):
    """Gradients of what a function computes of tensors, by their places among its arguments, with respect to some of them."""
    if not wanted:
        return []
    with torch.enable_grad():
        own = {i: t.detach().requires_grad_(i in wanted) for i, t in tensors.items()}
        args, kwargs = pytree.tree_unflatten([own.get(i, x) for i, x in enumerate(plain)], spec)
        made = func(*args, **kwargs)
        pairs = [(y, g) for y, g in zip(made if isinstance(made, tuple) else (made,), grads) if g is not None and y.requires_grad]
    return torch.autograd.grad([y for y, _ in pairs], [own[i] for i in wanted], [g for _, g in pairs], allow_unused=True)
