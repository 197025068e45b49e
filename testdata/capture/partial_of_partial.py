# Partials of the caller among the arguments of partials that are made while tracing.
import torch, functools
def base(a,b,c): return a*b+c
ext=functools.partial(base, 2)
def f1(x):
    p=functools.partial(map, ext)
    return x+1
def f2(x):
    p=functools.partial(apply2, ext)
    return p(x)
def apply2(fn, x): return fn(x, 3)
def f3(x):
    d=dict(a=ext); l=[ext]; t=tuple([ext]); s={ext}
    return d['a'](x,1)+l[0](x,2)+t[0](x,3)+len(s)
def f4(x):
    return sum(map(functools.partial(apply2, ext), [x,x]))
for f in (f1,f2,f3,f4):
    try: print(torch.compile(f,backend='eager',fullgraph=True)(torch.ones(2)))
    except Exception as e: print(type(e).__name__, str(e).split('\n')[0], e.__traceback__ and '')
