"""Errors of exports."""

from enum import Enum

__all__ = ["ExportError", "ExportErrorType", "InternalError"]


class ExportErrorType(Enum):
    INVALID_INPUT_TYPE = 1
    INVALID_OUTPUT_TYPE = 2
    VIOLATION_OF_SPEC = 3
    NOT_SUPPORTED = 4
    MISSING_PROPERTY = 5
    UNINITIALIZED = 6


class ExportError(Exception):
    """An error of a kind."""

    def __init__(self, error_code, message):
        super().__init__(f"[{error_code}]: {message}")


class InternalError(Exception):
    """What should not happen."""

    def __init__(self, message):
        super().__init__(message)
