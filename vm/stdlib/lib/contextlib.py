"""Tools for the with statement."""

import sys
from abc import ABC, abstractmethod
from functools import wraps

__all__ = ["contextmanager", "closing", "nullcontext", "AbstractContextManager", "ContextDecorator", "ExitStack",
           "asynccontextmanager", "AbstractAsyncContextManager", "AsyncContextDecorator", "AsyncExitStack", "aclosing", "redirect_stdout", "redirect_stderr", "suppress", "chdir"]


class AbstractContextManager(ABC):
    """What has __enter__ and __exit__."""

    __slots__ = ()

    def __enter__(self):
        return self

    @abstractmethod
    def __exit__(self, exc_type, exc_value, traceback):
        return None

    @classmethod
    def __subclasshook__(cls, other):
        if cls is AbstractContextManager:
            for name in ("__enter__", "__exit__"):
                if next((base.__dict__[name] for base in other.__mro__ if name in base.__dict__), None) is None:
                    return NotImplemented
            return True
        return NotImplemented


class ContextDecorator:
    """Lets a context manager be used as a decorator: each call runs inside it."""

    def _recreate_cm(self):
        return self

    def __call__(self, function):
        @wraps(function)
        def inner(*args, **kwds):
            with self._recreate_cm():
                return function(*args, **kwds)

        return inner


class _GeneratorContextManager(ContextDecorator, AbstractContextManager):
    """The context manager of a generator function that yields once."""

    def __init__(self, function, args, kwds):
        self.gen = function(*args, **kwds)
        self.func, self.args, self.kwds = function, args, kwds
        doc = getattr(function, "__doc__", None)
        self.__doc__ = type(self).__doc__ if doc is None else doc

    def __enter__(self):
        self.args = self.kwds = self.func = None  # needed only to make another one
        begun = self.gen
        try:
            return next(begun)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def _recreate_cm(self):
        return type(self)(self.func, self.args, self.kwds)

    def __exit__(self, typ, value, traceback):
        if typ is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            try:
                raise RuntimeError("generator didn't stop")
            finally:
                self.gen.close()
        if value is None:
            value = typ()
        try:
            self.gen.throw(value)
        except StopIteration as stop:
            # Swallowed, unless it is the very exception that was thrown in.
            return stop is not value
        except RuntimeError as error:
            if error is value:
                error.__traceback__ = traceback
                return False
            if isinstance(value, StopIteration) and error.__cause__ is value:
                value.__traceback__ = traceback
                return False
            raise
        except BaseException as error:
            if error is not value:
                raise
            error.__traceback__ = traceback
            return False
        try:
            raise RuntimeError("generator didn't stop after throw()")
        finally:
            self.gen.close()


def contextmanager(function):
    """Make a context manager of a generator function: what it yields is the value
    of the with statement, and the rest runs at its end."""

    @wraps(function)
    def helper(*args, **kwds):
        return _GeneratorContextManager(function, args, kwds)

    return helper


class AbstractAsyncContextManager(ABC):
    """What has __aenter__ and __aexit__."""

    __slots__ = ()

    async def __aenter__(self):
        return self

    @abstractmethod
    async def __aexit__(self, exc_type, exc_value, traceback):
        return None

    @classmethod
    def __subclasshook__(cls, other):
        if cls is AbstractAsyncContextManager:
            return all(any(name in base.__dict__ for base in other.__mro__) for name in ("__aenter__", "__aexit__")) or NotImplemented
        return NotImplemented


class AsyncContextDecorator:
    """Lets an asynchronous context manager be used as a decorator."""

    def _recreate_cm(self):
        return self

    def __call__(self, function):
        @wraps(function)
        async def inner(*args, **kwds):
            async with self._recreate_cm():
                return await function(*args, **kwds)

        return inner


class _AsyncGeneratorContextManager(AsyncContextDecorator, AbstractAsyncContextManager):
    """The context manager of an asynchronous generator function that yields once."""

    def __init__(self, function, args, kwds):
        self.gen = function(*args, **kwds)
        self.func, self.args, self.kwds = function, args, kwds

    def _recreate_cm(self):
        return type(self)(self.func, self.args, self.kwds)

    async def __aenter__(self):
        self.args = self.kwds = self.func = None
        try:
            return await anext(self.gen)
        except StopAsyncIteration:
            raise RuntimeError("generator didn't yield") from None

    async def __aexit__(self, typ, value, traceback):
        if typ is None:
            try:
                await anext(self.gen)
            except StopAsyncIteration:
                return False
            await self.gen.aclose()
            raise RuntimeError("generator didn't stop")
        thrown = typ() if value is None else value
        try:
            await self.gen.athrow(thrown)
        except StopAsyncIteration as stop:
            return stop is not thrown
        except BaseException as error:
            wraps_thrown = isinstance(error, RuntimeError) and isinstance(thrown, (StopIteration, StopAsyncIteration)) and error.__cause__ is thrown
            if error is not thrown and not wraps_thrown:
                raise
            thrown.__traceback__ = traceback
            return False
        await self.gen.aclose()
        raise RuntimeError("generator didn't stop after athrow()")


def asynccontextmanager(function):
    """contextmanager for asynchronous generator functions, for use in async with."""

    @wraps(function)
    def helper(*args, **kwds):
        return _AsyncGeneratorContextManager(function, args, kwds)

    return helper


class aclosing(AbstractAsyncContextManager):
    """Awaits aclose() of a thing at the end of the block."""

    def __init__(self, thing):
        self.thing = thing

    async def __aenter__(self):
        return self.thing

    async def __aexit__(self, *exc_info):
        await self.thing.aclose()


class _Redirected(AbstractContextManager):
    """Puts another file in the place of a stream, more than once if the blocks are nested."""

    def __init_subclass__(cls, stream):
        cls._stream = stream

    def __init__(self, new_target):
        self._target, self._before = new_target, []

    def __enter__(self):
        self._before += [getattr(sys, self._stream)]
        setattr(sys, self._stream, self._target)
        return self._target

    def __exit__(self, *exc_info):
        setattr(sys, self._stream, self._before.pop())


class redirect_stdout(_Redirected, stream="stdout"):
    """Sends what is printed to another file."""


class redirect_stderr(_Redirected, stream="stderr"):
    """Sends sys.stderr to another file."""


class closing(AbstractContextManager):
    """Calls close() at the end."""

    def __init__(self, thing):
        self.thing = thing

    def __exit__(self, *exc_info):
        self.thing.close()

    def __enter__(self):
        return self.thing


class suppress(AbstractContextManager):
    """Ends the block silently at the given exceptions."""

    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        pass

    def __exit__(self, exc_type, exc_value, traceback):
        if exc_type is None:
            return None
        if issubclass(exc_type, self._exceptions):
            return True
        if issubclass(exc_type, BaseExceptionGroup):
            match, rest = exc_value.split(self._exceptions)
            if rest is None:
                return True
            raise rest
        return False


class nullcontext(AbstractContextManager):
    """Does nothing."""

    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __exit__(self, exc_type, exc_value, traceback):
        return None

    async def __aexit__(self, exc_type, exc_value, traceback):
        return None

    def __enter__(self):
        return self.enter_result

    async def __aenter__(self):
        return self.__enter__()


class chdir(AbstractContextManager):
    """Changes the working directory for the block."""

    def __init__(self, path):
        self.path = path
        self._old_cwd = []

    def __enter__(self):
        import os
        self._old_cwd.append(os.getcwd())
        os.chdir(self.path)

    def __exit__(self, *excinfo):
        import os
        os.chdir(self._old_cwd.pop())


class ExitStack(AbstractContextManager):
    """A context manager to which others, and callbacks, are added as it runs. They
    are left in the opposite order."""

    def __init__(self):
        self._exit_callbacks = []

    def pop_all(self):
        """Hand all callbacks over to a new stack."""
        new_stack = type(self)()
        new_stack._exit_callbacks = self._exit_callbacks
        self._exit_callbacks = []
        return new_stack

    def push(self, exit):
        """Add something with an __exit__ method, or a function called like one."""
        method = getattr(type(exit), "__exit__", None)
        if method is None:
            self._exit_callbacks.append((True, exit))
        else:
            self._exit_callbacks.append((True, _bind(method, exit)))
        return exit

    def enter_context(self, cm):
        """Enter a context manager and leave it with the stack."""
        cls = type(cm)
        try:
            enter = cls.__enter__
            exit = cls.__exit__
        except AttributeError:
            raise TypeError(f"'{cls.__module__}.{cls.__qualname__}' object does "
                            f"not support the context manager protocol") from None
        result = enter(cm)
        self._exit_callbacks.append((True, _bind(exit, cm)))
        return result

    def callback(self, callback, /, *args, **kwds):
        """Call a function at the end."""

        def run(exc_type, exc, tb):
            callback(*args, **kwds)

        run.__wrapped__ = callback
        self._exit_callbacks.append((False, run))
        return callback

    def close(self):
        self.__exit__(None, None, None)

    def __exit__(self, *exc_details):
        exc = exc_details[1]
        received = exc is not None
        outside = sys.exception()
        suppressed = False
        pending = False
        while self._exit_callbacks:
            takes_exc, callback = self._exit_callbacks.pop()
            try:
                details = (None, None, None) if exc is None else (type(exc), exc, exc.__traceback__)
                if callback(*details) and takes_exc:
                    suppressed = True
                    pending = False
                    exc = None
            except BaseException as new:
                # The exception that was being handled when this one arose is the
                # one in flight, not that around the with statement.
                _set_context(new, exc, outside)
                pending = True
                exc = new
        if pending:
            context = exc.__context__
            try:
                raise exc
            except BaseException:
                exc.__context__ = context
                raise
        return received and suppressed


class AsyncExitStack(AbstractAsyncContextManager):
    """ExitStack for async with: what is added may be asynchronous or not."""

    def __init__(self):
        self._exit_callbacks = []

    def pop_all(self):
        new_stack = type(self)()
        new_stack._exit_callbacks, self._exit_callbacks = self._exit_callbacks, []
        return new_stack

    def enter_context(self, cm):
        result = type(cm).__enter__(cm)
        self._exit_callbacks.append((False, True, _bind(type(cm).__exit__, cm)))
        return result

    async def enter_async_context(self, cm):
        result = await type(cm).__aenter__(cm)
        self._exit_callbacks.append((True, True, _bind(type(cm).__aexit__, cm)))
        return result

    def push(self, exit):
        method = getattr(type(exit), "__exit__", None)
        self._exit_callbacks.append((False, True, exit if method is None else _bind(method, exit)))
        return exit

    def push_async_exit(self, exit):
        method = getattr(type(exit), "__aexit__", None)
        self._exit_callbacks.append((True, True, exit if method is None else _bind(method, exit)))
        return exit

    def callback(self, callback, /, *args, **kwds):
        self._exit_callbacks.append((False, False, lambda *exc: callback(*args, **kwds)))
        return callback

    def push_async_callback(self, callback, /, *args, **kwds):
        self._exit_callbacks.append((True, False, lambda *exc: callback(*args, **kwds)))
        return callback

    async def aclose(self):
        await self.__aexit__(None, None, None)

    async def __aexit__(self, *exc_details):
        exc = exc_details[1]
        received = exc is not None
        outside = sys.exception()
        suppressed = pending = False
        while self._exit_callbacks:
            is_async, takes_exc, callback = self._exit_callbacks.pop()
            try:
                answer = callback(*((None, None, None) if exc is None else (type(exc), exc, exc.__traceback__)))
                if is_async:
                    answer = await answer
                if answer and takes_exc:
                    suppressed, pending, exc = True, False, None
            except BaseException as new:
                _set_context(new, exc, outside)
                pending, exc = True, new
        if pending:
            context = exc.__context__
            try:
                raise exc
            except BaseException:
                exc.__context__ = context
                raise
        return received and suppressed


def _bind(method, owner):
    def call(*args):
        return method(owner, *args)

    call.__self__ = owner
    return call


def _set_context(new, old, outside):
    exc = new
    while True:
        context = exc.__context__
        if context is None or context is old:
            return
        if context is outside:
            break
        exc = context
    exc.__context__ = old
