"""Finds the nodes for which two ways to run a module give different results: the base that users derive minimizers from."""

from dataclasses import dataclass

from torch.fx import GraphModule, Interpreter
from torch.fx.passes.tools_common import CALLABLE_NODE_OPS

from .split_utils import split_by_tags

__all__ = ["FxNetMinimizerBadModuleError", "FxNetMinimizerResultMismatchError", "FxNetMinimizerRunFuncError"]


class FxNetMinimizerBadModuleError(Exception):
    """A split did not give a module that can be run."""


class FxNetMinimizerRunFuncError(Exception):
    """One of the two ways failed."""


class FxNetMinimizerResultMismatchError(Exception):
    """The two ways gave different results."""


@dataclass
class _MinimizerSettingBase:
    """accumulate_error feeds results of the second way forward; traverse_method is sequential, binary, block or accumulate; find_all looks for all
    culprits instead of the first; return_intermediate compares results inside a part, all_outputs all of its outputs."""

    accumulate_error: bool = False
    traverse_method: str = "sequential"
    find_all: bool = False
    return_intermediate: bool = False
    all_outputs: bool = False

    def __str__(self):
        return "FX Minimizer Settings:\n" + "".join(f"\t{k}: {v}\n" for k, v in vars(self).items())


class _Recorder(Interpreter):
    def __init__(self, module):
        super().__init__(module)
        self.results = {}

    def run_node(self, n):
        self.results[n.name] = super().run_node(n)
        return self.results[n.name]


class _MinimizerBase:
    """Derived classes have run_a and run_b; compare_fn takes two results and names of nodes and gives a number and whether they agree."""

    def __init__(self, module, sample_input, compare_fn, settings, module_exporter=None, exclusion_fn=None):
        assert isinstance(module, GraphModule)
        self.module, self.sample_input, self.compare_fn, self.settings = module, sample_input, compare_fn, settings
        self.module_exporter, self.exclusion_fn = module_exporter, exclusion_fn
        self.a_outputs, self.b_outputs, self.results, self.reports = {}, {}, {}, []
        self.iteration = 0
        self.callable_nodes = {n for n in module.graph.nodes if n.op in CALLABLE_NODE_OPS}
        recorder = _Recorder(module)
        recorder.run(*sample_input)
        self._eager = recorder.results
        print(str(settings))
        print(module.graph)

    def run_a(self, mod, inputs, report_idx=-1):
        raise RuntimeError("run_a() is not implemented.")

    def run_b(self, mod, inputs, report_idx=-1):
        raise RuntimeError("run_b() is not implemented.")

    def get_nodes(self, start=None, end=None):
        """The nodes from one named start to one named end."""
        return self._collect_nodes(start, end)

    def _collect_nodes(self, start, end):
        nodes, collecting = [], start is None
        for n in self.module.graph.nodes:
            collecting = collecting or n.name == start
            if collecting and n.op in CALLABLE_NODE_OPS and not (self.exclusion_fn is not None and self._excluded(n)):
                nodes.append(n)
            if n.name == end:
                break
        return nodes

    def _excluded(self, n):
        kept = [n]
        self.exclusion_fn(kept, 0, 1)
        return not kept

    def _build_submodule(self, nodes):
        """The module split so that nodes are one part, and the name of the part."""
        for n in self.module.graph.nodes:
            if n.op not in CALLABLE_NODE_OPS:
                continue
            n.tag = "minimize" if n in nodes else "main_1" if any(m.op in CALLABLE_NODE_OPS and m.tag in ("minimize", "main_1") for m in n.all_input_nodes) else "main_0"
        split = split_by_tags(self.module, ["main_0", "minimize", "main_1"])
        name = next((name for name, _ in split.named_children() if "minimize" in name), None)
        if name is None:
            raise FxNetMinimizerBadModuleError("Expected one submodule of the nodes to be minimized")
        return split, name

    def _inputs_of(self, submodule):
        return tuple((self.b_outputs if self.settings.accumulate_error else {}).get(n.name, self._eager[n.name]) for n in submodule.graph.nodes if n.op == "placeholder")

    def _run_and_compare(self, nodes):
        split, name = self._build_submodule(set(nodes))
        submodule = getattr(split, name)
        inputs = self._inputs_of(submodule)
        names = [n.name for n in submodule.graph.nodes if n.op in CALLABLE_NODE_OPS]
        output = submodule.graph.output_node().args[0]
        output_names = [n.name for n in output] if isinstance(output, (tuple, list)) else [output.name]
        try:
            a, b = self.run_a(submodule, inputs, self.iteration), self.run_b(submodule, inputs, self.iteration)
        except Exception as e:
            raise FxNetMinimizerRunFuncError(f"Exception occurred when running {names}: {e}") from e
        for key, x, y in zip(output_names, a if isinstance(a, (tuple, list)) else (a,), b if isinstance(b, (tuple, list)) else (b,)):
            self.a_outputs[key], self.b_outputs[key] = x, y
        number, agree = self.compare_fn(a, b, tuple(output_names))
        self.results[tuple(output_names)] = number
        print(" . Run and compare ...")
        print(f" . Numerical accuracy = {number}")
        if not agree:
            print(f" . Result mismatch for {tuple(output_names)}")
            if self.module_exporter:
                self.module_exporter(submodule, inputs, str(tuple(output_names)))
            raise FxNetMinimizerResultMismatchError(f"Result mismatch for {tuple(output_names)}")

    def _agrees(self, nodes):
        try:
            self._run_and_compare(nodes)
        except (FxNetMinimizerRunFuncError, FxNetMinimizerResultMismatchError) as e:
            return e
        return None

    def _sequential_traverse(self, nodes):
        culprits = set()
        for n in nodes:
            self.iteration += 1
            print(f"Sequential traverse iteration {self.iteration}.")
            print(f" . Visit node: {n.name}")
            error = self._agrees([n])
            if error is None:
                continue
            kind = "numeric" if isinstance(error, FxNetMinimizerResultMismatchError) else "run"
            print(f" . Found culprit from {kind} error: {n}")
            culprits.add(n)
            if not self.settings.find_all:
                break
        return culprits

    def _binary_traverse(self, nodes):
        self.iteration += 1
        print(f"Binary search iteration {self.iteration}")
        if self._agrees(nodes) is None:
            return set()
        if len(nodes) == 1:
            return set(nodes)
        middle = len(nodes) // 2
        culprits = self._binary_traverse(nodes[:middle])
        if culprits and not self.settings.find_all:
            return culprits
        culprits |= self._binary_traverse(nodes[middle:])
        return culprits or set(nodes)

    def _accumulate_traverse(self, nodes):
        if not self.settings.accumulate_error:
            print("Can't find initial culprit without accumulate_error set")
            return set()
        return self._sequential_traverse(nodes)

    def _block_traverse(self, nodes, find_last_node=None):
        """The smallest stretch that starts the difference, from the front, and where it ends."""
        low, high = 0, len(nodes)
        if self._agrees(nodes) is None:
            return set()
        while high - low > 1:
            middle = (low + high) // 2
            if self._agrees(nodes[:middle]) is None:
                low = middle
            else:
                high = middle
        return {nodes[high - 1]}

    def _skip_traverse(self, all_nodes, skip_nodes):
        """What differs among the nodes that are not to be skipped."""
        kept = [n for n in all_nodes if n.name not in skip_nodes]
        return set(kept) if kept and self._agrees(kept) is not None else set()

    def minimize(self, start=None, end=None, skip_nodes=None, find_last_node=None):
        """The nodes that make the difference, by the method of the settings."""
        nodes = self._collect_nodes(start, end)
        methods = {"sequential": self._sequential_traverse, "binary": self._binary_traverse, "accumulate": self._accumulate_traverse, "block": self._block_traverse}
        method = self.settings.traverse_method
        if method == "skip":
            if skip_nodes is None:
                raise RuntimeError("'skip_nodes' can't be None when 'traverse_method' is 'skip'.")
            return self._skip_traverse(nodes, skip_nodes)
        if method not in methods:
            raise RuntimeError(f"Unknown traverse method {method}!")
        return methods[method](nodes)

    def run_nodes(self, start=None, end=None):
        """Runs and compares a stretch of nodes as one part."""
        try:
            self._run_and_compare(self._collect_nodes(start, end))
        except (FxNetMinimizerRunFuncError, FxNetMinimizerResultMismatchError) as e:
            print(e)
