"""Numbers that come out of a compiled function are looked at, and guarded, only where the answer to "is this a constant" needs them.

Each line gives how many graphs were compiled in each call, the argument being another one each time.
"""
import collections
import functools
import operator
import torch

B = torch._dynamo.graph_break
compiled = 0


class C:
    pass


class S:
    __slots__ = ("n",)


c0, c1, l0, d0, s0, q0, G, DD = C(), C(), [1], {}, set(), collections.deque(), 0, collections.defaultdict(list)


def backend(gm, inputs):
    global compiled
    compiled += 1
    return gm.forward


def stk(a, b, c):
    return c


@torch._dynamo.disable
def dis(*a):
    pass


def counts(source, names, argss):
    global compiled
    torch._dynamo.reset()
    space = dict(globals())
    exec(f"def f({names}):\n{source}", space)
    f = torch.compile(space["f"], backend=backend)
    out = []
    for args in argss:
        compiled = 0
        f(*args)
        out.append(compiled)
    return out


NUMBERS = [
    ('y=x+1', 'n,y'), ('y=x+1', 'y,n'), ('y=x+1', 'y,n,y'), ('y=x+1', '(n,),y'), ('y=x+1', 'y,(n,)'), ('y=x+1', 'n,n'), ('y=x+1', 'n,'), ('y=x+1', 'n'), ('y=x+1', '[y,n]'),
    ('y=x+1', '[n,y]'), ('y=x+1', 'y,[y,n]'), ('y=x+1', "y,{'a':n}"), ('y=x+1', 'y,1,n'), ('y=x+1', '1,n,y'), ('y=x+1', '1,n'), ('y=x+1', '1,y,n'), ('z=(n,x)', 'x+1'), ('z=(n,x)', 'z[1]+1'),
    ('z=(n,1)', 'x+1'), ('z=[n]', 'x+1'), ("z={'a':n}", 'x+1'), ('z=(n,x); y=x+1', 'y,z'), ('z=[n]; y=x+1; z.append(1)', 'y'), ('y=n', 'x+1'), ('x.add_(n*0) if False else None', 'x+1,n'),
    ('y=x+1\n    if y is None: return n', 'y,n'), ('h=(lambda q:q)', 'h(n),x+1'), ('h=(lambda q,r:q)', 'h(n,x+1)'), ('h=(lambda q,r:r)', 'h(n,x+1)'), ('h=(lambda *q:q[1])', 'h(n,x+1)'),
    ('h=(lambda *q:q[0])', 'h(n,x+1)'), ("h=(lambda **q:q['a'])", 'h(a=n,b=x+1)'), ('y=x+1; a_,b_=n,1', 'y,a_'), ('y=x+1; a_,b_=1,n', 'y,b_'), ('y=x+1', '(y,n)[1]'), ('y=x+1', '(y,n)[0]'),
    ('y=x+1; z=[1]; z.append(n)', 'y,z'), ('y=x+1; z=[1]; z.append(n)', 'y'), ('y=x+1; z=(1,)+(n,)', 'y,z'), ('y=x+1; z=(y,)+(n,)', 'z'), ('y=x+1; z=(y,)*2', 'z+(n,)'), ('y=x+1', 'y,str'),
    ('y=x+1; import operator', 'y,operator.add(n,1)'), ('y=x+1', 'y,n if y is not None else 1'), ('y=x+1', 'y,-n'), ('y=x+1', 'y,n//2'), ('y=x+1', 'y,n-1'), ('y=x+1', 'y,2*n'),
    ('y=x+1', 'y,n*n'), ('y=x+1', 'y,n+n-1'), ('y=x+1', 'y,n+True'), ('y=x+1', 'y,n+1.5'), ('y=x+1', 'y,n==n'), ('y=x+1', 'y,(n+1,)'), ('y=x+1', 'y,n+1,n'), ('y=x+1', 'y,n+1,(n,y)'),
    ('m=n+1', 'x+m'), ('m=n+1; k=m+1', 'x+1,k'), ('y=x+1; m=n+1', 'y*2,m'), ('y=x+1; m=n+1', 'y*m,m'), ('c0.n=n', 'x+1'), ('c0.n=n+1', 'x+1'), ('c0.n=(x,n)', 'x+1'), ('c0.n=(n,x)', 'x+1'),
    ('c=C(); c.n=n', 'x+1,c'), ('c=C(); c.n=(x,n)', 'x+1,c'), ('c=S(); c.n=n', 'x+1,c'), ('l0.append(n)', 'x+1'), ('l0[:]=[x,n]', 'x+1'), ('l0[0]=n', 'x+1'), ("d0['a']=n", 'x+1'),
    ("d0['a']=n+1", 'x+1'), ("d0['a']=(x,n)", 'x+1'), ('global G; G=n', 'x+1'), ('global G; G=(x,n)', 'x+1'), ('s0.add(n)', 'x+1'), ('q0.append(n)', 'x+1'), ("DD['a'].append(n)", 'x+1'),
    ('def h(): return n', 'x+1,h'), ('m=(x,n)\n    def h(): return m', 'x+1,h'), ('def h(a=n): return a', 'x+1,h'), ('import functools; h=functools.partial(max,n)', 'x+1,h'),
    ('m=n+1; torch._dynamo.graph_break()', 'x+1,m'), ('m=n; torch._dynamo.graph_break()', 'x+1,m'), ('m=(x,n); torch._dynamo.graph_break()', 'x+1,m'),
    ('m=(n,x); torch._dynamo.graph_break()', 'x+1,m'), ("m=n+1; print(end='')", 'x+1,m'), ('y=x+1; m=n+1; torch._dynamo.graph_break()', 'y+1,m'), ('y=x+1', "{'a':y,'b':n}"),
    ('y=x+1', "{'b':n,'a':y}"), ('y=x+1', 'y,{n}'), ('y=x+1', 'y,{n:1}'), ('y=x+1', 'y,range(n)'), ('y=x+1', 'y,frozenset([n])'), ('y=x+1', 'y,collections.deque([y,n])'),
    ('y=x+1', 'y,collections.OrderedDict(a=n)'), ('y=x+1', 'y,collections.OrderedDict(b=y,a=n)'), ("P=collections.namedtuple('P','a b'); y=x+1", 'P(n,y)'), ('y=x+1', 'torch.Size([n]),y'),
    ('y=x+1', 'y,iter([y,n])'), ('y=x+1', 'y,enumerate([n])'), ('y=x+1', 'y,C,n'), ('y=x+1', 'C,n'), ('y=x+1', 'C,n,y'), ('y=x+1', 'c1,n,y'), ('y=x+1', 'print,n'),
    ('y=x+1', 'torch.float32,n'), ('y=x+1', '[],n'), ('y=x+1', '(),n'), ('y=x+1', '[1],n'), ('y=x+1', '(lambda:1),n'), ('y=x+1', 'torch,n'), ('y=x+1', 'torch.add,n'), ('y=x+1', '{},n'),
    ('y=x+1', 'None,n'), ('y=x+1', "'s',n"), ('y=x+1', '...,n'), ('y=x+1', 'c1.__class__,n'), ('y=x+1', 'x.shape,n'), ('y=x+1', 'x.shape[0],n'), ('y=x+1', '(x,),n'), ('y=x+1', 'x.dtype,n'),
    ('y=x+1', 'super,n'), ('y=x+1', '[c1],n'), ('y=x+1', '(1,(x,n))'), ('assert n>0', 'x+1'), ('y=x+1\n    if n: pass', 'y'), ('m=[n]; B()', 'x+1,m'), ('m=(n,); B()', 'x+1,m'),
    ('m=(1,n); B()', 'x+1,m'), ('m=n+1,; B()', 'x+1,m'), ('m=(n+1,x); B()', 'x+1,m'), ('m=(x,n+1); B()', 'x+1,m'), ('m=[n,x]; B()', 'x+1,m'), ("m={'a':n}; B()", 'x+1,m'),
    ('m=(x,(n,)); B()', 'x+1,m'), ('m=n; k=n+1; B()', 'x+1,m'), ('m=n+1; k=m; B()', 'x+1,m,k'), ('y=x+1; m=(n,1); B()', 'y+1,m'), ('y=x+1; m=n; B()', 'y+1,m'),
    ('y=x+1; m=n; n=4; B()', 'y+1,m,n'), ('y=x+1; m=[n]; B()', 'y+1,m'), ('y=x+1; m=[y,n]; B()', 'y+1,m'), ('y=x+1; m=[n,y]; B()', 'y+1,m'), ('y=x+1', 'stk(n,B(),y)'),
    ('y=x+1', 'stk(n+1,B(),y)'), ('y=x+1', 'stk((n,1),B(),y)'), ('y=x+1', 'stk([n],B(),y)'), ('y=x+1', 'stk([y,n],B(),y)'), ('y=x+1; m=n+1; B(); B()', 'y+1,m'),
    ('y=x+1; m=lambda:n; B()', 'y+1,m'), ('y=x+1; c0.n=n; B()', 'y+1'), ('y=x+1; c=C(); c.n=n; B()', 'y+1,c'), ('y=x+1; c=C(); c.n=(y,n); B()', 'y+1,c'), ("y=x+1; d0['a']=n; B()", 'y+1'),
    ('n=n+1; B()', 'x+1,n'), ('n=n+1; B()', 'x+n'), ('for i in range(2):\n        n=n+1', 'x+1,n'), ('while False: pass\n    n+=1; B()', 'x+1'), ('y=x+1; n+=1; B(); n+=1', 'y+1,n'),
    ('def h(): return n\n    B()', 'x+1,h'), ('n+=1\n    def h(): return n', 'x+1,h'), ('def h(): return n', 'x+1,h()'), ('def h():\n        nonlocal n\n        n+=1\n    h()', 'x+1,n'),
    ('def h():\n        nonlocal n\n        n+=1\n    h(); B()', 'x+1,n'), ('def h(): return n\n    h(); B()', 'x+1,h()'), ('l=[]\n    for i in range(2): l.append(n+i)', 'x+1,l'),
    ('l=[n]; a,=l', 'x+1,a'), ('l=[i+n for i in range(3)]', 'x+1,l'), ('l=[i+n for i in range(3)]', 'l,x+1'), ('l=[(x,i+n) for i in range(3)]', 'l,x+1'), ('l=sum([1,n])', 'x+1,l'),
    ('l=max(1,n)', 'x+1,l'), ('l=min(n,3)', 'x+1,l'), ('l=abs(n)', 'x+1,l'), ('l=list(map(lambda q:q+n,[1]))', 'x+1,l'), ("l=f'{n}'", 'x+1,l'), ("l='a'*n", 'x+1,l'), ('l=[1]*n', 'x+1,l'),
    ('l=[n]*2', 'x+1,l'), ('l=[n]+[1]', 'x+1,l'), ('l=(x,n)+(1,)', 'x+1,l'), ('l=(x,n)*2', 'x+1,l'), ('l=[x,n][0:2]', 'x+1,l'), ('l=[x,n][::-1]', 'x+1,l'), ('l=list((x,n))', 'x+1,l'),
    ('l=tuple([x,n])', 'x+1,l'), ('l=sorted([1,n])', 'x+1,l'), ('l=dict(a=x,b=n)', 'x+1,l'), ("l={**{'a':x},'b':n}", 'x+1,l'), ('l=[x,*[n]]', 'x+1,l'), ('l=list(reversed([n,x]))', 'x+1,l'),
    ('l=[*zip([x],[n])]', 'x+1,l'), ('l=[*enumerate([n])]', 'x+1,l'), ('l=[v for v in [x,n]]', 'x+1,l'), ('l=[x,n].copy()', 'x+1,l'), ('l=[x];l.extend([n])', 'x+1,l'),
    ('l=[x];l+=[n]', 'x+1,l'), ('l=[x];l.insert(1,n)', 'x+1,l'), ("l={'a':x};l.update(b=n)", 'x+1,l'), ("l={'a':x}.get('b',n)", 'x+1,l'), ('l=next(iter([n]))', 'x+1,l'),
    ('l=n if x is not None else 1', 'x+1,l'), ('l=n or 1', 'x+1,l'), ('l=isinstance(n,int) and n', 'x+1,l'), ('l=type(n)', 'x+1,l'), ('l=n is None', 'x+1,l'), ('l=n is n', 'x+1,l'),
    ('l=hash(n)', 'x+1,1'), ('l=callable(n)', 'x+1,1'), ("l=hasattr(n,'foo')", 'x+1,1'), ('l=len([n])', 'x+1,l'), ('l=str([n])', 'x+1,l'), ('l=any([n])', 'x+1,l'),
    ('l=[x,n].pop()', 'x+1,l'), ('x.foo=n', 'x+1'), ('l=x.new_tensor(1).fill_(n)', 'x+1,l'), ('l=torch.tensor([n])', 'x+1,l'), ('x.size(n-n)', 'x+1'),
]
for before, result in NUMBERS:
    source = f"    {before or 'pass'}\n    return {result}\n"
    print(f"{before} | {result}", counts(source, "x, n", [(torch.ones(2), n) for n in (2, 3, 4)]))
