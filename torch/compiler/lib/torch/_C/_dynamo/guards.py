"""Trees of guards that scripts build and check themselves. Those of compiled functions are programs of their own."""

import weakref

import torch
from torch._C._dynamo._guard_leaves import *
from torch._C._dynamo._guard_leaves import _LEAVES, GuardDebugInfo, RelationalGuard


class LocalState:
    pass


class GuardAccessor:
    """A step from a value to one of its parts, with the manager of the part."""

    def __init__(self, key, manager):
        self._key, self._manager = key, manager

    def read(self, value):
        raise NotImplementedError

    failure = "accessor failed on source {}"

    def repr(self):
        return f"{type(self).__name__}({self._key})" if self._key is not None else type(self).__name__


def _accessor(name, read, failure):
    """A class of accessors: read is called with a value and the key; failure is what check_verbose says where that fails."""
    return type(name, (GuardAccessor,), {"read": lambda self, value: read(value, self._key), "failure": failure, "__module__": __name__})


def _item(value, key):
    return value[key[0] if isinstance(key, tuple) and isinstance(value, dict) and key not in value else key]


def _tuple_iterator_item(iterator, index):
    _, (items,), start = iterator.__reduce__()
    return items[start + index]


GetAttrGuardAccessor = _accessor("GetAttrGuardAccessor", getattr, "getattr failed on source {}")
GenericGetAttrGuardAccessor = _accessor("GenericGetAttrGuardAccessor", object.__getattribute__, "getattr failed on source {}")
GetGenericDictGuardAccessor = _accessor("GetGenericDictGuardAccessor", lambda v, _: v.__dict__, "getting generic dict failed on source {}")
GetItemGuardAccessor = _accessor("GetItemGuardAccessor", _item, "KeyError on {}")
FrameLocalsGuardAccessor = _accessor("FrameLocalsGuardAccessor", _item, "KeyError on {}")
DictGetItemGuardAccessor = _accessor("DictGetItemGuardAccessor", dict.__getitem__, "KeyError on {}")
ListGetItemGuardAccessor = _accessor("ListGetItemGuardAccessor", list.__getitem__, "IndexError on {}")
TupleGetItemGuardAccessor = _accessor("TupleGetItemGuardAccessor", tuple.__getitem__, "IndexError on {}")
SetGetItemGuardAccessor = _accessor("SetGetItemGuardAccessor", lambda v, i: list(v)[i], "IndexError on {}")
TupleIteratorGetItemAccessor = _accessor("TupleIteratorGetItemAccessor", _tuple_iterator_item, "IndexError on {}")
GradGuardAccessor = _accessor("GradGuardAccessor", lambda v, _: v.grad, "not a tensor - grad field is accessed {}")
GlobalsGuardAccessor = _accessor("GlobalsGuardAccessor", lambda v, namespace: namespace, "no globals on {}")
GlobalWeakRefGuardAccessor = _accessor("GlobalWeakRefGuardAccessor", lambda v, name: _alive(v[name]), "KeyError on {}")
WeakRefCallGuardAccessor = _accessor("WeakRefCallGuardAccessor", lambda v, _: _alive(v), "not a weakref obj {}")
CallFunctionNoArgsGuardAccessor = _accessor("CallFunctionNoArgsGuardAccessor", lambda v, _: v(), "CallFunctionNoArgsGuardAccessor error on {}")
TypeGuardAccessor = _accessor("TypeGuardAccessor", lambda v, _: type(v), "no type on {}")
TypeDictGuardAccessor = _accessor("TypeDictGuardAccessor", lambda v, _: v.__dict__, "no namespace on {}")
TypeMROGuardAccessor = _accessor("TypeMROGuardAccessor", lambda v, _: v.__mro__, "no __mro__ on {}")
CodeGuardAccessor = _accessor("CodeGuardAccessor", lambda v, _: v.__code__, "no code on {}")
ClosureGuardAccessor = _accessor("ClosureGuardAccessor", lambda v, _: v.__closure__, "no closure on {}")
FuncDefaultsGuardAccessor = _accessor("FuncDefaultsGuardAccessor", lambda v, _: v.__defaults__, "no defaults on {}")
FuncKwDefaultsGuardAccessor = _accessor("FuncKwDefaultsGuardAccessor", lambda v, _: v.__kwdefaults__, "no keyword defaults on {}")
PythonLambdaGuardAccessor = _accessor("PythonLambdaGuardAccessor", lambda v, function: function(v), "lambda accessor failed on {}")
IndexedGuardAccessor = _accessor("IndexedGuardAccessor", lambda v, index: (index, v), "no index on {}")
TensorPropertyGuardAccessor = _accessor("TensorPropertyGuardAccessor", lambda v, key: getattr(v, key[0])() if key[1] is None else getattr(v, key[0])(key[1]), "no such property on {}")


def _alive(reference):
    if not isinstance(reference, weakref.ref):
        raise TypeError("not a weakref")
    return reference()


class GuardManager:
    """The guards on one value, and the managers of its parts."""

    def __init__(self, root=None, source="L", example=None):
        self._root = self if root is None else root
        self._source, self._type = source, type(example)
        self._leaves, self._accessors, self._failures = [], [], 0
        self._tag_safe = self._tag_safe_root = False

    def _adopt(self, accessor, key, source, example, kind):
        for known in self._accessors:
            if type(known) is accessor and (known._key is key or known._key == key):
                return known._manager
        made = (DictGuardManager if getattr(kind, "name", "") == "DICT_GUARD_MANAGER" else GuardManager)(self._root, source, example)
        self._accessors.append(accessor(key, made))
        return made

    def _verdict(self, value, count):
        """None if all guards hold, else the texts of the first that does not; count has the number of guards run."""
        for leaf in self._leaves:
            count.guards += 1
            if not leaf(value):
                return self._failed(leaf.failure(value), count)
        for accessor in self._accessors:
            try:
                part = accessor.read(value)
            except Exception:
                return self._failed([accessor.failure.format(accessor._manager._source)], count)
            texts = accessor._manager._verdict(part, count)
            if texts is not None:
                return self._failed(texts, count)
        return None

    def _failed(self, texts, count):
        self._failures += count.silent
        return texts

    def _add(self, leaf):
        self._leaves.append(leaf)

    def get_leaf_guards(self):
        return list(self._leaves)

    def get_accessors(self):
        return list(self._accessors)

    def get_child_managers(self):
        return [a._manager for a in self._accessors]

    def get_source(self):
        return self._source

    def get_type_of_guarded_value(self):
        return self._type

    def fail_count(self):
        return self._failures

    def has_no_accessors(self):
        return not self._accessors

    def has_object_aliasing_guard(self):
        return any(isinstance(leaf, OBJECT_ALIASING) for leaf in self._leaves)

    def is_guarded_value_immutable(self):
        return self._type in (int, float, bool, str, bytes, type(None), type(id), torch.dtype, torch.device, torch.Size)

    def is_tag_safe(self):
        return self._tag_safe

    def is_tag_safe_root(self):
        return self._tag_safe_root

    def mark_tag_safe(self):
        self._tag_safe = True

    def mark_tag_safe_root(self):
        self._tag_safe = self._tag_safe_root = True

    def is_recursive_dict_tag_matching_disabled(self):
        return True

    def _copy(self, root, keep):
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__)
        made._root = made if root is None else root
        made._failures, made._leaves = 0, [leaf for leaf in self._leaves if not isinstance(leaf, RelationalGuard)]
        made._accessors = [type(a)(a._key, a._manager._copy(made._root, keep)) for a in self._accessors if keep(a._manager)]
        return made


def _enter_leaves():
    def adder(cls):
        def add(self, *args):
            self._add(cls(self._root, *args))

        return add

    for method, cls in _LEAVES.items():
        setattr(GuardManager, method, adder(cls))


_KEYED = {
    "getattr_manager": (GetAttrGuardAccessor, "attr"), "generic_getattr_manager": (GenericGetAttrGuardAccessor, "attr"), "getitem_manager": (GetItemGuardAccessor, "key"),
    "dict_getitem_manager": (DictGetItemGuardAccessor, "key"), "list_getitem_manager": (ListGetItemGuardAccessor, "key"), "tuple_getitem_manager": (TupleGetItemGuardAccessor, "key"),
    "set_getitem_manager": (SetGetItemGuardAccessor, "index"), "tuple_iterator_getitem_manager": (TupleIteratorGetItemAccessor, "index"), "framelocals_manager": (FrameLocalsGuardAccessor, "key"),
    "globals_dict_manager": (GlobalsGuardAccessor, "f_globals"), "global_weakref_manager": (GlobalWeakRefGuardAccessor, "global_name"), "lambda_manager": (PythonLambdaGuardAccessor, "python_lambda"),
    "indexed_manager": (IndexedGuardAccessor, "idx"),
}
_KEYLESS = {
    "get_generic_dict_manager": GetGenericDictGuardAccessor, "grad_manager": GradGuardAccessor, "weakref_call_manager": WeakRefCallGuardAccessor, "type_manager": TypeGuardAccessor,
    "call_function_no_args_manager": CallFunctionNoArgsGuardAccessor, "type_dict_manager": TypeDictGuardAccessor, "type_mro_manager": TypeMROGuardAccessor, "code_manager": CodeGuardAccessor,
    "closure_manager": ClosureGuardAccessor, "func_defaults_manager": FuncDefaultsGuardAccessor, "func_kwdefaults_manager": FuncKwDefaultsGuardAccessor,
}


def _enter_accessors():
    def keyed(name, accessor, key_name):
        def manager(self, *args, source=None, example_value=None, guard_manager_enum=None, **key):
            names = [key_name, "source", "example_value", "guard_manager_enum"]
            given = {**dict(zip(names, args)), **key}
            return self._adopt(accessor, given[key_name], given.get("source", source), given.get("example_value", example_value), given.get("guard_manager_enum", guard_manager_enum))

        manager.__name__ = name
        return manager

    def keyless(name, accessor):
        def manager(self, source, example_value=None, guard_manager_enum=None):
            return self._adopt(accessor, None, source, example_value, guard_manager_enum)

        manager.__name__ = name
        return manager

    for name, (accessor, key_name) in _KEYED.items():
        setattr(GuardManager, name, keyed(name, accessor, key_name))
    for name, accessor in _KEYLESS.items():
        setattr(GuardManager, name, keyless(name, accessor))
    for name in ("size", "stride", "storage_offset"):
        def property_manager(self, idx, source, example_value=None, guard_manager_enum=None, name=name):
            return self._adopt(TensorPropertyGuardAccessor, (name, idx), source, example_value, guard_manager_enum)

        setattr(GuardManager, f"tensor_property_{name}_manager", property_manager)


class _Count:
    """The number of guards run; failures are counted by checks that tell nothing else (silent)."""

    def __init__(self, silent):
        self.guards, self.silent = 0, silent


class RootGuardManager(GuardManager):
    """The guards on what a function sees, a dict of names to values."""

    def __init__(self):
        super().__init__()
        self._last, self._relational, self._state, self._compile_id = [], [], LocalState(), ""

    def _run(self, value, silent):
        count = _Count(silent)
        for guard in self._relational:
            guard.reset()
        texts = self._verdict(value, count)
        if texts is None:
            for leaf in self._last:
                count.guards += 1
                if not leaf(value):
                    texts = self._failed(leaf.failure(value), count)
                    break
        for guard in self._relational:
            guard.reset()
        return GuardDebugInfo(texts is None, texts or [], count.guards)

    def check(self, value):
        return self._run(value, True).result

    def check_verbose(self, value):
        return self._run(value, False)

    def add_epilogue_lambda_guard(self, function, verbose_code_parts, user_stack=None):
        self._last.append(LAMBDA_GUARD(self, function, verbose_code_parts, user_stack))

    def get_epilogue_lambda_guards(self):
        return list(self._last)

    def clone_manager(self, guard_filter):
        made = self._copy(None, guard_filter)
        made._last, made._relational = list(self._last), []
        return made

    def attach_compile_id(self, compile_id):
        self._compile_id = compile_id

    def get_local_state(self):
        return self._state

    def set_local_state(self, state):
        self._state = state


class DictGuardManager(GuardManager):
    """The guards on a dict of a fixed length: managers of its keys and values by their places."""

    def __init__(self, root, source, example):
        super().__init__(root, source, example)
        self._length, self._exact, self._pairs = len(example), type(example), {}

    def _verdict(self, value, count):
        if not isinstance(value, dict) or type(value) is not self._exact:
            return self._failed([f"not a dict {self._source}"], count)
        if len(value) != self._length:
            return self._failed([f"len({self._source}) != {self._length}"], count)
        texts = super()._verdict(value, count)
        if texts is not None:
            return texts
        for index, pair in enumerate(value.items()):
            for manager, part in zip(self._pairs.get(index, ()), pair):
                if manager is not None:
                    texts = manager._verdict(part, count)
                    if texts is not None:
                        return self._failed(texts, count)
        return None

    def _part(self, index, position, source, example, kind):
        pair = list(self._pairs.get(index, (None, None)))
        if pair[position] is None:
            pair[position] = (DictGuardManager if getattr(kind, "name", "") == "DICT_GUARD_MANAGER" else GuardManager)(self._root, source, example)
            self._pairs[index] = tuple(pair)
            self._pairs = dict(sorted(self._pairs.items()))
        return pair[position]

    def get_key_manager(self, index, source, example_value=None, guard_manager_enum=None):
        return self._part(index, 0, source, example_value, guard_manager_enum)

    def get_value_manager(self, index, source, example_value=None, guard_manager_enum=None):
        return self._part(index, 1, source, example_value, guard_manager_enum)

    def get_key_value_managers(self):
        return dict(self._pairs)

    def _copy(self, root, keep):
        made = super()._copy(root, keep)
        copied = lambda m: None if m is None or not keep(m) else m._copy(made._root, keep)
        made._pairs = {i: tuple(map(copied, pair)) for i, pair in self._pairs.items()}
        return made


def _refused(*names):
    def refuse(name):
        def method(self, *args, **kwargs):
            raise RuntimeError(f"Can not add an accessor to DictGuardManager: {name}")

        return method

    for name in names:
        setattr(DictGuardManager, name, refuse(name))


_enter_leaves()
_enter_accessors()
_refused("getitem_manager", "dict_getitem_manager", "globals_dict_manager", "global_weakref_manager", "tuple_iterator_getitem_manager")


def install_object_aliasing_guard(x, y, verbose_code_parts, user_stack=None):
    """x and y must be one object."""
    guard = OBJECT_ALIASING(verbose_code_parts, user_stack)
    for manager in (x, y):
        GuardManager._add(manager, guard)
    x._root._relational.append(guard)


def install_no_tensor_aliasing_guard(managers, names, verbose_code_parts, user_stack=None):
    """No two of the values are one object."""
    guard = NO_TENSOR_ALIASING(names, verbose_code_parts, user_stack)
    for manager in managers:
        GuardManager._add(manager, guard)
    managers[0]._root._relational.append(guard)


def check_obj_id(value, expected):
    return id(value) == expected


def check_type_id(value, expected):
    return id(type(value)) == expected


_UNLIKE_FAKE = (
    "\nThis error most often comes from a incorrect fake (aka meta) kernel for a custom op.\n"
    "Use torch.library.opcheck to test your custom op.\n"
    "See https://pytorch.org/docs/stable/library.html#torch.library.opcheck"
)


def assert_size_stride(tensor, size, stride, op_name=None):
    """Raises where a tensor has other sizes, or along more than one element other strides."""
    if tensor.dim() != len(size) or len(size) != len(stride):
        raise AssertionError(f"wrong number of dimensions{tensor.dim()}" + (f" for op: {op_name}" if op_name else ""))
    bad = [(d, found, n, step, st) for d, (found, n, step, st) in enumerate(zip(tensor.size(), size, tensor.stride(), stride))
           if found != n or found > 1 and step != st]
    if bad:
        text = "; ".join(f"expected size {found}=={n}, stride {step}=={st} at dim={d}" for d, found, n, step, st in bad)
        raise AssertionError(text + (f"\nError in op: {op_name}" if op_name else "") + _UNLIKE_FAKE)
    return True


def assert_alignment(tensor, alignment, op_name=None):
    """Raises where a tensor does not begin at a multiple of so many bytes of its storage."""
    offset, itemsize = tensor.storage_offset(), tensor.element_size()
    if offset * itemsize % alignment:
        raise AssertionError((f"\nError in op: {op_name}" if op_name else "") +
                             f"\nExpect the tensor to be {alignment} bytes aligned. Fail due to storage_offset={offset} itemsize={itemsize}")
    return True
