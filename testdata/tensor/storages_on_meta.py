"""Storages on the device meta, of quantised types and written to files; what storages cannot be made of."""
import tempfile
import warnings

import torch

warnings.simplefilter("ignore")


def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__, str(e)[:300])


s0 = torch.TypedStorage([1, 2, 3, 4], device='meta', dtype=torch.float32)
t(s0.cpu)
t(s0._share_fd_cpu_)
t(s0._share_filename_cpu_)
t(s0.untyped()._share_fd_cpu_)
t(lambda: s0[0])
t(lambda: s0.untyped()[0])
t(lambda: s0.tolist())
t(lambda: s0.untyped().tolist())
t(lambda: s0.float())
t(lambda: s0.clone())
t(lambda: s0.fill_(1))
t(lambda: s0.untyped().fill_(1))
t(lambda: s0.copy_(torch.TypedStorage([1,2,3,4.])))
t(lambda: torch.TypedStorage([1,2,3,4.]).copy_(s0))
t(lambda: torch.TypedStorage([1,2,3,4.]).untyped().copy_(s0.untyped()))
with tempfile.NamedTemporaryFile() as f:
    t(lambda: s0._write_file(f,True,True,4))
t(s0.pin_memory); t(s0.is_pinned); t(s0.share_memory_); t(s0.is_shared)
t(lambda: s0.resize_(10)); print(s0.nbytes(), s0.size(), s0)
print(torch.UntypedStorage([1,2,3],device='meta'))
for bad in [("x",),(1,2),(1.5,),([1.5],),(torch.ones(2),),(-1,),(torch.UntypedStorage([1, 2]),)]:
    t(torch.UntypedStorage,*bad)
    t(torch.TypedStorage,*bad)
t(torch.UntypedStorage,[256,-1])

s = torch.QInt8Storage(3)
s[:] = 0
s[1] = 3
print(s, list(s))
print(torch.QInt32Storage([1, 2]).tolist(), torch.QInt32Storage([1, 2]).nbytes())
s = torch.QUInt4x2Storage(10)
s[:] = 0
s[3] = 3
print(s.tolist(), s.nbytes())
