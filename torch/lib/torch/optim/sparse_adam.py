"""SparseAdam."""
import math

from .algorithms import _check, _check_rate, _value
from .optimizer import Optimizer

import torch


class SparseAdam(Optimizer):
    """Adam for sparse gradients: only what a gradient has elements for is updated."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, maximize=False):
        _check_rate(lr)
        _check(0.0 < _value(lr), "learning rate", lr)
        _check(0.0 < eps, "epsilon value", eps)
        _check(0.0 <= betas[0] < 1.0, "beta parameter at index 0", betas[0])
        _check(0.0 <= betas[1] < 1.0, "beta parameter at index 1", betas[1])
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, maximize=maximize))
        sparse = [[i, j] for i, group in enumerate(self.param_groups) for j, p in enumerate(group["params"]) if p.is_sparse]
        if sparse:
            raise ValueError(f"Sparse params at indices {sparse}: SparseAdam requires dense parameter tensors")
        found = [[i, j] for i, group in enumerate(self.param_groups) for j, p in enumerate(group["params"]) if torch.is_complex(p)]
        if found:
            raise ValueError(f"Complex params at indices {found}: SparseAdam does not support complex parameters")

    @torch._disable_dynamo
    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                if not p.grad.is_sparse:
                    raise RuntimeError("SparseAdam does not support dense gradients, please consider Adam instead")
                self._update(p, -p.grad if group["maximize"] else p.grad, group)
        return loss

    def _update(self, p, grad, group):
        s = self.state[p]
        if len(s) == 0:
            s["step"], s["exp_avg"], s["exp_avg_sq"] = 0, torch.zeros_like(p), torch.zeros_like(p)
        s["step"] += 1
        grad = grad.coalesce()
        if grad._nnz() == 0:
            return
        at, values = tuple(grad._indices()), grad._values()
        beta1, beta2 = group["betas"]
        first = (values - s["exp_avg"][at]) * (1 - beta1)
        second = (values.pow(2) - s["exp_avg_sq"][at]) * (1 - beta2)
        numerator, denominator = first + s["exp_avg"][at], second + s["exp_avg_sq"][at]
        s["exp_avg"][at], s["exp_avg_sq"][at] = numerator, denominator
        size = group["lr"] * math.sqrt(1 - beta2 ** s["step"]) / (1 - beta1 ** s["step"])
        p.index_put_(at, numerator.div(denominator.sqrt().add_(group["eps"])) * -size, accumulate=True)
