"""Splitting a module between an accelerator that runs some operators and the rest."""

import collections
import dataclasses
import logging
from typing import Any, NamedTuple

import torch
from torch.fx.passes.operator_support import get_node_target
from torch.fx.passes.shape_prop import ShapeProp
from torch.fx.passes.split_utils import split_by_tags
from torch.fx.passes.tools_common import CALLABLE_NODE_OPS, FxNetAccFusionsFinder, is_node_output_tensor

__all__ = ["FxNetAccNodesFinder", "FxNetSplitterInternalError", "Subgraph", "SplitResult", "generate_inputs_for_submodules"]
_LOGGER = logging.getLogger(__name__)

DEFAULT_MIN_ACC_MODULE_SIZE = 1
DEFAULT_SKIP_FUSION = False
DEFAULT_ALLOW_NON_TENSOR = False


class FxNetSplitterInternalError(Exception):
    """A module cannot be split as it should be."""


class _SplitterSettingBase:
    """What a split is asked to be like."""

    def __init__(self, min_acc_module_size=DEFAULT_MIN_ACC_MODULE_SIZE, skip_fusion=DEFAULT_SKIP_FUSION, allow_non_tensor=DEFAULT_ALLOW_NON_TENSOR, max_acc_splits=-1, move_non_tensor_nodes_on_boundary=False):
        self.min_acc_module_size, self.skip_fusion, self.allow_non_tensor, self.max_acc_splits = min_acc_module_size, skip_fusion, allow_non_tensor, max_acc_splits
        self.move_non_tensor_nodes_on_boundary = move_non_tensor_nodes_on_boundary


@dataclasses.dataclass
class Subgraph:
    """Nodes in the order of the graph, for the accelerator or not."""

    is_acc: bool
    nodes: list
    device_ordinal: int | None = None


class SplitResult(NamedTuple):
    split_module: torch.fx.GraphModule
    submodule_inputs: dict[str, Any]
    non_acc_submodule_prefix: str


def generate_inputs_for_submodules(model, inputs, target_submodules, deepcopy=False):
    """What submodules are called with when the model runs on inputs."""
    import copy

    handles, found = [], {}
    names = {module: name for name, module in model.named_modules()}

    def note(module, given):
        found[names[module]] = copy.deepcopy(given) if deepcopy else given

    for name, module in model.named_modules():
        if name in target_submodules:
            if not isinstance(module, torch.jit.ScriptModule):
                handles.append(module.register_forward_pre_hook(note))
    try:
        with torch.no_grad():
            model(*inputs)
    finally:
        for handle in handles:
            handle.remove()
    return found


class FxNetAccNodesFinder:
    """The nodes that an accelerator can run: supported ones, whose operands and results are tensors, where others are not allowed."""

    def __init__(self, module, operator_support, allow_non_tensor):
        self.module, self.operator_support, self.allow_non_tensor = module, operator_support, allow_non_tensor
        self.acc_nodes = set()

    def reduce_acc_nodes_non_tensor_input_helper(self, cpu_worklist):
        """Leaves out what follows, over values that are no tensors, from nodes that are left out."""
        while cpu_worklist:
            node = cpu_worklist.pop(0)
            for user in node.users:
                if user in self.acc_nodes:
                    self.acc_nodes.remove(user)
                    if not is_node_output_tensor(user):
                        cpu_worklist.append(user)

    def reduce_acc_nodes_non_tensor_input(self):
        work = [n for n in self.module.graph.nodes if n not in self.acc_nodes and n.op in CALLABLE_NODE_OPS and not is_node_output_tensor(n)]
        self.reduce_acc_nodes_non_tensor_input_helper(work)

    def reduce_acc_nodes_non_tensor_output(self):
        """Leaves out nodes whose results are no tensors and are read by others than the accelerator."""
        while True:
            leaving = [n for n in self.acc_nodes if not is_node_output_tensor(n) and any(user not in self.acc_nodes for user in n.users)]
            if not leaving:
                return
            for node in leaving:
                self.acc_nodes.remove(node)
            self.reduce_acc_nodes_non_tensor_input_helper(leaving)

    def __call__(self):
        modules = dict(self.module.named_modules())
        self.acc_nodes = {n for n in self.module.graph.nodes if n.op in CALLABLE_NODE_OPS and self.operator_support.is_node_supported(modules, n)}
        if not self.allow_non_tensor:
            self.reduce_acc_nodes_non_tensor_input()
            self.reduce_acc_nodes_non_tensor_output()
        return self.acc_nodes


class _SplitterBase:
    """Splits a module: the largest stretches that an accelerator can run become submodules _run_on_acc_N, the rest others."""

    PCIe_BW = 100 * 2**30

    def __init__(self, module, sample_input, operator_support, settings, non_acc_submodule_name="_run_on_cpu_", return_tuple=False, nodes_finder=None):
        if not isinstance(module, torch.fx.GraphModule):
            raise AssertionError(f"Expected GraphModule, got {type(module)}")
        self.module, self.sample_input, self.operator_support, self.settings = module, sample_input, operator_support, settings
        ShapeProp(self.module).propagate(*sample_input)
        self.acc_nodes = (nodes_finder or FxNetAccNodesFinder(self.module, operator_support, settings.allow_non_tensor))()
        self.fusions = {} if settings.skip_fusion else FxNetAccFusionsFinder(module, self.acc_nodes)()
        self.deps = self.find_deps()
        self.update_deps_for_fusions()
        self.non_acc_submodule_name = non_acc_submodule_name
        self._node_submodule_map = {}
        self._return_tuple = return_tuple
        self.tags = []

    def get_node_submodule_map(self):
        """The submodule that each node went to, by the node's name."""
        return self._node_submodule_map

    def find_deps(self):
        """Of each node those that it reads."""
        deps = collections.defaultdict(set)
        for node in self.module.graph.nodes:
            if node.op in CALLABLE_NODE_OPS:
                for user in node.users:
                    if user.op != "output":
                        deps[user].add(node)
        return deps

    def update_deps_for_fusions(self):
        """Nodes that go together depend on whatever one of them depends on."""
        for node, fusion in self.fusions.items():
            for member in fusion:
                self.deps[node].update(self.deps[member] - fusion)
            for user in list(self.deps):
                if user not in fusion and node in self.deps[user]:
                    self.deps[user].update(fusion)

    def starter_nodes(self):
        """The nodes that only inputs lead to: those of the rest, and those of the accelerator."""
        nodes = [n for n in self.module.graph.nodes if n.op in CALLABLE_NODE_OPS and not self.deps[n]]
        return {n for n in nodes if n not in self.acc_nodes}, {n for n in nodes if n in self.acc_nodes}

    def put_nodes_into_subgraphs(self):
        """Stretches by turns for the rest and for the accelerator, each as long as possible."""
        waiting = [n for n in self.module.graph.nodes if n.op in CALLABLE_NODE_OPS]
        done, subgraphs = set(), []
        acc = not any(n not in self.acc_nodes and not self.deps[n] for n in waiting)
        while waiting:
            stretch = []
            moved = True
            while moved:
                moved = False
                for n in list(waiting):
                    if (n in self.acc_nodes) == acc and self.deps[n] <= done | (self.fusions.get(n, set()) & set(waiting)):
                        group = [n] if n not in self.fusions else [m for m in waiting if m in self.fusions[n]]
                        if not all(self.deps[m] - set(group) <= done for m in group):
                            continue
                        for m in group:
                            stretch.append(m)
                            waiting.remove(m)
                            done.add(m)
                        moved = True
                        break
            if stretch:
                subgraphs.append(Subgraph(is_acc=acc, nodes=stretch))
            elif subgraphs and not any((n in self.acc_nodes) != acc for n in waiting):
                raise FxNetSplitterInternalError("Subgraph can't be empty")
            acc = not acc
        order = {n: i for i, n in enumerate(self.module.graph.nodes)}
        for subgraph in subgraphs:
            subgraph.nodes.sort(key=order.__getitem__)
        return subgraphs

    def remove_small_acc_subgraphs(self, subgraphs):
        """Stretches for the accelerator that are too short join the rest."""
        result = []
        for subgraph in subgraphs:
            small = subgraph.is_acc and len(subgraph.nodes) < self.settings.min_acc_module_size
            if small:
                _LOGGER.debug("Eliminating acc subgraph because it's smaller than the threshold: %d < %d", len(subgraph.nodes), self.settings.min_acc_module_size)
            if result and not result[-1].is_acc and (small or not subgraph.is_acc):
                result[-1].nodes.extend(subgraph.nodes)
            else:
                result.append(Subgraph(subgraph.is_acc and not small, subgraph.nodes))
        return result

    def tag(self, subgraphs):
        self.tags = []
        for i, subgraph in enumerate(subgraphs):
            tag = f"_run_on_acc_{i}" if subgraph.is_acc else f"{self.non_acc_submodule_name}{i}"
            self.tags.append(tag)
            for node in subgraph.nodes:
                if hasattr(node, "tag"):
                    raise FxNetSplitterInternalError(f"Node {node} was already tagged")
                node.tag = tag
                self._node_submodule_map[node.name] = tag

    def split(self, remove_tag=False):
        made = split_by_tags(self.module, self.tags, return_tuple=self._return_tuple)
        if remove_tag:
            for node in self.module.graph.nodes:
                if hasattr(node, "tag"):
                    del node.tag
        return made

    def __call__(self):
        subgraphs = self.remove_small_acc_subgraphs(self.put_nodes_into_subgraphs())
        accelerated, others = sum(s.is_acc for s in subgraphs), sum(not s.is_acc for s in subgraphs)
        if 0 < self.settings.max_acc_splits < accelerated:
            raise ValueError(f"Cannot fulfill max_acc_splits limit. This may cause split fragmentation and result in performance issues. Got {accelerated} acc subgraphs and {others} non-acc subgraphs.")
        self.tag(subgraphs)
        return self.split()

    def generate_split_results(self):
        """The split module, with what its parts are called with."""
        split_module = self()
        names = [name for name, _ in split_module.named_children()]
        if self.settings.max_acc_splits > 0 and len(names) > self.settings.max_acc_splits:
            raise ValueError(f"Cannot fulfill max_acc_splits limit. This may cause split fragmentation and result in performance issues. Got {len(names)} submodules.")
        return SplitResult(split_module, generate_inputs_for_submodules(split_module, self.sample_input, names), self.non_acc_submodule_name)

    def node_support_preview(self, dump_graph=False):
        """Which operators the accelerator runs, as a text."""
        kinds = {True: collections.Counter(), False: collections.Counter()}
        modules = dict(self.module.named_modules())
        for node in self.module.graph.nodes:
            if node.op in CALLABLE_NODE_OPS:
                kinds[node in self.acc_nodes][get_node_target(modules, node)] += 1
        text = ""
        for supported, title in ((True, "\nSupported node types in the model:\n"), (False, "\nUnsupported node types in the model:\n")):
            text += title + "".join(f"{name}: {count}\n" for name, count in kinds[supported].items())
        print(text)
        return text
