# Anomaly mode, devices of new tensors, hooks on saved tensors.
import torch
x = torch.tensor([-1.0, 4.0], requires_grad=True)
try:
    with torch.autograd.detect_anomaly(check_nan=True):
        y = torch.sqrt(x)
        y.sum().backward()
except RuntimeError as e:
    print(e)
with torch.autograd.set_detect_anomaly(True):
    print(torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())
print(torch.is_anomaly_enabled())
with torch.device("meta"):
    a = torch.zeros(2, 3); b = torch.empty(4); c = torch.tensor([1.0]); l = torch.nn.Linear(2, 3)
    print(a.device, b.device, c.device, l.weight.device, torch.get_default_device())
torch.set_default_device("meta")
print(torch.ones(2).device, torch.arange(3).device, torch.zeros(2, device="cpu").device, torch.get_default_device())
torch.set_default_device(None)
print(torch.ones(2).device, torch.get_default_device())

def pack(t):
    print("pack", tuple(t.shape)); return t * 2
def unpack(t):
    print("unpack", tuple(t.shape)); return t / 2
a = torch.ones(3, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
    y = a * a
y.sum().backward()
print(a.grad)
with torch.autograd.graph.save_on_cpu():
    (a.exp() * 2).sum().backward()
print(a.grad)
with torch.autograd.graph.disable_saved_tensors_hooks("no hooks here"):
    try:
        with torch.autograd.graph.saved_tensors_hooks(pack, unpack): pass
    except RuntimeError as e:
        print(e)
