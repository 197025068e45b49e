"""There is no triton."""


def has_triton():
    return False


def has_triton_package():
    return False


has_triton_tma = has_triton_tma_device = has_triton
