"""torch.jit.trace: the operators of one run as a graph."""
import contextlib
import copy
import inspect
import sys
import textwrap
import warnings

import torch
from torch import nn
from torch._C import _script
from torch._C._script import ScriptFunction
from torch._compile import _uncompiled
from torch._jit_internal import is_scripting
from torch.autograd import Function, function
from torch.jit._modules import method_of
from torch.jit._sequences import packed_forward
from torch.jit._script import RecursiveScriptModule, ScriptModule
from torch.jit._state import _enabled, warn_of_deprecation
from torch.jit._tracecheck import canonical, constant_difference, graph_difference
from torch.utils._pytree import tree_flatten, tree_unflatten


class TracerWarning(Warning):
    @staticmethod
    def ignore_lib_warnings():
        warnings.filterwarnings("ignore", category=TracerWarning, module="torch.(?!jit)")


TracerWarning.ignore_lib_warnings()


class ONNXTracerWarning(TracerWarning):
    pass


class TracingCheckError(Exception):
    def __init__(self, graph_diff_error, tensor_compare_error, extra_msg=None):
        self.message = "Tracing failed sanity checks!\n"
        for part in (extra_msg, graph_diff_error, tensor_compare_error):
            if part is not None:
                self.message += part + "\n"
        super().__init__(self.message)


def is_tracing():
    """Whether a trace is being taken; scripts do not know."""
    if is_scripting():
        return False
    return _script.is_tracing()


def _local_name(value, above):
    """The first variable that holds the value, of the function that called an operator, or of one so far above it."""
    depth = 1
    while True:
        try:
            frame = sys._getframe(depth)
        except ValueError:
            return ""
        if frame.f_code.co_filename != __file__:
            break
        depth += 1
    for _ in range(above):
        frame = frame.f_back
    for name, held in frame.f_locals.items():
        if held is value:
            return name
    return ""


def _warn_conversion(what):
    if what == "iteration":
        warnings.warn("Iterating over a tensor might cause the trace to be incorrect. Passing a tensor of different shape won't change the number of iterations executed "
                      "(and might lead to errors or silently give incorrect results).", TracerWarning, stacklevel=2)
        return
    if what == "length":
        warnings.warn("Using len to get tensor shape might cause the trace to be incorrect. Recommended usage would be tensor.shape[0]. Passing a tensor of different shape might "
                      "lead to errors or silently give incorrect results.", TracerWarning, stacklevel=2)
        return
    warnings.warn(f"Converting a tensor to a {what if what == 'NumPy array' else 'Python ' + what} might cause the trace to be incorrect. We can't record the data flow of Python values, so this value "
                  "will be treated as a constant in the future. This means that the trace might not generalize to other inputs!", TracerWarning, stacklevel=2)


def _warn_constant(function):
    warnings.warn(f"{function} results are registered as constants in the trace. You can safely ignore this warning if you use this function to create tensors out of constant "
                  "variables that would be the same every time you call this function. In any other case, this might cause the trace to be incorrect.", TracerWarning, stacklevel=2)


class TracedModule(ScriptModule):
    _script_internal = True


class ONNXTracedModule(nn.Module):
    """Gives the graph of a run whose inputs are the tensors of the arguments, and behind them those of the module."""

    def __init__(self, inner, strict=True, force_outplace=False, return_inputs=False, return_inputs_states=False):
        super().__init__()
        self.inner = inner
        self.strict, self._force_outplace, self._return_inputs, self._return_inputs_states = strict, force_outplace, return_inputs, return_inputs_states

    def forward(self, *args):
        given, spec = tree_flatten(args)
        tensors = []
        for v in given:
            tensor = v if isinstance(v, torch.Tensor) else torch.tensor(v)
            tensors.append(tensor.view(tensor.size()) if any(tensor is t for t in tensors) else tensor)  # each input is a tensor of its own
        tensors, state = tuple(tensors), tuple(_unique_state_dict(self, keep_vars=True).values())
        kept = {}

        def run(*inputs):
            if self._return_inputs:  # as they are before the run changes them
                kept["inputs"] = tuple(t.clone(memory_format=torch.preserve_format) for t in inputs)
            rest = iter(inputs)
            passed = tree_unflatten([next(rest) if isinstance(v, torch.Tensor) else next(rest) and v for v in given], spec)
            kept["states"] = (passed, passed)
            kept["out"] = self.inner(*passed)
            flat = _flatten(kept["out"])
            return flat[0] if len(flat) == 1 else tuple(flat)

        calls = _Calls(self.inner, None) if isinstance(self.inner, nn.Module) else contextlib.nullcontext()
        with calls, _Functions(), _uncompiled():
            traced = _script.trace_run(run, "forward", tensors + state, None, None, None, self._force_outplace)
        if self._return_inputs:
            return traced.graph, kept["out"], kept["inputs"]
        if self._return_inputs_states:
            return traced.graph, kept["out"], kept["states"]
        return traced.graph, kept["out"]


class TopLevelTracedModule(RecursiveScriptModule):
    """What tracing a module gives."""

    _script_internal = True

    @staticmethod
    def _deep_copies():
        return RecursiveScriptModule

    def _get_name(self):
        return self.original_name

    def __init__(self, c):
        super().__init__(c)


class _TracedChild(TopLevelTracedModule):
    pass


TopLevelTracedModule.forward = RecursiveScriptModule.forward


def _names_of(func, example):
    if isinstance(example, _ByName):
        return example.names
    try:
        parameters = inspect.signature(func).parameters.values()
    except (TypeError, ValueError):
        return []
    return [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)][:len(example)]


class _ByName(tuple):
    """Arguments that are passed by their names, in the order of the parameters."""

    def __new__(cls, values, names):
        made = super().__new__(cls, values)
        made.names = names
        return made

    @classmethod
    def of(cls, func, given):
        called = func.forward if isinstance(func, nn.Module) else func
        names = list(inspect.signature(called).parameters)
        for name in given:
            if name not in names:
                raise NameError(f"""'{name}' is not in {called.__name__}() method's arguments,
                         valid arguments name are [{", ".join(names)}]""")
        names = [n for n in names if n in given]
        return cls([given[n] for n in names], names)

    def caller(self, func):
        return lambda *args: func(**dict(zip(self.names, args)))


def _taking(func, example):
    """A function of positional arguments that passes them as the example says."""
    return example.caller(func) if isinstance(example, _ByName) else func


def _clone(value):
    if isinstance(value, torch.Tensor):
        return value.detach().clone().requires_grad_(value.requires_grad) if value.is_floating_point() else value.clone()
    if isinstance(value, (list, tuple)):
        items = [_clone(v) for v in value]
        if isinstance(value, _ByName):
            return _ByName(items, value.names)
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    if isinstance(value, dict):
        return {k: _clone(v) for k, v in value.items()}
    return value


_LIST = ("Encountering a {} at the output of the tracer might cause the trace to be incorrect, this is only valid if the container structure does not change based "
         "on the module's inputs. Consider using a constant container instead (e.g. for `list`, use a `tuple` instead. for `dict`, use a `NamedTuple` instead). "
         "If you absolutely need this and know the side effects, pass strict=False to trace() to allow this behavior.")


def _checked(func, strict):
    def run(*args):
        out = func(*args)
        if isinstance(out, (list, dict, tuple)):
            kind, why = _script.infer_type(out)
            if kind is None:
                raise RuntimeError(f"Tracer cannot infer type of {out!r}\n:{why}")
        if strict:
            _check_containers(out)
        _check_nesting(out)
        return out

    return run


def _check_nesting(out):
    """Lists in results hold tensors alone, dicts tensors or tuples of them; tuples may hold what results may be."""
    if isinstance(out, tuple):
        for item in out:
            _check_nesting(item)
    elif isinstance(out, list) and any(isinstance(v, (list, tuple, dict)) for v in out):
        raise RuntimeError(_NESTED)
    elif isinstance(out, dict) and not all(isinstance(k, (str, torch.Tensor)) and isinstance(v, (torch.Tensor, tuple)) for k, v in out.items()):
        raise RuntimeError(f"output 1 ({out}) of traced region cannot be understood by the tracer, only outputs matching dict[Union[str, Tensor], "
                           "Union[Tensor, Tuple[Tensor, ...]]] can be a dictionary output of a traced function")


_NESTED = "Only tensors, lists, tuples of tensors, or dictionary of tensors can be output from traced functions"


def _check_containers(out):
    """Dicts that come out of a trace are refused, lists warned of."""
    if isinstance(out, dict):
        raise RuntimeError(_LIST.format("dict"))
    if isinstance(out, list):
        warnings.warn(_LIST.format("list"), TracerWarning, stacklevel=3)
    elif isinstance(out, tuple):
        for item in out:
            _check_containers(item)


def _run(func, name, example, strict, outplace):
    with _Functions(), _uncompiled():
        return _script.trace_run(_checked(_taking(func, example), strict), name, tuple(example), _names_of(func, example), None, None, outplace)


class _Functions:
    """While a trace is taken, a call of autograd.Function is one node of it. results are what the forwards that are running have given."""

    def __enter__(self):
        self.results, self.apply, self.recorded = [], Function.__dict__["apply"], function._recorded
        Function.apply, function._recorded = classmethod(lambda cls, *args, **kwargs: self.call(cls, args, kwargs)), self.with_history

    def __exit__(self, *_):
        Function.apply, function._recorded = self.apply, self.recorded

    def with_history(self, cls, ctx, args, result):
        """The results of a forward with their history, which is none of its business."""
        self.results.append(result)
        _script.trace_pause(True)
        try:
            return self.recorded(cls, ctx, args, result)
        finally:
            _script.trace_pause(False)

    def call(self, cls, args, kwargs):
        plain = self.apply.__get__(None, cls)
        if kwargs:
            return plain(*args, **kwargs)
        token = _script.trace_function_enter([a for a in args if isinstance(a, torch.Tensor)])
        out = plain(*args)
        if token is not None:
            given = out if isinstance(out, tuple) else (out,)
            inplace = any(o is a for o in given for a in args if isinstance(a, torch.Tensor))
            scalars = ", ".join(str(a) for a in args if not isinstance(a, torch.Tensor))
            _script.trace_function_leave(token, cls.__name__, cls.__module__, scalars, _called_again(cls, args, inplace), inplace, out, self.results.pop())
        return out


def _called_again(cls, args, inplace):
    """What calls a function once more, with other tensors in the place of those among its arguments."""

    def call(*tensors):
        if inplace:
            raise RuntimeError(f"inplace {cls.__name__} not supported in the JIT")
        rest = iter(tensors)
        return cls.apply(*[next(rest) if isinstance(a, torch.Tensor) else a for a in args])

    return call


def _flatten(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return [t for v in value for t in _flatten(v)]
    if isinstance(value, dict):
        return [t for v in value.values() for t in _flatten(v)]
    return []


def _compare(original, reference, run, tolerance, extra):
    """Whether two results agree; a warning says where not."""
    agree = True
    for i, (a, b) in enumerate(zip(_flatten(original), _flatten(reference))):
        try:
            torch.testing.assert_close(a.double() if a.dtype != torch.bool else a, b.double() if b.dtype != torch.bool else b, rtol=tolerance, atol=1e-5, equal_nan=True)
        except (AssertionError, RuntimeError) as error:
            warnings.warn(f"Output nr {i + 1}. of the traced function does not match the corresponding output of the {run}. Detailed error:\n{error}", TracerWarning, stacklevel=4)
            agree = False
            break
    return agree


_random = {"aten::dropout", "aten::bernoulli", "aten::rand", "aten::randn", "aten::rand_like", "aten::randn_like", "aten::randint", "aten::randperm", "aten::normal", "aten::multinomial"}


def _check(check_inputs, func, traced, tolerance, strict, name, module=None, outplace=False):
    for example in check_inputs:
        example = example if isinstance(example, tuple) else (example,)
        if module is None:
            again = _run(func, name, _clone(example), strict, outplace)
        else:
            warn_of_deprecation("trace_method")
            again = getattr(_trace_module(module, {name: _clone(example)}, strict, outplace), name)
        first, second = canonical(traced), canonical(again)
        diff = graph_difference(first, second) if module is None or _kinds(traced) != _kinds(again) else None
        constants = constant_difference(first, second)
        failed = diff is not None
        try:
            with _uncompiled():
                expected = _taking(func, example)(*_clone(example))
        except Exception as error:
            raise TracingCheckError(diff, constants, extra_msg="encountered an exception while running the Python function with test inputs.\nException:\n" + textwrap.indent(str(error), "\t"))
        try:
            got = traced(*_clone(example))
        except Exception as error:
            raise TracingCheckError(diff, constants, extra_msg="encountered an exception while running the trace with test inputs.\nException:\n" + textwrap.indent(str(error), "\t"))
        random = [n for n in traced.inlined_graph.nodes() if n.kind() in _random and n.isNondeterministic() and not _inert(n)]
        if random:
            text = "\n".join("\t" + str(n) for n in random)
            warnings.warn(f"Trace had nondeterministic nodes. Did you forget to call .eval() on your model? Nodes:\n{text}\nThis may cause errors in trace checking. "
                          "To disable trace checking, pass check_trace=False to torch.jit.trace()", TracerWarning, stacklevel=3)
        agree = _compare(got, expected, "Python function", tolerance, None)
        if failed and not random:
            raise TracingCheckError(diff, constants)


def _inert(node):
    if node.kind() != "aten::dropout":
        return False
    return node.inputsAt(2).toIValue() is False


def _kinds(traced):
    return [(n.kind(), n.toIValue() if n.kind() == "prim::Constant" and n.hasAttribute("value") and n.kindOf("value") != "t" else str(n).split("[")[-1].split("]")[0]) for n in traced.inlined_graph.nodes()
            if n.kind() not in ("prim::GetAttr",)]


def trace(func, example_inputs=None, optimize=None, check_trace=True, check_inputs=None, check_tolerance=1e-5, strict=True, _force_outplace=False, _module_class=None,
          _compilation_unit=None, example_kwarg_inputs=None, _store_inputs=True):
    """Run a function or module once and give what it did as a scripted one."""
    if not _enabled:
        return func
    warn_of_deprecation("trace")
    return _trace(func, example_inputs, check_trace, check_inputs, check_tolerance, strict, example_kwarg_inputs, _force_outplace)


def _trace(func, example_inputs, check_trace, check_inputs, check_tolerance, strict, example_kwarg_inputs, outplace):
    if isinstance(func, ScriptModule) or isinstance(func, ScriptFunction):
        warnings.warn("The input to trace is already a ScriptModule, tracing it is a no-op. Returning the object as is.", stacklevel=2)
        return func
    if example_kwarg_inputs is not None:
        if not isinstance(example_kwarg_inputs, dict):
            raise RuntimeError("example_kwarg_inputs should be a dict")
        example_inputs = _ByName.of(func, example_kwarg_inputs)
    if example_inputs is None:
        raise RuntimeError("example_kwarg_inputs should be a dict")
    if isinstance(example_inputs, (torch.Tensor, dict)):
        example_inputs = (example_inputs,)
    elif not isinstance(example_inputs, tuple):
        example_inputs = tuple(example_inputs)
    if isinstance(func, nn.Module):
        warn_of_deprecation("trace_method")
        return _trace_methods(func, {"forward": example_inputs}, check_trace, [{"forward": c} for c in check_inputs] if check_inputs else None, check_tolerance, strict, outplace)
    if inspect.ismethod(func) and isinstance(func.__self__, nn.Module):
        if func.__name__ == "forward":
            return _trace_methods(func.__self__, {"forward": example_inputs}, check_trace, None, check_tolerance, strict, outplace)
        raise AttributeError("trace doesn't support compiling individual module's functions.\nPlease use trace_module")
    name = getattr(func, "__name__", type(func).__name__)
    if name == "<lambda>":
        name = "_lambda"
    traced = _run(func, name, _clone(example_inputs), strict, outplace)
    traced.__original_fn = func
    traced._torchdynamo_inline = func
    if check_trace:
        _check(check_inputs if check_inputs is not None else [example_inputs], func, traced, check_tolerance, strict, name, outplace=outplace)
    return traced


class _Calls:
    """While it is on, calls of submodules become calls in the trace; without children what they do becomes part of it."""

    def __init__(self, module, children):
        self.module, self.children, self.patched = module, children, []

    def __enter__(self):
        for path, child in _last_paths(self.module, "", {}).values():
            if not hasattr(child, "forward"):
                continue
            wrapper = self.children.get(path) if self.children is not None else None
            if path and wrapper is None and self.children is not None:
                continue
            had = child.__dict__.get("forward")
            forward = self.forward_of(child) if had is None else had
            child.__dict__["forward"] = self.call(child, forward, path, wrapper._c) if path and wrapper is not None else forward
            self.patched.append((child, had))
        return self

    @staticmethod
    def forward_of(child):
        """The forward of a module, or what this library has for it in traces."""
        forward = child.forward
        if (getattr(forward, "__module__", None) or "").startswith("torch.nn."):
            found = method_of(child, "forward", forward.__qualname__)
            if found is not None:
                packed = packed_forward(child)
                if packed is None:
                    return found.__get__(child)
                return lambda input, hx=None: (found if isinstance(input, torch.Tensor) else packed)(child, input, hx)
        return forward

    @staticmethod
    def call(child, forward, path, c):
        def run(*args, **kwargs):
            token = _script.trace_enter(c, path)
            out = forward(*args, **kwargs)
            if token is not None:
                _script.trace_leave(token, out)
            return out

        return run

    def __exit__(self, *exc):
        for child, had in self.patched:
            if had is None:
                del child.__dict__["forward"]
            else:
                child.__dict__["forward"] = had


def _last_paths(module, path, found):
    """Each module below one with the path that its calls have in a trace, by its id: the last, where several modules hold it."""
    found.pop(id(module), None)
    found[id(module)] = (path, module)
    for name, child in module.named_children():
        _last_paths(child, f"{path}.{name}".lstrip("."), found)
    return found


def _shell(module, top):
    """A module that shows the parameters and children of another, for traced methods; a module that several hold has a shell for each."""
    if isinstance(module, ScriptModule) and "_c" in module.__dict__:
        return module
    from torch.jit._recursive import _attach, _exports
    children = {n: None if m is None else _shell(m, False) for n, m in module._modules.items()}
    c = _script.create_module(module, {n: m._c for n, m in children.items() if m is not None}, {n: b for n, b in module._buffers.items() if b is not None}, any(name != "forward" for name in _exports(module)))
    wrapper = TopLevelTracedModule(c)
    if not top:
        wrapper.__class__ = _child_class()
    d = wrapper.__dict__
    d.pop("_pending", None)
    for table in ("_parameters", "_buffers"):  # what a module has not, its trace does not know of
        own = getattr(module, table)
        d[table] = type(own)((name, value) for name, value in own.items() if value is not None)
    for name, child in children.items():
        if child is not None:
            wrapper._modules[name] = child
    d["_original_name"] = type(module).__name__
    d["_source"] = module if isinstance(module, (nn.ModuleList, nn.Sequential, nn.ModuleDict)) else None
    _attach(wrapper, c)
    return wrapper


def _child_class():
    return TracedChild


class TracedChild(TopLevelTracedModule):
    _script_internal = True


TracedChild.__name__ = TracedChild.__qualname__ = "TracedModule"


def _trace_module(mod, inputs, strict, outplace):
    from torch.jit._recursive import _exports
    for part in mod.modules():
        if part._backward_hooks:
            raise ValueError(f"Modules that have backward hooks assigned can't be compiled: {part}")
    top = _shell(mod, True)
    children = {path: child for path, child in top.named_modules() if path}
    tensors = dict(mod.named_parameters())
    for name, module in mod.named_modules():
        tensors.update({f"{name}.{key}".lstrip("."): value for key, value in module.__dict__.items() if hasattr(value, "_script_class")})
    tensors.update(mod.named_buffers())
    for path, module in mod.named_modules():
        child = children.get(path) if path else top
        if type(child) in (TopLevelTracedModule, TracedChild):
            for name in _exports(module):
                if name not in inputs and name != "forward":
                    _script.module_define(child._c, name, getattr(type(module), name))
                    child._c_methods[name] = _script.module_method(child._c, name, False)
    for name, example in inputs.items():
        func = mod if name == "forward" else getattr(mod, name)
        names = _names_of(getattr(mod, name), example)
        with _Calls(mod, children), _Functions(), _uncompiled():
            _script.trace_run(_checked(_taking(func, example), strict), name, tuple(example), names, top._c, tensors, outplace)
        top._c_methods[name] = _script.module_method(top._c, name, False)
    for path, child in list(children.items()) + [("", top)]:
        if isinstance(child, RecursiveScriptModule):
            for name in _script.module_methods(child._c):
                child._c_methods.setdefault(name, _script.module_method(child._c, name, False))
    return top


def _as_arguments(example):
    """The positional arguments that example inputs stand for."""
    if isinstance(example, _ByName):
        return example
    return tuple(example) if isinstance(example, (tuple, list)) else (example,)


def trace_module(mod, inputs, optimize=None, check_trace=True, check_inputs=None, check_tolerance=1e-5, strict=True, _force_outplace=False, _module_class=None,
                 _compilation_unit=None, example_inputs_is_kwarg=False, _store_inputs=True):
    """Trace methods of a module, each on its example inputs."""
    if not _enabled:
        return mod
    warn_of_deprecation("trace_method")
    if example_inputs_is_kwarg:
        inputs = {name: _ByName.of(getattr(mod, name), given) for name, given in inputs.items()}
    return _trace_methods(mod, inputs, check_trace, check_inputs, check_tolerance, strict, _force_outplace)


def _trace_methods(mod, inputs, check_trace, check_inputs, check_tolerance, strict, outplace):
    if not isinstance(mod, nn.Module):
        raise AttributeError("expected torch.nn.Module as the first argument")
    if not isinstance(inputs, dict):
        raise AttributeError("expected a dictionary of (method_name, input) pairs")
    top = _trace_module(mod, {k: _clone(_as_arguments(v)) for k, v in inputs.items()}, strict, outplace)
    if check_trace:
        for name, example in inputs.items():
            examples = [_as_arguments(c[name]) for c in check_inputs or [inputs]]
            func = mod if name == "forward" else getattr(mod, name)
            _check(examples, func, top._c_methods[name], check_tolerance, strict, name, mod, outplace)
    return top


def _get_trace_graph(f, args=(), kwargs=None, strict=True, _force_outplace=False, return_inputs=False, _return_inputs_states=False):
    """The graph of a run, and what it gave; the parameters and buffers of a module become inputs of the graph behind the arguments."""
    args = args if isinstance(args, tuple) else (args,)
    return ONNXTracedModule(f, strict, _force_outplace, return_inputs, _return_inputs_states)(*args, **(kwargs or {}))


def _unique_state_dict(module, keep_vars=False):
    """The state of a module, each tensor once."""
    seen, unique = set(), {}
    for name, value in module.state_dict(keep_vars=keep_vars).items():
        if id(value) not in seen:
            seen.add(id(value))
            unique[name] = value
    return unique
