# dir() lists what a module has, be it loaded or not, and all of it can be had.
import torch

for module, names in (
    (torch, "relu Tensor float32 long no_grad nn optim ones manual_seed compile linalg"),
    (torch.linalg, "norm inv LinAlgError"),
    (torch.special, "expit gammaln"),
    (torch.fft, "fft ifft"),
    (torch.nn.functional, "relu linear cross_entropy"),
    (torch.Tensor, "relu_ backward size"),
):
    listed = dir(module)
    print(module.__name__, [name for name in names.split() if name not in listed], [name for name in listed if not hasattr(module, name)], listed == sorted(listed))
