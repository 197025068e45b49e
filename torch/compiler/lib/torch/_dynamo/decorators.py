"""What steers the compiler: how functions are traced, how sizes of tensors are taken, what holds in a region."""

import functools
import types

import torch
from torch._C._dynamo import eval_frame as _c
from torch._dynamo import comptime
from torch._dynamo.dimension_marks import _DimRange, mark_dynamic, mark_static, mark_static_address, mark_unbacked, maybe_mark_dynamic  # noqa: F401
from torch._dynamo.eval_frame import _lookup_backend, disable, graph_break, innermost, innermost as innermost_fn, is_compiling, run, skip_frame, step_unsupported


def allow_in_graph(fn):
    """Records calls of fn in the graph instead of tracing into it."""
    if isinstance(fn, (list, tuple)):
        return [allow_in_graph(f) for f in fn]
    if not callable(fn):
        raise AssertionError("allow_in_graph expects a callable")
    _c.allow(fn)
    if isinstance(fn, types.FunctionType):
        fn._torchdynamo_allow_in_graph = True
    return fn


def disallow_in_graph(fn):
    """Breaks the graph at calls of fn, an operator of torch or what allow_in_graph was given."""
    if isinstance(fn, (list, tuple)):
        return [disallow_in_graph(f) for f in fn]
    if not callable(fn):
        raise AssertionError("disallow_in_graph expects a callable")
    if isinstance(fn, types.FunctionType) and not _c.library_frames(fn.__code__, fn.__globals__) and not getattr(fn, "_torchdynamo_allow_in_graph", False):
        raise RuntimeError("disallow_in_graph is expected to be used on an already allowed callable (like torch.* ops). "
                           "Allowed callables means callables that TorchDynamo puts as-is in the extracted graph.")
    if isinstance(fn, types.FunctionType):
        fn._torchdynamo_allow_in_graph = False
    _c.disallow(fn)
    return fn


def forbid_in_graph(fn):
    fn._dynamo_forbidden = True
    return fn


def assume_constant_result(fn):
    fn._dynamo_marked_constant = True
    return fn


def nonstrict_trace(traceable_fn):
    """A function that is one node of the graph, on the leaves of its arguments."""
    if not callable(traceable_fn):
        raise AssertionError("nonstrict_trace expects a callable")
    from torch.utils import _pytree as pytree

    @functools.wraps(traceable_fn)
    def wrapped(*args, **kwargs):
        if not torch.compiler.is_dynamo_compiling():
            return traceable_fn(*args, **kwargs)
        leaves, spec = pytree.tree_flatten((args, kwargs))
        for leaf in leaves:
            if not isinstance(leaf, (torch.Tensor, int, float, bool, complex, str, torch.SymInt, torch.SymFloat, torch.SymBool, torch.dtype, torch.device)):
                _invalid_leaf(type(leaf))
        results, structure = _record_nonstrict(wrapped, leaves, _structure(spec))
        return pytree.tree_unflatten(results, _spec(structure))

    wrapped._torchdynamo_nonstrict = traceable_fn
    return wrapped


def leaf_function(fn=None, *, mutates_args=None):
    """A function that is one node of the graph and runs as it is when the graph does; its fake (register_fake) tells what it gives."""
    if fn is None:
        return functools.partial(leaf_function, mutates_args=mutates_args)
    from torch.utils import _pytree as pytree

    paths = [_path(expression) for expression in sorted(mutates_args or ())]

    def hooked(*args, **kwargs):
        hook = wrapper._torchdynamo_leaf_hook_fn
        if hook is not None:
            tensors = [x for x in pytree.tree_leaves((args, kwargs)) if isinstance(x, torch.Tensor) and x.requires_grad]
            if tensors:
                torch.autograd.graph.register_multi_grad_hook(tensors, lambda grads: hook(*grads))
        return fn(*args, **kwargs)

    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        if not torch.compiler.is_dynamo_compiling():
            return hooked(*args, **kwargs)
        leaves, spec = pytree.tree_flatten((args, kwargs))
        changed = []
        if paths:
            bound = dict(zip(fn.__code__.co_varnames, args))
            bound.update(kwargs)
            for name, steps in paths:
                value = bound[name]
                for attribute, key in steps:
                    value = getattr(value, key) if attribute else value[key]
                changed.extend(pytree.tree_leaves(value))
        results, structure = _record_leaf(wrapper, leaves, _structure(spec), changed)
        return pytree.tree_unflatten(results, _spec(structure))

    def register_fake(fake):
        wrapper._torchdynamo_leaf_fake_fn = fake
        return fake

    def register_multi_grad_hook(hook):
        wrapper._torchdynamo_leaf_hook_fn = hook
        return hook

    wrapper._torchdynamo_leaf_real_fn = hooked
    wrapper._torchdynamo_leaf_fake_fn = wrapper._torchdynamo_leaf_hook_fn = None
    wrapper._torchdynamo_leaf_mutates_args = mutates_args
    wrapper.register_fake, wrapper.register_multi_grad_hook = register_fake, register_multi_grad_hook
    return wrapper


def _path(expression):
    """The parts of NAME, NAME.attribute and NAME[key]: the name, and steps (whether an attribute, key)."""
    import ast

    node, steps = ast.parse(expression, mode="eval").body, []
    while not isinstance(node, ast.Name):
        if isinstance(node, ast.Attribute):
            steps.append((True, node.attr))
        elif isinstance(node, ast.Subscript):
            steps.append((False, ast.literal_eval(node.slice)))
        else:
            raise ValueError(f"mutates_args of leaf_function: {expression!r} is no path from a parameter")
        node = node.value
    return node.id, steps[::-1]


def _record_nonstrict(function, leaves, structure):
    """Records the call of a function of nonstrict_trace when traced: the leaves of what it gives, and their structure."""


def _record_leaf(function, leaves, structure, changed):
    """Records the call of a leaf function when traced: the leaves of what it gives, and their structure."""


def _structure(spec):
    """A TreeSpec as tuples, which can be arguments of a node."""
    return (spec.type, spec.context, tuple([_structure(c) for c in spec.children_specs]))


def _spec(structure):
    from torch.utils import _pytree as pytree

    kind, context, children = structure
    return pytree.TreeSpec(kind, context, [_spec(c) for c in children])


def _invalid_leaf(kind):
    """Breaks the graph when traced: what nonstrict_trace cannot take."""


def skip(fn=None):
    """Keeps the frames of fn, not what it calls, out of compilation."""
    if fn is None:
        return skip
    fn = innermost(fn)
    _c.skip_code(fn.__code__)
    fn._torchdynamo_disable = True
    return fn


def disable_nested_graph_breaks(fn=None):
    """A graph break in a call of fn, or below, is one of the call."""
    if fn is None:
        return disable_nested_graph_breaks
    fn._torchdynamo_disable_nested_graph_breaks = True
    return fn


def dont_skip_tracing(fn=None):
    """What fn calls, or a block, is traced where the lists of modules say that it is not."""
    region = patch_dynamo_config(dont_skip_tracing=True)
    return region if fn is None else region(fn)


def override_cudagraphs(*args, **kwargs):
    return lambda fn: fn


def override_optimization_hint(x, val):
    return None


_PATCHABLE = {"allow_unspec_int_on_nn_module", "capture_scalar_outputs", "dont_skip_tracing", "nested_graph_breaks", "rewrite_assert_with_torch_assert",
              "skip_torchrec", "verbose", "verify_correctness"}


class _ConfigPatch:
    """Settings of the compiler that hold in a region, which may lie in compiled code."""

    def __init__(self, *args, **kwargs):
        from torch._dynamo import config

        for name in args[:1] if args and isinstance(args[0], str) else {**dict(*args), **kwargs}:
            if name not in _PATCHABLE:
                raise ValueError(f"patch_dynamo_config does not support patching config {name}")
        self.patch = config.patch(*args, **kwargs)
        self.changes = self.patch.changes

    def __call__(self, fn):
        changes = self.changes

        @functools.wraps(fn)
        def region(*args, **kwargs):
            with _ConfigPatch(changes):
                return fn(*args, **kwargs)

        return region

    def __enter__(self):
        return self.patch.__enter__()

    def __exit__(self, *exc_info):
        return self.patch.__exit__(*exc_info)


def patch_dynamo_config(*args, **kwargs):
    return _ConfigPatch(*args, **kwargs)


def _check_signatures(original_fn, traceable_fn):
    """A function that is traced in the place of another takes what that takes; of parameters for positions alone the names do not count."""
    import inspect

    try:
        wanted = inspect.signature(original_fn)
    except ValueError:
        return  # a native function that does not tell
    found = inspect.signature(traceable_fn)

    plain, only = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.POSITIONAL_ONLY
    a, b = list(wanted.parameters.values()), list(found.parameters.values())
    same = len(a) == len(b)
    for p, q in zip(a, b):
        named = p.kind not in (only, p.VAR_POSITIONAL, p.VAR_KEYWORD) and q.kind is not only
        kinds = [plain if r.kind is only else r.kind for r in (p, q)]
        same = same and kinds[0] == kinds[1] and p.default == q.default and (p.name == q.name or not named)
    if not same:
        raise TypeError(f"Signature mismatch between {original_fn} and {traceable_fn}: {wanted} != {found}")


def substitute_in_graph(original_fn, *, can_constant_fold_through=False, skip_signature_check=False, is_embedded_type=False):
    """The decorated function is traced wherever original_fn is called."""
    if not (isinstance(original_fn, (types.FunctionType, types.BuiltinFunctionType)) or is_embedded_type and isinstance(original_fn, type)):
        raise TypeError(f"substitute_in_graph expects a function but got {type(original_fn)!r}")

    def wrapper(traceable_fn):
        if not isinstance(traceable_fn, types.FunctionType):
            raise TypeError(f"@substitute_in_graph(...) expects a function but got {type(traceable_fn)!r}")
        if not skip_signature_check:
            _check_signatures(original_fn, traceable_fn)
        _c.substitute(original_fn, traceable_fn)

        @functools.wraps(original_fn)
        def wrapped(*args, **kwargs):
            return original_fn(*args, **kwargs)

        wrapped._torchdynamo_orig_callable = traceable_fn
        wrapped.__torch_dynamo_original__ = original_fn
        wrapped.__torch_dynamo_polyfill__ = traceable_fn
        return wrapped

    return wrapper


class _ErrorOnGraphBreak:
    """Context manager and decorator: graph breaks inside are errors, or are not."""

    def __init__(self, flag):
        self.flag = flag

    def __enter__(self):
        self.prior = _c.set_error_on_graph_break(self.flag)

    def __exit__(self, *exc_info):
        _c.set_error_on_graph_break(self.prior)
        return None

    def __call__(self, fn):
        flag = self.flag

        @functools.wraps(fn)
        def region(*args, **kwargs):
            with _ErrorOnGraphBreak(flag):
                return fn(*args, **kwargs)

        region.__dict__.pop("_torchdynamo_orig_callable", None)  # tracing goes into the block, not past it
        return region


ErrorOnGraphBreakDecoratorContextManager = _ErrorOnGraphBreak


def error_on_graph_break(flag=True):
    return _ErrorOnGraphBreak(flag)


class set_stance:
    """Sets how compiled functions behave from now on, or inside a with block or function."""

    def __init__(self, stance="default", *, skip_guard_eval_unsafe=False, force_backend=None):
        backend = None
        if force_backend is not None:
            backend = _lookup_backend(force_backend)
            if stance != "default":
                raise RuntimeError("non-default stance cannot have force_backend set")
        self.stance = (stance, skip_guard_eval_unsafe, backend)
        self.prior = _c.set_stance(*self.stance)

    def __enter__(self):
        return None

    def __exit__(self, *exc_info):
        _c.set_stance(*self.prior)
        return None

    def __call__(self, fn):
        _c.set_stance(*self.prior)
        stance = self.stance

        @functools.wraps(fn)
        def with_stance(*args, **kwargs):
            prior = _c.set_stance(*stance)
            try:
                return fn(*args, **kwargs)
            finally:
                _c.set_stance(*prior)

        with_stance._dynamo_forbidden = True
        return with_stance
