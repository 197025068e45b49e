"""Compiled autograd: magneto does not capture the backward pass as a graph of its own; what asks for it says so."""

import contextlib

compiled_autograd_enabled = False
compiled_autograd_enabled_force_eager = False
in_compiled_autograd_region = False


def _enable(compiler_fn, dynamic=True, ignore_active_disable_ctx=True):
    raise NotImplementedError("torch._dynamo.compiled_autograd: magneto does not capture backward passes")


def _disable():
    return contextlib.nullcontext()


def reset():
    """Nothing is kept between calls."""
