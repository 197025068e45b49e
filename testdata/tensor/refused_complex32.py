# What is computed of numbers of two halves, and what PyTorch has no kernel for.
import torch, warnings
warnings.simplefilter('ignore')
h=torch.tensor([1+2j,3-1j],dtype=torch.complex32); m=torch.ones(2,2,dtype=torch.complex32)
U='abs neg conj resolve_conj angle sgn reciprocal sqrt rsqrt exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh sigmoid square isfinite isnan isinf isreal real imag sum mean prod cumsum cumprod var std any all flip roll clone nonzero count_nonzero logical_not positive argwhere trace tril diag diff logcumsumexp nansum round zeros_like ones_like view_as_real t sinc softmax logsumexp norm'.split()
B='add sub mul div true_divide eq ne pow dot vdot outer logical_and logical_or logical_xor isclose allclose maximum float_power rsub copysign atan2 hypot fmod remainder kron'.split()
M='mm matmul addmm bmm baddbmm mv addmv'.split()
def t(n,f):
    try:
        r=f(); print(n, r if not isinstance(r,torch.Tensor) else (r.dtype, tuple(r.shape), r.to(torch.complex64).reshape(-1)[:2].tolist() if r.dtype!=torch.bool else r.tolist()))
    except Exception as e: print(n,type(e).__name__,str(e).split('\n')[0][:110])
for n in U:
    f=getattr(torch,n)
    t(n,(lambda: f(m)) if n in('trace','tril','t','diag') else (lambda: f(h,0)) if n in('cumsum','cumprod','flip','softmax','logsumexp','logcumsumexp') else (lambda:f(h,1)) if n=='roll' else (lambda:f(h)))
for n in B:
    f=getattr(torch,n); t(n,lambda:f(h,h)); t(n+' s',lambda:f(h,2))
    if n in 'add sub mul div pow'.split(): t(n+'_',lambda: getattr(h.clone(),n+'_')(h))
for n in M:
    f=getattr(torch,n)
    t(n,{'mm':lambda:f(m,m),'matmul':lambda:f(m,m),'addmm':lambda:f(m,m,m),'bmm':lambda:f(m[None],m[None]),'baddbmm':lambda:f(m[None],m[None],m[None]),'mv':lambda:f(m,h),'addmv':lambda:f(h,m,h)}[n])
for n,f in {'where':lambda:torch.where(torch.tensor([True,False]),h,h*0),'masked_fill':lambda:h.masked_fill(torch.tensor([True,False]),0),'index':lambda:h[torch.tensor([1,0])],'index_add':lambda:h.index_add(0,torch.tensor([0]),h[:1]),'index_put':lambda: h.index_put((torch.tensor([0]),),h[:1]),'index_put acc':lambda: h.index_put((torch.tensor([0]),),h[:1],accumulate=True),'gather':lambda:h.gather(0,torch.tensor([1])),'scatter':lambda:h.scatter(0,torch.tensor([1]),h[:1]),'scatter_add':lambda:h.scatter_add(0,torch.tensor([1]),h[:1]),'cat':lambda:torch.cat([h,h]),'stack':lambda:torch.stack([h,h]),'take':lambda:torch.take(h,torch.tensor([0])),'index_select':lambda:h.index_select(0,torch.tensor([0])),'index_fill':lambda:h.index_fill(0,torch.tensor([0]),1),'index_copy':lambda:h.index_copy(0,torch.tensor([0]),h[:1]),'masked_select':lambda:h.masked_select(torch.tensor([True,False])),'masked_scatter':lambda:h.masked_scatter(torch.tensor([True,False]),h),'randn':lambda:torch.randn(2,dtype=torch.complex32).dtype,'rand':lambda:torch.rand(2,dtype=torch.complex32).dtype,'full':lambda:torch.full((2,),1j,dtype=torch.complex32),'arange':lambda:torch.arange(2,dtype=torch.complex32),'complex':lambda:torch.complex(torch.ones(2,dtype=torch.half),torch.ones(2,dtype=torch.half)),'polar':lambda:torch.polar(torch.ones(2,dtype=torch.half),torch.ones(2,dtype=torch.half)),'lerp':lambda:torch.lerp(h,h,0.5),'addcmul':lambda:torch.addcmul(h,h,h),'addcdiv':lambda:torch.addcdiv(h,h,h),'einsum':lambda:torch.einsum('i,i',h,h),'conv':lambda:torch.nn.functional.conv1d(h.reshape(1,1,2),h.reshape(1,1,2)),'linear':lambda:torch.nn.functional.linear(m,m),'mul half':lambda:h*torch.ones(2,dtype=torch.half),'mul float':lambda:h*torch.ones(2),'add c64':lambda:h+torch.ones(2,dtype=torch.complex64),'sumdim':lambda:h.sum(0),'repeat':lambda:h.repeat(2),'sort':lambda:h.sort(),'item':lambda:h[0].item(),'tolist':lambda:h.tolist(),'str':lambda:str(h),'fill':lambda:h.clone().fill_(2),'grad':lambda:(lambda x:(x*x.conj()).abs().sum().backward() or x.grad)(h.clone().requires_grad_()),'tri':lambda:torch.triu(m),'linalg.norm':lambda:torch.linalg.vector_norm(h),'det':lambda:torch.linalg.det(m),'pad':lambda:torch.nn.functional.pad(h,(1,1)),'relu':lambda:torch.relu(h),'cumsum':lambda:h.cumsum(0),'clamp':lambda:h.clamp(0)}.items(): t(n,f)
