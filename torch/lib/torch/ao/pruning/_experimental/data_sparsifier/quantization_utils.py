"""Quantizing the embeddings of a model and making them sparse, in either order."""
import torch
from torch import nn
from torch.ao.pruning.sparsifier.utils import fqn_to_module, module_to_fqn

SUPPORTED_MODULES = {nn.Embedding, nn.EmbeddingBag}


def _fetch_all_embeddings(model):
    """Names and modules of all embeddings of a model, those of outer modules first."""
    found, open_modules = [], [model]
    while open_modules:
        for child in open_modules.pop().children():
            if type(child) in SUPPORTED_MODULES:
                found.append((module_to_fqn(model, child), child))
            else:
                open_modules.append(child)
    return found


def _sparsify(model, names, sparsifier_class, config, read):
    """Takes one step of a sparsifier for the weights that read finds; gives them with zeros, by the names of their modules."""
    sparsifier = sparsifier_class(**config)
    keys = {name: name.replace(".", "_") for name in names}
    for name, key in keys.items():
        sparsifier.add_data(name=key, data=read(fqn_to_module(model, name)))
    sparsifier.step()
    sparsifier.squash_mask()
    return {name: sparsifier.get_data(name=key, return_original=False) for name, key in keys.items()}


def post_training_sparse_quantize(model, data_sparsifier_class, sparsify_first=True, select_embeddings=None, **sparse_config):
    chosen = _fetch_all_embeddings(model) if select_embeddings is None else [(module_to_fqn(model, m), m) for m in select_embeddings]
    for name, module in chosen:
        if type(module) not in SUPPORTED_MODULES or name is None:
            raise AssertionError(f"{module} is no embedding of the model")
    names = [name for name, _ in chosen]
    if sparsify_first:
        for name, weight in _sparsify(model, names, data_sparsifier_class, sparse_config, lambda m: m.weight).items():
            fqn_to_module(model, name).weight = nn.Parameter(weight)
    for _, module in chosen:
        module.qconfig = torch.ao.quantization.float_qparams_weight_only_qconfig
    torch.ao.quantization.prepare(model, inplace=True)
    torch.ao.quantization.convert(model, inplace=True)
    if not sparsify_first:
        for name, weight in _sparsify(model, names, data_sparsifier_class, sparse_config, lambda m: torch.dequantize(m.weight())).items():
            module = fqn_to_module(model, name)
            old = module.weight()
            module.set_weight(torch.quantize_per_channel(weight, old.q_per_channel_scales(), old.q_per_channel_zero_points(), old.q_per_channel_axis(), old.dtype))
