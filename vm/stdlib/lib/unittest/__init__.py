"""Unit tests: cases, suites, results, and a runner that prints."""

from .case import (TestCase, FunctionTestCase, SkipTest, skip, skipIf, skipUnless, expectedFailure, addModuleCleanup,
                   doModuleCleanups, enterModuleContext)
from .result import TestResult, TextTestResult
from .suite import BaseTestSuite, TestSuite
from .loader import TestLoader, defaultTestLoader
from .runner import TextTestRunner, TestProgram, main

__all__ = ["TestResult", "TestCase", "TestSuite", "TextTestRunner", "TestLoader", "FunctionTestCase", "main",
           "defaultTestLoader", "SkipTest", "skip", "skipIf", "skipUnless", "expectedFailure", "TextTestResult",
           "addModuleCleanup", "doModuleCleanups", "enterModuleContext"]
