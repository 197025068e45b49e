"""What a program is told of switches of the process: it runs anywhere, so normalisation is not to use cuDNN."""
import torch

__all__ = ["switch_off"]

aten = torch.ops.aten

# The operators that take the switch, with the operands in front of it that may be left out.
_OPERANDS = {
    aten.batch_norm.default: (), aten.instance_norm.default: (), aten.layer_norm.default: (None, None, 1e-05), aten.group_norm.default: (None, None, 1e-05),
}


def switch_off(gm):
    """Gives the operators of a program the switch as it is off."""
    for module in gm.modules():
        if not isinstance(module, torch.fx.GraphModule):
            continue
        for node in module.graph.nodes:
            optional = _OPERANDS.get(node.target) if node.op == "call_function" else None
            if optional is None:
                continue
            place = len(node.target._schema.arguments) - 1
            given = node.args[:place]
            node.args = (*given, *optional[len(optional) - (place - len(given)):][: place - len(given)], False)
