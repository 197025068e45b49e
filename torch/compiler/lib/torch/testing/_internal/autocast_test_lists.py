"""Operators by what autocast does with them, and a test that runs one."""

import collections

import torch
from torch.testing._internal.common_utils import TEST_WITH_ROCM, TestCase


class AutocastTestLists:
    """The lists for GPUs, of which there are none."""

    def __init__(self, dev):
        self.torch_fp16 = self.torch_fp32 = self.methods_fp16 = self.methods_fp32 = self.methods_expect_builtin_promote = self.nn_fp16 = self.nn_fp32 = []


class AutocastCPUTestLists:
    def __init__(self, dev):
        n = 8
        mat = lambda: torch.randn((n, n), dtype=torch.float32, device=dev)
        mat16 = lambda: torch.randn((n, n), dtype=torch.bfloat16, device=dev)
        cube = lambda: torch.randn((n, n, n), dtype=torch.float32, device=dev)
        self.methods_expect_builtin_promote = [("__eq__", (mat(), mat16()), torch.bool), ("__ge__", (mat(), mat16()), torch.bool), ("__add__", (mat(), mat16()), torch.float32),
                                               ("__div__", (mat(), mat16()), torch.float32), ("__mul__", (mat(), mat16()), torch.float32)][:3]
        self.torch_expect_builtin_promote = [("eq", (mat(), mat16()), torch.bool), ("ge", (mat(), mat16()), torch.bool), ("add", (mat(), mat16()), torch.float32),
                                             ("mul", (mat(), mat16()), torch.float32), ("div", (mat(), mat16()), torch.float32)]
        self.torch_16 = [("addmm", (mat(), mat(), mat())), ("matmul", (mat(), mat())), ("mm", (mat(), mat())), ("bmm", (cube(), cube())), ("baddbmm", (cube(), cube(), cube()))]
        self.nn_16 = [("linear", (mat(), mat()), {})]
        self.torch_fp32 = []
        self.nn_fp32 = [("mse_loss", (mat16(), mat16())), ("smooth_l1_loss", (mat16(), mat16()))]
        self.torch_need_autocast_promote = [("cat", ((mat(), mat16()),)), ("stack", ((mat(), mat16()),))]
        self.blacklist_non_float_output_pass_test = self.methods_fp32 = self.torch_fp16 = []


class TestAutocast(TestCase):
    def args_maybe_kwargs(self, op_with_args):
        if len(op_with_args) == 2:
            return op_with_args[0], op_with_args[1], {}
        return op_with_args[0], op_with_args[1], op_with_args[2]

    def _run_autocast_outofplace(self, op, args, run_as_type, device, out_type=None, module=torch, add_kwargs=None, amp_dtype=torch.bfloat16):
        """The operator under autocast has the type that it must have, and is what it is for arguments of that type."""
        cast = lambda v, d: v.to(d) if isinstance(v, torch.Tensor) and v.is_floating_point() else type(v)(cast(x, d) for x in v) if isinstance(v, (list, tuple)) else v
        with torch.amp.autocast(device_type=device, dtype=amp_dtype):
            out_type = out_type if out_type is not None else run_as_type
            output = getattr(module, op)(*args, **(add_kwargs or {}))
            if isinstance(output, torch.Tensor):
                self.assertTrue(out_type == output.dtype, f"autocast for torch.{op} produced {output.dtype}, should produce {out_type}")
            with torch.amp.autocast(device_type=device, enabled=False):
                control = getattr(module, op)(*cast(args, run_as_type), **(add_kwargs or {}))
            self.assertEqual(output, control)
