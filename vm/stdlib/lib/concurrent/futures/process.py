"""The names of pools of processes."""

from . import BrokenProcessPool, ProcessPoolExecutor

__all__ = ["BrokenProcessPool", "ProcessPoolExecutor"]
