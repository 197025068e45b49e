"""Whether two results agree, as torch._dynamo.utils tells it."""

import collections
import functools
import logging
import math

import torch
from torch._dynamo.value_kinds import is_numpy_float_type, is_numpy_int_type, is_numpy_ndarray

log = logging.getLogger("torch._dynamo.utils")


def rmse(ref, res):
    """The root of the mean of squared differences."""
    return torch.sqrt(torch.mean(torch.square(ref - res)))


def same(ref, res, fp64_ref=None, cos_similarity=False, tol=1e-4, equal_nan=False, exact_dtype=True, relax_numpy_equality=False,
         ignore_non_fp=False, log_error=log.error, use_larger_multiplier_for_smaller_tensor=False, force_max_multiplier=False, use_iou_for_bool=False, **kwargs):
    """Tells whether two results agree."""
    again = functools.partial(same, cos_similarity=cos_similarity, tol=tol, equal_nan=equal_nan, exact_dtype=exact_dtype,
                              relax_numpy_equality=relax_numpy_equality, ignore_non_fp=ignore_non_fp, log_error=log_error,
                              use_larger_multiplier_for_smaller_tensor=use_larger_multiplier_for_smaller_tensor, force_max_multiplier=force_max_multiplier)
    if isinstance(ref, (list, tuple, collections.deque, torch.nn.ParameterList, torch.Size)):
        if not isinstance(res, (list, tuple, collections.deque)):
            raise AssertionError(f"type mismatch {type(ref)} {type(res)}")
        if len(ref) != len(res):
            log_error("Length mismatch")
            return False
        exact = fp64_ref if isinstance(fp64_ref, (list, tuple, collections.deque)) else [None] * len(ref)
        return all(again(a, b, c) for a, b, c in zip(ref, res, exact))
    if type(ref).__name__ == "QuestionAnsweringModelOutput":
        return all(again(a, b) for a, b in zip((ref.loss, ref.start_logits, ref.end_logits), (res.loss, res.start_logits, res.end_logits)))
    if isinstance(ref, dict):
        if not isinstance(res, dict):
            raise AssertionError(f"Expected res to be a dict, got {type(res)}")
        if set(ref) != set(res):
            raise AssertionError(f"keys mismatch {set(ref)} == {set(res)}")
        return all(again(ref[k], res[k], fp64_ref[k] if isinstance(fp64_ref, dict) else None) for k in sorted(ref))
    if isinstance(ref, set):
        if ref != res:
            raise AssertionError(f"elements mismatch {ref} == {res}")
        return True
    if isinstance(ref, (torch.Tensor, float)) and isinstance(res, torch.Tensor) or isinstance(ref, torch.Tensor):
        if not _close_tensors(ref, res, cos_similarity, tol, equal_nan, exact_dtype, ignore_non_fp):
            return _as_exact(ref, res, fp64_ref, tol, cos_similarity, exact_dtype, log_error, use_larger_multiplier_for_smaller_tensor, force_max_multiplier)
        return True
    if is_numpy_int_type(ref) or is_numpy_float_type(ref):
        if relax_numpy_equality and not (is_numpy_int_type(res) or is_numpy_float_type(res)):
            ref = ref.item()
        return type(ref) is type(res) and bool(ref == res)
    if is_numpy_ndarray(ref):
        return type(ref) is type(res) and again(torch.as_tensor(ref), torch.as_tensor(res))
    if isinstance(ref, float):
        result = type(ref) is type(res) and (math.isclose(ref, res, rel_tol=tol, abs_tol=tol) or equal_nan and math.isnan(ref) and math.isnan(res))
        if not result:
            log_error("Accuracy failed (float): %s vs %s", ref, res)
        return result
    if ref is None or isinstance(ref, (str, int, torch.device)):
        return ignore_non_fp or ref == res
    if type(ref).__name__ in ("MaskedLMOutput", "Seq2SeqLMOutput", "CausalLMOutputWithCrossAttentions", "LongformerMaskedLMOutput", "Instances", "SquashedNormal", "Boxes", "Normal", "TanhTransform", "Foo", "Variable"):
        if type(ref) is not type(res):
            raise AssertionError(f"type mismatch {type(ref)} {type(res)}")
        return all(again(getattr(ref, key), getattr(res, key)) for key in ref.__dict__)
    raise RuntimeError(f"unsupported type: {type(ref).__name__}")


def _close_tensors(ref, res, cos_similarity, tol, equal_nan, exact_dtype, ignore_non_fp):
    if isinstance(res, float):
        res = torch.tensor(res, dtype=ref.dtype)
    if not isinstance(res, torch.Tensor):
        raise AssertionError(f"type mismatch {type(ref)} {type(res)}")
    if isinstance(ref, float):
        return math.isclose(ref, res.item(), rel_tol=tol, abs_tol=tol)
    if exact_dtype and ref.dtype != res.dtype:
        return False
    if ref.dtype == torch.bool:
        return bool(torch.all(ref.to(torch.uint8) == res.to(torch.uint8)))
    if cos_similarity:
        a, b = ref.detach().flatten().to(torch.float32), res.detach().flatten().to(torch.float32)
        if torch.allclose(a, b, atol=tol, rtol=tol, equal_nan=True):
            return True
        return bool(torch.nn.functional.cosine_similarity(a, b, dim=0, eps=1e-6) >= 0.99)
    if torch.allclose(ref.detach(), res.detach().to(ref.dtype), atol=tol, rtol=tol, equal_nan=equal_nan):
        return True
    return ignore_non_fp and not ref.is_floating_point()


def _as_exact(ref, res, fp64_ref, tol, cos_similarity, exact_dtype, log_error, larger_for_smaller, force_max_multiplier):
    """Whether a result that differs is about as far from what double precision gives as the other one."""
    if exact_dtype and isinstance(ref, torch.Tensor) and ref.dtype != res.dtype:
        log_error("dtype mismatch %s, %s", ref.dtype, res.dtype)
        return False
    if cos_similarity or getattr(ref, "dtype", None) == torch.bool:
        return False
    if not isinstance(fp64_ref, torch.Tensor) or fp64_ref.dtype != torch.float64:
        log_error("Accuracy failed: allclose not within tol=%s", tol)
        return False
    ref_error, res_error = rmse(fp64_ref, ref).item(), rmse(fp64_ref, res).item()
    if math.isnan(ref_error):
        ref_error = 0.0
    multiplier = _multiplier(fp64_ref, res.dtype, tol, larger_for_smaller, force_max_multiplier)
    passes = res_error <= multiplier * ref_error + tol / 10.0
    if not passes:
        log_error("RMSE (res-fp64): %.5f, (ref-fp64): %.5f and shape=%s. res.dtype: %s, multiplier: %f, tol: %f, use_larger_multiplier_for_smaller_tensor: %d",
                  res_error, ref_error, res.size(), res.dtype, multiplier, tol, larger_for_smaller)
    return passes


def _multiplier(fp64_ref, dtype, tol, larger_for_smaller, force_max_multiplier):
    """How many times as far off a result may be: few elements and low precision vary more."""
    count = fp64_ref.numel()
    if force_max_multiplier or larger_for_smaller and count <= 10:
        return 10.0
    if larger_for_smaller and count <= 500:
        return 8.0
    pixels = fp64_ref.ndim == 4 and fp64_ref.shape[-1] == fp64_ref.shape[-2] <= 1
    return 3.0 if count < 1000 or pixels or tol >= 2e-2 or dtype in (torch.float16, torch.bfloat16) else 2.0


def bitwise_same(ref, res, equal_nan=False):
    return same(ref, res, tol=0.0, equal_nan=equal_nan)
