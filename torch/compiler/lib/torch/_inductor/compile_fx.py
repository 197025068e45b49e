"""The compiler of graphs under the names of the inductor."""

from torch._inductor.constant_folding import CONST_MODULE_TAG, META_TAG, replace_node_with_constant, run_and_get_constant_graph
from torch._inductor.decomposition import select_decomp_table  # noqa: F401


def compile_fx(model_, example_inputs_, inner_compile=None, config_patches=None, decompositions=None, ignore_shape_env=False):
    from torch._dynamo.backends.registry import lookup_backend

    compiled = lookup_backend("inductor")(model_, example_inputs_)

    def call(*args):
        return list(compiled(*args))

    return call


def compile_fx_inner(gm, example_inputs, **kwargs):
    return gm.forward


def split_const_gm(gm, skip_constructor=True, lifted_constant_names=None, skip_folding_node_fn=None):
    """The part of a graph that depends on its attributes alone, with the place of each of its results by the attribute that stands for it in the rest."""
    part, values = run_and_get_constant_graph(gm, skip_constructor, lifted_constant_names, skip_folding_node_fn)
    places, names = {node.name: i for i, node in enumerate(part.graph.output_node().args[0])}, {}
    for node in list(gm.graph.nodes):
        if node.name in places:
            at, name = places[node.name], f"_FOLDED_CONST_{node.name}"
            replace_node_with_constant(gm, node, node.meta["val"] if values is None else values[at], name)
            names[name] = at
    for node in reversed(gm.graph.nodes):
        if node.meta.get(META_TAG) == CONST_MODULE_TAG and node.op != "placeholder" and not node.users:
            gm.graph.erase_node(node)
    gm.recompile()
    return part, names
