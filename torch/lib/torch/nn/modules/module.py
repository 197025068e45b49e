"""The base class of modules."""
import functools
import itertools
import warnings
from collections import OrderedDict, namedtuple

import torch
from ..parameter import Parameter, Buffer, is_lazy, UninitializedParameter

_EXTRA_STATE_KEY_SUFFIX = "_extra_state"


class _IncompatibleKeys(namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    __slots__ = ()

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return super().__repr__()

    __str__ = __repr__


def _addindent(s_, numSpaces):
    lines = s_.split("\n")
    if len(lines) == 1:
        return s_
    return "\n".join([lines[0]] + [numSpaces * " " + line for line in lines[1:]])


class RemovableHandle:
    __module__ = "torch.utils.hooks"
    next_id = 0

    def __init__(self, hooks_dict, *, extra_dict=None):
        self.hooks_dict = hooks_dict
        self.extra = extra_dict
        self.id = RemovableHandle.next_id
        RemovableHandle.next_id += 1

    def remove(self):
        if self.id in self.hooks_dict:
            del self.hooks_dict[self.id]
        if self.extra is not None:
            for d in self.extra if isinstance(self.extra, list) else [self.extra]:
                if self.id in d:
                    del d[self.id]

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.remove()


_global_forward_pre_hooks = OrderedDict()
_global_forward_hooks = OrderedDict()
_global_forward_hooks_always_called = OrderedDict()
_global_forward_hooks_with_kwargs = OrderedDict()
_global_backward_pre_hooks = OrderedDict()
_global_backward_hooks = OrderedDict()


def register_module_forward_pre_hook(hook):
    handle = RemovableHandle(_global_forward_pre_hooks)
    _global_forward_pre_hooks[handle.id] = hook
    return handle


def register_module_forward_hook(hook, *, with_kwargs=False, always_call=False):
    handle = RemovableHandle(_global_forward_hooks)
    _global_forward_hooks[handle.id] = hook
    return handle


_global_buffer_registration_hooks = OrderedDict()
_global_module_registration_hooks = OrderedDict()
_global_parameter_registration_hooks = OrderedDict()


def _registered(hooks, hook):
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    return handle


def register_module_full_backward_hook(hook):
    return _registered(_global_backward_hooks, hook)


def register_module_full_backward_pre_hook(hook):
    return _registered(_global_backward_pre_hooks, hook)


register_module_backward_hook = register_module_full_backward_hook


def register_module_buffer_registration_hook(hook):
    """hook(module, name, buffer) sees each buffer that a module is given, and may return another."""
    return _registered(_global_buffer_registration_hooks, hook)


def register_module_module_registration_hook(hook):
    return _registered(_global_module_registration_hooks, hook)


def register_module_parameter_registration_hook(hook):
    return _registered(_global_parameter_registration_hooks, hook)


def _through(hooks, module, name, value):
    """What is registered, after the hooks."""
    for hook in hooks.values():
        changed = hook(module, name, value)
        if changed is not None:
            value = changed
    return value


class _BackwardIn(torch.autograd.Function):
    """Identity on the inputs: its backward sees the gradients of the module's inputs."""

    @staticmethod
    def forward(ctx, run, *tensors):
        ctx.run = run
        ctx.set_materialize_grads(False)
        return tuple(t.view_as(t) for t in tensors)

    @staticmethod
    def backward(ctx, *grads):
        return (None,) + tuple(ctx.run(grads))


class _BackwardOut(torch.autograd.Function):
    """Identity on the outputs: its backward sees the gradients of the module's outputs."""

    @staticmethod
    def forward(ctx, run, *tensors):
        ctx.run = run
        ctx.set_materialize_grads(False)
        return tuple(t.view_as(t) for t in tensors)

    @staticmethod
    def backward(ctx, *grads):
        return (None,) + tuple(ctx.run(grads))


class _BackwardHook:
    def __init__(self, module, hooks, pre_hooks):
        self.module, self.hooks, self.pre_hooks = module, hooks, pre_hooks
        self.grad_outputs = None
        self.n_inputs = 0
        self.index = None

    def inputs(self, args):
        at = [i for i, a in enumerate(args) if isinstance(a, torch.Tensor)]
        self.n_inputs = len(args)
        self.index = at
        if not at or not torch.is_grad_enabled() or not any(args[i].requires_grad for i in at):
            self.index = None
            return args
        new = _BackwardIn.apply(self.run_inputs, *[args[i] for i in at])
        out = list(args)
        for i, t in zip(at, new):
            out[i] = t
        return tuple(out)

    def run_inputs(self, grads):
        full = [None] * self.n_inputs
        for i, g in zip(self.index, grads):
            full[i] = g
        full = tuple(full)
        for hook in self.hooks:
            res = hook(self.module, full, self.grad_outputs)
            if res is not None:
                if not isinstance(res, tuple):
                    res = (res,)
                if len(res) != len(full):
                    raise RuntimeError(f"Backward hook returned an invalid number of grad_input, got {len(res)}, but expected {len(full)}")
                full = res
        self.grad_outputs = None
        return [full[i] for i in self.index]

    def outputs(self, result):
        single = isinstance(result, torch.Tensor)
        items = (result,) if single else tuple(result)
        at = [i for i, a in enumerate(items) if isinstance(a, torch.Tensor)]
        if not any(items[i].requires_grad for i in at):
            return result
        new = _BackwardOut.apply(self.run_outputs, *[items[i] for i in at])
        out = list(items)
        for i, t in zip(at, new):
            out[i] = t
        return out[0] if single else type(result)(out)

    def run_outputs(self, grads):
        grads = tuple(grads)
        for hook in self.pre_hooks:
            res = hook(self.module, grads)
            if res is not None:
                grads = res if isinstance(res, tuple) else (res,)
        self.grad_outputs = grads
        if self.index is None:
            for hook in self.hooks:
                hook(self.module, (None,) * self.n_inputs, grads)
            self.grad_outputs = None
        return grads


def _forget(name, *tables):
    for table in tables:
        table.pop(name, None)


def _nothing():
    return None


# The attributes of a new module, in the order of its __dict__.
_EMPTY = (
    ("_parameters", dict), ("_buffers", dict), ("_non_persistent_buffers_set", set),
    ("_backward_pre_hooks", OrderedDict), ("_backward_hooks", OrderedDict), ("_is_full_backward_hook", _nothing),
    ("_forward_hooks", OrderedDict), ("_forward_hooks_with_kwargs", OrderedDict), ("_forward_hooks_always_called", OrderedDict),
    ("_forward_pre_hooks", OrderedDict), ("_forward_pre_hooks_with_kwargs", OrderedDict),
    ("_state_dict_hooks", OrderedDict), ("_state_dict_pre_hooks", OrderedDict),
    ("_load_state_dict_pre_hooks", OrderedDict), ("_load_state_dict_post_hooks", OrderedDict),
    ("_modules", dict),
)


def _add_hook(hooks, hook, prepend=False, flags=(), extra_dict=None):
    """Put a hook into a table and mark it in others; return the handle that takes it out of all."""
    handle = RemovableHandle(hooks, extra_dict=extra_dict)
    hooks[handle.id] = hook
    for table in flags:
        table[handle.id] = True
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle


def _check_name(module, kind, name, held):
    """Check what may become the name of a buffer or parameter."""
    if not isinstance(name, str):
        raise TypeError(f"{kind} name should be a string. Got {torch.typename(name)}")
    if "." in name:
        raise KeyError(f'{kind} name can\'t contain "."')
    if not name:
        raise KeyError(f'{kind} name can\'t be empty string ""')
    if name not in held and hasattr(module, name):
        raise KeyError(f"attribute '{name}' already exists")


def _forward_unimplemented(self, *input):
    raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')


class Module:
    dump_patches = False
    _version = 1
    training: bool
    call_super_init = False
    _compiled_call_impl = None

    def __init__(self, *args, **kwargs):
        torch._C._log_api_usage_once("python.nn_module")
        if self.call_super_init is False and bool(kwargs):
            raise TypeError(f"{type(self).__name__}.__init__() got an unexpected keyword argument '{next(iter(kwargs))}'")
        if self.call_super_init is False and bool(args):
            raise TypeError(f"{type(self).__name__}.__init__() takes 1 positional argument but {len(args) + 1} were given")
        put = super().__setattr__
        put("training", True)
        for name, make in _EMPTY:
            put(name, make())
        if self.call_super_init:
            super().__init__(*args, **kwargs)

    forward = _forward_unimplemented

    def register_buffer(self, name, tensor, persistent=True):
        if "_buffers" not in self.__dict__:
            raise AttributeError("cannot assign buffer before Module.__init__() call")
        _check_name(self, "buffer", name, self._buffers)
        if tensor is not None and not isinstance(tensor, torch.Tensor):
            raise TypeError(f"cannot assign '{torch.typename(tensor)}' object to buffer '{name}' (torch Tensor or None required)")
        self._buffers[name] = _through(_global_buffer_registration_hooks, self, name, tensor) if _global_buffer_registration_hooks else tensor
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def register_parameter(self, name, param):
        if "_parameters" not in self.__dict__:
            raise AttributeError("cannot assign parameter before Module.__init__() call")
        _check_name(self, "parameter", name, self._parameters)
        if param is None:
            self._parameters[name] = None
        elif not isinstance(param, Parameter):
            raise TypeError(f"cannot assign '{torch.typename(param)}' object to parameter '{name}' (torch.nn.Parameter or None required)")
        elif param.grad_fn:
            raise ValueError(f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be created explicitly. To express "
                             f"'{name}' as a function of another Tensor, compute the value in the forward() method.")
        else:
            self._parameters[name] = _through(_global_parameter_registration_hooks, self, name, param) if _global_parameter_registration_hooks else param

    def add_module(self, name, module):
        if not isinstance(module, Module) and module is not None:
            raise TypeError(f"{torch.typename(module)} is not a Module subclass")
        if not isinstance(name, str):
            raise TypeError(f"module name should be a string. Got {torch.typename(name)}")
        if hasattr(self, name) and name not in self._modules:
            raise KeyError(f"attribute '{name}' already exists")
        if "." in name:
            raise KeyError(f'module name can\'t contain ".", got: {name}')
        if name == "":
            raise KeyError('module name can\'t be empty string ""')
        self._modules[name] = _through(_global_module_registration_hooks, self, name, module) if _global_module_registration_hooks else module

    def register_module(self, name, module):
        self.add_module(name, module)

    def get_submodule(self, target):
        if target == "":
            return self
        mod = self
        for item in target.split("."):
            if not hasattr(mod, item):
                raise AttributeError(mod._get_name() + " has no attribute `" + item + "`")
            mod = getattr(mod, item)
            if not isinstance(mod, Module):
                raise AttributeError("`" + item + "` is not an nn.Module")
        return mod

    def set_submodule(self, target, module, strict=False):
        if target == "":
            raise ValueError("Cannot set the submodule without a target name!")
        path, _, name = target.rpartition(".")
        parent = self.get_submodule(path)
        if strict and not hasattr(parent, name):
            raise AttributeError(parent._get_name() + " has no attribute `" + name + "`")
        setattr(parent, name, module)

    def get_parameter(self, target):
        path, _, name = target.rpartition(".")
        mod = self.get_submodule(path)
        if not hasattr(mod, name):
            raise AttributeError(mod._get_name() + " has no attribute `" + name + "`")
        param = getattr(mod, name)
        if not isinstance(param, Parameter):
            raise AttributeError("`" + name + "` is not an nn.Parameter")
        return param

    def get_buffer(self, target):
        path, _, name = target.rpartition(".")
        mod = self.get_submodule(path)
        if not hasattr(mod, name):
            raise AttributeError(mod._get_name() + " has no attribute `" + name + "`")
        if name not in mod._buffers:
            raise AttributeError("`" + name + "` is not a buffer")
        return getattr(mod, name)

    def get_extra_state(self):
        raise RuntimeError("Reached a code path in Module.get_extra_state() that should never be called.")

    def set_extra_state(self, state):
        raise RuntimeError("Reached a code path in Module.set_extra_state() that should never be called.")

    def _apply(self, fn, recurse=True):
        if recurse:
            for module in self.children():
                module._apply(fn)
        for key, param in self._parameters.items():
            if param is None:
                continue
            with torch.no_grad():
                applied = fn(param)
            grad = param.grad
            if applied.device.type != param.device.type:
                param = self._parameters[key] = Parameter(applied, param.requires_grad)
            elif applied is not param:
                param.data = applied
            if grad is not None:
                with torch.no_grad():
                    param.grad = None
                    param.grad = fn(grad).requires_grad_(grad.requires_grad)
        for key, buf in self._buffers.items():
            if buf is not None:
                self._buffers[key] = fn(buf)
        return self

    def apply(self, fn):
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def cuda(self, device=None):
        return self._apply(lambda t: t.cuda(device))

    def cpu(self):
        return self._apply(lambda t: t.cpu())

    def ipu(self, device=None):
        return self._apply(lambda t: t.ipu(device))

    def xpu(self, device=None):
        return self._apply(lambda t: t.xpu(device))

    def mtia(self, device=None):
        return self._apply(lambda t: t.mtia(device))

    def type(self, dst_type):
        return self._apply(lambda t: t.type(dst_type))

    def float(self):
        return self._apply(lambda t: t.float() if t.is_floating_point() else t)

    def double(self):
        return self._apply(lambda t: t.double() if t.is_floating_point() else t)

    def half(self):
        return self._apply(lambda t: t.half() if t.is_floating_point() else t)

    def bfloat16(self):
        return self._apply(lambda t: t.bfloat16() if t.is_floating_point() else t)

    def to_empty(self, *, device, recurse=True):
        def empty(t):
            return torch.empty_strided(t.size(), t.stride(), dtype=t.dtype, device=device)

        return self._apply(empty, recurse=recurse)

    def to(self, *args, **kwargs):
        device, dtype, memory_format = kwargs.get("device"), kwargs.get("dtype"), kwargs.get("memory_format")
        for a in args:
            if isinstance(a, torch.dtype):
                dtype = a
            elif isinstance(a, (str, torch.device)):
                device = a
            elif isinstance(a, torch.Tensor):
                device, dtype = a.device, a.dtype
        if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
            raise TypeError(f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={dtype}")

        def convert(t):
            if t.is_meta and device is not None and torch.device(device).type != "meta":
                raise NotImplementedError("Cannot copy out of meta tensor; no data! Please use torch.nn.Module.to_empty() instead of torch.nn.Module.to() when moving module from meta to a different device.")
            if memory_format is not None and t.dim() in (4, 5):
                return t.to(device=device, dtype=dtype if t.is_floating_point() or t.is_complex() else None, memory_format=memory_format)
            return t.to(device=device, dtype=dtype if t.is_floating_point() or t.is_complex() else None)

        return self._apply(convert)

    def register_full_backward_pre_hook(self, hook, prepend=False):
        return _add_hook(self._backward_pre_hooks, hook, prepend)

    def register_full_backward_hook(self, hook, prepend=False):
        self._is_full_backward_hook = True
        return _add_hook(self._backward_hooks, hook, prepend)

    def register_backward_hook(self, hook):
        return self.register_full_backward_hook(hook)

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        named = self._forward_pre_hooks_with_kwargs
        return _add_hook(self._forward_pre_hooks, hook, prepend, [named] if with_kwargs else (), named)

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        named, always = self._forward_hooks_with_kwargs, self._forward_hooks_always_called
        flags = [table for table, wanted in ((named, with_kwargs), (always, always_call)) if wanted]
        return _add_hook(self._forward_hooks, hook, prepend, flags, [named, always])

    def _wrapped_call_impl(self, *args, **kwargs):
        compiled = self._compiled_call_impl
        return self._call_impl(*args, **kwargs) if compiled is None else compiled(*args, **kwargs)

    def _call_impl(self, *args, **kwargs):
        forward_call = self.forward
        if not (self._backward_hooks or self._backward_pre_hooks or self._forward_hooks or self._forward_pre_hooks
                or _global_backward_pre_hooks or _global_backward_hooks or _global_forward_hooks or _global_forward_pre_hooks):
            return forward_call(*args, **kwargs)
        return self._call_with_hooks(forward_call, args, kwargs)

    def _call_with_hooks(self, forward_call, args, kwargs):
        for hook_id, hook in (*_global_forward_pre_hooks.items(), *self._forward_pre_hooks.items()):
            if hook_id in self._forward_pre_hooks_with_kwargs:
                result = hook(self, args, kwargs)
                if result is not None:
                    if isinstance(result, tuple) and len(result) == 2:
                        args, kwargs = result
                    else:
                        raise RuntimeError(f"forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got {result}.")
            else:
                result = hook(self, args)
                if result is not None:
                    args = result if isinstance(result, tuple) else (result,)
        backward = None
        if self._backward_hooks or self._backward_pre_hooks or _global_backward_hooks or _global_backward_pre_hooks:
            backward = _BackwardHook(self, [*_global_backward_hooks.values(), *self._backward_hooks.values()],
                                     [*_global_backward_pre_hooks.values(), *self._backward_pre_hooks.values()])
            args = backward.inputs(args)
        called = set()
        result = None

        def run():  # tracing names what is computed after variables of a function's own, so the result is not one
            nonlocal result
            result = forward_call(*args, **kwargs)
            for hook_id, hook in (*_global_forward_hooks.items(), *self._forward_hooks.items()):
                called.add(hook_id)
                if hook_id in self._forward_hooks_with_kwargs:
                    hook_result = hook(self, args, kwargs, result)
                else:
                    hook_result = hook(self, args, result)
                if hook_result is not None:
                    result = hook_result

        if torch.compiler.is_compiling():
            run()
            return result if backward is None else backward.outputs(result)
        try:
            run()
        except Exception:
            for hook_id, hook in self._forward_hooks.items():
                if hook_id in self._forward_hooks_always_called and hook_id not in called:
                    try:
                        if hook_id in self._forward_hooks_with_kwargs:
                            hook(self, args, kwargs, None)
                        else:
                            hook(self, args, None)
                    except Exception as e:
                        warnings.warn("forward hook with ``always_call=True`` raised an exception that was silenced as another error was "
                                      f"raised in forward: {e}", stacklevel=2)
            raise
        if backward is not None:
            result = backward.outputs(result)
        return result

    __call__ = _wrapped_call_impl

    def __getstate__(self):
        state = self.__dict__.copy()
        state.pop("_compiled_call_impl", None)
        return state

    def __setstate__(self, state):
        self.__dict__.update(state)

    def __getattr__(self, name):
        for kind in ("_parameters", "_buffers", "_modules"):
            table = self.__dict__.get(kind)  # None before __init__
            if table and name in table:
                return table[name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        own = self.__dict__
        params, modules, buffers = own.get("_parameters"), own.get("_modules"), own.get("_buffers")
        if isinstance(value, Parameter):
            if params is None:
                raise AttributeError("cannot assign parameters before Module.__init__() call")
            _forget(name, own, buffers, modules)
            self._non_persistent_buffers_set.discard(name)
            self.register_parameter(name, value)
        elif params and name in params:
            if value is not None:
                raise TypeError(f"cannot assign '{torch.typename(value)}' as parameter '{name}' (torch.nn.Parameter or None expected)")
            self.register_parameter(name, None)
        elif isinstance(value, Module):
            if modules is None:
                raise AttributeError("cannot assign module before Module.__init__() call")
            _forget(name, own, params, buffers)
            self._non_persistent_buffers_set.discard(name)
            modules[name] = _through(_global_module_registration_hooks, self, name, value) if _global_module_registration_hooks else value
        elif modules and name in modules:
            if value is not None:
                raise TypeError(f"cannot assign '{torch.typename(value)}' as child module '{name}' (torch.nn.Module or None expected)")
            modules[name] = None
        elif isinstance(value, Buffer):
            _forget(name, own, params, modules)
            self.register_buffer(name, value, value.persistent)
        elif buffers and name in buffers:
            if value is not None and not isinstance(value, torch.Tensor):
                raise TypeError(f"cannot assign '{torch.typename(value)}' as buffer '{name}' (torch.nn.Buffer, torch.Tensor or None expected)")
            buffers[name] = value
        else:
            super().__setattr__(name, value)

    def __delattr__(self, name):
        table = next((table for table in (self._parameters, self._buffers, self._modules) if name in table), None)
        if table is None:
            super().__delattr__(name)
        else:
            del table[name]
            if table is self._buffers:
                self._non_persistent_buffers_set.discard(name)

    def register_state_dict_post_hook(self, hook):
        hook._from_public_api = True
        return self._register_state_dict_hook(hook)

    def _register_state_dict_hook(self, hook):
        return _add_hook(self._state_dict_hooks, hook)

    def register_state_dict_pre_hook(self, hook):
        return _add_hook(self._state_dict_pre_hooks, hook)

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        saved = dict(self._parameters)
        saved.update((name, self._buffers[name]) for name in self._buffers if name not in self._non_persistent_buffers_set)
        for name in saved:
            if saved[name] is not None:
                destination[prefix + name] = saved[name] if keep_vars else saved[name].detach()
        if type(self).get_extra_state is not Module.get_extra_state:
            destination[prefix + _EXTRA_STATE_KEY_SUFFIX] = self.get_extra_state()

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        given = [destination, prefix, keep_vars]
        given[:len(args)] = args[:3]  # the form without names is of old
        destination, prefix, keep_vars = given
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        local_metadata = {"version": self._version}
        metadata = getattr(destination, "_metadata", None)
        if metadata is not None:
            metadata[prefix[:-1]] = local_metadata
        for prepare in self._state_dict_pre_hooks.values():
            prepare(self, prefix, keep_vars)
        self._save_to_state_dict(destination, prefix, keep_vars)
        children = ((name, child) for name, child in self._modules.items() if child is not None)
        for name, child in children:
            child.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
        for hook in self._state_dict_hooks.values():
            result = hook(self, destination, prefix, local_metadata)
            if result is not None and not getattr(hook, "_from_public_api", False):
                destination = result
        return destination

    def register_load_state_dict_pre_hook(self, hook):
        return self._register_load_state_dict_pre_hook(hook, True)

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        return _add_hook(self._load_state_dict_pre_hooks, functools.partial(hook, self) if with_module else hook)

    def register_load_state_dict_post_hook(self, hook):
        return _add_hook(self._load_state_dict_post_hooks, hook)

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        for hook in self._load_state_dict_pre_hooks.values():
            hook(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)
        persistent = {k: v for k, v in self._buffers.items() if k not in self._non_persistent_buffers_set}
        local_state = {k: v for k, v in itertools.chain(self._parameters.items(), persistent.items()) if v is not None}
        assign = local_metadata.get("assign_to_params_buffers", False)
        for name, param in local_state.items():
            key = prefix + name
            if key in state_dict:
                value = state_dict[key]
                if not isinstance(value, torch.Tensor):
                    error_msgs.append(f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like object from '
                                      f"checkpoint but received {type(value)}")
                    continue
                lazy = is_lazy(param)
                if not lazy and len(param.shape) == 0 and len(value.shape) == 1:
                    value = value[0]
                if not lazy and value.shape != param.shape:
                    error_msgs.append(f"size mismatch for {key}: copying a param with shape {value.shape} from checkpoint, "
                                      f"the shape in current model is {param.shape}.")
                    continue
                with torch.no_grad():
                    if assign:
                        if isinstance(param, Parameter):
                            value = value if isinstance(value, Parameter) else Parameter(value, requires_grad=param.requires_grad)
                        setattr(self, name, value)
                    else:
                        param.copy_(value)
            elif strict:
                missing_keys.append(key)
        extra = prefix + _EXTRA_STATE_KEY_SUFFIX
        if type(self).set_extra_state is not Module.set_extra_state:
            if extra in state_dict:
                self.set_extra_state(state_dict[extra])
            elif strict:
                missing_keys.append(extra)
        elif strict and extra in state_dict:
            unexpected_keys.append(extra)
        if strict:
            for key in state_dict.keys():
                if key.startswith(prefix) and key != extra:
                    parts = key[len(prefix):].split(".", 1)
                    if len(parts) > 1:
                        if parts[0] not in self._modules:
                            unexpected_keys.append(key)
                    elif parts[0] not in local_state:
                        unexpected_keys.append(key)

    def load_state_dict(self, state_dict, strict=True, assign=False):
        if not hasattr(state_dict, "keys"):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        missing_keys, unexpected_keys, error_msgs = [], [], []
        metadata = getattr(state_dict, "_metadata", None)
        state_dict = OrderedDict(state_dict)
        if metadata is not None:
            state_dict._metadata = metadata

        def load(module, local, prefix=""):
            local_metadata = {} if metadata is None else metadata.get(prefix[:-1], {})
            if assign:
                local_metadata["assign_to_params_buffers"] = assign
            module._load_from_state_dict(local, prefix, local_metadata, True, missing_keys, unexpected_keys, error_msgs)
            for name, child in module._modules.items():
                if child is not None:
                    child_prefix = prefix + name + "."
                    load(child, {k: v for k, v in local.items() if k.startswith(child_prefix)}, child_prefix)
            keys = _IncompatibleKeys(missing_keys, unexpected_keys)
            for hook in module._load_state_dict_post_hooks.values():
                out = hook(module, keys)
                assert out is None, "Hooks registered with ``register_load_state_dict_post_hook`` are not expected to return new values, if incompatible_keys need to be modified, it should be done inplace."

        load(self, state_dict)
        if strict:
            for word, keys in (("Unexpected", unexpected_keys), ("Missing", missing_keys)):
                if keys:
                    quoted = ", ".join(f'"{key}"' for key in keys)
                    error_msgs.insert(0, f"{word} key(s) in state_dict: {quoted}. ")
        if error_msgs:
            listed = "\n\t".join(error_msgs)
            raise RuntimeError(f"Error(s) in loading state_dict for {type(self).__name__}:\n\t{listed}")
        return _IncompatibleKeys(missing_keys, unexpected_keys)

    def _named_members(self, get_members_fn, prefix="", recurse=True, remove_duplicate=True):
        memo = set()
        modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for module_prefix, module in modules:
            for k, v in get_members_fn(module):
                if v is None or v in memo:
                    continue
                if remove_duplicate:
                    memo.add(v)
                yield module_prefix + ("." if module_prefix else "") + k, v

    def parameters(self, recurse=True):
        for _name, param in self.named_parameters(recurse=recurse):
            yield param

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        yield from self._named_members(lambda module: module._parameters.items(), prefix=prefix, recurse=recurse, remove_duplicate=remove_duplicate)

    def buffers(self, recurse=True):
        for _, buf in self.named_buffers(recurse=recurse):
            yield buf

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        yield from self._named_members(lambda module: module._buffers.items(), prefix=prefix, recurse=recurse, remove_duplicate=remove_duplicate)

    def children(self):
        for _name, module in self.named_children():
            yield module

    def named_children(self):
        memo = set()
        for name, module in self._modules.items():
            if module is not None and module not in memo:
                memo.add(module)
                yield name, module

    def modules(self, remove_duplicate=True):
        for _, module in self.named_modules(remove_duplicate=remove_duplicate):
            yield module

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        seen = set() if memo is None else memo
        if self in seen:
            return
        if remove_duplicate:
            seen.add(self)
        yield prefix, self
        below = prefix and prefix + "."
        for name, child in self._modules.items():
            if child is not None:
                yield from child.named_modules(seen, below + name, remove_duplicate)

    def train(self, mode=True):
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        for p in self.parameters():
            p.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        for p in self.parameters():
            if p.grad is not None:
                if set_to_none:
                    p.grad = None
                else:
                    if p.grad.grad_fn is not None:
                        p.grad = p.grad.detach()
                    else:
                        p.grad.requires_grad_(False)
                    p.grad.zero_()

    def share_memory(self):
        return self

    def _get_name(self):
        return self.__class__.__name__

    def extra_repr(self):
        return ""

    def __repr__(self):
        extra_lines = []
        extra_repr = self.extra_repr()
        if extra_repr:
            extra_lines = extra_repr.split("\n")
        child_lines = []
        for key, module in self._modules.items():
            child_lines.append("(" + key + "): " + _addindent(repr(module), 2))
        lines = extra_lines + child_lines
        main_str = self._get_name() + "("
        if lines:
            if len(extra_lines) == 1 and not child_lines:
                main_str += extra_lines[0]
            else:
                main_str += "\n  " + "\n  ".join(lines) + "\n"
        return main_str + ")"

    def __dir__(self):
        keys = list(dir(self.__class__)) + list(self.__dict__.keys()) + list(self._parameters) + list(self._modules) + list(self._buffers)
        return sorted(k for k in keys if not k[0].isdigit())

    def _replicate_for_data_parallel(self):
        replica = self.__new__(type(self))
        replica.__dict__ = self.__dict__.copy()
        return replica

    def compile(self, *args, **kwargs):
        from torch._dynamo.external_utils import wrap_inline

        self._compiled_call_impl = torch.compile(wrap_inline(self._call_impl), *args, **kwargs)


torch._C._route_module_calls(Module.__call__, Module._call_impl)
