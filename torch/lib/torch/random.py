"""The process-wide random generator."""
import torch
from torch import manual_seed, seed, initial_seed, get_rng_state, set_rng_state, default_generator


def thread_safe_generator():
    """The generator of the thread in which a DataLoader loads, None outside of such threads: the default one is meant."""
    from torch.utils.data import get_worker_info

    return getattr(get_worker_info(), "generator", None)


class fork_rng:
    def __init__(self, devices=None, enabled=True, _caller="fork_rng", _devices_kw="devices", device_type="cuda"):
        self.enabled = enabled

    def __enter__(self):
        if self.enabled:
            self.state = get_rng_state()

    def __exit__(self, *args):
        if self.enabled:
            set_rng_state(self.state)
