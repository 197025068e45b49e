"""Traced and scripted functions against their originals."""

import torch
from torch.testing._internal.common_utils import TemporaryFileName, TestCase, enable_profiling_mode, enable_profiling_mode_for_profiling_tests, freeze_rng_state, is_iterable_of_tensors


def check_output_types(self, func, ref_outputs, args, kwargs):
    self.assertEqual(type(func(*args, **kwargs)), type(ref_outputs))


def check_against_reference(self, func, reference_func, output_func, args, kwargs=None, allow_unused=True, check_types=True, no_grad=False, no_gradgrad=False):
    """Equal outputs and gradients."""
    kwargs = kwargs or {}
    outputs_ref = output_func(reference_func(*args, **kwargs))
    outputs = output_func(func(*args, **kwargs))
    self.assertEqual(outputs, outputs_ref)


class JitCommonTestCase(TestCase):
    def createFunctionFromGraph(self, trace):
        return trace


nn_functional_single_grad = frozenset()
