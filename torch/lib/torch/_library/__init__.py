"""Parts of torch.library."""
