"""The smallest part of a graph that still fails a test."""
import copy
import sys

import torch
from torch import fx

from .compile_utils import get_outputs, get_placeholders

__all__ = ["dump_state", "minifier"]


def dump_state(fx_g, inps):
    """Prints a program with a graph and inputs of the shapes that it fails for."""
    shapes = [(tuple(i.shape), i.dtype, i.device.type) for i in inps]
    print(f"\n# Working Repro with {len(fx_g.graph.nodes)} nodes\ninps = {shapes}\n"
          "inps = [torch.zeros(())] + [torch.ones(shape, dtype=dtype, device=device) for (shape, dtype, device) in inps]\n"
          f"{fx_g.code}\n")


class _Search:
    """The smallest failing graph so far with its inputs; every step tries smaller ones."""

    def __init__(self, module, inps, fails):
        self.root, self.graph, self.inps = module, module.graph, list(inps)
        self.fails, self.queries = fails, 0

    def try_(self, graph, inps):
        """Takes a smaller graph if it fails, too."""
        if len(graph.nodes) > len(self.graph.nodes):
            return False
        graph.lint()
        self.queries += 1
        module = fx.GraphModule(self.root, copy.deepcopy(graph))
        if not self.fails(module, inps):
            return False
        self.graph, self.inps = graph, inps
        return True

    def values(self):
        """What every node gives for the inputs."""
        found = {}

        class Run(fx.Interpreter):
            def run_node(self, n):
                found[n.name] = super().run_node(n)
                return found[n.name]

        with torch.random.fork_rng():
            Run(fx.GraphModule(self.root, self.graph)).run(*self.inps)
        return found

    def truncate(self):
        """Ends the graph earlier, at the first node where it still fails."""
        nodes = [n for n in self.graph.nodes if n.op not in ("placeholder", "output", "get_attr")]
        for last in nodes[:-1]:
            graph, copies = fx.Graph(), {}
            for n in self.graph.nodes:
                if n.op != "output":
                    copies[n] = graph.node_copy(n, copies.__getitem__)
                if n is last:
                    break
            for n in get_placeholders(self.graph):
                if n not in copies:
                    return False
            graph.output((copies[last],))
            if self.try_(graph, self.inps):
                return True
        return False

    def drop_outputs(self):
        outputs = get_outputs(self.graph)
        for i in range(len(outputs) - 1, -1, -1):
            if len(outputs) == 1:
                break
            kept = outputs[:i] + outputs[i + 1:]
            graph, copies = fx.Graph(), {}
            for n in self.graph.nodes:
                if n.op != "output":
                    copies[n] = graph.node_copy(n, copies.__getitem__)
            graph.output(tuple(copies[o] if isinstance(o, fx.Node) else o for o in kept))
            if self.try_(graph, self.inps):
                return True
        return False

    def drop_dead(self):
        graph = copy.deepcopy(self.graph)
        return graph.eliminate_dead_code() and self.try_(graph, self.inps)

    def drop_inputs(self):
        graph = copy.deepcopy(self.graph)
        kept = []
        for n, value in zip(get_placeholders(graph), self.inps):
            if n.users:
                kept.append(value)
            else:
                graph.erase_node(n)
        return len(kept) < len(self.inps) and self.try_(graph, kept)

    def replace_by_inputs(self):
        """Makes runs of nodes inputs, half of the graph at first, one at last."""
        values = self.values()
        nodes = [n for n in self.graph.nodes if n.op not in ("placeholder", "output") and isinstance(values[n.name], torch.Tensor)]
        size = 1 << max(len(nodes).bit_length() - 1, 0)
        while size:
            for start in range(0, len(nodes), size):
                chosen = set(nodes[start:start + size])
                graph, copies, given = fx.Graph(), {}, {}
                for n, value in zip(get_placeholders(self.graph), self.inps):
                    copies[n] = graph.node_copy(n, copies.__getitem__)
                    given[copies[n]] = value
                for n in nodes:
                    if n in chosen:
                        copies[n] = graph.placeholder(n.name)
                        given[copies[n]] = values[n.name]
                for n in self.graph.nodes:
                    if n not in copies:
                        copies[n] = graph.node_copy(n, copies.__getitem__)
                graph.eliminate_dead_code()
                for n in list(given):
                    if not n.users:
                        graph.erase_node(n)
                        del given[n]
                if len(graph.nodes) < len(self.graph.nodes) and self.try_(graph, list(given.values())):
                    return True
            size //= 2
        return False


def minifier(fail_f, inps, module_fails, dump_state=dump_state, *, save_dir=None, offload_to_disk=False, skip_offload=False, skip_sanity=False, max_granularity=None):
    """The smallest graph that is found from fail_f for which module_fails(module, inputs) still holds, with its inputs."""
    search = _Search(fail_f, inps, module_fails)
    print(f"Started off with {len(fail_f.graph.nodes)} nodes", file=sys.stderr)
    if not skip_sanity and not module_fails(fx.GraphModule(fail_f, copy.deepcopy(fail_f.graph)), list(inps)):
        raise RuntimeError("Input graph did not fail the tester")
    steps = (search.truncate, search.drop_outputs, search.drop_dead, search.drop_inputs, search.replace_by_inputs)
    while any(step() for step in steps):
        print(f"SUCCESS: {len(search.graph.nodes)} nodes", file=sys.stderr)
    print(f"Made {search.queries} queries", file=sys.stderr)
    module = fx.GraphModule(fail_f, search.graph)
    dump_state(module, search.inps)
    return module, search.inps
