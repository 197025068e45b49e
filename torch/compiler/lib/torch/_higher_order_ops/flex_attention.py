"""The operator of torch.nn.attention.flex_attention."""

from torch._higher_order_ops._run import flex_attention  # noqa: F401
