"""Programs that show what torch.export takes, and how what it does not take can be written."""
