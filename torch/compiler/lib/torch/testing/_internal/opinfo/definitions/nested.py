"""The operators of torch.nested in the table, and the table's operators as they are for jagged nested tensors."""

import copy
import functools
from dataclasses import dataclass

from torch.testing._internal.opinfo.core import BinaryUfuncInfo, ReductionOpInfo, SampleInput, UnaryUfuncInfo
from torch.testing._internal.opinfo.definitions import op_db as _all
from torch.testing._internal.opinfo.definitions import _nested_references as _references, _nested_samples as _samples
from torch.testing._internal.opinfo.definitions._nested_references import *  # noqa: F403
from torch.testing._internal.opinfo.definitions._nested_samples import *  # noqa: F403
from torch.testing._internal.opinfo.definitions._nested_samples import _clone, _describe_dim, _describe_njt, _rnd, _sample_njts

op_db = [op for op in _all if op.name.startswith("nested.")]
python_ref_db = []


@dataclass
class ExtraOpData:
    """Whether the results of an operator are views, and the names of arguments that are dimensions, those ending in ... being lists of them."""

    is_view: bool = False
    dim_args: list[list[str]] = None


_VIEWS = """broadcast_to chunk conj contiguous diagonal expand expand_as flatten imag linalg.diagonal narrow permute positive ravel real reshape reshape_as select split
    split.list_args split_with_sizes squeeze squeeze.multiple t tensor_split transpose unbind unflatten unfold unsafe_chunk unsafe_split unsqueeze view view_as view_as_complex""".split()
_DIM = [["dim"]]
_DIMS = [["dim..."]]
_EITHER = [["dim"], ["dim..."]]
_DIM_ARGS = {
    **dict.fromkeys("""argmax argmin argsort chunk cummax cummin cumprod cumsum gather index_add index_copy index_fill index_select kthvalue log_softmax logcumsumexp masked.amax
        masked.amin masked.argmax masked.argmin masked.logsumexp masked.mean masked.norm masked.prod masked.std masked.sum masked.var max.reduction_with_dim
        median min.reduction_with_dim mode nanmedian narrow prod renorm scatter scatter_add select softmax sort split split_with_sizes topk unbind unflatten unsqueeze""".split(), _DIM),
    **dict.fromkeys("amax amin hash_tensor linalg.vector_norm mean nanmean nansum std std.unbiased sum var var.unbiased".split(), _DIMS),
    **dict.fromkeys("all any count_nonzero squeeze".split(), _EITHER),
}
extra_op_data = {name: ExtraOpData(name in _VIEWS, _DIM_ARGS.get(name)) for name in {*_VIEWS, *_DIM_ARGS}}


def _with(**more):
    return functools.partial(_samples.sample_inputs_elementwise_njt_unary, op_kwargs=more)


_dimwise = lambda name: functools.partial(_references.unary_dimwise_reference, batchwise_reference=getattr(_references, f"batchwise_reference_{name}"))
_NAMED = """bmm chunk clone fill nn.functional.embedding nn.functional.embedding_bag nn.functional.linear nn.functional.prelu nn.functional.rms_norm to matmul masked_select narrow
    index_put select split split_with_sizes squeeze unflatten unsqueeze where""".split()
njt_sample_inputs = {
    **{name: getattr(_samples, "sample_inputs_" + name.replace(".", "_")) for name in _NAMED},
    **{f"mvlgamma.mvlgamma_p_{p}": _with(p=p) for p in (1, 3, 5)}, **{f"polygamma.polygamma_n_{n}": _with(n=n) for n in range(5)},
    "special.polygamma.special_polygamma_n_0": _with(n=0), "nn.functional.threshold": _with(threshold=0.1533203125, value=-9),
    "count_nonzero": functools.partial(_samples.sample_inputs_njt_reduction, supports_keepdim=False),
    **dict.fromkeys(("max.reduction_with_dim", "min.reduction_with_dim"), _samples.sample_inputs_njt_reduction),
}
njt_references = {
    **{name: _dimwise(name) for name in "chunk narrow select split split_with_sizes unflatten unsqueeze".split()},
    **dict.fromkeys(("count_nonzero", "max.reduction_with_dim", "min.reduction_with_dim"), _references.reduction_reference),
    "bmm": _references.reference_bmm, "squeeze": _references.reference_squeeze, "index_put": _references.reference_index_put,
    "nn.functional.prelu": _references.reference_nn_functional_prelu, "nn.functional.embedding_bag": _references.reference_nn_functional_embedding_bag,
}
_KINDS = (
    (UnaryUfuncInfo, _samples.sample_inputs_elementwise_njt_unary, _references.unbind_reference),
    (BinaryUfuncInfo, _samples.sample_inputs_elementwise_njt_binary, _references.unbind_reference),
    (ReductionOpInfo, _samples.sample_inputs_njt_reduction, _references.reduction_reference),
)


def _unsupported(name, what):
    def function(*args, **kwargs):
        raise RuntimeError(f"OpInfo for {name} does not {what}. Support can be added by modifying torch/testing/_internal/opinfo/definitions/nested.py.")

    return function


def unsupported_sample_inputs_func(op_name):
    return _unsupported(op_name, "support NJT")


def unsupported_reference(op_name):
    return _unsupported(op_name, "define a ref() function")


def translate_opinfo(op):
    """An operator of the table with samples and a reference for nested tensors."""
    made = copy.copy(op)
    made.sample_inputs_func, made.ref = unsupported_sample_inputs_func(op.full_name), unsupported_reference(op.full_name)
    made.supports_njt, made._extra_op_data = False, extra_op_data.get(op.full_name, ExtraOpData())
    for kind, samples, reference in _KINDS:
        if isinstance(op, kind):
            made.sample_inputs_func, made.ref, made.supports_njt = functools.partial(samples, op_kwargs=None), reference, True
    if op.full_name in njt_sample_inputs:
        made.sample_inputs_func, made.supports_njt = njt_sample_inputs[op.full_name], True
        made.ref = njt_references.get(op.full_name, _references.unbind_reference)
    return made


njt_op_db = [translate_opinfo(op) for op in _all]
