"""What is known of the tensors that a graph of a script is called with."""
from typing import Any

import torch
from torch import TensorType
from torch._C import Graph


def apply_input_props_using_example(graph: Graph, example_input: list[Any]) -> None:
    """Give the inputs of a graph that are tensors the types of examples; a module in front has none."""
    inputs = list(graph.inputs())
    if inputs and isinstance(inputs[0].type(), torch._C.ClassType) and inputs[0].debugName() == "self":
        inputs = inputs[1:]
    if len(inputs) != len(example_input):
        raise RuntimeError("Number of inputs in graph does not match number of inputs in the example")
    for i, (v, example) in enumerate(zip(inputs, example_input)):
        if isinstance(v.type(), TensorType) != isinstance(example, torch.Tensor):
            raise RuntimeError(f"Input {i} does not match type of example", v, example)
        if isinstance(example, torch.Tensor):
            v.setType(TensorType.create_from_tensor(example))
