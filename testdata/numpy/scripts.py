# What training scripts do with numpy: batches, replay buffers, returns, images, metrics, checkpoints, collating.
import numpy as np, torch, random, math, time, os, pickle, json, tempfile
from collections import deque
def set_seed(s):
    random.seed(s); np.random.seed(s); torch.manual_seed(s)
set_seed(1337)
data = np.array([ord(c) % 50 for c in "hello world, this is a test of things" * 10], dtype=np.uint16)
n = int(0.9*len(data)); train, val = data[:n], data[n:]
def get_batch(split, bs=4, T=8):
    d = train if split == 'train' else val
    ix = torch.randint(len(d)-T, (bs,))
    x = torch.stack([torch.from_numpy((d[i:i+T]).astype(np.int64)) for i in ix])
    y = torch.stack([torch.from_numpy((d[i+1:i+1+T]).astype(np.int64)) for i in ix])
    return x, y
x, y = get_batch('train'); print(x.shape, x.dtype, (x[:,1:]==y[:,:-1]).all())
# replay buffer
buf = deque(maxlen=100)
for i in range(10): buf.append((np.random.randn(4).astype(np.float32), np.random.randint(2), float(i), np.random.randn(4), i%2==0))
s,a,r,s2,d = zip(*random.sample(buf, 4))
S = torch.tensor(np.array(s)); A = torch.tensor(a); R = torch.tensor(r); D = torch.tensor(d); S2=torch.from_numpy(np.stack(s2)).float()
print(S.shape,S.dtype,A.dtype,R.dtype,D.dtype,S2.dtype)
# discounted returns, normalise
rew = np.array([1.,0.,2.]); G=0; out=[]
for q in rew[::-1]: G = q + .9*G; out.insert(0,G)
out = np.array(out); out=(out-out.mean())/(out.std()+1e-8); print(out, torch.FloatTensor(out))
# eps greedy
q = torch.tensor([[1.,3.,2.]]); act = int(np.argmax(q.detach().numpy())) if np.random.rand()>.1 else np.random.randint(3); print(act)
# positional encoding
pe = np.zeros((4,6)); pos=np.arange(4)[:,np.newaxis]; div=np.exp(np.arange(0,6,2)*-(np.log(10000.0)/6)); pe[:,0::2]=np.sin(pos*div); pe[:,1::2]=np.cos(pos*div); print(torch.from_numpy(pe).float())
# confusion matrix, accuracy, one-hot
yt=np.array([0,1,2,2]); yp=np.array([0,2,2,2]); cm=np.zeros((3,3),dtype=int); np.add.at(cm,(yt,yp),1); print(cm, (yt==yp).mean(), np.eye(3)[yt])
idx=np.arange(10); np.random.shuffle(idx); print(idx, np.array_split(idx,3))
# images
img=(np.random.rand(4,5,3)*255).astype(np.uint8); t=torch.from_numpy(img.transpose(2,0,1)).float()/255; print(t.shape, t.mean())
back=(t.permute(1,2,0).numpy()*255).round().astype(np.uint8); print((back==img).all())
print(np.clip(t.numpy()*2-1,-1,1).min()>=-1, np.pad(img,((1,1),(0,0),(0,0)),mode='constant').shape)
kernel=np.outer([1,2,1],[1,2,1])/16.; print(kernel, torch.tensor(kernel,dtype=torch.float32)[None,None].shape)
w=torch.nn.Parameter(torch.from_numpy(np.random.uniform(-1,1,(2,3)).astype('float32'))); w.data=torch.from_numpy(np.ones((2,3),dtype=np.float32)); print(w)
with torch.no_grad(): w.copy_(torch.from_numpy(np.full((2,3),2.,dtype=np.float32)))
print(w.sum().item(), np.prod(w.shape), sum(np.prod(p.shape) for p in [w]))
losses=[torch.tensor(1.5), torch.tensor(2.5)]; print(np.mean([l.item() for l in losses]), np.mean(losses), np.array(losses).dtype, np.round(np.mean([1.234,2.345]),2))
print(np.percentile(np.arange(11),[5,50]), np.quantile([1.,2.,4.],.3), np.linspace(0,1,4)[1:-1], np.log10(1000), np.isnan(np.nan), np.inf > 1)
lr=[0.5*(1+np.cos(np.pi*e/10)) for e in range(3)]; print(lr, type(lr[0]))
print(np.unique(data)[:5], len(np.unique(data)), data.max(), data.dtype, data.nbytes)
d={'a':np.float32(1.5),'b':np.int64(2)}; print(d, {k:float(v) for k,v in d.items()}, json.dumps({k:v.item() for k,v in d.items()}))
print(f"{np.mean([1,2]):.3f} {np.float32(2.5):>8.2f} {np.int64(5):5d}", "%.4f" % np.float64(1.23456), str(np.array([1.5,2.25])))
p=os.path.join(tempfile.mkdtemp(),'c.pt'); torch.save({'n':np.arange(3),'s':np.float64(2.5),'t':torch.ones(2)},p)
try: torch.load(p)
except Exception as e: print(type(e).__name__)
c=torch.load(p,weights_only=False); print(c['n'],c['s'],c['t'])
ema=None
for v in [1.,2.,3.]: ema = v if ema is None else .9*ema+.1*v
print(np.isclose(ema,1.29), np.allclose(torch.ones(3).numpy(), np.ones(3)), np.array_equal(torch.arange(3), np.arange(3)))
grid=np.stack(np.meshgrid(np.arange(2),np.arange(3),indexing='ij'),-1).reshape(-1,2); print(grid.tolist(), torch.tensor(grid).shape)
sd={k:v.numpy() for k,v in torch.nn.Linear(2,2).state_dict().items()}; np.savez(p+'.npz',**sd); z=np.load(p+'.npz'); lin=torch.nn.Linear(2,2); lin.load_state_dict({k:torch.from_numpy(z[k]) for k in z.files}); print(sorted(z.files), z['weight'].shape)
print(np.random.choice(['a','b','c'], size=3, p=[.5,.25,.25]), np.random.choice(5), np.random.uniform(), np.random.normal(size=2))
mask=np.triu(np.ones((1,3,3)),k=1).astype('uint8'); print(torch.from_numpy(mask)==0)
print(torch.utils.data.default_collate([np.array([1,2]),np.array([3,4])]), torch.utils.data.default_collate([(np.float32(1),2),(np.float32(3),4)]), torch.utils.data.default_collate([{'x':np.ones(2)},{'x':np.zeros(2)}]))
