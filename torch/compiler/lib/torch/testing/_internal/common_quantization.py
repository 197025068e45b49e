"""Quantization is not supported; its tests are skipped."""

import unittest

import torch
from torch.testing._internal.common_utils import TestCase

_skip = unittest.skip("magneto has no quantized tensors")
skipIfNoFBGEMM = skipIfNoQNNPACK = skipIfNoONEDNN = skipIfNoONEDNNBF16 = skipIfNoX86 = withQNNPACKBackend = _skip
skipIfNoDynamoSupport = skipIfNoInductorSupport = lambda fn: fn


class QuantizationTestCase(TestCase):
    pass


QuantizationLiteTestCase = QuantizationTestCase
