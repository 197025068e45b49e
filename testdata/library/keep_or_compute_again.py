"""Choices of results to keep for the backward pass, what they cost, and what logs say of them; functional optimizers beside those of torch.optim."""
import unittest.mock
import warnings

import torch
import torch._functorch._activation_checkpointing.ac_logging_utils as logs
from torch._functorch._activation_checkpointing.graph_info_provider import GraphInfoProvider
from torch._functorch._activation_checkpointing.knapsack import dp_knapsack, dp_knapsack_sliding_hirschberg, greedy_knapsack
from torch._functorch._activation_checkpointing.knapsack_evaluator import KnapsackEvaluator
from torch.distributed.optim import _apply_optimizer_in_backward, _get_in_backward_optimizers, as_functional_optim
from torch.distributed.optim.utils import functional_optim_map, register_functional_optim
from torch.fx import Graph

warnings.simplefilter("ignore")


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


for memory, runtime, most in [([.1, .1, .1, .1], [1., 1., 1., 1.], .2), ([.2, .1, .1, .3, .2], [2., 1., 1., 3., 2.], .4), ([.2, .1, .1, .3, .2], [2., 1., 1., 3., 2.], .5),
                              ([.5], [1.], .4), ([.3, .3, .3], [0., 0., 0.], .6), ([.7, .2, .2, .1, .05, .3], [7., 2., 2.5, 1., .5, 3.], .75)]:
    print(*(f(memory, runtime, most) for f in (dp_knapsack, dp_knapsack_sliding_hirschberg, greedy_knapsack)))

info = GraphInfoProvider(
    graph_nodes_in_order=["node1", "node2", "node3", "node4", "node5", "output"],
    graph_edges=[("node1", "node2"), ("node2", "node3"), ("node3", "node4"), ("node4", "node5"), ("node5", "output"), ("node1", "output")],
    all_recomputable_banned_nodes=["node1", "node2", "node5"], recorded_knapsack_input_memories=[0.1, 0.2, 0.2], recorded_knapsack_input_runtimes=[100.0, 50.0, 51.0])
print(info.get_non_ac_peak_memory(), info.get_theoretical_max_runtime(), info.get_knapsack_memory_input(), info.get_knapsack_runtime_input())
for graph in (info.recomputable_node_only_graph, info.recomputable_node_only_graph_with_larger_graph_context, info.full_joint_nx_graph):
    print(graph, sorted(graph.nodes), sorted(graph.edges))
print(info.simplified_fx_joint_graph)
evaluator = KnapsackEvaluator(graph_info_provider=info)
print(evaluator.evaluate_knapsack_output([0], [1, 2]))
print(evaluator.evaluate_knapsack_output([0], [1, 2], account_for_backward_pass=True))
attempt(lambda: evaluator.evaluate_knapsack_output([0], [1]))
for result in evaluator.evaluate_distribution_of_results_for_knapsack_algo(dp_knapsack, [0.1, 0.3]):
    print(result)
print(evaluator.get_knee_point_memory_budget(dp_knapsack, max_mem_budget=0.5, min_mem_budget=0.1, iterations=5))

g = Graph()
a = g.placeholder("a")
b = g.call_method("sin", (a,))
b.meta["stack_trace"] = "here"
g.output(b)
print(logs.create_joint_graph_edges(g), logs.create_joint_graph_node_information(g, {"a": 0}))
with unittest.mock.patch.object(logs, "trace_structured") as trace:
    logs.create_structured_trace_for_min_cut_info(
        joint_graph=g, all_recomputable_banned_nodes=[a, b], saved_node_idxs=[0], recomputable_node_idxs=[1], expected_runtime=1.0, memories_banned_nodes=[1.0, 2.0],
        normalized_memories_banned_nodes=[1.0, .5], runtimes_banned_nodes=[1.0, 3.], min_cut_saved_values=[a], memory_budget=.5, min_act_size=1., max_act_size=2.,
        saved_values_act_size=3., more_aggressive_saved_values_mem_ratio=4., aggressive_recomputation_saved_values_mem_ratio=5.)
    print(trace.call_args.args, {name: f() for name, f in trace.call_args.kwargs.items()})

for cls in functional_optim_map:
    functional = functional_optim_map[cls]
    torch.manual_seed(0)
    start = [torch.randn(3), torch.randn(2, 2)]
    plain, given = ([t.clone().requires_grad_() for t in start] for _ in range(2))
    optimizer, other = cls(plain, lr=0.05), functional(given, lr=0.05)
    for step in range(3):
        gradients = [torch.randn(3), torch.randn(2, 2)]
        for p, gradient in zip(plain, gradients):
            p.grad = gradient
        optimizer.step()
        other.step(gradients)
    print(cls.__name__, functional.__module__, other.defaults, all(torch.equal(p, q) for p, q in zip(plain, given)), [p.grad for p in given])
    attempt(lambda: functional([], 0.1))
    attempt(lambda: other.step([]))
p = torch.ones(2, requires_grad=True)
functional = functional_optim_map[torch.optim.Adam]([], 0.1, _allow_empty_param_list=True)
functional.step_param(p, torch.full((2,), 2.0))
functional.step_param(p, None)
print(p, functional.state, functional.param_group)
for settings in (dict(lr=-1.0), dict(betas=(1.0, 0.9)), dict(betas=(0.1, -1)), dict(weight_decay=-1.0)):
    attempt(lambda: functional_optim_map[torch.optim.AdamW]([p], **settings))
print(as_functional_optim(torch.optim.SGD, 0.1, momentum=0.5).defaults)
attempt(lambda: as_functional_optim(torch.optim.LBFGS))
register_functional_optim(torch.optim.SGD, 3)
print(functional_optim_map[torch.optim.SGD].__name__)

torch.manual_seed(0)
model = torch.nn.Linear(3, 2)
_apply_optimizer_in_backward(torch.optim.SGD, model.parameters(), {"lr": 0.1})
before = model.weight.detach().clone()
model(torch.ones(1, 3)).sum().backward()
print(model.weight - before, model.weight.grad, [type(o).__name__ for o in _get_in_backward_optimizers(model)], model.weight._optimizer_kwargs, model.weight._optimizer_classes)
