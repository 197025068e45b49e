# What each protocol writes, byte for byte.
import pickle, io, copyreg, traceback
class A: pass
class N:
    def __init__(self,a,*,b): self.a,self.b=a,b
    def __new__(cls,*a,**k): return object.__new__(cls)
    def __getnewargs_ex__(self): return (1,),{'b':2}
class L(list): pass
class D(dict): pass
class S:
    __slots__=('u','v')
def show(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e, getattr(e,'__notes__',None))
x=A(); x.q=float('inf'); n=N(1,b=2); l=L([1,2]); l.z=1; d=D(a=1); s=S(); s.u=1
for p in range(6):
    for o in (x,n,l,d,s,A,-2**63,2**31,-129,255*2**300,'é','\udc80',slice(1),NotImplemented,...,len,l.append,{1,2},frozenset(),bytearray(b'ab'),b'ab',True,(1,(2,3)),{'a':[None]},ValueError('x'),float('nan'),1e300,range(3)):
        try: b=pickle.dumps(o,p); y=pickle.loads(b)
        except Exception as e: print(p,type(e).__name__,e); continue
        if type(o).__name__ not in('L','ValueError','builtin_function_or_method'): print(p,b[:60], type(y).__name__, len(b))
        else: print(p,type(y).__name__,len(b))
l=[]; l.append(l); y=pickle.loads(pickle.dumps(l,0)); print(y[0] is y)
class Bad:
    def __reduce__(self): return 5
show(lambda: pickle.dumps(Bad()))
class Bad2:
    def __reduce__(self): return (5,())
show(lambda: pickle.dumps(Bad2()))
class Bad3:
    def __getstate__(self): raise ValueError('no')
show(lambda: pickle.dumps([Bad3()]))
show(lambda: pickle.loads(b'')); show(lambda: pickle.loads(b'\x80\x06N.')); show(lambda: pickle.loads(b'xyz')); show(lambda: pickle.loads(b'\x80\x04K')); show(lambda:pickle.loads(b'cos\nnope\n.')); show(lambda:pickle.loads('a'))
show(lambda: pickle.dumps(1,6)); show(lambda: pickle.dumps(1,4,buffer_callback=print)); show(lambda: pickle.Pickler(5))
bufs=[]; b=pickle.dumps([pickle.PickleBuffer(b'abc'),pickle.PickleBuffer(bytearray(b'xyz'))],5,buffer_callback=bufs.append); print(b,len(bufs)); print([bytes(q) for q in pickle.loads(b,buffers=[q.raw() for q in bufs])]); show(lambda: pickle.loads(b)); show(lambda: pickle.loads(b,buffers=[]))
print(pickle.dumps([pickle.PickleBuffer(b'abc'),pickle.PickleBuffer(bytearray(b'xyz'))],5))
class P(pickle.Pickler):
    def persistent_id(self,o): return 'id1' if o is x else None
class U(pickle.Unpickler):
    def persistent_load(self,p): return ('got',p)
for p in (0,1,2,5):
    f=io.BytesIO(); P(f,p).dump([x,1]); print(f.getvalue()); f.seek(0); print(U(f).load())
copyreg.add_extension('__main__','A',240); print(pickle.dumps(A,2)); print(pickle.loads(pickle.dumps(A,2)))
f=io.BytesIO(); P2=pickle.Pickler(f); P2.dump([1]); P2.dump('ab'); f.seek(0); u=pickle.Unpickler(f); print(u.load(),u.load())
print(pickle.loads(b"(i__main__\nA\n."), pickle.loads(b"S'abc'\n."), pickle.loads(b"\x80\x02U\x03a\xe9b.",encoding='latin1'), pickle.loads(b"c__builtin__\nxrange\n.")) if 0 else None
print(pickle.loads(b"\x80\x02U\x03a\xe9b.",encoding='latin1'), pickle.loads(b"c__builtin__\nxrange\n."), pickle.loads(b"(S'abc'\np0\ng0\nl."))
print(pickle.Pickler, pickle.PickleBuffer, pickle.PicklingError, pickle.whichmodule(len,'len'), pickle.compatible_formats if hasattr(pickle,'compatible_formats') else '')
class B:
    class C: pass
for p in range(6):
    print(pickle.dumps(range(3),p), pickle.dumps(B.C,p), pickle.dumps((),p),pickle.dumps({1:2,3:4},p),pickle.dumps({1:2},p),pickle.dumps([1],p))
    print(pickle.dumps(-2**31,p),pickle.dumps(2**31,p),pickle.dumps(b'',p),pickle.dumps(bytearray(),p),pickle.dumps("a\\b\nc\u20ac\U0001f600\x1a",p),pickle.dumps(str,p),pickle.dumps(type(None),p),pickle.dumps(...,p),pickle.dumps([].append,p),pickle.dumps(slice(1,2),p))
    a=[]; t=(a,); a.append(t); print(pickle.dumps(t,p)); a=[]; t=(a,1,2,3,4); a.append(t); print(pickle.dumps(t,p))
    print(len(pickle.dumps(list(range(1001)),p)),len(pickle.dumps(dict.fromkeys(range(1000)),p)),len(pickle.dumps([b'x'*70000,'y'*70000,['z'*1000]*3,list(range(30000))],p)))
