"""How the library is built."""

import torch


def show():
    return f"magneto built with:\n  - PyTorch {torch.__version__} as its model\n  - Go, without cgo\n  - CPU kernels of its own loop compiler\n"


def parallel_info():
    n = torch.get_num_threads()
    return f"ATen/Parallel:\n\tat::get_num_threads() : {n}\n\tat::get_num_interop_threads() : {torch.get_num_interop_threads()}\n"


def _cxx_flags():
    return ""
