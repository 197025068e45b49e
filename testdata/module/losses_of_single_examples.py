# The tests of losses and modules that torch.testing._internal.common_nn makes: losses of single examples against batches of one.
import unittest

import torch
from torch.testing._internal.common_nn import CriterionTest, NNTestCase, classification_criterion_no_batch, criterion_tests, regression_criterion_no_batch

torch.set_default_dtype(torch.double)
print(len(criterion_tests), regression_criterion_no_batch, [name for name, _, _ in classification_criterion_no_batch])


class TestLosses(NNTestCase):
    def _forward(self, module, input):
        return module(input)

    def _forward_criterion(self, criterion, input, target, extra_args=()):
        return criterion(*(input if isinstance(input, tuple) else (input,)), target, *extra_args)

    def _backward_criterion(self, criterion, input, output, target, gradOutput=None, extra_args=()):
        inputs = input if isinstance(input, tuple) else (input,)
        for x in inputs:
            x.grad = None
        self._forward_criterion(criterion, input, target, extra_args).backward(torch.ones(()) if gradOutput is None else gradOutput)
        return tuple(x.grad for x in inputs) if isinstance(input, tuple) else input.grad

    def _backward(self, module, input, output, grad_output, create_graph=False):
        output.backward(grad_output)
        return input.grad

    def _get_parameters(self, module):
        return list(module.parameters()), []

    def _zero_grad_parameters(self, module):
        pass


for entry in criterion_tests:
    test = CriterionTest(**entry)
    setattr(TestLosses, test.get_name(), lambda self, test=test: test(self))
result = unittest.TestResult()
unittest.defaultTestLoader.loadTestsFromTestCase(TestLosses).run(result)
print(result.testsRun, [(str(t), e.strip().splitlines()[-1]) for t, e in result.failures + result.errors])
