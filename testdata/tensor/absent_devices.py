# What a script asks of devices that are not there, as a build for the processor alone answers.
import torch


def attempt(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


device = torch.device("cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu")
print(device, torch.cuda.device_count(), torch.cuda.is_initialized(), torch.cuda.is_bf16_supported(), torch.cuda.memory_allocated())
print(torch.cuda.manual_seed(1), torch.cuda.manual_seed_all(2), torch.cuda.empty_cache(), torch.cuda.get_rng_state_all())
for f in (torch.cuda.synchronize, torch.cuda.current_device, torch.cuda.get_device_name, lambda: torch.cuda.get_device_properties(0)):
    print(attempt(f))
print(attempt(torch.cuda.device(0).__enter__))
for name in "cuda", "cuda:1", "xpu":
    there = torch.device(name)
    print(there, attempt(lambda: torch.zeros(2, device=there)), attempt(lambda: torch.ones(2).to(there)), attempt(lambda: torch.tensor([1], device=there)))
print(torch.version.cuda, torch.version.hip, torch.xpu.is_available(), torch.accelerator.is_available(), torch.accelerator.current_accelerator(), torch.cpu.device_count())
cudnn = torch.backends.cudnn
print(cudnn.is_available(), cudnn.version(), cudnn.enabled, cudnn.benchmark, cudnn.deterministic, cudnn.allow_tf32)
cudnn.benchmark = True
with cudnn.flags(enabled=False, deterministic=True):
    print(cudnn.enabled, cudnn.benchmark, cudnn.deterministic)
print(cudnn.enabled, cudnn.benchmark, cudnn.deterministic, torch.backends.cuda.matmul.allow_tf32, torch.backends.mkldnn.is_available())
print(hasattr(torch, "cuda"), hasattr(torch, "no_such_module"), hasattr(torch.cuda, "no_such_function"))


@torch.compile(backend="eager", fullgraph=True)
def scaled(x):
    return x * 2 if torch.cuda.is_available() else x + 1


print(scaled(torch.ones(2)))
