"""Modules and graphs that run on their own: torch._C._jit_to_static_module."""

import time

import torch
from torch._C import _script

__all__ = []


class IndividualMetrics:
    """What the parts of runs took, in milliseconds."""

    def __init__(self, setup, first, time_per_node):
        self.setup_time, self.first_iter_time = setup, first
        self.memory_alloc_time = self.memory_dealloc_time = self.output_dealloc_time = 0.0
        self.time_per_node = time_per_node
        self.total_time = sum(time_per_node)
        self.total_nodes_count = len(time_per_node)
        self.time_per_node_type = self.percent_per_node_type = self.instances_per_node_type = {}
        self.out_nodes_count = 0
        self.out_nodes = set()


class StaticModule:
    """A scripted module, or a graph, as a function of its inputs."""

    IndividualMetrics = IndividualMetrics
    __module__ = "torch"

    def __init__(self, method, graph):
        self._method, self._graph = method, graph

    def __call__(self, *args, **kwargs):
        with torch.no_grad():
            return self._method(*args, **kwargs)

    def runAsync(self, args, kwargs):
        """A future of what a call gives."""
        future = torch.futures.Future()
        future.set_result(self(*args, **kwargs))
        return future

    def _times(self, args, kwargs, warmup_runs, main_runs):
        times = []
        for _ in range(warmup_runs + main_runs):
            start = time.perf_counter()
            self(*args, **kwargs)
            times.append((time.perf_counter() - start) * 1e3)
        return times[0], sum(times[warmup_runs:]) / max(main_runs, 1)

    def benchmark(self, args, kwargs, warmup_runs, main_runs):
        """Prints how long runs take."""
        _, mean = self._times(args, kwargs, warmup_runs, main_runs)
        print(f"Static runtime ms per iter: {mean:g}. Iters per second: {1e3 / mean:g}")

    def benchmark_individual_ops(self, args, kwargs, warmup_runs, main_runs):
        """What the parts of runs take; the nodes have equal shares."""
        first, mean = self._times(args, kwargs, warmup_runs, main_runs)
        count = sum(node.kind() != "prim::Constant" for node in self._graph.nodes())
        return IndividualMetrics(0.0, first, [mean / max(count, 1)] * count)


def _jit_to_static_module(of):
    """A module's forward, or a graph."""
    if isinstance(of, torch._C.Graph):
        graph = of.copy()
        return StaticModule(torch._C._create_function_from_graph("forward", graph), graph)
    method = _script.module_method(of, "forward", False)
    return StaticModule(method, method.inlined_graph)
