"""Methods of observers as scripts have them, by class and name."""
import warnings
from typing import List, Tuple

import torch
from torch import Tensor


def _usable(min_val: Tensor, max_val: Tensor) -> bool:
    """Whether a range was seen, and is one."""
    if min_val.numel() == 0 or max_val.numel() == 0:
        warnings.warn("must run observer before calling calculate_qparams. Returning default values.")
        return False
    if min_val.dim() == 0 or max_val.dim() == 0:
        if bool(min_val == float("inf")) and bool(max_val == float("-inf")):
            warnings.warn("must run observer before calling calculate_qparams. Returning default values.")
            return False
        assert bool(min_val <= max_val), f"min {min_val} should be less than max {max_val}"
    else:
        assert bool(torch.all(min_val <= max_val)), f"min {min_val} should be less than max {max_val}"
    return True


def _middle(quant_min: int, quant_max: int, dtype: int, customized: bool) -> int:
    """The zero point of a symmetric range."""
    if dtype == torch.quint8 or dtype == torch.uint8:
        return (quant_min + quant_max) // 2 if customized else 128
    return 32768 if dtype == torch.uint16 else 0


def _steps(x: Tensor, step: float, steps: int) -> Tensor:
    """The steps that numbers fall on."""
    return torch.clamp(torch.div(x, step, rounding_mode="floor"), 0, steps - 1)


class UniformQuantizationObserverBase:
    def _calculate_qparams(self, min_val: Tensor, max_val: Tensor) -> Tuple[Tensor, Tensor]:
        if not _usable(min_val, max_val):
            return torch.tensor([1.0], device=min_val.device), torch.tensor([0], device=min_val.device)
        steps = float(self.quant_max - self.quant_min)
        low, high = torch.clamp(min_val, max=0), torch.clamp(max_val, min=0)
        if self.qscheme == torch.per_tensor_symmetric or self.qscheme == torch.per_channel_symmetric:
            scale = torch.max(torch.max(-low, high) / (steps / 2), self.eps)
            zero_point = torch.full(low.size(), _middle(self.quant_min, self.quant_max, self.dtype, self.has_customized_qrange), dtype=torch.int64)
        elif self.qscheme == torch.per_channel_affine_float_qparams:
            scale = (max_val - min_val) / steps
            scale = torch.where(scale > self.eps, scale, torch.ones_like(scale))
            zero_point = -1 * min_val / scale
        else:
            scale = torch.max((high - low) / steps, self.eps)
            zero_point = (self.quant_min - torch.round(low / scale).to(torch.int)).clamp(self.quant_min, self.quant_max)
        return scale.reshape(-1).to(torch.float32), zero_point.reshape(-1)


class HistogramObserver:
    def calculate_qparams(self) -> Tuple[Tensor, Tensor]:
        if bool(self.min_val == float("inf")) and bool(self.max_val == float("-inf")):
            warnings.warn("must run observer before calling calculate_qparams.\
                                    Returning default scale and zero point ")
            return torch.tensor([1.0]), torch.tensor([0])
        assert self.bins == len(self.histogram), "The number of bins in histogram should be equal to the number of bins supplied while making this observer"
        low, high = self._non_linear_param_search()
        return self._calculate_qparams(low, high)

    def _keep(self, histogram: Tensor, low: Tensor, high: Tensor) -> None:
        self.histogram.detach_().resize_(histogram.shape)
        self.histogram.copy_(histogram)
        self.min_val.detach_().resize_(low.shape)
        self.min_val.copy_(low)
        self.max_val.detach_().resize_(high.shape)
        self.max_val.copy_(high)

    def _non_linear_param_search(self) -> Tuple[Tensor, Tensor]:
        width = (self.max_val - self.min_val) / self.bins
        total = torch.sum(self.histogram).item()
        sums: List[float] = torch.cumsum(self.histogram, dim=0).tolist()
        lower, upper, first, last, least = 0.0, 1.0, 0, self.bins - 1, float("inf")
        while lower < upper:
            next_lower, next_upper = lower + 1e-5, upper - 1e-5
            left, right = first, last
            under = torch.tensor(next_lower * total, dtype=torch.float32).item()
            over = torch.tensor(next_upper * total, dtype=torch.float32).item()
            while left < last and sums[left] < under:
                left += 1
            while right > first and sums[right] > over:
                right -= 1
            if left - first > last - right:
                lower = next_lower
                right = last
            else:
                upper = next_upper
                left = first
            if left == first and right == last:
                continue
            error = self._compute_quantization_error(left, right)
            if error > least:
                break
            least, first, last = error, left, right
        return self.min_val + width * first, self.min_val + width * (last + 1)

    def _compute_quantization_error(self, next_start_bin: int, next_end_bin: int) -> float:
        width = (self.max_val.item() - self.min_val.item()) / self.bins
        step = width * (next_end_bin - next_start_bin + 1) / self.dst_nbins
        if step == 0.0:
            return 0.0
        begins = (torch.arange(self.bins) - next_start_bin) * width
        ends = begins + width
        first, last, density = _steps(begins, step, self.dst_nbins), _steps(ends, step, self.dst_nbins), self.histogram / width
        half = torch.tensor(step / 2)
        error = torch.zeros(self.bins)
        error += self._get_norm(begins - (first + 0.5) * step, torch.ones(self.bins) * (step / 2), density)
        error += (last - first - 1) * self._get_norm(-half, half, density)
        error += self._get_norm(-half, ends - (last * step + step / 2), density)
        return float(error.sum().item())
