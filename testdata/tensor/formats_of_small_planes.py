# The memory format of results where planes have one channel, or one row, or lie apart; results on the device meta.
import torch, itertools
import torch.nn.functional as F
def mk(sz,st):
    n=1+sum((a-1)*b for a,b in zip(sz,st)); return torch.arange(float(n)).as_strided(sz,st)
cases=[((1,3,4,5),(3,1,15,3)),((1,3,4,5),(60,1,15,3)),((2,1,4,5),(20,1,5,1)),((2,1,4,5),(20,20,5,1)),((2,3,1,1),(3,1,3,3)),((2,3,1,1),(3,1,1,1)),((1,1,1,1),(1,1,1,1)),((1,1,4,5),(20,1,5,1)),((1,3,1,5),(15,1,15,3)),((2,3,4,1),(12,1,3,3)),((2,3,1,5),(15,1,3,3)),((2,3,4,5),(60,1,3,12)),((2,3,4,5),(120,1,30,6)),((1,1,4,5),(1,1,5,1)),((1,2,3,4),(0,1,8,2)),((2,2,3,4),(24,1,8,2)),((3,1,1,1),(1,1,1,1)),((3,1,1,1),(1,3,3,3))]
ops={'up':lambda x: F.interpolate(x,size=(3,3),mode='bilinear'),'near':lambda x:F.interpolate(x,scale_factor=2),'pool':lambda x:F.max_pool2d(x,1),'avg':lambda x:F.avg_pool2d(x,1),'ada':lambda x:F.adaptive_avg_pool2d(x,(1,2)),'conv':lambda x:F.conv2d(x,torch.ones(2,x.size(1),1,1)),'bn':lambda x:F.batch_norm(x,None,None,training=True) if x.numel()//x.size(1)>1 else x,'pad':lambda x:F.pad(x,(1,1,1,1),mode='reflect') if x.size(2)>1 and x.size(3)>1 else x,'cpad':lambda x:F.pad(x,(1,1)),'cat':lambda x:torch.cat([x,x],1),'stack':lambda x:torch.stack([x,x]),'clone':lambda x:x.clone(),'add':lambda x:x+1,'addc':lambda x:x+torch.ones(x.shape),'contig':lambda x:x.contiguous(memory_format=torch.channels_last),'empty':lambda x:torch.empty_like(x),'gn':lambda x:F.group_norm(x,1),'ps':lambda x:F.pixel_unshuffle(F.interpolate(x,scale_factor=2),2),'shuf':lambda x:F.channel_shuffle(x,1),'grid':lambda x:F.grid_sample(x,torch.zeros(x.size(0),2,2,2),align_corners=False),'softmax':lambda x:x.softmax(1),'drop':lambda x:F.dropout(x,0.5,True),'sum':lambda x:x.sum((2,3),keepdim=True),'max':lambda x:x.amax(1,keepdim=True),'ln':lambda x:F.layer_norm(x,x.shape[3:]),'gelu':lambda x:F.gelu(x),'where':lambda x:torch.where(x>0,x,x),'rot':lambda x:x.rot90(1,(2,3)),'flip':lambda x:x.flip(2),'roll':lambda x:x.roll(1,2),'unf':lambda x:F.unfold(x,1),'lp':lambda x:F.local_response_norm(x,2),'prelu':lambda x:F.prelu(x,torch.ones(1)),'to':lambda x:x.to(torch.float64),'dx':lambda x:torch.autograd.grad(F.conv2d(x.detach().requires_grad_(),torch.ones(2,x.size(1),1,1)).sum(),[])if 0 else x,'ct':lambda x:F.conv_transpose2d(x,torch.ones(x.size(1),2,1,1)),'ups3':lambda x:F.interpolate(x,size=(2,2),mode='bicubic'),'aa':lambda x:F.interpolate(x,size=(2,2),mode='bilinear',antialias=True)}
for c in cases:
    x=mk(*c)
    print(c,x.is_contiguous(),x.is_contiguous(memory_format=torch.channels_last),*[f"{k} {ops[k](x).stride()}" for k in "up near pool avg ada conv pad cpad cat clone add contig empty softmax flip ct ups3".split()])
m=lambda *s,**k: torch.empty(*s,device='meta',**k)
a=m(0); torch.add(m(3),1,out=a); print(a.shape)
for f in (lambda: m(2).add_(m(3)), lambda: m(2,dtype=torch.int32).add_(1.5), lambda: m(2).add_(m(1)), lambda: m(1).add_(m(2)), lambda: m(2,3).mul_(m(3)), lambda: m(2,3).addmm_(m(2,4),m(5,3)), lambda: m(3,dtype=torch.long).div_(2),
          lambda: m(3).clamp_(m(4)), lambda: torch.sin(m(3,2),out=m(2,3).t()), lambda: torch.sin(m(3),out=m(0,dtype=torch.int32)), lambda: torch.max(m(3,4),0,out=(m(0),m(0,dtype=torch.long)))[1]):
    try:
        r=f(); print(r.shape, r.stride(), r.dtype)
    except Exception as e: print(type(e).__name__)
