"""multi_head_attention_forward: an output of another width, keys and values given head by head, half a pair of biases."""
import torch
import torch.nn.functional as F


def call(need_weights, **changed):
    torch.manual_seed(0)
    x, weight, bias = torch.randn(3, 2, 8), torch.randn(24, 8), torch.randn(24)
    given = dict(bias_k=None, bias_v=None, add_zero_attn=False, dropout_p=0.0, out_proj_weight=torch.randn(8, 8), out_proj_bias=torch.randn(8))
    try:
        out, weights = F.multi_head_attention_forward(x, x, x, 8, 2, weight, bias, need_weights=need_weights, **(given | changed))
        print(out.shape, round(out.sum().item(), 3), None if weights is None else weights.shape)
    except (AssertionError, RuntimeError) as e:
        print(type(e).__name__, e)


heads, row = torch.ones(4, 5, 4), torch.ones(1, 1, 8)
for need_weights in (True, False):
    call(need_weights, out_proj_weight=torch.ones(5, 8), out_proj_bias=None)
    call(need_weights, static_k=heads, static_v=heads)
    call(need_weights, static_k=heads[1:], static_v=heads)
    call(need_weights, static_k=heads[..., 1:], static_v=heads)
    call(need_weights, static_v=heads)
    call(need_weights, bias_k=row, bias_v=row)
    call(need_weights, bias_k=row)
    call(need_weights, bias_v=row)
    call(need_weights, bias_k=row, bias_v=row, static_k=heads)
    call(need_weights, bias_k=row, bias_v=row, add_zero_attn=True, attn_mask=torch.zeros(3, 3), key_padding_mask=torch.zeros(2, 3))
