"""Function transforms. vmap runs the function for each element and stacks the results; derivatives use the tape."""
import torch
from torch.autograd import grad as _grad


def _flatten(tree):
    if isinstance(tree, torch.Tensor):
        return [tree], lambda it: next(it)
    if isinstance(tree, dict):
        parts = {k: _flatten(v) for k, v in tree.items()}
        return [t for p in parts.values() for t in p[0]], lambda it: type(tree)((k, p[1](it)) for k, p in parts.items())
    if isinstance(tree, (tuple, list)):
        parts = [_flatten(v) for v in tree]

        def build(it):
            items = [p[1](it) for p in parts]
            return type(tree)(*items) if hasattr(tree, "_fields") else type(tree)(items)

        return [t for p in parts for t in p[0]], build
    return [], lambda it: tree


def _map(fn, tree):
    leaves, build = _flatten(tree)
    return build(iter([fn(t) for t in leaves]))


def _argnums(argnums):
    return (argnums,) if isinstance(argnums, int) else tuple(argnums)


def _pick(args, argnums):
    return args[argnums] if isinstance(argnums, int) else tuple(args[i] for i in argnums)


def _tracked(args, argnums):
    """The arguments with fresh leaves at argnums, which keep the history of outer transforms."""
    args = list(args)
    for i in _argnums(argnums):
        args[i] = _map(lambda t: t.view_as(t) if t.requires_grad else t.detach().requires_grad_(), args[i])
    return args


def grad_and_value(func, argnums=0, has_aux=False):
    def wrapper(*args, **kwargs):
        outer = any(t.requires_grad for t in _flatten(list(args))[0])
        with torch.enable_grad():
            args = _tracked(args, argnums)
            out = func(*args, **kwargs)
            aux = None
            if has_aux:
                out, aux = out
            if not isinstance(out, torch.Tensor):
                raise RuntimeError(f"grad_and_value(f)(*args): Expected f(*args) to return a single tensor, got {type(out)}")
            if out.dim() != 0:
                raise RuntimeError(f"grad_and_value(f)(*args): Expected f(*args) to return a scalar tensor, got tensor with {out.dim()} dims. Maybe you wanted to use the vjp or jacrev APIs instead?")
            leaves, build = _flatten(_pick(args, argnums))
            create = _depth[0] > 0 or outer
            got = _grad(out, leaves, create_graph=create, allow_unused=True) if out.requires_grad else [None] * len(leaves)
        got = [torch.zeros_like(x) if g is None else g for g, x in zip(got, leaves)]
        if not create:
            got, out = [g.detach() for g in got], out.detach()
        g = build(iter(got))
        return (g, (out, aux)) if has_aux else (g, out)

    return wrapper


_depth = [0]


def grad(func, argnums=0, has_aux=False):
    inner = grad_and_value(func, argnums, has_aux)

    def wrapper(*args, **kwargs):
        g, value = inner(*args, **kwargs)
        return (g, value[1]) if has_aux else g

    return wrapper


def vjp(func, *primals, has_aux=False):
    with torch.enable_grad():
        args = _tracked(primals, tuple(range(len(primals))))
        out = func(*args)
        aux = None
        if has_aux:
            out, aux = out
    outs, _ = _flatten(out)
    leaves, build = _flatten(tuple(args))

    def pull(*cotangents, retain_graph=True, create_graph=None):
        given, _ = _flatten(cotangents[0] if len(cotangents) == 1 else cotangents)
        got = _grad(outs, leaves, given, retain_graph=True, create_graph=torch.is_grad_enabled() and any(g.requires_grad for g in given), allow_unused=True)
        result = build(iter([torch.zeros_like(x) if g is None else g for g, x in zip(got, leaves)]))
        return result

    plain = _map(lambda t: t.detach(), out)
    return (plain, pull, aux) if has_aux else (plain, pull)


def jacrev(func, argnums=0, has_aux=False, *, chunk_size=None, _preallocate_and_copy=False):
    def wrapper(*args, **kwargs):
        outer = any(t.requires_grad for t in _flatten(list(args))[0])
        with torch.enable_grad():
            args = _tracked(args, argnums)
            out = func(*args, **kwargs)
            aux = None
            if has_aux:
                out, aux = out
            leaves, build = _flatten(_pick(args, argnums))

            def one(o):
                rows = [[] for _ in leaves]
                for j in range(o.numel()):
                    v = o.reshape(-1)[j]
                    got = _grad(v, leaves, retain_graph=True, create_graph=True, allow_unused=True) if v.requires_grad else [None] * len(leaves)
                    for r, g, x in zip(rows, got, leaves):
                        r.append(torch.zeros_like(x) if g is None else g)
                jac = [torch.stack(r).reshape(tuple(o.shape) + tuple(x.shape)) for r, x in zip(rows, leaves)]
                return build(iter(jac if outer else [j.detach() for j in jac]))

            outs, rebuild = _flatten(out)
            result = rebuild(iter([one(o) for o in outs]))
        return (result, aux) if has_aux else result

    return wrapper


def jacfwd(func, argnums=0, has_aux=False, *, chunk_size=None, randomness="error"):
    return jacrev(func, argnums, has_aux)


def hessian(func, argnums=0):
    return jacrev(jacrev(func, argnums), argnums)


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    with torch.enable_grad():
        args = _tracked(primals, tuple(range(len(primals))))
        out = func(*args)
        aux = None
        if has_aux:
            out, aux = out
        outs, build = _flatten(out)
        leaves, _ = _flatten(tuple(args))
        given, _ = _flatten(tuple(tangents))
        dummies = [torch.zeros_like(o, requires_grad=True) for o in outs]
        first = _grad(outs, leaves, dummies, create_graph=True, allow_unused=True)
        pairs = [(g, t) for g, t in zip(first, given) if g is not None]
        got = _grad([g for g, _ in pairs], dummies, [t for _, t in pairs], allow_unused=True)
    result = build(iter([torch.zeros_like(o) if g is None else g.detach() for g, o in zip(got, outs)]))
    plain = _map(lambda t: t.detach(), out)
    return (plain, result, aux) if has_aux else (plain, result)


def linearize(func, *primals):
    out = func(*primals)
    return out, lambda *tangents: jvp(func, primals, tangents)[1]


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    def wrapper(*args, **kwargs):
        dims = in_dims if isinstance(in_dims, (tuple, list)) else (in_dims,) * len(args)
        if len(dims) != len(args):
            raise ValueError(f"vmap({getattr(func, '__name__', func)}, in_dims={in_dims}, ...)(<inputs>): in_dims is not compatible with the structure of `inputs`. "
                             f"in_dims has structure TreeSpec(tuple, None, [*,\n  *]) but inputs has structure TreeSpec(tuple, None, [*]).")

        def size(arg, dim):
            if dim is None:
                return []
            if isinstance(dim, (tuple, list)):
                return [s for a, d in zip(arg, dim) for s in size(a, d)]
            if isinstance(dim, dict):
                return [s for k in dim for s in size(arg[k], dim[k])]
            return [t.shape[dim] for t in _flatten(arg)[0]]

        sizes = [s for a, d in zip(args, dims) for s in size(a, d)]
        if not sizes:
            raise ValueError(f"vmap({getattr(func, '__name__', func)}, in_dims={in_dims}, ...)(<inputs>): Expected at least one Tensor to vmap over; got none")
        if len(set(sizes)) > 1:
            raise ValueError(f"vmap: Expected all tensors to have the same size in the mapped dimension, got sizes {sizes} for the mapped dimension")

        def at(arg, dim, i):
            if dim is None:
                return arg
            if isinstance(dim, (tuple, list)):
                return type(arg)(at(a, d, i) for a, d in zip(arg, dim))
            if isinstance(dim, dict):
                return {k: at(arg[k], dim[k], i) for k in arg}
            return _map(lambda t: t.select(dim, i), arg)

        batched = [_map(lambda t: t, kwargs)] if kwargs else []
        results = []
        for i in range(sizes[0]):
            kw = {k: _map(lambda t: t.select(0, i), v) for k, v in kwargs.items()}
            results.append(func(*(at(a, d, i) for a, d in zip(args, dims)), **kw))
        flats = [_flatten(r) for r in results]
        count = len(flats[0][0])
        outs = out_dims if isinstance(out_dims, (tuple, list)) else (out_dims,) * count
        return flats[0][1](iter([torch.stack([f[0][k] for f in flats], outs[k]) for k in range(count)]))

    return wrapper


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    values = parameter_and_buffer_dicts
    if isinstance(values, (tuple, list)):
        merged = {}
        for d in values:
            merged.update(d)
        values = merged
    if args is None:
        args = ()
    elif not isinstance(args, tuple):
        args = (args,)
    saved = []
    try:
        for name, value in values.items():
            path, _, leaf = name.rpartition(".")
            owner = module.get_submodule(path)
            table = owner._parameters if leaf in owner._parameters else owner._buffers
            saved.append((table, leaf, table[leaf]))
            table[leaf] = value
        return module(*args, **(kwargs or {}))
    finally:
        for table, leaf, old in reversed(saved):
            table[leaf] = old


def stack_module_state(models):
    params = {k: torch.stack([dict(m.named_parameters())[k].detach() for m in models]).requires_grad_() for k, _ in models[0].named_parameters()}
    buffers = {k: torch.stack([dict(m.named_buffers())[k] for m in models]) for k, _ in models[0].named_buffers()}
    return params, buffers


def functionalize(func, *, remove="mutations"):
    return func
