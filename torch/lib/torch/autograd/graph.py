"""Access to the recorded graph: what is saved, and hooks on several tensors."""
import abc
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


class Node(abc.ABC):
    """What every node of the recorded graph can do; the classes of nodes do not inherit from it, but count as its subclasses."""

    @abc.abstractmethod
    def name(self) -> str:
        raise NotImplementedError

    @property
    @abc.abstractmethod
    def next_functions(self):
        raise NotImplementedError

    @abc.abstractmethod
    def metadata(self) -> dict:
        raise NotImplementedError

    @property
    @abc.abstractmethod
    def _input_metadata(self):
        raise NotImplementedError

    @abc.abstractmethod
    def _register_hook_dict(self, tensor):
        raise NotImplementedError

    @abc.abstractmethod
    def register_hook(self, fn):
        raise NotImplementedError

    @abc.abstractmethod
    def register_prehook(self, fn):
        raise NotImplementedError

    @abc.abstractmethod
    def _sequence_nr(self) -> int:
        raise NotImplementedError

    @classmethod
    def __subclasshook__(cls, subclass):
        if cls is Node and (hasattr(subclass, "next_functions") or getattr(_C._functions, subclass.__name__, None) is subclass
                            or issubclass(subclass, torch.autograd.function.BackwardCFunction)):
            return True
        return NotImplemented


GradientEdge = namedtuple("GradientEdge", ["node", "output_nr", "ownership_token"], defaults=(None,))


class _InputMetadata:
    """What is known of a gradient before it is there."""

    def __init__(self, shape, dtype):
        self.shape, self.dtype, self.device = list(shape), dtype, torch.device("cpu")
        self.is_nested_tensor = self.is_cpp_nested_tensor = False


_InputMetadata.__module__ = "torch._C._autograd"


def _metadata(given):
    return tuple(_InputMetadata(*g) for g in given)


def get_gradient_edge(tensor):
    """The place in the graph where the gradient of a tensor is made."""
    if not tensor.requires_grad:
        raise RuntimeError("It is not possible to get the gradient edge for a Tensor that does not require gradients")
    if tensor.grad_fn is not None:
        return GradientEdge(tensor.grad_fn, tensor.output_nr)
    return GradientEdge(tensor.view_as(tensor).grad_fn.next_functions[0][0], 0)


class _Handle:
    """Stands for a saved tensor in the graph."""


class _AllowMutationOnSavedContext:
    """Saved tensors, copied before they are changed."""

    def __init__(self):
        self.cloned, self.original = {}, {}
        self.tid_to_weakhandle, self.sid_to_tid = {}, {}

    def clear(self):
        for table in (self.cloned, self.original, self.tid_to_weakhandle, self.sid_to_tid):
            table.clear()

    def save(self, tensor):
        memory = tensor.untyped_storage().data_ptr() if tensor.layout == torch.strided else id(tensor)
        known = (tensor.data_ptr() if tensor.layout == torch.strided else id(tensor), tensor._version, tuple(tensor.shape), tensor.stride() if tensor.layout == torch.strided else ())
        handle = self.tid_to_weakhandle.get(known)
        if handle is None:
            handle = self.tid_to_weakhandle[known] = _Handle()
            self.original[handle] = tensor
            self.sid_to_tid.setdefault(memory, set()).add(known)
        return handle

    def changes(self, tensor):
        """Copies what is saved of the memory of a tensor that is about to be changed."""
        if tensor.layout != torch.strided:
            return
        for known in self.sid_to_tid.pop(tensor.untyped_storage().data_ptr(), ()):
            handle = self.tid_to_weakhandle.pop(known)
            self.cloned[handle] = self.original.pop(handle).clone()

    def load(self, handle, current):
        if current is not self or handle not in self.cloned and handle not in self.original:
            raise AssertionError("Trying to backward outside of the 'allow_mutation_on_saved_tensors' contextin which the graph was originally recorded.")
        return self.cloned[handle] if handle in self.cloned else self.original[handle]


_allowing = [None]  # the context that is at work


def _watching(context):
    from torch.utils._python_dispatch import TorchDispatchMode

    class Watching(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            kwargs = kwargs or {}
            for i, argument in enumerate(func._schema.arguments):
                if argument.is_write:
                    value = args[i] if i < len(args) else kwargs.get(argument.name)
                    for tensor in value if isinstance(value, (list, tuple)) else [value]:
                        if isinstance(tensor, torch.Tensor):
                            context.changes(tensor)
            return func(*args, **kwargs)

    return Watching()


@contextlib.contextmanager
def allow_mutation_on_saved_tensors():
    """Tensors that derivatives need may be changed in place, since what was saved of them is copied before."""
    if _allowing[0] is not None:
        raise RuntimeError("allow_mutation_on_saved_tensors contexts cannot be nested")
    context = _AllowMutationOnSavedContext()
    with _watching(context), saved_tensors_hooks(context.save, lambda handle: context.load(handle, _allowing[0])):
        _allowing[0] = context
        try:
            yield context
        finally:
            _allowing[0] = None
            context.clear()


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
