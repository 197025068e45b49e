# Methods of unittest.TestCase are not traced, unless a setting says so; those of PyTorch's own TestCase are.
import io
import unittest
import warnings

import torch
import torch._dynamo
import torch._dynamo.test_case
from torch._dynamo.testing import CompileCounter


class Inside(torch._dynamo.test_case.TestCase):
    def test_counts(self):
        def equal(x):
            y = x + 1
            self.assertEqual(y.shape[0], 2)
            return y * 2

        def true(x):
            y = x + 1
            self.assertTrue(y.shape[0] == 2)
            return y * 2

        def instance(x):
            y = x + 1
            self.assertIsInstance(y, torch.Tensor)
            return y * 2

        def two(x):
            y = x + 1
            self.assertFalse(y.requires_grad)
            self.assertIsNone(y.grad)
            return y * 2

        def raises(x):
            y = x + 1
            self.assertRaises(KeyError, lambda: {}["a"])
            return y * 2

        for traced in (False, True):
            with torch._dynamo.config.patch(enable_trace_unittest=traced):
                for fn in (equal, true, instance, two, raises):
                    torch._dynamo.reset()
                    counter = CompileCounter()
                    torch.compile(fn, backend=counter)(torch.ones(2))
                    print(traced, fn.__name__, counter.frame_count, counter.op_count)
        try:
            torch.compile(true, backend="eager", fullgraph=True)(torch.ones(2))
        except torch._dynamo.exc.Unsupported as e:
            print(str(e).split("  Developer")[0])


test = Inside("test_counts")
test.setUpClass()
test.setUp()
test.test_counts()


class Warns(torch._dynamo.test_case.TestCase):
    def test_warns(self):
        inside = unittest.TestCase()

        def f(x):
            with inside.assertWarns(UserWarning):
                warnings.warn("a")
            return x + 1

        with torch._dynamo.config.patch(enable_trace_unittest=True):
            print(torch.compile(f, backend="eager")(torch.ones(2)))


unittest.TextTestRunner(stream=io.StringIO()).run(Warns("test_warns"))
