"""TestCase of the inductor's tests."""

import contextlib

from torch._dynamo.test_case import TestCase as DynamoTestCase, run_tests as dynamo_run_tests
from torch._inductor import config


def run_tests(needs=()):
    dynamo_run_tests(needs)


class TestCase(DynamoTestCase):
    """Tests start with fresh caches."""

    def setUp(self):
        super().setUp()
        self._inductor_test_stack = contextlib.ExitStack()
        self._inductor_test_stack.enter_context(config.patch(fx_graph_cache=True))

    def tearDown(self):
        super().tearDown()
        self._inductor_test_stack.close()
