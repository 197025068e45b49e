"""torch.compiler.precompile: a function captured for example inputs as the source of a module that runs its graph, and a cache that goes with it.

What the source promises: it holds no weights (1), runs with modules of the same structure (2) on inputs of the same structure, sizes (3) and
element types (6), changes what the function changes (4), and adds the gradients that the function finds to the parameters (5). Who loads it runs it (7).
"""

import ast
import contextlib
import hashlib
import io
import logging

import torch
from torch.utils import _pytree as pytree
from torch._precompile_run import METADATA, PrecompileError, fail

log = logging.getLogger(__name__)

_FORMAT, _VERSION = "torch.compiler.precompile", 1
_NO_COMPUTE = ("the inductor backend cannot lower a graph with no compute -- the traced fn returns its inputs or Python constants unchanged, producing no Inductor kernel. "
               "Return a computed tensor, or use backend='eager'.")


class _Capture:
    """The graph of a function over the parameters and buffers of its modules and the leaves of its other arguments, and how it is called."""

    def __init__(self, fn, args, backend, decompositions):
        self.backend = backend
        modules = [i for i, a in enumerate(args) if isinstance(a, torch.nn.Module)]
        self.modules = [args[i] for i in modules]
        (params, names), (buffers, buffer_names) = interned(self.modules)
        self.user_flat, in_spec = pytree.tree_flatten(tuple(a for i, a in enumerate(args) if i not in modules))
        self.params, self.buffers, self.fn, self.args, self.positions = params, buffers, fn, args, modules
        self.bounds = _bounds(self.user_flat, backend)
        self.in_spec, self.out_spec, self.grads = in_spec, None, []
        self.gm = self._traced(decompositions)
        _check_constants(self.gm)
        _check_operators(self.gm)
        if backend == "inductor":
            _check_computes(self.gm)
        self.metadata = {
            "BACKEND": backend, "MODULE_POSITIONS": modules, "NUM_POSITIONAL_ARGS": len(args), "PARAM_NAMES": names, "BUFFER_NAMES": buffer_names,
            "PARAM_SHAPES": _shapes(params), "BUFFER_SHAPES": _shapes(buffers), "PARAM_DTYPES": [str(t.dtype) for t in params],
            "BUFFER_DTYPES": [str(t.dtype) for t in buffers], "PARAM_DEVICES": [str(t.device) for t in params],
            "BUFFER_DEVICES": [str(t.device) for t in buffers], "GRAD_PARAM_INDICES": self.grads, "IN_SPEC": _spec(in_spec), "OUT_SPEC": _spec(self.out_spec),
            "USER_INPUT_SHAPES": [_shape(t, b) for t, b in zip(self.user_flat, self.bounds)],
            "USER_INPUT_DTYPES": [str(t.dtype) if _is_tensor(t) else None for t in self.user_flat],
            "USER_INPUT_DEVICES": [str(t.device) if _is_tensor(t) else None for t in self.user_flat], "USER_INPUT_BOUNDS": self.bounds,
            "USER_INPUT_STRIDES": [tuple(t.stride()) if _is_tensor(t) and not b and backend == "inductor" else None for t, b in zip(self.user_flat, self.bounds)]}

    def _run(self, *flat):
        """The function on parameters, buffers and inputs; gives its results and the gradients of parameters."""
        lifted = flat[:len(self.params) + len(self.buffers)]
        by_id = {id(real): given for real, given in zip([*self.params, *self.buffers], lifted)}
        user = iter(pytree.tree_unflatten(list(flat[len(lifted):]), self.in_spec))
        args = [a if i in self.positions else next(user) for i, a in enumerate(self.args)]
        with contextlib.ExitStack() as stack:
            for module in self.modules:
                stack.enter_context(_with_tensors(module, by_id))
            out = self.fn(*args)
        if any(_is_tensor(t) and t.is_leaf and t.requires_grad and t.grad is not None for t in flat[len(lifted):]):
            fail("precompile: a user input received a gradient; precompile only harvests gradients for parameters, so an input gradient would be silently dropped. "
                 "Pass the tensor as a module parameter if its gradient is needed.")
        leaves, self.out_spec = pytree.tree_flatten(out)
        self.grads = [i for i, p in enumerate(lifted[:len(self.params)]) if p.grad is not None]
        return [*leaves, *(lifted[i].grad for i in self.grads)]

    def _traced(self, decompositions):
        from torch.fx.experimental.proxy_tensor import make_fx
        from torch.fx.experimental.symbolic_shapes import GuardOnDataDependentSymNode

        flat = [_without_gradient(t) for t in [*self.params, *self.buffers, *self.user_flat]]
        before = len(self.params) + len(self.buffers)
        dims = {before + i: list(of) for i, of in enumerate(self.bounds) if of}
        if not dims:
            return make_fx(self._run, decomposition_table=decompositions, tracing_mode="real")(*flat)
        gm = make_fx(self._run, decomposition_table=decompositions, tracing_mode="symbolic", _open_dims={i: dims.get(i, []) for i in range(len(flat))})(*flat)
        guards = [str(g.expr) for g in gm.shape_env.guards] if gm.shape_env is not None else []
        if guards:
            error = GuardOnDataDependentSymNode if isinstance(GuardOnDataDependentSymNode, type) else RuntimeError
            raise PrecompileError("precompile: fn needs to guard on a dim marked with mark_unbacked (it branches on or specializes that size), which is not allowed for "
                                  "an unbacked dynamic dim. Do not mark that dim (capture it static), or restructure fn to avoid the size-dependent operation. Underlying: "
                                  f"{error.__name__}: {guards[0]}")
        return gm


def _without_gradient(value):
    """An example of the same memory that has no gradient, so that what the function finds is told from what was there and is left out there."""
    if not _is_tensor(value) or not value.requires_grad:
        return value
    made = value.detach()
    return torch.nn.Parameter(made) if isinstance(value, torch.nn.Parameter) else made.requires_grad_()


def interned(modules):
    """The parameters, then the buffers, of modules with their names, each tensor once."""
    seen, out = set(), []
    for members in ("named_parameters", "named_buffers"):
        tensors, names = [], []
        for i, module in enumerate(modules):
            for name, t in getattr(module, members)(remove_duplicate=False):
                if id(t) not in seen:
                    seen.add(id(t))
                    tensors.append(t)
                    names.append(f"m{i}.{name}" if len(modules) > 1 else name)
        out.append((tensors, names))
    return out


@contextlib.contextmanager
def _with_tensors(module, by_id):
    """A module with other tensors in the places of its parameters and buffers."""
    prior = []
    for part in module.modules():
        for table in (part._parameters, part._buffers):
            for name, t in list(table.items()):
                if id(t) in by_id:
                    prior.append((table, name, t))
                    table[name] = by_id[id(t)]
    try:
        yield
    finally:
        for table, name, t in prior:
            table[name] = t


def _is_tensor(value):
    return isinstance(value, torch.Tensor)


def _shapes(tensors):
    return [tuple(t.shape) for t in tensors]


def _shape(t, bounds):
    """The sizes of an input, None for those that vary."""
    return tuple(None if bounds and d in bounds else n for d, n in enumerate(t.shape)) if _is_tensor(t) else None


def _spec(spec):
    try:
        return pytree.treespec_dumps(spec)
    except (NotImplementedError, ValueError, TypeError):
        return None


def _bounds(flat, backend):
    """For each input what is said of the sizes that vary: {dimension: (min, max, name)}."""
    out = []
    for t in flat:
        marked = getattr(t, "_dynamo_unbacked_indices", None) if _is_tensor(t) else None
        if marked and backend != "inductor":
            raise NotImplementedError("precompile: mark_unbacked (dynamic shapes) is only supported with backend='inductor'; eager + unbacked is not supported.")
        bounds, names = getattr(t, "_dynamo_unbacked_bounds", {}), getattr(t, "_dynamo_shape_ids", {})
        out.append({d: (*bounds.get(d, (None, None)), names.get(d)) for d in sorted(marked)} if marked else None)
    return out


def _check_constants(gm):
    found = []
    for node in gm.graph.find_nodes(op="get_attr"):
        value = getattr(gm, node.target, None)
        if isinstance(value, torch.nn.Module):
            raise PrecompileError(f"precompile cannot compile this computation: control flow with the graph {node.target}.")
        if _is_tensor(value) and (item := (node.target, tuple(value.shape), str(value.dtype))) not in found:
            found.append(item)
    if found:
        raise PrecompileError(
            "precompile traced a tensor that is neither a graph input (module parameter/buffer or user input) nor an intermediate. Such tensors would be hard-coded into "
            "the graph. This fires for a tensor closed over by fn (a global or captured local) or a plain (non-registered) module attribute, and also for a tensor literal "
            f"constructed inside fn (e.g. torch.tensor([...])). Offending constants (target, shape, dtype): {found}. Fix by passing the tensor as an explicit argument; "
            "for module state register it as a parameter/buffer, and for a literal hoist it out of fn and pass it as an argument.")


def _check_operators(gm):
    for node in gm.graph.nodes:
        if node.op == "call_function" and isinstance(node.target, torch._ops.OpOverload) and _has_effect(node.target):
            raise PrecompileError(f"precompile cannot compile this computation: effectful op {node.target}. The graph contains an effectful op, which is not supported yet: "
                                  "its with_effects HOP is non-cacheable, so the compiled artifact cannot be saved and lowered to standalone source.")


def _has_effect(op):
    definition = torch.library._maybe_get_opdef(op)
    return str(op) == "aten._print.default" or getattr(definition, "_effect", None) is not None


def _check_computes(gm):
    results = [n for n in pytree.tree_leaves(list(gm.graph.output_node().args)) if isinstance(n, torch.fx.Node)]
    if not any(n.op == "call_function" for n in gm.graph.nodes) or not any(n.op == "call_function" for n in results):
        raise PrecompileError(_NO_COMPUTE)


def _source(capture):
    """The module that runs a captured graph."""
    code = capture.gm.graph.python_code("self")
    lines = [f'# Generated by torch.compiler.precompile (backend="{capture.backend}") -- do not edit.', "#",
             "# Runs by itself: execute the file and call its forward() as the function was called, with the module(s) in their places.",
             "# The modules may have other weights, but no other structure; inputs have the sizes and element types of the examples.", "",
             "# 1. The captured graph", "from math import inf", "from math import nan", "NoneType = type(None)", "import torch", "from torch import device",
             "import torch.fx._pytree as fx_pytree", "import torch.utils._pytree as pytree", "",
             code.src.replace("def forward(", "def _graph_forward(", 1), "", "def call(args):", "    out = _graph_forward(None, *args)",
             "    return list(out) if isinstance(out, (list, tuple)) else [out]", "", "# 2. How it is called"]
    lines += [f"{name} = {value!r}" for name, value in capture.metadata.items()]
    lines += ["", "# 3. What calls it", "def forward(*args):", "    from torch._precompile_run import run", "", "    return run(globals(), call, args)", ""]
    return "\n".join(lines)


class PrecompiledModule:
    """A function that was loaded from its source."""

    def __init__(self, namespace, python_code, cache):
        self._loaded_forward = namespace["forward"]
        self._code, self._cache = python_code, cache

    def __call__(self, *args):
        return self._loaded_forward(*args)

    def to_python_code(self):
        return self._code

    def to_cache_bytes(self):
        return self._cache


class _PrecompileApi:
    """torch.compiler.precompile."""

    PrecompileError = PrecompileError

    def __call__(self, fn, *example_inputs, backend="inductor", tracer="make_fx", decompositions=None):
        """The source of a module that does what fn does to inputs like the examples, and the cache that goes with it, as bytes."""
        if backend not in ("inductor", "eager"):
            raise ValueError(f"precompile backend must be 'inductor' or 'eager', got {backend!r}.")
        if tracer not in ("make_fx", "dynamo"):
            raise ValueError(f"precompile tracer must be 'make_fx' or 'dynamo', got {tracer!r}.")
        if tracer == "dynamo":
            raise NotImplementedError("precompile tracer='dynamo' is not implemented yet; use tracer='make_fx' (the default).")
        code = _source(_Capture(fn, example_inputs, backend, decompositions))
        file = io.BytesIO()
        torch.save({"format": _FORMAT, "version": _VERSION, "backend": backend, "code_hash": _hash(code), "artifact": b"" if backend == "inductor" else None}, file)
        return code, file.getvalue()

    def load(self, python_code, cache):
        """The callable of a source; a cache of another source is an error, one that cannot be read is left."""
        metadata = _metadata(python_code)
        envelope = _envelope(cache)
        if envelope is not None:
            if envelope["backend"] != metadata["BACKEND"]:
                raise PrecompileError(f"cache backend {envelope['backend']!r} does not match the python_code backend {metadata['BACKEND']!r}; "
                                      "the cache and python_code came from different precompile() calls.")
            if envelope["code_hash"] != _hash(python_code):
                raise PrecompileError(f"cache does not match python_code (its code_hash {envelope['code_hash']!r} != sha256(python_code) {_hash(python_code)!r}); the cache and "
                                      "python_code came from different precompile() calls. Pair each cache with the python_code from the same precompile() call.")
        log.warning("torch.compiler.precompile.load executes python_code. Load only code that you produced or trust.")
        namespace = {"__name__": "torch_precompiled"}
        exec(compile(python_code, "<precompiled>", "exec"), namespace)
        return PrecompiledModule(namespace, python_code, cache)


def _hash(code):
    return hashlib.sha256(code.encode()).hexdigest()


def _metadata(python_code):
    found = {}
    for statement in ast.parse(python_code).body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name) and statement.targets[0].id in METADATA:
            found[statement.targets[0].id] = ast.literal_eval(statement.value)
    missing = sorted(set(METADATA) - set(found))
    if missing:
        raise PrecompileError(f"python_code is missing calling-convention metadata {missing}; it does not look like a torch.compiler.precompile artifact.")
    return found


def _envelope(cache):
    try:
        envelope = torch.load(io.BytesIO(cache), weights_only=True)
        kind = envelope.get("format"), envelope.get("version")
    except Exception as e:
        log.warning("torch.compiler.precompile.load could not read the cache (%s); it goes on with python_code.", type(e).__name__)
        return None
    if kind != (_FORMAT, _VERSION):
        log.warning("torch.compiler.precompile.load got a cache with format=%r version=%r; it goes on with python_code.", *kind)
        return None
    return envelope


precompile = _PrecompileApi()
