"""Structures of arguments: compared, and keyword arguments brought into their order."""

__all__ = ["is_equivalent", "reorder_kwargs"]


def reorder_kwargs(user_kwargs, spec):
    """Keyword arguments in the order of a structure (args, kwargs); the names must be the same."""
    if spec.type is not tuple or spec.num_children != 2:
        raise AssertionError("Expected a structure of positional and keyword arguments")
    names = spec.child(1).context
    if set(user_kwargs) != set(names):
        raise ValueError(f"Ran into a kwarg keyword mismatch: Got the following keywords {list(user_kwargs)} but expected {names}")
    return {name: user_kwargs[name] for name in names}


def is_equivalent(spec1, spec2, equivalence_fn):
    """Whether two structures have the same form, their types and contexts being compared by a function of (type1, context1, type2, context2)."""
    if not equivalence_fn(spec1.type, spec1.context, spec2.type, spec2.context) or spec1.num_children != spec2.num_children:
        return False
    return all(is_equivalent(a, b, equivalence_fn) for a, b in zip(spec1.children(), spec2.children()))
