# Traces of functions and modules give for other sizes what a plain run gives.
import torch, warnings
from torch import nn
import torch.nn.functional as F
warnings.simplefilter("ignore")
R=torch.randn
def flat(x):
    return [x] if isinstance(x, torch.Tensor) else [t for v in x for t in flat(v)]
cases=[("lstm",nn.LSTM(3,4,2),[(5,2,3),(7,1,3)]),("gru",nn.GRU(3,4,bidirectional=True,batch_first=True),[(2,5,3),(1,8,3)]),("up",nn.Upsample(scale_factor=2),[(1,2,3,3),(2,2,5,4)]),("upb",nn.Upsample(scale_factor=(2.,3.),mode='bilinear'),[(1,2,3,3),(2,2,5,4)]),
("aap",nn.AdaptiveAvgPool2d(2),[(1,2,4,4),(2,2,7,5)]),("enc",nn.TransformerEncoderLayer(8,2,16,dropout=0.),[(3,2,8),(5,1,8)]),("lrn",nn.LocalResponseNorm(2),[(1,2,4,4),(2,2,7,5)]),("unfold",nn.Unfold(2),[(1,2,4,4),(2,2,7,5)]),("ct",nn.ConvTranspose2d(2,3,3),[(1,2,4,4),(2,2,7,5)]),("in",nn.InstanceNorm2d(2),[(1,2,4,4),(2,2,7,5)]),("ps",nn.PixelShuffle(2),[(1,4,3,3),(2,4,2,5)]),("circ",nn.Conv2d(2,3,3,padding=1,padding_mode='circular'),[(1,2,4,4),(2,2,7,5)]),("refl",nn.ReflectionPad2d(1),[(1,2,4,4),(2,2,7,5)]),("cpad",nn.CircularPad2d(1),[(1,2,4,4),(2,2,7,5)]),
("lp",nn.LPPool2d(2,2),[(1,2,4,4),(2,2,6,8)]),("mp",nn.MaxPool2d(2,ceil_mode=True),[(1,2,5,5),(2,2,7,4)]),("emb",nn.Sequential(nn.Linear(3,3),nn.Flatten(1)),[(1,2,3),(2,5,3)]),("cd",nn.CosineSimilarity(),None),("ln",nn.LayerNorm(3),[(1,2,3),(2,5,3)]),("gn",nn.GroupNorm(1,2),[(1,2,3),(2,2,5)]),("softmin",nn.Softmin(1),[(1,3),(2,5)]),("chsh",nn.ChannelShuffle(2),[(1,4,3,3),(2,4,2,5)]),("rms",nn.RMSNorm(3),[(1,2,3),(2,5,3)]),("aamp",nn.AdaptiveMaxPool1d(2),[(1,2,4),(2,2,7)])]
for n,m,s in cases:
    if s is None: continue
    m.eval()
    try:
        t=torch.jit.trace(m,R(*s[0]),check_trace=False)
        ok=[]
        for sh in s:
            x=R(*sh); a,b=flat(t(x)),flat(m(x)); ok.append(all(p.shape==q.shape and torch.allclose(p,q,atol=1e-5) for p,q in zip(a,b)))
        print(n,ok)
    except Exception as e: print(n,type(e).__name__,str(e)[-200:])
fs=[("interp",lambda x: F.interpolate(x,size=(x.shape[2]*2,x.shape[3]+1))),("grid",lambda x: F.grid_sample(x,F.affine_grid(torch.eye(2,3).repeat(x.size(0),1,1),list(x.shape),align_corners=False),align_corners=False)),("norm",lambda x: F.normalize(x)),("pad",lambda x: F.pad(x,(1,x.size(3)))),("cdist",lambda x: torch.cdist(x,x)),("einsum",lambda x: torch.einsum("abcd,abce->ade",x,x)),("std",lambda x: x.std((2,3),keepdim=True)+x.var(1,keepdim=True)),("cat",lambda x: torch.cat([x,x.new_zeros(x.size(0),1,*x.shape[2:])],1)),("idx",lambda x: x[:, [1,0]][..., :-1]),("mask",lambda x: x*(torch.arange(x.size(-1))<2)),("tril",lambda x: x.masked_fill(torch.ones(x.size(2),x.size(3)).tril().bool(),0.)),("roll",lambda x: x.roll(1,2)),("tile",lambda x: x.tile(1,2,1,1)),("stack",lambda x: torch.stack([x[:,0],x[:,1]],1)),("chunk",lambda x: torch.cat(x.chunk(2,1),0)),("split",lambda x: x.split(1,1)[1]),("unbind",lambda x: x.unbind(1)[0]),("tens",lambda x: torch.tensordot(x,x,dims=([1,2,3],[1,2,3]))),("kron",lambda x: torch.kron(x[0,0],x[0,0])),("meshgrid",lambda x: torch.meshgrid(torch.arange(x.size(2)),torch.arange(x.size(3)),indexing='ij')[0]),("onehot",lambda x: F.one_hot(x.argmax(1),2)),("setitem",None),("nll",lambda x: F.cross_entropy(x, x.argmax(1))),("glu",lambda x: F.glu(x,1)),("pd",lambda x: F.pairwise_distance(x,x+1)),("cs",lambda x: F.cosine_similarity(x,x,1)),("sdpa",lambda x: F.scaled_dot_product_attention(x,x,x)),("mse",lambda x: F.mse_loss(x,x*2,reduction='mean')),("kl",lambda x: F.kl_div(x,x.exp(),reduction='batchmean')),("gs",lambda x: F.gaussian_nll_loss(x,x,x.abs())),("bl",lambda x: F.binary_cross_entropy_with_logits(x,x.sigmoid())),("linsp",lambda x: torch.linspace(0,1,x.size(3))),("eye",lambda x: torch.eye(x.size(2))+x.mean()),("rfft",lambda x: torch.fft.rfft(x).abs()),("stft",lambda x: x.flatten(2).unfold(2,3,1).mean(-1)),("repeat_int",lambda x: x.repeat_interleave(2,dim=2)),("topk",lambda x: x.flatten(1).topk(3)[0]),("sort",lambda x: x.sort(3)[0]),("cumsum",lambda x: x.cumsum(2)),("flip",lambda x: x.flip(2)),("diag",lambda x: x.diagonal(dim1=2,dim2=3)),("as",lambda x: x.expand_as(x).reshape_as(x)),("vs",lambda x: x.view_as(x)+x.sum_to_size(1,2,1,1)),("trilidx",lambda x: torch.tril_indices(x.size(2),x.size(3))),("bincount",lambda x: x.argmax(1).flatten().bincount(minlength=2)),("nonzero",lambda x: (x>0).nonzero()),("bdist",lambda x: torch.broadcast_to(x[:1],x.shape)),("movedim",lambda x: x.movedim(1,3).flatten(0,1)),("unflat",lambda x: x.flatten(2).unflatten(2,x.shape[2:]))]
for n,f in fs:
    if f is None: continue
    try:
        t=torch.jit.trace(f,R(2,2,4,4),check_trace=False); ok=[]
        for sh in ((2,2,4,4),(3,2,5,6),(1,2,3,3)):
            x=R(*sh)
            try: want=f(x)
            except Exception: continue
            a,b=flat(t(x)),flat(want); ok.append(all(p.shape==q.shape and torch.allclose(p,q,atol=1e-5,equal_nan=True) for p,q in zip(a,b)))
        print(n,ok)
    except Exception as e: print(n,type(e).__name__,str(e)[-150:])
