"""The wrapper that torch.compile puts around a module."""

import warnings

import torch
from torch import nn
from torch.nn.modules.lazy import LazyModuleMixin

from . import eval_frame
from .external_utils import wrap_inline


class OptimizedModule(nn.Module):
    """Runs a module compiled; everything else is passed on to it."""

    __module__ = "torch._dynamo.eval_frame"

    _opt_mod_attributes = {"_orig_mod", "_context", "forward", "_super_module_initialized"}

    def __init__(self, mod, context):
        object.__setattr__(self, "_super_module_initialized", False)
        super().__init__()
        object.__setattr__(self, "_super_module_initialized", True)
        object.__setattr__(self, "_context", context)
        self._modules["_orig_mod"] = mod
        self._bind()

    def _bind(self):
        mod = self._modules["_orig_mod"]
        target = mod.__call__
        if (type(mod).forward.__module__ or "").startswith("torch.nn") or eval_frame._without_frame(mod.forward):
            target = wrap_inline(mod)
        if isinstance(self._context, eval_frame._Disabled):
            forward = eval_frame.disable(target, reason=self._context.reason)
        else:
            forward = eval_frame._wrap(target, self._context)
        object.__setattr__(self, "forward", forward)

    def __call__(self, *args, **kwargs):
        mod = self._modules["_orig_mod"]
        if isinstance(mod, LazyModuleMixin) and mod.has_uninitialized_params():
            with torch.no_grad():  # so that its parameters are there when it is traced
                mod._infer_parameters(mod, args, kwargs)
        if torch.nn.modules.module._has_any_global_hook():
            warnings.warn(
                "Using `torch.compile(module)` when there are global hooks on modules (e.g., from `register_module_forward_hook`); this will cause the hooks to fire "
                "an extra time for the `OptimizedModule` created by `torch.compile(module)`. If this causes undesired behavior, please try using `module.compile()`, "
                "or use the per-module hooks instead",
                stacklevel=2,
            )
            return super().__call__(*args, **kwargs)  # which are called for this module too
        return self.forward(*args, **kwargs)

    def _aot_compile(self, inputs):
        """Compiles the module for the arguments of several calls, at once; other calls are errors from then on."""
        from torch._dynamo.aot_compile import aot_compile_module

        context = self._context
        self.forward = aot_compile_module(self._orig_mod, inputs, context.backend, context.dynamic, context.guard_filter_fn)

    def _save_aot_compiled_module(self, path=None):
        """What _aot_compile made, as bytes, which are written to a file too where its name is given."""
        from torch._dynamo.aot_compile import AOTCompiledModel

        if not isinstance(self.forward, AOTCompiledModel):
            raise AssertionError(f"Expected self.forward to be AOTCompiledModel, got {type(self.forward)}")
        data = self.forward.serialize()
        if path is not None:
            with open(path, "wb") as file:
                file.write(data)
        return data

    def _load_aot_compiled_module(self, data):
        from torch._dynamo.aot_compile import AOTCompiledModel

        self.forward = AOTCompiledModel.deserialize(self._orig_mod, data)

    def __len__(self):
        mod = self._modules["_orig_mod"]
        if not hasattr(type(mod), "__len__"):
            raise TypeError(f"{type(mod).__name__} does not support len()")
        return len(mod)

    def __dir__(self):
        own = self._orig_mod.__dir__()
        return own + [name for name in super().__dir__() if name not in own]

    def __reduce__(self):
        return (OptimizedModule, (self._orig_mod, self._context))

    @property
    def dynamo_ctx(self):
        """Decorates other functions so that they are compiled like the module."""
        return eval_frame._Decorator(lambda fn: eval_frame._compile_with(fn, self._context))

    @property
    def training(self):
        return self._modules["_orig_mod"].training

    @training.setter
    def training(self, value):
        if self._super_module_initialized:
            self._modules["_orig_mod"].training = value

    def __getattr__(self, name):
        if name == "_orig_mod":
            return self._modules["_orig_mod"]
        return getattr(self._modules["_orig_mod"], name)

    def __setattr__(self, name, val):
        if not self._super_module_initialized or name == "training":
            super().__setattr__(name, val)
        elif name == "_orig_mod":
            self._modules["_orig_mod"] = val
            self._bind()
        elif name in self._opt_mod_attributes:
            object.__setattr__(self, name, val)
        else:
            setattr(self._modules["_orig_mod"], name, val)

    def __delattr__(self, name):
        delattr(self._modules["_orig_mod"], name)
