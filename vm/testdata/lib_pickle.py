import pickle, collections, enum, io
class A:
    def __init__(self): self.x=[1,2.5,"é",None,True,b"ab",(1,),(1,2,3,4),{1:2},{3},frozenset([4]),10**30,-5,1e-310,float("inf"),-0.0,3+4j]
    def m(self): return 1
class E(enum.Enum):
    P=1
class S:
    __slots__=("a","b")
N=collections.namedtuple("N","p q")
class L(list):
    pass
def f(): pass
a=A(); b=pickle.loads(pickle.dumps(a)); print(b.x, type(b))
s=S(); s.a=1; s.b=[s]; t=pickle.loads(pickle.dumps(s)); print(t.a, t.b[0] is t)
print(pickle.loads(pickle.dumps((N(1,2), E.P, len, A, int, L([1,2]), collections.OrderedDict(a=1), collections.Counter("aab"), collections.deque([1],3), ..., NotImplemented, range(3), slice(1,2), collections.defaultdict(list,{1:[2]}), ValueError("x")))))
c=[]; c.append(c); d=pickle.loads(pickle.dumps(c)); print(d[0] is d)
x=[1]; y=pickle.loads(pickle.dumps([x,x])); print(y[0] is y[1])
print(pickle.loads(b'\x80\x04\x95\x1d\x00\x00\x00\x00\x00\x00\x00]\x94(K\x01G@\x04\x00\x00\x00\x00\x00\x00\x8c\x01a\x94}\x94\x8c\x01b\x94K\x02se.'))
for bad in (lambda: 1, (i for i in [])):
    try: pickle.dumps(bad)
    except Exception as e: print(type(e).__name__)
print(pickle.loads(pickle.dumps(A().m))())
class G:
    def __getstate__(self): return {"z": 1}
    def __setstate__(self, s): self.z=s["z"]+1
print(pickle.loads(pickle.dumps(G())).z)
print(pickle.dumps([1,"a",2.5])[:1], pickle.loads(pickle.dumps({"k":[1,2]}, protocol=2)))
