"""Quantisation written out: the operators of torch.ops.quantized_decomposed."""
import torch
import torch.ao.quantization.fx._decomposed  # noqa: F401

d = torch.ops.quantized_decomposed
x = torch.linspace(-2, 3, 12).reshape(3, 4)


def t(name, f):
    try:
        r = f()
        for v in r if isinstance(r, tuple) else (r,):
            print(name, v.dtype, tuple(v.shape), [round(float(e), 5) for e in v.flatten()[:8]] if v.device.type != "meta" else "meta")
    except Exception as e:
        print(name, type(e).__name__, str(e).split("\n")[0][:120])


s, z = torch.tensor(0.05), torch.tensor(7)
q = d.quantize_per_tensor(x, 0.05, 7, 0, 255, torch.uint8)
ss, zs = torch.tensor([0.1, 0.2, 0.05, 0.3]), torch.tensor([0, 1, 2, 3])
qc = d.quantize_per_channel(x, ss, zs, 1, -128, 127, torch.int8)
t("quantize", lambda: q)
t("half", lambda: d.quantize_per_tensor(x.half(), 0.05, 7, 0, 255, torch.uint8))
t("double", lambda: d.quantize_per_tensor(x.double(), 0.05, 7, 0, 255, torch.uint8))
t("bounds", lambda: d.quantize_per_tensor(x, 0.05, 7, 0, 256, torch.uint8))
t("bounds", lambda: d.quantize_per_tensor(x, 0.05, 7, -1, 255, torch.uint8))
t("type", lambda: d.quantize_per_tensor(x, 0.05, 7, 0, 255, torch.float32))
t("int16", lambda: d.quantize_per_tensor(x, 0.001, 0, -(2**15), 2**15 - 1, torch.int16))
t("tensor", lambda: d.quantize_per_tensor.tensor(x, s, z, 0, 255, torch.uint8))
t("tensor", lambda: d.quantize_per_tensor.tensor(x, ss, z, 0, 255, torch.uint8))
t("tensor2", lambda: d.quantize_per_tensor.tensor2(x, s, z, torch.tensor(0), torch.tensor(255), torch.uint8))
t("meta", lambda: d.quantize_per_tensor(x.to("meta"), 0.05, 7, 0, 255, torch.uint8))
t("dequantize", lambda: d.dequantize_per_tensor(q, 0.05, 7, 0, 255, torch.uint8))
t("dequantize half", lambda: d.dequantize_per_tensor(q, 0.05, 7, 0, 255, torch.uint8, out_dtype=torch.float16))
t("dequantize type", lambda: d.dequantize_per_tensor(q, 0.05, 7, 0, 255, torch.int8))
t("dequantize tensor", lambda: d.dequantize_per_tensor.tensor(q, s, z, 0, 255, torch.uint8))
t("dequantize tensor2", lambda: d.dequantize_per_tensor.tensor2(q, s, z, torch.tensor(0), torch.tensor(255), torch.uint8))
t("choose", lambda: d.choose_qparams.tensor(x, 0, 255, 1e-5, torch.uint8))
t("choose", lambda: d.choose_qparams.tensor(x.double(), 0, 255, 1e-5, torch.uint8))
t("choose symmetric", lambda: d.choose_qparams_symmetric.tensor(x, -127, 127, 1e-5, torch.int8))
t("channel", lambda: qc)
t("channel axis", lambda: d.quantize_per_channel(x, ss, zs, 2, -128, 127, torch.int8))
t("dequantize channel", lambda: d.dequantize_per_channel(qc, ss, zs, 1, -128, 127, torch.int8))
t("dequantize channel", lambda: d.dequantize_per_channel(qc, ss, None, 1, -128, 127, torch.int8))
t("dequantize channel", lambda: d.dequantize_per_channel(qc, ss, zs, 1, -128, 127, torch.uint8))
t("token", lambda: d.choose_qparams_per_token(x, torch.int8))
t("token", lambda: d.choose_qparams_per_token(x, torch.uint8))
a, b = d.choose_qparams_per_token_asymmetric(x, torch.int8)
t("token asymmetric", lambda: (a, b))
t("quantize token", lambda: d.quantize_per_token(x, a, b, -128, 127, torch.int8))
t("quantize token", lambda: d.quantize_per_token(x, a[:2], b, -128, 127, torch.int8))
t("dequantize token", lambda: d.dequantize_per_token(d.quantize_per_token(x, a, b, -128, 127, torch.int8), a, b, -128, 127, torch.int8, torch.float32))
g, h = torch.full((3, 2), 0.1), torch.zeros(3, 2, dtype=torch.int32)
w = d.quantize_per_channel_group(x, g, h, -8, 7, torch.int8, 2)
t("group", lambda: w)
t("group", lambda: d.quantize_per_channel_group(x, g, h, -8, 7, torch.int8, 3))
t("dequantize group", lambda: d.dequantize_per_channel_group(w, g, h, -8, 7, torch.int8, 2, torch.float32))
t("dequantize group", lambda: d.dequantize_per_channel_group(w, g, None, -8, 7, torch.int8, 2, torch.float16))
print(d.quantize_per_tensor.default._schema)
