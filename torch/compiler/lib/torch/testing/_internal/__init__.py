"""What PyTorch's own tests import."""
