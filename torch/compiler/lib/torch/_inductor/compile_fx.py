"""The compiler of graphs under the names of the inductor."""

from torch._inductor.decomposition import select_decomp_table  # noqa: F401


def compile_fx(model_, example_inputs_, inner_compile=None, config_patches=None, decompositions=None, ignore_shape_env=False):
    from torch._dynamo.backends.registry import lookup_backend

    compiled = lookup_backend("inductor")(model_, example_inputs_)

    def call(*args):
        return list(compiled(*args))

    return call


def compile_fx_inner(gm, example_inputs, **kwargs):
    return gm.forward
