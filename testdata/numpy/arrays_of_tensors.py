# Arrays of torch._numpy: numpy over tensors, with the errors of tensors
import torch
import torch._numpy as np

for line in """
np.dtype("foo")
np.asarray(["a"])
np.asarray([1,2]).astype("S")
np.ones(3).reshape(2,2)
np.sum(np.ones(3),axis=4)
np.float64("3")
np.arange(3)[5]
np.arange(3)[::-1]
np.arange(6).reshape(2,3).T.strides
np.zeros(2,order="F")
np.add(np.ones(2),np.ones(3))
np.ones(2)+"a"
np.ones(2)@np.ones(3)
np.int8(100)+np.int8(100)
np.asarray([1,None])
np.array([[1,2],[3]])
np.float32(3).dtype
np.isscalar(np.float32(3))
bool(np.ones(2))
len(np.float64(1))
iter(np.float64(3))
np.ones(2).foo
np.foo
np.finfo(np.float32)
np.iinfo(np.int8)
np.result_type(np.float32,np.int64)
np.can_cast(np.int64,np.float32)
np.typecodes
np.e
np.inf
np.newaxis
np.bool_(1)
np.int64(3.7)
np.complex64(1j)
np.dtype(int)
np.dtype(np.float32)
np.dtype(torch.float32)
np.dtype(float)
np.dtype(bool)
np.dtype(complex)
np.dtype("<f4")
np.dtype(">f4")
np.dtype(None)
np.asarray(torch.ones(2))
np.asarray([1,2],dtype="f4").tensor
np.ndarray((2,))
np.ndarray([1,2]).shape
np.ndarray(torch.ones(2))
np.ndarray(3)
np.arange(3)==np.arange(3)
np.arange(3).T.base
np.arange(3).real
np.arange(3).ctypes
np.arange(4).reshape(2,2).flat
np.nditer
np.arange(3).view(np.float64)
np.arange(3).copy("F")
np.arange(3).tobytes()
np.arange(3).__array_interface__
np.sort(np.asarray([3,1,2]))
np.unique([1,1,2],return_counts=True)
np.linalg.LinAlgError
np.AxisError
np.ones(2,dtype=np.uint16)
np.asarray(3)+1
-np.asarray(True)
~np.asarray([True])
np.asarray([1,2])<<1
np.asarray([3])//np.asarray([0])
pow(np.asarray(2),3)
divmod(np.asarray([7]),2)
round(np.float64(2.5))
abs(np.asarray(-1))
float(np.asarray([1.5]))
int(np.asarray(2))
complex(np.asarray(2))
hash(np.asarray(2))
f"{np.float64(1.5):.1f}"
np.asarray([1,2]).__index__()
np.where([True,False],1,2)
np.nonzero([1,0,1])
np.concatenate([[1],[2.5]])
np.einsum("ij->i",np.ones((2,2)))
np.pad([1],1)
np.array([1,2],copy=False)
np.array(3,ndmin=2)
""".strip().split("\n"):
    try:
        text = repr(eval(line))
    except Exception as e:
        text = f"{type(e).__name__}: {str(e).splitlines()[0] if str(e) else ''}"
    print(line, "->", text)
