"""TestCase of tests of the compiler."""

import contextlib
import inspect
import re
import sys
import unittest

import torch
from torch._dynamo import config, utils
from torch.testing._internal.common_utils import TestCase as TorchTestCase


def run_tests(needs=()):
    """Runs the tests of the main module if what they need can be imported."""
    from torch.testing._internal.common_utils import run_tests

    for need in [needs] if isinstance(needs, str) else needs:
        if need == "cuda":
            if not torch.cuda.is_available():
                return
            continue
        try:
            __import__(need)
        except ImportError:
            return
    run_tests()


class TestCase(TorchTestCase):
    _exit_stack = None

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls._exit_stack = contextlib.ExitStack()
        cls._exit_stack.enter_context(config.patch(
            raise_on_ctx_manager_usage=True, suppress_errors=False, log_compilation_metrics=False,
            canonicalize_output_graph_node_order=True, nested_graph_breaks=True))

    @classmethod
    def tearDownClass(cls):
        cls._exit_stack.close()
        super().tearDownClass()

    def setUp(self):
        self._prior_is_grad_enabled = torch.is_grad_enabled()
        super().setUp()
        torch._dynamo.reset()
        utils.counters.clear()

    def tearDown(self):
        torch._dynamo.reset()
        utils.counters.clear()
        super().tearDown()
        if self._prior_is_grad_enabled is not torch.is_grad_enabled():
            torch.set_grad_enabled(self._prior_is_grad_enabled)
        torch.compiler.set_stance("default")


class CPythonTestCase(TestCase):
    """Tests of CPython's own suite: they assert with unittest's methods, of which those that describe differences at length only compare."""

    _stack = None
    dynamo_strict_nopython = True

    def assertDictEqual(self, d1, d2, msg=None):
        self.assertTrue(d1 == d2, msg)

    assertMultiLineEqual = assertDictEqual

    def assertSequenceEqual(self, seq1, seq2, msg=None, seq_type=None):
        self.assertTrue(seq1 == seq2, msg)

    @contextlib.contextmanager
    def subTest(self, msg=None, **params):
        yield

    @classmethod
    def setUpClass(cls):
        # The folder of the file names the version of Python that the tests are of.
        path = inspect.getfile(cls)
        version = re.search(r"cpython/v(\d+)_(\d+)/", path)
        if version is None:
            raise unittest.SkipTest(f"Test requires a specific Python version but not found in path {path}")
        if tuple(map(int, version.groups())) != sys.version_info[:2]:
            raise unittest.SkipTest(f"Test requires Python {version[1]}.{version[2]} but got Python {sys.version_info[0]}.{sys.version_info[1]}")
        super().setUpClass()
        cls._stack = contextlib.ExitStack()
        cls._stack.enter_context(config.patch(enable_trace_unittest=True, enable_trace_load_build_class=True))

    @classmethod
    def tearDownClass(cls):
        cls._stack.close()
        super().tearDownClass()


for _name in ("assertAlmostEqual assertCountEqual assertEqual assertFalse assertGreater assertGreaterEqual assertIn assertIs assertIsInstance "
              "assertIsNone assertIsNot assertIsNotNone assertLess assertLessEqual assertListEqual assertLogs assertNotAlmostEqual assertNotEqual "
              "assertNotIn assertNotIsInstance assertNotRegex assertRaises assertRaisesRegex assertRegex assertSetEqual assertTrue assertTupleEqual "
              "assertWarns assertWarnsRegex fail failureException").split():
    setattr(CPythonTestCase, _name, getattr(unittest.TestCase, _name))
del _name
