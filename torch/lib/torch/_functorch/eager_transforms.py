"""Derivatives as function transforms: each runs the function at a level of its own."""
import contextlib
from functools import partial, wraps

import torch
from torch._C._functorch import (_func_decrement_nesting, _func_increment_nesting, _grad_decrement_nesting, _grad_increment_nesting,
                                 _unwrap_functional_tensor, _wrap_for_grad, _wrap_functional_tensor, set_inplace_requires_grad_allowed)
from torch._functorch._primitives import _autograd_grad, _set_tensor_requires_grad
from torch._functorch.predispatch import (_enter_dual_level, _exit_dual_level, _jvp_decrement_nesting, _jvp_increment_nesting, _make_dual,
                                          _unpack_dual, _unwrap_for_grad)
from torch.utils._pytree import tree_flatten, tree_map, tree_map_, tree_map_only, tree_unflatten, treespec_pprint

from .apis import vmap

_NO_HOOKS = "torch.func.{grad, vjp, jacrev, hessian} don't yet support saved tensor hooks. Please open an issue with your use case."


@contextlib.contextmanager
def _no_saved_tensors_hooks():
    outer = torch._C._disable_saved_tensors_hooks(_NO_HOOKS)
    torch._C._autograd._saved_tensors_hooks_disable(_NO_HOOKS)
    try:
        yield
    finally:
        torch._C._disable_saved_tensors_hooks(outer)
        if outer:
            torch._C._autograd._saved_tensors_hooks_disable(outer)
        else:
            torch._C._autograd._saved_tensors_hooks_enable()


@contextlib.contextmanager
def grad_increment_nesting():
    level = _grad_increment_nesting()
    try:
        yield level
    finally:
        _grad_decrement_nesting()


@contextlib.contextmanager
def jvp_increment_nesting():
    level = _jvp_increment_nesting()
    try:
        yield level
    finally:
        _jvp_decrement_nesting()


@contextlib.contextmanager
def _dual_level():
    torch._C._set_fwd_grad_enabled(True)
    level = _enter_dual_level()
    try:
        yield level
    finally:
        _exit_dual_level(level=level)
        torch._C._set_fwd_grad_enabled(True)


def _tracked(tree, level):
    """The tensors of a tree at a grad level; they do not require grad yet."""
    return tree_map_only(torch.Tensor, lambda t: _wrap_for_grad(t, level), tree)


def _aux_untracked(aux, level):
    """What a function gives beside its value: tensors only."""
    for leaf in tree_flatten(aux)[0]:
        if not isinstance(leaf, torch.Tensor):
            raise RuntimeError(f"Expected tensors, got unsupported type {type(leaf)}")
    return _untracked(aux, level)


def _untracked(tree, level):
    return tree_map_only(torch.Tensor, lambda t: _unwrap_for_grad(t, level), tree)


def _as_input(x):
    if not (x.is_floating_point() or x.is_complex()):
        raise RuntimeError("only Tensors of floating point dtype can require gradients")
    set_inplace_requires_grad_allowed(True)
    try:
        return _set_tensor_requires_grad(x)
    finally:
        set_inplace_requires_grad_allowed(False)


def _check_input(x):
    if not isinstance(x, torch.Tensor):
        raise ValueError(f"Thing passed to transform API must be Tensor, got {type(x)}")
    return _as_input(x)


def _check_argnums(argnums, count):
    def check(i):
        if not isinstance(i, int):
            raise RuntimeError(f"argnum must be int, got: {type(i)}")
        if not -count <= i < count:
            raise RuntimeError(f"Got argnum={i}, but only {count} positional inputs")

    if isinstance(argnums, tuple):
        if len(argnums) == 0:
            raise RuntimeError("argnums must be non-empty")
        for i in argnums:
            check(i)
        argnums = tuple(i % count for i in argnums)
        if len(set(argnums)) != len(argnums):
            raise RuntimeError(f"argnums elements must be unique, got {argnums}")
    elif isinstance(argnums, int):
        check(argnums)
    else:
        raise RuntimeError(f"argnums must be int or Tuple[int, ...], got: {type(argnums)}")


def _pick(args, argnums):
    _check_argnums(argnums, len(args))
    return tuple(args[i] for i in argnums) if isinstance(argnums, tuple) else args[argnums]


def _replaced(args, argnums, values):
    args = list(args)
    if isinstance(argnums, tuple):
        for k, i in enumerate(argnums):
            args[i] = values[k]
    else:
        args[argnums] = values
    return tuple(args)


def _split_aux(output, name, example):
    if not (isinstance(output, tuple) and len(output) == 2):
        raise RuntimeError(f"{name}: output of function f should be a tuple: (output, aux) if has_aux is True")
    return output


def _all_tensors(tree, name, what):
    leaves, _ = tree_flatten(tree)
    if len(leaves) == 0 or len(leaves) == 1 and leaves[0] is None:
        if what.startswith("f("):
            raise RuntimeError(f"{name}: Expected f to be a function that has non-empty output (got output = {leaves})")
        raise RuntimeError(f"{name}: Expected {what} to contain at least one Tensor.")
    for leaf in leaves:
        if not isinstance(leaf, torch.Tensor):
            if what.startswith("f("):
                raise RuntimeError(f"{name}: expected {what} to return only tensors, got unsupported type {type(leaf)}")
            raise RuntimeError(f"{name}: Expected {what} to only contain Tensors, got {type(leaf)}")


def grad_and_value_impl(func, argnums, has_aux, args, kwargs):
    with _no_saved_tensors_hooks(), grad_increment_nesting() as level:
        with torch.enable_grad():
            args, kwargs = _tracked(args, level), _tracked(kwargs, level)
            diff_args = _pick(args, argnums)
            tree_map_(_check_input, diff_args)
            output = func(*args, **kwargs)
            if has_aux:
                if not (isinstance(output, tuple) and len(output) == 2):
                    raise RuntimeError("grad_and_value(f)(*args): output of function f should be a tuple: (output, aux) if has_aux is True")
                output, aux = output
            if not isinstance(output, torch.Tensor):
                raise RuntimeError(f"grad_and_value(f)(*args): Expected f(*args) to return a Tensor, got {type(output)}")
            if output.dim() != 0:
                raise RuntimeError("grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got tensor with "
                                   f"{output.dim()} dims. Maybe you wanted to use the vjp or jacrev APIs instead?")
            flat_args, spec = tree_flatten(diff_args)
            flat_grads = _autograd_grad((output,), flat_args, create_graph=True)
            grad_input = tree_unflatten(list(flat_grads), spec)
            grad_input = _untracked(grad_input, level)
            output = _untracked(output, level)
            if has_aux:
                aux = _aux_untracked(aux, level)
        if has_aux:
            return grad_input, (output, aux)
        return grad_input, output


def grad_impl(func, argnums, has_aux, args, kwargs):
    results = grad_and_value_impl(func, argnums, has_aux, args, kwargs)
    if has_aux:
        grad_input, (_, aux) = results
        return grad_input, aux
    grad_input, _ = results
    return grad_input


def vjp(func, *primals, has_aux=False):
    """The value of func and the function that pulls cotangents back."""
    return _vjp(func, *primals, has_aux=has_aux)


def _vjp(func, *primals, argnums=None, has_aux=False):
    with _no_saved_tensors_hooks(), grad_increment_nesting() as level:
        with torch.enable_grad():
            primals = _tracked(primals, level)
            if argnums is None:
                diff_primals = tree_map(_check_input, primals)
            else:
                diff_primals = _pick(primals, argnums)
                tree_map_(_check_input, diff_primals)
            primals_out = func(*primals)
            if has_aux:
                if not (isinstance(primals_out, tuple) and len(primals_out) == 2):
                    raise RuntimeError("vjp(f, *primals): output of function f should be a tuple: (output, aux) if has_aux is True")
                primals_out, aux = primals_out
                aux = _aux_untracked(aux, level)
            flat_primals_out, out_spec = tree_flatten(primals_out)
            _all_tensors(primals_out, "vjp(f, *primals)", "f(*primals)")
            for out in flat_primals_out:
                if not (out.is_floating_point() or out.is_complex()):
                    raise RuntimeError(f"vjp(f, ...): All outputs of f must be floating-point or complex Tensors, got Tensor with dtype {out.dtype}")
            flat_diff_primals, primals_spec = tree_flatten(diff_primals)
            results = _untracked(primals_out, level)

    def wrapper(cotangents, retain_graph=True, create_graph=None):
        if create_graph is None:
            create_graph = torch.is_grad_enabled()
        flat_cotangents, cotangents_spec = tree_flatten(cotangents)
        if out_spec != cotangents_spec:
            raise RuntimeError(f"Expected pytree structure of cotangents to be the same as pytree structure of outputs to the function. cotangents: "
                               f"{treespec_pprint(cotangents_spec)}, primal output: {treespec_pprint(out_spec)}")
        result = _autograd_grad(flat_primals_out, flat_diff_primals, flat_cotangents, retain_graph=retain_graph, create_graph=create_graph)
        return tree_unflatten(list(result), primals_spec)

    if has_aux:
        return results, wrapper, aux
    return results, wrapper


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    """The value of func at primals and its derivative in the direction of tangents."""
    return _jvp(func, primals, tangents, argnums=None, strict=strict, has_aux=has_aux)


def _dual(level, primal, tangent):
    torch.autograd.forward_ad._maybe_load_decompositions()
    for what, x in ("primal", primal), ("tangent", tangent):
        if not (x.is_floating_point() or x.is_complex()):
            raise ValueError(f"Expected {what} to be floating point or complex, but got: {x.dtype}")
    return _make_dual(primal, tangent, level=level)


def _at_level(level, tree):
    return tree_map(partial(_unwrapped, level), tree)


def _unwrapped(level, x):
    return _unwrap_for_grad(x, level) if isinstance(x, torch.Tensor) else x


def _jvp(func, primals, tangents, *, argnums, strict=False, has_aux):
    diff_args = primals if argnums is None else _pick(primals, argnums)
    if not isinstance(primals, tuple):
        raise RuntimeError(f"jvp(f, primals, tangents): Expected primals to be a tuple. E.g. it should be valid to call f(*primals).")
    flat_primals, primals_spec = tree_flatten(diff_args)
    flat_tangents, tangents_spec = tree_flatten(tangents)
    if primals_spec != tangents_spec:
        raise RuntimeError("jvp(f, primals, tangents): Expected primals and tangents to have the same python structure. For example, if primals is a "
                           f"tuple of 3 tensors, tangents also must be. Got primals with structure {primals_spec} and tangents with structure {tangents_spec}")
    _all_tensors(diff_args, "jvp(f, primals, tangents)", "primals")
    _all_tensors(tangents, "jvp(f, primals, tangents)", "tangents")
    with jvp_increment_nesting() as level:
        with _dual_level() as dual_level:
            duals = tree_unflatten(list(map(partial(_dual, dual_level), flat_primals, flat_tangents)), primals_spec)
            if argnums is not None:
                primals = _tracked(primals, level)
                duals = _replaced(primals, argnums, duals)
            result_duals = func(*duals)
            if has_aux:
                if not (isinstance(result_duals, tuple) and len(result_duals) == 2):
                    raise RuntimeError("jvp(f, primals, tangents): output of function f should be a tuple: (output, aux) if has_aux is True")
                result_duals, aux = result_duals
                aux = _aux_untracked(aux, level)
            result_duals, spec = tree_flatten(result_duals)
            _all_tensors(result_duals, "jvp(f, primals, tangents)", "f(*primals)")
            primals_out, tangents_out = [], []
            for result in result_duals:
                primal, dual = _unpack_dual(result, level=dual_level)
                if dual is None:
                    if strict:
                        raise RuntimeError("jvp(f, primals, tangents, strict=True): The output of f is independent of the inputs. This is not allowed with strict=True.")
                    tangent = torch.zeros_like(primal)
                else:
                    tangent = dual
                primals_out.append(primal)
                tangents_out.append(tangent)
            primals_out_unflatten = _at_level(level, tree_unflatten(primals_out, spec))
            tangents_out_unflatten = _at_level(level, tree_unflatten(tangents_out, spec))
            if has_aux:
                return primals_out_unflatten, tangents_out_unflatten, aux
            return primals_out_unflatten, tangents_out_unflatten


def _standard_basis(tensors, numels):
    """For tensors of n elements altogether, one stack of n rows for each: together they are the rows of the identity."""
    return next(_standard_bases(tensors, numels, None))


def _standard_bases(tensors, numels, chunk_size):
    """The rows of the identity by pieces of chunk_size, all at once without it."""
    total = sum(numels)
    size = total if chunk_size is None else chunk_size
    for first in range(0, max(total, 1), max(size, 1)):
        rows = min(size, total - first)
        chunks = tuple(t.new_zeros(rows, n) for t, n in zip(tensors, numels))
        start = -first
        for chunk, n in zip(chunks, numels):
            chunk.diagonal(-start).fill_(1)
            start += n
        yield tuple(chunk.view(rows, *t.shape) for chunk, t in zip(chunks, tensors))


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None, _preallocate_and_copy=False):
    """The Jacobian of func by rows: a derivative of every output element, all at once."""
    if not (chunk_size is None or chunk_size > 0):
        raise ValueError("jacrev: `chunk_size` should be greater than 0.")

    def wrapper_fn(*args):
        _no_complex("jacrev", args, "inputs")
        vjp_out = _vjp(func, *args, argnums=argnums, has_aux=has_aux)
        if has_aux:
            output, vjp_fn, aux = vjp_out
        else:
            output, vjp_fn = vjp_out
        flat_output, output_spec = tree_flatten(output)
        _all_tensors(output, "jacrev", "the output of f")
        _no_complex("jacrev", flat_output, "outputs")
        sizes = tuple(out.numel() for out in flat_output)
        flat_primals, input_spec = tree_flatten(_pick(args, argnums))
        pieces = [_pulled_back(vjp_fn, basis, output_spec, chunk_size == 1) for basis in _standard_bases(flat_output, sizes, chunk_size)]
        results = pieces[0]
        if len(pieces) > 1:
            results = []
            for same in zip(*pieces):
                result = torch.cat(same, 0)
                results.append(result)
        columns = [torch.split(result, list(sizes), dim=0) for result in results]
        blocks = [tuple(split.view(out.shape + primal.shape) for split, out in zip(splits, flat_output)) for splits, primal in zip(columns, flat_primals)]
        output_input = tree_unflatten([tree_unflatten(row, input_spec) for row in zip(*blocks)], output_spec)
        return (output_input, aux) if has_aux else output_input

    return wraps(func)(wrapper_fn) if hasattr(func, "__name__") else wrapper_fn


def _pulled_back(vjp_fn, basis, spec, single):
    """What vjp_fn makes of each element of a basis; of a single one without vmap."""
    if single:
        return [t.unsqueeze(0) for t in tree_flatten(vjp_fn(tree_unflatten([t.squeeze(0) for t in basis], spec)))[0]]
    basis = tree_unflatten(basis, spec)
    chunked_result = vmap(vjp_fn)(basis)
    return tree_flatten(chunked_result)[0]


def _no_complex(name, tree, what):
    leaves, _ = tree_flatten(tree)
    for i, leaf in enumerate(leaves):
        if isinstance(leaf, torch.Tensor) and leaf.dtype.is_complex:
            raise RuntimeError(f"{name}: Expected all {what} to be real but received complex tensor at flattened input idx: {i}")


def _last_dim_as(t, shape):
    return t.squeeze(-1) if len(shape) == 0 else t.unflatten(-1, shape)


def jacfwd(func, argnums=0, has_aux=False, *, randomness="error"):
    """The Jacobian of func by columns: a directional derivative for every input element, all at once."""
    def wrapper_fn(*args):
        _no_complex("jacfwd", args, "inputs")
        primals = _pick(args, argnums) if isinstance(argnums, tuple) else (_pick(args, argnums),)
        which = argnums if isinstance(argnums, tuple) else (argnums,)
        flat_primals, primals_spec = tree_flatten(primals)
        sizes = tuple(p.numel() for p in flat_primals)

        def push_jvp(basis):
            output = _jvp(func, args, basis, argnums=which, has_aux=has_aux)
            if has_aux:
                _, jvp_out, aux = output
                return jvp_out, aux
            _, jvp_out = output
            return jvp_out

        results = vmap(push_jvp, randomness=randomness)(tree_unflatten(_standard_basis(flat_primals, sizes), primals_spec))
        if has_aux:
            results, aux = results
            aux = tree_map(lambda t: t[0], aux)
        flat_results, spec = tree_flatten(results)
        _no_complex("jacfwd", results, "outputs")
        columns = tuple(torch.split(
            result.movedim(0, -1), list(sizes), dim=-1) for result in flat_results)
        blocks = tuple(tuple(_last_dim_as(jac_out_in, p.shape) for jac_out_in, p in zip(column, flat_primals)) for column in columns)
        rows = [tree_unflatten(block, primals_spec) for block in blocks]
        rows = rows if isinstance(argnums, tuple) else [row[0] for row in rows]
        return (tree_unflatten(rows, spec), aux) if has_aux else tree_unflatten(rows, spec)

    return wraps(func)(wrapper_fn) if hasattr(func, "__name__") else wrapper_fn


def hessian(func, argnums=0):
    return jacfwd(jacrev(func, argnums), argnums)


def linearize(func, *primals):
    """The value of func at primals and its linear approximation there."""
    for x in tree_flatten(primals)[0]:
        if not isinstance(x, torch.Tensor):
            raise AttributeError(f"'{type(x).__name__}' object has no attribute 'new_empty'")
        if not (x.is_floating_point() or x.is_complex()):
            raise ValueError(f"Expected primal to be floating point or complex, but got: {x.dtype}")
    output = func(*primals)

    def jvp_fn(*tangents):
        given, spec = tree_flatten(tangents)
        wanted, expected = tree_flatten(primals)
        if spec != expected:
            raise RuntimeError(f"Expected the tangents {spec} to have the same argspec as the primals {expected}")
        for i, (t, p) in enumerate(zip(given, wanted)):
            if t.shape != p.shape or t.dtype != p.dtype:
                what, mine, other = ("shape", t.shape, p.shape) if t.shape != p.shape else ("dtype", t.dtype, p.dtype)
                raise RuntimeError(f"tangent:{i} with {what} {mine} in flattened pytree doesn't match the {what} {other} of the corresponding primal.")
        return _jvp(func, primals, tangents, argnums=None, has_aux=False)[1]

    return output, jvp_fn


def functionalize(func, *, remove="mutations"):
    """func without mutation: its in-place operators become functional ones, inputs are written back at the end."""
    if remove not in ("mutations", "mutations_and_views"):
        raise RuntimeError(f"functionalize(f, remove='mutations'): received invalid argument for remove={remove}. Valid options are:\n     remove='mutations': "
                           "all inplace and out= operators will be removed from the program, and replaced with their out-of-place equivalents.\n     "
                           "remove='mutations_and_views': In addition to the above, all aliasing operators {view} will be replaced with their non-aliasing "
                           "counterparts, {view}_copy.\n")
    reapply_views = remove == "mutations"

    def wrapped(*args, **kwargs):
        level = _func_increment_nesting(reapply_views)
        try:
            def wrap(t):
                return _wrap_functional_tensor(t, level)

            inner_args, inner_kwargs = tree_map_only(torch.Tensor, wrap, args), tree_map_only(torch.Tensor, wrap, kwargs)
            outputs = func(*inner_args, **inner_kwargs)
            results = tree_map_only(torch.Tensor, lambda t: _unwrap_functional_tensor(t, reapply_views), outputs)
            pairs = list(zip(tree_flatten((args, kwargs))[0], tree_flatten((inner_args, inner_kwargs))[0]))
            values = [(outer, _unwrap_functional_tensor(inner, reapply_views)) for outer, inner in pairs if isinstance(outer, torch.Tensor)]
        finally:
            _func_decrement_nesting()
        for outer, value in values:
            if outer is not value:
                if outer.shape != value.shape:
                    outer = outer.as_strided_(value.shape, value.stride())
                outer.copy_(value)
        return results

    return wraps(func)(wrapped) if hasattr(func, "__name__") else wrapped


def _slice_argnums(args, argnums, as_tuple=True):
    """The arguments that argnums name."""
    picked = _pick(args, argnums)
    return picked if isinstance(argnums, tuple) or not as_tuple else (picked,)


def debug_unwrap(tensor, *, recurse=True):
    """What a tensor of a transform stands for, past all levels or one."""
    from torch._C._functorch import get_unwrapped, is_functorch_wrapped_tensor

    if not is_functorch_wrapped_tensor(tensor):
        return tensor
    inner = get_unwrapped(tensor)
    return debug_unwrap(inner) if recurse else inner
