# What the compiler asks of a device.
import torch
from torch._dynamo import device_interface as d
print(d.get_interface_for_device("cpu").__name__, d.get_interface_for_device(torch.device("cpu")).is_available(), d.CpuInterface.current_device(), d.CpuInterface.is_bf16_supported(), d.CpuInterface.is_dtype_supported(torch.bfloat16), d.CpuInterface.synchronize())
try: d.get_interface_for_device("foo")
except NotImplementedError as e: print(e)
class D(d.DeviceInterface):
    @staticmethod
    def is_available(): return True
d.register_interface_for_device("foo", D); print(d.get_interface_for_device("foo") is D, ("foo", D) in list(d.get_registered_device_interfaces()))
try: D.current_device()
except NotImplementedError as e: print("no", e)
s = d.CpuInterface.Event(); s.record(); t = d.CpuInterface.Event(); t.record(); print(s.elapsed_time(t) >= 0)
try: d.CpuInterface.memory_allocated(); print(1)
except Exception as e: print(type(e).__name__)
