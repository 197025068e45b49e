"""Running tests and printing the outcome."""

import sys
import time

from .loader import defaultTestLoader
from .result import TextTestResult


class TextTestRunner:
    """Runs tests and writes to a stream, sys.stderr by default."""

    resultclass = TextTestResult

    def __init__(self, stream=None, descriptions=True, verbosity=1, failfast=False, buffer=False, resultclass=None,
                 warnings=None, *, tb_locals=False, durations=None):
        self.stream = sys.stderr if stream is None else stream
        self.descriptions = descriptions
        self.verbosity = verbosity
        self.failfast = failfast
        self.buffer = buffer
        self.tb_locals = tb_locals
        self.durations = durations
        if resultclass is not None:
            self.resultclass = resultclass

    def _makeResult(self):
        return self.resultclass(self.stream, self.descriptions, self.verbosity)

    def run(self, test):
        result = self._makeResult()
        result.failfast = self.failfast
        start = time.perf_counter()
        result.startTestRun()
        try:
            test(result)
        finally:
            result.stopTestRun()
        taken = time.perf_counter() - start
        result.printErrors()
        write = self.stream.write
        write(getattr(result, "separator2", "-" * 70) + "\n")
        run = result.testsRun
        write("Ran %d test%s in %.3fs\n\n" % (run, "s" if run != 1 else "", taken))
        infos = []
        if result.wasSuccessful():
            write("NO TESTS RAN" if run == 0 and not result.skipped else "OK")
        else:
            write("FAILED")
            if result.failures:
                infos.append("failures=%d" % len(result.failures))
            if result.errors:
                infos.append("errors=%d" % len(result.errors))
        if result.skipped:
            infos.append("skipped=%d" % len(result.skipped))
        if result.expectedFailures:
            infos.append("expected failures=%d" % len(result.expectedFailures))
        if result.unexpectedSuccesses:
            infos.append("unexpected successes=%d" % len(result.unexpectedSuccesses))
        write((" (%s)" % ", ".join(infos) if infos else "") + "\n")
        self.stream.flush()
        return result


class TestProgram:
    """What unittest.main() runs: the tests of a module, or those named by arguments."""

    def __init__(self, module="__main__", defaultTest=None, argv=None, testRunner=None, testLoader=defaultTestLoader,
                 exit=True, verbosity=1, failfast=None, catchbreak=None, buffer=None, warnings=None, *, tb_locals=False,
                 durations=None):
        if isinstance(module, str):
            __import__(module)
            module = sys.modules[module]
        args = list(sys.argv if argv is None else argv)[1:]
        names = []
        for arg in args:
            if arg in ("-v", "--verbose"):
                verbosity = 2
            elif arg in ("-q", "--quiet"):
                verbosity = 0
            elif arg in ("-f", "--failfast"):
                failfast = True
            elif arg.startswith("-"):
                sys.stderr.write("unknown option: %s\n" % arg)
                sys.exit(2)
            else:
                names.append(arg)
        if not names and defaultTest is not None:
            names = [defaultTest] if isinstance(defaultTest, str) else list(defaultTest)
        if names:
            test = testLoader.loadTestsFromNames(names, module)
        else:
            test = testLoader.loadTestsFromModule(module)
        runner = testRunner
        if runner is None:
            runner = TextTestRunner
        if isinstance(runner, type):
            runner = runner(verbosity=verbosity, failfast=bool(failfast), buffer=bool(buffer))
        self.result = runner.run(test)
        if exit:
            if self.result.testsRun == 0 and not self.result.skipped:
                sys.exit(5)
            sys.exit(not self.result.wasSuccessful())


main = TestProgram
