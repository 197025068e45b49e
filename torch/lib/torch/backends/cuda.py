"""Settings of CUDA's libraries."""
import contextlib


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


def __getattr__(name):
    if name == "SDPBackend":
        from torch.nn.attention import SDPBackend

        return SDPBackend
    raise AttributeError(f"module 'torch.backends.cuda' has no attribute '{name}'")


@contextlib.contextmanager
def sdp_kernel(enable_flash=True, enable_math=True, enable_mem_efficient=True, enable_cudnn=True):
    """The kernels of attention that may be taken inside of the context."""
    before = dict(_sdp)
    _sdp.update(flash=enable_flash, math=enable_math, mem_efficient=enable_mem_efficient, cudnn=enable_cudnn)
    try:
        yield {}
    finally:
        _sdp.update(before)


class SDPAParams:
    """The arguments of a call of attention, for those who ask which kernels could take it."""

    def __init__(self, query, key, value, attn_mask, dropout, is_causal, enable_gqa):
        self.query, self.key, self.value, self.attn_mask = query, key, value, attn_mask
        self.dropout, self.is_causal, self.enable_gqa = dropout, is_causal, enable_gqa


def can_use_flash_attention(params, debug=False):
    """Whether the kernel of CUDA could take a call."""
    return False


can_use_efficient_attention = can_use_cudnn_attention = can_use_flash_attention


def is_flash_attention_available():
    return False


def is_ck_sdpa_available():
    return False
