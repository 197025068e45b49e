"""Unit tests: cases, suites, results, and a runner that prints."""

__all__ = ["TestResult", "TestCase", "IsolatedAsyncioTestCase", "TestSuite", "TextTestRunner", "TestLoader", "FunctionTestCase", "main",
           "defaultTestLoader", "SkipTest", "skip", "skipIf", "skipUnless", "expectedFailure", "TextTestResult", "installHandler",
           "registerResult", "removeResult", "removeHandler", "addModuleCleanup", "doModuleCleanups", "enterModuleContext"]

__unittest = True

from .async_case import IsolatedAsyncioTestCase
from .case import FunctionTestCase, TestCase
from .loader import TestLoader, defaultTestLoader
from .main import TestProgram, main
from .outcome import (SkipTest, addModuleCleanup, doModuleCleanups, enterModuleContext, expectedFailure, skip, skipIf, skipUnless)
from .result import TestResult
from .runner import TextTestResult, TextTestRunner
from .signals import installHandler, registerResult, removeHandler, removeResult
from .suite import BaseTestSuite, TestSuite
