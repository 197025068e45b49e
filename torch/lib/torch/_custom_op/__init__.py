"""Custom operators in their first form, which scripts still use."""
import torch._custom_op.impl
