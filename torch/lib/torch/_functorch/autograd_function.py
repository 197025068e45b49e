"""Autograd functions under transforms."""
