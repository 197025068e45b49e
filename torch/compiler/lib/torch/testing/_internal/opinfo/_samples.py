"""Sample arguments of operators of no common kind: for each, calls whose tensors `t(*sizes)` makes. Further makers: i(high, *sizes) for indices, b(*sizes) for
masks, u(high, *sizes) for indices that differ along the last dimension, p(*sizes) for positive numbers, q(n) for a well-conditioned square matrix."""

import torch

SAMPLES = {
    "addmm": "t(2,3),t(2,4),t(4,3),beta=0.2,alpha=0.6|t(3),t(2,4),t(4,3),beta=2,alpha=3", "addmv": "t(3),t(3,4),t(4)", "addbmm": "t(2,3),t(5,2,4),t(5,4,3)",
    "baddbmm": "t(5,2,3),t(5,2,4),t(5,4,3)", "dot": "t(5),t(5)", "vdot": "t(5),t(5)", "bmm": "t(3,2,4),t(3,4,5)", "mv": "t(3,4),t(4)", "mm": "t(2,3),t(3,4)",
    "matmul": "t(3),t(3)|t(2,3),t(3)|t(4,2,3),t(3,5)|t(4,2,3),t(4,3,2)", "addr": "t(3,4),t(3),t(4)", "addcmul": "t(3,4),t(3,4),t(4)|t(3),t(3),t(3),value=2",
    "addcdiv": "t(3,4),p(3,4),p(4)", "outer": "t(3),t(4)", "inner": "t(3),t(3)|t(2,3),t(4,3)", "tensordot": "t(2,3,4),t(3,4,5),2", "kron": "t(2,3),t(3,2)",
    "broadcast_to": "t(3),(2,3)", "broadcast_tensors": "t(3),t(2,1)", "block_diag": "t(2,2),t(1,3)", "cat": "[t(2,3),t(1,3)],0", "stack": "[t(2,3),t(2,3)],1",
    "hstack": "[t(2,3),t(2,2)]", "vstack": "[t(2,3),t(1,3)]", "dstack": "[t(2,3),t(2,3)]", "column_stack": "[t(3),t(3,2)]", "chunk": "t(6,2),3|t(5,2),2,dim=0",
    "split": "t(6,2),2|t(6,2),4", "tensor_split": "t(6,2),4|t(6,2),(1,4)", "hsplit": "t(4,6),3", "vsplit": "t(6,2),2", "dsplit": "t(2,2,6),2", "unbind": "t(3,4)|t(3,4),1",
    "transpose": "t(2,3,4),0,2", "permute": "t(2,3,4),(2,0,1)", "movedim": "t(2,3,4),0,2", "swapaxes": "t(2,3),0,1", "t": "t(2,3)|t(3)", "reshape": "t(2,6),(3,4)|t(2,6),(-1,)",
    "view": "t(2,6),(3,4)", "flatten": "t(2,3,4)|t(2,3,4),1", "unflatten": "t(6,2),0,(2,3)", "squeeze": "t(1,3,1)|t(1,3,1),0", "unsqueeze": "t(3,4),1", "expand": "t(3,1),(3,4)",
    "expand_as": "t(3,1),t(3,4)", "repeat": "t(2,3),(2,2)", "tile": "t(2,3),(2,)", "repeat_interleave": "t(2,3),2|t(2,3),2,dim=1", "roll": "t(3,4),1|t(3,4),(1,2),(0,1)",
    "flip": "t(3,4),(0,)", "fliplr": "t(3,4)", "flipud": "t(3,4)", "rot90": "t(3,4),1,(0,1)", "select": "t(3,4),0,1", "narrow": "t(5,3),0,1,3", "diagonal": "t(3,4)|t(3,4),1",
    "diag": "t(4)|t(3,4)", "diag_embed": "t(2,3)", "diagflat": "t(4)", "tril": "t(3,4)|t(3,4),1", "triu": "t(3,4)|t(3,4),-1", "trace": "t(3,4)", "unfold": "t(8),0,3,2",
    "gather": "t(4,5),1,i(5,4,2)", "scatter": "t(4,5),1,u(5,4,2),t(4,2)", "scatter_add": "t(4,5),1,i(5,4,2),t(4,2)", "index_select": "t(4,5),0,i(4,3)", "index_add": "t(4,5),0,i(4,3),t(3,5)",
    "index_copy": "t(4,5),0,torch.tensor([0,2]),t(2,5)", "index_fill": "t(4,5),0,i(4,2),2", "take": "t(4,5),i(20,3)", "take_along_dim": "t(4,5),i(5,4,2),1",
    "masked_fill": "t(3,4),b(3,4),2", "masked_select": "t(3,4),b(3,4)", "masked_scatter": "t(3,4),b(3,4),t(12)", "where": "t(3,4),b(3,4),t(3,4)", "index_put": "t(4,5),(u(4,2),),t(2,5)",
    "cumsum": "t(3,4),0|t(3,4),1,dtype=d", "cumprod": "t(3,4),1|t(3,4),0,dtype=d", "cummax": "t(3,4),0", "cummin": "t(3,4),0", "logcumsumexp": "t(3,4),0", "logsumexp": "t(3,4),1", "softmax": "t(3,4),1", "log_softmax": "t(3,4),0",
    "sort": "t(3,4)|t(3,4),0,descending=True", "argsort": "t(3,4)", "topk": "t(3,5),2", "kthvalue": "t(3,5),2", "msort": "t(4,2)", "unique": "t(6)", "unique_consecutive": "t(6)",
    "median": "t(5)|t(3,5),1", "mode": "t(3,5)", "quantile": "t(5),0.4", "norm": "t(3,4)", "dist": "t(3),t(3)", "cdist": "t(3,4),t(5,4)", "renorm": "t(3,4),2,0,1.5", "cross": "t(4,3),t(4,3)",
    "cov": "t(3,5)", "corrcoef": "t(3,5)", "diff": "t(6)|t(3,4),dim=0", "gradient": "t(6)", "trapezoid": "t(6)", "clone": "t(3,4)", "contiguous": "t(3,4)", "lerp": "t(3,4),t(3,4),0.3|t(3),t(3),t(3)",
    "clamp": "t(3,4),-1,1|t(3,4),t(3,4),t(3,4)", "nan_to_num": "t(3,4)", "meshgrid": "t(3),t(2)", "cartesian_prod": "t(3),t(2)", "combinations": "t(4)", "vander": "t(4)", "bucketize": "t(4),torch.arange(5)",
    "einsum": "[t(2,3),t(3,4)],'ij,jk->ik'", "std": "t(3,4)|t(3,4),1", "var": "t(3,4)|t(3,4),1", "mean": "t(3,4)", "std_mean": "t(3,4)", "var_mean": "t(3,4)", "aminmax": "t(3,4)",
    "zeros_like": "t(3,4)", "ones_like": "t(3,4)", "empty_like": "t(3,4)", "full_like": "t(3,4),2", "new_zeros": "t(3,4),(2,)", "new_ones": "t(3,4),(2,)", "new_full": "t(3),(2,),3", "fill": "t(3,4),2",
    "addcmul_": "t(3),t(3),t(3)", "rsub": "t(3,4),t(3,4)", "float": "t(3)", "double": "t(3)", "half": "t(3)", "bool": "t(3)", "int": "t(3)", "long": "t(3)", "type_as": "t(3),t(2)", "view_as": "t(2,3),t(3,2)",
    "reshape_as": "t(2,3),t(3,2)", "atleast_1d": "t()", "atleast_2d": "t(3)", "atleast_3d": "t(3)", "ravel": "t(2,3)", "as_strided": "t(8),(2,2),(2,1)", "histc": "t(8)", "polar": "p(3),t(3)",
    "linalg.det": "q(3)", "linalg.slogdet": "q(3)", "linalg.inv": "q(3)", "linalg.solve": "q(3),t(3,2)", "linalg.qr": "t(4,3)", "linalg.svd": "t(4,3)", "linalg.svdvals": "t(4,3)", "linalg.eigvals": "q(3)",
    "linalg.matrix_norm": "t(3,4)", "linalg.vector_norm": "t(3,4)", "linalg.norm": "t(3,4)", "linalg.cond": "q(3)", "linalg.matrix_power": "q(3),3", "linalg.pinv": "t(4,3)", "linalg.multi_dot": "[t(2,3),t(3,4),t(4,2)]",
    "linalg.cross": "t(4,3),t(4,3)", "linalg.vander": "t(4)", "linalg.vecdot": "t(3,4),t(3,4)", "linalg.diagonal": "t(3,4)", "inverse": "q(3)", "logdet": "h(3)", "matrix_exp": "q(3)", "pinverse": "t(4,3)",
    "nn.functional.linear": "t(2,3),t(4,3),t(4)|t(2,3),t(4,3)", "nn.functional.bilinear": "t(2,3),t(2,4),t(5,3,4)", "nn.functional.conv1d": "t(2,3,8),t(4,3,3)|t(2,4,8),t(2,2,3),t(2),stride=3,padding=1,groups=2,dilation=2", "nn.functional.conv2d": "t(2,3,6,6),t(4,3,3,3),t(4)|t(2,4,8,8),t(2,2,3,3),t(2),stride=(3,2),padding=(2,1),groups=2,dilation=(4,4)",
    "nn.functional.conv3d": "t(1,2,4,4,4),t(2,2,2,2,2)|t(1,2,4,4,4),t(2,2,2,2,2),dilation=2", "nn.functional.conv_transpose2d": "t(2,3,4,4),t(3,2,3,3)", "nn.functional.max_pool2d": "t(2,3,6,6),2", "nn.functional.avg_pool2d": "t(2,3,6,6),2",
    "nn.functional.adaptive_avg_pool2d": "t(2,3,6,6),2", "nn.functional.batch_norm": "t(4,3),None,None,None,None,True", "nn.functional.layer_norm": "t(3,4),(4,)", "nn.functional.group_norm": "t(2,4,3),2",
    "nn.functional.instance_norm": "t(2,3,5)", "nn.functional.rms_norm": "t(3,4),(4,)", "nn.functional.normalize": "t(3,4)", "nn.functional.embedding": "t(5,2),i(5,3)", "nn.functional.pad": "t(3,4),(1,1)",
    "nn.functional.unfold": "t(1,2,4,4),2", "nn.functional.fold": "t(1,8,9),(4,4),2", "nn.functional.pixel_shuffle": "t(1,4,2,2),2", "nn.functional.interpolate": "t(1,2,4,4),scale_factor=2",
    "nn.functional.mse_loss": "t(3,4),t(3,4)", "nn.functional.l1_loss": "t(3,4),t(3,4)", "nn.functional.smooth_l1_loss": "t(3,4),t(3,4)", "nn.functional.huber_loss": "t(3,4),t(3,4)",
    "nn.functional.cross_entropy": "t(3,4),i(4,3)", "nn.functional.nll_loss": "t(3,4),i(4,3)", "nn.functional.kl_div": "t(3,4),p(3,4)", "nn.functional.softplus": "t(3,4)", "nn.functional.glu": "t(3,4)",
    "nn.functional.cosine_similarity": "t(3,4),t(3,4)", "nn.functional.pairwise_distance": "t(3,4),t(3,4)", "nn.functional.one_hot": "i(4,3).to(d)", "nn.functional.prelu": "t(3,4),t(4)",
    "nn.functional.scaled_dot_product_attention": "t(2,3,4),t(2,5,4),t(2,5,4)", "nn.functional.softmin": "t(3,4)", "nn.functional.local_response_norm": "t(2,4,3,3),2",
}


# What of results the arguments determine, and so what has a derivative: not the phases of vectors.
DETERMINED = {
    "svd": lambda r: (r[0].abs(), r[1], r[2].abs()), "linalg.svd": lambda r: (r[0][..., :min(r[0].shape[-1], r[2].shape[-1])].abs(), r[1]), "linalg.eig": lambda r: (r[0], r[1].abs()), "linalg.eigh": lambda r: (r[0], r[1].abs()),
    "svd_lowrank": lambda r: (r[0] * r[1].unsqueeze(-2)) @ r[2].mH, "pca_lowrank": lambda r: (r[0] * r[1].unsqueeze(-2)) @ r[2].mH,
    "to_sparse": lambda r: r.to_dense(),
}


def _hermitian(m, n):
    return m @ m.mH + torch.eye(n, dtype=m.dtype, device=m.device) * n


def makers_of(dtype, device, requires_grad):
    """What calls are made with."""
    from torch.testing import make_tensor
    from torch.testing._internal.opinfo.core import SampleInput

    def t(*sizes, **more):
        return make_tensor(sizes, dtype=dtype, device=device, requires_grad=requires_grad and (dtype.is_floating_point or dtype.is_complex), **more)

    return {
        "t": t, "p": lambda *sizes: t(*sizes, low=1, high=5), "i": lambda high, *sizes: torch.randint(high, sizes, device=device),
        "u": lambda high, *sizes: torch.rand(*sizes[:-1], high, device=device).argsort(-1)[..., :sizes[-1]],
        "b": lambda *sizes: torch.randint(2, sizes, device=device).bool(), "torch": torch,
        "q": lambda n: (torch.eye(n, dtype=dtype, device=device) * 10 + t(n, n).detach()).requires_grad_(requires_grad),
        "h": lambda n: _hermitian(t(n, n).detach(), n).requires_grad_(requires_grad), "d": dtype,
        "c": lambda *sizes: make_tensor(sizes, dtype=dtype if dtype.is_complex else torch.complex128 if dtype == torch.float64 else torch.complex64, device=device,
                                        requires_grad=requires_grad),
        "call": lambda *args, **kw: SampleInput(args[0], args=args[1:], kwargs=kw),
    }


def _of_leaves(sample):
    """The sample with arguments that gradients accumulate in, where a maker has computed them."""
    return sample.transform(lambda x: x if not isinstance(x, torch.Tensor) or x.is_leaf else x.detach().requires_grad_(x.requires_grad))


# How many dimensions the result has for those of no elementwise rule; the input may have fewer and is broadcast.
_RANKS = {"addmm": 2, "addmv": 1, "addr": 2, "addbmm": 2, "baddbmm": 3}


def _is_broadcast(name, sample):
    """Whether the result has another shape than the input, so that no function in place takes the sample."""
    if name in _RANKS:
        return sample.input.dim() < _RANKS[name]
    if name not in ("addcmul", "addcdiv", "lerp", "masked_fill", "clamp", "where"):
        return False
    others = [t for t in (*sample.args, *sample.kwargs.values()) if isinstance(t, torch.Tensor)]
    return torch.broadcast_shapes(sample.input.shape, *(t.shape for t in others)) != sample.input.shape


def samples_of(name, variant=""):
    """The function of sample inputs of an operator, or None."""
    from torch.testing._internal.opinfo._moresamples import MORE_SAMPLES
    text = MORE_SAMPLES.get(f"{name}/{variant}") or SAMPLES.get(name) or MORE_SAMPLES.get(name)
    if text is None:
        return None

    def sample_inputs(op_info, device, dtype, requires_grad, **kwargs):
        makers = makers_of(dtype, device, requires_grad)
        for call in text.split("|"):
            sample = _of_leaves(eval(f"call({call})", makers))
            yield sample.with_metadata(output_process_fn_grad=DETERMINED.get(name), broadcasts_input=_is_broadcast(name, sample))

    return sample_inputs
