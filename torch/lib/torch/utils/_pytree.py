"""Trees of Python containers with leaves of any kind: flattened to a list and a description, and built again."""
import dataclasses
import enum
import functools
import importlib
import json
import warnings
from collections import OrderedDict, defaultdict, deque, namedtuple

from torch import Size
from torch._immutable import immutable_dict, immutable_list

# For each container class: flatten(tree) -> (children, context), unflatten(children, context) -> tree, and keys(tree).
NodeDef = namedtuple("NodeDef", ["type", "flatten_fn", "unflatten_fn", "flatten_with_keys_fn"])
SUPPORTED_NODES = {}
BUILTIN_TYPES = frozenset({tuple, list, dict, namedtuple, OrderedDict, defaultdict, deque})


class SequenceKey(namedtuple("SequenceKey", ["idx"])):
    def __str__(self):
        return f"[{self.idx!r}]"

    def get(self, sequence):
        return sequence[self.idx]


class MappingKey(namedtuple("MappingKey", ["key"])):
    def __str__(self):
        return f"[{self.key!r}]"

    def get(self, mapping):
        return mapping[self.key]


class GetAttrKey(namedtuple("GetAttrKey", ["name"])):
    def __str__(self):
        return f".{self.name}"

    def get(self, obj):
        return getattr(obj, self.name)


def _deregister_pytree_node(cls):
    """Makes a class a leaf again."""
    del SUPPORTED_NODES[cls]


def register_pytree_node(cls, flatten_fn, unflatten_fn, *, serialized_type_name=None, to_dumpable_context=None,
                         from_dumpable_context=None, flatten_with_keys_fn=None):
    if cls in SUPPORTED_NODES:
        raise ValueError(f"{cls} is already registered as pytree node.")
    if (to_dumpable_context is None) != (from_dumpable_context is None):
        raise ValueError(f"Both to_dumpable_context and from_dumpable_context for {cls} must be None or registered.")
    SUPPORTED_NODES[cls] = NodeDef(cls, flatten_fn, unflatten_fn, flatten_with_keys_fn)
    if serialized_type_name is not None:
        _name_in_text(cls, serialized_type_name, to_dumpable_context, from_dumpable_context)


# what texts of structures call the types, and how contexts are written and read there
_WRITTEN, _BY_NAME = {}, {}


def _name_in_text(cls, name, to_text, from_text):
    _WRITTEN[cls] = name, to_text, from_text
    _BY_NAME[name] = cls


def _register_namedtuple(cls, *, serialized_type_name):
    _name_in_text(cls, serialized_type_name, None, None)


_private_register_pytree_node = register_pytree_node
CONSTANT_NODES = set()


def _register_pytree_node(cls, flatten_fn, unflatten_fn, to_str_fn=None, maybe_from_str_fn=None, **kwargs):
    """The older name of register_pytree_node."""
    warnings.warn("`torch.utils._pytree._register_pytree_node` is deprecated. Please use `torch.utils._pytree.register_pytree_node` instead", FutureWarning, stacklevel=2)
    register_pytree_node(cls, flatten_fn, unflatten_fn, **kwargs)


def _deregister_pytree_node(cls):
    """Forgets a class, whose objects are leaves from then on."""
    SUPPORTED_NODES.pop(cls, None)
    name, *_ = _WRITTEN.pop(cls, (None,))
    _BY_NAME.pop(name, None)
    CONSTANT_NODES.discard(cls)


@dataclasses.dataclass(frozen=True)
class ConstantNode:
    """What a structure knows of a constant in it."""

    value: object


def is_constant_class(cls):
    """Whether objects of a class are parts of the structure and no leaves."""
    return isinstance(cls, type) and cls in CONSTANT_NODES


def register_constant(cls):
    if cls.__eq__ is object.__eq__:
        raise TypeError("register_constant(cls) expects `cls` to have a non-default `__eq__` implementation.")
    if cls.__hash__ is None:
        raise TypeError("register_constant(cls) expects `cls` to have a non-default `__hash__` implementation.")
    CONSTANT_NODES.add(cls)
    register_pytree_node(cls, lambda x: ([], ConstantNode(x)), lambda _, held: held.value, flatten_with_keys_fn=lambda x: ([], ConstantNode(x)))


def _is_constant_holder(spec):
    """Whether a structure is one constant."""
    return isinstance(spec, TreeSpec) and is_constant_class(spec.type)


def _retrieve_constant(spec):
    """The constant that a structure is."""
    if not _is_constant_holder(spec):
        raise AssertionError("spec does not correspond to a registered constant pytree")
    return tree_unflatten([], spec)


def register_dataclass(cls, *, field_names=None, drop_field_names=None, serialized_type_name=None):
    if not dataclasses.is_dataclass(cls):
        if field_names is None:
            raise ValueError(f"field_names must be specified with a list of all fields used to initialize {cls}, as it is not a dataclass.")
    elif field_names is not None:
        _check_fields(cls, set(field_names), set(drop_field_names or ()))
    if field_names is None:
        names = [f for f in cls.__dataclass_fields__ if not drop_field_names or f not in drop_field_names]
    else:
        names = list(field_names)

    def context(obj):
        """The fields that are leaves, and those that are None."""
        return [[n for n in names if getattr(obj, n) is not None], [n for n in names if getattr(obj, n) is None]]

    def flatten(obj):
        held = context(obj)
        return [getattr(obj, n) for n in held[0]], held

    def flatten_with_keys(obj):
        held = context(obj)
        return [(GetAttrKey(n), getattr(obj, n)) for n in held[0]], held

    register_pytree_node(cls, flatten, lambda values, held: cls(**dict(zip(held[0], values)), **dict.fromkeys(held[1])), flatten_with_keys_fn=flatten_with_keys,
                         serialized_type_name=serialized_type_name)


def _check_fields(cls, names, dropped):
    """Refuses names that are not the fields that a dataclass is made with."""
    fields = {f.name for f in dataclasses.fields(cls) if f.init}
    if missing := fields - names - dropped:
        raise ValueError(f"field_names does not include all dataclass fields.\nMissing fields in `field_names`: {missing}. If you want to include these fields in the pytree, please "
                         "add them to `field_names`, otherwise please add them to `drop_field_names`.")
    if unexpected := names - fields:
        raise ValueError(f"field_names does not include all dataclass fields.\nUnexpected fields in `field_names`: {unexpected}. Please remove these fields, or add them to "
                         "`drop_field_names`.\n")


def _filled(made, keys, values):
    """made with entries added. No value is bound to a local: tracing names values after locals."""
    list(map(made.__setitem__, keys, values))
    return made


def _indexed(values):
    return [(SequenceKey(i), v) for i, v in enumerate(values)]


def _mapped(d):
    return [(MappingKey(k), v) for k, v in d.items()]


register_pytree_node(list, lambda x: (x, None), lambda values, _: list(values), flatten_with_keys_fn=lambda x: (_indexed(x), None))
register_pytree_node(tuple, lambda x: (list(x), None), lambda values, _: tuple(values), flatten_with_keys_fn=lambda x: (_indexed(x), None))
register_pytree_node(dict, lambda d: (list(d.values()), list(d.keys())), lambda values, keys: {key: value for key, value in zip(keys, values)},
                     flatten_with_keys_fn=lambda d: (_mapped(d), list(d.keys())))
register_pytree_node(namedtuple, lambda x: (list(x), type(x)), lambda values, cls: cls(*values),
                     flatten_with_keys_fn=lambda x: ([(GetAttrKey(n), getattr(x, n)) for n in x._fields], type(x)))
register_pytree_node(OrderedDict, lambda d: (list(d.values()), list(d.keys())), lambda values, keys: OrderedDict((key, value) for key, value in zip(keys, values)),
                     flatten_with_keys_fn=lambda d: (_mapped(d), list(d.keys())))
register_pytree_node(defaultdict, lambda d: (list(d.values()), [d.default_factory, list(d.keys())]),
                     lambda values, context: defaultdict(context[0], {key: value for key, value in zip(context[1], values)}),
                     flatten_with_keys_fn=lambda d: (_mapped(d), [d.default_factory, list(d.keys())]))
register_pytree_node(deque, lambda d: (list(d), d.maxlen), lambda values, maxlen: deque(values, maxlen=maxlen),
                     flatten_with_keys_fn=lambda d: (_indexed(d), d.maxlen))
register_pytree_node(Size, lambda x: (list(x), None), lambda values, _: tuple(values), flatten_with_keys_fn=lambda x: (_indexed(x), None))
register_pytree_node(immutable_list, lambda x: (list(x), None), lambda values, _: immutable_list(values), serialized_type_name="torch.fx.immutable_collections.immutable_list",
                     flatten_with_keys_fn=lambda x: (_indexed(x), None))
register_pytree_node(immutable_dict, lambda d: (list(d.values()), list(d.keys())), lambda values, keys: immutable_dict(zip(keys, values)),
                     serialized_type_name="torch.fx.immutable_collections.immutable_dict", flatten_with_keys_fn=lambda d: (_mapped(d), list(d.keys())))
for _type in (list, tuple, dict, OrderedDict, deque):
    _name_in_text(_type, f"{_type.__module__}.{_type.__name__}", None, None)
_name_in_text(Size, "torch.Size", None, None)
_name_in_text(defaultdict, "collections.defaultdict", lambda context: _factory_to_plain(context), lambda plain: _factory_from_plain(plain))



def is_namedtuple(obj):
    return is_namedtuple_class(type(obj))


def is_namedtuple_class(cls):
    return isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields") and not is_structseq_class(cls)


def _node_type(tree):
    cls = type(tree)
    if cls in SUPPORTED_NODES:
        return cls
    if cls.__module__ == "torch.return_types" and is_structseq_class(cls):
        register_pytree_node(cls, lambda x: (list(x), None), lambda values, _: cls(values), flatten_with_keys_fn=lambda x: (_indexed(x), None))
        return cls
    return namedtuple if is_namedtuple_class(cls) else cls


def _is_leaf(tree, is_leaf=None):
    return (is_leaf is not None and is_leaf(tree)) or _node_type(tree) not in SUPPORTED_NODES


class TreeSpec:
    """What a tree is apart from its leaves. A leaf has type None."""

    def __init__(self, type, context, children_specs):
        self.type = type
        self.context = context
        self.children_specs = list(children_specs)
        self.num_nodes = 1 + sum(c.num_nodes for c in self.children_specs)
        self.num_leaves = sum(c.num_leaves for c in self.children_specs) if type is not None else 1
        self.num_children = len(self.children_specs)

    def is_leaf(self):
        return self.type is None

    def children(self):
        return list(self.children_specs)

    def child(self, index):
        return self.children_specs[index]

    def flatten_up_to(self, tree):
        leaves = []
        self._flatten_up_to(tree, leaves)
        return leaves

    def _flatten_up_to(self, tree, leaves):
        if self.is_leaf():
            leaves.append(tree)
            return
        if _node_type(tree) is not self.type:
            raise ValueError(f"Node type mismatch; expected {self.type!r}, but got {type(tree)!r}.")
        values, context = SUPPORTED_NODES[self.type].flatten_fn(tree)
        if len(values) != len(self.children_specs):
            raise ValueError(f"Node arity mismatch; expected {len(self.children_specs)}, but got {len(values)}.")
        if self.type in (dict, OrderedDict) and set(context) != set(self.context):
            missing, extra = set(self.context) - set(context), set(context) - set(self.context)
            raise ValueError("Node keys mismatch" + (f"; missing key(s): {missing}" if missing else "") + (f"; extra key(s): {extra}" if extra else "") + ".")
        if self.type in (dict, OrderedDict):
            values = [tree[k] for k in self.context]
        for spec, value in zip(self.children_specs, values):
            spec._flatten_up_to(value, leaves)

    def unflatten(self, leaves):
        leaves = list(leaves)
        if len(leaves) != self.num_leaves:
            raise ValueError(f"treespec.unflatten(leaves): `leaves` has length {len(leaves)} but the spec refers to a pytree "
                             f"that holds {self.num_leaves} items ({self}).")
        return self._build(iter(leaves))

    def _build(self, leaves):
        if self.type is None:
            return next(leaves)
        return SUPPORTED_NODES[self.type].unflatten_fn([c._build(leaves) for c in self.children_specs], self.context)

    def __eq__(self, other):
        if self is other:
            return True
        if not isinstance(other, TreeSpec):
            return NotImplemented
        return self.type is other.type and self.context == other.context and self.children_specs == other.children_specs

    def __hash__(self):
        context = tuple(self.context) if isinstance(self.context, list) else self.context
        return hash((self.type, context, tuple(self.children_specs)))

    def __repr__(self, indent=0):
        if self.type is None:
            return "*"
        inner = indent + 2
        text = f"TreeSpec({self.type.__name__}, {self.context}, ["
        if self.children_specs:
            text += self.children_specs[0].__repr__(inner)
            if len(self.children_specs) > 1:
                text += ","
            for c in self.children_specs[1:]:
                text += "\n" + " " * inner + c.__repr__(inner) + ("," if c is not self.children_specs[-1] else "")
        return text + "])"


class LeafSpec(TreeSpec):
    def __init__(self):
        super().__init__(None, None, [])


def treespec_leaf():
    return LeafSpec()


def _flatten_into(tree, leaves, is_leaf):
    if _is_leaf(tree, is_leaf):
        leaves.append(tree)
        return LeafSpec()
    kind = _node_type(tree)
    values, context = SUPPORTED_NODES[kind].flatten_fn(tree)
    return TreeSpec(kind, context, [_flatten_into(child, leaves, is_leaf) for child in values])


def tree_flatten(tree, is_leaf=None):
    leaves = []
    spec = _flatten_into(tree, leaves, is_leaf)
    return leaves, spec


def tree_unflatten(leaves, treespec):
    if not isinstance(treespec, TreeSpec):
        raise TypeError(f"Expected `treespec` to be an instance of PyTreeSpec but got item of type {type(treespec)}.")
    return treespec.unflatten(leaves)


def tree_iter(tree, is_leaf=None):
    if _is_leaf(tree, is_leaf):
        yield tree
        return
    values, _ = SUPPORTED_NODES[_node_type(tree)].flatten_fn(tree)
    for v in values:
        yield from tree_iter(v, is_leaf)


def tree_leaves(tree, is_leaf=None):
    return tree_flatten(tree, is_leaf)[0]


def tree_structure(tree, is_leaf=None):
    return tree_flatten(tree, is_leaf)[1]


def tree_is_leaf(tree, is_leaf=None):
    return _is_leaf(tree, is_leaf)


def tree_map(func, tree, *rests, is_leaf=None):
    if not rests and is_leaf is None:
        return _mapped_tree(func, tree)
    leaves, spec = tree_flatten(tree, is_leaf)
    others = [spec.flatten_up_to(r) for r in rests]
    return _unnamed(spec, map(func, leaves, *others))


def _unnamed(spec, leaves):
    """The tree of a spec; the values of dicts are bound to no local."""
    if spec.is_leaf():
        return next(leaves)
    return _node_of(spec.type, list(map(functools.partial(_unnamed, leaves=leaves), spec.children_specs)), spec.context)


def _node_of(kind, values, context):
    if kind is dict or kind is OrderedDict:
        return _filled(kind(), context, values)
    return SUPPORTED_NODES[kind].unflatten_fn(values, context)


def _mapped_tree(func, tree):
    """tree with func called on its leaves. No child is bound to a local: tracing names values after locals."""
    kind = _node_type(tree)
    if kind not in SUPPORTED_NODES:
        return func(tree)
    if kind is list or kind is tuple:
        return kind(map(functools.partial(_mapped_tree, func), tree))
    values, context = SUPPORTED_NODES[kind].flatten_fn(tree)
    return _node_of(kind, list(map(functools.partial(_mapped_tree, func), values)), context)


def tree_map_(func, tree, *rests, is_leaf=None):
    leaves, spec = tree_flatten(tree, is_leaf)
    others = [spec.flatten_up_to(r) for r in rests]
    for xs in zip(leaves, *others):
        func(*xs)
    return tree


def map_only(types, /, func=None):
    if func is None:
        return functools.partial(map_only, types)

    def wrapped(x):
        matches = isinstance(x, types) if isinstance(types, (type, tuple)) else types(x)
        return func(x) if matches else x

    return wrapped


def tree_map_only(types, func, tree, is_leaf=None):
    return tree_map(map_only(types, func), tree, is_leaf=is_leaf)


def tree_map_only_(types, func, tree, is_leaf=None):
    return tree_map_(map_only(types, func), tree, is_leaf=is_leaf)


def tree_all(pred, tree, is_leaf=None):
    return all(pred(x) for x in tree_iter(tree, is_leaf))


def tree_any(pred, tree, is_leaf=None):
    return any(pred(x) for x in tree_iter(tree, is_leaf))


def tree_all_only(types, pred, tree, is_leaf=None):
    return all(pred(x) for x in tree_iter(tree, is_leaf) if isinstance(x, types))


def tree_any_only(types, pred, tree, is_leaf=None):
    return any(pred(x) for x in tree_iter(tree, is_leaf) if isinstance(x, types))


def _broadcast_to_and_flatten(tree, treespec, is_leaf=None):
    """The leaves of tree repeated so that there is one for each leaf of treespec; None where the structures differ."""
    if _is_leaf(tree, is_leaf):
        return [tree] * treespec.num_leaves
    if treespec.is_leaf() or _node_type(tree) is not treespec.type:
        return None
    values, context = SUPPORTED_NODES[treespec.type].flatten_fn(tree)
    if len(values) != treespec.num_children or context != treespec.context:
        return None
    result = []
    for value, spec in zip(values, treespec.children_specs):
        flat = _broadcast_to_and_flatten(value, spec, is_leaf)
        if flat is None:
            return None
        result.extend(flat)
    return result


def _walk_keys(tree, path, is_leaf):
    kind = _node_type(tree)
    if _is_leaf(tree, is_leaf):
        yield path, tree
        return
    keyed = SUPPORTED_NODES[kind].flatten_with_keys_fn
    if keyed is None:
        raise ValueError(f"Did not find a flatten_with_keys_fn for type: {kind}. Please pass a flatten_with_keys_fn argument to register_pytree_node.")
    for key, value in keyed(tree)[0]:
        yield from _walk_keys(value, path + (key,), is_leaf)


def tree_flatten_with_path(tree, is_leaf=None):
    return list(_walk_keys(tree, (), is_leaf)), tree_structure(tree, is_leaf)


def tree_leaves_with_path(tree, is_leaf=None):
    return list(_walk_keys(tree, (), is_leaf))


def tree_map_with_path(func, tree, *rests, is_leaf=None):
    keyed, spec = tree_flatten_with_path(tree, is_leaf)
    others = [spec.flatten_up_to(r) for r in rests]
    return spec.unflatten([func(path, leaf, *xs) for (path, leaf), *xs in zip(keyed, *others)])


def keystr(path):
    return "".join(str(k) for k in path)


def key_get(obj, path):
    for key in path:
        obj = key.get(obj)
    return obj


PyTree = object
BUILTIN_TYPES = frozenset({tuple, list, dict})


def tree_transpose(outer_spec, inner_spec, tree):
    """A tree of trees with the two kinds exchanged."""
    leaves = tree_leaves(tree)
    n = inner_spec.num_leaves
    columns = [tree_unflatten(leaves[i::n], outer_spec) for i in range(n)]
    return tree_unflatten(columns, inner_spec)


def _spec_to_plain(spec):
    if spec.is_leaf() if callable(getattr(spec, "is_leaf", None)) else isinstance(spec, LeafSpec):
        return {"type": None, "context": None, "children_spec": []}
    named = _WRITTEN.get(spec.context if spec.type is namedtuple else spec.type)
    if named is None and spec.type is namedtuple:
        raise NotImplementedError(f"Can't serialize TreeSpec of namedtuple class {spec.context} because we didn't register a serialized_type_name. Please register using "
                                  "`_register_namedtuple`.")
    if named is None:
        raise NotImplementedError(f"No registered serialization name for {spec.type} found. Please update your _register_pytree_node call with a `serialized_type_name` kwarg.")
    name, to_text, _ = named
    if spec.type is namedtuple:
        name, context = "collections.namedtuple", json.dumps(name)
    elif to_text is not None:
        context = to_text(spec.context)
    else:
        try:
            context = json.dumps(spec.context, cls=EnumEncoder)
        except TypeError as e:
            raise TypeError("Unable to serialize context. Please make the context json dump-able, or register a custom serializer using _register_pytree_node.") from e
    return {"type": name, "context": context, "children_spec": [_spec_to_plain(c) for c in spec.children_specs]}


def _factory_to_plain(context):
    factory, keys = context
    return {"default_factory_module": factory.__module__, "default_factory_name": factory.__qualname__, "dict_context": keys}


def _factory_from_plain(plain):
    module, name = plain["default_factory_module"], plain["default_factory_name"]
    if module != "builtins" or name not in ("list", "dict", "set", "int", "float", "str", "tuple", "bool"):
        raise NotImplementedError(f"the factory {module}.{name} of a defaultdict is not read from a text")
    return [getattr(importlib.import_module(module), name), plain["dict_context"]]


class EnumEncoder(json.JSONEncoder):
    """Members of enumerations by the name of their class and their own."""

    def default(self, o):
        if not isinstance(o, enum.Enum):
            return super().default(o)
        return {"__enum__": True, "fqn": f"{type(o).__module__}:{type(o).__qualname__}", "name": o.name}


def enum_object_hook(plain):
    """What EnumEncoder has written."""
    if "__enum__" not in plain:
        return plain
    module, _, name = plain["fqn"].partition(":")
    cls = importlib.import_module(module)
    for part in name.split("."):
        cls = getattr(cls, part)
    return cls[plain["name"]]


def treespec_dumps(treespec, protocol=None):
    """The structure as JSON."""
    if not isinstance(treespec, TreeSpec):
        raise TypeError(f"Expected `treespec` to be an instance of PyTreeSpec but got item of type {type(treespec)}.")
    if protocol not in (None, 1):
        raise ValueError(f"Unknown protocol {protocol}. Available protocols: [1]")
    return json.dumps([1, _spec_to_plain(treespec)])


def _spec_from_plain(plain):
    if plain["type"] is None:
        return treespec_leaf()
    if plain["type"] == "collections.namedtuple":
        name = json.loads(plain["context"])
        if name not in _BY_NAME:
            raise NotImplementedError(f"Deserializing {name} in pytree is not registered.")
        return TreeSpec(namedtuple, _BY_NAME[name], [_spec_from_plain(c) for c in plain["children_spec"]])
    found = _BY_NAME.get(plain["type"])
    if found is None:
        raise NotImplementedError(f"Deserializing {plain['type']} in pytree is not registered.")
    _, _, from_text = _WRITTEN[found]
    context = from_text(plain["context"]) if from_text is not None else json.loads(plain["context"], object_hook=enum_object_hook)
    return TreeSpec(found, context, [_spec_from_plain(c) for c in plain["children_spec"]])


def treespec_loads(serialized):
    protocol, plain = json.loads(serialized)
    if protocol != 1:
        raise ValueError(f"Unknown protocol {protocol}. Available protocols: [1]")
    return _spec_from_plain(plain)


Context = object
PyTreeSpec = TreeSpec
KeyEntry = object
KeyPath = tuple
is_namedtuple_instance = is_namedtuple


def arg_tree_leaves(*args, **kwargs):
    """The leaves of the arguments of a call."""
    return tree_leaves((args, kwargs))


def is_structseq_class(cls):
    """Whether a class is a tuple with named fields made by the interpreter, as those of torch.return_types."""
    return isinstance(cls, type) and issubclass(cls, tuple) and cls is not tuple and isinstance(getattr(cls, "n_fields", None), int)


def is_structseq(obj):
    return is_structseq_class(obj if isinstance(obj, type) else type(obj))


def is_structseq_instance(obj):
    return is_structseq_class(type(obj))


def pytree_to_str(treespec):
    return treespec_dumps(treespec)


def str_to_pytree(text):
    return treespec_loads(text)


def treespec_pprint(treespec):
    """The tree with a star in the place of each leaf."""
    class Leaf:
        def __repr__(self):
            return "*"

    return repr(tree_unflatten([Leaf() for _ in range(treespec.num_leaves)], treespec))


def treespec_tuple(iterable=(), /):
    """The structure of a tuple of trees."""
    return TreeSpec(tuple, None, list(iterable))


def treespec_dict(mapping=(), /, **kwargs):
    """The structure of a dict of trees."""
    trees = dict(mapping, **kwargs)
    return TreeSpec(dict, list(trees), list(trees.values()))
