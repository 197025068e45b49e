"""What torch._C says of kernels: the backends of convolutions and normalisations, the mobile allocator, dispatch modes, and types under their other name."""
import itertools

import torch
from torch import _C

backend = _C._ConvBackend
print(repr(backend.Slow2d), str(backend.Slow2d), backend(3), len(backend.__members__))
with torch.backends.mkldnn.flags(enabled=False):
    for shape in [(2, 6, 7), (2, 6, 7, 8), (2, 6, 7, 8, 9), (0, 6, 7, 8), (1, 6, 16, 16)]:
        row = []
        for transposed, dilation, groups in itertools.product([False, True], [1, 2], [1, 3]):
            dim, channels = len(shape) - 2, shape[1]
            weight = torch.randn(channels if transposed else 12, 12 // groups if transposed else channels // groups, *[3] * dim)
            row.append(_C._select_conv_backend(torch.randn(shape), weight, torch.randn(12), (1,) * dim, (0,) * dim, (dilation,) * dim, transposed, (0,) * dim, groups).name)
        print(shape, row)
    try:
        _C._select_conv_backend(torch.ones(2, 6, 7), torch.ones(12, 4, 3), None, (1,), (0,), (1,), False, (0,), 1)
    except RuntimeError as e:
        print(e)
last = torch.ones(1, 3, 4, 4).to(memory_format=torch.channels_last)
for kind in (backend.Mkldnn, backend.Slow2d, backend.Slow3d, backend.SlowDilated2d, backend.SlowTranspose2d, backend.Empty):
    print(kind, [_C._conv_determine_backend_memory_format(x, torch.ones(2, 3, 2, 2), kind) for x in (last, torch.ones(1, 3, 4, 4))])
print(_C._BatchNormBackend.__members__, _C._select_batch_norm_backend(torch.ones(1, 3, 4, 4), *[torch.ones(3)] * 4, True, 1e-5))
print(_C._is_default_mobile_cpu_allocator_set())
for change in (_C._set_default_mobile_cpu_allocator, _C._set_default_mobile_cpu_allocator, _C._unset_default_mobile_cpu_allocator, _C._unset_default_mobile_cpu_allocator):
    try:
        change()
        print(_C._is_default_mobile_cpu_allocator_set())
    except RuntimeError as e:
        print(str(e).splitlines()[0])
print([getattr(_C, name) is getattr(torch, name) for name in ("Size", "dtype", "device", "layout", "memory_format", "iinfo", "finfo", "qscheme", "Stream", "Event")])
with torch._subclasses.FakeTensorMode() as mode:
    print(_C._get_dispatch_mode(_C._TorchDispatchModeKey.FAKE) is mode, _C._get_dispatch_stack_at(0) is mode, _C._get_dispatch_mode(_C._TorchDispatchModeKey.PROXY))
print(list(_C._TorchDispatchModeKey.__members__), _C._get_dispatch_mode(_C._TorchDispatchModeKey.FAKE))
x = torch.arange(3.0)
print(_C._from_dlpack(_C._to_dlpack(x)), _C._dispatch_num_backends(), _C._dispatch_has_kernel_for_any_dispatch_key("aten::add.Tensor", _C._dispatch_keys(x)))
print(_C._fft.fft_fft(x), _C._special.special_erf(x), _C._linalg.linalg_norm(x), hasattr(_C._sparse, "sparse_sampled_addmm"))
