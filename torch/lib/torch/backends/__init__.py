"""Settings of the libraries that PyTorch can use. None of them is used here, so the settings are kept and do nothing."""

from torch.backends import cuda, cudnn, mkl, mkldnn, mps, openmp
