"""The process-wide random generator."""
import torch
from torch import manual_seed, seed, initial_seed, get_rng_state, set_rng_state, default_generator


class fork_rng:
    def __init__(self, devices=None, enabled=True, _caller="fork_rng", _devices_kw="devices", device_type="cuda"):
        self.enabled = enabled

    def __enter__(self):
        if self.enabled:
            self.state = get_rng_state()

    def __exit__(self, *args):
        if self.enabled:
            set_rng_state(self.state)
