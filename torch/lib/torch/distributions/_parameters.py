"""How distributions take their parameters: forms that several of them share."""
import torch
from torch.distributions.utils import broadcast_all, lazy_property, logits_to_probs, probs_to_logits


def is_number(*values):
    return all(isinstance(v, (int, float, bool)) for v in values)


def shape_of(tensor, *given):
    """The batch shape of parameters: none where all were given as numbers."""
    return torch.Size() if is_number(*given) else tensor.size()


class ProbsOrLogits:
    """One parameter, given as probs or as logits; the other one is derived when it is asked for."""

    _binary = True  # each probability stands alone, instead of a vector of them
    _expanded = ("probs", "logits", "_param")

    def _take(self, probs, logits, *others):
        """Keeps the parameter that is given, and gives it back with the others broadcast to its shape."""
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        name, value = ("probs", probs) if logits is None else ("logits", logits)
        tensors = broadcast_all(*others, value)
        self._keep(name, tensors[-1])
        return tensors[:-1]

    def _keep(self, name, value):
        setattr(self, name, value)
        self._param = value

    @lazy_property
    def logits(self):
        return probs_to_logits(self.probs, is_binary=self._binary)

    @lazy_property
    def probs(self):
        return logits_to_probs(self.logits, is_binary=self._binary)

    @property
    def param_shape(self):
        return self._param.size()

    def _new(self, *args, **kwargs):
        return self._param.new(*args, **kwargs)

    def _numbers(self, n, dtype, expand):
        """0 to n-1 along a new first dimension: what enumerate_support gives."""
        values = torch.arange(n, dtype=dtype, device=self._param.device)
        values = values.view((-1,) + (1,) * len(self._batch_shape))
        if not expand:
            return values
        return values.expand((-1,) + self._batch_shape)


class OfCategorical:
    """Probabilities that a Categorical in _categorical holds."""

    @property
    def probs(self):
        return self._categorical.probs

    @property
    def logits(self):
        return self._categorical.logits

    @property
    def param_shape(self):
        return self._categorical.param_shape

    def _new(self, *args, **kwargs):
        return self._categorical._new(*args, **kwargs)

    def _expand_categorical(self, cls, batch_shape, _instance):
        new = self._get_checked_instance(cls, _instance)
        batch_shape = torch.Size(batch_shape)
        new._categorical = self._categorical.expand(batch_shape)
        new._set_shapes(batch_shape, self.event_shape, self._validate_args)
        return new
