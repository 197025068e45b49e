# What tensors and arrays make of each other: memory they share, operators between them, types, and errors.
import numpy as np
import torch


def show(text):
    try:
        r = eval(text)
        print(text, "->", type(r).__name__, repr(r))
    except Exception as e:
        print(text, "!!", type(e).__name__, str(e).split("\n")[0])


x, a, f, b = torch.arange(3.0), np.arange(3), np.float32(2), np.ones(3)
for text in """x*a;a*x;x*f;f*x;np.sin(x);np.add(x,a);np.float64(2)*x;x+np.float64(2);x@np.ones(3);x==a;x>f;x[np.array([0,1])];x[np.int64(1)];torch.zeros(np.int64(3));torch.tensor(f)
torch.tensor(np.float64(1));torch.tensor(np.int32(1));torch.tensor([f,f]);torch.tensor([np.float64(2)]);torch.tensor([a,a]);torch.as_tensor([np.int32(1)]);np.array([x,x])
np.array([torch.tensor(1.),torch.tensor(2.)]);np.mean([x.mean(),x.sum()]);np.array(x);np.asarray(x);x.numpy().base is None;torch.from_numpy(a).dtype;torch.from_numpy(np.ones(3)[::-1])
torch.from_numpy([1]);torch.from_numpy(np.array(['a']));torch.ones(3,requires_grad=True).numpy();torch.ones(3,requires_grad=True).numpy(force=True);torch.tensor(np.array(3))
torch.tensor(np.array(['a']));np.concatenate([x,x]);np.sqrt(x);torch.full((2,),f);torch.tensor(np.True_);torch.ones(2,dtype=torch.bfloat16).numpy();torch.asarray(a);torch.Tensor(a)
torch.FloatTensor(np.ones(2));torch.LongTensor(a);x.new_tensor(a);torch.from_numpy(np.array(1.5));np.float32(1)+torch.tensor(1);np.isnan(x);np.where(x>1,1,0);a-x;a<x;x<a;a==x;x/b;x//b;x%b
x.int()&a;np.less(a,x);np.float64(1)==x;divmod(x,b);x[0]*a;np.array(2.0)*x;x*np.array(2.0);torch.ones(2,3).numpy().T.flags.f_contiguous;np.int64(3)-torch.arange(3);torch.mul(x,np.float64(3))
torch.tensor([[np.int64(1),2],[3,4]]);torch.tensor([1.5,np.float32(2)]);x[a>0];torch.ones(2,2)[np.array([True,False])];np.max([torch.tensor(3), torch.tensor(5)])
torch.as_tensor(a, dtype=torch.float32);torch.arange(np.int64(3));x.sum().numpy();float(x.sum().numpy());torch.from_numpy(np.arange(6).reshape(2,3).T).stride();np.array(x.tolist(), dtype=np.float32)
x.view(np.int64(3),1);torch.Size(np.array([2,3]));torch.ones(tuple(np.array([2,3])));torch.nn.functional.softmax(torch.from_numpy(a).float(),dim=np.int64(0))""".replace("\n", ";").split(";"):
    show(text)
y = torch.zeros(3)
n = y.numpy()
n[1] = 5
y[0] = 7
print(y, n)
m = np.zeros(3)
t = torch.from_numpy(m)
t.add_(1)
m *= 3
print(m, t, torch.as_tensor(m).data_ptr() == t.data_ptr(), torch.tensor(m).data_ptr() == t.data_ptr())
