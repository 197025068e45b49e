"""Other devices than the CPU: there are none."""
from torch.utils import generate_methods_for_privateuse1_backend, rename_privateuse1_backend
