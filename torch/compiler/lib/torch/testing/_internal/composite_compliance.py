"""Whether operators that are made of others keep to what tensors of classes can follow: they are run on tensors of a class that stands for a
subclass of a user, among plain ones, and what only a tensor's own memory could answer is refused."""

import itertools

import torch
from torch import Tensor
from torch.utils import _pytree as pytree
from torch.utils._mode_utils import all_same_mode, no_dispatch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.autograd import forward_ad as fwAD


def check_attr_consistency(wrapper_tensor, metadata_name, metadata_accessor):
    elem = wrapper_tensor.elem
    if metadata_accessor(wrapper_tensor) != metadata_accessor(elem):
        raise RuntimeError(f"This operator is not Composite Compliant: the {metadata_name} of the tensor was modified directly without going through the PyTorch dispatcher.")


def check_metadata_consistency(wrapper_tensor, CCT):
    if isinstance(wrapper_tensor, CCT):
        for name, of in (("shape", Tensor.size), ("dtype", lambda x: x.dtype), ("device", lambda x: x.device), ("numel", Tensor.numel), ("stride", Tensor.stride)):
            check_attr_consistency(wrapper_tensor, name, of)


def is_view_fn(func):
    return func.overloadpacket.__name__ in {"as_strided", "detach", "diagonal", "expand", "expand_as", "narrow", "permute", "select", "squeeze", "transpose", "t", "real", "view_as_real",
                                            "unflatten", "unfold", "unsqueeze", "view", "view_as", "unbind", "split", "split_with_sizes", "chunk", "slice", "alias", "view_as_complex"}


def is_inplace_view_fn(func):
    return func.overloadpacket.__name__ in {"as_strided_", "detach_", "squeeze_", "swapaxes_", "swapdims_", "t_", "transpose_", "unsqueeze_"}


def is_inplace(func):
    name = func.overloadpacket.__name__
    return name[-1] == "_" and not name.startswith("__")


def _written(func, args, kwargs):
    """The tensors that the operator writes to."""
    for i, a in enumerate(func._schema.arguments):
        if a.alias_info is not None and a.alias_info.is_write:
            value = args[i] if i < len(args) else kwargs.get(a.name)
            yield from (x for x in pytree.tree_leaves(value) if isinstance(x, Tensor))


# Operators that give a tensor other memory, or a number of what is in it.
_FORBIDDEN = {
    "set_": "set_() is not allowed inside of CompositeImplicit operators",
    "resize_": "resize_() is not allowed inside of CompositeImplicit operators",
    "item": "item() is not allowed inside of CompositeImplicit operators",
    "_local_scalar_dense": "item(), float(tensor), bool(tensor) and their like are not allowed inside of CompositeImplicit operators",
}


def generate_cct_and_mode(autograd_view_consistency=True):
    """A class of tensors, and the mode in which its operators run: new with each call, so that nothing is shared between checks."""

    class CompositeCompliantTensor(Tensor):
        elem: Tensor
        __slots__ = ["elem"]
        __torch_function__ = torch._C._disabled_torch_function_impl

        @staticmethod
        def __new__(cls, elem, mode, *args, **kwargs):
            assert type(elem) is not cls, "Wrapping a CompositeCompliantTensor in a CompositeCompliantTensor is not supported"
            r = Tensor._make_wrapper_subclass(
                cls, elem.size(), dtype=elem.dtype, layout=elem.layout, device=elem.device, requires_grad=elem.requires_grad, strides=elem.stride(),
                storage_offset=elem.storage_offset())
            if elem.requires_grad:
                # What the class runs on has no history of its own: that of the wrapper is enough.
                fresh = torch.empty_strided(elem.shape, elem.stride(), dtype=elem.dtype, device=elem.device, layout=elem.layout, requires_grad=False)
                fresh.copy_(elem.detach())
                elem = fresh
            r.elem = elem
            r.mode = mode
            return r

        def __repr__(self):
            return f"CompositeCompliantTensor({self.elem})"

        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            leaves = pytree.tree_leaves((args, kwargs))
            modes = tuple(x.mode for x in leaves if isinstance(x, cls))
            if not all_same_mode(modes):
                raise RuntimeError("Multiple CompositeCompliantTensorModes NYI")
            with modes[0]:
                return func(*args, **(kwargs or {}))

    class CompositeCompliantTensorMode(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            kwargs = kwargs or {}
            unwrap = lambda x: x.elem if isinstance(x, CompositeCompliantTensor) else x
            wrapped = lambda x: CompositeCompliantTensor(x, self) if isinstance(x, Tensor) and not isinstance(x, CompositeCompliantTensor) else x
            name = func.overloadpacket.__name__
            if name in _FORBIDDEN:
                raise RuntimeError(_FORBIDDEN[name])
            written = list(_written(func, args, kwargs))
            if written and is_inplace(func):
                others = [x for x in pytree.tree_leaves((args[1:], kwargs)) if isinstance(x, Tensor)]
                if not isinstance(args[0], CompositeCompliantTensor) and any(isinstance(x, CompositeCompliantTensor) for x in others):
                    raise RuntimeError(
                        f"Not composite compliant: performing in-place operation {func.__name__} where the Tensor being written to is regular Tensor but the other tensors are Tensor Subclasses. "
                        "Please try to avoid this in-place operation.")
            own = {id(x.elem): x for x in written if isinstance(x, CompositeCompliantTensor)}
            plain = {id(x): x for x in written}
            out = func(*pytree.tree_map(unwrap, args), **pytree.tree_map(unwrap, kwargs))
            out = pytree.tree_map(lambda x: own.get(id(x), plain.get(id(x))) if id(x) in own or id(x) in plain else wrapped(x), out)
            if is_inplace_view_fn(func) and isinstance(args[0], CompositeCompliantTensor):
                with no_dispatch():
                    func(*args, **kwargs)
            for x in pytree.tree_leaves((args, kwargs, out)):
                check_metadata_consistency(x, CompositeCompliantTensor)
            return out

    return CompositeCompliantTensor, CompositeCompliantTensorMode()


def is_tensorlist(lst):
    if not isinstance(lst, list) and not isinstance(lst, tuple) or not lst:
        return False
    tensors = [isinstance(x, Tensor) for x in lst]
    if any(tensors) and not all(tensors):
        raise RuntimeError("This test assumes PyTorch APIs cannot take mixed lists of Tensor and other things")
    return all(tensors)


def maybe_map(fn, should_map, arg):
    return fn(arg) if should_map else arg


def wrap(arg, CCT, cct_mode):
    if isinstance(arg, Tensor):
        return CCT(arg, cct_mode)
    if is_tensorlist(arg):
        return [CCT(x, cct_mode) for x in arg]
    raise RuntimeError("wrap assumes that the input can be wrapped")


def generate_subclass_choices(flat_args, CCT, cct_mode):
    """Each way to wrap some of the tensors, with which of the arguments are wrapped: of a list all or none, or its first alone."""
    may = [isinstance(x, Tensor) or is_tensorlist(x) for x in flat_args]
    for which in itertools.product(*([False, True] if m else [False] for m in may)):
        yield [maybe_map(lambda x: wrap(x, CCT, cct_mode), w, x) for x, w in zip(flat_args, which)], which


def generate_subclass_choices_args_kwargs(args, kwargs, CCT, cct_mode):
    names, values = list(kwargs), list(kwargs.values())
    flat = [*args, *values]
    for choice, which in generate_subclass_choices(flat, CCT, cct_mode):
        yield choice[:len(args)], dict(zip(names, choice[len(args):])), which[:len(args)], dict(zip(names, which[len(args):]))


def raise_composite_compliance_error(err, additional_info=""):
    raise RuntimeError(f"Composite compliance check failed with the above error.\n{additional_info}"
                       "If you are adding an OpInfo of an existing operator, please feel free to skip this test because the problem was pre-existing.") from err


def _unwrapped(tree, CCT):
    return pytree.tree_map(lambda x: x.elem if isinstance(x, CCT) else x, tree)


def check_all_permutations(op, args, kwargs, assert_equal_fn):
    """The operator gives the same whichever of its arguments are of the class."""
    CCT, cct_mode = generate_cct_and_mode()
    expected = op(*args, **kwargs)
    for choice in generate_subclass_choices_args_kwargs(args, kwargs, CCT, cct_mode):
        new_args, new_kwargs, which_args, which_kwargs = choice
        try:
            actual = op(*new_args, **new_kwargs)
        except RuntimeError as err:
            raise_composite_compliance_error(err, f"- wrapped_args: {which_args}\n- wrapped_kwargs: {which_kwargs}\n")
        assert_equal_fn(_unwrapped(actual, CCT), expected)


def check_with_mode(op, args, kwargs, assert_equal_fn):
    """The operator gives the same where all that is made is of the class."""
    CCT, cct_mode = generate_cct_and_mode()
    expected = op(*args, **kwargs)
    wrapped = lambda x: CCT(x, cct_mode) if isinstance(x, Tensor) else x
    new_args, new_kwargs = pytree.tree_map(wrapped, tuple(args)), pytree.tree_map(wrapped, kwargs)
    try:
        with cct_mode:
            actual = op(*new_args, **new_kwargs)
    except RuntimeError as err:
        raise_composite_compliance_error(err)
    assert_equal_fn(_unwrapped(actual, CCT), expected)


def gather_leaf_tensors(args, kwargs):
    return [x for x in pytree.tree_leaves([args, kwargs]) if isinstance(x, Tensor) and x.requires_grad]


def _differentiable(results):
    return [x for x in pytree.tree_leaves(results) if isinstance(x, Tensor) and x.requires_grad]


def _called(op, args, kwargs, output_process_fn_grad, gradcheck_wrapper):
    results = gradcheck_wrapper(op, *args, **kwargs) if gradcheck_wrapper is not None else op(*args, **kwargs)
    return output_process_fn_grad(results) if output_process_fn_grad is not None else results


def compute_expected_grads(op, args, kwargs, output_process_fn_grad=None, gradcheck_wrapper=None):
    results = _differentiable(_called(op, args, kwargs, output_process_fn_grad, gradcheck_wrapper))
    assert len(results) > 0, "Expected len(flat_diff_results) > 0"
    leaves = gather_leaf_tensors(args, kwargs)
    assert len(leaves) > 0, "Expected len(leaf_tensors) > 0"
    return torch.autograd.grad(results, leaves, [torch.ones_like(r) for r in results], allow_unused=True, retain_graph=True)


def check_backward_formula(op, args, kwargs, output_process_fn_grad=None, gradcheck_wrapper=None, assert_equal_fn=None):
    """The derivative is computed the same whichever arguments, and gradients of results, are of the class."""
    CCT, cct_mode = generate_cct_and_mode()
    expected = compute_expected_grads(op, args, kwargs, output_process_fn_grad, gradcheck_wrapper)
    for new_args, new_kwargs, which_args, which_kwargs in generate_subclass_choices_args_kwargs(args, kwargs, CCT, cct_mode):
        leaves = gather_leaf_tensors(new_args, new_kwargs)
        assert len(leaves) > 0, "Expected len(leaf_tensors) > 0"
        wrapping = f"- wrapped_args: {which_args}\n- wrapped_kwargs: {which_kwargs}\n"
        try:
            results = _differentiable(_called(op, new_args, new_kwargs, output_process_fn_grad, gradcheck_wrapper))
        except RuntimeError as err:
            raise_composite_compliance_error(err, wrapping)
        assert len(results) > 0, "Expected len(flat_diff_results) > 0"
        # The ones of a result that is of the class would be of it, too.
        ones = [torch.ones(r.shape, dtype=r.dtype, device=r.device) for r in results]
        for new_grads, which_grad in generate_subclass_choices(ones, CCT, cct_mode):
            try:
                actual = torch.autograd.grad(results, leaves, new_grads, allow_unused=True, retain_graph=True)
            except RuntimeError as err:
                raise_composite_compliance_error(err, f"{wrapping}- wrapped_grads: {which_grad}\n")
            assert_equal_fn(tuple(_unwrapped(list(actual), CCT)), expected, equal_nan=True)


def _dual(tensor, tangent):
    return fwAD.make_dual(tensor.detach(), tangent) if isinstance(tensor, Tensor) and tensor.requires_grad else tensor


def _tangent(x):
    """Ones for what has a derivative, or for each tensor of a list."""
    if isinstance(x, Tensor) and x.requires_grad:
        return torch.ones(x.shape, dtype=x.dtype, device=x.device)
    return [_tangent(y) for y in x] if is_tensorlist(x) else None


def _duals(x, tangent):
    return [_dual(y, t) for y, t in zip(x, tangent)] if is_tensorlist(x) else _dual(x, tangent)


def check_forward_ad_formula(op, args, kwargs, gradcheck_wrapper=None, assert_equal_fn=None):
    """The derivative in forward mode is computed the same whichever arguments and tangents are of the class."""
    CCT, cct_mode = generate_cct_and_mode(autograd_view_consistency=False)
    names = list(kwargs)

    def unpacked(out):
        leaves = [fwAD.unpack_dual(x) for x in pytree.tree_leaves(out) if isinstance(x, Tensor)]
        return tuple(x.primal for x in leaves), tuple(x.tangent for x in leaves)

    flat = [*args, *kwargs.values()]
    tangents = [_tangent(x) for x in flat]
    with fwAD.dual_level():
        duals = [_duals(x, t) for x, t in zip(flat, tangents)]
        expected = unpacked(_called(op, duals[:len(args)], dict(zip(names, duals[len(args):])), None, gradcheck_wrapper))
    for choice, which in generate_subclass_choices(flat, CCT, cct_mode):
        for new_tangents, which_tangents in generate_subclass_choices(tangents, CCT, cct_mode):
            with fwAD.dual_level():
                duals = [_duals(x, t) for x, t in zip(choice, new_tangents)]
                try:
                    actual = unpacked(_called(op, duals[:len(args)], dict(zip(names, duals[len(args):])), None, gradcheck_wrapper))
                except RuntimeError as err:
                    raise_composite_compliance_error(
                        err, f"- wrapped_args: {which[:len(args)]}\n- wrapped_kwargs: {dict(zip(names, which[len(args):]))}\n- wrapped_tangents: {which_tangents}\n")
                for got, wanted in zip(actual, expected):
                    assert_equal_fn(_unwrapped(list(got), CCT), list(wanted), equal_nan=True)
