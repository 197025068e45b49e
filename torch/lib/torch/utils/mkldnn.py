"""MKL-DNN modules: there are none."""


def to_mkldnn(module, dtype=None):
    raise RuntimeError("magneto has no MKL-DNN tensors")
