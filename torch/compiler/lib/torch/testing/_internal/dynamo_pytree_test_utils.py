"""Test cases that register containers and take them out again."""

import torch.utils._pytree as pytree
from torch._dynamo.test_case import TestCase


class PytreeRegisteringTestCase(TestCase):
    def setUp(self):
        super().setUp()
        self.registered_nodes = []
        self.registered_constants = []

    def tearDown(self):
        for cls in self.registered_nodes:
            pytree._deregister_pytree_node(cls)
        for cls in self.registered_constants:
            pytree._deregister_pytree_node(cls)
        super().tearDown()

    def register_pytree_node(self, cls, *args, **kwargs):
        pytree.register_pytree_node(cls, *args, **kwargs)
        self.registered_nodes.append(cls)

    def register_constant(self, cls):
        pytree.register_constant(cls)
        self.registered_constants.append(cls)
