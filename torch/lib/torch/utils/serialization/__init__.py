"""Settings of saving and loading."""
from torch.utils.serialization import config
