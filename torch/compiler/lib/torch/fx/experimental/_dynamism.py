"""Which sizes and numbers differ between examples of arguments."""

import re

import torch

__all__ = ["clone_and_convert_to_meta", "module_to_nested_dict", "normalize_source_name", "track_dynamism_across_examples"]

_TABLES = ("_parameters", "_buffers", "_modules")


def normalize_source_name(name):
    """A source with attributes written as items: L['x'].y is L['x']['y']."""
    return re.sub(r"\.([a-zA-Z_][a-zA-Z0-9_]*)", r"['\1']", name)


def module_to_nested_dict(module):
    """The numbers, tensors and submodules of a module by attribute, submodules as dictionaries, too."""
    found = {}
    for name in dir(module):
        if name in _TABLES:
            value = {k: v for k, v in module.__dict__[name].items() if v is not None}
            value = {k: module_to_nested_dict(v) if isinstance(v, torch.nn.Module) else v for k, v in value.items()}
            if value or name != "_buffers":
                found[name] = value
        elif not name.startswith("_") and isinstance(value := getattr(module, name), (int, float, torch.Tensor)) and not isinstance(value, bool):
            found[name] = value
    return {name: found[name] for name in (*[t for t in _TABLES if t in found], *[n for n in found if n not in _TABLES])}


def _leaves(value, path):
    """Tensors and numbers in a structure, with their sources: sizes of tensors, and one number for others."""
    if isinstance(value, torch.nn.Module):
        value = module_to_nested_dict(value)
    if isinstance(value, torch.Tensor):
        yield path, tuple(value.shape)
    elif isinstance(value, (int, float)):
        yield path, (value,)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, f"{path}[{key!r}]")
    elif isinstance(value, (list, tuple)):
        for i, item in enumerate(value):
            yield from _leaves(item, f"{path}[{i}]")


def track_dynamism_across_examples(example_inputs):
    """For examples of arguments by name: of each argument, by source, which sizes, or whether the number, differ."""
    seen = {}
    for example in example_inputs:
        for name, value in example.items():
            for path, sizes in _leaves(value, f"L['{name}']"):
                seen.setdefault(name, {}).setdefault(path, []).append(sizes)
    return {name: {path: tuple(len(set(column)) > 1 for column in zip(*rows)) for path, rows in sources.items()} for name, sources in seen.items()}


def clone_and_convert_to_meta(example_input):
    """A copy of an argument whose tensors are on meta."""
    if isinstance(example_input, dict):
        return {k: clone_and_convert_to_meta(v) for k, v in example_input.items()}
    if isinstance(example_input, (list, tuple)):
        return type(example_input)(clone_and_convert_to_meta(v) for v in example_input)
    return example_input.clone().to(device="meta") if isinstance(example_input, torch.Tensor) else example_input
