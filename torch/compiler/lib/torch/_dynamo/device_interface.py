"""What the compiler asks of a device, by the type of the device. magneto has the CPU; scripts may register others."""

import time

import torch

device_interfaces = {}


class DeviceInterface:
    """The questions; the class of a device answers those that it can."""

    class device:
        def __new__(cls, device):
            raise NotImplementedError

    @staticmethod
    def is_available():
        raise NotImplementedError

    @staticmethod
    def current_device():
        raise NotImplementedError

    @staticmethod
    def set_device(device):
        raise NotImplementedError

    @staticmethod
    def device_count():
        raise NotImplementedError

    @staticmethod
    def synchronize(device=None):
        raise NotImplementedError

    @staticmethod
    def get_compute_capability(device=None):
        raise NotImplementedError

    @staticmethod
    def is_bf16_supported(including_emulation=False):
        raise NotImplementedError

    @classmethod
    def is_dtype_supported(cls, dtype, including_emulation=False):
        return dtype != torch.bfloat16 or cls.is_bf16_supported(including_emulation)

    @staticmethod
    def memory_allocated(device=None):
        raise NotImplementedError


class CpuInterface(DeviceInterface):
    """The processor: one device, always there."""

    class Event(torch.Event):
        def __new__(cls, enable_timing=True):
            return object.__new__(cls)

        def __init__(self, enable_timing=True):
            self.time = 0.0

        def record(self, stream=None):
            self.time = time.perf_counter()

        def elapsed_time(self, end_event):
            return (end_event.time - self.time) * 1000

    @staticmethod
    def is_available():
        return True

    @staticmethod
    def is_bf16_supported(including_emulation=False):
        return True

    @staticmethod
    def get_compute_capability(device=None):
        return ""

    @staticmethod
    def current_device():
        return 0

    @staticmethod
    def synchronize(device=None):
        """Work on the processor is done when its call returns."""


def register_interface_for_device(device, device_interface):
    device_interfaces[device.type if isinstance(device, torch.device) else device] = device_interface


def get_interface_for_device(device):
    name = device.type if isinstance(device, torch.device) else device
    if name not in device_interfaces:
        raise NotImplementedError(f"No interface for device {name}")
    return device_interfaces[name]


def get_registered_device_interfaces():
    return device_interfaces.items()


register_interface_for_device("cpu", CpuInterface)
