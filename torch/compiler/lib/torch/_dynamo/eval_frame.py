"""torch.compile and the functions that steer it."""

import dataclasses
import functools
import os
import sys
import types

import torch
from torch._C._dynamo import eval_frame as _c

_INNER = "_torchdynamo_orig_callable"


@dataclasses.dataclass
class DynamoStance:
    """What torch.compiler.set_stance sets."""

    stance: str = "default"
    skip_guard_eval_unsafe: bool = False
    backend: object = None



class _Context:
    """What one call of torch.compile compiles with."""

    def __init__(self, backend, fullgraph=False, dynamic=None, isolate=False, guard_filter_fn=None, key="", package=None, limit=None):
        self.package = package
        if package is not None:
            backend = package.compiling(backend)
        self.backend = backend
        self.backend_key = innermost(backend)
        self.native = _c.new_context(backend, self.backend_key, fullgraph, dynamic, isolate, guard_filter_fn, key, limit)
        self.fullgraph = fullgraph
        self.dynamic = dynamic
        self.guard_filter_fn = guard_filter_fn
        _leave_distributions_unchecked()

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return _Context, (self.backend, self.fullgraph, self.dynamic)


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
    from . import config

    inner = fn
    if not isinstance(fn, (types.FunctionType, types.MethodType, type)) or _without_frame(fn):
        from .external_utils import wrap_inline

        inner = wrap_inline(fn)
    native = context.native
    if context.package is not None:
        if not context.package.is_initialized():
            _initialize(context.package, fn)
        inner = context.package.recording(inner)
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
    entered = compile_wrapper
    if config.compiled_autograd:
        compile_wrapper = functools.wraps(entered)(_with_compiled_autograd(entered, context))
    compile_wrapper._torchdynamo_orig_callable = fn
    compile_wrapper._torchdynamo_inline = fn
    compile_wrapper._torchdynamo_wrapper_id = id(compile_wrapper)
    compile_wrapper._is_torch_compile = True
    compile_wrapper._isolate_recompiles_id = -1
    compile_wrapper.get_compiler_config = lambda: None
    compile_wrapper.aot_compile = lambda example_inputs: _ahead_of_time(fn, context, example_inputs)
    _c.enter(entered, inner, native)
    return compile_wrapper


def _initialize(package, fn):
    """Gives a function its package, with what the cache on disk has of it."""
    from .package import DynamoCache

    package.initialize(fn)
    DynamoCache.load_and_install_package(fn)


def _with_compiled_autograd(fn, context):
    """A function that runs fn with backward passes recorded and compiled as its frames are."""
    from . import compiled_autograd, config

    override = config.compiled_autograd_kwargs_override
    settings = {"backend": context.backend, "fullgraph": context.fullgraph, "dynamic": context.dynamic, **override}

    def run(*args, **kwargs):
        with compiled_autograd._enable(lambda gm: compile(gm, **settings)):
            return fn(*args, **kwargs)

    return run


def _ahead_of_time(fn, context, example_inputs):
    """What aot_compile of a compiled function gives: fn compiled for (args, kwargs), at once."""
    if not context.fullgraph:
        raise RuntimeError("Graph breaks are not supported with aot compile. Please use torch.compile(fullgraph=True).")
    from torch._dynamo.aot_compile import aot_compile_fullgraph

    return aot_compile_fullgraph(fn, example_inputs, context.backend, context.dynamic, context.guard_filter_fn)


def _without_frame(fn):
    """Whether a call of fn starts no frame that is compiled: native functions, and those of the library but calls of modules."""
    fn = getattr(fn, "__func__", fn)
    code = getattr(fn, "__code__", None)
    if getattr(fn, "__name__", "") in ("_wrapped_call_impl", "_call_impl", "__call__"):
        return False
    return isinstance(fn, types.BuiltinFunctionType) if code is None else _c.library_frames(code, fn.__globals__)


class _Decorator:
    """What torch.compile's older forms give without a function: it decorates, and is no context manager."""

    def __init__(self, decorate):
        self.decorate = decorate

    def __call__(self, fn):
        return self.decorate(fn)

    def __enter__(self):
        raise RuntimeError("torch._dynamo.optimize(...) is used with a context manager. Please refer to "
                           "https://pytorch.org/tutorials/intermediate/torch_compile_tutorial.html to use torch._dynamo.optimize(...) as an annotation/decorator. ")

    def __exit__(self, *exc_info):
        return None


class _Disabled:
    """The context of a module that runs without compilation."""

    def __init__(self, reason):
        self.reason = reason


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
        from .backends.registry import get_default_backend

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
    context = _Context(compiler, fullgraph, dynamic, isolate_recompiles, guard_filter_fn, key, _package_to_keep(), recompile_limit)
    return _compile_with(model, context)


def _package_to_keep():
    """Where compilations are noted that the settings ask to keep."""
    from . import config

    if not config.caching_precompile:
        return None
    from .package import CompilePackage

    return CompilePackage(None)


def _itself(model):
    """What torch.compile(...) makes of functions in compiled code."""
    return model


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


def optimize(backend="inductor", *, nopython=False, dynamic=None, disable=False, guard_filter_fn=None, guard_fail_fn=None, guard_export_fn=None, package=None, **kwargs):
    """The older form of torch.compile: returns a decorator."""
    compiler = _lookup_backend(backend)
    context = _Context(compiler, nopython, dynamic, False, guard_filter_fn, "", package or _package_to_keep())
    if guard_fail_fn is not None or guard_export_fn is not None:
        _c.set_hooks(context.native, guard_fail_fn, guard_export_fn)

    return _Decorator(lambda fn: fn if disable else _compile_with(fn, context))


def optimize_assert(backend, *, dynamic=None, **kwargs):
    return optimize(backend, nopython=True, dynamic=dynamic)


def run(fn=None):
    """Runs with the entries that exist; compiles nothing."""
    if fn is None:
        return _Decorator(run)
    native = _c.new_context(None, None, False, None, False, None, "run", None)
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
        return _Decorator(lambda f: disable(f, recursive, reason=reason))
    if _is_module(fn) and recursive:
        from .optimized_module import OptimizedModule

        return OptimizedModule(fn, _Disabled(reason))
    if _is_module(fn):
        fn.forward = disable(fn.forward, recursive, reason=reason)
        return fn
    if isinstance(fn, type):
        for name in ("__init__", "__call__"):
            if name in fn.__dict__:
                setattr(fn, name, disable(fn.__dict__[name], recursive, reason=reason))
        if hasattr(fn, "_call_impl"):  # a class of modules
            fn._call_impl = disable(fn._call_impl, recursive, reason=reason)
            fn.forward = disable(fn.forward, recursive, reason=reason)
        return fn
    if not callable(fn):
        raise AssertionError("fn must be callable")
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
    disabled._torchdynamo_disable_recursive = recursive
    disabled._torchdynamo_wrapper_id = id(disabled)
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


def unsupported(first, second):
    """Breaks the graph when traced; gives its second argument."""
    graph_break()
    return second


def step_unsupported(msg=""):
    """Ends tracing here: what follows in the function runs untraced."""


def is_dynamo_supported():
    return True


is_inductor_supported = is_dynamo_supported


def is_dynamo_disable_recursive(method):
    """True for disable(recursive=True), False for recursive=False, None for neither."""
    if getattr(method, "_torchdynamo_disable_once", False):
        return False
    return True if getattr(method, "_torchdynamo_disable", False) else None


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


def _optimize_catch_errors(compile_fn, hooks, backend_ctx_ctor=None, fullgraph=False, error_on_graph_break=None, **options):
    """A decorator for functions whose instructions compile_fn rewrites. The only such function that there is adds instructions that do nothing."""
    from torch._dynamo.testing import debug_insert_nops

    if compile_fn is not debug_insert_nops:
        raise NotImplementedError("instructions are not rewritten by functions of scripts")

    def decorate(fn):
        @functools.wraps(fn)
        def rewritten(*args, **kwargs):
            return fn(*args, **kwargs)

        return rewritten

    return decorate


def __getattr__(name):
    if name == "OptimizedModule":
        from .optimized_module import OptimizedModule

        return OptimizedModule
    if name == "_stance":
        return DynamoStance(*_c.stance())
    if name in ("export", "ExportResult", "explain"):
        return getattr(torch._dynamo, name)
    raise AttributeError(f"module 'torch._dynamo.eval_frame' has no attribute '{name}'")


def reset():
    """Forgets every compiled entry."""
    if utils := sys.modules.get("torch._dynamo.utils"):
        utils.warn_once_cache.clear()
    if compiled_autograd := sys.modules.get("torch._dynamo.compiled_autograd"):
        compiled_autograd.reset()
    _c.reset()
