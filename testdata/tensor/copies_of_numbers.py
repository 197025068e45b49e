# Numbers copied into tensors, and devices of the older constructors.
import warnings

import torch

warnings.simplefilter("ignore")
x = torch.zeros(2, 3)
print(x.copy_(2), x.copy_(2.5)[0], x.copy_(True)[0], x[1:].copy_(7), x)
print(torch.zeros(2, dtype=torch.int32).copy_(2.7), torch.zeros(2, dtype=torch.cfloat).copy_(1j), x.copy_(1j)[0])
print(x.const_data_ptr() == x.data_ptr(), torch.cudnn_is_acceptable(x), torch.Tensor(2, device="cpu").shape, x.new(device="cpu").shape)
for call in (lambda: x.new(device="cuda"), lambda: torch.Tensor(device="cuda")):
    try:
        call()
    except (TypeError, RuntimeError) as e:
        print(type(e).__name__, str(e)[-40:])
