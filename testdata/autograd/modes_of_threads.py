"""What modes and hooks of a thread are in another thread; settings of the profiler."""
import torch, threading
from torch.profiler import profile, ProfilerActivity, DeviceType
from torch.profiler import _ExperimentalConfig
from torch._C._profiler import _ExperimentalConfig as E2
print(_ExperimentalConfig is E2, list(DeviceType.__members__)[:3])
with profile(activities=[ProfilerActivity.CPU], experimental_config=_ExperimentalConfig(verbose=True)) as p: torch.ones(2)+1
print(len(p.events())>0)
def in_thread(f):
    r=[]
    def g():
        try: r.append(f())
        except Exception as e: r.append((type(e).__name__,str(e)[:80]))
    t=threading.Thread(target=g); t.start(); t.join(); return r[0]
with torch.no_grad(): print(in_thread(torch.is_grad_enabled))
with torch.inference_mode(): print(in_thread(torch.is_inference_mode_enabled))
with torch.autocast("cpu"): print(in_thread(lambda: torch.is_autocast_enabled("cpu")))
with torch.autograd.graph.saved_tensors_hooks(lambda x: x*2, lambda x: x):
    def f(): a=torch.ones(1,requires_grad=True); return (a*a).grad_fn._saved_self.item()
    print(in_thread(f), f())
from torch.utils._python_dispatch import TorchDispatchMode
class M(TorchDispatchMode):
    def __torch_dispatch__(self,f,t,a=(),k=None): print("mode",f); return f(*a,**(k or {}))
with M(): in_thread(lambda: torch.ones(1)+1)
from torch.overrides import TorchFunctionMode
class M(TorchFunctionMode):
    def __torch_function__(self,f,t,a=(),k=None): print("fmode",f); return f(*a,**(k or {}))
with M(): in_thread(lambda: torch.ones(1)+1)
with torch.device("meta"): print(in_thread(lambda: torch.ones(1).device))
torch.set_default_dtype(torch.float64); print(in_thread(lambda: torch.ones(1).dtype)); torch.set_default_dtype(torch.float32)
with torch.autograd.set_detect_anomaly(True): print(in_thread(torch.is_anomaly_enabled))
torch.set_num_threads(3); print(in_thread(torch.get_num_threads))
import torch.autograd.forward_ad as fwAD
with fwAD._set_fwd_grad_enabled(False): print(in_thread(torch._C._is_fwd_grad_enabled))
print(in_thread(lambda: torch.vmap(lambda x: x*2)(torch.ones(2)).sum().item()))
with torch.set_grad_enabled(False): 
    x=torch.ones(1,requires_grad=True); print(in_thread(lambda: (x*2).requires_grad), (x*2).requires_grad)
torch.use_deterministic_algorithms(True); print(in_thread(torch.are_deterministic_algorithms_enabled)); torch.use_deterministic_algorithms(False)
