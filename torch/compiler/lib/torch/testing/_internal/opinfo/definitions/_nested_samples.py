"""Calls of operators on jagged nested tensors."""

import random

import torch
from torch.testing._internal.opinfo.core import SampleInput


def _rnd():
    return random.randint(3, 7)


def _random_njt(sizes, device, dtype, requires_grad):
    """A nested tensor with sizes of which the second is None, for lengths of 3 to 7."""
    parts = []
    for _ in range(sizes[0]):
        shape = [_rnd(), *sizes[2:]]
        floating = dtype.is_floating_point or dtype.is_complex
        parts.append(torch.randn(shape, device=device, dtype=dtype) if floating else torch.randint(0, 2 if dtype is torch.bool else 9, shape, device=device).to(dtype))
    return torch.nested.nested_tensor(parts, layout=torch.jagged, device=device, dtype=dtype, requires_grad=requires_grad)


def _sample_njts(device, dtype, requires_grad=False, dims=None):
    """Nested tensors of each number of dimensions: contiguous ones with and without known lengths of sequences, transposed, and with holes."""
    for dim in [2, 3, 4] if dims is None else (dims if isinstance(dims, (list, tuple)) else [dims]):
        njt = _random_njt([_rnd(), None, *[_rnd() for _ in range(dim - 2)]], device, dtype, requires_grad)
        yield njt
        values, offsets = njt.values().detach().clone(), njt.offsets().detach().clone()
        yield torch.nested.nested_tensor_from_jagged(values, offsets).requires_grad_(requires_grad)
        if dim > 2:
            yield njt.transpose(-1, njt._ragged_idx)
        offsets = njt.offsets().detach().clone()
        yield torch.nested.nested_tensor_from_jagged(values.clone(), offsets, lengths=offsets.diff() - 1).requires_grad_(requires_grad)


def _describe_njt(njt):
    if njt._lengths is not None:
        kind = "noncontig_holes"
    else:
        kind = "contig" if njt._ragged_idx == 1 else "noncontig_transposed"
    cached = njt._maybe_max_seqlen is not None or njt._maybe_min_seqlen is not None
    return f"{njt.dim()}D_{kind}_{'with' if cached else 'without'}_seqlen_cache"


def _describe_dim(njt, dim):
    return {0: "batch_dim", njt._ragged_idx: "ragged_dim"}.get(dim, "normal_dim")


def _clone(t):
    return t.detach().clone().requires_grad_(t.requires_grad)


def sample_inputs_elementwise_njt_unary(op_info, device, dtype, requires_grad, op_kwargs=None, **kwargs):
    for njt in _sample_njts(device, dtype, requires_grad, dims=[2, 3, 4]):
        yield SampleInput(njt, kwargs=dict(op_kwargs or {}), name=_describe_njt(njt))


def _partners(njt):
    """Dense tensors that broadcast with a nested one."""
    sizes, ragged = list(njt.shape), njt._ragged_idx
    yield "broadcasting 1 over ragged", [1 if d == ragged else n for d, n in enumerate(sizes)]
    yield "broadcasting all 1s", [1] * len(sizes)
    if ragged < len(sizes) - 1:
        yield "broadcasting normal dims", sizes[ragged + 1:]
    yield "broadcasting with scalar", []


def _dense(shape, njt, dtype, requires_grad):
    made = torch.randn(shape, device=njt.device) if dtype.is_floating_point or dtype.is_complex else torch.randint(1, 9, shape, device=njt.device)
    return made.to(dtype).requires_grad_(requires_grad)


def sample_inputs_elementwise_njt_binary(op_info, device, dtype, requires_grad, op_kwargs=None, **kwargs):
    more = op_kwargs or {}
    for njt in _sample_njts(device, dtype, requires_grad, dims=[2, 3, 4]):
        name = _describe_njt(njt)
        other = torch.randn_like(njt) if dtype.is_floating_point or dtype.is_complex else torch.ones_like(njt)
        yield SampleInput(_clone(njt), args=(other.detach(),), kwargs=dict(more), name=f"{name}: (NT, NT)")
        for kind, shape in _partners(njt):
            t = _dense(shape, njt, dtype, requires_grad)
            yield SampleInput(_clone(njt), args=(_clone(t),), kwargs=dict(more), name=f"{name}: (NT, T) {kind}")
            yield SampleInput(_clone(t), args=(_clone(njt),), kwargs=dict(more), name=f"{name}: (T, NT) {kind}")
    njt = _random_njt([4, None, 1], device, dtype, requires_grad)
    t = _dense([4, 1, 16], njt, dtype, requires_grad)
    yield SampleInput(_clone(njt), args=(_clone(t),), kwargs=dict(more), name=f"{_describe_njt(njt)}: (NT, T) mixed broadcasting")
    yield SampleInput(_clone(t), args=(_clone(njt),), kwargs=dict(more), name=f"{_describe_njt(njt)}: (T, NT) mixed broadcasting")


def _dimension_lists(njt):
    """Several dimensions to reduce, and what is said of them."""
    ragged, n = njt._ragged_idx, njt.dim()
    yield "batch+ragged reduction", [0, ragged]
    for d in range(ragged + 1, n):
        yield f"batch+ragged+dim={d} reduction", [0, ragged, d]
    if n - ragged > 2:
        yield "two normal dim reduction", [n - 2, n - 1]
    yield "all dim reduction", list(range(n))


def sample_inputs_njt_reduction(op_info, device, dtype, requires_grad, supports_keepdim=True, op_kwargs=None, **kwargs):
    several = ["dim..."] in (op_info._extra_op_data.dim_args or [])
    for njt in _sample_njts(device, dtype, requires_grad, dims=[2, 3, 4]):
        name = _describe_njt(njt)
        keepdim = None
        for keepdim in [False, True] if supports_keepdim else [None]:
            said = "" if keepdim is None else f" with keepdim={keepdim}"
            choices = [(f"{_describe_dim(njt, d)[:-4]} dim reduction", d) for d in range(1, njt.dim())] + (list(_dimension_lists(njt)) if several else [])
            for what, dim in choices:
                more = {**(op_kwargs or {}), "dim": dim, **({} if keepdim is None else {"keepdim": keepdim})}
                yield SampleInput(_clone(njt), kwargs=more, name=f"{name}: {what}{said}")
        yield SampleInput(_clone(njt), kwargs=dict(op_kwargs or {}), name=f"{name}: full reduction with keepdim={keepdim}")


def _along(op_info, device, dtype, requires_grad, choices, dims=(2, 3, 4)):
    """Samples for what choices says of each dimension: pairs of a text and arguments."""
    for njt in _sample_njts(device, dtype, requires_grad, dims=list(dims)):
        for dim in range(njt.dim()):
            for said, more in choices(njt, dim):
                yield SampleInput(_clone(njt), kwargs={"dim": dim, **more}, name=f"{_describe_njt(njt)}: {_describe_dim(njt, dim)}, {said}")


def _counts(name):
    def choices(njt, dim):
        sizes = {0: [1, *range(1, njt.size(0) + 1)], njt._ragged_idx: [3]}
        for count in sizes.get(dim, range(1, njt.size(dim) + 1) if dim != njt._ragged_idx else []):
            yield f"{name}={count}", {name: count}

    return choices


def sample_inputs_chunk(op_info, device, dtype, requires_grad, **kwargs):
    return _along(op_info, device, dtype, requires_grad, _counts("chunks"))


def sample_inputs_split(op_info, device, dtype, requires_grad, **kwargs):
    return _along(op_info, device, dtype, requires_grad, _counts("split_size_or_sections"))


def sample_inputs_split_with_sizes(op_info, device, dtype, requires_grad, **kwargs):
    def choices(njt, dim):
        if dim != njt._ragged_idx:
            first = njt.size(dim) // 2
            sizes = [first, njt.size(dim) - first]
            yield f"split_sizes={sizes}", {"split_sizes": sizes}

    return _along(op_info, device, dtype, requires_grad, choices)


def sample_inputs_narrow(op_info, device, dtype, requires_grad, **kwargs):
    def choices(njt, dim):
        if dim == njt._ragged_idx:
            pairs = [(1, 2)]
        else:
            n = njt.size(dim)
            pairs = [(0, n), (0, n - 1), (1, n - 1), (n - 1, 1)]
        for start, length in pairs:
            yield f"start={start}, length={length}", {"start": start, "length": length}

    return _along(op_info, device, dtype, requires_grad, choices)


def sample_inputs_select(op_info, device, dtype, requires_grad, **kwargs):
    def choices(njt, dim):
        for index in [0] if dim == njt._ragged_idx else sorted({0, njt.size(dim) // 2, njt.size(dim) - 1}):
            yield f"index={index}", {"index": index}

    return _along(op_info, device, dtype, requires_grad, choices)


def sample_inputs_unflatten(op_info, device, dtype, requires_grad, **kwargs):
    def choices(njt, dim):
        if dim == njt._ragged_idx:
            return
        n = njt.size(dim)
        for sizes in [[n, 1], [1, n], *[[d, n // d] for d in range(2, n) if n % d == 0]]:
            yield f"sizes={sizes}", {"sizes": sizes}

    return _along(op_info, device, dtype, requires_grad, choices)


def sample_inputs_unsqueeze(op_info, device, dtype, requires_grad, **kwargs):
    for njt in _sample_njts(device, dtype, requires_grad, dims=[2, 3, 4]):
        for dim in range(njt.dim()):
            yield SampleInput(_clone(njt), kwargs={"dim": dim}, name=f"{_describe_njt(njt)}: {_describe_dim(njt, dim)}")
            yield SampleInput(_clone(njt), kwargs={"dim": -1}, name=f"{_describe_njt(njt)}: add dim to the end")


def sample_inputs_squeeze(op_info, device, dtype, requires_grad, **kwargs):
    njt = _random_njt([4, None, 1, 3, 1], device, dtype, requires_grad)
    values, offsets = njt.values().detach(), njt.offsets().detach()
    for t in (njt, torch.nested.nested_tensor_from_jagged(values.clone(), offsets.clone()), njt.transpose(1, 3),
              torch.nested.nested_tensor_from_jagged(values.clone(), offsets.clone(), lengths=offsets.diff() - 1)):
        for d in range(1, t.dim()):
            if d != t._ragged_idx:
                yield SampleInput(_clone(t), kwargs={"dim": d}, name=f"{_describe_njt(t)}: normal_dim")
        yield SampleInput(_clone(t), kwargs={"dim": 4}, name=f"{_describe_njt(t)}: multiple dims")


def _products(device, dtype, requires_grad, name, dims, shape, said):
    for njt in _sample_njts(device, dtype, requires_grad, dims=dims):
        if njt._ragged_idx == 1:
            yield SampleInput(_clone(njt), kwargs={name: torch.randn(shape(njt), device=device).to(dtype)}, name=f"{_describe_njt(njt)}: {said}")


def sample_inputs_bmm(op_info, device, dtype, requires_grad, op_kwargs=None, **kwargs):
    yield from _products(device, dtype, requires_grad, op_kwargs or "mat2", [3], lambda t: (t.size(0), t.size(2), t.size(2) + 2), "(B, j, D) x (B, D, E)")


def sample_inputs_matmul(op_info, device, dtype, requires_grad, op_kwargs=None, **kwargs):
    yield from sample_inputs_bmm(op_info, device, dtype, requires_grad, "other")
    yield from _products(device, dtype, requires_grad, "other", [3], lambda t: (t.size(2), t.size(2) + 2), "(B, j, D) x (D, E)")
    yield from _products(device, dtype, requires_grad, "other", [4], lambda t: (t.size(3), t.size(3) + 2), "(B, j, D, E) x (E, F)")
    for njt in _sample_njts(device, dtype, requires_grad, dims=[3]):
        if njt._ragged_idx == 2:
            left = torch.randn(njt.size(0), njt.size(1) + 2, njt.size(1), device=device).to(dtype).requires_grad_(requires_grad)
            yield SampleInput(left, args=(_clone(njt),), name=f"{_describe_njt(njt)}: (B, F, E) x (B, E, j1)")


def sample_inputs_clone(op_info, device, dtype, requires_grad, **kwargs):
    for njt in _sample_njts(device, dtype, requires_grad, dims=[2, 3, 4]):
        yield SampleInput(_clone(njt), name=_describe_njt(njt))
    for memory_format in (torch.contiguous_format, torch.preserve_format):
        values, offsets = torch.randn(10, 5, device=device).to(dtype), torch.tensor([0, 2, 4, 10], device=device)
        njt = torch.nested.nested_tensor_from_jagged(values, offsets, lengths=torch.tensor([2, 1, 3], device=device)).requires_grad_(requires_grad)
        yield SampleInput(njt, kwargs={"memory_format": memory_format}, name=f"{_describe_njt(njt)}: {memory_format})")


def sample_inputs_fill(op_info, device, dtype, requires_grad, **kwargs):
    return sample_inputs_elementwise_njt_unary(op_info, device, dtype, requires_grad, op_kwargs={"value": 42.0})


def sample_inputs_masked_select(op_info, device, dtype, requires_grad, op_kwargs=None, **kwargs):
    for njt in _sample_njts(device, dtype, requires_grad, dims=[2]):
        yield SampleInput(_clone(njt), kwargs={"mask": torch.randn_like(njt, dtype=torch.float32).detach() < 0.0}, name=_describe_njt(njt))


def sample_inputs_index_put(op_info, device, dtype, requires_grad, op_kwargs=None, **kwargs):
    value = torch.tensor(1.0, device=device).to(dtype)
    places = lambda njt, count: [torch.arange(njt.size(0), device=device), *[torch.zeros(njt.size(0), dtype=torch.long, device=device) for _ in range(count - 1)]]
    for njt in _sample_njts(device, dtype, requires_grad, dims=[2, 3, 4]):
        for dim in range(-1, njt.dim() - 1):
            yield SampleInput(_clone(njt), kwargs={"indices": places(njt, max(dim + 1, 1)), "values": value.clone()}, name=f"{_describe_njt(njt)}: up to dim {dim}")
    offsets = torch.tensor([0, 2, 5, 7], device=device)
    njt = torch.nested.nested_tensor_from_jagged(torch.randn(7, 3, device=device).to(dtype), offsets, lengths=torch.tensor([2, 2, 1], device=device)).requires_grad_(requires_grad)
    yield SampleInput(njt, kwargs={"indices": places(njt, 3), "values": value.clone()}, name=f"{_describe_njt(njt)}: all dims")


def sample_inputs_to(op_info, device, dtype, requires_grad, op_kwargs=None, **kwargs):
    for njt in _sample_njts(device, dtype, requires_grad, dims=[2, 3, 4]):
        for other in (torch.float16, torch.float64):
            yield SampleInput(_clone(njt), kwargs={"dtype": dtype}, name=f"{njt.dim()}D: {dtype} -> {other}")


def sample_inputs_where(op_info, device, dtype, requires_grad, **kwargs):
    for sample in sample_inputs_elementwise_njt_binary(op_info, device, dtype, requires_grad):
        yield SampleInput(sample.input, kwargs={"other": sample.args[0], "condition": sample.input.detach() > 0.0},
                          name=sample.name.replace("(NT, ", "(NT, NT, ").replace("(T, NT", "(NT, T, NT"))


def sample_inputs_nn_functional_embedding(op_info, device, dtype, requires_grad, **kwargs):
    indices = torch.nested.nested_tensor([torch.tensor(x, device=device) for x in ([0, 2, 1, 3], [1, 5], [4, 7, 9])], layout=torch.jagged, dtype=torch.int64)
    for more in ({}, {"padding_idx": 1}):
        yield SampleInput(torch.randn(20, 32, device=device).to(dtype).requires_grad_(requires_grad), args=(indices,), kwargs=more)


def sample_inputs_nn_functional_embedding_bag(op_info, device, dtype, requires_grad, **kwargs):
    for mode, weighted in (("sum", True), ("sum", False), ("mean", False), ("max", False)):
        indices = torch.nested.nested_tensor([torch.randint(10, (n,), device=device) for n in (2, 3, 4)], layout=torch.jagged)
        weights = torch.randn_like(indices, dtype=dtype) if weighted else None
        yield SampleInput(torch.randn(10, 32, device=device).to(dtype), args=(indices,), kwargs={"mode": mode, "per_sample_weights": weights})


def sample_inputs_nn_functional_linear(op_info, device, dtype, requires_grad, **kwargs):
    for njt in _sample_njts(device, dtype, requires_grad, dims=[3, 4, 5]):
        if njt._ragged_idx != 1:
            continue
        weight, bias = (torch.randn(shape, device=device).to(dtype).requires_grad_(requires_grad) for shape in ((10, njt.size(-1)), (10,)))
        yield SampleInput(_clone(njt), kwargs={"weight": weight, "bias": bias}, name=f"{_describe_njt(njt)}: with bias")
        if njt._lengths is not None:
            yield SampleInput(_clone(njt), kwargs={"weight": _clone(weight)}, name=f"{_describe_njt(njt)}: without bias")


def sample_inputs_nn_functional_prelu(op_info, device, dtype, requires_grad, **kwargs):
    for njt in _sample_njts(device, dtype, requires_grad, dims=[3, 4]):
        if njt._ragged_idx == 1:
            continue
        yield SampleInput(_clone(njt), kwargs={"weight": torch.randn(njt.size(1), device=device).to(dtype).requires_grad_(requires_grad)}, name=f"{_describe_njt(njt)}: 1D weight")
        yield SampleInput(_clone(njt), kwargs={"weight": torch.tensor(4.2, device=device).to(dtype)}, name=f"{_describe_njt(njt)}: scalar tensor weight")


def sample_inputs_nn_functional_rms_norm(op_info, device, dtype, requires_grad, **kwargs):
    for njt in _sample_njts(device, dtype, requires_grad, dims=[3, 4]):
        if njt._ragged_idx != 1:
            continue
        for start in range(2, njt.dim()):
            shape = list(njt.shape[start:])
            yield SampleInput(_clone(njt), kwargs={"normalized_shape": shape, "weight": torch.randn(shape, device=device).to(dtype).requires_grad_(requires_grad)},
                              name=_describe_njt(njt))
