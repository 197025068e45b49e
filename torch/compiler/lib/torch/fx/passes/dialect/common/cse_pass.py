"""Equal computations are made once."""

import torch
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node
from torch.fx.passes.infra.pass_base import PassBase, PassResult
from torch.utils._pytree import tree_flatten

__all__ = ["get_CSE_banned_ops", "CSEPass"]

aten = torch.ops.aten
rand_ops = {
    getattr(aten, name) for name in ("dropout", "_fused_dropout", "_standard_gamma", "bernoulli", "multinomial", "native_dropout", "normal", "poisson", "binomial", "rrelu", "rand_like",
                                     "rand", "randint", "randn", "randperm") if hasattr(aten, name)
}
inplace_ops = {getattr(aten, name) for name in ("add_", "sub_", "mul_", "div_", "pow_", "lerp_", "relu_", "sigmoid_", "tanh_") if hasattr(aten, name)}


def get_CSE_banned_ops():
    """Operators whose calls are never taken for equal: random ones, and those that change their argument."""
    return rand_ops.union(inplace_ops)


class CSEPass(PassBase):
    """Common subexpression elimination."""

    def __init__(self, banned_ops=None):
        super().__init__()
        self.banned_ops = banned_ops if banned_ops is not None else set()

    def call(self, graph_module):
        def same(values):
            out = []
            for x in values:
                if isinstance(x, Node) and x in env:
                    x = env[x]
                if isinstance(x, list):
                    x = tuple(x)
                out.append((type(x), id(x) if isinstance(x, (Node, torch.SymInt)) else x))
            return tuple(out)

        modified, new, env, known = False, Graph(), {}, {}
        for n in graph_module.graph.nodes:
            banned = n.op in ("placeholder", "output", "get_attr") or getattr(n.target, "overloadpacket", n.target) in self.banned_ops
            if banned:
                env[n] = new.node_copy(n, lambda x: env[x])
                continue
            args, spec = tree_flatten(list(n.args))
            kwargs, kwspec = tree_flatten(dict(n.kwargs))
            key = (n.target, n.op, same(args), str(spec), same(kwargs), str(kwspec))
            try:
                earlier = known.get(key)
            except TypeError:  # an argument that has no hash is equal to nothing
                key, earlier = None, None
            if earlier is not None:
                modified = True
                env[n] = earlier
                continue
            env[n] = new.node_copy(n, lambda x: env[x])
            if key is not None:
                known[key] = env[n]
        return PassResult(GraphModule(graph_module, new), modified)
