"""Settings of CUDA's libraries."""


class _Matmul:
    allow_tf32 = False
    allow_fp16_reduced_precision_reduction = True
    allow_bf16_reduced_precision_reduction = True


matmul = _Matmul()
_sdp = {"flash": True, "mem_efficient": True, "math": True, "cudnn": True}


def is_built():
    return False


def _setting(kind):
    def enabled():
        return _sdp[kind]

    def enable(enabled):
        _sdp[kind] = bool(enabled)

    return enabled, enable


flash_sdp_enabled, enable_flash_sdp = _setting("flash")
mem_efficient_sdp_enabled, enable_mem_efficient_sdp = _setting("mem_efficient")
math_sdp_enabled, enable_math_sdp = _setting("math")
cudnn_sdp_enabled, enable_cudnn_sdp = _setting("cudnn")
