"""torch.compile and the functions that steer it."""

import functools
import os
import sys
import types

import torch
from torch._C._dynamo import eval_frame as _c

from . import exc

_INNER = "_torchdynamo_orig_callable"


class _Context:
    """What one call of torch.compile compiles with."""

    def __init__(self, backend, fullgraph=False, dynamic=None, isolate=False, guard_filter_fn=None, key=""):
        self.backend = backend
        self.backend_key = innermost(backend)
        self.native = _c.new_context(backend, self.backend_key, fullgraph, dynamic, isolate, guard_filter_fn, key)
        self.fullgraph = fullgraph
        self.dynamic = dynamic
        _leave_distributions_unchecked()

    def __deepcopy__(self, memo):
        return self


_distributions_unchecked = False  # torch.distributions asks when it is imported


def _leave_distributions_unchecked():
    """From the first compilation on distributions do not look at their arguments, which would depend on data."""
    global _distributions_unchecked
    if _distributions_unchecked:
        return
    _distributions_unchecked = True
    module = sys.modules.get("torch.distributions.distribution")
    if module is not None:
        module.Distribution.set_default_validate_args(False)


def innermost(fn):
    """The function behind compile and disable wrappers."""
    while hasattr(fn, _INNER):
        fn = getattr(fn, _INNER)
    return fn


def _wrap(fn, context):
    """A function that runs fn with frames compiled in the context."""
    inner = fn
    if isinstance(fn, functools.partial) or _without_frame(fn):
        from .external_utils import wrap_inline

        inner = wrap_inline(fn)
    elif not isinstance(fn, (types.FunctionType, types.MethodType, type)) and hasattr(fn, "__call__"):
        inner = external_call(fn)
    native = context.native
    compiled_codes = _c.frame_counter

    def compile_wrapper(*args, **kwargs):
        _c.check_stance()
        prior = _c.set_context(native)
        try:
            return inner(*args, **kwargs)
        finally:
            _c.set_context(prior)

    try:
        compile_wrapper = functools.wraps(fn)(compile_wrapper)
    except AttributeError:
        pass
    compile_wrapper._torchdynamo_orig_callable = fn
    compile_wrapper._torchdynamo_inline = fn
    compile_wrapper.get_compiler_config = lambda: None
    _c.enter(compile_wrapper, inner, native)
    return compile_wrapper


def _without_frame(fn):
    """Whether a call of fn starts no frame that is compiled: native functions, and those of the library but calls of modules."""
    fn = getattr(fn, "__func__", fn)
    code = getattr(fn, "__code__", None)
    if getattr(fn, "__name__", "") in ("_wrapped_call_impl", "_call_impl", "__call__"):
        return False
    return isinstance(fn, types.BuiltinFunctionType) if code is None else _c.library_frames(code, fn.__globals__)


def external_call(obj):
    """Calls through an object's __call__, which is the frame to compile."""
    call = type(obj).__call__

    def wrap_inline(*args, **kwargs):
        return call(obj, *args, **kwargs)

    return wrap_inline


def _verified(gm, example_inputs, compiled):
    """What a backend made of a graph, if it computes what the graph does (torch._dynamo.config.verify_correctness)."""
    from torch._dynamo.utils import clone_inputs, same

    state = torch.get_rng_state()
    right = gm.forward(*clone_inputs(example_inputs))
    torch.set_rng_state(state)
    result = compiled(*clone_inputs(example_inputs))
    torch.set_rng_state(state)
    if not same(right, result):
        raise RuntimeError(f"incorrect results of backend {compiled}")
    return compiled


def _lookup_backend(backend):
    from .backends import registry

    return registry.lookup_backend(backend)


def compile(model=None, *, fullgraph=False, dynamic=None, backend=None, mode=None, options=None, name=None, disable=False,
            recompile_limit=None, isolate_recompiles=False, dynamic_shapes=None):
    """Compiles a function or module with the given backend; see torch.compile of PyTorch."""
    if mode is not None and options is not None:
        raise RuntimeError("Either mode or options can be specified, but both can't be specified at the same time.")
    if model is None:
        def decorator(model):
            if model is None:
                raise RuntimeError("Model can't be None")
            return compile(model, fullgraph=fullgraph, dynamic=dynamic, backend=backend, mode=mode, options=options, name=name, disable=disable,
                           recompile_limit=recompile_limit, isolate_recompiles=isolate_recompiles, dynamic_shapes=dynamic_shapes)

        return decorator
    if backend is None:
        backend = get_default_backend()
    compiler = _lookup_backend(backend)
    if disable or os.environ.get("TORCHDYNAMO_DISABLE") == "1":
        return model
    options = dict(options) if options else {}
    if backend == "inductor":
        options = _inductor_options(mode, options)
    guard_filter_fn = options.pop("guard_filter_fn", None)
    key = ""
    if mode is not None or options:
        key = repr((mode, sorted(options.items(), key=repr)))
    if (mode or options) and not isinstance(backend, str):
        kwargs = {}
        if mode:
            kwargs["mode"] = mode
        if options:
            kwargs["options"] = options
        user = compiler

        def compiler(gm, example_inputs):
            return user(gm, example_inputs, **kwargs)

        compiler._torchdynamo_orig_callable = user
    context = _Context(compiler, fullgraph, dynamic, isolate_recompiles, guard_filter_fn, key)
    return _compile_with(model, context)


def _inductor_options(mode, options):
    """The options under their names; unknown ones and values of other types than the defaults are refused."""
    if mode is None and not options:
        return options
    import torch._inductor

    if mode is not None:
        torch._inductor.list_mode_options(mode)
    known = torch._inductor.config.get_config_copy()
    out = {}
    for key, value in options.items():
        name = key.replace("-", "_")
        if name not in known and name not in ("guard_filter_fn", "use_aoti"):
            raise RuntimeError(f"Unexpected optimization option {key}, known options are {list(known)}")
        default = known.get(name)
        if default is not None and type(value) is not type(default) and not isinstance(value, type(default)):
            raise RuntimeError(f"Unexpected type of attr {key}, got {type(value).__name__} should be {type(default).__name__}")
        out[name] = value
    return out


def _compile_with(model, context):
    if _is_module(model):
        from .optimized_module import OptimizedModule

        return OptimizedModule(model, context)
    if isinstance(model, type):
        return _wrap_class(model, context)
    if not callable(model):
        raise AssertionError(f"A callable function is expected, but {type(model)} is provided.")
    if isinstance(model, types.FunctionType):
        model = innermost(model)
    return _wrap(model, context)


def _wrap_class(cls, context):
    cls.__call__ = _wrap(cls.__call__, context)
    return cls


def _is_module(model):
    nn = _c.loaded("torch.nn")
    return nn is not None and isinstance(model, nn.Module)


_default_backend = "inductor"


def get_default_backend():
    return _default_backend


def set_default_backend(backend):
    global _default_backend
    _default_backend = backend


def optimize(backend="inductor", *, nopython=False, dynamic=None, disable=False, guard_filter_fn=None, guard_fail_fn=None, guard_export_fn=None, **kwargs):
    """The older form of torch.compile: returns a decorator."""
    compiler = _lookup_backend(backend)
    context = _Context(compiler, nopython, dynamic, False, guard_filter_fn)
    if guard_fail_fn is not None or guard_export_fn is not None:
        _c.set_hooks(context.native, guard_fail_fn, guard_export_fn)

    def decorator(fn):
        return fn if disable else _compile_with(fn, context)

    return decorator


def optimize_assert(backend, *, dynamic=None, **kwargs):
    return optimize(backend, nopython=True, dynamic=dynamic)


def run(fn=None):
    """Runs with the entries that exist; compiles nothing."""
    native = _c.new_context(None, None, False, None, False, None, "run")
    _c.set_run_only(native)

    def run_wrapper(*args, **kwargs):
        prior = _c.set_context(native)
        try:
            return fn(*args, **kwargs)
        finally:
            _c.set_context(prior)

    return run_wrapper


def disable(fn=None, recursive=True, *, reason=None, wrapping=True):
    """Keeps fn, and with recursive what it calls, out of compilation."""
    if fn is None:
        return lambda f: disable(f, recursive, reason=reason)
    if _is_module(fn):
        fn.forward = disable(fn.forward, recursive, reason=reason)
        return fn
    if isinstance(fn, type):
        for name, value in list(fn.__dict__.items()):
            if isinstance(value, types.FunctionType) and (name == "__call__" or name == "forward"):
                setattr(fn, name, disable(value, recursive, reason=reason))
        return fn
    inner = fn.__dict__.get(_INNER, fn) if _is_wrapper(fn) else fn
    if not recursive:
        _c.skip_code(inner.__code__)
        inner._torchdynamo_disable_once = True
        return fn

    def disabled(*args, **kwargs):
        prior = _c.set_context(None)
        try:
            return inner(*args, **kwargs)
        finally:
            _c.set_context(prior)

    disabled = functools.wraps(inner)(disabled)
    disabled._torchdynamo_disable = True
    disabled._torchdynamo_disable_msg = reason
    disabled._torchdynamo_orig_callable = inner
    return disabled


def _is_wrapper(fn):
    """Whether fn was made by compile or disable, and not only took the marks of one over from it (functools.wraps)."""
    code = getattr(fn, "__code__", None)
    return code is not None and code.co_filename == _is_wrapper.__code__.co_filename


def graph_break(msg=""):
    """Ends the graph here when traced; does nothing otherwise."""


def skip_frame(msg=""):
    """Has the frame that calls it run untraced."""


_exporting = [False]  # while torch.export runs a module


def is_compiling():
    """True while tracing."""
    return _exporting[0]


def is_dynamo_compiling():
    return False


def is_exporting():
    """True while torch.export runs a module."""
    return _exporting[0]


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
        return flat_apply_capture(_structure(spec), *leaves)

    def flat_apply_capture(structure, *leaves):
        args, kwargs = pytree.tree_unflatten(leaves, _spec(structure))
        return traceable_fn(*args, **kwargs)

    flat_apply_capture._torchdynamo_allow_in_graph = True
    flat_apply_capture._torchdynamo_nonstrict = traceable_fn
    wrapped._torchdynamo_nonstrict = traceable_fn
    return wrapped


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


def unsupported(first, second):
    """Breaks the graph when traced; gives its second argument."""
    graph_break()
    return second


def step_unsupported(msg=""):
    """Ends tracing here: what follows in the function runs untraced."""


def disable_nested_graph_breaks(fn=None):
    """A graph break in a call of fn, or below, is one of the call."""
    if fn is None:
        return disable_nested_graph_breaks
    fn._torchdynamo_disable_nested_graph_breaks = True
    return fn


def dont_skip_tracing(fn=None):
    return (lambda f: f) if fn is None else fn


def override_cudagraphs(*args, **kwargs):
    return lambda fn: fn


def override_optimization_hint(x, val):
    return None


def is_dynamo_supported():
    return True


is_inductor_supported = is_dynamo_supported


def is_dynamo_disable_recursive(method):
    """True for disable(recursive=True), False for recursive=False, None for neither."""
    if getattr(method, "_torchdynamo_disable_once", False):
        return False
    return True if getattr(method, "_torchdynamo_disable", False) else None


class _ConfigPatch:
    """Settings of the compiler that hold in a region, which may lie in compiled code."""

    def __init__(self, *args, **kwargs):
        from torch._dynamo import config

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


class _CacheEntry:
    """One compiled version of a function."""

    isolate_recompiles_id = -1  # of no region of its own

    def __init__(self, code, compile_id, backend, guards, check, differing):
        from torch._guards import CompileId

        self.code = code
        self.compile_id = CompileId.from_string(compile_id)
        self.backend = backend
        self.guard_manager = GuardManagerWrapper(guards, check, differing)
        self.trace_annotation = f"Torch-Compiled Region: {compile_id}"


class GuardDebugInfo:
    """What a check of guards came to: the first that failed, with the line that relies on it."""

    def __init__(self, result, verbose_code_parts, num_guards_executed):
        self.result = result
        self.verbose_code_parts = verbose_code_parts
        self.num_guards_executed = num_guards_executed

    def __str__(self):
        return f"GuardDebugInfo(\nresult={self.result},\nverbose_code_parts={self.verbose_code_parts},\nnum_guards_executed={self.num_guards_executed}\n)"


class GuardManagerWrapper:
    """The guards of one compiled version; its text is the tree that TORCH_LOGS=guards shows."""

    def __init__(self, guards, check, differing):
        self._guards = guards
        self._check = check
        self._differing = differing
        self.collect_diff_guard_sources()

    def __str__(self):
        return self._guards

    def check(self, f_locals):
        """Whether the version serves a call with these locals, in the globals of the caller."""
        return not self._check(f_locals, sys._getframe(1).f_globals)

    def check_verbose(self, f_locals):
        failure = self._check(f_locals, sys._getframe(1).f_globals)
        return GuardDebugInfo(not failure, [failure] if failure else [], None)

    def collect_diff_guard_sources(self):
        """The sources that told versions apart so far, those of tensors, and the paths to them."""
        self.diff_guard_sources = set(self._differing())
        return self.diff_guard_sources


def _debug_get_cache_entry_list(code):
    """The compiled versions of a function or its code, most recently used first."""
    if callable(code):
        code = innermost(code).__code__
    return _c._debug_get_cache_entry_list(code)


def innermost_fn(fn, unaltered_fn_attr="_torchdynamo_orig_callable"):
    """The function that torch.compile and its like were called with."""
    while hasattr(fn, unaltered_fn_attr):
        fn = getattr(fn, unaltered_fn_attr)
    return fn


def reset_code(code):
    _c.reset_code(code)


def remove_from_cache(f):
    """Forgets the compiled versions of one function."""
    if isinstance(f, types.CodeType):
        _c.reset_code(f)
    elif hasattr(f, "__code__"):
        _c.reset_code(f.__code__)
    elif hasattr(getattr(f, "forward", None), "__code__"):
        _c.reset_code(f.forward.__code__)


def __getattr__(name):
    if name == "OptimizedModule":
        from .optimized_module import OptimizedModule

        return OptimizedModule
    raise AttributeError(f"module 'torch._dynamo.eval_frame' has no attribute '{name}'")


def reset():
    """Forgets every compiled entry."""
    _c.reset()


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

        return region


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


def _dims(t, index):
    if not isinstance(t, torch.Tensor):
        raise TypeError(f"expected a tensor, got {type(t).__name__}")
    if isinstance(index, int):
        return [index]
    return list(index)


def _mark(t, index, attribute):
    for i in _dims(t, index):
        if not hasattr(t, attribute):
            setattr(t, attribute, set())
        getattr(t, attribute).add(i if i >= 0 else i + t.dim())


def mark_dynamic(t, index, *, hint_override=None, min=None, max=None, specialize_on=None):
    """Compiles dimension(s) index of t with a symbolic size from the first call on."""
    if (min is None) != (max is None) and max is None:
        raise AssertionError("min and max must be given together")
    _mark(t, index, "_dynamo_dynamic_indices")
    if min is not None or max is not None:
        if not hasattr(t, "_dynamo_dynamic_range"):
            t._dynamo_dynamic_range = set()
        for i in _dims(t, index):
            t._dynamo_dynamic_range.add((i, min, max))


def maybe_mark_dynamic(t, index):
    _mark(t, index, "_dynamo_weak_dynamic_indices")


def mark_unbacked(t, index, **kwargs):
    _mark(t, index, "_dynamo_unbacked_indices")


def mark_static(t, index=None):
    if isinstance(t, type) and issubclass(t, torch.nn.Module):  # numbers of its instances are constants, as they are by default
        t._dynamo_marked_static = True
        return t
    if not isinstance(t, torch.Tensor):
        raise TypeError(f"mark_static expects a tensor/nn.Module class but received {type(t)}")
    if index is None:
        index = range(t.dim())
    _mark(t, index, "_dynamo_static_indices")


def mark_static_address(t, guard=False):
    t._dynamo_static_input_type = "guarded" if guard else "unguarded"


class _Reason:
    def __init__(self, reason, user_stack):
        self.reason = reason
        self.user_stack = user_stack

    def __repr__(self):
        return f"GraphCompileReason(reason={self.reason!r}, user_stack={self.user_stack!r}, graph_break=True)"


class Guard:
    """One guard as explain lists it."""

    def __init__(self, name, kind, code_list, source):
        self.name = name
        self.kind = kind
        self.code_list = code_list
        self.source = source

    def create_fn_name(self):
        return self.kind

    def __repr__(self):
        return f"{self.source} {self.name!r} {self.kind}"


class ExplainOutput:
    def __init__(self, graphs, graph_count, graph_break_count, break_reasons, op_count, ops_per_graph, out_guards, compile_times=None):
        self.graphs = graphs
        self.graph_count = graph_count
        self.graph_break_count = graph_break_count
        self.break_reasons = break_reasons
        self.op_count = op_count
        self.ops_per_graph = ops_per_graph
        self.out_guards = out_guards
        self.compile_times = compile_times

    def __str__(self):
        lines = [f"Graph Count: {self.graph_count}", f"Graph Break Count: {self.graph_break_count}", f"Op Count: {self.op_count}", "Break Reasons:"]
        for number, why in enumerate(self.break_reasons, 1):
            lines += [f"  Break Reason {number}:", f"    Reason: {why.reason}", "    User Stack:"]
            lines += [f"      {place}" for place in why.user_stack]
        if self.ops_per_graph is not None:
            lines.append("Ops per Graph:")
            for number, graph in enumerate(self.ops_per_graph, 1):
                lines += [f"  Ops {number}:", *(f"    {op}" for op in graph)]
        text = "\n".join(lines) + "\n"
        if self.out_guards is not None: # each ends its own line
            text += "Out Guards:\n" + "".join(f"  Guard {number}:\n    {guard}" for number, guard in enumerate(self.out_guards, 1))
        if self.compile_times is not None:
            text += f"Compile Times: {self.compile_times}\n"
        return text


def explain(f, *extra_args, **extra_kwargs):
    """Runs f once and reports its graphs, graph breaks and guards."""

    def inner(*args, **kwargs):
        reset()
        graphs = []

        def collect(gm, example_inputs):
            graphs.append(gm)
            return gm.forward

        prior = _c.start_explain()
        try:
            optimize(collect)(f)(*args, **kwargs)
        finally:
            breaks, guards = _c.stop_explain(prior)
        ops_per_graph = [[n.target for n in gm.graph.nodes if n.op == "call_function"] for gm in graphs]
        import traceback  # most programs never ask

        reasons = [_Reason(reason, traceback.StackSummary.from_list(stack)) for reason, stack in breaks]
        out_guards = [Guard(*g) for g in guards]
        result = ExplainOutput(graphs, len(graphs), len(graphs) - 1, reasons, sum(len(ops) for ops in ops_per_graph), ops_per_graph, out_guards)
        reset()
        return result

    if extra_args or extra_kwargs:
        return inner(*extra_args, **extra_kwargs)
    return inner
