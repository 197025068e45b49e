"""Traced and scripted functions against their originals."""

import io
import os
import tempfile

import torch
from torch.testing._internal.common_utils import TemporaryFileName, TestCase, enable_profiling_mode, enable_profiling_mode_for_profiling_tests, freeze_rng_state, is_iterable_of_tensors
from torch.utils._pytree import tree_map

FUSION_GROUP = "prim::TensorExprGroup"
nn_functional_single_grad = frozenset(f"test_nn_{name}" for name in ("pdist", "multilabel_margin_loss", "max_unpool3d", "multi_margin_loss", "binary_cross_entropy", "binary_cross_entropy_size_average", "ctc_loss", "grid_sample"))


def check_output_types(self, func, ref_outputs, args, kwargs):
    """A result is of the type that the function's graph declares."""
    graph = getattr(func, "last_graph", None)
    if isinstance(graph, torch._C.Graph):
        kinds = [o.type() for o in graph.outputs()]
        self.assertTrue(len(kinds) == 1)
        torch._C._jit_assert_is_instance(ref_outputs, kinds[0])


def check_against_reference(self, func, reference_func, output_func, args, kwargs=None, allow_unused=True, check_types=True, no_grad=False, no_gradgrad=False):
    """A function gives what another one gives: results, gradients, and gradients of these."""
    from torch.testing._internal.jit_metaprogramming_utils import partial_apply_nontensors

    expected_of, parts = partial_apply_nontensors(reference_func, args, kwargs or {})
    got_of, _ = partial_apply_nontensors(func, args, kwargs or {})

    def run(f, tensors):
        with freeze_rng_state():
            out = f(*tensors)
        return out, output_func(out)

    plain, _ = run(expected_of, _detached(parts.all_tensors))
    got, _ = run(got_of, _detached(parts.all_tensors))
    self.assertEqual(output_func(plain), output_func(got))
    if check_types:
        check_output_types(self, func, plain, args, kwargs)
    if no_grad:
        return

    found = []
    for f in (expected_of, got_of):
        tensors = _recording(parts.all_tensors)
        leaves = [t for t in _flat(tensors) if t.requires_grad]
        _, outs = run(f, tensors)
        with freeze_rng_state():
            grads = torch.autograd.grad(_total(outs), leaves, allow_unused=allow_unused, create_graph=not no_gradgrad)
            second = None
            if not no_gradgrad:
                total = _total(grads)
                second = torch.autograd.grad(total, leaves, allow_unused=allow_unused) if isinstance(total, torch.Tensor) and total.requires_grad else None
        found.append((outs, grads, second))
    (outs, grads, second), (got_outs, got_grads, got_second) = found
    self.assertEqual(outs, got_outs)
    self.assertEqual(grads, got_grads)
    self.assertEqual(second is None, got_second is None)
    for a, b in zip(second or (), got_second or ()):
        self.assertEqual(a is None, b is None)
        if a is not None:
            self.assertEqual(a, b, atol=5e-4, rtol=1e-4)


def _flat(tensors):
    return [t for x in tensors for t in (x if isinstance(x, (list, tuple)) else [x])]


def _differentiable(t):
    return t.is_floating_point() or t.is_complex()


def _detached(tensors):
    return tree_map(lambda t: t.detach().clone(), list(tensors))


def _recording(tensors):
    return tree_map(lambda t: t.detach().clone().requires_grad_(t.requires_grad) if _differentiable(t) else t.clone(), list(tensors))


def _total(outs):
    """One number of all results, to which each contributes in its own measure."""
    if isinstance(outs, torch.Tensor):
        outs = (outs,)
    return sum((i + 1) * (t.sum().abs() if t.is_complex() else t.sum()) for i, t in enumerate(outs) if t is not None and _differentiable(t))


class JitCommonTestCase(TestCase):
    """What tests of scripts and of traces share."""

    def createFunctionFromGraph(self, trace):
        graph = trace if isinstance(trace, torch._C.Graph) else trace.graph()
        return torch._C._create_function_from_graph("forward", graph)

    def assertExportImport(self, trace, inputs):
        function = torch._C._create_function_from_graph("forward", trace)
        self.assertExportImportModule(function, inputs)

    def assertExportImportModule(self, m, inputs):
        copied = self.getExportImportCopy(m)
        with freeze_rng_state():
            a = m(*inputs)
        with freeze_rng_state():
            b = copied(*inputs)
        self.assertEqual(a, b)

    def runAndSaveRNG(self, func, inputs, kwargs=None):
        with freeze_rng_state():
            return func(*inputs, **(kwargs or {}))

    def getExportImportCopy(self, m, also_test_file=True, map_location=None):
        buffer = io.BytesIO()
        torch.jit.save(m, buffer)
        buffer.seek(0)
        imported = torch.jit.load(buffer, map_location=map_location)
        if not also_test_file:
            return imported
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "module.pt")
            torch.jit.save(imported, path)
            return torch.jit.load(path, map_location=map_location)

    def assertAutodiffNode(self, graph, should_autodiff_node, nonfusible_nodes, fusible_nodes):
        """Nodes of some kinds are in stretches that are differentiated as a whole, or some are not; None leaves it open."""
        if should_autodiff_node is None:
            return
        stretches = [n.g("Subgraph") for n in graph.findAllNodes("prim::DifferentiableGraph")]
        groups = [n.g("Subgraph") for g in stretches for n in g.findAllNodes(FUSION_GROUP)]

        def among(kind, graphs):
            return any(g.findNode(kind) is not None for g in graphs)

        outside = [kind for kind in nonfusible_nodes if not among(kind, stretches)]
        unfused = [kind for kind in fusible_nodes if not among(kind, groups)]
        found = not outside and not unfused
        if should_autodiff_node == found:
            return
        inside = [kind for kind in nonfusible_nodes if kind not in outside]
        fused = [kind for kind in fusible_nodes if kind not in unfused]
        self.assertEqual(should_autodiff_node, found, self.autoDiffErrorMessage(should_autodiff_node, outside, unfused, [], fused, inside))

    def autoDiffErrorMessage(self, should_autodiff_node, nodes_not_in_diff_graph, fusion_nodes_not_found, non_fusible_nodes_being_fused, fusion_nodes_found, nodes_in_diff_graph):
        message = "\nFailure in testing nodes' autodifferentiation. "
        if should_autodiff_node:
            message += "One or more nodes were expected to be autodiffed, but were not found in specified fusible/nonfusible DifferentiableGraph groups. \nSpecifically:"
            if nodes_not_in_diff_graph:
                message += (f"\n  {nodes_not_in_diff_graph} were not in one of the DifferentiableGraphs when they were expected to be. Did you intend for these nodes to be autodiffed? "
                            "If not, remove them from the list of nonfusible nodes.")
            if fusion_nodes_not_found:
                message += (f"\n  {fusion_nodes_not_found} were not in one of the FusionGroups of the DifferentiableGraphs when they were expected to be. They were also not found in an outer DifferentiableGraph. "
                            "Did you intend for these nodes to be autodifferentiated? If not, you should remove these nodes from the test's fusible nodes. Otherwise your autodifferentiation logic might be wrong.")
            return message
        message += ("One or more nodes were not expected to be autodiffed but were found in a DifferentiableGraph or in a FusionGroup of a DifferentiableGraph. Did you intend for these nodes to be autodiffed? "
                    "If so, change this test to expect autodifferentiation. \nSpecifically:")
        if fusion_nodes_found:
            message += f"\n  {fusion_nodes_found} were not expected to be in one of the DifferentiableGraphs, but appeared in a FusionGroup of a DifferentiableGraph. "
        if nodes_in_diff_graph:
            message += f"\n  {nodes_in_diff_graph} were not expected to be in one of the DifferentiableGraphs but were."
        return message

    def checkShapeAnalysis(self, out_sizes, traced_graph, assert_propagation, constant_prop=True):
        """Sizes that propagate over a graph are those of its results, or less is known of them."""
        before = torch._C._jit_symbolic_shapes_test_mode_enabled()
        torch._C._jit_erase_non_input_shape_information(traced_graph)
        if constant_prop:
            torch._C._jit_pass_constant_propagation(traced_graph)
        torch._C._jit_pass_propagate_shapes_on_graph(traced_graph)
        self.assertEqual(before, torch._C._jit_symbolic_shapes_test_mode_enabled())
        kind = next(traced_graph.outputs()).type()

        def agree(known, sizes):
            if known is None:
                self.assertFalse(assert_propagation)
                return
            for a, b in zip(known, sizes):
                self.assertTrue(not assert_propagation if a is None else a == b)

        if isinstance(kind, torch._C.TensorType):
            agree(kind.varyingSizes(), out_sizes)
            return
        parts = kind.elements() if isinstance(kind, torch._C.TupleType) else [kind]
        for part, sizes in zip(parts, out_sizes):
            if isinstance(part, torch._C.TensorType):
                agree(part.varyingSizes(), sizes)
