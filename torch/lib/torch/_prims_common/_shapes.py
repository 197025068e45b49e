"""Sizes, strides and dimensions as numbers."""
import operator
from functools import reduce

import torch

_memory_formats = {torch.contiguous_format, torch.preserve_format, torch.channels_last, torch.channels_last_3d}


def is_same_shape(a, b):
    return tuple(a) == tuple(b)


def same_shape(a, b, *, allow_rhs_unbacked=False):
    return len(a) == len(b) and all(x == y for x, y in zip(a, b))


def validate_dim_length(length):
    if isinstance(length, (int, torch.SymInt)):
        torch._check(length >= 0, lambda: f"length must be non-negative, got {length}")


def validate_shape(shape):
    for n in shape:
        validate_dim_length(n)


def validate_strides(strides):
    for s in strides:
        if s < 0:
            raise AssertionError(f"stride must be non-negative, got {s}")


def validate_idx(rank, idx):
    if not isinstance(idx, int):
        raise AssertionError(f"idx must be int, got {type(idx)}")
    if not 0 <= idx < rank and idx != 0:
        raise AssertionError(f"idx {idx} out of bounds for rank {rank}")


def validate_exclusive_idx(rank, ex_idx):
    if not 0 < ex_idx <= rank:
        raise AssertionError(f"ex_idx {ex_idx} out of bounds for rank {rank}")


def validate_dimension_indices(rank, indices):
    for idx in indices:
        validate_idx(rank, idx)


def validate_no_repeating_dims(dims):
    if len(dims) != len(set(dims)):
        raise RuntimeError("duplicate value in the list of dims")


def validate_memory_format(memory_format):
    torch._check(memory_format in _memory_formats, lambda: f"Received unknown memory format {memory_format}!")


def canonicalize_dim(rank, idx, wrap_scalar=True):
    """A dimension counted from the front; tensors without dimensions have one where wrap_scalar."""
    if rank < 0:
        raise IndexError(f"Rank cannot be negative but got {rank}")
    if rank == 0:
        if not wrap_scalar:
            raise IndexError(f"Dimension specified as {idx} but tensor has no dimensions")
        rank = 1
    found = idx if idx >= 0 else idx + rank
    if not 0 <= found < rank:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-rank}, {rank - 1}], but got {idx})")
    return found


def canonicalize_dims(rank, indices, wrap_scalar=True):
    if isinstance(indices, (int, torch.SymInt)):
        return canonicalize_dim(rank, indices, wrap_scalar)
    return tuple(canonicalize_dim(rank, i, wrap_scalar) for i in indices)


def is_valid_permutation(rank, perm):
    return isinstance(perm, (tuple, list)) and sorted(perm) == list(range(rank))


def apply_perm(inp, perm):
    return [inp[i] for i in perm]


def invert_perm(perm):
    out = [-1] * len(perm)
    for i, place in enumerate(perm):
        out[place] = i
    return out


def reduction_dims(shape, dims):
    if dims is None:
        return tuple(range(len(shape)))
    found = tuple(canonicalize_dim(len(shape), d) for d in dims)
    validate_no_repeating_dims(found)
    return found


def compute_reduction_output_shape(shape, dimensions):
    for d in dimensions:
        validate_idx(len(shape), d)
    return tuple(n for i, n in enumerate(shape) if i not in dimensions)


def infer_size(shape, numel):
    """The shape with the number in the place of -1."""
    unknown, known = None, 1
    for i, n in enumerate(shape):
        if n == -1:
            torch._check(unknown is None, lambda: "only one dimension can be inferred")
            unknown = i
        else:
            torch._check(n >= 0, lambda: f"invalid shape dimension {n}. If this was symbolic, it was assumed to not be -1.If this was meant to be inferred, please explicitly pass in -1.")
            known *= n
    if unknown is None:
        torch._check(numel == known, lambda: f"shape '{list(shape)}' is invalid for input of size {numel}")
        return tuple(shape)
    torch._check(known != 0, lambda: f"cannot reshape tensor of 0 elements into shape {list(shape)} because the unspecified dimension size -1 can be any value and is ambiguous")
    torch._check(numel % known == 0, lambda: f"shape '{list(shape)}' is invalid for input of size {numel}")
    return tuple(numel // known if i == unknown else n for i, n in enumerate(shape))


def infer_size_shapes(a, b):
    """The shape that two shapes are broadcast to."""
    out = []
    for i in range(max(len(a), len(b))):
        x, y = (s[-1 - i] if i < len(s) else 1 for s in (a, b))
        if x != y and x != 1 and y != 1:
            raise RuntimeError(f"The size of tensor a ({x}) must match the size of tensor b ({y}) at non-jagged dimension {max(len(a), len(b)) - 1 - i}")
        out.append(y if x == 1 else x)
    return tuple(reversed(out))


def is_expandable_to(shape, desired):
    return len(shape) <= len(desired) and all(n in (1, d) for n, d in zip(reversed(shape), reversed(desired)))


def make_contiguous_strides_for(shape, row_major=True):
    """Strides without gaps; by columns, the last two dimensions are the other way round."""
    validate_shape(shape)
    if not shape:
        return ()
    out, step = [], 1
    for n in reversed(shape):
        out.append(step)
        step *= max(n, 1)
    out.reverse()
    if row_major or len(shape) < 2:
        return tuple(out)
    return tuple(out[:-2]) + (1, max(shape[-2], 1))


def _channels_last(rank):
    def strides(shape):
        torch._check(len(shape) == rank, lambda: f"Only tensors of rank {rank} can use the {'channels_last' if rank == 4 else 'channels_last_' + str(rank - 2) + 'd'} memory format")
        out, step = [0] * rank, 1
        for d in (1, *range(rank - 1, 1, -1), 0):
            out[d] = step
            step *= max(shape[d], 1)
        return tuple(out)

    return strides


make_channels_last_1d_strides_for, make_channels_last_2d_strides_for, make_channels_last_3d_strides_for = map(_channels_last, (3, 4, 5))


def make_channels_last_strides_for(shape):
    if len(shape) not in (3, 4, 5):
        raise RuntimeError(f"no channels last format strides exist in {len(shape)} dimensions")
    return _channels_last(len(shape))(shape)


def _lies_as(sizes, strides, order):
    """Whether the dimensions follow each other in memory in this order, the last one densest."""
    step = 1
    for d in reversed(order):
        if sizes[d] != 1:
            if strides[d] != step:
                return False
            step *= sizes[d]
    return True


def check_contiguous_sizes_strides(sizes, strides, false_if_dde=False):
    return 0 in tuple(sizes) or _lies_as(sizes, strides, range(len(sizes)))


def is_contiguous(a, false_if_dde=False):
    return check_contiguous_sizes_strides(a.shape, a.stride())


def is_contiguous_or_false(a):
    return is_contiguous(a)


def is_channels_last_contiguous_2d(a, false_if_dde=False):
    return a.ndim == 4 and _lies_as(a.shape, a.stride(), (0, 2, 3, 1))


def is_channels_last_contiguous_3d(a, false_if_dde=False):
    return a.ndim == 5 and _lies_as(a.shape, a.stride(), (0, 2, 3, 4, 1))


def is_channels_last_contiguous(a):
    return is_channels_last_contiguous_2d(a) or is_channels_last_contiguous_3d(a)


is_channels_last_contiguous_or_false_2d, is_channels_last_contiguous_or_false_3d = is_channels_last_contiguous_2d, is_channels_last_contiguous_3d
is_channels_last_contiguous_or_false = is_channels_last_contiguous


def is_contiguous_for_memory_format(a, *, memory_format, false_if_dde=False):
    validate_memory_format(memory_format)
    tests = {torch.contiguous_format: is_contiguous, torch.channels_last: is_channels_last_contiguous_2d, torch.channels_last_3d: is_channels_last_contiguous_3d}
    torch._check(memory_format in tests, lambda: f"is_contiguous received unsupported memory format {memory_format}")
    return tests[memory_format](a)


def is_contiguous_for_memory_format_or_false(a, *, memory_format):
    return is_contiguous_for_memory_format(a, memory_format=memory_format)


def is_non_overlapping_and_dense_or_false(a):
    sizes, strides = a.shape, a.stride()
    order = sorted((d for d in range(a.ndim) if sizes[d] != 1), key=lambda d: -strides[d])
    return _lies_as(sizes, strides, order)


is_non_overlapping_and_dense = is_non_overlapping_and_dense_or_false


def suggest_memory_format(x):
    if x.layout != torch.strided:
        return torch.contiguous_format
    if x.ndim in (4, 5) and not is_contiguous(x):
        dims = (0, *range(2, x.ndim), 1)
        strides = [x.stride(d) for d in dims]
        if strides == sorted(strides, reverse=True) and 0 not in strides:
            return torch.channels_last if x.ndim == 4 else torch.channels_last_3d
    return torch.contiguous_format


def compute_required_storage_length(shape, strides, storage_offset):
    if reduce(operator.mul, shape, 1) == 0:
        return 0
    return 1 + sum((n - 1) * s for n, s in zip(shape, strides)) + storage_offset


def check_in_bounds_for_storage(a, shape, strides, storage_offset):
    needed = compute_required_storage_length(shape, strides, storage_offset)
    if a.size() < needed:
        raise ValueError(f"Can't view a storage of size {a.size()} with an offset of {storage_offset}, shape of {shape!s}, and strides of {strides!s}, which requires a storage of size {needed}")


def check_is_matrix(A, f_name, arg_name="A"):
    torch._check(len(A.shape) >= 2, lambda: f"{f_name}: The input tensor {arg_name} must have at least 2 dimensions.")


def _compared(a, b, significant):
    if a.numel() > 0:
        for d in range(a.ndim):
            if (a.shape[d] != 1 or not significant) and a.stride(d) != b.stride(d):
                return False, d
    return True, None


def check_significant_strides(a, b, *, only_cuda=True, allow_rhs_unbacked=False):
    """Whether strides agree where a step is ever made, and else where they do not."""
    return (True, None) if only_cuda and a.device.type != "cuda" and b.device.type != "cuda" else _compared(a, b, True)


def check_all_strides(a, b, *, only_cuda=True):
    return (True, None) if only_cuda and a.device.type != "cuda" and b.device.type != "cuda" else _compared(a, b, False)


def _laid_out(tensors):
    """The tensors that say how the output of an elementwise function lies: all of one shape, numbers left out."""
    if not tensors:
        raise ValueError("Can't compute elementwise output strides for zero tensors!")
    found = [t for t in tensors if isinstance(t, torch.Tensor) and not (t.ndim == 0 and t.device.type == "cpu")]
    for t in found:
        if t.shape != found[0].shape:
            raise RuntimeError(f"Shape {t.shape} is not the expected shape {found[0].shape}!")
    return found


def _order(tensors, a, b):
    """Below 0 if dimension a lies inside of b by the first tensor that can tell, above 0 if outside, 0 if none can; of equal steps the shorter lies inside."""
    for t in tensors:
        x, y = t.stride(a), t.stride(b)
        if x == 0 or y == 0:
            continue
        if x != y:
            return -1 if x < y else 1
        if t.shape[b] > t.shape[a]:
            return -1
    return 0


def compute_elementwise_output_logical_to_physical_perm(*tensors, _skip_checks=False, ambiguity_check=False):
    """The dimensions of the output of an elementwise function from the outermost in memory to the innermost, and whether that is a guess."""
    found = list(tensors) if _skip_checks else _laid_out(tensors)
    if not found or found[0].ndim == 0:
        return [], False
    first = found[0]
    if all(map(torch.Tensor.is_contiguous, found)):
        return list(range(first.ndim)), False
    if first.ndim in (4, 5) and all(t.is_contiguous(memory_format=torch.channels_last if t.ndim == 4 else torch.channels_last_3d) for t in found):
        return [0, *range(2, first.ndim), 1], False
    inside = list(reversed(range(first.ndim)))  # the innermost first
    guessed = False
    for i in range(1, first.ndim):
        at = i
        for other in reversed(range(i)):
            told = _order(found, inside[at], inside[other])
            if told < 0:
                inside[at], inside[other] = inside[other], inside[at]
                at = other
            elif told > 0:
                break
            elif first.shape[inside[at]] != 1 and first.shape[inside[other]] != 1:
                guessed = guessed or ambiguity_check
    return inside[::-1], guessed


def compute_elementwise_output_strides(*tensors):
    """The strides of what an elementwise function of tensors of one shape makes."""
    found = _laid_out(tensors)
    if not found:
        return ()
    shape = found[0].shape
    order, _ = compute_elementwise_output_logical_to_physical_perm(*found, _skip_checks=True)
    strides, step = [0] * len(shape), 1
    for d in reversed(order):
        strides[d] = step
        step *= max(shape[d], 1)
    return tuple(strides)

