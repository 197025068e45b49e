"""What operators on jagged nested tensors have to give, from what they give for the parts."""

import torch
from torch.nn import functional as F
from torch.utils._pytree import tree_map, tree_flatten


def _njts(sample):
    return [x for x in tree_flatten((sample.input, sample.args, sample.kwargs))[0] if isinstance(x, torch.Tensor) and x.is_nested]


def _joined(parts, ragged):
    """Results for the parts as one nested tensor; ragged is the dimension in which their lengths differ, with the batch counted."""
    if not isinstance(parts[0], torch.Tensor):
        return type(parts[0])(_joined([p[k] for p in parts], ragged) for k in range(len(parts[0])))
    if parts[0].dim() == 0:
        return torch.stack(parts)
    if ragged == 1:
        return torch.nested.as_nested_tensor(parts, layout=torch.jagged)
    return torch.nested.as_nested_tensor([p.transpose(0, ragged - 1) for p in parts], layout=torch.jagged).transpose(1, ragged)


def unbind_reference(op, sample, wrap_output_as_njt=True):
    """The operator for each part."""
    first = _njts(sample)[0]
    size, parts = first.size(0), []
    for i in range(size):
        def part(t, i=i):
            if not isinstance(t, torch.Tensor):
                return t
            if t.is_nested:
                return t.unbind()[i]
            if t.dim() == first.dim() and t.size(0) in (1, size):
                return t[0] if t.size(0) == 1 else t[i]
            return t

        parts.append(op.op(part(sample.input), *tree_map(part, sample.args), **tree_map(part, sample.kwargs)))
    return _joined(parts, first._ragged_idx) if wrap_output_as_njt else parts


def reduction_reference(op, sample):
    """Over the batch and the ragged dimension together as one dimension of all values, else in each part."""
    njt, more = sample.input, dict(sample.kwargs)
    parts, ragged = njt.unbind(), njt._ragged_idx
    if "dim" not in more:
        return op.op(njt.values(), *sample.args, **more)
    given = more.pop("dim")
    dims = [d % njt.dim() for d in (given if isinstance(given, (list, tuple)) else [given])]
    keepdim = more.get("keepdim", False)
    if 0 in dims:
        inner = [d - 1 for d in dims if d != 0]
        made = op.op(torch.cat(parts, ragged - 1), *sample.args, dim=inner, **more)
        return made.unsqueeze(0) if keepdim else made
    inner = [d - 1 for d in dims]
    made = [op.op(p, *sample.args, dim=inner if isinstance(given, (list, tuple)) else inner[0], **more) for p in parts]
    if ragged in dims:
        if isinstance(made[0], torch.Tensor):
            return torch.stack(made)
        return type(made[0])([torch.stack(x) for x in zip(*made)])
    left = ragged if keepdim else ragged - sum(d < ragged for d in dims)
    if isinstance(made[0], torch.Tensor):
        return _joined(made, left)
    return type(made[0])([_joined(list(x), left) for x in zip(*made)])


def unary_dimwise_reference(op, sample, batchwise_reference=None):
    """The operator along a dimension of each part, or of the batch."""
    njt, dim = sample.input, sample.kwargs["dim"]
    if dim == 0:
        return batchwise_reference(op, sample)
    more = {**sample.kwargs, "dim": dim - 1 if dim > 0 else dim}
    made = [op.op(p, *sample.args, **more) for p in njt.unbind()]
    before = {"unsqueeze": 1, "select": -1, "unflatten": len(sample.kwargs.get("sizes", [0])) - 1}.get(op.name, 0)
    return _joined(made, njt._ragged_idx + before * (0 < dim < njt._ragged_idx))


def _groups(sample, sizes):
    parts, at, made = sample.input.unbind(), 0, []
    for n in sizes:
        if parts[at:at + n]:
            made.append(_joined(list(parts[at:at + n]), sample.input._ragged_idx))
        at += n
    return tuple(made)


def batchwise_reference_chunk(op, sample):
    size = -(-sample.input.size(0) // sample.kwargs["chunks"])
    return _groups(sample, [size] * sample.kwargs["chunks"])


def batchwise_reference_split(op, sample):
    sizes = sample.kwargs["split_size_or_sections"]
    return _groups(sample, [sizes] * (-(-sample.input.size(0) // sizes)) if isinstance(sizes, int) else sizes)


def batchwise_reference_split_with_sizes(op, sample):
    return _groups(sample, sample.kwargs["split_sizes"])


def batchwise_reference_narrow(op, sample):
    start, length = sample.kwargs["start"], sample.kwargs["length"]
    return _joined(list(sample.input.unbind()[start:start + length]), sample.input._ragged_idx)


def batchwise_reference_select(op, sample):
    return sample.input.unbind()[sample.kwargs["index"]]


def batchwise_reference_unflatten(op, sample):
    raise RuntimeError("unflatten(): not supported over the batch dimension")


def batchwise_reference_unsqueeze(op, sample):
    raise ValueError("unsqueeze is not intended to operate on the batch dim")


def reference_bmm(op, sample):
    other = sample.kwargs.get("mat2", sample.args[0] if sample.args else None)
    return _joined([p @ other[i] for i, p in enumerate(sample.input.unbind())], 1)


def reference_squeeze(op, sample):
    return unary_dimwise_reference(op, sample)


def reference_index_put(op, sample):
    parts, places = [p.clone() for p in sample.input.unbind()], sample.kwargs["indices"]
    for where in zip(*(p.tolist() for p in places)):
        inner = tuple(torch.tensor(i) for i in where[1:])
        parts[where[0]] = parts[where[0]].index_put(inner, sample.kwargs["values"]) if inner else parts[where[0]] * 0 + sample.kwargs["values"]
    return _joined(parts, sample.input._ragged_idx)


def reference_nn_functional_prelu(op, sample):
    weight = sample.kwargs["weight"]
    return _joined([F.prelu(p.unsqueeze(0), weight).squeeze(0) for p in sample.input.unbind()], sample.input._ragged_idx)


def reference_nn_functional_embedding_bag(op, sample):
    indices, more = sample.args[0], dict(sample.kwargs)
    weights = more.pop("per_sample_weights", None)
    return op.op(sample.input, indices.values(), offsets=indices.offsets()[:-1], per_sample_weights=None if weights is None else weights.values(), **more)
