"""What functions of expanded weights share: arguments without their expansion, and gradients of samples."""

import torch


def is_batch_first(expanded_args_and_kwargs):
    """Whether the batch is the first dimension, on which all expanded weights have to agree."""
    found = None
    for arg in expanded_args_and_kwargs:
        if not isinstance(arg, _expanded()):
            continue
        if found is None:
            found = arg.batch_first
        elif found != arg.batch_first:
            raise RuntimeError("Got conflicting batch_first arguments in the same layer")
    return found


def standard_kwargs(kwarg_names, expanded_args):
    """The positional arguments, and those at their end by the names that they have."""
    count = len(expanded_args) - len(kwarg_names)
    return expanded_args[:count], dict(zip(kwarg_names, expanded_args[count:]))


def forward_helper(func, expanded_args, expanded_kwargs):
    """Calls a function with the weights themselves."""
    args, kwargs = _check_and_unexpand_args(func, expanded_args, expanded_kwargs)
    return func(*args, **kwargs)


def _check_and_unexpand_args(func, expanded_args, expanded_kwargs):
    check_arguments(func, expanded_args[0], [*expanded_args, *expanded_kwargs.values()])
    plain = lambda arg: arg.orig_weight if isinstance(arg, _expanded()) else arg
    return tuple(map(plain, expanded_args)), {name: plain(arg) for name, arg in expanded_kwargs.items()}


def check_arguments(func, input, given):
    """Raises what keeps a function from having gradients of samples: no batch, or weights of another one."""
    kind, name = _expanded(), func.__name__
    if isinstance(input, kind):
        raise RuntimeError(f"Expanded Weights do not support inputs that are also ExpandedWeights. Input must be a Tensor, got {type(input).__name__} in function {name}")
    if not isinstance(input, torch.Tensor):
        raise RuntimeError(f"Expanded Weights requires a Tensor as the first input to get the batch dimension, got {type(input).__name__} in function {name}")
    if input.dim() == 0:
        raise RuntimeError(f"Expanded Weights requires a batch dimension but got an input of size 0 in function {name}")
    if input.shape[0] == 0:
        raise RuntimeError(f"0 is not a valid batch size for Expanded Weights but got input tensor of {input} in function {name}")
    weights = [arg for arg in given if isinstance(arg, kind)]
    for w in weights:
        size = input.shape[0 if w.batch_first else 1]
        if size > w.batch_size if w.allow_smaller_batches else size != w.batch_size:
            raise RuntimeError(f"Expected ExpandedWeights to have batch size matching input but got input batch size of {size} with ExpandedWeight of batch size {w.batch_size}")
        if w.loss_reduction != weights[0].loss_reduction:
            raise RuntimeError(f"Expected ExpandedWeights to all have the same loss_reduction argument but got onewith {weights[0].loss_reduction} and one with {w.loss_reduction}")


def maybe_scale_by_batch_size(grad_sample, expanded_weight):
    return grad_sample * expanded_weight.batch_size if expanded_weight.loss_reduction == "mean" else grad_sample


def set_grad_sample_if_exists(maybe_expanded_weight, per_sample_grad_fn):
    """Adds gradients of samples to those of a weight, if it is expanded."""
    weight = unpack_expanded_weight_or_tensor(maybe_expanded_weight)
    if not isinstance(maybe_expanded_weight, _expanded()):
        return
    grads = maybe_scale_by_batch_size(per_sample_grad_fn(weight), maybe_expanded_weight)
    missing = maybe_expanded_weight.batch_size - grads.shape[0]
    if missing > 0:  # a smaller batch
        grads = torch.cat([grads, grads.new_zeros(missing, *grads.shape[1:])])
    before = getattr(weight, "grad_sample", None)
    weight.grad_sample = grads if before is None else before + grads


def unpack_expanded_weight_or_tensor(maybe_expanded_weight, func=lambda x: x):
    if isinstance(maybe_expanded_weight, _expanded()):
        return func(maybe_expanded_weight.orig_weight)
    if isinstance(maybe_expanded_weight, torch.Tensor):
        if maybe_expanded_weight.requires_grad:
            raise RuntimeError("ExpandedWeights currently does not support a mixture of ExpandedWeight parameters and normal Parameters. Please file and issue with pytorch/pytorch")
        return func(maybe_expanded_weight)
    return None


def sum_over_all_but_batch_and_last_n(tensor, n_dims):
    return tensor if tensor.dim() == n_dims + 1 else tensor.sum(dim=list(range(1, tensor.dim() - n_dims)))


def _expanded():
    from torch.nn.utils._expanded_weights.expanded_weights_impl import ExpandedWeight

    return ExpandedWeight
