"""Comparison of two models, models in double precision, and inputs for graphs that are known by their text."""

import copy
import inspect
import os
import re

import torch
from torch._dynamo._repro_inputs import InputReader, InputWriter, NopInputReader, clone_inputs_retaining_gradness  # noqa: F401
from torch._dynamo._repro_modules import MAX_CONSTANT_NUMEL_INLINE, NNModuleToString, UnsupportedNNModuleError  # noqa: F401
from torch._dynamo.testing import collect_results, rand_strided, reduce_to_scalar_loss, requires_bwd_pass  # noqa: F401
from torch._dynamo.utils import clone_inputs, same


class AccuracyError(Exception):
    pass


def run_fwd_maybe_bwd(gm, args, only_fwd=False, disable_clone=False):
    """What a model gives and, unless only_fwd, the loss and the gradients of its parameters and inputs, where there are any."""
    gm = copy.deepcopy(gm)
    if not disable_clone:
        args = clone_inputs(args)
    if hasattr(gm, "zero_grad"):
        gm.zero_grad(True)
    out = gm(args) if getattr(gm, "_boxed_call", False) else gm(*args)
    if only_fwd:
        return out
    if requires_bwd_pass(out):
        reduce_to_scalar_loss(out).backward()
    return collect_results(gm, out, None, args)


def same_two_models(gm, opt_gm, example_inputs, only_fwd=False, *, require_fp64=False, ignore_non_fp=False):
    """Tells whether two models give the same."""
    ref = run_fwd_maybe_bwd(gm, example_inputs, only_fwd)
    res = run_fwd_maybe_bwd(opt_gm, example_inputs, only_fwd)
    return same(ref, res, tol=torch._dynamo.config.repro_tolerance, equal_nan=True, ignore_non_fp=ignore_non_fp)


def backend_accuracy_fails(gm, example_inputs, compiler_fn, only_fwd=False, *, require_fp64=False, ignore_non_fp=False):
    """Tells whether a backend makes another model of a graph; where it makes none, that is another question."""
    try:
        compiled = compiler_fn(copy.deepcopy(gm), clone_inputs(example_inputs))
        return not same_two_models(gm, compiled, example_inputs, only_fwd, require_fp64=require_fp64, ignore_non_fp=ignore_non_fp)
    except Exception:
        return False


def cast_dtype_args_to_fp64(model):
    """Has the operators of a graph that are told a type of floats be told float64."""
    for node in model.graph.find_nodes(op="call_function", target=torch.ops.prims.convert_element_type.default):
        if len(node.args) != 2:
            raise AssertionError(f"Expected node to have 2 args, got {len(node.args)}")
        if node.args[1].is_floating_point:
            node.args = (node.args[0], torch.float64)
    for node in model.graph.nodes:
        dtype = node.kwargs.get("dtype")
        if node.op == "call_function" and dtype is not None and dtype.is_floating_point:
            node.kwargs = {**node.kwargs, "dtype": torch.float64}
    model.graph.lint()
    model.recompile()
    return model


def cast_to(dtype, model, inputs):
    """A model and inputs with floats of another type."""
    model = model.to(dtype)
    if dtype == torch.float64:
        model = cast_dtype_args_to_fp64(model)
    return model, torch.utils._pytree.tree_map(lambda x: x.to(dtype) if isinstance(x, torch.Tensor) and x.is_floating_point() else x, inputs)


def cast_to_fp64(model, inputs):
    return cast_to(torch.float64, model, inputs)


_VARIABLES = ("TORCH", "DYNAMO", "INDUCTOR", "TRITON")
_UNSHOWN = ("TRITON_LIBDEVICE_PATH", "TRITON_PTXAS_PATH", "TRITON_LIBCUDA_PATH")
_OF_REPROS = ("TORCHDYNAMO_REPRO_AFTER", "TORCHDYNAMO_REPRO_LEVEL")


def generate_env_vars_string(*, stable_output=False):
    """Lines of Python that set the environment variables which the compiler reads, and unset those that would have it write scripts again."""
    if stable_output:
        return "# env var omitted due to stable_output=True"
    lines = ["import os"]
    for key, value in os.environ.items():
        if any(word in key for word in _VARIABLES) and key not in _UNSHOWN and key not in _OF_REPROS:
            value = value.replace("'", '"')
            lines.append(f"os.environ['{key}'] = '{value}'")
    return "\n".join(lines + [f"os.environ.pop('{key}', None)" for key in _OF_REPROS]) + "\n    "


def aot_graph_input_parser(func, device="cuda", sym_shapes=None, default_sym_shape=None):
    """Arguments for a function whose annotations say what it takes, as print_readable() writes them: "f32[s0, 6]", "Sym(s0)". An argument self gets the tensors
    that the text of the function reads from it."""
    from torch.utils._dtype_abbrs import dtype_abbrs

    dtypes = {text: dtype for dtype, text in dtype_abbrs.items()}
    tensor = rf"({'|'.join(dtypes)})\[\s*(.*?)\s*\]"
    sizes = sym_shapes or {}

    def number(symbol):
        torch._check(symbol in sizes or default_sym_shape is not None, lambda: f"{symbol} not in symbolic_shapes and default sym shape not passed in")
        return sizes.get(symbol, default_sym_shape)

    def made(dtype, shape):
        dims = [dim.strip() for dim in shape.split(",") if dim.strip()]
        make = torch.randn if dtypes[dtype].is_floating_point else torch.zeros
        x = make([number(dim) if "s" in dim else int(dim) for dim in dims], dtype=dtypes[dtype], device=device)
        for i, dim in enumerate(dims):
            if "s" in dim:
                torch._dynamo.mark_dynamic(x, i)
        return x

    kwargs = {}
    for name, text in func.__annotations__.items():
        if name == "return":
            continue
        if match := re.search(tensor, text):
            kwargs[name] = made(*match.groups())
        if match := re.search(r"Sym\((s\d+)\)", text):
            kwargs[name] = number(match.group(1))
    if "self" in inspect.signature(func).parameters:
        owner = kwargs["self"] = _Attributes()
        for match in re.finditer(rf'(_tensor_constant\d+): "{tensor}" = self\._tensor_constant\d+', inspect.getsource(func)):
            setattr(owner, match.group(1), made(*match.groups()[1:]))
    return kwargs


class _Attributes:
    """What stands for the module that a graph reads tensors from."""
