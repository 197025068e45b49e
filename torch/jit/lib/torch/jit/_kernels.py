"""Kernels of whole graphs (torch._C._te): which graphs they are made of, and their runs."""

import types

import torch

__all__ = ["_te"]

_OPERATORS = frozenset("aten::" + name for name in (
    "abs acos add addcmul addmm asin atan atan2 ceil clamp contiguous cos cosh detach div elu eq erf erfc exp expand expand_as expm1 eye flatten floor fmod ge gelu gt hardshrink hardsigmoid hardswish "
    "hardtanh isnan le leaky_relu lerp lgamma log log10 log1p log2 log_softmax lt masked_fill max mean min mish mm mul ne neg permute pow reciprocal relu relu6 remainder reshape reshape_as rsqrt sigmoid "
    "sign silu sin sinh softmax softplus sqrt sub sum t tan tanh threshold to transpose trunc unsqueeze view view_as where cat conv2d bitwise_and bitwise_or bitwise_xor __and__ __or__ "
    "__xor__ __lshift__ __rshift__ rsub type_as"
).split())


class TensorExprKernel:
    """The function of a graph of tensors whose sizes are known. One whose sizes are not runs operator by operator."""

    def __init__(self, graph, custom_lowerings=None, symbolic_shape_inputs=(), pre_alloc=False):
        lowered = _OPERATORS | set(custom_lowerings or ())
        for node in graph.nodes():
            self._refuse(node, lowered)
        for value in graph.inputs():
            if isinstance(value.type(), torch._C.TensorType) and value.type().sizes() is None and not symbolic_shape_inputs:
                raise RuntimeError(f"the sizes of %{value.debugName()} are not known: kernels are made of graphs whose inputs are")
        self._graph = graph.copy()
        self._function = None
        if not symbolic_shape_inputs:
            from torch._C import _script

            self._function = _script.group_function(self._graph)

    @staticmethod
    def _refuse(node, lowered):
        kind = node.kind()
        overload = {"aten::div": 2, "aten::max": 2, "aten::min": 2}.get(kind, node.inputsSize())  # of several forms one has a kernel
        if kind in ("prim::Constant", "prim::ListConstruct", "prim::ConstantChunk") or kind in lowered and node.inputsSize() == overload:
            return
        several = node.outputsSize() != 1 or not isinstance(node.output().type(), torch._C.TensorType)
        raise RuntimeError(f"MALFORMED INPUT: Unhandled node kind (in {'sizesForValue' if several else 'computeValue'}): {kind}")

    def run(self, inputs):
        return self._function(*inputs) if self._function else self.fallback(inputs)

    def fallback(self, inputs):
        return torch._C._jit_interpret_graph(self._graph, tuple(inputs))


_te = types.SimpleNamespace(TensorExprKernel=TensorExprKernel)
