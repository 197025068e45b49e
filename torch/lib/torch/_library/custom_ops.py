"""custom_op: operators made of Python functions."""
import contextlib
import inspect
import logging
import sys

import torch
from torch import _C
from torch._library import utils
from torch._library.infer_schema import infer_schema
from torch._library.operator import Operator
from torch.utils._pytree import tree_flatten

_log = logging.getLogger(__name__)
OPDEFS = {}  # qualified name: CustomOpDef
_ANY = "any device"


def custom_op(name, fn=None, /, *, mutates_args, device_types=None, schema=None, tags=None):
    """Makes an operator "namespace::name" of a function; mutates_args names the parameters that it writes to. Without device_types
    the function serves every device. Gives a CustomOpDef, or a decorator that does."""
    def define(fn):
        if schema is None:
            text = infer_schema(fn, mutates_args=mutates_args)
        else:
            text = schema
        namespace, op_name = name.split("::")
        definition = CustomOpDef(namespace, op_name, text, fn, tags)
        if schema is not None:
            declared = utils.mutated_args(definition._opoverload._schema)
            if set(mutates_args) != declared:
                definition._operator.undefine()
                raise ValueError(f"Attempted to create a custom op with `mutates_args={mutates_args}` and `schema={schema}. The schema suggests that the "
                                 f"op mutates {declared or 'set()'}which is different from what was provided to us in `mutates_args`. Please make these "
                                 "consistent.")
        definition.register_kernel(device_types)(fn)
        return definition

    return define if fn is None else define(fn)


class CustomOpDef:
    """An operator made of a function, to register more about: kernels of devices, the derivative, the rule for vmap."""

    def __init__(self, namespace, name, schema, fn, tags=None):
        self._namespace, self._name, self._schema, self._init_fn = namespace, name, schema, fn
        self._backends = {}
        self._disabled = set()
        self._fake = None
        if self._qualname in OPDEFS:  # a definition may be given anew
            OPDEFS.pop(self._qualname)._operator.undefine()
        tags = (tags,) if isinstance(tags, torch.Tag) else tuple(tags or ())
        self._operator = Operator(f"{self._qualname}{schema}", tags + (torch.Tag.pt2_compliant_tag,), self)
        self._opoverload = self._operator.overload
        arguments = self._opoverload._schema.arguments
        self._mutates = bool(utils.mutated_args(self._opoverload._schema))
        self._mutated = [a.name for a in arguments if a.alias_info is not None and a.alias_info.is_write]
        if any(a.kwarg_only and str(a.type).find("Tensor") >= 0 for a in arguments):
            self._operator.undefine()
            raise NotImplementedError(f"custom_op with kwarg-only Tensor args. Please make your tensors not kwarg-only. Got: {name}{schema}")
        self._operator.register_kernel("CPU", self._run)
        self._operator.table["fake"] = self._run_fake
        OPDEFS[self._qualname] = self

    @property
    def _qualname(self):
        return f"{self._namespace}::{self._name}"

    def __repr__(self):
        return f"<CustomOpDef({self._qualname})>"

    def __call__(self, *args, **kwargs):
        return self._opoverload(*args, **kwargs)

    def _run(self, *args, **kwargs):
        device = next((t.device.type for t in tree_flatten((args, kwargs))[0] if isinstance(t, torch.Tensor)), None)
        if device is None:
            at = kwargs.get("device", next((a for a in args if isinstance(a, torch.device)), "cpu"))
            device = torch.device(at or "cpu").type
        if device == "meta":
            return self._run_fake(*args, **kwargs)
        fn = self._backends.get(device, self._backends.get(_ANY))
        if fn is None or device in self._disabled:
            fn = self._init_fn
        result = fn(*args, **kwargs)
        self._refuse_aliases(args, kwargs, result)
        if self._mutates:
            names = [a.name for a in self._opoverload._schema.arguments]
            bound = {**dict(zip(names, args)), **kwargs}
            torch.autograd.graph.increment_version([t for n in self._mutated for t in tree_flatten(bound.get(n))[0] if isinstance(t, torch.Tensor)])
        return result

    def _refuse_aliases(self, args, kwargs, result):
        if "(a" in self._schema[self._schema.rindex("->"):]:
            return
        seen = {id(t.untyped_storage()) if t.numel() == 0 else t.untyped_storage().data_ptr() for t in tree_flatten((args, kwargs))[0]
                if isinstance(t, torch.Tensor) and _has_storage(t)}
        for t in tree_flatten(result)[0]:
            if not isinstance(t, torch.Tensor) or not _has_storage(t) or t.numel() == 0:
                continue
            at = t.untyped_storage().data_ptr()
            if at in seen:
                raise RuntimeError(
                    f"{self._name} (with implementation in {sys.modules[__name__]}): The output of this custom operator (1) must not also be an input to "
                    "this custom operator and (2) may not alias any inputs to this custom operator or other returns. The most common way to trigger "
                    "this error is if we have y = custom_op(x) and y and x are the same Tensor. Please instead return a clone of the offending output "
                    "tensor(s) (e.g. return x.clone()) or refactor the custom operator to not return y.")
            seen.add(at)

    def _run_fake(self, *args, **kwargs):
        if self._fake is not None:
            from torch._library import fake_impl
            with fake_impl.running(self._opoverload):
                return self._fake(*args, **kwargs)
        if str(self._opoverload._schema).endswith("-> ()"):
            return None
        raise RuntimeError(f"There was no fake impl registered for {self}. This is necessary for torch.compile/export/fx tracing to work. "
                           f"Please use `{self._init_fn.__name__}.register_fake` to add an fake impl.")

    def register_kernel(self, device_types, fn=None, /):
        """Another function for the given devices, all of them for None."""
        def register(fn):
            types = (device_types,) if device_types is None or isinstance(device_types, str) else tuple(device_types)
            for device in types:
                if device is not None:
                    torch.device(device)
                    arguments = self._opoverload._schema.arguments
                    takes_tensors = any("Tensor" in str(a.type) for a in arguments)
                    if not takes_tensors and not any(a.name == "device" for a in arguments):
                        raise ValueError("Functions without tensor inputs are required to have a `device: torch.device` argument")
                self._backends[device or _ANY] = fn
            return fn

        return register if fn is None else register(fn)

    def register_fake(self, fn, /):
        """What describes the results without computing them."""
        self._fake = fn
        return fn

    def register_autograd(self, backward, /, *, setup_context=None):
        """backward(ctx, *grads) gives a gradient for each input; setup_context(ctx, inputs, output) saves what it needs."""
        schema = self._opoverload._schema
        if not utils.is_functional_schema(schema, allow_valid_view=True):
            raise RuntimeError(f"Cannot register autograd formula for non-functional operator {self} with schema {schema}. Please create a functional "
                               "operator and register an autograd formula for that.")
        self._operator.register_autograd(backward, setup_context)

    def register_vmap(self, func=None):
        """func(info, in_dims, *args) gives the result and its mapped dimensions."""
        def register(func):
            self._operator.vmap_rule = func

        return register if func is None else register(func)

    def register_torch_dispatch(self, torch_dispatch_class, fn=None, /):
        """fn answers for a mode or a subclass of tensors."""
        def register(fn):
            if torch_dispatch_class is torch.Tensor:
                raise ValueError("Can't register torch_dispatch rule for torch.Tensor")
            _C._set_dispatch_rule(self._opoverload, torch_dispatch_class, fn)
            return fn

        return register if fn is None else register(fn)

    def register_autocast(self, device_type, cast_inputs):
        """Under autocast the floating inputs become of the dtype cast_inputs."""
        if not isinstance(device_type, str):
            raise ValueError(f"Unknown device type: {device_type}")
        torch.device(device_type)
        if device_type not in ("cpu", "cuda", "xpu"):
            raise ValueError(f"Unknown device type: {device_type}")
        self._operator.autocast[device_type] = cast_inputs

    def register_effect(self, effect):
        self._effect = effect

    @contextlib.contextmanager
    def set_kernel_enabled(self, device_type, enabled=True):
        """Within, the function of a device counts as registered or not."""
        if not enabled and device_type not in self._backends:
            _log.warning("Attempted to disable kernel for %s but no kernel was registered for this device type.", device_type)
        was = device_type in self._disabled
        (self._disabled.discard if enabled else self._disabled.add)(device_type)
        try:
            yield
        finally:
            (self._disabled.add if was else self._disabled.discard)(device_type)


def _has_storage(t):
    return t.device.type != "meta" and type(t) in (torch.Tensor, torch.nn.Parameter) and not torch._C._functorch.is_functorch_wrapped_tensor(t)


def get_opdef(op):
    """The CustomOpDef of an operator or a name, None if it has none."""
    if isinstance(op, CustomOpDef):
        return op
    name = op if isinstance(op, str) else op.name()
    return OPDEFS.get(name.removesuffix(".default"))
