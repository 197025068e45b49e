"""The operators of torch._masked in the table."""

from torch.testing._internal.opinfo.definitions import op_db as _all

op_db = [op for op in _all if op.name.startswith("_masked.")]
python_ref_db = []
