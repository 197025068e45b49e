from torch.nn.utils._expanded_weights.expanded_weights_impl import ExpandedWeight

__all__ = ["ExpandedWeight"]
