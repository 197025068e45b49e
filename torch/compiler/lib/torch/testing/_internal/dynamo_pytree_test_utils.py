"""Test cases that register containers."""

from torch.testing._internal.common_utils import TestCase


class PytreeRegisteringTestCase(TestCase):
    def setUp(self):
        super().setUp()
        self.registered_nodes = []

    def register_pytree_node(self, cls, *args, **kwargs):
        import torch.utils._pytree as pytree

        pytree.register_pytree_node(cls, *args, **kwargs)
        self.registered_nodes.append(cls)
