"""What can be done with symbolic numbers: each operation with the function that scripts call for it, and the kinds of numbers it takes and gives."""

import math
import operator

import torch

_functions_of_floats = ("sqrt", "cos", "cosh", "sin", "sinh", "tan", "tanh", "asin", "acos", "atan", "log2")

METHOD_TO_OPERATOR = {
    "abs": operator.abs, "add": operator.add, "and": operator.and_, "bitwise_and": operator.and_, "bitwise_or": operator.or_,
    "bitwise_xor": operator.xor, "ceil": math.ceil, "eq": operator.eq, "float_pow": operator.pow, "float_truediv": operator.truediv,
    "floor": math.floor, "ge": operator.ge, "gt": operator.gt, "int_floordiv": operator.floordiv, "int_truediv": operator.truediv,
    "is_integer": lambda x: x.is_integer(), "le": operator.le, "lshift": operator.lshift, "lt": operator.lt, "mod": operator.mod,
    "mul": operator.mul, "ne": operator.ne, "neg": operator.neg, "or": operator.or_, "pos": operator.pos, "pow_by_natural": operator.pow,
    "round": round, "rshift": operator.rshift, "sub": operator.sub, "sym_float": torch.sym_float, "sym_ite": torch.sym_ite,
    "sym_max": torch.sym_max, "sym_min": torch.sym_min, "sym_not": torch.sym_not, "trunc": math.trunc, "xor": operator.xor,
    **{f"sym_{name}": getattr(torch, f"_sym_{name}") for name in _functions_of_floats},
}

reflectable_magic_methods = {name: METHOD_TO_OPERATOR[name] for name in (
    "add", "sub", "mul", "mod", "pow_by_natural", "float_pow", "and", "bitwise_and", "or", "xor", "bitwise_or", "bitwise_xor",
    "float_truediv", "int_truediv", "int_floordiv", "lshift", "rshift")}

magic_methods = reflectable_magic_methods | {name: METHOD_TO_OPERATOR[name] for name in (
    "sym_not", "pos", "eq", "ne", "gt", "lt", "le", "ge", "floor", "trunc", "sym_float", "ceil", "neg", "sym_min", "sym_max", "sym_ite", "abs",
    "round", "is_integer", *(f"sym_{name}" for name in _functions_of_floats))}

bitwise_ops = {name: METHOD_TO_OPERATOR[name] for name in ("bitwise_and", "bitwise_or", "bitwise_xor")}

# Methods of Python's numbers with one argument, and the others.
unary_magic_methods = {"abs", "ceil", "floor", "neg", "pos", "trunc", "sym_float", "sym_int", "sym_not", *(f"sym_{name}" for name in _functions_of_floats)}
unary_nonmagic_methods = {"is_integer"}
unary_methods = unary_magic_methods | unary_nonmagic_methods

# What takes only numbers of one kind, and what takes those too.
only_bool_magic_methods = {"and", "or", "xor", "sym_not", "sym_ite"}
also_bool_magic_methods = {"eq", "ne"}
bool_magic_methods = only_bool_magic_methods | also_bool_magic_methods
only_float_magic_methods = {"is_integer", "round", "sym_int", "sym_log2"}

# What gives numbers of one kind, whatever it takes; sums and products of truth values are ints.
always_float_magic_methods = {"float_pow", "float_truediv", "int_truediv", "sym_float", *(f"sym_{name}" for name in _functions_of_floats)}
always_int_magic_methods = {"ceil", "floor", "pow_by_natural", "trunc"}
always_bool_magic_methods = {"and", "or", "xor", "sym_not", "eq", "ne", "gt", "lt", "le", "ge", "is_integer", "is_non_overlapping_and_dense"}
bool_becomes_int_magic_methods = {"add", "sub", "mul"}

# The operator module has these names with an underscore behind them.
magic_methods_on_operator_with_trailing_underscore = {"and", "or"}


def method_to_operator(method):
    """The function that scripts call for an operation."""
    return METHOD_TO_OPERATOR[method]
