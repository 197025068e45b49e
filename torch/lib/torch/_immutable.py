"""Lists and dicts that cannot be changed in place: those of graphs (torch.fx.immutable_collections), which trees know from the start."""

__all__ = ["immutable_list", "immutable_dict"]

_ADVICE = (
    "object does not support mutation. If you are attempting to modify the kwargs or args of a torch.fx.Node object,\n"
    "instead create a new copy of it and assign the copy to the node:\n\n"
    "    new_args = ...  # copy and mutate args\n"
    "    node.args = new_args"
)


def _refusing(base, name, methods):
    def refuse(self, *args, **kwargs):
        raise TypeError(f"'{type(self).__name__}' {_ADVICE}")

    body = dict.fromkeys(methods, refuse)
    body["__hash__"] = lambda self: hash(tuple(self.items() if isinstance(self, dict) else self))
    body["__reduce__"] = lambda self: (type(self), (base(self),))
    return type(name, (base,), {**body, "__module__": "torch.fx.immutable_collections"})


immutable_list = _refusing(
    list, "immutable_list",
    ("__delitem__", "__iadd__", "__imul__", "__setitem__", "append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"),
)
immutable_dict = _refusing(
    dict, "immutable_dict", ("__delitem__", "__ior__", "__setitem__", "clear", "pop", "popitem", "setdefault", "update"),
)
