# Mappings merged into dicts: their keys are listed before any value is read.
from collections import OrderedDict, UserDict
class LRU(OrderedDict):
    def __getitem__(self,k): v=super().__getitem__(k); self.move_to_end(k); return v
l=LRU([(1,2),(3,4)]); print(l, dict(l), {**l}, (lambda **k:k)(**LRU(a=1,b=2)))
class K:
    def __init__(s,k): s.k=k
    def keys(s): return s.k
    def __getitem__(s,i): print('get',i); return i
def gen():
    print('g1'); yield 1; print('g2'); yield 2; print('end')
for k in ([1,1],gen(),(3,),'ab',{5:6},5,None):
    try: print(dict(K(k)))
    except Exception as e: print(type(e).__name__,e)
    try: print({**K(k)})
    except Exception as e: print(type(e).__name__,e)
    d={}
    try: d.update(K(k)); print(d)
    except Exception as e: print(type(e).__name__,e)
