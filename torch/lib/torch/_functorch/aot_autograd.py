"""Functions compiled ahead of time: compilers get the graphs of forward and backward as ATen operators."""
import functools
import itertools

import torch
from torch.utils import _pytree as pytree


def make_boxed_func(f):
    """f, called with one list of its arguments."""

    def g(args):
        return f(*args)

    g._boxed_call = True
    return g


def make_boxed_compiler(compiler):
    @functools.wraps(compiler)
    def f(gm, inputs):
        return make_boxed_func(compiler(gm, inputs))

    return f


AOT_COUNTER = itertools.count()  # of programs that are compiled


class _Contexts:
    """What is compiled at the moment, for the names of graphs."""

    model, nth, parts = "model", 0, []


def get_aot_graph_name():
    """A name with the graphs that are being compiled, the outer ones first."""
    return f"{_Contexts.model}__{'_'.join(_Contexts.parts)}_{_Contexts.nth}"


get_graph_being_compiled = get_aot_graph_name


def get_aot_compilation_context():
    return list(_Contexts.parts), _Contexts.model, _Contexts.nth


def set_model_name(name):
    _Contexts.model = name


def _named(compiler, program, part):
    """A compiler that knows the name of its graph."""
    if compiler is None:
        return None

    @functools.wraps(compiler)
    def compile_(gm, inputs):
        from torch.fx.graph_module import _from_native

        if not isinstance(gm, torch.nn.Module):
            gm = _from_native(gm)
            type(gm).__name__ = "<lambda>" if part == "inference" else "GraphModule"
        outer = _Contexts.parts
        _Contexts.nth += part != "inference"  # the joint graph, and that of the backward before it is compiled, have numbers, too
        _Contexts.parts = [f"{program}_{part}"]
        try:
            return compiler(gm, inputs)
        finally:
            _Contexts.parts = outer
            _Contexts.nth += 1

    return compile_


def _decomposed(compiler, decompositions):
    """A compiler that gets graphs whose operators are decomposed."""

    @functools.wraps(compiler)
    def compile_(gm, inputs):
        from torch.fx.experimental.proxy_tensor import make_fx

        if not any(n.op == "call_function" and n.target in decompositions for n in gm.graph.nodes):
            return compiler(gm, inputs)
        values = [torch.empty_strided(tuple(x.shape), x.stride(), dtype=x.dtype).zero_() if isinstance(x, torch.Tensor) and x.numel() else x for x in inputs]
        made = make_fx(gm, decomposition_table=decompositions, _effects=False)(*values)
        graph, copies = torch.fx.Graph(), {}
        for node, given in zip(made.graph.find_nodes(op="placeholder"), gm.graph.find_nodes(op="placeholder")):
            copies[node] = graph.placeholder(given.target)
            copies[node].meta.update(given.meta)
        for node in made.graph.nodes:
            if node not in copies:
                copies[node] = graph.node_copy(node, copies.__getitem__)
        return compiler(torch.fx.GraphModule(made, graph), inputs)

    return compile_


def _compilers(forward, backward, inference, decompositions):
    """The compilers of the parts of one more program."""
    program = next(AOT_COUNTER)
    parts = {"forward": forward, "backward": backward or forward, "inference": inference or forward}
    return [_named(_decomposed(c, decompositions) if decompositions else c, program, part) for part, c in parts.items()]


def _compile(fn, args, fw_compiler, bw_compiler=None, inference_compiler=None, partition_fn=None, decompositions=None, keep_mutations=False, varying=-1):
    """The compiled form of a GraphModule, or of a function from tensors to a list, for arguments like args; those from number varying on may have other sizes later."""
    from torch._C._dynamo.eval_frame import aot_compile

    from ._aot_autograd.called_bodies import calls_bodies, compile_calls
    from .partitioners import default_partition, min_cut_rematerialization_partition

    fw_compiler, bw_compiler, inference_compiler = _compilers(fw_compiler, bw_compiler, inference_compiler, decompositions)
    chosen = partition_fn
    while isinstance(chosen, functools.partial):
        chosen = chosen.func
    known = chosen in (None, default_partition, min_cut_rematerialization_partition)
    if calls_bodies(fn) or not known:
        compiled = compile_calls(fn, args, fw_compiler, bw_compiler, inference_compiler, partition_fn or default_partition)
        if compiled is not None:
            return compiled
    if not known:
        raise NotImplementedError("aot_autograd(partition_fn=...) takes functions of its own for graphs of known sizes that change no argument and whose results have memory of their own")
    return aot_compile(
        fn, args, fw_compiler, bw_compiler, inference_compiler, chosen is min_cut_rematerialization_partition,
        keep_mutations, varying,
    )


def _key(x):
    if isinstance(x, torch.Tensor):
        return (tuple(x.shape), x.stride(), x.dtype, x.device, x.requires_grad)
    return x


def _varying_key(leaves):
    """What a program is compiled for whose sizes vary: which of them are 0, 1 or equal."""
    numbers, keys = {0: 0, 1: 1}, []
    for x in leaves:
        if isinstance(x, torch.Tensor):
            order = sorted(range(x.dim()), key=x.stride)
            keys.append((tuple(numbers.setdefault(n, len(numbers)) for n in x.shape), order, x.dtype, x.device, x.requires_grad))
        else:
            keys.append(x)
    return keys


def aot_function(
    fn,
    fw_compiler,
    bw_compiler=None,
    partition_fn=None,
    decompositions=None,
    num_params_buffers=0,
    keep_inference_input_mutations=False,
    inference_compiler=None,
    *,
    dynamic=False,
    enable_log=True,
    disable_functionalization=False,
):
    """fn, captured and compiled at its first call, and again for arguments of other shapes: with dynamic, where other sizes are 0, 1 or equal."""
    if bw_compiler is None:
        bw_compiler = fw_compiler
    if inference_compiler is None:
        inference_compiler = fw_compiler
    if disable_functionalization:
        raise NotImplementedError("aot_function(disable_functionalization=True) is not supported")
    from ._aot_autograd.shared_arguments import compile_shared, shares_memory
    from ._aot_autograd.subclass_calls import compile_on_parts, has_wrappers

    known = []

    def wrapped(*args, **kwargs):
        flat, spec = pytree.tree_flatten((args, kwargs))
        tensors = [x for x in flat if isinstance(x, torch.Tensor)]
        key = (torch.is_grad_enabled(), spec, _varying_key(flat) if dynamic else [_key(x) for x in flat])
        for other, call, out_spec in known:
            if other == key:
                return _structured(call(*tensors), out_spec[0])
        out_spec = [None]

        def flat_fn(*traced):
            rest = iter(traced)
            leaves = [next(rest) if isinstance(x, torch.Tensor) else x for x in flat]
            a, k = pytree.tree_unflatten(leaves, spec)
            out, out_spec[0] = pytree.tree_flatten(fn(*a, **k))
            return out

        def compile_(program, given):
            return _compile(program, given, fw_compiler, bw_compiler, inference_compiler, partition_fn, decompositions, keep_inference_input_mutations, 0 if dynamic else -1)

        if has_wrappers(flat_fn, tensors):
            call = compile_on_parts(flat_fn, tensors, compile_, step_compiler(fw_compiler, bw_compiler, inference_compiler, partition_fn, decompositions))
        elif shares_memory(tensors):
            call = compile_shared(flat_fn, tensors, compile_)
        else:
            call = compile_(flat_fn, tensors)
        known.append((key, call, out_spec))
        return _structured(call(*tensors), out_spec[0])

    return functools.wraps(fn)(wrapped) if hasattr(fn, "__name__") else wrapped


def _structured(flat, spec):
    """Results in their structure; a flat tuple or list is a list, as it comes from the compiled graph."""
    if spec.type in (tuple, list) and all(child.is_leaf() for child in spec.children()):
        return list(flat)
    return pytree.tree_unflatten(flat, spec)


def aot_module(mod, *args, **kwargs):
    """A module that runs mod, compiled; its parameters and buffers are arguments of the graphs."""

    def functional(named, call_args, call_kwargs):
        return torch.func.functional_call(mod, named, call_args, call_kwargs)

    compiled = aot_function(functional, *args, **kwargs)

    class AOTModule(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.orig_module = mod

        def forward(self, *args, **kwargs):
            named = {**dict(mod.named_parameters()), **dict(mod.named_buffers())}
            return compiled(named, args, kwargs)

    return AOTModule()


_NO_TUPLE = "Graph output must be a (). This is so that we can avoid pytree processing of the outputs. Please change the module to have tuple outputs or use aot_module instead."


def aot_module_simplified(
    mod, args, fw_compiler, bw_compiler=None, partition_fn=None, decompositions=None, keep_inference_input_mutations=False, inference_compiler=None
):
    """A module, mostly a GraphModule of the tracer, compiled for arguments like args."""
    if isinstance(mod, torch.fx.GraphModule) and not isinstance(mod.graph.output_node().args[0], (tuple, list)):
        raise RuntimeError(_NO_TUPLE)
    def compile_parts(fn, parts):
        return _compile(fn, parts, fw_compiler, bw_compiler, inference_compiler, partition_fn, decompositions, keep_inference_input_mutations)

    from ._aot_autograd.subclass_calls import compile_on_parts, has_wrappers

    if has_wrappers(mod, args):
        return compile_on_parts(mod, args, compile_parts, step_compiler(fw_compiler, bw_compiler, inference_compiler, partition_fn, decompositions))
    if not _is_graph(mod):
        return _compile_module(mod, args, lambda fn, values, varying: _compile(
            fn, values, fw_compiler, bw_compiler, inference_compiler, partition_fn, decompositions, keep_inference_input_mutations, varying))
    return compile_parts(mod, args)


def step_compiler(fw_compiler, bw_compiler, inference_compiler, partition_fn, decompositions):
    """What compiles a program on tensors that hold others where gradients flow."""

    def compile_step(fn, values):
        from ._aot_autograd.subclass_joint import compile_joint
        from .partitioners import default_partition

        forward, backward, _ = _compilers(fw_compiler, bw_compiler, inference_compiler, decompositions)
        return compile_joint(fn, values, forward, backward, partition_fn or default_partition)

    return compile_step


def _is_graph(mod):
    """Whether a module is a graph that reads its parameters by itself."""
    return not isinstance(mod, torch.nn.Module) or isinstance(mod, torch.fx.GraphModule) and not mod.graph.find_nodes(op="call_module")


def _compile_module(mod, args, compile_):
    """The compiled form of a module whose parameters and buffers are the first arguments of the graphs; arguments that are fake may have symbolic sizes, which vary."""
    named = {**dict(mod.named_parameters(remove_duplicate=False)), **dict(mod.named_buffers(remove_duplicate=False))}
    varies = any(not isinstance(n, int) for x in args if isinstance(x, torch.Tensor) for n in x.shape)

    def program(*values):
        outs = torch.func.functional_call(mod, dict(zip(named, values)), tuple(values[len(named):]))
        if not isinstance(outs, (tuple, list)):
            raise RuntimeError(_NO_TUPLE)
        return list(outs)

    compiled = compile_(program, [*named.values(), *map(_real, args)], len(named) if varies else -1)
    return lambda *given: compiled(*named.values(), *given)


def _real(x):
    """A tensor like a fake one."""
    if not isinstance(x, torch._subclasses.FakeTensor):
        return x
    sizes = [n if isinstance(n, int) else n.node.hint for n in x.shape]
    with torch._C._DisableTorchDispatch():
        return torch.empty(sizes, dtype=x.dtype).zero_().requires_grad_(x.requires_grad)


def __getattr__(name):
    if name in ("aot_export_module", "aot_export_joint_simple"):
        from torch._functorch._aot_autograd import export

        return getattr(export, name)
    if name in ("JointWithDescriptors", "aot_compile_joint_with_descriptors", "aot_export_joint_with_descriptors"):
        from torch._functorch._aot_autograd import joint

        return getattr(joint, name)
    if name in ("BackwardSignature", "GraphSignature"):
        from torch._functorch._aot_autograd import schemas

        return getattr(schemas, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
