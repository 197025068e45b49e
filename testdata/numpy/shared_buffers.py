# Tensors and arrays over the memory of other objects share it, and these cannot be resized meanwhile.
import array
import numpy as np
import torch

a = array.array("i", [1, 2, 3])
t = torch.frombuffer(a, dtype=torch.int32)
t[0] = -1
b = bytearray(8)
n = np.frombuffer(b, dtype=np.int32)
n[0] = 258
u = torch.frombuffer(b, dtype=torch.int32, offset=4)
u[0] = 7
b[1] = 0
print(a, b, n, u, torch.asarray(b, dtype=torch.int16))
a.append(4)  # the array has new memory now
try:
    b.append(1)
except BufferError as e:
    print(e)
print(torch.tensor(a), torch.tensor(b), torch.tensor(bytearray(b"abc")))
for bad in (b"abc", [b"ab"]):
    try:
        torch.tensor(bad)
    except TypeError as e:
        print(e)
with memoryview(b) as m:
    print(np.frombuffer(m, dtype=np.uint8)[:3])
