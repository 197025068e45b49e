"""What works on exported programs."""
