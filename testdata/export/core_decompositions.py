"""What the core decompositions make of operators, and that the values stay the same."""
import torch
from torch._decomp import core_aten_decompositions
from torch.fx.experimental.proxy_tensor import make_fx

A = torch.ops.aten
table = core_aten_decompositions()
torch.manual_seed(0)


def x(*shape):
    return torch.rand(*shape, dtype=torch.float64)


def show(f, *args):
    gm = make_fx(f, decomposition_table=table)(*args)
    want, got = f(*args), gm(*args)
    flat = lambda v: v if isinstance(v, (tuple, list)) else (v,)
    same = all(p.dtype == q.dtype and p.shape == q.shape and torch.allclose(p, q) for p, q in zip(flat(want), flat(got)))
    print(" ".join(str(n.target).removeprefix("aten.").removesuffix(".default") for n in gm.graph.nodes if n.op == "call_function"), same)


show(lambda a,b: A._chunk_cat([a,b],0,2), x(3,4), x(2,4))
show(lambda a,b: A._chunk_cat([a,b],1,3), x(3,4,2), x(3,5,2))
show(lambda a: A.reflection_pad2d(a,[1,2,1,0]), x(1,2,4,4))
show(lambda a: A.replication_pad3d(a,[1,2,1,0,1,1]), x(1,2,4,4,4))
show(lambda a: A.count_nonzero(a), x(2,3))
show(lambda a: A.count_nonzero(a,[0,1]), x(2,3))
show(lambda a: A.std_mean(a,[0],correction=0,keepdim=True), x(2,3))
show(lambda a: A.norm.ScalarOpt_dim(a,1,[0],True), x(2,3))
show(lambda a: A.norm.ScalarOpt_dim(a,None,[0]), x(2,3))
show(lambda a: A.norm.ScalarOpt_dim(a,3.5,[0]), x(2,3))
show(lambda a: A.norm.ScalarOpt_dim(a,float('inf'),[0]), x(2,3))
show(lambda a,b: A.linalg_cross(a,b,dim=0), x(3,2), x(3,1))
show(lambda a,b: A.vdot(a,b),torch.randn(3,dtype=torch.complex64),torch.randn(3,dtype=torch.complex64))
show(lambda a: A.isfinite(a),torch.ones(2,dtype=torch.int64))
show(lambda a: A.roll(a,[0]), x(3))
show(lambda a: A.roll(a,[1,0],[0,1]), x(3,2))
show(lambda a: A.lerp(a,a,0.7), x(3))
show(lambda a: A.lerp(a,a,a), x(3))
show(lambda a,i: A.max_unpool2d(a,i,[3,6]), x(2,1,2),torch.zeros(2,1,2,dtype=torch.int64))
show(lambda a,i: A.max_unpool3d(a,i,[3,6,2],[1,1,1],[0,0,0]), x(1,2,1,2,1),torch.zeros(1,2,1,2,1,dtype=torch.int64))
show(lambda a: A.special_log_ndtr(a),torch.randn(3,dtype=torch.float32))
show(lambda a: A.bernoulli(a) * 0, x(3))
show(lambda a: A.addcdiv(a,a,a,value=2), x(3))
show(lambda a: A.addcmul(a,a,a), x(3))
show(lambda a: A.stack([a,a],1), x(3))
show(lambda a: A.stack([a,a],-1), x(3,2))
show(lambda a,b: A.select_scatter(a,b,0,1), x(3,2), x(2))
show(lambda a,m,i: A._unsafe_masked_index(a,m,[i],0.), x(3),torch.ones(2,dtype=torch.bool),torch.tensor([0,5]))
show(lambda a,b: A.clamp_max(a,b), x(3), x(3))
show(lambda a: A.rot90(a,1,[0,1]), x(3,2))
show(lambda a: A.rot90(a,2,[0,1]), x(3,2))
show(lambda a: A.rot90(a,0,[0,1]), x(3,2))
show(lambda a: A.upsample_nearest2d(a,[5,5]), x(1,2,3,3))
show(lambda a: A.unfold_copy(a,0,2,1), x(5))

for op in (A.linear.default, A.vdot.default, A.addmv.default, A.add.Tensor, A.reflection_pad1d.default, A.rot90.default, A.bernoulli.default, A.native_group_norm.default, A.dist.default):
    print(op, op in table)
