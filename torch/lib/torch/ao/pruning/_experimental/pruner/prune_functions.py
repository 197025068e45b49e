"""What is taken away from the modules of a chain when the first one loses rows of its weight, and where the bias of these rows goes."""
import torch
from torch import nn
from torch.nn.utils import parametrize
from torch.nn.utils.parametrize import is_parametrized

from .parametrization import BiasHook, FakeStructuredSparsity


def _mask_of(module, name="weight"):
    return next(p.mask for p in reversed(module.parametrizations[name]) if isinstance(p, FakeStructuredSparsity))


def _remove_bias_handles(module):
    for key in [key for key, hook in module._forward_hooks.items() if isinstance(hook, BiasHook)]:
        module._forward_hooks.pop(key)


def _cut_rows(module, size_name):
    mask = _mask_of(module)
    with torch.no_grad():
        parametrize.remove_parametrizations(module, "weight", leave_parametrized=True)
        module.weight = nn.Parameter(module.weight[mask])
    setattr(module, size_name, module.weight.shape[0])
    _remove_bias_handles(module)
    return mask


def _prune_linear_helper(linear):
    return _cut_rows(linear, "out_features")


def _prune_conv2d_helper(conv2d):
    return _cut_rows(conv2d, "out_channels")


def _cut_columns(module, mask, size_name):
    """Takes the inputs away that are no more: of the weight, or of what it is computed from."""
    with torch.no_grad():
        if is_parametrized(module):
            originals = module.parametrizations["weight"]
            originals.original = nn.Parameter(originals.original[:, mask])
            setattr(module, size_name, originals.original.shape[1])
        else:
            module.weight = nn.Parameter(module.weight[:, mask])
            setattr(module, size_name, module.weight.shape[1])


def _prune_module_bias(module, mask):
    bias = getattr(module, "_bias", module.bias)
    if bias is not None:
        module.bias = nn.Parameter(bias[mask])
    if hasattr(module, "_bias"):
        delattr(module, "_bias")


def _propagate_module_bias(module, mask):
    """Leaves the bias of the rows that stay, and gives that of the others, None where there is none."""
    aside = getattr(module, "_bias", None)
    if module.bias is not None:
        module.bias = nn.Parameter(module.bias[mask])
    elif aside is not None:
        module.bias = nn.Parameter(aside[mask])
    if hasattr(module, "_bias"):
        delattr(module, "_bias")
    return None if aside is None else aside[~mask]


def _get_adjusted_next_layer_bias(next_layer, pruned_biases, mask):
    """The bias of the next layer with what rows that are pruned, and are nothing but their bias, contribute."""
    weight = next_layer.parametrizations["weight"].original if is_parametrized(next_layer) else next_layer.weight
    lost = weight[:, ~mask]
    if isinstance(next_layer, nn.Conv2d):
        lost = lost.sum(dim=(2, 3))
    share = torch.matmul(pruned_biases.reshape(1, -1), lost.t()).sum(0)
    bias = getattr(next_layer, "_bias", None) if is_parametrized(next_layer) else None
    bias = next_layer.bias if bias is None else bias
    return nn.Parameter(share if bias is None else share + bias)


def _hand_on_bias(module, activation, next_layer, mask, spread=lambda x: x):
    """Drops the bias of pruned rows, or adds its effect to the next layer; spread makes of what belongs to rows what belongs to the next layer's inputs."""
    if getattr(module, "prune_bias", False):
        _prune_module_bias(module, mask)
        return
    pruned = _propagate_module_bias(module, mask)
    if pruned is not None:
        next_layer.bias = _get_adjusted_next_layer_bias(next_layer, spread(activation(pruned) if activation else pruned), spread(mask))


def prune_linear(linear):
    mask = _prune_linear_helper(linear)
    if getattr(linear, "prune_bias", False):
        _prune_module_bias(linear, mask)


def prune_linear_linear(linear1, linear2):
    prune_linear_activation_linear(linear1, None, linear2)


def prune_linear_activation_linear(linear1, activation, linear2):
    mask = _prune_linear_helper(linear1)
    _hand_on_bias(linear1, activation, linear2, mask)
    _cut_columns(linear2, mask, "in_features")


def prune_conv2d_padded(conv2d_1):
    """In front of padding the bias of pruned rows acts on the inside alone and cannot be moved: rows stay, all zero, with their bias."""
    mask = _mask_of(conv2d_1)
    with torch.no_grad():
        parametrize.remove_parametrizations(conv2d_1, "weight", leave_parametrized=True)
    _remove_bias_handles(conv2d_1)
    aside = getattr(conv2d_1, "_bias", None)
    if aside is None:
        pass
    elif conv2d_1.bias is None:
        conv2d_1.bias = nn.Parameter(aside)
    else:
        conv2d_1.bias = nn.Parameter(torch.where(mask, conv2d_1.bias, aside))
    if hasattr(conv2d_1, "_bias"):
        delattr(conv2d_1, "_bias")


def prune_conv2d(conv2d):
    mask = _prune_conv2d_helper(conv2d)
    if getattr(conv2d, "prune_bias", False):
        _prune_module_bias(conv2d, mask)


def prune_conv2d_conv2d(conv2d_1, conv2d_2):
    prune_conv2d_activation_conv2d(conv2d_1, None, conv2d_2)


def prune_conv2d_activation_conv2d(conv2d_1, activation, conv2d_2):
    biased = conv2d_1.bias is not None or getattr(conv2d_1, "_bias", None) is not None
    if biased and hasattr(conv2d_2, "padding") and conv2d_2.padding > (0, 0):
        prune_conv2d_padded(conv2d_1)
        return
    mask = _prune_conv2d_helper(conv2d_1)
    _hand_on_bias(conv2d_1, activation, conv2d_2, mask)
    _cut_columns(conv2d_2, mask, "in_channels")


def prune_conv2d_pool_activation_conv2d(c1, pool, activation, c2):
    prune_conv2d_activation_conv2d(c1, activation, c2)


def prune_conv2d_activation_pool_conv2d(c1, activation, pool, c2):
    prune_conv2d_activation_conv2d(c1, activation, c2)


def prune_conv2d_pool_flatten_linear(conv2d, pool, flatten, linear):
    """Each channel of the convolution is several inputs of the linear layer, one after the other."""
    mask = _prune_conv2d_helper(conv2d)
    inputs = (linear.parametrizations["weight"].original if is_parametrized(linear) else linear.weight).shape[1]
    if inputs % len(mask) != 0:
        raise AssertionError(f"Flattening from dimensions {len(mask)} to {inputs} not supported")

    def spread(x):
        return x.repeat_interleave(inputs // len(mask))

    _hand_on_bias(conv2d, None, linear, mask, spread)
    _cut_columns(linear, spread(mask), "in_features")


def prune_lstm_output_linear(lstm, getitem, linear):
    prune_lstm_output_layernorm_linear(lstm, getitem, None, linear)


def prune_lstm_output_layernorm_linear(lstm, getitem, layernorm, linear):
    """The rows of a layer are those of its four gates; the ones of the output gate are what the next layer sees."""
    for i in range(lstm.num_layers):
        seen = _prune_gates(lstm, i)
        if seen is None:
            continue
        if i + 1 < lstm.num_layers:
            _cut_parameter(lstm, f"weight_ih_l{i + 1}", seen)
            continue
        lstm.hidden_size = int(seen.sum())
        _cut_columns(linear, seen, "in_features")
        if layernorm is not None:
            layernorm.normalized_shape = (linear.in_features,)
            with torch.no_grad():
                layernorm.weight = nn.Parameter(layernorm.weight[seen])
                layernorm.bias = nn.Parameter(layernorm.bias[seen])


def _cut_parameter(lstm, name, columns):
    with torch.no_grad():
        if is_parametrized(lstm, name):
            originals = lstm.parametrizations[name]
            originals.original = nn.Parameter(originals.original[:, columns])
        else:
            setattr(lstm, name, nn.Parameter(getattr(lstm, name)[:, columns]))


def _prune_gates(lstm, i):
    """Prunes a layer's two weights by their masks; the mask of the output gate, None where nothing of what the layer gives is pruned."""
    seen = None
    for part in ("ih", "hh"):
        name, bias = f"weight_{part}_l{i}", f"bias_{part}_l{i}"
        if not is_parametrized(lstm, name):
            continue
        mask = _mask_of(lstm, name)
        with torch.no_grad():
            parametrize.remove_parametrizations(lstm, name, leave_parametrized=True)
            setattr(lstm, name, nn.Parameter(getattr(lstm, name)[mask]))
            setattr(lstm, bias, nn.Parameter(getattr(lstm, bias)[mask]))
            if part == "hh":
                gates = mask.split(len(mask) // 4)
                rows = getattr(lstm, name).split([int(gate.sum()) for gate in gates])
                setattr(lstm, name, nn.Parameter(torch.cat([row[:, gate] for row, gate in zip(rows, gates)])))
                seen = gates[3]
    return seen
