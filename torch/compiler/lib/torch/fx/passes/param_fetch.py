"""Parameters and settings of modules, kept with the nodes that call them, as lowerings want them."""

import torch

__all__ = ["default_matching", "extract_attrs_for_lowering", "lift_lowering_attrs_to_nodes"]


def default_matching(name, target_version):
    """Attributes have the same name in every version."""
    return name


# the version of each module class that is known here, the names of its attributes, and how those of other versions are found
module_fetch_book = {
    torch.nn.modules.linear.Linear: (1, ["weight", "bias"], default_matching),
    torch.nn.modules.conv.Conv2d: (1, ["weight", "bias", "kernel_size", "stride", "padding", "dilation", "groups", "padding_mode"], default_matching),
    torch.nn.modules.batchnorm.BatchNorm2d: (2, ["weight", "bias", "running_mean", "running_var", "eps"], default_matching),
    torch.nn.modules.pooling.AdaptiveAvgPool2d: (1, [], default_matching),
    torch.nn.modules.pooling.MaxPool2d: (1, ["kernel_size", "stride", "padding", "dilation", "return_indices", "ceil_mode"], default_matching),
    torch.nn.modules.activation.ReLU: (1, ["inplace"], default_matching),
}


def extract_attrs_for_lowering(mod):
    """The attributes of a module by name, with the path of its class."""
    attrs = {"name": torch.typename(mod)}
    if type(mod) not in module_fetch_book:
        raise RuntimeError(f"No mapping for {torch.typename(mod)}.")
    version, names, matching = module_fetch_book[type(mod)]
    if version < mod._version:
        raise RuntimeError(f"Fetcher version {version} try to fetch {torch.typename(mod)} version {mod._version}, please add the newer one to module_fetch_book")
    for name in names:
        attrs[name] = getattr(mod, matching(name, mod._version))
    return attrs


def lift_lowering_attrs_to_nodes(fx_module):
    """Gives nodes that call modules what extract_attrs_for_lowering says of them, in graphs within the graph, too."""
    submodules = dict(fx_module.named_modules())
    for node in fx_module.graph.nodes:
        if node.op != "call_module":
            continue
        called = submodules[node.target]
        if isinstance(called, torch.fx.GraphModule):
            lift_lowering_attrs_to_nodes(called)
        else:
            node.attrs_for_lowering = extract_attrs_for_lowering(called)
