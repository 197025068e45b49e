"""Functions without changes in place, by the level that keeps them away: as a mode, whose tensors are of a class of their own, and as a transform."""

import contextlib

import torch
from torch.utils._python_dispatch import _pop_mode_temporarily, TorchDispatchMode
from torch.utils._pytree import tree_map_only

__all__ = ["dispatch_functionalize"]

_ANY = torch.empty(0)  # what a mode has of its level before it has tensors


class FunctionalTensor(torch.Tensor):
    """Stands for a tensor under a FunctionalTensorMode; elem is the functional tensor of the level."""

    elem: torch.Tensor
    _mode_key = torch._C._TorchDispatchModeKey.FUNCTIONAL if hasattr(torch._C, "_TorchDispatchModeKey") else None

    def __new__(cls, elem, mode=None):
        if not torch._is_functional_tensor(elem):
            raise AssertionError("elem must be a functional tensor")
        made = torch.Tensor._make_wrapper_subclass(cls, elem.shape, elem.stride(), elem.storage_offset(), dtype=elem.dtype, layout=elem.layout, device=elem.device)
        made.elem, made._mode = elem, mode
        return made

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        raise RuntimeError("Attempting to use FunctionalTensor on its own. Instead, please use it with a corresponding FunctionalTensorMode()")

    def __repr__(self):
        return f"FunctionalTensor({self.elem!r})"

    @staticmethod
    def to_functional(x):
        """Stands for x under the mode that is on."""
        mode = _mode_that_is_on()
        if mode is None:
            raise AssertionError("to_functional needs a FunctionalTensorMode that is on")
        mode._take_up()
        return FunctionalTensor(torch._to_functional_tensor(x), mode)

    def from_functional(self):
        """The tensor with all changes."""
        torch._sync(self.elem)
        return torch._from_functional_tensor(self.elem)

    def is_base_tensor(self):
        return self.elem._base is None

    def is_conj(self):
        return self.elem.is_conj()

    def is_neg(self):
        return self.elem.is_neg()

    def tolist(self):
        return self.from_functional().tolist()


class FunctionalTensorMode(TorchDispatchMode):
    """What operators make of tensors is functional: changes in place are made to what stands for the memory."""

    def __init__(self, pre_dispatch=False, export=False, _allow_token_discovery=False):
        super().__init__()
        self.export, self.pre_dispatch, self._allow_token_discovery = export, pre_dispatch, _allow_token_discovery
        self._tokens, self._level = {}, None

    def _take_up(self):
        """Has what follows be of the level of the mode."""
        torch._functionalize_as(self._level)
        if self._level is None:
            self._level = torch._to_functional_tensor(_ANY)

    @contextlib.contextmanager
    def _functionalizing(self):
        self._take_up()
        torch._enable_functionalization(reapply_views=True)
        try:
            yield
        finally:
            torch._disable_functionalization()

    def _functionalize_api(self):
        return PythonFunctionalizeAPI(self, self.pre_dispatch)

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        stands = {}

        def inner(t):
            stands[id(t.elem)] = t
            return t.elem

        args, kwargs = tree_map_only(FunctionalTensor, inner, (args, kwargs or {}))
        with self._functionalizing():
            outs = func(*args, **kwargs)

        def outer(t):
            if (known := stands.get(id(t))) is not None:
                return known
            if not torch._is_functional_tensor(t):  # what was there before
                self._take_up()
                t = torch._to_functional_tensor(t)
            return FunctionalTensor(t, self)

        return tree_map_only(torch.Tensor, outer, outs)

    @classmethod
    def is_infra_mode(cls):
        return True


def _mode_that_is_on():
    for i in reversed(range(torch._C._len_torch_dispatch_stack())):
        if isinstance(mode := torch._C._get_dispatch_stack_at(i), FunctionalTensorMode):
            return mode
    return None


class BaseFunctionalizeAPI:
    """What kernels of operators that take functions are given under functionalization."""


class PythonFunctionalizeAPI(BaseFunctionalizeAPI):
    """That of a FunctionalTensorMode."""

    def __init__(self, mode=None, pre_dispatch=False):
        self.mode, self.pre_dispatch = mode or FunctionalTensorMode(), pre_dispatch

    def wrap_tensors(self, args):
        with self.mode:
            return tree_map_only(torch.Tensor, FunctionalTensor.to_functional, args)

    def unwrap_tensors(self, args):
        return tree_map_only(FunctionalTensor, FunctionalTensor.from_functional, args)

    def functionalize(self, inner_f):
        return dispatch_functionalize(inner_f, self.mode)

    def redispatch_to_next(self):
        return contextlib.nullcontext()

    def replace(self, input_tensor, output_tensor):
        with self.mode:
            input_tensor.copy_(self.wrap_tensors(output_tensor))

    def commit_update(self, tensor):
        pass

    def sync(self, tensor):
        torch._sync(tensor.elem)


def dispatch_functionalize(func, mode=None):
    """func on functional stand-ins of its tensors; what it changes of its arguments stays with these."""
    if mode is None:
        mode = FunctionalTensorMode()

    def inner(*args, **kwargs):
        with mode:
            args, kwargs = tree_map_only(torch.Tensor, FunctionalTensor.to_functional, (args, kwargs))
            outs = func(*args, **kwargs)
        return tree_map_only(FunctionalTensor, FunctionalTensor.from_functional, outs)

    return inner


@contextlib.contextmanager
def disable_functional_mode():
    """Runs without the FunctionalTensorMode that is on, where it is the innermost mode."""
    if _mode_that_is_on() is None:
        yield
        return
    with _pop_mode_temporarily():
        yield


def mb_unwrap_functional_tensor(tensor):
    """What a FunctionalTensor stands for; others as they are."""
    return tensor.from_functional() if isinstance(tensor, FunctionalTensor) else tensor
