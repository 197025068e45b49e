"""Passes of users over graphs."""

import hashlib
from abc import ABC, abstractmethod

from . import config


class CustomGraphPass(ABC):
    """A pass over a torch.fx.Graph; uuid names it and its state."""

    @abstractmethod
    def __call__(self, graph):
        """Changes the graph."""

    @abstractmethod
    def uuid(self):
        """Identifies the pass, or None where what it gives is not to be kept."""


def get_hash_for_files(paths, extra=""):
    """A digest of a text and of files."""
    digest = hashlib.sha256()
    digest.update(extra.encode("utf-8"))
    for path in paths:
        with open(path, "rb") as f:
            digest.update(path.encode("utf-8"))
            digest.update(f.read())
    return digest.digest()


_PRE_GRAD = ("pre_grad_custom_pass",)
_JOINT = ("joint_custom_pre_pass", "joint_custom_post_pass")
_POST_GRAD = ("post_grad_custom_pre_pass", "post_grad_custom_post_pass")


def _passes(names):
    """The passes that options of the configuration name, each one or several."""
    found = []
    for name in names:
        value = getattr(config, name)
        found.extend(value if isinstance(value, (list, tuple)) else [] if value is None else [value])
    return found


def _configured():
    return bool(_passes(_PRE_GRAD + _JOINT + _POST_GRAD))


def _run(names, gm):
    for each in _passes(names):
        each(gm.graph)
    gm.recompile()


def _compile(gm, example_inputs):
    """Compiles a graph of the tracer, with the passes of the configuration over it and over the graphs of operators that follow from it."""
    from torch._C._dynamo import eval_frame as _c
    from torch._functorch.aot_autograd import aot_module_simplified
    from torch._functorch.partitioners import min_cut_rematerialization_partition

    from .standalone_compile import compile_graph

    _run(_PRE_GRAD, gm)
    if not _passes(_JOINT + _POST_GRAD):
        return _c.compile_captured("inductor", gm, example_inputs)

    def compile_with(names):
        def compiler(gm, inputs):
            _run(names, gm)
            return compile_graph(gm, inputs)

        return compiler

    def cut(joint, inputs, **kwargs):
        _run(_JOINT, joint)
        return min_cut_rematerialization_partition(joint, inputs, **kwargs)

    partition = cut if _passes(_JOINT) else min_cut_rematerialization_partition
    return aot_module_simplified(
        gm, example_inputs, fw_compiler=compile_with(_POST_GRAD), inference_compiler=compile_with(_JOINT + _POST_GRAD), partition_fn=partition, keep_inference_input_mutations=True)
