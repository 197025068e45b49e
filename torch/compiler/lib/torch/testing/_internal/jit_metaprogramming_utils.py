"""Scripts and traces of functions and modules of torch.nn, made from their names and arguments, and a table of such calls."""

import collections
import math
from copy import deepcopy

import torch
from torch import inf
from torch.testing._internal.common_nn import get_new_module_tests, module_tests
from torch.testing._internal.common_utils import is_iterable_of_tensors, noncontiguous_like

L, M, S = 20, 10, 5


class dont_convert(tuple):
    """A tuple that is an argument as it is, not a shape."""

    __slots__ = ()


non_differentiable = collections.namedtuple("non_differentiable", ["tensor"])


def unpack_variables(args):
    """Arguments with the tensors that wrappers hold."""
    if isinstance(args, tuple):
        return tuple(unpack_variables(a) for a in args)
    return args


def create_input(call_args, requires_grad=True, non_contiguous=False, call_kwargs=None, dtype=torch.float, device=None):
    """The arguments and keywords of a call, in which tuples of ints stand for random tensors of that shape."""
    if not isinstance(call_args, tuple):
        call_args = (call_args,)

    def fresh(t):
        return noncontiguous_like(t) if non_contiguous else t

    def make(arg):
        if isinstance(arg, (torch.Size, dont_convert)):
            return arg
        if isinstance(arg, tuple) and len(arg) == 0:
            return torch.randn((), dtype=dtype, device=device).requires_grad_(requires_grad)
        if isinstance(arg, tuple) and not isinstance(arg, non_differentiable) and not isinstance(arg[0], torch.Tensor):
            return fresh(torch.randn(*arg, dtype=dtype, device=device)).requires_grad_(requires_grad)
        if isinstance(arg, non_differentiable):
            return fresh(arg.tensor).to(device=device) if isinstance(arg.tensor, torch.Tensor) else arg.tensor
        if isinstance(arg, torch.Tensor):
            if arg.is_complex() != dtype.is_complex and arg.dtype.is_floating_point:
                raise RuntimeError("User provided tensor is real for a test that runs with complex dtype, which is not supported for now")
            v = fresh(arg).detach().to(device=device).clone()
            return v.requires_grad_(requires_grad and (v.is_floating_point() or v.is_complex()))
        if callable(arg):
            return make(arg(dtype=dtype, device=device))
        return arg

    return tuple(make(a) for a in call_args), {k: make(v) for k, v in (call_kwargs or {}).items()}


def _i(*shape, high=4):
    return torch.randint(high, shape)


def _n(*shape):
    return non_differentiable(torch.rand(*shape))


def _activations():
    cube, names = (S, S, S), {
        "threshold": (0.1, 2.0), "relu": (), "hardtanh": (-0.5, 0.5), "relu6": (), "elu": (0.9,), "selu": (), "celu": (0.9,), "leaky_relu": (0.02,),
    }
    fused = {"threshold", "relu", "hardtanh", "relu6", "leaky_relu"}
    for name, args in names.items():
        yield (name, cube, args, "", (True,)) if name in fused else (name, cube, args)
        yield name, cube, args if name in ("relu", "leaky_relu") else (*args, True) if args else True, "inplace"
    yield "glu", (S - 1,) * 3, ()
    yield "rrelu", (S, S), (0.1, 0.3, False)
    yield "rrelu", (S, S), (0.1, 0.3, False, True), "inplace"
    for name, args in {"hardshrink": (0.4,), "softplus": (), "softmax": (0,), "tanh": (), "sigmoid": (), "silu": (), "log_softmax": (0,)}.items():
        yield name, cube, args, "", (True,)
    yield "softmax", cube, (0, 3, torch.double), "with_all_args", (True,)
    for name, args in {"tanhshrink": (), "softsign": (), "softmin": (0,)}.items():
        yield name, cube, args


def _windows():
    def cube(n):
        return (S,) * (n + 2)

    for n in (1, 2, 3):
        yield f"conv{n}d", cube(n), (cube(n),)
        yield f"conv_transpose{n}d", cube(n), (cube(n),)
        yield (f"avg_pool{n}d", cube(n), (3,)) if n != 2 else ("avg_pool2d", cube(2), (3,), "", (True,))
        whole = (True, "aten::max_pool2d_with_indices")
        yield (f"max_pool{n}d", cube(n), (2, 1)) if n != 2 else ("max_pool2d", cube(2), (2, 1), "", whole)
        if n < 3:
            yield (f"max_pool{n}d", cube(n), (2, 1, 1, 1, False, True), "with_indices", *([whole] if n == 2 else []))
        yield f"max_unpool{n}d", torch.tensor([2.0, 4.0]).reshape((1,) * (n + 1) + (2,)), (torch.tensor([1, 3]).reshape((1,) * (n + 1) + (2,)), 2, 2, 0)
        yield f"lp_pool{n}d", cube(n), (2.0, 3, 2)
        size = (5, [5, 7], [3, 2, 2])[n - 1]
        yield f"adaptive_max_pool{n}d", cube(n), (size,)
        yield f"adaptive_avg_pool{n}d", cube(n), (size,), "", (True,)
    yield "conv_tbc", (S, S, S), ((S, S, S), (S,), 2)
    yield "fractional_max_pool2d", cube(2), (3, [2, 3])
    yield "unfold", cube(2), [2, 3]
    yield "fold", (1, 3 * 2 * 2, 12), ([4, 5], [2, 2])
    yield "pad", (3, 3, 4, 2), ([1, 1],)
    yield "pixel_shuffle", (1, 9, 4, 4), (3,)
    yield "pixel_unshuffle", (1, 1, 12, 12), (3,)
    yield "affine_grid", (S, 2, 3), (dont_convert((S, 1, 7, 7)),)
    yield "grid_sample", cube(2), (_n(S, S, S, 2),)


def _norms():
    batch = (True, "aten::_batch_norm_impl_index")
    for suffix, training in (("training", True), ("inference", False)):
        for title, weight, bias in (("", False, False), ("with_weight_and_bias_", True, True), ("with_only_bias_", False, True), ("with_only_weight_", True, False)):
            ends = (_n(S) if weight else None, _n(S) if bias else None)
            yield "batch_norm", (S, S), (_n(S), _n(S), *ends, training), title + suffix, batch
    for title in ("size_zero", "size_zero_inference"):
        yield "batch_norm", (0, S, S, S), (_n(S), _n(S), _n(S), _n(S), True), title, batch
    yield "instance_norm", (S, S, S), (non_differentiable(torch.zeros(S)), non_differentiable(torch.ones(S)))
    layer = (False, ["aten::contiguous", "aten::_batch_norm_impl_index"])
    for title, ends in {"": (), "with_only_weight": (_n(S),), "with_only_bias": (None, _n(S)), "with_weight_and_bias": (_n(S), _n(S))}.items():
        yield "layer_norm", (S,) * 4, ([5], *ends), title, layer
    yield "group_norm", (S, S, S), (1, torch.rand(5))
    yield "local_response_norm", (S, S, S), (2,)
    yield "normalize", (S, S, S), ()
    yield "dropout", (S, S, S), (0.5,), "", (True, "aten::native_dropout")
    for name in ("alpha_dropout", "dropout2d", "feature_alpha_dropout"):
        yield name, (S, S, S), (0.5,)
    yield "dropout2d", (S,) * 4, (0.5,), "batched"
    yield "dropout3d", (S,) * 4, (0.5,)
    yield "dropout3d", (S,) * 5, (0.5,), "batched"


def _losses():
    for name in ("smooth_l1_loss", "huber_loss", "l1_loss", "mse_loss"):
        yield name, (3, S), (_n(3, S),)
        yield name, (3, S), (torch.rand(3, S),), "with_grad"
    for name in ("hinge_embedding_loss", "soft_margin_loss", "multilabel_soft_margin_loss"):
        yield name, (3, S), (_n(3, S),)
    yield "nll_loss", torch.rand(3, 5).log_softmax(dim=1), (torch.tensor([1, 0, 4]),), ""
    yield "poisson_nll_loss", torch.rand(S, 2), (torch.rand(S, 2),)
    yield "poisson_nll_loss", torch.rand(S, 2), (torch.rand(S, 2), True, True), "full"
    yield "kl_div", torch.rand(S, 10).log_softmax(1), (torch.rand(S, 10).softmax(1),)
    yield "cross_entropy", (3, S), (_i(3, high=S),)
    yield "binary_cross_entropy_with_logits", (3,), (torch.rand(3),)
    yield "margin_ranking_loss", (S,), ((S,), (S,))
    yield "cosine_embedding_loss", (S, S), ((S, S), _n(S))
    yield "triplet_margin_loss", (S, S), ((S, S), (S, S))
    yield "multilabel_margin_loss", torch.tensor([[0.2, -0.2, 0.07]]), (torch.tensor([[0, 0, 1]]),)
    yield "multi_margin_loss", (S, S), (non_differentiable(_i(S, high=S)), 1, 1.0, _n(S))
    yield "binary_cross_entropy", torch.rand(3, 2).sigmoid(), (_n(3, 2), _n(3, 2))
    yield "binary_cross_entropy", torch.rand(3, 2).sigmoid(), (_n(3, 2), _n(3, 2), None, None, "mean"), "size_average"
    yield "ctc_loss", torch.rand(S, S, S).log_softmax(2).detach(), (_i(S, S, high=S - 1) + 1, torch.full((S,), S), _i(S, high=S) + 1)


def _others():
    yield "linear", (S, S), ((M, S),), "", (True, ["aten::linear"])
    yield "linear", (S, S), ((M, S), (M,)), "addmm", (True, ["aten::linear"])
    yield "bilinear", (S, S, S), ((S, S, M), torch.zeros(M, S, M))
    yield "embedding", torch.tensor([[1, 2, 4, 5], [4, 3, 2, 5]]), (torch.rand(6, 3),), "", (True,)
    yield "embedding_bag", torch.tensor([1, 2, 4, 2]), (torch.rand(5, 3), torch.tensor([0, 4]))
    yield "pairwise_distance", (S, S), ((S, S),)
    yield "pdist", (S, S), ()
    yield "cosine_similarity", (S, S), ((S, S),)
    parts = (True, ["aten::softmax", "aten::add", "aten::div"], ["aten::neg"])
    yield "gumbel_softmax", (S, S), (2.0,), "", parts
    yield "gumbel_softmax", (S, S), (2.0, True), "hard", parts


def _resized():
    def plane(n, size, lead):
        return torch.randn(*lead, *(size,) * n)

    yield "upsample", torch.randn(S, S, M, M), (None, 2.0), "with_scale"
    yield "upsample", torch.randn(S, S, M, M), (4,), "with_size"
    for rank, n, modes in ((4, 2, ("nearest", "area", "bilinear", "bicubic")), (3, 1, ("nearest", "area", "linear")), (5, 3, ("nearest", "area", "trilinear"))):
        lead = (S, S) if rank == 4 else (S, M)
        for mode in modes:
            if (mode, rank) != ("nearest", 5):
                yield "interpolate", plane(n, 3, (1, 1) if rank != 3 else (1, 3))[..., :3], (2,), f"{mode}_{rank}d"
            yield "interpolate", plane(n, M, lead), (None, 2.0), f"{mode}_{rank}d_with_scale"
            yield "interpolate", plane(n, M, lead), (4,), f"{mode}_{rank}d_with_size"
        for mode in modes:
            if mode == "area":
                continue
            if (mode, rank) == ("nearest", 4):
                yield "interpolate", plane(n, 3, (1, 1)), (2, None, mode, None, False), "nearest_4d_not_recompute_scale_factor"
            else:
                yield "interpolate", plane(n, M, lead), (None, 2.0, mode, None, False), f"{mode}_{rank}d_with_scale_not_recompute_scale_factor"
            yield "interpolate", plane(n, M, lead), (4, None, mode, None, False), f"{mode}_{rank}d_with_size_not_recompute_scale_factor"


def get_nn_functional_tests():
    """Calls of torch.nn.functional: a name, the first argument or its shape, the others, a variant, and whether autodiff takes it and which nodes it makes."""
    return [test for part in (_windows, _activations, _others, _norms, _losses, _resized) for test in part()]


nn_functional_tests = get_nn_functional_tests()

script_template = """
def the_method({}):
    return {}
"""

script_method_template = """
def forward({}):
    return {}
"""


def value_to_literal(value):
    """A value as source."""
    if isinstance(value, torch.Tensor):
        return "torch." + str(value)
    return repr(value) if isinstance(value, str) else str(value)


def get_call(method_name, func_type, args, kwargs):
    """The source of a call of a function, a method or a function of torch.nn."""
    keywords = [f"{k}={value_to_literal(v)}" for k, v in kwargs.items()]
    if func_type in ("functional", "function"):
        head, positional = f"torch.{method_name}", args
    elif func_type == "method":
        head, positional = f"{args[0]}.{method_name}", args[1:]
    elif func_type == "nn_functional":
        head, positional = f"torch.nn.functional.{method_name}", args
    else:
        raise TypeError("Unsupported function type")
    return f"{head}({', '.join([*positional, *keywords])})"


def get_constant(x):
    """A number as source."""
    if x == float("inf"):
        return "math.inf"
    if x == -float("inf"):
        return "-math.inf"
    return x


def get_script_args(args):
    """Parameters for the tensors among args, the source of all arguments, and the tensors."""
    formals, tensors, actuals = [], [], []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            name = f"i{len(formals)}"
            formals.append(name)
            actuals.append(name)
            tensors.append(arg)
        elif is_iterable_of_tensors(arg):
            name = f"i{len(formals)}"
            formals.append(name + ": List[torch.Tensor]")
            actuals.append(name)
            tensors.append(list(arg))
        elif isinstance(arg, str):
            actuals.append(f"'{arg}'")
        else:
            actuals.append(str(get_constant(arg)))
    return formals, tensors, actuals


def gen_script_fn_and_args(method_name, func_type, *args, **kwargs):
    """A scripted function of one call, and the tensors that it takes."""
    formals, tensors, actuals = get_script_args(args)
    script = script_template.format(", ".join(formals), get_call(method_name, func_type, actuals, kwargs))
    return torch.jit.CompilationUnit(script).the_method, tensors


def create_script_fn(self, method_name, func_type):
    """A function that makes the call in a script; after a call it has the tensors and the scripted function as attributes."""

    def script_fn(*args, **kwargs):
        fn, tensors = gen_script_fn_and_args(method_name, func_type, *args, **kwargs)
        self.assertExportImport(fn.graph, tensors)
        output = fn(*tensors)
        script_fn.last_graph = fn.graph_for(*tensors) if hasattr(fn, "graph_for") else fn.graph
        return output

    return script_fn


class SplitInputs:
    """Arguments parted into tensors and others, and how they belong together."""

    def __init__(self, args, kwargs):
        def parted(items):
            tensors = [(k, v) for k, v in items if self._is_tensor_input(v)]
            return tensors, [(k, v) for k, v in items if not self._is_tensor_input(v)]

        places, (named, others) = parted(list(enumerate(args))), parted(list(kwargs.items()))
        self.tensor_args, self.nontensor_args = ([v for _, v in part] for part in places)
        self.tensor_kwargs, self.nontensor_kwargs = dict(named), dict(others)
        with_tensor = {i for i, _ in places[0]}
        self.arg_types = ["t" if i in with_tensor else "s" for i in range(len(args))]
        self.kwarg_types = {k: "t" if k in self.tensor_kwargs else "s" for k in kwargs}
        self.all_tensors = [*self.tensor_args, *self.tensor_kwargs.values()]
        self.kwarg_order = list(kwargs)

    @staticmethod
    def _is_tensor_input(arg):
        return isinstance(arg, torch.Tensor) or is_iterable_of_tensors(arg)

    def nontensors_match(self, other):
        """Whether another call differs in tensors only."""
        return (self.arg_types, self.kwarg_types, self.nontensor_args, self.nontensor_kwargs) == (other.arg_types, other.kwarg_types, other.nontensor_args, other.nontensor_kwargs)


def partial_apply_nontensors(fn, args, kwargs):
    """fn as a function of the tensors among its arguments alone, and the parted arguments."""
    inputs = SplitInputs(args, kwargs)

    def new_fn(*tensors):
        rest = iter(tensors)
        others = iter(inputs.nontensor_args)
        full = [next(rest) if kind == "t" else next(others) for kind in inputs.arg_types]
        keywords = {k: next(rest) if inputs.kwarg_types[k] == "t" else inputs.nontensor_kwargs[k] for k in inputs.kwarg_order}
        return fn(*full, **keywords)

    return new_fn, inputs


def create_traced_fn(self, fn, cache_traced_fn=False):
    """A function that traces fn for its arguments and calls the trace."""

    def traced_fn(*inputs, **kwargs):
        if cache_traced_fn and hasattr(traced_fn, "split_inputs") and traced_fn.split_inputs.nontensors_match(SplitInputs(inputs, kwargs)):
            return traced_fn.traced(*SplitInputs(inputs, kwargs).all_tensors)
        of_tensors, split = partial_apply_nontensors(fn, inputs, kwargs)
        traced = torch.jit.trace(of_tensors, split.all_tensors, check_trace=False)
        self.assertExportImport(traced.graph, split.all_tensors)
        output = traced(*split.all_tensors)
        traced_fn.traced, traced_fn.split_inputs, traced_fn.graph = traced, split, traced.graph
        traced_fn.last_graph = traced.graph_for(*split.all_tensors) if hasattr(traced, "graph_for") else traced.graph
        return output

    return traced_fn


EXCLUDE_SCRIPT = {f"test_{name}" for name in "norm_fro_default norm_fro_cpu norm_nuc norm_fro norm_nuc_batched nn_unfold nn_ctc_loss nn_fold to_sparse to_sparse_dim".split()}

EXCLUDE_SCRIPT_MODULES = {f"test_nn_Adaptive{kind}Pool{n}d_tuple_none" for kind in ("Avg", "Max") for n in (2, 3)}
EXCLUDE_SCRIPT_MODULES |= {"test_nn_CrossMapLRN2d", "test_nn_Transformer_multilayer_coder"}
EXCLUDE_SCRIPT_MODULES |= {f"test_nn_Transformer{part}Layer_{activation}_activation" for part in ("Decoder", "Encoder") for activation in ("gelu", "relu")}


def get_nn_functional_compiled_fn_and_inputs(name, self_size, args, variant_name="", *extra_args):
    """The scripted function of an entry of the table, and the tensors that it takes."""
    first = create_input((self_size,))[0][0]
    others = create_input(args)[0]
    with torch._jit_internal._disable_emit_hooks():
        return gen_script_fn_and_args(name, "nn_functional", first, *others)


def create_script_module(self, nn_module, constructor_args, *args, **kwargs):
    """A function that scripts a module for its arguments and calls it."""

    def script_module(*args, **kwargs):
        formals, tensors, actuals = get_script_args(args)
        call = get_call("forward", "method", ["self.submodule", *actuals], kwargs)
        source = script_method_template.format(", ".join(["self", *formals]), call)
        inner = nn_module(*constructor_args)

        class TheModule(torch.jit.ScriptModule):
            def __init__(self):
                super().__init__()
                self.submodule = inner
                self.define(source)

        module = TheModule()
        module(*tensors)
        create_script_module.last_graph = module.graph
        return module

    return script_module


def check_alias_annotation(method_name, args, kwargs, *, aten_name, func_type="method"):
    """Checks what the schema of an operator says of aliasing against a call."""
    formals, tensors, actuals = get_script_args(args)
    source = script_template.format(", ".join(formals), get_call(method_name, func_type, actuals, kwargs))
    torch._C._jit_check_alias_annotation(torch.jit.CompilationUnit(source).the_method.graph, tuple(tensors), aten_name)


def get_nn_module_name_from_kwargs(**kwargs):
    """What an entry of module tests is called."""
    for key in ("module_name", "fullname"):
        if key in kwargs:
            return kwargs[key]
    return kwargs["constructor"].__name__


def get_nn_mod_test_name(**kwargs):
    """The name of the test of an entry."""
    if "fullname" in kwargs:
        name = kwargs["fullname"]
    else:
        name = get_nn_module_name_from_kwargs(**kwargs)
        if "desc" in kwargs:
            name = f"{name}_{kwargs['desc']}"
    return f"test_nn_{name}"


def get_nn_module_class_from_kwargs(**kwargs):
    """The class that an entry tests: its name up to the first underscore."""
    return get_nn_module_name_from_kwargs(**kwargs).partition("_")[0]


def try_get_nn_module_compiled_mod_and_inputs(*args, **kwargs):
    """The scripted module of an entry and its inputs; None for entries that are not scripted."""
    name = get_nn_module_name_from_kwargs(**kwargs)
    if "desc" in kwargs and "eval" in kwargs["desc"]:
        return None
    if get_nn_mod_test_name(**kwargs) in EXCLUDE_SCRIPT_MODULES:
        return None
    constructor = kwargs["constructor"] if "constructor" in kwargs else getattr(torch.nn, name)
    if getattr(constructor, "__name__", "") == "FunctionalModule":  # a class inside a function, which a script cannot name
        return None
    given = () if "constructor_args_fn" not in kwargs and "constructor_args" not in kwargs else kwargs["constructor_args_fn"]() if "constructor_args_fn" in kwargs else kwargs["constructor_args"]
    if "input_fn" in kwargs:
        inputs = kwargs["input_fn"]()
    else:
        inputs = (kwargs["input_size"],)
    if not isinstance(inputs, tuple):
        inputs = (inputs,)
    if "extra_args" in kwargs:
        inputs = inputs + kwargs["extra_args"]
    if "target_size" in kwargs:
        inputs = inputs + (kwargs["target_size"],)
    elif "target_fn" in kwargs:
        target = kwargs["target_fn"]
        inputs = inputs + (target() if not isinstance(target, tuple) else target,)
    dtype = kwargs.get("default_dtype")
    made, _ = create_input(inputs, dtype=torch.double if dtype is None else dtype)
    with torch._jit_internal._disable_emit_hooks():
        scripted = create_script_module(None, constructor, given)(*deepcopy(unpack_variables(made)))
    return scripted, list(made)


additional_module_tests = [
    {"module_name": "Bilinear", "constructor_args": (S, S, M), "input_size": (S, S), "extra_args": ((S, S),)},
    {"module_name": "RNNCell", "constructor_args": (S, S), "input_size": (S, S)},
    {"module_name": "LSTMCell", "constructor_args": (S, S), "input_size": (S, S)},
    {"module_name": "GRUCell", "constructor_args": (S, S), "input_size": (S, S)},
    {"module_name": "MultiheadAttention", "constructor_args": (128, 8), "input_size": (10, 8, 128), "extra_args": (torch.randn(10, 8, 128), torch.randn(10, 8, 128)), "slowTest": True},
    {"module_name": "Transformer", "constructor_args": (1, 1, 1, 1, 2), "input_size": (3, 1, 1), "extra_args": (torch.randn(1, 1, 1),), "slowTest": True},
]


def get_all_nn_module_tests():
    """All entries of module tests."""
    return module_tests + get_new_module_tests() + additional_module_tests
