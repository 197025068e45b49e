"""Tools around TorchScript."""
