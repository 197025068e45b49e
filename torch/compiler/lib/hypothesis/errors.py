"""What goes wrong with properties."""


class HypothesisException(Exception):
    pass


class UnsatisfiedAssumption(HypothesisException):
    """An example that is left out."""


class Unsatisfiable(HypothesisException):
    pass


class InvalidArgument(HypothesisException, TypeError):
    pass


class NoSuchExample(HypothesisException):
    pass


class FailedHealthCheck(HypothesisException):
    pass


class DeadlineExceeded(HypothesisException):
    pass


class HypothesisWarning(HypothesisException, Warning):
    pass


class NonInteractiveExampleWarning(HypothesisWarning):
    pass
