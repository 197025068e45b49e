"""What tests read out of the tables of operators, modules and optimizers: decorations, references in numpy, samples that are broadcast."""
import unittest

import numpy as np
import torch
from torch.testing import assert_close
from torch.testing._internal.common_device_type import precisionOverride, toleranceOverride
from torch.testing._internal.common_methods_invocations import op_db, python_ref_db
from torch.testing._internal.common_modules import module_db
from torch.testing._internal.common_optimizers import optim_db
from torch.testing._internal.common_utils import TestCase, TestGradients
from torch.testing._internal.opinfo.core import DecorateInfo

ops = {op.formatted_name: op for op in op_db}


def kinds(info, case, test, dtype):
    """What is done to a test of one device and dtype."""
    found = []
    for d in info.get_decorators(case, test, "cpu", dtype, {}):
        if isinstance(d, (toleranceOverride, precisionOverride)):
            found.append(type(d).__name__)
        elif getattr(d, "__name__", "") == "expectedFailure":
            found.append("expectedFailure")
        elif "skip" in getattr(d, "__qualname__", "skip"):
            found.append("skip")
    return sorted(found)


for name, case, test, dtype in (
    ("abs", "TestSparseCSR", "test_sparse_csr_unary_out", torch.complex64), ("abs", "TestSparseCSR", "test_sparse_csr_unary_out", torch.float32),
    ("asinh", "TestUnaryUfuncs", "test_reference_numerics_large", torch.complex64), ("as_strided", "TestCommon", "test_noncontiguous_samples", torch.float32),
    ("add", "TestBinaryUfuncsDevice", "test_reference_numerics", torch.complex32), ("cumsum", "TestCommon", "test_out", torch.float32),
):
    print(name, test, dtype, kinds(ops[name], case, test, dtype))
print([any(isinstance(d, DecorateInfo) for info in db for d in info.decorators) for db in (op_db, python_ref_db, module_db, optim_db)])

case = TestCase()
for name in "clamp floor_divide exp reciprocal nn_functional_elu nn_functional_softplus nn_functional_layer_norm searchsorted cat squeeze where sgn flatten aminmax".split():
    op, count = ops[name], 0
    for sample in op.sample_inputs("cpu", torch.float64):
        given = sample.numpy()
        want = op.ref(given.input, *given.args, **given.kwargs)
        want = want if isinstance(want, (tuple, list)) else (want,)
        got = op(sample.input, *sample.args, **sample.kwargs)
        for g, w in zip(got if isinstance(got, tuple) else (got,), want):
            assert_close(g, torch.from_numpy(np.array(w)), equal_nan=True, check_dtype=False)
        count += 1
    print(name, "as numpy has it" if count else "nothing to compare")
print(any(s.broadcasts_input for s in ops["addmm"].sample_inputs("cpu", torch.float32)), any(s.broadcasts_input for s in ops["add"].sample_inputs("cpu", torch.float32)))
for name in "var std".split():
    print(name, [kwargs for _, kwargs in ops[name].generate_args_kwargs(torch.ones(2, 3))])
case.assertEqual(torch.tensor(3), torch.tensor(3, dtype=torch.uint64), exact_dtype=False)


class TestOfGradients(TestGradients):
    def check(self, name, dtype, check):
        op = ops[name]
        variant = self._get_safe_inplace(op.get_inplace()) if check == "in place" else op.get_op()
        self._check_helper("cpu", dtype, op, variant, "gradcheck" if check == "in place" else check)

    def test_several(self):
        for name in "linalg_cholesky add imag".split():
            for check in ("gradcheck", "fwgrad_bwgrad", "in place"):
                if check != "in place" or ops[name].inplace_variant is not None:
                    self.check(name, torch.complex128, check)


result = unittest.TextTestRunner(stream=open("/dev/null", "w")).run(unittest.defaultTestLoader.loadTestsFromTestCase(TestOfGradients))
print(result.testsRun, result.wasSuccessful(), torch.broadcast_shapes((3, 4)), torch.broadcast_shapes(torch.Size([2, 1])))
x = np.array([1, 200, 3], dtype=np.uint8)
print(np.where(x <= 2, -9, x), np.where(x <= 2, 300, x), np.select([x < 2], [x], -9), np.choose([0, 1, 0], [x, -9]))
