# Scripts and traces of lazy modules that have no shapes yet.
import torch, torch.nn as nn
def t(name, f):
    try: print(name, f())
    except Exception as e: print(name, type(e).__name__, '|', str(e).split('\n')[0])
x4=torch.randn(2,3,4,4)
t('lazys', lambda: torch.jit.script(nn.LazyConv2d(3,1)))
t('lazyl', lambda: torch.jit.script(nn.LazyLinear(3)))
t('lazybn', lambda: torch.jit.script(nn.LazyBatchNorm1d()))
t('lazyseq', lambda: torch.jit.script(nn.Sequential(nn.LazyLinear(3))))
t('lazyt', lambda: torch.jit.trace(nn.LazyConv2d(3,1),x4))
t('lazytl', lambda: torch.jit.trace(nn.Sequential(nn.LazyLinear(3)),x4))
def ok():
    m=nn.LazyLinear(3); m(x4); return torch.jit.script(m)(x4).shape, torch.jit.trace(m, x4)(x4).shape
t('lazyok', ok)
