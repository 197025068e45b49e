# Tests of what is kept of sizes, with remote caches in memory.
import contextlib
import io
import os
import unittest

import torch
import torch._dynamo.config
import torch._dynamo.test_case
import torch._inductor.mock_cache as mock_cache
import torch.compiler.config
from torch._dynamo.testing import CompileCounter
from torch._inductor.utils import clear_caches, fresh_cache


class ProfileTest(torch._dynamo.test_case.TestCase):
    def setUp(self):
        super().setUp()
        self._stack = contextlib.ExitStack()
        self._stack.enter_context(torch.compiler.config.patch(job_id=self.id()))
        self._stack.enter_context(torch._dynamo.config.patch(automatic_dynamic_local_pgo=True))
        self._stack.enter_context(fresh_cache())
        mock_cache.PatchCaches.setUp()

    def tearDown(self):
        super().tearDown()
        torch._dynamo.reset()
        self._stack.close()
        mock_cache.PatchCaches.tearDown()

    def again(self):
        torch._dynamo.reset()
        clear_caches()

    def test_local(self):
        counter = CompileCounter()

        @torch.compile(backend=counter, fullgraph=True)
        def f(x):
            return x * 2

        f(torch.randn(2, 3))
        f(torch.randn(2, 4))
        self.assertEqual(counter.frame_count, 2)
        self.again()
        counter.clear()
        f(torch.randn(2, 5))
        f(torch.randn(2, 6))
        self.assertEqual(counter.frame_count, 1)

    @torch._dynamo.config.patch(automatic_dynamic_remote_pgo=True, automatic_dynamic_local_pgo=False)
    def test_remote(self):
        counter = CompileCounter()

        @torch.compile(backend=counter, fullgraph=True)
        def f(x):
            return x * 2

        with mock_cache.PatchCaches():
            f(torch.randn(2, 3))
            f(torch.randn(2, 4))
            self.assertEqual(counter.frame_count, 2)
            self.assertEqual(mock_cache.global_stats.dynamo_pgo, mock_cache.Stats(2, 0, 1))
            self.again()
            counter.clear()
            f(torch.randn(2, 5))
            f(torch.randn(2, 6))
            self.assertEqual(counter.frame_count, 1)
            self.assertEqual(mock_cache.global_stats.dynamo_pgo, mock_cache.Stats(2, 1, 1))
            self.again()
            counter.clear()
            with torch.compiler.config.patch({"cache_key_tag": "test"}):
                f(torch.randn(2, 7))
                f(torch.randn(2, 8))
                self.assertEqual(counter.frame_count, 2)
                self.assertEqual(mock_cache.global_stats.dynamo_pgo, mock_cache.Stats(4, 1, 2))

    @torch._dynamo.config.patch(automatic_dynamic_remote_pgo=True, automatic_dynamic_local_pgo=False)
    def test_other_key(self):
        def f(x):
            return x * 2

        def run():
            self.again()
            counter = CompileCounter()
            compiled = torch.compile(f, backend=counter, fullgraph=True)
            compiled(torch.ones(4))
            compiled(torch.ones(5))
            return counter.frame_count

        with mock_cache.PatchCaches():
            with torch.compiler.config.patch(job_id="a", pgo_extra_write_key="sticky"):
                self.assertEqual(run(), 2)
            with torch.compiler.config.patch(job_id="b", pgo_extra_read_key="sticky"):
                self.assertEqual(run(), 1)
            with torch.compiler.config.patch(job_id="c"):
                self.assertEqual(run(), 2)

    def test_cache_entries(self):
        sizes = {}
        with fresh_cache(sizes):
            folder = os.environ["TORCHINDUCTOR_CACHE_DIR"]
            os.mkdir(os.path.join(folder, "triton"))
            with open(os.path.join(folder, "triton", "file"), "w") as file:
                file.write("abc")
        self.assertEqual(sizes, {"file": 3})
        self.assertFalse(os.path.exists(folder))


if __name__ == "__main__":
    result = unittest.TextTestRunner(stream=io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(ProfileTest))
    print(result.testsRun, result.failures, result.errors)
