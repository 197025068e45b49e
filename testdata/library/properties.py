"""Properties of quantised tensors: strategies, assumptions, settings, failures."""
import contextlib
import io
import unittest

import numpy as np
import torch
import torch.testing._internal.hypothesis_utils as hu
from hypothesis import HealthCheck, assume, example, find, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as stnp
from torch.testing._internal.common_utils import TestCase, run_tests

hu.assert_deadline_disabled()


class TestProperties(TestCase):
    @given(X=hu.tensor(shapes=hu.array_shapes(1, 4, 1, 4), qparams=hu.qparams()))
    def test_relu(self, X):
        X, (scale, zero_point, dtype) = X
        Y = X.copy()
        Y[Y < 0] = 0
        quantized = [torch.quantize_per_tensor(torch.from_numpy(v), scale, zero_point, dtype) for v in (X, Y)]
        self.assertEqual(quantized[1], torch.relu(quantized[0]))

    @settings(max_examples=20)
    @given(st.integers(1, 5), st.booleans(), st.sampled_from(["a", "b"]))
    def test_positional(self, n, flag, name):
        self.assertIn(n, range(1, 6))
        self.assertIsInstance(flag, bool)
        self.assertIn(name, "ab")

    @given(st.data())
    def test_interactive(self, data):
        n = data.draw(st.integers(1, 4))
        self.assertEqual(len(data.draw(st.lists(st.floats(0, 1), min_size=n, max_size=n))), n)

    @settings(suppress_health_check=[HealthCheck.filter_too_much])
    @given(n=st.integers(0, 100))
    def test_assume(self, n):
        assume(n % 2 == 0)
        self.assertEqual(n % 2, 0)

    @given(x=stnp.arrays(np.float32, (2, 3), elements=st.floats(-1, 1, width=32)))
    def test_arrays(self, x):
        self.assertEqual((x.shape, x.dtype), ((2, 3), np.float32))
        self.assertTrue((np.abs(x) <= 1).all())

    def test_fails(self):
        seen = []

        @settings(derandomize=True)
        @example(7)
        @given(st.integers(0, 1000))
        def below(n):
            seen.append(n)
            assert n < 500

        with self.assertRaises(AssertionError):
            below()
        self.assertEqual(seen[0], 7)

    def test_nothing_satisfies(self):
        @settings(derandomize=True)
        @given(st.integers())
        def never(n):
            assume(False)

        with self.assertRaises(Exception) as caught:
            never()
        self.assertEqual(type(caught.exception).__name__, "FailedHealthCheck")

    def test_strategies(self):
        self.assertEqual(find(st.just(3) | st.none(), lambda v: v is not None), 3)
        self.assertGreater(find(st.lists(st.integers(0, 9), min_size=1).map(sum), lambda v: v > 3), 3)
        self.assertEqual(find(st.tuples(st.integers(2, 2), st.text("x", min_size=2, max_size=2)), lambda v: True), (2, "xx"))

        @st.composite
        def pair(draw, top):
            low = draw(st.integers(0, top))
            return low, draw(st.integers(low, top))

        low, high = find(pair(9), lambda v: v[0] < v[1])
        self.assertLess(low, high)

    def test_bounds(self):
        with self.assertRaisesRegex(Exception, "Cannot have max_value=1 < min_value=2"):
            find(st.integers(2, 1), lambda v: True)

    @given(st.integers(0, 3))
    def test_skips(self, n):
        raise unittest.SkipTest("not here")


if __name__ == "__main__":
    with contextlib.redirect_stdout(io.StringIO()):
        result = unittest.TextTestRunner(stream=open("/dev/null", "w")).run(unittest.defaultTestLoader.loadTestsFromTestCase(TestProperties))
    print(result.testsRun, [(str(t), e) for t, e in result.errors + result.failures], len(result.skipped))
