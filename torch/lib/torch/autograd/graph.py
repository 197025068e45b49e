"""Access to the recorded graph: what is saved, and hooks on several tensors."""
import contextlib
from collections import namedtuple

import torch
from torch import _C
from torch.utils.hooks import RemovableHandle


class saved_tensors_hooks:
    """pack makes something of each tensor that is saved for a derivative, unpack makes the tensor again."""

    def __init__(self, pack_hook, unpack_hook):
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook

    def __enter__(self):
        _C._push_saved_tensors_hooks(self.pack_hook, self.unpack_hook)

    def __exit__(self, *exc):
        _C._pop_saved_tensors_hooks()


class node_creation_hook:
    """hook is called with every node that is recorded within, once it is complete."""

    def __init__(self, hook):
        self.hook = hook

    def __enter__(self):
        _C._push_node_creation_hook(self.hook)

    def __exit__(self, *exc):
        _C._pop_node_creation_hook()


def region_activation_memory_budget(budget):
    """How much of its activations the part of a compiled function keeps that is traced within, from 0 to 1."""
    if not 0 <= budget <= 1:
        raise ValueError(f"torch.autograd.graph.region_activation_memory_budget: must be in [0, 1], got {budget}")
    raise RuntimeError("torch.autograd.graph.region_activation_memory_budget can only be used inside a torch.compile region; it has no effect in eager mode.")


class save_on_cpu(saved_tensors_hooks):
    """Saved tensors are kept in main memory, where all tensors are here."""

    def __init__(self, pin_memory=False, device_type="cuda"):
        super().__init__(lambda t: t.clone(), lambda t: t)


@contextlib.contextmanager
def disable_saved_tensors_hooks(error_message):
    outer = _C._disable_saved_tensors_hooks(error_message)
    torch._C._autograd._saved_tensors_hooks_disable(error_message)
    try:
        yield
    finally:
        _C._disable_saved_tensors_hooks(outer)
        if outer:
            torch._C._autograd._saved_tensors_hooks_disable(outer)
        else:
            torch._C._autograd._saved_tensors_hooks_enable()


class _NodeMeta(type):
    def __instancecheck__(cls, instance):
        return hasattr(instance, "next_functions")


Node = _NodeMeta("Node", (), {"__module__": "torch.autograd.graph"})
GradientEdge = namedtuple("GradientEdge", ["node", "output_nr", "ownership_token"], defaults=(None,))


class _InputMetadata:
    """What is known of a gradient before it is there."""

    def __init__(self, shape, dtype):
        self.shape, self.dtype, self.device = list(shape), dtype, torch.device("cpu")
        self.is_nested_tensor = self.is_cpp_nested_tensor = False


_InputMetadata.__module__ = "torch._C._autograd"


def _metadata(given):
    return [_InputMetadata(*g) for g in given]


def get_gradient_edge(tensor):
    """The place in the graph where the gradient of a tensor is made."""
    if not tensor.requires_grad:
        raise RuntimeError("It is not possible to get the gradient edge for a Tensor that does not require gradients")
    if tensor.grad_fn is not None:
        return GradientEdge(tensor.grad_fn, tensor.output_nr)
    return GradientEdge(tensor.view_as(tensor).grad_fn.next_functions[0][0], 0)


class _Context:
    """Saved tensors, copied where they are changed."""

    def __init__(self):
        self.cloned = {}

    def clear(self):
        self.cloned.clear()


@contextlib.contextmanager
def allow_mutation_on_saved_tensors():
    """Tensors that derivatives need may be changed in place: they are saved as copies."""
    context = _Context()
    with saved_tensors_hooks(lambda t: t.clone(), lambda t: t):
        yield context


def increment_version(tensor):
    """Counts a write to a tensor, or to each of several, that autograd has not seen."""
    for t in (tensor,) if isinstance(tensor, torch.Tensor) else tensor:
        torch._C._bump_version(t)


class _MultiHandle(RemovableHandle):
    """Several hooks that are removed as one."""

    def __init__(self, handles):
        self.handles = handles

    def remove(self):
        for h in self.handles:
            h.remove()

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.remove()


def register_multi_grad_hook(tensors, fn, *, mode="all"):
    """fn runs once for a backward pass: when all gradients that it computes are there ("all"), or with the first one ("any")."""
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    tensors = tuple(tensors)
    if mode == "any":
        told = set()

        def first(grad):
            if (task := _C._current_graph_task_id()) not in told:
                told.clear()
                told.add(task)
                fn(grad)

        return _MultiHandle([t.register_hook(first) for t in tensors])

    for t in tensors:
        assert t.requires_grad, "Expected gradient function to be set"
    nodes = [get_gradient_edge(t).node for t in tensors]
    passes = {}  # by number: the gradients so far, and how many are missing

    def hook_at(i):
        def hook(grad):
            task = _C._current_graph_task_id()
            if task not in passes:
                passes[task] = [[None] * len(tensors), sum(map(_C._will_engine_execute_node, nodes))]
            of_pass = passes[task]
            of_pass[0][i] = grad
            of_pass[1] -= 1
            if not of_pass[1]:
                del passes[task]
                fn(of_pass[0])

        return hook

    return _MultiHandle([t.register_hook(hook_at(i)) for i, t in enumerate(tensors)])


def set_warn_on_accumulate_grad_stream_mismatch(enabled):
    """Whether gradients that are added up on another stream than that of their leaf are warned of: there are no streams."""
