"""The names of pools of threads."""

from . import BrokenThreadPool, ThreadPoolExecutor

__all__ = ["BrokenThreadPool", "ThreadPoolExecutor"]
