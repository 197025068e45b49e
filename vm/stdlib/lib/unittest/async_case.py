"""Test cases whose methods may be coroutines."""

import asyncio
import inspect

from .case import TestCase

__unittest = True


class IsolatedAsyncioTestCase(TestCase):
    """Runs each test, with asyncSetUp and asyncTearDown around it, in an event loop of its own."""

    async def asyncSetUp(self):
        pass

    async def asyncTearDown(self):
        pass

    def addAsyncCleanup(self, func, /, *args, **kwargs):
        self.addCleanup(self._run, func, *args, **kwargs)

    async def enterAsyncContext(self, cm):
        result = await type(cm).__aenter__(cm)
        self.addAsyncCleanup(type(cm).__aexit__, cm, None, None, None)
        return result

    def _run(self, func, *args, **kwargs):
        result = func(*args, **kwargs)
        if inspect.isawaitable(result):
            return self._loop.run_until_complete(result)
        return result

    def run(self, result=None):
        self._loop = asyncio.new_event_loop()
        try:
            return super().run(result)
        finally:
            self._loop.close()

    def _callSetUp(self):
        self.setUp()
        self._run(self.asyncSetUp)

    def _callTestMethod(self, method):
        self._run(method)

    def _callTearDown(self):
        self._run(self.asyncTearDown)
        self.tearDown()
