"""The names of what pools have in common."""

from . import (ALL_COMPLETED, BrokenExecutor, CancelledError, Executor, FIRST_COMPLETED, FIRST_EXCEPTION, Future, InvalidStateError, TimeoutError, as_completed, wait)
