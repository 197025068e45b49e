"""The operators of torch.linalg in the table."""

from torch.testing._internal.opinfo.definitions import op_db as _all

op_db = [op for op in _all if op.name.startswith("linalg.")]
python_ref_db = []


def sample_inputs_linalg_cholesky(op_info, device, dtype, requires_grad=False, **kwargs):
    """Positive definite matrices, alone and in batches."""
    from torch.testing._internal.common_utils import random_hermitian_pd_matrix
    from torch.testing._internal.opinfo.core import SampleInput

    for batch in ((), (2,), (0,)):
        for upper in (True, False):
            yield SampleInput(random_hermitian_pd_matrix(3, *batch, dtype=dtype, device=device).requires_grad_(requires_grad), upper=upper)
