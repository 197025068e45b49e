"""Takes what exported programs assert as they run out of their graphs."""

import torch
from torch.fx.passes.infra.pass_base import PassBase, PassResult


class _RemoveRuntimeAssertionsPass(PassBase):
    """Erases the assertions of a graph and of the graphs inside it; what they asserted stays."""

    def call(self, graph_module):
        asserts = (torch.ops.aten._assert_async.msg, torch.ops.aten._assert_scalar.default, torch.ops.aten._assert_tensor_metadata.default)
        modified = False
        for module in graph_module.modules():
            if not isinstance(module, torch.fx.GraphModule):
                continue
            for node in list(module.graph.nodes):
                if node.op == "call_function" and node.target in asserts and not node.users:
                    module.graph.erase_node(node)
                    modified = True
        if modified:
            graph_module.recompile()
        return PassResult(graph_module, modified)
