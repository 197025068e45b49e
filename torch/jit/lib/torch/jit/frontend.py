"""Errors of the script compiler's front end."""


class FrontendError(Exception):
    pass


class NotSupportedError(FrontendError):
    pass


class UnsupportedNodeError(NotSupportedError):
    pass


class FrontendTypeError(FrontendError):
    pass
