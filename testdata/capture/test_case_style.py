# Tests as PyTorch writes them: TestCase, parametrize, expected texts, settings, tests of devices.
import torch
import torch._dynamo.test_case
import torch._dynamo.testing
from torch._dynamo.testing import CompileCounter, EagerAndRecordGraphs, normalize_gm, same
from torch.testing._internal.common_utils import parametrize, instantiate_parametrized_tests, subtest
from torch.testing._internal.common_device_type import instantiate_device_type_tests
from unittest.mock import patch
class MyTests(torch._dynamo.test_case.TestCase):
    def test_standard(self):
        def fn(a, b): return a + b * 0.67
        torch._dynamo.testing.standard_test(self, fn=fn, nargs=2, expected_ops=2)
    @parametrize("a,b", [(1, 2), subtest((3, 4), name="three")])
    @parametrize("c", [True, False])
    def test_par(self, a, b, c):
        self.assertEqual(a + 1, b)
    @patch.object(torch._dynamo.config, "recompile_limit", 1)
    def test_patch(self):
        self.assertEqual(torch._dynamo.config.recompile_limit, 1)
    @torch._dynamo.config.patch(capture_scalar_outputs=True)
    def test_cfg(self):
        cnt = CompileCounter()
        @torch.compile(backend=cnt, fullgraph=True)
        def f(x): return x.item() + 1
        self.assertEqual(f(torch.tensor(2)), 3)
        self.assertEqual(cnt.frame_count, 1)
    def test_inline(self):
        backend = EagerAndRecordGraphs()
        torch.compile(lambda x: x + 1, backend=backend)(torch.ones(2))
        self.assertExpectedInline(normalize_gm(backend.graphs[0].print_readable(print_output=False)), """\
class GraphModule(torch.nn.Module):
    def forward(self, L_x_: "f32[2]"):
        l_x_ = L_x_

        add: "f32[2]" = l_x_ + 1;  l_x_ = None
        return (add,)
""")
    def test_munged(self):
        def f(x):
            torch._dynamo.graph_break()
            return x
        self.assertExpectedInlineMunged(torch._dynamo.exc.Unsupported, lambda: torch.compile(f, backend="eager", fullgraph=True)(torch.ones(2)), """\
Call to `torch._dynamo.graph_break()`
  Explanation: User-inserted graph break. Message: None
  Hint: Remove the `torch._dynamo.graph_break()` call.

  Developer debug context: Called `torch._dynamo.graph_break()` with args `[]`, kwargs `{}`

 For more details about this graph break, please visit: https://meta-pytorch.github.io/compile-graph-break-site/gb/gb0025.html

from user code:
   File "test_case_style.py", line N, in f
    torch._dynamo.graph_break()""")
class DevTests(torch._dynamo.test_case.TestCase):
    def test_dev(self, device):
        self.assertEqual(torch.ones(2, device=device).sum(), 2)
instantiate_parametrized_tests(MyTests)
instantiate_device_type_tests(DevTests, globals())
import unittest
print(sorted(n for n in dir(MyTests) if n.startswith("test_")))
if __name__ == "__main__":
    from torch._dynamo.test_case import run_tests
    run_tests()
