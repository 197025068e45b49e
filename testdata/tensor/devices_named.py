"""Names of devices, and tensors asked for on devices that are not there."""
import torch
for s in ('cuda:0','cuda:1','cpu:0','cuda','mps','meta', 'xpu:2', 'cpu:1', 'hpu', 'cuda:', 'cuda:a', 'foo', 'meta:0', 'mps:0', 'CPU', '', 'cuda:00', 'cuda:-1', 'lazy', 'privateuseone', 'ipu:3'):
    try: d = torch.device(s); print(s, repr(d), str(d), d.index, d.type)
    except Exception as e: print(s, type(e).__name__, str(e)[:150])
print(torch.device('cuda', 0), repr(torch.device('cuda', 0)), torch.device('cuda:0') == torch.device('cuda'), hash(torch.device('cuda:0')) == hash(torch.device('cuda', 0)), torch.device(torch.device('cpu')), torch.device(type='cuda', index=3))
try: torch.device('cuda:0', 1)
except Exception as e: print(type(e).__name__, str(e)[:150])
try: print(repr(torch.device(0)))
except Exception as e: print(type(e).__name__, str(e)[:150])
try: print(torch.ones(2, device='cuda'))
except Exception as e: print(type(e).__name__, str(e)[:150])
try: print(torch.ones(2, device='mps'))
except Exception as e: print(type(e).__name__, str(e)[:150])
try: print(torch.ones(2).to('xpu'))
except Exception as e: print(type(e).__name__, str(e)[:150])
try: print(torch.ones(2).cuda())
except Exception as e: print(type(e).__name__, str(e)[:150])
print(torch.ones(2, device='cpu:0').device, torch.ones(2).to('cpu:0').device)
