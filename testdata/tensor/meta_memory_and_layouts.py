"""Tensors on the device meta: set_ keeps them there, and sparse ones are there too, without elements."""
import torch
s=torch.UntypedStorage(16,device='meta'); print(s.device, s.nbytes(), s._cdata==s._cdata)
m=torch.empty(2,2,device='meta'); m.set_(s,0,(2,2),(2,1)); print(m.is_meta, m, m.device)
m2=torch.empty(0,device='meta').set_(s,1,(3,),(1,)); print(m2.is_meta, m2.untyped_storage()._cdata==m.untyped_storage()._cdata, m2.storage_offset())
print(m2.clone().shape)
m3=torch.empty(0,device='meta').set_(m,); print(m3.shape, m3.is_meta)
m4=torch.empty(0,device='meta').set_(s); print(m4.shape, m4.is_meta)
print(torch.empty(3,device='meta').untyped_storage().nbytes(),torch.empty(3,device='meta').untyped_storage().device, torch.empty(3,device='meta').storage())
try: print(torch.empty(0).set_(s,0,(2,),(1,)))
except Exception as e: print(type(e).__name__,e)
try: print(torch.empty(0,device='meta').set_(torch.ones(2).untyped_storage(),0,(2,),(1,)).device)
except Exception as e: print(type(e).__name__,e)
x=torch.eye(3).to_sparse(); m=x.to(device='meta'); print(m.is_sparse,m.is_meta,m.device)
for x in (torch.eye(3).to_sparse(), torch.eye(4).to_sparse_csr(), torch.eye(4).to_sparse_bsc((2,2))):
    for m in (x.to('meta'), x.to(device='meta',dtype=torch.double), torch.empty_like(x,device='meta'), torch.zeros_like(x,device='meta')):
        print(m.layout,m.device,m.is_meta,m.dtype,m._nnz() if hasattr(m,'_nnz') else None, m.shape)
    print(m)
m=torch.sparse_coo_tensor((2,3),device='meta'); print(m)
m=torch.sparse_coo_tensor(torch.zeros(2,1,dtype=torch.long,device='meta'),torch.ones(1,device='meta'),(2,3)); print(m, m.values() if m.is_coalesced() else m._values())
