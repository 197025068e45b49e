"""Inputs that are saved with scripted models: small tensors, and methods that make the inputs of them."""

import io
import textwrap
import typing
import warnings

import torch
from torch._C import ListType, TupleType

MAX_RAW_TENSOR_SIZE = 16


class InflatableArg(typing.NamedTuple):
    """A small tensor that is saved for an argument, and the expression, or the method, that makes the argument of it."""

    value: typing.Any
    fmt: str = "{}"
    fmt_fn: str = ""


def bundle_randn(*size, dtype=None):
    """Random numbers of a size, of which only the size is saved."""
    return InflatableArg(torch.zeros(1, dtype=dtype).expand(*size), "torch.randn_like({})")


def bundle_large_tensor(t):
    """A tensor that is saved whole."""
    return InflatableArg(t, "{}")


def bundle_inputs(model, inputs, info=None, *, _receive_inflate_expr=None):
    """A copy of a model with inputs for forward, or for the methods that a dict has; those that it had are gone."""
    if not isinstance(model, torch.jit.ScriptModule):
        raise Exception("Only ScriptModule is supported.")
    methods, _ = _get_bundled_inputs_attributes_and_methods(model)
    made = _copied(model)
    torch._C._script.forget_methods(made._c, methods)
    for name in methods:
        made._c_methods.pop(name, None)
    if isinstance(inputs, dict):
        given = {getattr(made, f.__name__ if hasattr(f, "__name__") else f.name): values for f, values in inputs.items()}
        about = None if info is None else {getattr(made, f.name): texts for f, texts in info.items()}
    else:
        given, about = {made.forward: inputs}, None if info is None else {made.forward: info}
    augment_many_model_functions_with_bundled_inputs(made, given, _receive_inflate_expr, about)
    return made


def _copied(model):
    buffer = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.jit.save(model, buffer)
        buffer.seek(0)
        return torch.jit.load(buffer)


def augment_model_with_bundled_inputs(model, inputs=None, _receive_inflate_expr=None, info=None, skip_size_check=False):
    """Gives a model inputs for forward."""
    if not isinstance(model, torch.jit.ScriptModule):
        raise Exception("Only ScriptModule is supported.")
    forward = model.forward
    if not hasattr(forward, "name"):
        forward.name = "forward"
    augment_many_model_functions_with_bundled_inputs(
        model, inputs={forward: inputs}, _receive_inflate_expr=_receive_inflate_expr, info={forward: info} if info else None, skip_size_check=skip_size_check)


def augment_many_model_functions_with_bundled_inputs(model, inputs, _receive_inflate_expr=None, info=None, skip_size_check=False):
    """Gives a model inputs for several methods, with texts about them."""
    if not isinstance(model, torch.jit.ScriptModule):
        raise Exception("Only ScriptModule is supported.")
    if not inputs:
        raise Exception("Please provide inputs for at least 1 function")
    if hasattr(model, "get_all_bundled_inputs") or hasattr(model, "get_bundled_inputs_functions_and_info"):
        raise Exception(
            "Models can only be augmented with bundled inputs once. This Model seems to have already been augmented with bundled inputs. Please start afresh with one that "
            "doesn't have bundled inputs.")
    about = ""
    for function, values in inputs.items():
        name = function.name if hasattr(function, "name") else function.__name__
        _bundle(model, function, name, values, _receive_inflate_expr, skip_size_check)
        texts = repr(list((info or {}).get(function, ())))
        about += (
            "temp_dict : Dict[str,List[str]] = {}\n"
            f"info: List[str] = {texts}\n"
            "temp_dict['info'] = info\n"
            f"temp_dict['get_inputs_function_name'] = ['get_all_bundled_inputs_for_{name}']\n"
            f"all_inputs['{name}'] = temp_dict\n"
        )
        if name == "forward":
            _define(model, """
                def get_all_bundled_inputs(self):
                    return self.get_all_bundled_inputs_for_forward()
                """)
            _define(model, """
                def get_num_bundled_inputs(self):
                    return len(self.get_all_bundled_inputs_for_forward())
                """)
    model.define(
        "def get_bundled_inputs_functions_and_info(self):\n    all_inputs : Dict[str, Dict[str,List[str]]] = {}\n" + textwrap.indent(about, "    ") + "    return all_inputs\n")


def _define(model, text):
    model.define(textwrap.dedent(text))


def _bundle(model, function, name, values, received, skip_size_check):
    """The methods for the inputs of one method."""
    types = [arg.type for arg in function.schema.arguments[1:]]
    generate = f"_generate_bundled_inputs_for_{name}"
    if hasattr(model, generate):
        if values is not None:
            raise Exception(f"inputs[{name}] is not None, but {generate} is already defined")
    elif not values:
        raise Exception(f"inputs for {name} must be specified if {generate} is not already defined")
    else:
        deflated, lines = [], []
        for i, args in enumerate(values):
            if not isinstance(args, (tuple, list)):
                raise TypeError(f"Error bundled input for function {name} idx: {i} is not a Tuple or a List")
            saved, parts = [], []
            for j, arg in enumerate(args):
                value, text, helper = _inflate_expr(arg, f"deflated[{i}][{j}]", _get_inflate_helper_fn_name(j, i, name), skip_size_check)
                saved.append(value)
                parts.append(f"    {text},")
                if helper:
                    _define(model, helper)
            deflated.append(tuple(saved))
            lines += ["(", *parts, "),"]
        text = "".join(line + "\n" for line in lines)
        attribute = f"_bundled_inputs_deflated_{name}"
        model._c._register_attribute(attribute, ListType(TupleType(types)), deflated)
        if received is not None:
            received.append(text)
        model.define(f"def {generate}(self):\n    deflated = self.{attribute}\n    return [\n" + textwrap.indent(text, "        ") + "    ]\n")
    model.define(f"def get_all_bundled_inputs_for_{name}(self):\n    all_inputs = self.{generate}()\n    assert all_inputs is not None\n    return all_inputs\n")


def _get_inflate_helper_fn_name(arg_idx, input_idx, function_name):
    return f"_inflate_helper_for_{function_name}_input_{input_idx}_arg_{arg_idx}"


def _inflate_expr(arg, ref, inflate_helper_fn_name, skip_size_check=False):
    """What is saved for an argument, the expression that makes the argument of what is saved, and the method that it calls, if any."""
    if isinstance(arg, InflatableArg):
        if arg.fmt_fn:
            if arg.fmt not in ("{}", ""):
                raise Exception(f"Bundled input argument at position '{ref}' has both arg.fmt_fn => \n{arg.fmt_fn} \n and arg.fmt  => {arg.fmt}. Please choose `arg.fmt` if the deflater is straightforward or `arg.fmt_fn` if you need a function.")
            return arg.value, f"self.{inflate_helper_fn_name}({ref})", arg.fmt_fn.format(inflate_helper_fn_name)
        return arg.value, arg.fmt.format(ref), None
    if not isinstance(arg, torch.Tensor):
        return arg, ref, None
    size = arg.untyped_storage().size() // max(arg.element_size(), 1)
    if size <= MAX_RAW_TENSOR_SIZE or skip_size_check:
        return arg, ref, None
    if arg.is_contiguous() and arg.numel() <= MAX_RAW_TENSOR_SIZE:
        return arg.clone(), ref, None
    for memory_format in (torch.contiguous_format, torch.channels_last):
        if arg.is_contiguous(memory_format=memory_format) and (arg == arg.flatten()[0]).all().item():
            return arg.flatten()[0].clone().expand(*arg.size()), f"{ref}.contiguous(memory_format={memory_format})", None
    raise Exception(f"Bundled input argument at position '{ref}' is a tensor with storage size {size}. You probably don't want to bundle this as an input. ")


def _get_bundled_inputs_attributes_and_methods(script_module):
    """The methods and attributes that inputs have given a model."""
    methods, attributes = ["get_all_bundled_inputs", "get_num_bundled_inputs", "run_on_bundled_input"], []
    if hasattr(script_module, "get_bundled_inputs_functions_and_info"):
        methods.append("get_bundled_inputs_functions_and_info")
        for name in script_module.get_bundled_inputs_functions_and_info():
            methods += [f"get_all_bundled_inputs_for_{name}", f"_generate_bundled_inputs_for_{name}"]
            methods += [m for m in script_module._c._method_names() if m.startswith(f"_inflate_helper_for_{name}_")]
            attributes.append(f"_bundled_inputs_deflated_{name}")
    return methods, attributes
