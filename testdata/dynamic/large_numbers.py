# Numbers of scripts are as large as they have to be, also where they are symbolic.
import torch
def f(n,x): return (n*2**32*2**32 + n*3 == n*3, x+1)
c=torch.compile(f,backend='eager',dynamic=True); print(c(5,torch.ones(1)), f(5,torch.ones(1)))
def g(n,x): return (n*n, n*n==0, x+1)
c=torch.compile(g,backend='eager',dynamic=True); print(c(5,torch.ones(1))); print(c(2**32,torch.ones(1)), g(2**32,torch.ones(1)))
def h(n,x): return (n<<60, n+2**62+2**62, n**40, n*4611686018427387904*2+1, x+1)
c=torch.compile(h,backend='eager',dynamic=True); print(c(5,torch.ones(1)), h(5,torch.ones(1)))
def k(n,x):
    if n*n>10: return x+1
    return x-1
c=torch.compile(k,backend='eager',dynamic=True); print(c(5,torch.ones(1)),c(2**40,torch.ones(1)),c(2**32,torch.ones(1)),c(2,torch.ones(1)))
