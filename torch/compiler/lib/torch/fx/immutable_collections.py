"""Lists and dicts that cannot be changed in place, so that a graph notices every change of its arguments."""

from torch.utils import _pytree as pytree

__all__ = ["immutable_list", "immutable_dict"]

_ADVICE = (
    "object does not support mutation. If you are attempting to modify the kwargs or args of a torch.fx.Node object,\n"
    "instead create a new copy of it and assign the copy to the node:\n"
    "    new_args = ... # copy and mutate args\n"
    "    node.args = new_args\n"
)


def _refusing(base, name, methods):
    def refuse(self, *args, **kwargs):
        raise TypeError(f"'{type(self).__name__}' {_ADVICE}")

    body = dict.fromkeys(methods, refuse)
    body["__hash__"] = lambda self: hash(tuple(self.items() if isinstance(self, dict) else self))
    body["__reduce__"] = lambda self: (type(self), (base(self),))
    return type(name, (base,), body)


immutable_list = _refusing(
    list, "immutable_list",
    ("__delitem__", "__iadd__", "__imul__", "__setitem__", "append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"),
)
immutable_dict = _refusing(
    dict, "immutable_dict", ("__delitem__", "__ior__", "__setitem__", "clear", "pop", "popitem", "setdefault", "update"),
)


def _register():
    """Both are containers of trees, as what they derive from: registered when one is first met, so that importing this
    module while a frame is captured does not change the registry that guards count."""
    pytree.register_pytree_node(
        immutable_list, lambda x: (list(x), None), lambda values, _: immutable_list(values), serialized_type_name="torch.fx.immutable_collections.immutable_list",
        flatten_with_keys_fn=lambda x: ([(pytree.SequenceKey(i), v) for i, v in enumerate(x)], None))
    pytree.register_pytree_node(
        immutable_dict, lambda d: (list(d.values()), list(d)), lambda values, keys: immutable_dict(zip(keys, values)),
        serialized_type_name="torch.fx.immutable_collections.immutable_dict", flatten_with_keys_fn=lambda d: ([(pytree.MappingKey(k), v) for k, v in d.items()], list(d)))
