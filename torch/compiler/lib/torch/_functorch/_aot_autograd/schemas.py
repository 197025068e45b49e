"""What goes into the graphs that are exported ahead of time, and what comes out."""
import dataclasses
from typing import Any, Optional

__all__ = ["BackwardSignature", "GraphSignature"]


@dataclasses.dataclass
class BackwardSignature:
    """The outputs of a joint graph that are gradients, by the parameters and inputs that they are of, and the loss that they are derivatives of."""

    gradients_to_parameters: dict[str, str]
    gradients_to_user_inputs: dict[str, str]
    loss_output: str


@dataclasses.dataclass
class GraphSignature:
    """What the inputs and outputs of a graph stand for: inputs are parameters, buffers and what the user gives, outputs the new values of what changes in place,
    the user's, and gradients."""

    parameters: list[str]
    buffers: list[str]
    user_inputs: list[str]
    user_outputs: list[str]
    inputs_to_parameters: dict[str, str]
    inputs_to_buffers: dict[str, str]
    buffers_to_mutate: dict[str, str]
    parameters_to_mutate: dict[str, str]
    user_inputs_to_mutate: dict[str, str]
    in_spec: Any
    out_spec: Any
    backward_signature: Optional[BackwardSignature]
    input_tokens: list[str]
    output_tokens: list[str]
