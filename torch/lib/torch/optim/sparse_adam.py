"""SparseAdam."""

from .algorithms import _check, _check_rate, _value
from .optimizer import Optimizer

import torch


class SparseAdam(Optimizer):
    """Adam for sparse gradients, of which there are none here."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, maximize=False):
        _check_rate(lr)
        _check(0.0 < _value(lr), "learning rate", lr)
        _check(0.0 < eps, "epsilon value", eps)
        _check(0.0 <= betas[0] < 1.0, "beta parameter at index 0", betas[0])
        _check(0.0 <= betas[1] < 1.0, "beta parameter at index 1", betas[1])
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, maximize=maximize))
        found = [[i, j] for i, group in enumerate(self.param_groups) for j, p in enumerate(group["params"]) if torch.is_complex(p)]
        if found:
            raise ValueError(f"Complex params at indices {found}: SparseAdam does not support complex parameters")

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    raise RuntimeError("SparseAdam does not support dense gradients, please consider Adam instead")
        return loss
