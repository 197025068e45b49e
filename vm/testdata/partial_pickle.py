"""functools.partial with placeholders, states of partials, caches and getters in copies and pickles; errors of operator."""
from functools import *
import functools, pickle, copy, operator
def t(f,*a,**k):
    try:
        print(f(*a, **k))
    except Exception as e:
        print(type(e).__name__, e)
P=functools.Placeholder
t(partial,print,P)
t(partial,print,1,P)
t(partial,print,a=P)
t(partial(print,P,1))
t(partial(print,P,P,1),2)
t(type(P))
t(type(P),1)
t(lambda: pickle.loads(pickle.dumps(P)) is P)
t(lambda: copy.copy(P) is P)
p=partial(int,base=2)
p.x=5
t(lambda: p.__reduce__())
q=pickle.loads(pickle.dumps(p))
print(q('101'),q.x)
q=copy.copy(p)
print(q('11'),q.x, copy.deepcopy(p)('1'))
t(p.__setstate__,(print,(1,),{},None))
t(p.__setstate__,(print,1))
t(p.__setstate__,None)
t(p.__setstate__,(5,(),{},None))
t(p.__setstate__,(print,(P,),{},None))
t(p)

@lru_cache
def f(x): return x
print(copy.copy(f) is f, copy.deepcopy(f) is f, pickle.loads(pickle.dumps(f)) is f)
for g in (operator.itemgetter(1),operator.itemgetter(1,'a'),operator.attrgetter('a.b','c'),operator.methodcaller('m',1),operator.methodcaller('m',1,k=2)):
    print(g, g.__reduce__()[0], g.__reduce__()[1] if 'k=2' not in repr(g) else '', pickle.loads(pickle.dumps(g)), copy.copy(g))
t(operator.itemgetter)
t(operator.attrgetter)
t(operator.attrgetter,5)
t(operator.methodcaller)
t(operator.methodcaller,5)
t(operator.itemgetter(1),[1])
t(operator.itemgetter(0),[5],1)
t(operator.attrgetter('x'),5)
t(operator.concat,1,2)
t(operator.concat,[1],2)
t(operator.indexOf,[1],5)
t(operator.countOf,[1,1],1)
t(operator.length_hint,5)
t(operator.length_hint,[1],'x')
t(operator.iconcat,1,2)
t(operator.is_none,None)
t(operator.is_not_none,None)
t(operator.call,len,[1])
t(operator.index,1.5)
t(operator.inv,5)
t(operator.matmul,1,2)
