"""Attention with scores that a function changes; the scores are made whole here."""

import math
from typing import NamedTuple, TypedDict

import torch
from torch import Tensor
from torch.nn.attention._mask import BlockMask, _sliced_mask_mod_error, changes_scores, create_block_mask, create_mask, for_all, noop_mask

__all__ = ["BlockMask", "flex_attention", "AuxOutput", "AuxRequest", "FlexKernelOptions", "create_block_mask", "create_mask", "or_masks", "and_masks", "noop_mask"]


class AuxRequest(NamedTuple):
    """What flex_attention is to give besides the output."""

    lse: bool = False
    max_scores: bool = False


class AuxOutput(NamedTuple):
    """What it gives: the logarithm of the sum of the exponentials of the scores, and the largest score, of each query."""

    lse: Tensor | None = None
    max_scores: Tensor | None = None


class FlexKernelOptions(TypedDict, total=False):
    """Sizes of tiles and the like; they change nothing here."""

    num_warps: int
    num_stages: int
    BLOCK_M: int
    BLOCK_N: int
    BLOCK_M1: int
    BLOCK_N1: int
    BLOCK_M2: int
    BLOCK_N2: int
    PRESCALE_QK: bool
    ROWS_GUARANTEED_SAFE: bool
    BLOCKS_ARE_CONTIGUOUS: bool
    WRITE_DQ: bool
    FORCE_USE_FLEX_ATTENTION: bool
    USE_TMA: bool
    kpack: int
    matrix_instr_nonkdim: int
    waves_per_eu: int
    BACKEND: str


def and_masks(*mask_mods):
    """A mask of what all of these leave."""
    if not all(callable(mask) for mask in mask_mods):
        raise RuntimeError(f"All inputs should be callable mask_mods: {mask_mods}")

    def and_mask(b, h, q_idx, kv_idx):
        result = b.new_ones((), dtype=torch.bool)
        for mask in mask_mods:
            result = result & mask(b, h, q_idx, kv_idx)
        return result

    return and_mask


def or_masks(*mask_mods):
    """A mask of what any of these leaves."""
    if not all(callable(mask) for mask in mask_mods):
        raise RuntimeError(f"All inputs should be callable mask_mods: {mask_mods}")

    def or_mask(b, h, q_idx, kv_idx):
        result = b.new_zeros((), dtype=torch.bool)
        for mask in mask_mods:
            result = result | mask(b, h, q_idx, kv_idx)
        return result

    return or_mask


def _check(query, key, value, block_mask, enable_gqa):
    if not all(isinstance(t, Tensor) for t in (query, key, value)):
        raise ValueError("query, key, and value must be tensors")
    if key.dim() != query.dim() or value.dim() != query.dim() or query.dim() != 4:
        raise NotImplementedError("NYI: query, key, and value must be 4D tensors")
    if query.size(-1) != key.size(-1):
        raise ValueError(f"Expect query and key/value to have the same embedding dimension but got E={query.size(-1)} and E={key.size(-1)}.")
    if not query.device == key.device == value.device:
        raise ValueError("Expected query, key, and value to have the same device type, but got query.device: "
                         f"{query.device}, key.device: {key.device}, and value.device: {value.device} instead.")
    if query.device.type == "cpu" and (query.requires_grad or key.requires_grad or value.requires_grad):
        raise NotImplementedError("FlexAttention does not support backward on CPU. Please set the input requires_grad to False or use another device.")
    if not enable_gqa and query.size(-3) != key.size(-3):
        raise ValueError(f"Expect query and key/value to have the same number of heads but got Hq={query.size(-3)} and Hkv={key.size(-3)}. "
                         "Try setting enable_gqa=True for GQA.")
    if enable_gqa and query.size(1) % key.size(1):
        raise ValueError(f"Expect number of query heads to be a multiple of kv heads for GQA but got Hq={query.size(1)} and Hkv={key.size(1)}.")
    if query.size(0) != key.size(0):
        if block_mask is None:
            raise ValueError("Expect query and key/value to have the same batch size, or non-none block_mask, "
                             f"but got block_mask=None, Bq={query.size(0)}, and Bkv={key.size(0)}.")
        if block_mask.kv_num_blocks.size(0) != query.size(0):
            raise ValueError("Expect query and key/value to have the same batch size, or block_mask and query to have the same batch size, "
                             f"but got Bq={query.size(0)}, Bkv={key.size(0)}, B_block_mask={block_mask.kv_num_blocks.size(0)}.")
    if block_mask is not None:
        lengths, mask = (query.size(-2), key.size(-2)), block_mask.shape[-2:]
        if mask[0] > lengths[0] or mask[1] > lengths[1]:
            raise RuntimeError(
                "block_mask was created for a larger length than you're using it for, you can either 1. create a new block mask with the correct length, or "
                "2. 'adjust' the existing block mask to the correct length by calling block_mask._adjust(q_len, kv_len). This essentially 'crops' the block mask "
                "to the upper left corner, which does not work for all mask_mods!")
        if mask[0] < lengths[0] or mask[1] < lengths[1]:
            raise ValueError(f"block_mask was created for block_mask.shape={block_mask.shape} but got q_len={lengths[0]} and kv_len={lengths[1]}. "
                             "As the block mask was created for a smaller length than you're using it for, you likely need to create a new block mask.")


def flex_attention(query, key, value, score_mod=None, block_mask=None, scale=None, enable_gqa=False, return_lse=False, kernel_options=None, *, return_aux=None):
    """softmax(score_mod(query @ key^T * scale)) @ value, for [batch, heads, length, features]; places that block_mask leaves out have a score of -inf."""
    if return_aux is not None and return_lse:
        raise ValueError("Cannot specify both return_lse and return_aux. return_lse is deprecated, please use return_aux=AuxRequest(lse=True) instead.")
    _check(query, key, value, block_mask, enable_gqa)
    if return_aux is not None and return_aux.max_scores:
        raise NotImplementedError("Returning max scores is not supported on CPU.")
    if block_mask is not None and query.device != block_mask.kv_num_blocks.device:
        raise RuntimeError(f"Expect q/k/v and block_mask to be on the same device but got {query.device} and {block_mask.kv_num_blocks.device}.")
    if scale is None:
        scale = 1.0 / math.sqrt(query.size(-1))
    wants_lse = return_aux.lse if return_aux is not None else return_lse
    kernel_options = _with_defaults(kernel_options, wants_lse)
    if torch.compiler.is_dynamo_compiling():
        if score_mod is None:
            score_mod = _identity
        if block_mask is None:
            block_mask = _whole(query)
        out, lse, _ = _as_operator(query, key, value, score_mod, block_mask.as_tuple(), scale, kernel_options)
        lse = lse * math.log(2.0) if wants_lse else None
    else:
        out, lse = attend(query, key, value, score_mod, None if block_mask is None else block_mask.mask_mod, scale)
    if return_aux is not None:
        return out, AuxOutput(lse=lse if return_aux.lse else None)
    return (out, lse) if return_lse else out


def _identity(score, batch, head, token_q, token_kv):
    return score


_WHOLE = 1 << 30  # longer than any tensor


def _whole(query):
    """A mask of one block that leaves nothing out."""
    return BlockMask.from_kv_blocks(
        kv_num_blocks=torch.ones([1, 1, 1], dtype=torch.int32, device=query.device), kv_indices=torch.zeros([1, 1, 1, 1], dtype=torch.int32, device=query.device),
        BLOCK_SIZE=_WHOLE, seq_lengths=(1, 1))


_BACKENDS = ("AUTO", "TRITON", "FLASH", "TRITON_DECODE")


def _with_defaults(given, wants_lse):
    options = {} if given is None else dict(given)
    if "BACKEND" in options and options.get("FORCE_USE_FLEX_ATTENTION", False):
        raise RuntimeError("BACKEND cannot be combined with legacy FORCE_USE_FLEX_ATTENTION. BACKEND supersedes the legacy knob; please drop FORCE_USE_FLEX_ATTENTION "
                           "and only specify the desired BACKEND.")
    if options.setdefault("BACKEND", "AUTO") not in _BACKENDS:
        raise ValueError(f"Invalid BACKEND value '{options['BACKEND']}'. Must be one of {_BACKENDS}")
    for name, value in (("PRESCALE_QK", False), ("ROWS_GUARANTEED_SAFE", False), ("BLOCKS_ARE_CONTIGUOUS", False), ("WRITE_DQ", True)):
        options.setdefault(name, value)
    options["OUTPUT_LOGSUMEXP"], options["OUTPUT_MAX"] = wants_lse, False
    return options


def _as_operator(query, key, value, score_mod, block_mask, scale, kernel_options):
    """The output, the logarithms (base 2) of the sums, and the largest scores, which are none here: in compiled code one operator, whose functions are graphs."""
    out, lse = attend(query, key, value, score_mod, block_mask[-1], scale)
    return out, lse / math.log(2.0), lse.new_empty(0)


def attend(query, key, value, score_mod, mask_mod, scale):
    """The output and the logarithms of the sums, in double precision where query has it and else in single."""
    heads = query.size(1) // key.size(1)
    value = value.repeat_interleave(heads, 1)
    key = key.repeat_interleave(heads, 1)
    if key.size(0) != query.size(0):
        key, value = (t.expand(query.size(0), *t.shape[1:]) for t in (key, value))
    precision = torch.float64 if query.dtype == torch.float64 else torch.float32
    scores = ((query @ key.transpose(-2, -1)).to(precision) * scale).to(precision)
    at = [torch.arange(n, device=query.device, dtype=torch.int32) for n in scores.shape]
    if score_mod is not None:
        scores = for_all(score_mod, (0,))(scores, *at).to(precision)
    if mask_mod is not None:
        scores = torch.where(for_all(mask_mod)(*at), scores, -math.inf)
    lse = torch.logsumexp(scores, -1)
    weights = torch.where(torch.isneginf(lse).unsqueeze(-1), 0.0, torch.softmax(scores, -1))
    out = weights.to(query.dtype) @ value.to(query.dtype)
    return torch.empty_strided(out.shape, _strides_like(query, out.shape), dtype=out.dtype, device=out.device).copy_(out), lse


def _strides_like(query, shape):
    """Dense strides whose dimensions follow each other as those of query do."""
    order = sorted(range(len(shape)), key=lambda d: (query.stride(d), -d))
    strides, step = [0] * len(shape), 1
    for d in order:
        strides[d], step = step, step * shape[d]
    return strides
