# Tests that are made by device, dtype, parameter and operator: their names, and what they are given.
import torch
from torch.testing._internal.common_device_type import (
    OpDTypes, dtypes, dtypesIfCPU, instantiate_device_type_tests, onlyCUDA, ops, precisionOverride, tol, toleranceOverride)
from torch.testing._internal.common_methods_invocations import op_db
from torch.testing._internal.common_utils import TestCase, instantiate_parametrized_tests, parametrize, subtest


class Plain(TestCase):
    @parametrize("x", range(2))
    @parametrize("y", [True, None, 2.5, "a b.c", torch.float32, torch.sum, torch.nn.Linear, (1, 2), torch.device("cpu"), 1e-5, torch.Size([1])])
    def test_a(self, x, y):
        pass

    @parametrize("x,y", [(1, 2), subtest((3, 4), name="nn")])
    @parametrize("m", ["sum", "mean"], name_fn=lambda m: f"red_{m}")
    def test_b(self, x, y, m):
        pass


class Generic(TestCase):
    @dtypes(torch.float32, torch.int64)
    @parametrize("z", [1, 2])
    def test_d(self, device, dtype, z):
        print(device, dtype, z, self.device_type)

    @dtypes((torch.float32, torch.int64), (torch.int8, torch.int8))
    def test_e(self, device, dtypes):
        print(dtypes)

    @onlyCUDA
    def test_g(self, device):
        pass

    @dtypesIfCPU(torch.int8)
    @dtypes(torch.float32)
    def test_h(self, device, dtype):
        print(dtype)

    @precisionOverride({torch.float32: 1e-1})
    @toleranceOverride({torch.float64: tol(atol=1e-2, rtol=2)})
    @dtypes(torch.float32, torch.float64)
    def test_i(self, device, dtype):
        print(dtype, self.precision, self.rel_tol)

    @ops([o for o in op_db if o.name in ("add", "sum", "linalg.norm")], allowed_dtypes=(torch.float32, torch.int64))
    def test_k(self, device, dtype, op):
        print(op.name, op.formatted_name)

    @ops([o for o in op_db if o.name in ("add", "nn.functional.conv2d")], dtypes=OpDTypes.none)
    def test_l(self, device, op):
        print(op.full_name)


instantiate_parametrized_tests(Plain)
print([n for n in dir(Plain) if n.startswith("test_")])
instantiate_device_type_tests(Generic, globals())
names = [n for n in dir(GenericCPU) if n.startswith("test_") and n != "test_exclusions"]
print(names, "Generic" in globals())
for name in names:
    if name != "test_g_cpu":
        getattr(GenericCPU(name), name)()
cases = [o.formatted_name for o in op_db]
print(sorted({name for name in cases if cases.count(name) > 1}))
