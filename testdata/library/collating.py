# Batches keep the classes of the containers in samples.
import torch, numpy as np, collections
from torch.utils.data._utils.collate import default_collate, default_convert, collate, default_collate_fn_map, collate_tensor_fn
from collections import OrderedDict, UserList, UserDict, deque
def t(n,f):
    try: print(n,f())
    except Exception as e: print(n,type(e).__name__,str(e)[:200])
t('c1',lambda: default_collate([OrderedDict(a=1),OrderedDict(a=2)]))
class L(list): pass
class D(dict):
    def __init__(self,*a,x=5): super().__init__(*a); self.x=x
t('c2',lambda: (type(default_collate([L([1,2]),L([3,4])])).__name__, default_collate([L([1,2]),L([3,4])])))
r=default_collate([D({'a':1}),D({'a':2})]); print(type(r).__name__, r, getattr(r,'x',None))
t('c3',lambda: default_collate([range(3),range(3)]))
t('c4',lambda: default_collate([deque([1]),deque([2])]))
t('c5',lambda: default_collate([UserDict(a=1),UserDict(a=2)]))
t('c6',lambda: default_collate([(1,'a'),(2,'b')]))
t('c7',lambda: default_convert([OrderedDict(a=np.ones(1)),L([np.ones(2)]),np.array(['a']),'s',b'b',None,range(2)]))
def cust(b,*,collate_fn_map=None): return 'C%d'%len(b)
class Cu: pass
t('c9',lambda: collate([{'a':Cu(),'b':1},{'a':Cu(),'b':2}],collate_fn_map={Cu:cust,int:lambda b,collate_fn_map=None:sum(b)}))
t('d1',lambda: collate([Cu()],collate_fn_map={}))
t('d2',lambda: collate([1,2]))
t('d3',lambda: default_collate([b'a',b'c']))
t('d4',lambda: default_collate([np.bool_(True),np.bool_(False)]))
t('d5',lambda: default_collate([True,False]))
t('d6',lambda: default_collate([None,None]))
t('d7',lambda: default_collate([[torch.ones(1),'x'],[torch.ones(1),'y']]))
t('d8',lambda: default_collate([torch.eye(2).to_sparse(),torch.eye(2).to_sparse()]))
t('d9',lambda: default_collate([]))
t('e1',lambda: default_collate([1.5,2]))
t('e2',lambda: default_collate([{'a':1},{'b':1}]))
t('e3',lambda: default_collate([np.array(1.),np.array(2.)]))
t('e4',lambda: default_collate([1j,2j]))
