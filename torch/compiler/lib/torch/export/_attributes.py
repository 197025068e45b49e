"""What a program does to the attributes of its modules while it is traced, which is taken back."""

import contextlib
import warnings

import torch

__all__ = ["attributes_kept"]


@contextlib.contextmanager
def attributes_kept(mod, strict):
    """Takes back what the program assigns to attributes of modules and puts into containers that these hold. Of tensors that it puts there users are
    warned, unless Dynamo has traced the program; attributes that modules did not have stay then."""
    before = [(path, m, dict(m.__dict__)) for path, m in mod.named_modules()]
    held = {}
    for _, _, attributes in before:
        _note_containers(_own(attributes), held, (list, dict, set) if strict else (list, dict))
    try:
        yield
    finally:
        assigned = []
        for path, m, attributes in before:
            old, new = _own(attributes), _own(m.__dict__)
            for name in {**old, **new}:
                _compare(f"self.{path}.{name}" if path else f"self.{name}", old.get(name), new.get(name), held, assigned)
            if strict:
                m.__dict__.clear()
            m.__dict__.update(attributes)
        for container, items in held.values():
            container.clear()
            container.extend(items) if isinstance(container, list) else container.update(items)
    if assigned and not strict:
        noun, verb = ("attributes", "were") if len(assigned) > 1 else ("attribute", "was")
        warnings.warn(
            f"The tensor {noun} {', '.join(assigned)} {verb} assigned during export. Such attributes must be registered as buffers using the `register_buffer` API "
            "(https://pytorch.org/docs/stable/generated/torch.nn.Module.html#torch.nn.Module.register_buffer).",
            stacklevel=2,
        )


_TABLES = {"_parameters", "_buffers", "_modules"}  # which are kept elsewhere


def _own(attributes):
    return {name: value for name, value in attributes.items() if name not in _TABLES}


def _note_containers(value, held, kinds):
    """Copies the containers that a value consists of, by their identity."""
    if id(value) in held or not isinstance(value, (*kinds, tuple)):
        return
    if not isinstance(value, tuple):
        held[id(value)] = value, value.copy()
    for part in value.values() if isinstance(value, dict) else value:
        _note_containers(part, held, kinds)


def _compare(path, old, new, held, assigned):
    """Collects the paths where there are other tensors than before."""
    if id(old) in held and type(old) is type(new):
        old = held[id(old)][1]
    elif old is new:
        return
    if isinstance(new, torch.Tensor):
        assigned.append(path)
    elif isinstance(old, dict) and isinstance(new, dict):
        for key in {**old, **new}:
            _compare(f"{path}[{key!r}]", old.get(key), new.get(key), held, assigned)
    elif isinstance(old, (list, tuple)) and isinstance(new, (list, tuple)):
        for i in range(max(len(old), len(new))):
            _compare(f"{path}[{i}]", old[i] if i < len(old) else None, new[i] if i < len(new) else None, held, assigned)
