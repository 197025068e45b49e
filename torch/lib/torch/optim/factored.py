"""Adafactor (Shazeer and Stern, 2018) and Muon (Jordan, 2024)."""

import math

import torch
from torch import Tensor
from .algorithms import _check, _check_rate, _Rule, _value


class Adafactor(_Rule):
    """Second moments of matrices are kept as a row and a column."""

    _complex = False

    def __init__(self, params, lr=1e-2, beta2_decay=-0.8, eps=(None, 1e-3), d=1.0, weight_decay=0.0, *, foreach=None, maximize=False):
        _check_rate(lr)
        if not 0.0 <= _value(lr):
            raise ValueError(f"Learning rate should be >= 0 but is: {lr}")
        if not 0.0 >= beta2_decay:
            raise ValueError(f"beta2_decay should be <= 0 but is: {beta2_decay}")
        if eps[0] is not None and not 0.0 <= eps[0]:
            raise ValueError(f"epsilon1 should be >= 0 but is: {eps[0]}")
        if not 0.0 <= eps[1]:
            raise ValueError(f"epsilon2 should be >= 0 but is: {eps[1]}")
        if not 1.0 <= d:
            raise ValueError(f"Clipping threshold d should be >= 1 but is: {d}")
        if not 0.0 <= weight_decay:
            raise ValueError(f"weight_decay should be >= 0 but is: {weight_decay}")
        super().__init__(params, dict(lr=lr, beta2_decay=beta2_decay, eps=eps, d=d, weight_decay=weight_decay, foreach=foreach, maximize=maximize))

    def _update(self, p, grad, state, group):
        if grad.is_sparse:
            raise RuntimeError("Adafactor does not support sparse gradients")
        s = state[p]
        if len(s) == 0:
            s["step"] = torch.tensor(0.0, dtype=torch.float32)
            if p.grad.dim() > 1:
                row, column = list(p.grad.shape), list(p.grad.shape)
                row[-1], column[-2] = 1, 1
                s["row_var"], s["col_var"] = p.grad.new_zeros(row), p.grad.new_zeros(column)
            else:
                s["variance"] = torch.zeros_like(p.grad, memory_format=torch.preserve_format)
        if group["maximize"]:
            grad = -grad
        eps1, eps2 = group["eps"]
        if eps1 is None:
            eps1 = torch.finfo(p.dtype).eps
        s["step"] += 1
        step = s["step"].item()
        one_minus_beta2 = step ** group["beta2_decay"]
        rho = min(_value(group["lr"]), 1 / (step ** 0.5))
        alpha = max(eps2, p.norm(2).item() / (p.numel() ** 0.5)) * rho
        if group["weight_decay"] != 0:
            p.mul_(1 - _value(group["lr"]) * group["weight_decay"])
        if grad.dim() > 1:
            row_mean = torch.norm(grad, dim=-1, keepdim=True).square_().div_(grad.size(-1))
            s["row_var"].lerp_(row_mean, one_minus_beta2)
            col_mean = torch.norm(grad, dim=-2, keepdim=True).square_().div_(grad.size(-2))
            s["col_var"].lerp_(col_mean, one_minus_beta2)
            estimate = s["row_var"] @ s["col_var"]
            estimate.div_(s["row_var"].mean(dim=-2, keepdim=True).clamp_(min=eps1))
        else:
            s["variance"].lerp_(grad.square(), one_minus_beta2)
            estimate = s["variance"].clone()
        update = estimate.clamp_(min=eps1 * eps1).rsqrt_()
        update.mul_(grad)
        denom = max(1.0, update.norm(2).item() / ((update.numel() ** 0.5) * group["d"]))
        p.add_(update, alpha=-alpha / denom)


def _orthogonalised(grad, coefficients, steps, eps):
    """A matrix near to the orthogonal one that is nearest to grad: Newton-Schulz iterations in bfloat16."""
    if steps >= 100:
        raise ValueError("Number of steps must be less than 100 for computational efficiency")
    if len(grad.shape) != 2:
        raise ValueError("Input tensor gradient must be a 2D matrix")
    if len(coefficients) != 3:
        raise ValueError("Coefficients must be a tuple of exactly 3 values")
    a, b, c = coefficients
    x = grad.bfloat16()
    wide = grad.size(0) > grad.size(1)
    if wide:
        x = x.T
    x = x.div(x.norm().clamp(min=eps))
    for _ in range(steps):
        gram = x @ x.T
        gram = torch.addmm(gram, gram, gram, beta=b, alpha=c)
        x = torch.addmm(x, gram, x, beta=a)
    return x.T if wide else x


class Muon(_Rule):
    """Momentum whose matrices are made orthogonal, for hidden layers."""

    _complex = False

    def __init__(self, params, lr=1e-3, weight_decay=0.1, momentum=0.95, nesterov=True, ns_coefficients=(3.4445, -4.775, 2.0315), eps=1e-7, ns_steps=5, adjust_lr_fn=None):
        _check_rate(lr)
        if not 0.0 <= _value(lr):
            raise ValueError(f"Learning rate should be >= 0 but is: {lr}")
        if not 0.0 <= momentum:
            raise ValueError(f"momentum should be >= 0 but is: {momentum}")
        if not 0.0 <= weight_decay:
            raise ValueError(f"weight decay should be >= 0 but is: {weight_decay}")
        if adjust_lr_fn is not None and adjust_lr_fn not in ("original", "match_rms_adamw", "spectral_unclamped"):
            raise ValueError(f"Adjust learning rate function {adjust_lr_fn} is not supported")
        super().__init__(params, dict(lr=lr, weight_decay=weight_decay, momentum=momentum, nesterov=nesterov, ns_coefficients=ns_coefficients, eps=eps, ns_steps=ns_steps,
                                      adjust_lr_fn=adjust_lr_fn))
        for group in self.param_groups:
            for p in group["params"]:
                if p.ndim != 2:
                    raise ValueError(f"Muon only supports 2D parameters whereas we found a parameter with size: {p.size()}")

    def _update(self, p, grad, state, group):
        s = state[p]
        if "momentum_buffer" not in s:
            s["momentum_buffer"] = torch.zeros_like(grad, memory_format=torch.preserve_format)
        buffer = s["momentum_buffer"]
        buffer.lerp_(grad, 1 - group["momentum"])
        update = grad.lerp(buffer, group["momentum"]) if group["nesterov"] else buffer
        update = _orthogonalised(update, group["ns_coefficients"], group["ns_steps"], group["eps"])
        rows, columns = p.shape[:2]
        if group["adjust_lr_fn"] == "match_rms_adamw":
            ratio = 0.2 * math.sqrt(max(rows, columns))
        elif group["adjust_lr_fn"] == "spectral_unclamped":
            ratio = math.sqrt(rows / columns)
        else:
            ratio = math.sqrt(max(1, rows / columns))
        lr = group["lr"]
        p.mul_(1 - lr * group["weight_decay"])
        p.add_(update, alpha=-lr * ratio)
