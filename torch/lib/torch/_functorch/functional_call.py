"""Modules called with parameters that they do not hold."""
import contextlib

import torch


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    values = _merged(parameter_and_buffer_dicts)
    if args is None:
        args = ()
    elif not isinstance(args, tuple):
        args = (args,)
    with holding(module, values, tie_weights, strict):
        return module(*args, **(kwargs or {}))


@contextlib.contextmanager
def holding(module, values, tie_weights, strict):
    """A module holds other parameters and buffers for the time of the context."""
    given = _with_tied(module, values) if tie_weights else values
    if strict:
        _check_keys(module, given)
    saved = []
    try:
        for name, tensor in given.items():
            path, _, leaf = name.rpartition(".")
            owner = _owner(module, path)
            if tensor is not None and not isinstance(tensor, torch.Tensor):
                raise TypeError(f"{tensor} is not an instance of torch.Tensor")
            if leaf not in owner._parameters and leaf not in owner._buffers:
                if hasattr(owner, leaf) and not isinstance(getattr(owner, leaf), torch.Tensor):
                    raise TypeError(f"attribute `{leaf}`: {getattr(owner, leaf)} is not an instance of torch.Tensor")
                continue  # nothing of the module
            table = owner._parameters if leaf in owner._parameters else owner._buffers
            saved.append((table, leaf, table[leaf], name))
            table[leaf] = tensor
        yield
    finally:
        for table, leaf, old, name in reversed(saved):
            if name in values and table[leaf] is not values[name]:
                values[name] = table[leaf]  # what the module has put there
            table[leaf] = old


def _owner(module, path):
    try:
        return module.get_submodule(path)
    except AttributeError:
        found = module
        for name in path.split("."):
            found = getattr(found, name, None)
        if found is None or isinstance(found, torch.nn.Module):
            raise
        raise TypeError(f"submodule `{path}`: {found} is not an instance of torch.nn.Module") from None


def _merged(dicts):
    """One dictionary of several."""
    if isinstance(dicts, dict):
        return dicts
    if not isinstance(dicts, (tuple, list)):
        raise ValueError(f"Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got {type(dicts)}")
    if not all(isinstance(d, dict) for d in dicts):
        raise ValueError("Expected all elements of parameter_and_buffer_dicts to be dictionaries")
    merged, repeated = {}, []
    for d in dicts:
        repeated.extend(k for k in d if k in merged)
        merged.update(d)
    if repeated:
        raise ValueError(f"{repeated} appeared in multiple dictionaries; behavior of functional call is ambiguous")
    return merged


def _with_tied(module, values):
    """The values under all names of the tensors that a module holds under several."""
    names = [n for n, _ in module.named_parameters(remove_duplicate=False)] + [n for n, _ in module.named_buffers(remove_duplicate=False)]
    if len(names) == len(list(module.named_parameters())) + len(list(module.named_buffers())):
        return values
    groups = {}
    for name, t in (*module.named_parameters(remove_duplicate=False), *module.named_buffers(remove_duplicate=False)):
        groups.setdefault(id(t), []).append(name)
    given = dict(values)
    for tied in groups.values():
        known = [n for n in tied if n in values]
        if len(tied) == 1 or not known:
            continue
        if any(values[n] is not values[known[0]] for n in known):
            raise ValueError(f"functional_call got multiple values for keys {sorted(known)}, which are tied. Consider using tie_weights=False")
        for name in tied:
            given.setdefault(name, values[known[0]])
    return given


def _check_keys(module, given):
    wanted = {n for n, _ in module.named_parameters(remove_duplicate=False)} | {n for n, _ in module.named_buffers(remove_duplicate=False)}
    unexpected, missing = sorted(set(given) - wanted), sorted(wanted - set(given))
    if unexpected or missing:
        text = f"Error(s) in reparametrizing for {module._get_name()}:"
        if unexpected:
            text += f"\n\tUnexpected key(s): {', '.join(map(repr, unexpected))}."
        if missing:
            text += f"\n\tMissing key(s): {', '.join(map(repr, missing))}."
        raise RuntimeError(text)


def stack_module_state(models):
    if len(models) == 0:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    if not (all(m.training for m in models) or all(not m.training for m in models)):
        raise RuntimeError("stack_module_state: Expected all models to have the same training/eval mode.")
    if not all(type(m) is type(models[0]) for m in models):
        raise RuntimeError("stack_module_state: Expected all models to be of the same class.")
    params = {k: torch.stack([dict(m.named_parameters())[k].detach() for m in models]).requires_grad_() for k, _ in models[0].named_parameters()}
    buffers = {k: torch.stack([dict(m.named_buffers())[k] for m in models]) for k, _ in models[0].named_buffers()}
    return params, buffers
