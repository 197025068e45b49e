# config.use_graph_deduplication: identical regions become calls of one graph, in the order that what they change asks for.
import torch, torch._dynamo
from torch._dynamo.testing import extract_graph, normalize_gm

torch._dynamo.config.use_graph_deduplication=True
def gs(g): return normalize_gm(g.print_readable(print_output=False))
def show(name, fn, *a):
    torch._dynamo.reset()
    c=[t.clone().detach().requires_grad_(t.requires_grad) for t in a]
    exp=fn(*c)
    r,graphs,fw,bw=extract_graph(fn,*a)
    print(name, torch.equal(r,exp), len(graphs)); print(gs(graphs[0]))
def inner_fn(x,y):
    x0=x+x; y0=y+2.0
    return x0+y0
def inner2(x,y):
    x0=x+x; y0=y+y; return x0+y0
def single(x,y):
    x0=torch.cos(x); y0=torch.sin(y); o1=inner_fn(x0,y0); o0=inner_fn(x,y); o2=inner_fn(x0,y); o3=inner_fn(x0,y)
    return o0+o1+o2*o3
show("single",single,torch.rand(10,10),torch.rand(10,20)[:,:10].contiguous())
def multi(x,y):
    for _ in range(2): x0=inner_fn(x,y); x=x0*2; y=inner2(x0,y)
    return x+y+inner2(x,x)
show("multi",multi,torch.rand(4,4),torch.rand(4,4))
def mutf(x,y):
    x0=torch.sin(x); _y0=torch.cos(y); o0=inner_fn(x0,_y0); o1=inner_fn(x0,o0); o2=inner_fn(x0,_y0); o3=inner_fn(o0.mul_(2),_y0)
    return o2*o3*o1+o0
show("mut",mutf,torch.rand(4),torch.rand(4))
def tup(x):
    def f(x):
        p,q=torch.split(x,2); return p.sin()+q.cos()
    return f(x)+f(x+1)
show("tuple",tup,torch.rand(4))
def view(x):
    def f(x): return (x.view(-1)+1).view(2,2)
    return f(x)+f(x*2)
show("view",view,torch.rand(2,2))
def auto(x,y):
    a=inner_fn(x,y)
    with torch.autocast("cpu"): b=inner_fn(x,y)@x
    c=inner_fn(x,y)
    return a+b+c
show("autocast",auto,torch.rand(4,4),torch.rand(4,4))
def grad(x,y):
    o=inner_fn(x,y); o2=inner_fn(o,y); return (o*o2).sum()
show("grad",grad,torch.rand(4,requires_grad=True),torch.rand(4,requires_grad=True))
x=torch.rand(4,requires_grad=True); y=torch.rand(4,requires_grad=True)
for b in ("eager","aot_eager","inductor"):
    torch._dynamo.reset(); r=torch.compile(grad,backend=b)(x,y); g=torch.autograd.grad(r,(x,y)); e=torch.autograd.grad(grad(x,y),(x,y)); print(b, all(torch.allclose(p,q) for p,q in zip(g,e)))
