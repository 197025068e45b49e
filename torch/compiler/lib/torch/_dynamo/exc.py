"""Exceptions of the compiler."""

class TorchDynamoException(RuntimeError):
    pass


class InternalTorchDynamoError(TorchDynamoException):
    pass


class RestartAnalysis(TorchDynamoException):
    pass


class SkipFrame(TorchDynamoException):
    pass


class TorchRuntimeError(TorchDynamoException):
    pass


class InvalidBackend(TorchDynamoException):
    def __init__(self, name, known=()):
        import difflib

        close = difflib.get_close_matches(name, known, n=1)
        hint = f", did you mean: '{close[0]}'?" if close else ""
        super().__init__(f"Invalid backend: {name!r}{hint}. See `torch._dynamo.list_backends()` for available backends.")


class ResetRequired(TorchDynamoException):
    pass


class BackendCompilerFailed(TorchDynamoException):
    def __init__(self, name, inner_exception):
        self.backend_name = name
        self.inner_exception = inner_exception
        super().__init__(f"backend={name!r} raised:\n{type(inner_exception).__name__}: {inner_exception}")


class Unsupported(TorchDynamoException):
    def __init__(self, msg, *, case_name=None, real_stack=None):
        super().__init__(msg)
        self.msg = msg
        self.real_stack = real_stack


class UserError(Unsupported):
    pass


class RecompileError(TorchDynamoException):
    pass


class FailOnRecompileLimitHit(Exception):
    pass


class UncapturedHigherOrderOpError(TorchDynamoException):
    pass


class ObservedException(TorchDynamoException):
    pass
