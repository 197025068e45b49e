"""How quantised tensors that differ are told."""
import torch
a=torch.quantize_per_tensor(torch.tensor([1.,2.]),0.1,0,torch.quint8); b=torch.quantize_per_tensor(torch.tensor([1.,2.1]),0.1,0,torch.quint8)
for x,y in ((a,b),(a,a.dequantize()),(a,torch.quantize_per_channel(torch.tensor([1.,2.]),torch.ones(2)*0.1,torch.zeros(2),0,torch.quint8))):
    try: torch.testing.assert_close(x,y,rtol=0,atol=0)
    except AssertionError as e: print(e)
    try: torch.testing.assert_close(x,y)
    except AssertionError as e: print(e)
