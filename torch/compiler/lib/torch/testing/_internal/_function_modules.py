"""Functions as modules: the losses that are not reduced, and interpolation, of which tests are generated."""

import torch
import torch.nn as nn
import torch.nn.functional as F

__all__ = ["interpolations", "unreduced_losses", "wrap_functional"]


def wrap_functional(fn, **kwargs):
    """A module class around a function."""

    class FunctionalModule(nn.Module):
        def forward(self, *args):
            return fn(*args, **kwargs)

    FunctionalModule.__module__ = "torch.testing._internal.common_nn"
    return FunctionalModule


def _normal(*size):
    return lambda: torch.randn(size)


def _logarithms(*size):
    return lambda: torch.rand(size).log()


def _shares(low, high, *size):
    """Numbers between low and high."""
    return lambda: torch.rand(size).clamp_(low, high)


def _bits(*size):
    return lambda: torch.randn(size).gt(0).double()


def _signs(*size):
    return lambda: torch.randn(size).gt(0).double().mul_(2).sub_(1)


def _classes(high, *size):
    return lambda: torch.empty(size, dtype=torch.long).random_(high)


# A loss: its name, the function with its arguments, the input, the target, the size of a weight, and what the test says besides.
_FORWARD, _ONCE, _SUMMED = {"supports_forward_ad": True}, {"check_gradgrad": False}, {"check_sum_reduction": True, "check_gradgrad": False}
_LOSSES = [
    ("PoissonNLLLoss_no_reduce", F.poisson_nll_loss, {}, _shares(0, 1, 10, 10), _normal(10, 10), None, {}),
    ("BCELoss_no_reduce", F.binary_cross_entropy, {}, _shares(2.8e-2, 1 - 2.8e-2, 15, 10), _bits(15, 10), None, {"precision": 7e-4}),
    ("BCELoss_no_reduce_scalar", F.binary_cross_entropy, {}, _shares(2.8e-2, 1 - 2.8e-2), _bits(), None, {}),
    ("BCELoss_weights_no_reduce", F.binary_cross_entropy, {}, _shares(2.8e-2, 1 - 2.8e-2, 15, 10), _bits(15, 10), (10,), {"precision": 3e-4}),
    ("BCELoss_weights_no_reduce_scalar", F.binary_cross_entropy, {}, _shares(2.8e-2, 1 - 2.8e-2), _bits(), (), {}),
    ("BCEWithLogitsLoss_legacy_enum", F.binary_cross_entropy_with_logits, {}, _shares(2.8e-2, 1 - 2.8e-2, 15, 10), _bits(15, 10), None, _ONCE),
    ("BCEWithLogitsLoss_no_reduce", F.binary_cross_entropy_with_logits, {}, _shares(2.8e-2, 1 - 2.8e-2, 15, 10), _bits(15, 10), None, _ONCE),
    ("BCEWithLogitsLoss_no_reduce_scalar", F.binary_cross_entropy_with_logits, {}, _shares(2.8e-2, 1 - 2.8e-2), _bits(), None, _ONCE),
    ("KLDivLoss_with_target_no_reduce", F.kl_div, {}, _logarithms(10, 10), _shares(0, 1, 10, 10), None, _FORWARD),
    ("KLDivLoss_no_reduce", F.kl_div, {}, _logarithms(10, 10), _shares(0, 1, 10, 10), None, _FORWARD),
    ("KLDivLoss_no_reduce_scalar", F.kl_div, {}, _logarithms(), _shares(0, 1), None, _FORWARD),
    ("KLDivLoss_with_log_target_no_reduce", F.kl_div, {"log_target": True}, _logarithms(10, 10), _logarithms(10, 10), None, _FORWARD),
    ("KLDivLoss_no_reduce_log_target", F.kl_div, {"log_target": True}, _logarithms(10, 10), _logarithms(10, 10), None, _FORWARD),
    ("KLDivLoss_no_reduce_scalar_log_target", F.kl_div, {"log_target": True}, _logarithms(), _logarithms(), None, _FORWARD),
    ("L1Loss_no_reduce", F.l1_loss, {}, _normal(2, 3, 4), _normal(2, 3, 4), None, _FORWARD),
    ("L1Loss_no_reduce_complex", F.l1_loss, {}, lambda: torch.randn(2, 3, 4, dtype=torch.cdouble), lambda: torch.randn(2, 3, 4, dtype=torch.cdouble), None, {**_FORWARD, "default_dtype": None}),
    ("L1Loss_no_reduce_scalar", F.l1_loss, {}, _normal(), _normal(), None, _FORWARD),
    ("MSELoss_no_reduce", F.mse_loss, {}, (2, 3, 4, 5), _normal(2, 3, 4, 5), None, _FORWARD),
    ("MSELoss_no_reduce_scalar", F.mse_loss, {}, (), _normal(), None, _FORWARD),
    *[(f"{name}_no_reduce{more}", F.nll_loss, arguments, _logarithms(*size), _classes(size[1], size[0], *size[2:]), weight, {})
      for name, size in (("NLLLoss", (15, 10)), ("NLLLoss2d", (2, 3, 5, 5)), ("NLLLossNd", (2, 3, 5, 5, 2, 2)))
      for more, arguments, weight in (("", {}, None), ("_ignore_index", {"ignore_index": 2 if name == "NLLLoss" else 1}, None), ("_weights", {}, (size[1],)),
                                      ("_weights_ignore_index", {"ignore_index": 2}, (10,)), ("_weights_ignore_index_neg", {"ignore_index": -1}, (10,)))
      if name == "NLLLoss" or "weights_" not in more],
    ("SmoothL1Loss_no_reduce", F.smooth_l1_loss, {}, _normal(2, 3, 4), _normal(2, 3, 4), None, _FORWARD),
    ("SmoothL1Loss_no_reduce_scalar", F.smooth_l1_loss, {}, _normal(), _normal(), None, _FORWARD),
    ("SmoothL1Loss_beta", F.smooth_l1_loss, {"beta": 0.5}, _normal(2, 3, 4), _normal(2, 3, 4), None, _FORWARD),
    ("SmoothL1Loss_zero_beta", F.smooth_l1_loss, {"beta": 0}, _normal(2, 3, 4), _normal(2, 3, 4), None, _FORWARD),
    ("HuberLoss_delta", F.huber_loss, {"delta": 0.5}, _normal(2, 3, 4), _normal(2, 3, 4), None, _FORWARD),
    ("MultiLabelMarginLoss_0d_no_reduce", F.multilabel_margin_loss, {}, _normal(), lambda: torch.zeros((), dtype=torch.long), None, {**_SUMMED, "default_dtype": None}),
    ("MultiLabelMarginLoss_1d_no_reduce", F.multilabel_margin_loss, {}, _normal(10), _classes(10, 10), None, _SUMMED),
    ("MultiLabelMarginLoss_index_neg", F.multilabel_margin_loss, {}, _normal(5, 10), lambda: torch.randint(-1, 10, (5, 10)), None, _SUMMED),
    ("MultiLabelMarginLoss_no_reduce", F.multilabel_margin_loss, {}, _normal(5, 10), _classes(10, 5, 10), None, _SUMMED),
    ("HingeEmbeddingLoss_no_reduce", F.hinge_embedding_loss, {}, _normal(10), _signs(10), None, {"check_sum_reduction": True}),
    ("HingeEmbeddingLoss_margin_no_reduce", F.hinge_embedding_loss, {"margin": 0.5}, _normal(10), _signs(10), None, {"check_sum_reduction": True}),
    ("SoftMarginLoss_no_reduce", F.soft_margin_loss, {}, _normal(5, 5), _normal(5, 5), None, _FORWARD),
    ("MultiLabelSoftMarginLoss_no_reduce", F.multilabel_soft_margin_loss, {}, _normal(5, 10), _bits(5, 10), None, _ONCE),
    ("MultiLabelSoftMarginLoss_weights_no_reduce", F.multilabel_soft_margin_loss, {}, _normal(5, 10), _bits(5, 10), (10,), _SUMMED),
    ("MultiMarginLoss_no_reduce", F.multi_margin_loss, {}, _normal(5, 10), _classes(8, 5), None, _SUMMED),
    ("MultiMarginLoss_1d_no_reduce", F.multi_margin_loss, {}, _normal(10), _classes(8, 1), None, _SUMMED),
    ("multimarginloss_1d_input_0d_target_no_reduce", F.multi_margin_loss, {}, _normal(10), _classes(8), None, _SUMMED),
    ("MultiMarginLoss_p_no_reduce", F.multi_margin_loss, {"p": 2}, _shares(1e-2, 1 - 1e-2, 5, 10), _classes(8, 5), None, _SUMMED),
    ("MultiMarginLoss_margin_no_reduce", F.multi_margin_loss, {"margin": 0.5}, _normal(5, 10), _classes(8, 5), None, _SUMMED),
    ("MultiMarginLoss_weights_no_reduce", F.multi_margin_loss, {}, _normal(5, 10), _classes(8, 5), (10,), _SUMMED),
]


def unreduced_losses():
    """The entries of losses, each with a target, and a weight where it has one, that it was made with."""
    entries = []
    for name, loss, arguments, given, target, weight, more in _LOSSES:
        aim = target()
        weights = {} if weight is None else {"weight": torch.rand(weight)}

        def called(i, loss=loss, arguments=arguments, aim=aim, weights=weights):
            kept = {name: w.to(i) for name, w in weights.items()}
            return loss(i, aim if aim.dtype == torch.long else aim.to(i.device, i.dtype), **kept, **arguments, reduction="none")

        entry = {"fullname": name, "constructor": wrap_functional(called), "pickle": False, "default_dtype": torch.double, **more}
        entry.update({"input_size": given} if isinstance(given, tuple) else {"input_fn": given})
        entries.append({k: v for k, v in entry.items() if v is not None})
    return entries


def interpolations():
    """The entries of interpolation: a name, the size of the input, and what to resize to."""
    entries = []
    for mode, d in (("nearest", 1), ("linear", 1), ("nearest", 2), ("bilinear", 2), ("bicubic", 2), ("nearest", 3), ("trilinear", 3)):
        cube, near = (4,) * d, mode == "nearest"
        first = (3,) if near or d == 1 else (2,)
        uneven = {1: (), 2: (4,) if near else (3,), 3: (4, 4) if near else (3, 3)}[d]
        tuples = {1: (12,) if near else (4,), 2: (12, 16) if near else (4, 6), 3: (12, 16, 16) if near else (4, 6, 6)}[d]
        factor, scaled = (3.0, (3, 4, 5)) if mode == "trilinear" else (4.0, cube)
        by_size, by_factor = {"size": 12}, {"scale_factor": factor}
        kinds = [(f"{d}d", (1, 2, *cube), by_size, False), (f"{d}d_zero_dim", (0, 2, *cube), by_size, False), (f"tuple_{d}d", (1, 2, *first, *uneven), {"size": tuples}, False), (f"scale_{d}d", (1, 2, *scaled), by_factor, False)]
        if d == 2:
            if near:
                kinds.append(("2d_launch_configs", (1, 128, 1, 1), {"size": (2, 2)}, False))
            else:
                kinds += [("scale_tuple_shared_2d", (1, 2, *cube), {"scale_factor": (2.0, 2.0)}, False), ("scale_tuple_skewed_2d", (1, 2, *cube), {"scale_factor": (2.0, 1.0)}, False),
                          ("tuple_2d_align_corners", (1, 2, *cube), {"size": tuples}, True), ("scale_tuple_skewed_2d_align_corners", (1, 2, *cube), {"scale_factor": (2.0, 1.0)}, True)]
        elif mode == "linear":
            kinds += [("1d_align_corners", (1, 2, *cube), by_size, True), ("scale_1d_align_corners", (1, 2, *cube), by_factor, True)]
        elif mode == "trilinear":
            kinds += [("tuple_3d_align_corners", (1, 2, *first, *uneven), {"size": tuples}, True), ("scale_3d_align_corners", (1, 2, 3, 4, 4), by_factor, True)]
        for kind, size, wanted, aligned in kinds:
            more = {"precision": 3e-4} if mode == "trilinear" and "scale_factor" in wanted else {}
            how = {} if near else {"align_corners": aligned}
            entries.append({"fullname": f"interpolate_{mode}_{kind}", "constructor": wrap_functional(F.interpolate, mode=mode, **wanted, **how), "input_size": size, "pickle": False, "default_dtype": torch.double, **more})
    return entries
