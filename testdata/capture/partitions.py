"""Where the joint graph of a function is cut, by either partitioner, and what in-place operators leave in it."""
import torch
from functorch.compile import aot_function, default_partition, min_cut_rematerialization_partition, make_boxed_func
def rec(tag):
    def c(gm, ex):
        print(tag, gm.code.strip().replace("\n    ","\n  "))
        return make_boxed_func(gm.forward)
    return c
def show(f,*args,part=default_partition):
    args=[a.clone().requires_grad_() if a.is_floating_point() else a for a in args]
    g=aot_function(f, fw_compiler=rec("fw"), bw_compiler=rec("bw"), partition_fn=part)
    out=g(*args)
    out=out if isinstance(out,(tuple,list)) else (out,)
    sum(o.sum() for o in out if o.requires_grad).backward()
    print([[round(v, 5) for v in a.grad.tolist()] if a.grad is not None else None for a in args])
x=torch.tensor([.5,-1.,2.]); y=torch.tensor([1.,2.,3.])
for part in (default_partition, min_cut_rematerialization_partition):
    print("==",part.__name__)
    show(lambda x,p:(x*p).relu().sum(),x,y,part=part)
    show(lambda x:x.sin().cos(),x,part=part)
    show(lambda x:x.exp().sigmoid().tanh(),x,part=part)
    show(lambda x:torch.softmax(x,0)*x,x,part=part)
    show(lambda x,y:(x@y, x.sin()),x,y,part=part)
show(lambda x: x.clone().relu_().sum(), x)
show(lambda x: (x.clone().relu_()*2).exp_().sum(), x)
def g(x):
    y=x.clone(); y.mul_(x); y.sigmoid_(); return y*y
show(g,x)
