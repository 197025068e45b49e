"""Backends made of compilers of ATen graphs."""


class AotAutograd:
    """A backend that captures forward and backward and has them compiled by fw_compiler, bw_compiler and inference_compiler."""

    def __init__(self, **kwargs):
        self.__name__ = "compiler_fn"
        self.kwargs = kwargs

    def __call__(self, gm, example_inputs, **kwargs):
        from torch._functorch.aot_autograd import aot_module_simplified

        chosen = dict(self.kwargs)
        if callable(chosen.get("decompositions")):
            chosen["decompositions"] = chosen["decompositions"]()
        return aot_module_simplified(gm, example_inputs, **chosen)


def aot_autograd(**kwargs):
    return AotAutograd(**kwargs)
