# What tests on meta see: data that is not there is refused.
import torch
m=torch.empty(2,device='meta')
for e in ["m.to('cpu')","m.cpu()","torch.ones(2).copy_(m)","m.item()","m.tolist()","m.numpy()","bool(m[0])","m.to('meta')","torch.ones(2).to('meta')","m.copy_(torch.ones(2))","m+1","m.sum().item()","torch.ones(2)+m","torch.ones(2)+m.sum()"]:
    try: print(e, eval(e))
    except Exception as x: print(e,type(x).__name__,str(x)[:110])
