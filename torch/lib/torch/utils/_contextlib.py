"""Context managers as decorators, of functions and of generators."""
import functools
import inspect
import warnings
from typing import Any, TypeVar, cast

FuncType = Any
F = TypeVar("F")


def _wrap_generator(ctx_factory, func):
    """A generator whose code runs in the context, which is left wherever the generator gives something to its caller."""

    @functools.wraps(func)
    def generator_context(*args, **kwargs):
        inner = func(*args, **kwargs)
        resume = functools.partial(next, inner)
        try:
            while True:
                with ctx_factory():
                    response = resume()
                try:
                    request = yield response
                except GeneratorExit:
                    with ctx_factory():
                        inner.close()
                    raise
                except BaseException as e:
                    resume = functools.partial(inner.throw, e)
                else:
                    resume = functools.partial(inner.send, request)
        except StopIteration as end:
            return end.value

    return generator_context


def _wrapped(cls, args, fn):
    """fn as it runs in a context of a class. Tracing sees the class, not an object of it."""
    fn = instances_of(fn)
    if inspect.isgeneratorfunction(fn):
        return _wrap_generator(lambda: cls(*args), fn)

    @functools.wraps(fn)
    def decorate_context(*a, **k):
        with cls(*args):
            return fn(*a, **k)

    return decorate_context


def context_decorator(ctx, func):
    """func as it runs in a context: one that ctx makes for each call, or ctx itself."""
    if callable(ctx) and hasattr(ctx, "__enter__"):
        raise AssertionError(f"Passed in {ctx} is both callable and also a valid context manager (has __enter__), making it ambiguous which interface to use.  If you intended "
                             "to pass a context manager factory, rewrite your call as context_decorator(lambda: ctx()); if you intended to pass a context manager directly, "
                             "rewrite your call as context_decorator(lambda: ctx)")
    factory = ctx if callable(ctx) else lambda: ctx
    if inspect.isclass(func):
        raise RuntimeError("Cannot decorate classes; it is ambiguous whether or not only the constructor or all methods should have the context manager applied; additionally, "
                           "decorating a class at definition-site will prevent use of the identifier as a conventional type.  To specify which methods to decorate, decorate "
                           "each of them individually.")
    if inspect.isgeneratorfunction(func):
        return _wrap_generator(factory, func)

    @functools.wraps(func)
    def decorate_context(*args, **kwargs):
        with factory():
            return func(*args, **kwargs)

    return decorate_context


def instances_of(func):
    """What is decorated in the place of a class: a function that makes its instances."""
    if not inspect.isclass(func):
        return func
    warnings.warn("Decorating classes is deprecated and will be disabled in future versions. You should only decorate functions or methods. To preserve the current behavior of "
                  "class decoration, you can directly decorate the `__init__` method and nothing else.", FutureWarning, stacklevel=3)
    return lambda *args, **kwargs: func(*args, **kwargs)


class _DecoratorContextManager:
    """A context manager that is a decorator, too."""

    def __call__(self, orig_func):
        return context_decorator(self.clone, instances_of(orig_func))

    def __enter__(self):
        raise NotImplementedError

    def __exit__(self, exc_type, exc_value, traceback):
        raise NotImplementedError

    def clone(self):
        return self.__class__()


class _NoParamDecoratorContextManager(_DecoratorContextManager):
    """One that decorates without being called first."""

    def __new__(cls, orig_func=None):
        if orig_func is None:
            return super().__new__(cls)
        return cls()(orig_func)
