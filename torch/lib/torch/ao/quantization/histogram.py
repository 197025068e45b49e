"""The observer that keeps a histogram, and looks in it for the range that loses least."""

import warnings

import torch
from torch.ao.quantization.observer import _PER_CHANNEL, UniformQuantizationObserverBase


class HistogramObserver(UniformQuantizationObserverBase):
    """Counts numbers in bins, which grow coarser as the range grows."""

    _STEP = 1e-5  # of the quantiles that are tried as ends of the range
    upsample_rate = 16  # parts that a bin is cut into where its numbers move to other bins

    def __init__(self, bins=2048, dtype=torch.quint8, qscheme=torch.per_tensor_affine, reduce_range=False, quant_min=None, quant_max=None, factory_kwargs=None,
                 eps=torch.finfo(torch.float32).eps, is_dynamic=False, **kwargs):
        if qscheme in _PER_CHANNEL:
            raise NotImplementedError("HistogramObserver's qscheme only support torch.per_tensor_symmetric \
                    and torch.per_tensor_affine.")
        if is_dynamic:
            raise NotImplementedError("HistogramObserver doesn't support dynamic quantization")
        super().__init__(dtype, qscheme, reduce_range, quant_min, quant_max, factory_kwargs, eps, is_dynamic, **kwargs)
        self.bins = bins
        given = factory_kwargs or {}
        self.register_buffer("histogram", torch.zeros(bins, **given))
        self.register_buffer("min_val", torch.tensor(float("inf"), **given))
        self.register_buffer("max_val", torch.tensor(float("-inf"), **given))
        self.dst_nbins = 2 ** torch.iinfo(dtype).bits

    # Seeing numbers.

    def forward(self, x_orig):
        x = x_orig.detach()
        if x.numel() == 0:
            return x_orig
        low, high = torch.aminmax(x)
        if low == -torch.inf or high == torch.inf:
            warnings.warn("torch.inf detected in input tensor, ignoring input", stacklevel=2)
            x = x[x.abs() != torch.inf]
            if x.numel() == 0:
                return x_orig
            low, high = torch.aminmax(x)
        if self.min_val == float("inf") or self.max_val == float("-inf"):
            self.reset_histogram(x, low, high)
            return x_orig
        low, high = torch.min(self.min_val, low).detach(), torch.max(self.max_val, high).detach()
        seen = torch.histc(x, self.bins, min=low, max=high)
        self._keep(self._combine_histograms(self.histogram, self.min_val, self.max_val, seen, low, high), low, high)
        return x_orig

    def reset_histogram(self, x, min_val, max_val):
        if min_val.numel() != 1 or max_val.numel() != 1:
            raise AssertionError("histogram min/max values must be scalar.")
        self._keep(torch.histc(x, self.bins, min=min_val, max=max_val), min_val, max_val)

    def _keep(self, histogram, low, high):
        for kept, value in ((self.histogram, histogram), (self.min_val, low), (self.max_val, high)):
            kept.detach_().resize_(value.shape)
            kept.copy_(value)

    def _combine_histograms(self, orig_hist, orig_min, orig_max, update_hist, update_min, update_max):
        """The sum of a histogram and of one of a range around it."""
        if update_min == orig_min and update_max == orig_max:
            return orig_hist + update_hist
        if orig_min == orig_max:
            return torch.histc(orig_min, bins=self.bins, min=update_min, max=update_max) * torch.sum(orig_hist) + update_hist
        if update_min > orig_min:
            raise AssertionError("update_min must be <= orig_min")
        if update_max < orig_max:
            raise AssertionError("update_max must be >= orig_max")
        return update_hist + self._upscale_histogram(orig_hist, orig_min, orig_max, update_min, update_max)

    def _upscale_histogram(self, histogram, orig_min, orig_max, update_min, update_max):
        """A histogram in the bins of a larger range: parts of its bins go where their middles are."""
        parts = self.bins * self.upsample_rate
        weights = histogram.repeat_interleave(self.upsample_rate) / self.upsample_rate
        middles = torch.linspace(orig_min, orig_max, parts + 1)[:-1] + 0.5 * ((orig_max - orig_min) / parts)
        bounds = torch.linspace(update_min, update_max, self.bins + 1)
        places = (torch.bucketize(middles, bounds, right=True) - 1).clamp(0, self.bins - 1)
        return torch.bincount(places, weights=weights, minlength=self.bins)

    # Choosing a range.

    @torch.jit.export
    def calculate_qparams(self):
        if self.min_val == float("inf") and self.max_val == float("-inf"):
            warnings.warn("must run observer before calling calculate_qparams.\
                                    Returning default scale and zero point ", stacklevel=2)
            return torch.tensor([1.0]), torch.tensor([0])
        if self.bins != len(self.histogram):
            raise AssertionError("The number of bins in histogram should be equal to the number of bins supplied while making this observer")
        return self._calculate_qparams(*self._non_linear_param_search())

    def _non_linear_param_search(self):
        """Narrows the range from the side where a step in the quantile crosses more bins, as long as the error becomes smaller."""
        if self.histogram.size(0) != self.bins:
            raise AssertionError("bins mismatch")
        width = (self.max_val - self.min_val) / self.bins
        total, sums = torch.sum(self.histogram).item(), torch.cumsum(self.histogram, dim=0).tolist()
        lower, upper, first, last, least = 0.0, 1.0, 0, self.bins - 1, float("inf")
        while lower < upper:
            next_lower, next_upper = lower + self._STEP, upper - self._STEP
            left, right = first, last
            under, over = _single(next_lower * total), _single(next_upper * total)
            while left < last and sums[left] < under:
                left += 1
            while right > first and sums[right] > over:
                right -= 1
            if left - first > last - right:
                lower, tried = next_lower, (left, last)
            else:
                upper, tried = next_upper, (first, right)
            if tried == (first, last):
                continue
            error = self._compute_quantization_error(*tried)
            if error > least:
                break
            least, (first, last) = error, tried
        return self.min_val + width * first, self.min_val + width * (last + 1)

    def _compute_quantization_error(self, next_start_bin, next_end_bin):
        """The squared error of numbers spread evenly in their bins, each taken to the middle of a step."""
        width = (self.max_val.item() - self.min_val.item()) / self.bins
        step = width * (next_end_bin - next_start_bin + 1) / self.dst_nbins
        if step == 0.0:
            return 0.0
        begins = (torch.arange(self.bins) - next_start_bin) * width
        ends = begins + width
        at = lambda x: torch.clamp(torch.div(x, step, rounding_mode="floor"), 0, self.dst_nbins - 1)
        first, last, density = at(begins), at(ends), self.histogram / width
        half = torch.tensor(step / 2)
        error = torch.zeros(self.bins)
        error += self._get_norm(begins - (first + 0.5) * step, torch.ones(self.bins) * (step / 2), density)
        error += (last - first - 1) * self._get_norm(-half, half, density)
        error += self._get_norm(-half, ends - (last * step + step / 2), density)
        return error.sum().item()

    def _get_norm(self, delta_begin, delta_end, density):
        """The integral of x² from one end to the other, times density."""
        return density * ((delta_end * delta_end * delta_end - delta_begin * delta_begin * delta_begin) / 3)

    # Files.

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, *lists):
        for name, blank in (("min_val", float("inf")), ("max_val", float("-inf"))):
            value = state_dict.get(prefix + name)
            if value is None:
                missing_keys.extend([prefix + name] * bool(strict))
            else:
                if (local_metadata.get("version", None) or 1) < 3 and value.shape == (0,):
                    value = state_dict[prefix + name] = torch.tensor(blank)
                setattr(self, name, value)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, strict, missing_keys, *lists)

    def extra_repr(self):
        return f"min_val={self.min_val}, max_val={self.max_val}"


def _single(number):
    """A number as sums of single precision are compared with it."""
    return torch.tensor(number, dtype=torch.float32).item()
