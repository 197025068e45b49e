"""Passes over exported programs."""

import torch

__all__ = ["move_to_device_pass"]


def move_to_device_pass(ep, location):
    """Move the state of a program, and what its nodes make, to a device, or to those that a dict has for devices."""
    def moved(device):
        if isinstance(location, dict):
            device = torch.device(device)
            return location.get(str(device), location.get(device.type, device))
        return location

    for name, value in ep.state_dict.items():
        if isinstance(value, torch.nn.Parameter):
            ep._state_dict[name] = torch.nn.Parameter(value.to(moved(value.device)), value.requires_grad)
        else:
            ep._state_dict[name] = value.to(moved(value.device))
    for name, value in ep.constants.items():
        if isinstance(value, torch.Tensor):
            ep._constants[name] = value.to(moved(value.device))
    for module in ep.graph_module.modules():
        if not isinstance(module, torch.fx.GraphModule):
            continue
        for node in module.graph.nodes:
            if "device" in node.kwargs:
                node.kwargs = {**node.kwargs, "device": moved(node.kwargs["device"])}
            if node.op == "call_function" and node.target is torch.ops.aten.to.device:
                node.args = (node.args[0], moved(node.args[1]), *node.args[2:])
            if isinstance(node.meta.get("val"), torch.Tensor):
                node.meta["val"] = node.meta["val"].to(moved(node.meta["val"].device))
        module.recompile()
    ep.validate()
    return ep
