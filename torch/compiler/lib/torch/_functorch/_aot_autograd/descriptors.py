"""What the inputs and outputs of a joint graph are: parameters, buffers, arguments, gradients."""

import dataclasses

__all__ = [
    "AOTInput", "AOTOutput", "BufferAOTInput", "DifferentiableAOTInput", "DifferentiableAOTOutput", "GradAOTOutput", "InputMutationAOTOutput", "ParamAOTInput",
    "PlainAOTInput", "PlainAOTOutput", "TangentAOTInput",
]


@dataclasses.dataclass(frozen=True)
class AOTInput:
    """An input of a graph."""

    def expr(self):
        """The input in terms of the call of the program."""
        raise NotImplementedError("AOTInput.expr is to be overridden")

    def is_param(self):
        return isinstance(self, ParamAOTInput)

    def is_buffer(self):
        return isinstance(self, BufferAOTInput)

    def is_tangent(self):
        return isinstance(self, TangentAOTInput)


@dataclasses.dataclass(frozen=True)
class DifferentiableAOTInput(AOTInput):
    """An input that may have a gradient."""


@dataclasses.dataclass(frozen=True)
class AOTOutput:
    """An output of a graph."""

    def expr(self):
        """The output in terms of the call of the program."""
        raise NotImplementedError("AOTOutput.expr is to be overridden")

    def is_grad(self):
        return isinstance(self, GradAOTOutput)


@dataclasses.dataclass(frozen=True)
class DifferentiableAOTOutput(AOTOutput):
    """An output that may have a tangent."""


@dataclasses.dataclass(frozen=True)
class ParamAOTInput(DifferentiableAOTInput):
    target: str

    def expr(self):
        return f"self.get_parameter({self.target!r})"


@dataclasses.dataclass(frozen=True)
class BufferAOTInput(DifferentiableAOTInput):
    target: str

    def expr(self):
        return f"self.get_buffer({self.target!r})"


@dataclasses.dataclass(frozen=True)
class PlainAOTInput(DifferentiableAOTInput):
    """An argument, by its place among the leaves of all arguments."""

    idx: int

    def expr(self):
        return f"args[{self.idx}]"


@dataclasses.dataclass(frozen=True)
class TangentAOTInput(DifferentiableAOTInput):
    """The gradient of an output."""

    output: DifferentiableAOTOutput

    def expr(self):
        return f"__output_tangent({self.output.expr()})"


@dataclasses.dataclass(frozen=True)
class PlainAOTOutput(DifferentiableAOTOutput):
    """A result, by its place among the leaves of what is returned."""

    idx: int

    def expr(self):
        return f"output[{self.idx}]"


@dataclasses.dataclass(frozen=True)
class InputMutationAOTOutput(DifferentiableAOTOutput):
    """What an input becomes."""

    mutated_input: AOTInput

    def expr(self):
        return f"__input_mutation({self.mutated_input.expr()})"


@dataclasses.dataclass(frozen=True)
class GradAOTOutput(DifferentiableAOTOutput):
    """The gradient of an input."""

    grad_of: DifferentiableAOTInput

    def expr(self):
        return f"__grad({self.grad_of.expr()})"
