"""The base class of optimisers."""
import functools
from collections import OrderedDict, defaultdict
from collections.abc import Iterable
from copy import deepcopy
from itertools import chain

import torch
from torch._compile import _disable_dynamo

class _RequiredParameter:
    def __repr__(self):
        return "<required parameter>"


required = _RequiredParameter()
ParamsT = Iterable


_pre_hooks, _post_hooks = OrderedDict(), OrderedDict()  # of all optimizers


def _added(hooks, hook, prepend=False):
    from torch.utils.hooks import RemovableHandle

    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle


def register_optimizer_step_pre_hook(hook):
    return _added(_pre_hooks, hook)


def register_optimizer_step_post_hook(hook):
    return _added(_post_hooks, hook)


def _use_grad_for_differentiable(func):
    """A step that is recorded for derivatives where the optimizer is differentiable."""
    def _use_grad(self, *args, **kwargs):
        with torch.set_grad_enabled(self.defaults["differentiable"]):
            return func(self, *args, **kwargs)

    return functools.update_wrapper(_use_grad, func)


def _default_to_fused_or_foreach(params, differentiable, use_fused=False):
    """(fused, foreach) where the user asks for neither: both are for other devices."""
    return False, False


def _get_value(x):
    return x.item() if isinstance(x, torch.Tensor) else x


_to_scalar = _get_value


def _recorded(optimizer, method, call):
    """What call gives, for the profiler, where one records, a stretch of the program that is named by the method."""
    with torch.autograd.profiler.record_function(f"Optimizer.{method}#{type(optimizer).__name__}.{method}"):
        return call()


def _traced():
    """Whether the call is traced, which knows of no profiler."""
    return False


def _profile(step):
    def wrapper(self, *args, **kwargs):
        if not _traced() and torch._C._profiler_enabled():
            return _recorded(self, "step", lambda: hooked(self, *args, **kwargs))
        return hooked(self, *args, **kwargs)

    def hooked(self, *args, **kwargs):
        if "_optimizer_step_pre_hooks" not in self.__dict__:  # a class around another optimizer, which has not called __init__
            return step(self, *args, **kwargs)
        args = (self, *args)  # hooks see and may change what step() is called with, the optimizer included
        for hook in [*_pre_hooks.values(), *self._optimizer_step_pre_hooks.values()]:
            result = hook(self, args, kwargs)
            if result is None:
                continue
            if not isinstance(result, tuple) or len(result) != 2:
                raise RuntimeError(f"{step} must return None or a tuple of (new_args, new_kwargs), but got {result}.")
            args, kwargs = result
        out = step(*args, **kwargs)
        for hook in [*self._optimizer_step_post_hooks.values(), *_post_hooks.values()]:
            hook(self, args, kwargs)
        return out

    return functools.update_wrapper(wrapper, step)


def _graph_break():
    """A graph break where it is traced."""


def _without_grad(function):
    """Decorates a step, which records gradients only if it shall be differentiable. Traced code breaks around it, so that steps are graphs of their own, as in PyTorch."""
    def _use_grad(self, *args, **kwargs):
        enabled = torch.is_grad_enabled()
        try:
            torch.set_grad_enabled(bool(self.defaults.get("differentiable")))
            _graph_break()
            return function(self, *args, **kwargs)
        finally:
            _graph_break()
            torch.set_grad_enabled(enabled)

    return functools.update_wrapper(_use_grad, function)


class Optimizer:
    def __init__(self, params, defaults):
        self.defaults = defaults
        self._optimizer_step_pre_hooks = OrderedDict()
        self._optimizer_step_post_hooks = OrderedDict()
        self._state_hooks()
        if isinstance(params, torch.Tensor):
            raise TypeError("params argument given to the optimizer should be an iterable of Tensors or dicts, but got " + torch.typename(params))
        self.state = defaultdict(dict)
        self.param_groups = []
        param_groups = list(params)
        if len(param_groups) == 0:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(param_groups[0], dict):
            param_groups = [{"params": param_groups}]
        for group in param_groups:
            self.add_param_group(dict(group))

    def _state_hooks(self):
        for name in ("_optimizer_state_dict_pre_hooks", "_optimizer_state_dict_post_hooks", "_optimizer_load_state_dict_pre_hooks", "_optimizer_load_state_dict_post_hooks"):
            setattr(self, name, OrderedDict())

    def _patch_step_function(self):
        return None

    profile_hook_step = staticmethod(_profile)

    def __setstate__(self, state):
        self.__dict__.update(state)
        for name in ("_optimizer_step_pre_hooks", "_optimizer_step_post_hooks"):
            self.__dict__.setdefault(name, OrderedDict())
        if "_optimizer_state_dict_pre_hooks" not in self.__dict__:
            self._state_hooks()
        self.defaults.setdefault("differentiable", False)

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        if "step" in cls.__dict__ and not getattr(cls.__dict__["step"], "hooked", False):
            wrapped = _profile(cls.__dict__["step"])
            wrapped.hooked = True
            cls.step = wrapped

    def __getstate__(self):
        return {"defaults": self.defaults, "state": self.state, "param_groups": self.param_groups}

    def __repr__(self):
        s = self.__class__.__name__ + " ("
        for i, group in enumerate(self.param_groups):
            s += "\n" + f"Parameter Group {i}\n"
            for key in sorted(group.keys()):
                if key != "params":
                    s += f"    {key}: {group[key]}\n"
        return s + ")"

    def register_step_pre_hook(self, hook):
        return _added(self._optimizer_step_pre_hooks, hook)

    def register_step_post_hook(self, hook):
        return _added(self._optimizer_step_post_hooks, hook)

    def register_state_dict_pre_hook(self, hook, prepend=False):
        return _added(self._optimizer_state_dict_pre_hooks, hook, prepend)

    def register_state_dict_post_hook(self, hook, prepend=False):
        return _added(self._optimizer_state_dict_post_hooks, hook, prepend)

    def register_load_state_dict_pre_hook(self, hook, prepend=False):
        return _added(self._optimizer_load_state_dict_pre_hooks, hook, prepend)

    def register_load_state_dict_post_hook(self, hook, prepend=False):
        return _added(self._optimizer_load_state_dict_post_hooks, hook, prepend)

    @_disable_dynamo
    def zero_grad(self, set_to_none=True):
        if torch._C._profiler_enabled():
            return _recorded(self, "zero_grad", lambda: self._zero_grad(set_to_none))
        self._zero_grad(set_to_none)

    def _zero_grad(self, set_to_none):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    if set_to_none:
                        p.grad = None
                    else:
                        if p.grad.grad_fn is not None:
                            p.grad = p.grad.detach()
                        else:
                            p.grad.requires_grad_(False)
                        p.grad.zero_()

    def step(self, closure=None):
        raise NotImplementedError

    @_disable_dynamo
    def add_param_group(self, param_group):
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        params = param_group["params"]
        if isinstance(params, torch.Tensor):
            param_group["params"] = [params]
        elif isinstance(params, set):
            raise TypeError("optimizer parameters need to be organized in ordered collections, but the ordering of tensors in sets will change between runs. Please use a list instead.")
        else:
            param_group["params"] = list(params)
        names, extracted = [], []
        for p in param_group["params"]:
            if isinstance(p, tuple):
                names.append(p[0])
                extracted.append(p[1])
            else:
                extracted.append(p)
        param_group["params"] = extracted
        if names:
            if len(names) != len(extracted):
                raise ValueError("all optimizer params should be with/without names. Some param names are missing")
            param_group["param_names"] = names
        if self.param_groups and ("param_names" in param_group) != ("param_names" in self.param_groups[0]):
            raise ValueError("all optimizer param groups should be with/without names. cannot add param group "
                             f"{'with' if names else 'without'} names to the optimizer")
        for p in param_group["params"]:
            if not isinstance(p, torch.Tensor):
                raise TypeError("optimizer can only optimize Tensors, but one of the params is " + torch.typename(p))
            if not self.defaults.get("differentiable", None) and not (p.is_leaf or p.retains_grad):
                raise ValueError("can't optimize a non-leaf Tensor")
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(f"parameter group didn't specify a value of required optimization parameter {name}")
            param_group.setdefault(name, default)
        params = param_group["params"]
        if len(params) != len(set(params)):
            import warnings
            warnings.warn("optimizer contains a parameter group with duplicate parameters; in future, this will cause an error; see "
                          "github.com/pytorch/pytorch/issues/40967 for more information", stacklevel=3)
        seen = set()
        for group in self.param_groups:
            seen.update(set(group["params"]))
        if not seen.isdisjoint(set(param_group["params"])):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(param_group)

    @_disable_dynamo
    def state_dict(self):
        for hook in self._optimizer_state_dict_pre_hooks.values():
            hook(self)
        made = self._packed_state()
        for hook in self._optimizer_state_dict_post_hooks.values():
            changed = hook(self, made)
            if changed is not None:
                made = changed
        return made

    def _packed_state(self):
        index = {}
        start = 0

        def pack(group):
            nonlocal start
            packed = {k: v for k, v in group.items() if k != "params"}
            for i, p in enumerate(group["params"], start):
                if id(p) not in index:
                    index[id(p)] = i
            packed["params"] = [index[id(p)] for p in group["params"]]
            start += len(packed["params"])
            return packed

        groups = [pack(g) for g in self.param_groups]
        state = {(index[id(k)] if isinstance(k, torch.Tensor) else k): v for k, v in self.state.items()}
        return {"state": state, "param_groups": groups}

    @_disable_dynamo
    def load_state_dict(self, state_dict):
        state_dict = state_dict.copy()
        for hook in self._optimizer_load_state_dict_pre_hooks.values():
            changed = hook(self, state_dict)
            if changed is not None:
                state_dict = changed
        groups = self.param_groups
        saved = deepcopy(state_dict["param_groups"])
        if len(groups) != len(saved):
            raise ValueError("loaded state dict has a different number of parameter groups")
        for g, s in zip(groups, saved):
            if len(g["params"]) != len(s["params"]):
                raise ValueError("loaded state dict contains a parameter group that doesn't match the size of optimizer's group")
        ids = dict(zip(chain.from_iterable(g["params"] for g in saved), chain.from_iterable(g["params"] for g in groups)))

        def cast(param, value, key=None):
            if isinstance(value, torch.Tensor):
                if key == "step":
                    return value
                return value.to(dtype=param.dtype) if param.is_floating_point() else value
            if isinstance(value, dict):
                return {k: cast(param, v, k) for k, v in value.items()}
            return value

        state = defaultdict(dict)
        for k, v in state_dict["state"].items():
            if k in ids:
                state[ids[k]] = cast(ids[k], v)
            else:
                state[k] = v

        def update(group, new):
            new["params"] = group["params"]
            if "param_names" in group and "param_names" not in new:
                new["param_names"] = group["param_names"]
            return new

        self.__setstate__({"state": state, "param_groups": [update(g, n) for g, n in zip(groups, saved)]})
        for hook in self._optimizer_load_state_dict_post_hooks.values():
            hook(self)
