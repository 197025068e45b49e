"""Small questions about operators and their schemas."""


class AliasInfo:
    """What the schema says of a parameter's memory: the names of the sets it is of, and whether it is written to."""

    def __init__(self, name, is_write):
        self.before_set = self.after_set = {name}
        self.is_write = is_write


def jit_type(text):
    """The type of TorchScript that is spelled so."""
    import torch
    return torch._C.parse_schema(f"any::name({text} x) -> ()").arguments[0].type


def parse_namespace(qualname):
    """("ns", "name") of "ns::name"."""
    parts = qualname.split("::")
    if len(parts) != 2:
        raise ValueError('Expected `qualname` to be of the form "namespace::name", but got '
                         f"{qualname}. The qualname passed to the torch.library APIs must consist of a namespace and a name, e.g. aten::sin")
    return tuple(parts)


def lookup_op(qualname):
    """The overload that a name "ns::name" or "ns::name.overload" stands for."""
    import torch
    namespace, name = parse_namespace(qualname)
    name, _, overload = name.partition(".")
    return getattr(getattr(getattr(torch.ops, namespace), name), overload or "default")


def is_builtin(op):
    return op.namespace in ("aten", "prim", "prims")


def is_functional_schema(schema, *, allow_valid_view=False):
    """Whether an operator writes to nothing and gives no views."""
    text = str(schema)
    return "!" not in text and ("(a" not in text or allow_valid_view)


def mutated_args(schema):
    """The names of the parameters that are written to."""
    return {a.name for a in schema.arguments if a.alias_info is not None and a.alias_info.is_write}
