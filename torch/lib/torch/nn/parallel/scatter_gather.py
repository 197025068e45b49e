"""Moving values to devices and back: on this machine there is nowhere to move them."""


def scatter(inputs, target_gpus, dim=0):
    raise RuntimeError("torch.nn.parallel.scatter needs accelerator devices, and there are none")


def gather(outputs, target_device, dim=0):
    raise AssertionError("Gather function not implemented for CPU tensors")


def replicate(network, devices, detach=False):
    raise AssertionError("Broadcast function not implemented for CPU tensors")


def parallel_apply(modules, inputs, kwargs_tup=None, devices=None):
    assert len(modules) == len(inputs), f"The number of modules {len(modules)} is not equal to the number of inputs {len(inputs)}"
    raise RuntimeError("Cannot access accelerator device when none is available.")
