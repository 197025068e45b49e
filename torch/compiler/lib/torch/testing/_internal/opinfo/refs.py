"""OpInfos of torch._refs: those of the operators that they are references of, without derivatives."""

import torch
from torch.testing._internal.opinfo.core import BinaryUfuncInfo, OpInfo, ReductionOpInfo, SpectralFuncInfo, UnaryUfuncInfo, _getattr_qual

# What a reference takes over from its operator.
_TAKEN = ("dtypes", "ref", "sample_inputs_func", "reference_inputs_func", "error_inputs_func", "sample_kwargs", "promotes_int_to_float", "is_factory_function", "domain",
          "handles_large_floats", "supports_complex_to_float", "lhs_make_tensor_kwargs", "rhs_make_tensor_kwargs", "always_returns_bool", "supports_rhs_python_scalar",
          "supports_one_python_scalar", "supports_two_python_scalars", "identity", "nan_policy", "supports_multiple_dims", "promotes_int_to_int64", "result_dtype",
          "complex_to_real", "generate_args_kwargs", "ndimensional")


def _find_referenced_opinfo(referenced_name, variant_name, *, op_db=None):
    if op_db is None:
        from torch.testing._internal.opinfo.definitions import op_db
    for op in op_db:
        if op.name == referenced_name and op.variant_test_name == variant_name:
            return op


class _Reference:
    """The constructor of the kinds of references."""

    def __init__(self, name, *, op=None, op_db=None, torch_opinfo_name, torch_opinfo_variant_name="", validate_view_consistency=True, **kwargs):
        self.torch_opinfo_name, self.torch_opinfo_variant_name = torch_opinfo_name, torch_opinfo_variant_name
        self.torch_opinfo = _find_referenced_opinfo(torch_opinfo_name, torch_opinfo_variant_name, op_db=op_db)
        self.validate_view_consistency = validate_view_consistency
        taken = {key: getattr(self.torch_opinfo, key) for key in _TAKEN if hasattr(self.torch_opinfo, key)}
        defaults = {"variant_test_name": torch_opinfo_variant_name, "supports_out": self.torch_opinfo.supports_out, "supports_autograd": False, "method_variant": None,
                    "inplace_variant": None, "op": op if op is not None else _getattr_qual(torch, name)}
        super().__init__(name, **{**taken, **defaults, **kwargs})
        self.operator_variant = self.inplace_operator_variant = None
        self.supports_scripting = self.supports_inplace_autograd = False


class PythonRefInfo(_Reference, OpInfo):
    pass


class ReductionPythonRefInfo(_Reference, ReductionOpInfo):
    pass


class ElementwiseUnaryPythonRefInfo(_Reference, UnaryUfuncInfo):
    pass


class ElementwiseBinaryPythonRefInfo(_Reference, BinaryUfuncInfo):
    pass


class SpectralFuncPythonRefInfo(_Reference, SpectralFuncInfo):
    pass


def references_of(op_db, table):
    """The entries of a table (see _references.py) whose operators are in op_db."""
    by_name = {op.formatted_name: op for op in op_db}
    found = []
    for text in table.split():
        if text.endswith(":"):
            kind = globals()[text[:-1]]
            continue
        only_one, text = text[0] == "!", text.lstrip("!")
        names, _, entry = text.partition("=")
        name, _, variant = names.partition("/")
        op = by_name.get(entry or (name.replace(".", "_") + "_" * bool(variant) + variant))
        if op is None:
            continue
        given = {"variant_test_name": variant, "supports_out": op.supports_out != only_one}
        if name == "prod":
            given["supports_multiple_dims"] = True
        if variant == "in_place":
            given["op"] = torch.Tensor.normal_
        if name in _SEEDED or entry == "normal_in_place":
            given["op"] = op.op
        elif name.endswith("softmax") and variant == "with_dtype":
            given["op"] = getattr(torch, name.rpartition(".")[2])
        elif name == "where":
            given["op"] = lambda x, condition, other: torch._refs.where(condition, x, other)
        found.append(kind("_refs." + name, op_db=op_db, torch_opinfo_name=op.name, torch_opinfo_variant_name=op.variant_test_name, **given))
    return found


_SEEDED = ("randn", "normal", "cauchy", "exponential", "geometric", "log_normal", "nn.functional.dropout", "nn.functional.alpha_dropout")
