"""Script modules from modules."""
import collections
import copy
import inspect
import linecache
import sys
import textwrap

import torch
from torch import nn
from torch._C import _script
from torch._jit_internal import FunctionModifiers, _overloads, createResolutionCallbackFromClosure, get_torchscript_modifier, is_ignored_fn
from torch.jit._check import AttributeTypeIsSupportedChecker, check_constants
from torch.jit.frontend import get_jit_def
from torch.jit._script import OrderedModuleDict, RecursiveScriptModule, ScriptModule


def _exports(module):
    names = []
    cls = type(module)
    forward = getattr(cls, "forward", None)
    if forward is not None and forward is not nn.Module.forward and not is_ignored_fn(forward):
        names.append("forward")
    for name in dir(cls):
        item = inspect.getattr_static(cls, name, None)
        if get_torchscript_modifier(item) is FunctionModifiers.EXPORT and name not in names:
            names.append(name)
    return names


def _attach(wrapper, c):
    """Make a module object that shows what the script object c has."""
    d = wrapper.__dict__
    names = set()
    for name, kind, value, kind_type in _script.module_attrs(c):
        names.add(name)
    d["_c"] = c
    d["_modules"] = OrderedModuleDict(c, d["_modules"])
    d["_c_attrs"] = names
    d["_c_constants"] = _script.module_constants(c)
    d["_c_methods"] = {}
    d.pop("training", None) if "training" in names else None
    _script.bind_wrapper(c, wrapper, d["_parameters"], d["_buffers"])


ScriptMethodStub = collections.namedtuple("ScriptMethodStub", ("resolution_callback", "def_", "original_method"))
PropertyStub = collections.namedtuple("PropertyStub", ("resolution_callback", "def_"))


def make_stub(func, name):
    """A function with its tree and what its names mean."""
    return ScriptMethodStub(createResolutionCallbackFromClosure(func), get_jit_def(func, name, self_name="RecursiveScriptModule"), func)


def make_stub_from_method(nn_module, method_name):
    func = getattr(nn_module, method_name)
    return func if isinstance(func, ScriptMethodStub) else make_stub(func, method_name)


def infer_methods_to_compile(nn_module):
    """The methods of a module that are compiled though nothing calls them."""
    return [make_stub_from_method(nn_module, name) for name in _exports(nn_module)]


def make_stubs_from_exported_methods(mod):
    return [make_stub_from_method(mod, name) for name in _exports(mod) if name != "forward"]


def create_script_module(nn_module, stubs_fn, share_types=True, is_tracing=False):
    """Compile the methods of a module that a function names by their stubs."""
    return scripted(nn_module, [stub.def_.name().name for stub in stubs_fn(nn_module)])


def wrap_cpp_module(cpp_module):
    """A module object over a script object."""
    from torch.jit._serialization import wrapped

    return wrapped(cpp_module)


def scripted(module, methods=None):
    """Compile a module and what it needs of its children."""
    AttributeTypeIsSupportedChecker().check(module)
    wrapper = _create(module)
    if methods is None:
        _compile_children(module, wrapper)
    _compile(wrapper, _exports(module) if methods is None else methods)
    _collect(wrapper, set())
    _attach_hooks(wrapper, set())
    return wrapper


def _compile(wrapper, names):
    for name in names:
        m = _script.module_method(wrapper._c, name, True)
        if m is not None:
            wrapper._c_methods[name] = m


def _compile_children(module, wrapper):
    """Compile the children of a module before itself, whether it calls them or not; those of this library are compiled where they are called."""
    for name, child in module._modules.items():
        if child is None or name not in wrapper._modules or isinstance(child, ScriptModule):
            continue
        made = wrapper._modules[name]
        _compile_children(child, made)
        if not type(child).__module__.startswith("torch."):
            _compile(made, [name for name in _exports(child) if not _is_overloaded(child, name)])


def _is_overloaded(module, name):
    """Whether a method has several signatures, of which calls choose."""
    method = getattr(type(module), name)
    return f"{method.__module__}.{method.__qualname__}" in _overloads


def _attach_hooks(wrapper, seen):
    """Calls of a script module call its scripted hooks."""
    if id(wrapper) in seen or not isinstance(wrapper, RecursiveScriptModule):
        return
    seen.add(id(wrapper))
    for child in wrapper._modules.values():
        if child is not None:
            _attach_hooks(child, seen)
    _bind_hooks(wrapper)


def _bind_hooks(wrapper):
    for table, which in (("_forward_pre_hooks", "pre"), ("_forward_hooks", "post")):
        hooks = _script.scripted_hooks(wrapper._c, which)
        if hooks:
            wrapper.__dict__[table] = collections.OrderedDict(enumerate(_of_module(hook) for hook in hooks))


def _of_module(hook):
    return lambda module, *args: hook(*args)


def described(error):
    """The text of an exception with its type, and the calls that it came from, the innermost first."""
    calls, tb = [], error.__traceback__
    while tb is not None:
        calls.insert(0, (tb.tb_frame, tb.tb_lineno))
        tb = tb.tb_next
    frame = sys._getframe(1)
    while frame is not None:
        calls.append((frame, frame.f_lineno))
        frame = frame.f_back
    lines = [f"  {f.f_code.co_filename}({line}): {f.f_code.co_name}" for f, line in calls]
    return f"{type(error).__name__}: {error}\n\nAt:\n" + "\n".join(lines) + "\n"


def _collect(wrapper, seen):
    """Show the methods that were compiled on the way."""
    if id(wrapper) in seen or not isinstance(wrapper, RecursiveScriptModule):
        return
    seen.add(id(wrapper))
    for name in _script.module_methods(wrapper._c):
        if name not in wrapper._c_methods and not name.startswith("__"):
            wrapper._c_methods[name] = _script.module_method(wrapper._c, name, False)
    for child in wrapper._modules.values():
        if child is not None:
            _collect(child, seen)


def _create(module):
    """The script module of a module. One that stands in several places is made for each of them anew: the copies share tensors alone."""
    if isinstance(module, ScriptModule) and "_c" in module.__dict__:
        return module
    if not type(module).__module__.startswith("torch.nn."):
        check_constants(module)
    ignored = getattr(type(module), "__jit_ignored_attributes__", ())
    children = {}
    for name, child in module._modules.items():
        if name not in ignored:
            children[name] = None if child is None else _create(child)
    buffers = {name: value for name, value in module._buffers.items() if name not in ignored}
    c = _script.create_module(module, {n: None if m is None else m._c for n, m in children.items()}, buffers)
    wrapper = RecursiveScriptModule(c)
    d = wrapper.__dict__
    d.pop("_pending", None)
    d["_parameters"] = type(module._parameters)(module._parameters)
    d["_buffers"] = type(module._buffers)(module._buffers)
    for name, child in children.items():
        wrapper._modules[name] = child
    d["_original_name"] = type(module).__name__
    d["_source"] = module if isinstance(module, (nn.ModuleList, nn.Sequential, nn.ModuleDict)) else None
    _attach(wrapper, c)
    for name in _extra(module, wrapper):
        value = getattr(module, name)
        if inspect.ismethod(value):
            d[name] = value.__func__.__get__(wrapper)
    for name in ignored:
        d[name] = getattr(type(module), name) if hasattr(type(module), name) else getattr(module, name, None)
    return wrapper


def _extra(module, wrapper):
    """The methods that are left to Python."""
    for name in dir(type(module)):
        item = inspect.getattr_static(type(module), name, None)
        if callable(item) and is_ignored_fn(item):
            yield name


def finish_script_module(module, methods):
    """Compile the marked methods of a ScriptModule subclass after its __init__."""
    children = {}
    for name, child in module._modules.items():
        children[name] = None if child is None else _create(child)
    d = module.__dict__
    for name, child in children.items():
        module._modules[name] = child
    c = _script.create_module(module, {n: None if m is None else m._c for n, m in children.items()}, d["_buffers"])
    _attach(module, c)
    for name in list(d):
        if name in d["_c_attrs"] or name in d["_c_constants"]:
            del d[name]
    for name in methods:
        d["_c_methods"][name] = _script.module_method(c, name, True)
        d.pop(name, None)


_texts = [0]


def _cached_source(text):
    """A file name under which the text can be found."""
    _texts[0] += 1
    file = f"<functions of a script {_texts[0]}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    return file


def define_function(name, text, names):
    """The function that a text defines."""
    exec(compile(text, _cached_source(text), "exec"), names)
    return names[name]


def define_methods(module, text, frame):
    """Give a script module the methods that a text defines."""
    text = textwrap.dedent(text)
    file = _cached_source(text)
    names = dict(frame.f_globals)
    names.update(frame.f_locals)
    names.update(torch=torch, Tensor=torch.Tensor)
    defined = {}
    exec(compile(text, file, "exec"), names, defined)
    if isinstance(module, RecursiveScriptModule):
        for name, function in defined.items():
            _script.module_define(module._c, name, function)
            module._c_methods[name] = _script.module_method(module._c, name, False)
        return
    for name, function in defined.items():
        module.__dict__[name] = function.__get__(module)
        module.__dict__.setdefault("_defined", []).append(name)
    if "_c" in module.__dict__ or type(module) is ScriptModule:
        finish_script_module(module, [n for n in module.__dict__["_defined"]])


def _copied(tensor, memo):
    """A copy of a tensor of a module, which autograd knows to be one; the same for each place that has the tensor."""
    if tensor is not None and id(tensor) not in memo:
        memo[id(tensor)] = tensor.clone()
    return None if tensor is None else memo[id(tensor)]


def copy_module(module, memo):
    """A copy of a script module: deep with a memo, else one that shares tensors and children."""
    deep = memo is not None
    if deep and id(module) in memo:
        return memo[id(module)]
    c = _script.copy_module(module._c)
    kind = type(module)
    if deep and hasattr(kind, "_deep_copies"):
        kind = kind._deep_copies()
    wrapper = kind.__new__(kind)
    nn.Module.__init__(wrapper)
    if deep:
        memo[id(module)] = wrapper
    d = wrapper.__dict__
    for table in ("_parameters", "_buffers"):
        source = module.__dict__[table]
        d[table] = type(source)((k, _copied(v, memo) if deep else v) for k, v in source.items())
    for name, child in module._modules.items():
        new = child if not deep or child is None else copy_module(child, memo)
        wrapper._modules[name] = new
        if new is not None:
            _script.set_child(c, name, new._c)
    for key in ("_original_name", "_source"):
        if key in module.__dict__:
            d[key] = module.__dict__[key]
    for key, value in module.__dict__.items():
        if key not in d and not key.startswith("_"):
            d[key] = value
    _attach(wrapper, c)
    for name in module._c_methods:
        m = _script.module_method(c, name, False)
        if m is not None:
            d["_c_methods"][name] = m
    _bind_hooks(wrapper)
    return wrapper
