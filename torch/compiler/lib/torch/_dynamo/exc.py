"""Exceptions of the compiler."""

import enum


class TorchDynamoException(RuntimeError):
    def __init__(self, *args, real_stack=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.real_stack = real_stack
        self.innermost_user_frame_summary = self.frame_exec_strategy = self.compile_id = None


class InternalTorchDynamoError(TorchDynamoException):
    pass


class ResumePrologueTracingError(TorchDynamoException):
    pass


class RestartAnalysis(TorchDynamoException):
    def __init__(self, *args, restart_reason=None):
        self.restart_reason = restart_reason
        super().__init__(*args)


class SpeculationRestartAnalysis(RestartAnalysis):
    pass


class AutogradGradRestartAnalysis(RestartAnalysis):
    pass


class UnspecializeRestartAnalysis(RestartAnalysis):
    pass


class CompileCollectiveRestartAnalysis(RestartAnalysis):
    pass


class TensorifyScalarRestartAnalysis(RestartAnalysis):
    pass


class RequiresGradRestartAnalysis(RestartAnalysis):
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
    def __init__(self):
        super().__init__("Must call `torch._dynamo.reset()` before changing backends.  Detected two calls to\n`torch.compile()` with a different backend compiler arguments.")


class ShortenTraceback(TorchDynamoException):
    def remove_dynamo_frames(self):
        return self


class BackendCompilerFailed(ShortenTraceback):
    def __init__(self, name, inner_exception):
        self.backend_name = name
        self.inner_exception = inner_exception
        super().__init__(f"backend={name!r} raised:\n{type(inner_exception).__name__}: {inner_exception}")


class Unsupported(TorchDynamoException):
    def __init__(self, msg, *, case_name=None, real_stack=None):
        super().__init__(msg, real_stack=real_stack)
        self.msg = msg
        self.case_name = case_name
        self.category = self.gb_type = None
        self.logged = self.skip_frame = False


def _located(error, gb_type, msg, frames):
    """Gives an error of the tracer the stack of the traced code, and that of a break its kind and its text."""
    import traceback

    summaries = [traceback.FrameSummary(file, line, name, lookup_line=False, end_lineno=end_line, colno=column, end_colno=end_column) for file, line, name, end_line, column, end_column in frames]
    error.real_stack = traceback.StackSummary.from_list(summaries)
    error.innermost_user_frame_summary = summaries[-1] if summaries else None
    if gb_type is not None:
        error.gb_type, error.msg, error.category = gb_type, msg, "unimplemented"


class UnknownPropertiesDuringBackwardTrace(Unsupported):
    pass


class RecompileError(TorchDynamoException):
    pass


class ArgsMismatchError(Unsupported):
    pass


class AttributeMutationError(Unsupported):
    pass


class InfiniteGeneratorError(Unsupported):
    pass


class UncapturedHigherOrderOpError(TorchDynamoException):
    pass


class CondOpArgsMismatchError(ArgsMismatchError):
    pass


class UserErrorType(enum.Enum):
    DYNAMIC_CONTROL_FLOW = 1
    ANTI_PATTERN = 2
    STANDARD_LIBRARY = 3
    CONSTRAINT_VIOLATION = 4
    DYNAMIC_DIM = 5
    INVALID_INPUT = 6
    INVALID_OUTPUT = 7
    UNSUPPORTED_ALIASED_MUTATED_DYNAMIC_INPUTS = 8


class UserError(Unsupported):
    def __init__(self, error_type, msg=None, case_name=None):
        if msg is None:
            error_type, msg = None, error_type
        super().__init__(msg, case_name=case_name)
        self.error_type = error_type
        self.message = msg


class PackageError(TorchDynamoException):
    pass


class StepUnsupported(TorchDynamoException):
    pass


class UnsafeScriptObjectError(TorchDynamoException):
    pass


class UnhandledDescriptorError(TorchDynamoException):
    pass


class TritonUnavailableError(TorchDynamoException):
    pass


class FailOnRecompileLimitHit(Exception):
    pass


class ObservedException(TorchDynamoException):
    pass


class ObservedUserStopIteration(ObservedException):
    def __init__(self, *args, **kwargs):
        super().__init__("unhandled `raise StopIteration`")
        self.value = args[0] if args else None


class ObservedLookupError(ObservedException):
    pass


class ObservedIndexError(ObservedLookupError):
    pass


class ObservedKeyError(ObservedLookupError):
    pass


class ObservedGeneratorExit(ObservedException):
    pass


class ObservedAttributeError(ObservedException):
    pass


class ObservedNotImplementedError(ObservedException):
    pass


class ObservedTypeError(ObservedException):
    pass


class ObservedRuntimeError(ObservedException):
    pass


class FakeTensorObservedException(ObservedException):
    pass


observed_exception_map = {
    StopIteration: ObservedUserStopIteration, LookupError: ObservedLookupError, IndexError: ObservedIndexError, GeneratorExit: ObservedGeneratorExit,
    KeyError: ObservedKeyError, AttributeError: ObservedAttributeError, RuntimeError: ObservedRuntimeError,
    NotImplementedError: ObservedNotImplementedError, TypeError: ObservedTypeError,
}


def get_dynamo_observed_exception(exc_type):
    """The class of the exception that stands for one that traced code raises."""
    if exc_type not in observed_exception_map:
        observed_exception_map[exc_type] = type(f"Observed{getattr(exc_type, '__name__', str(exc_type))}Error", (ObservedException,), {})
    return observed_exception_map[exc_type]


def unimplemented(*, gb_type, context, explanation, hints, from_exc=None, log_warning=False, skip_frame=False):
    """Raises the exception of a graph break."""
    text = f"{gb_type}\n  Explanation: {explanation}\n" + "".join(f"  Hint: {h}\n" for h in hints) + f"\n  Developer debug context: {context}\n"
    raise Unsupported(text) from from_exc


def get_exc_message(e, compile_id=None):
    return None, None


def format_error_msg(exc, code, record_filename=None, frame=None):
    return f"{type(exc).__name__}: {exc}"
