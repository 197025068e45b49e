"""torch.jit.script: functions, classes and modules."""
import collections
import copy as _copy
import enum
import functools
import inspect
import sys
import textwrap

import torch
from torch._jit_internal import _drop, _overload, _overload_method, _overloads, export, ignore, is_scripting, unused
from torch import nn
from torch._C import _script
from torch._C._script import ScriptFunction, ScriptMethod, ScriptObject
from torch.jit import _state
from torch.jit._state import _enabled, warn_of_deprecation


def _unwrap_optional(x):
    assert x is not None, "Unwrapping null optional"
    return x


def interface(obj):
    if not inspect.isclass(obj):
        raise RuntimeError("interface must be applied to a class")
    obj.__torch_script_interface__ = True
    return obj


def script_if_tracing(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        if not _script.is_tracing():
            return fn(*args, **kwargs)
        return script(fn)(*args, **kwargs)

    wrapper.__original_fn = fn
    wrapper.__script_if_tracing_wrapper = True
    return wrapper


class Attribute(collections.namedtuple("Attribute", ["value", "type"])):
    """A value of a module's attribute with its type; the value alone where nothing is compiled."""

    def __new__(cls, value, type):
        return super().__new__(cls, value, type) if _enabled else value

    @property
    def __jit_attribute__(self):
        return (self.value, self.type)


class ConstMap:
    def __init__(self, consts):
        self.const_mapping = consts

    def __getattr__(self, name):
        return self.const_mapping[name]


class InsertPoint:
    """The insert point of a graph, moved for a with block."""

    def __init__(self, graph, node):
        self.graph, self.node = graph, node

    def __enter__(self):
        self.before = self.graph.insertPoint()
        self.graph.setInsertPoint(self.node)

    def __exit__(self, *exc):
        self.graph.setInsertPoint(self.before)


class CompilationUnit:
    __module__ = "torch.jit"

    def __init__(self, lang=None, _frames_up=0):
        self._functions = {}
        self._names = {}
        if lang is not None:
            self.define(lang, _frames_up=_frames_up + 1)

    def define(self, lang, rcb=None, _frames_up=0):
        frame = sys._getframe(_frames_up + 1)
        names = dict(frame.f_globals)
        names.update(frame.f_locals)
        names.setdefault("torch", torch)
        names.setdefault("Tensor", torch.Tensor)
        names.update(self._functions)
        self._functions.update(_script.compile_source(textwrap.dedent(lang), names))

    def __getattr__(self, name):
        found = self.__dict__.get("_functions", {}).get(name)
        if found is None:
            raise AttributeError(f"'CompilationUnit' has no attribute '{name}'")
        return found

    def create_function(self, name, graph):
        fn = _script._create_function_from_graph(name, graph)
        self._functions[name] = fn
        return fn

    def set_optimized(self, optimized):
        """Nothing follows from it: functions run as they were compiled."""

    def drop_all_functions(self):
        self._functions.clear()

    def get_functions(self):
        return list(self._functions.values())

    def find_function(self, name):
        return self._functions.get(name)


_python_cu = CompilationUnit()  # has the functions that torch.jit.script has compiled
_state._python_cu = _python_cu

_wrappers = {}


class RecursiveScriptClass:
    """An object of a scripted class: its attributes live in the script."""

    def __getattr__(self, name):
        c = self.__dict__["_c"]
        if name.startswith("__") and name.endswith("__") and not _script.object_has(c, name):
            raise AttributeError(name)
        return _script.object_get(c, name)

    def __setattr__(self, name, value):
        _script.object_set(self.__dict__["_c"], name, value)


def _wrap_object(c, cls):
    if cls is None:
        name = _script.object_class(c).rsplit(".", 1)[-1]
    else:
        name = cls.__name__
    wrapper = _wrappers.get(cls or name)
    if wrapper is None:
        namespace = {}
        for magic in ("__len__", "__add__", "__sub__", "__mul__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__getitem__", "__setitem__", "__contains__", "__call__", "__str__", "__repr__", "__neg__", "__bool__",
                      "__int__", "__float__"):
            if _script.object_has(c, magic):
                namespace[magic] = (lambda magic: lambda self, *args: _script.object_get(self.__dict__["_c"], magic)(*args))(magic)
        if cls is not None:
            namespace["__module__"] = cls.__module__
        wrapper = type(name, (RecursiveScriptClass,), namespace)
        _wrappers[cls or name] = wrapper
    self = wrapper.__new__(wrapper)
    self.__dict__["_c"] = c
    return self


def _compile_error(obj):
    raise RuntimeError(f"Could not get name of python class object: {obj}")


def _source_of(obj):
    """The function in Python that scripts compile for a function of torch.nn.functional or torch.functional that is native here; None if there is none."""
    if getattr(obj, "__module__", None) not in ("torch.nn.functional", "torch.functional"):
        return None
    from torch.jit import _functional, _torch_functional
    name = obj.__name__
    if name in _functional._choices:
        from torch.jit.frontend import NotSupportedError
        raise NotSupportedError("Compiled functions can't take variable number of arguments or use keyword-only arguments with defaults")
    found = getattr(_functional, name, None) or getattr(_torch_functional, name, None)
    return found if inspect.isfunction(found) and found.__module__ in ("torch.nn.functional", "torch.functional") else None


def script(obj, optimize=None, _frames_up=0, _rcb=None, example_inputs=None):
    """Compile a function, a class or a module."""
    if not _enabled:
        return obj
    warn_of_deprecation("script")
    if isinstance(obj, ScriptModule) or isinstance(obj, ScriptFunction):
        return obj
    if isinstance(obj, nn.Module):
        if "_modules" not in obj.__dict__:
            raise RuntimeError(f"'{type(obj).__module__}.{type(obj).__qualname__}' has not been initialized, did you forget to call 'super()'?")
        from torch.jit._recursive import scripted
        return scripted(call_prepare_scriptable_func(obj))
    if isinstance(obj, (dict, list)):
        from torch.jit._containers import ScriptDict, ScriptList
        return ScriptDict(obj) if isinstance(obj, dict) else ScriptList(obj)
    if inspect.isclass(obj):
        if issubclass(obj, nn.Module):
            raise RuntimeError(f"Type '{obj}' cannot be compiled since it inherits from nn.Module, pass an instance instead")
        if issubclass(obj, enum.Enum):
            return obj
        if len(obj.mro()) > 2 and not issubclass(obj, tuple):
            raise RuntimeError("TorchScript classes does not support inheritance yet. Please directly inherit from 'object'.")
        _script.compile_class(obj, dict(sys._getframe(_frames_up + 1).f_locals))
        return obj
    obj = _source_of(obj) or obj
    if inspect.isfunction(obj) or inspect.ismethod(obj):
        if inspect.ismethod(obj):
            obj = obj.__func__
        inner = getattr(obj, "__original_fn", None) if getattr(obj, "__script_if_tracing_wrapper", False) else None
        fn = inner or obj
        compiled = _script.compile_function(fn)
        compiled.__doc__ = fn.__doc__
        compiled._torchdynamo_inline = fn
        compiled.__original_fn = fn
        _python_cu._functions[compiled.qualified_name] = compiled
        return compiled
    if type(obj).__module__ == "builtins":
        raise TypeError(f"{type(obj)!r} is a built-in class")
    raise OSError(f"Can't get source for {type(obj)}. TorchScript requires source access in order to carry out compilation, make sure original .py files are available.")


def create_script_list(obj, type_hint=None):
    from torch.jit._containers import ScriptList
    return ScriptList(obj)


def create_script_dict(obj):
    from torch.jit._containers import ScriptDict
    return ScriptDict(obj)


def call_prepare_scriptable_func(obj):
    """A module whose children that know a form of theirs for scripts are replaced by it."""
    return _prepared(obj, {})


def _prepared(obj, memo):
    if not isinstance(obj, nn.Module):
        return obj
    if id(obj) in memo:
        return memo[id(obj)]
    made = obj.__prepare_scriptable__() if hasattr(obj, "__prepare_scriptable__") else obj
    memo[id(obj)] = made
    if isinstance(made, nn.Module):
        for name, child in list(made._modules.items()):
            if child is not None and (replaced := _prepared(child, memo)) is not child:
                made._modules[name] = replaced
    return made


def script_method(fn):
    if not _enabled:
        return fn
    fn.__script_method__ = True
    return fn


_own = {"training"}


class _Forward:
    """The compiled forward of a script module, where it has one."""

    def __get__(self, module, owner=None):
        if module is None:
            return self
        m = module.__dict__["_c_methods"].get("forward") or _script.module_method(module._c, "forward", True)
        if m is not None:
            return m
        if owner.__dict__.get("_script_internal"):
            raise AttributeError("'RecursiveScriptModule' object has no attribute 'forward'")
        return nn.Module.forward.__get__(module)


class ScriptModule(nn.Module):
    """A module whose methods are compiled. Subclasses mark methods with script_method."""

    def __init__(self):
        super().__init__()

    def __getstate__(self):
        raise RuntimeError(f"Tried to serialize object {_script.object_class(self._c)} which does not have a __getstate__ method defined!")

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        if cls.__dict__.get("_script_internal") or not _enabled:
            return
        methods = [n for n, v in cls.__dict__.items() if getattr(v, "__script_method__", False)]
        inherited = [m for b in cls.__mro__[1:] for m in getattr(b, "_script_methods", ())]
        cls._script_methods = list(dict.fromkeys(methods + inherited))
        original = cls.__init__

        @functools.wraps(original)
        def init(self, *args, **kwargs):
            original(self, *args, **kwargs)
            if "_modules" not in self.__dict__:
                raise RuntimeError(f"'{cls.__module__}.{cls.__qualname__}' has not been initialized, did you forget to call 'super()'?")
            if type(self) is cls and "_c" not in self.__dict__:
                from torch.jit._recursive import finish_script_module
                finish_script_module(self, cls._script_methods + self.__dict__.get("_defined", []))

        cls.__init__ = init

    def _reconstruct(self, cpp_module):
        """Becomes the module object over another script object."""
        from torch.jit._serialization import wrapped

        made = wrapped(cpp_module)
        d = self.__dict__
        d.clear()
        d.update(made.__dict__)
        _script.bind_wrapper(cpp_module, self, d["_parameters"], d["_buffers"])
        for name in d["_c_methods"]:
            d["_c_methods"][name] = _script.module_method(cpp_module, name, False)

    def _call_impl(self, *args, **kwargs):
        return nn.Module._call_impl(self, *args, **kwargs)  # asks for forward, which may be a compiled method

    def __getattribute__(self, name):
        if name[:2] != "__":
            d = object.__getattribute__(self, "__dict__")
            if "_c" in d and name in d["_c_methods"]:
                return d["_c_methods"][name]
        return object.__getattribute__(self, name)

    def __getattr__(self, name):
        d = self.__dict__
        if name == "_c" and type(self) is ScriptModule and "_modules" in d:
            from torch.jit._recursive import finish_script_module
            finish_script_module(self, [])
            return d["_c"]
        for table in ("_parameters", "_buffers", "_modules"):
            if name in d.get(table, ()):
                return d[table][name]
        if "_c" in d:
            if name in d["_c_attrs"]:
                return _script.object_get(d["_c"], name)
            if name in d["_c_constants"]:
                return d["_c_constants"][name]
            if name not in ("_c_attrs",) and not (name.startswith("__") and name.endswith("__")):
                m = _script.module_method(d["_c"], name, False)
                if m is not None:
                    d["_c_methods"][name] = m
                    return m
                if _script.object_has(d["_c"], name):
                    return _script.object_get(d["_c"], name)
        raise AttributeError(f"'{'RecursiveScriptModule' if '_c' in d else type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        d = self.__dict__
        if "_c" in d and name in d["_c_attrs"] and name not in d["_parameters"] and name not in d["_buffers"] and name not in d["_modules"]:
            _script.object_set(d["_c"], name, value)
            return
        if "_c" in d and name in d["_modules"] and isinstance(value, ScriptModule) and _script.is_interface(d["_c"], name):
            _script.object_set(d["_c"], name, value._c)
            d["_modules"][name] = value
            return
        if "_c" in d and name in d["_modules"] and isinstance(value, nn.Module):
            raise RuntimeError(f"Cannot re-assign modules in a ScriptModule with non-scripted module, tried to replace existing module '{name}': {value}")
        if "_c" in d and name in d["_c_constants"]:
            raise RuntimeError(f"Can't set constant '{name}' which has value:{d['_c_constants'][name]}")
        super().__setattr__(name, value)

    def define(self, src):
        """Compile the methods that a text defines, and give them to the module."""
        from torch.jit._recursive import define_methods
        define_methods(self, src, sys._getframe(1))

    @property
    def original_name(self):
        return self.__dict__.get("_original_name") or type(self).__name__

    @property
    def graph(self):
        forward = self._method("forward")
        if forward is None:
            raise RuntimeError("Method 'forward' is not defined.")
        return forward.graph

    @property
    def inlined_graph(self):
        return self._compiled("inlined_graph")

    @property
    def code(self):
        return self._compiled("code")

    @property
    def code_with_constants(self):
        return self._compiled("code_with_constants")

    def _compiled(self, what):
        forward = self._method("forward")
        if forward is None:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{what}'")
        return getattr(forward, what)

    def _method(self, name):
        m = self._c_methods.get(name)
        if m is None:
            m = _script.module_method(self._c, name, False)
        return m

    def graph_for(self, *args, **kwargs):
        self(*args, **kwargs)
        return torch.jit.last_executed_optimized_graph()

    def get_debug_state(self):
        return self.forward.get_debug_state()

    def save(self, f, **kwargs):
        return torch.jit.save(self, f, **kwargs)

    def save_to_buffer(self, **kwargs):
        from torch.jit._serialization import to_buffer
        return to_buffer(self, **kwargs)

    def _save_to_buffer_for_lite_interpreter(self, _extra_files=None, _save_mobile_debug_info=False, _use_flatbuffer=False):
        from torch.jit.mobile import to_buffer
        return to_buffer(self, _extra_files, _save_mobile_debug_info)

    def _save_for_lite_interpreter(self, f, *args, **kwargs):
        with open(f, "wb") as out:
            out.write(self._save_to_buffer_for_lite_interpreter(*args, **kwargs))

    def __copy__(self):
        from torch.jit._recursive import copy_module
        return copy_module(self, None)

    def __deepcopy__(self, memo):
        from torch.jit._recursive import copy_module
        return copy_module(self, memo)

    def _replicate_for_data_parallel(self):
        raise RuntimeError("magneto: data parallel replicas of script modules")


class OrderedModuleDict(dict):
    """The submodules of a script module, which know the object of the interpreter that holds them."""

    def __init__(self, c, modules):
        super().__init__(modules)
        self._c = _Children(c)


class _Children:
    """The submodules that a script object holds."""

    def __init__(self, c):
        self._of = c

    def items(self):
        return [(name, value) for name, kind, value, _ in _script.module_attrs(self._of) if kind == "module" and value is not None]

    def __contains__(self, name):
        return any(name == held for held, _ in self.items())


class RecursiveScriptModule(ScriptModule):
    """A module that torch.jit.script has made of an nn.Module."""

    _script_internal = True

    def __init__(self, c):
        super().__init__()
        self.__dict__["_pending"] = c

    def register_buffer(self, name, tensor, persistent=True):
        self._refuse_new(name)
        super().register_buffer(name, tensor, persistent)

    def register_parameter(self, name, param):
        self._refuse_new(name)
        super().register_parameter(name, param)

    def _refuse_new(self, name):
        if "_c" in self.__dict__ and name not in self._parameters and name not in self._buffers:
            raise RuntimeError(f"Can't add a new parameter after ScriptModule construction. Tried to add '{name}")

    def add_module(self, name, module):
        if "_c" in self.__dict__ and not isinstance(module, ScriptModule):
            raise RuntimeError(f"Cannot re-assign modules in a ScriptModule with non-scripted module, tried to replace existing module '{name}': {module}")
        super().add_module(name, module)

    forward = _Forward()

    def _get_name(self):
        return type(self).__name__

    def extra_repr(self):
        return f"original_name={self.original_name}"

    def __len__(self):
        return self._call_special("__len__")

    def __bool__(self):
        return True

    def __contains__(self, key):
        return self._call_special("__contains__", key)

    def __iter__(self):
        return iter(self._container())

    def __getitem__(self, index):
        if self.__dict__.get("_source") is None and (own := _script.module_method(self._c, "__getitem__", True)) is not None:
            return own(index)
        return self._container()[index]

    def __dir__(self):
        own = self.__dict__.get("_source")
        return sorted(set(list(super().__dir__()) + list(self._c_attrs) + list(self._c_methods) + ([] if own is None else dir(own))))

    def _container(self):
        source = self.__dict__.get("_source")
        if source is None:
            raise NotImplementedError()
        return source

    def _call_special(self, name, *args):
        m = _script.module_method(self._c, name, True)
        if m is None:
            raise NotImplementedError()
        return m(*args)


def _unsupported(name):
    def fail(self, *args, **kwargs):
        if type(self) is not RecursiveScriptModule:  # a traced module
            return getattr(nn.Module, name)(self, *args, **kwargs)
        raise RuntimeError(f"{name} is not supported on ScriptModules")

    return fail


for _name in ("bfloat16", "compile", "get_buffer", "get_parameter", "get_submodule", "ipu", "mtia", "register_backward_hook", "register_forward_hook", "register_forward_pre_hook",
              "register_full_backward_hook", "register_full_backward_pre_hook", "register_load_state_dict_post_hook", "register_load_state_dict_pre_hook", "register_state_dict_post_hook",
              "register_state_dict_pre_hook", "requires_grad_", "set_submodule", "to_empty", "xpu"):
    setattr(RecursiveScriptModule, _name, _unsupported(_name))
