"""TorchScript: predicates and markers. The script compiler itself is not there yet."""


def is_scripting():
    return False


def is_tracing():
    return False


def ignore(fn=None, **kwargs):
    return (lambda f: f) if fn is None else fn


def unused(fn):
    return fn


def export(fn):
    return fn


def annotate(the_type, the_value):
    return the_value


def _missing(name):
    raise NotImplementedError(f"torch.jit.{name}: magneto does not have TorchScript yet")


def script(obj, *args, **kwargs):
    _missing("script")


def trace(func, *args, **kwargs):
    _missing("trace")


def load(f, *args, **kwargs):
    _missing("load")
