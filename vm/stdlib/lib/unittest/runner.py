"""Running tests and printing the outcome."""

import sys
import time

from . import result
from .case import _SubTest
from .signals import registerResult

__unittest = True


class _WritelnDecorator:
    """A stream with a method writeln."""

    def __init__(self, stream):
        self.stream = stream

    def __getattr__(self, name):
        if name in ("stream", "__getstate__"):
            raise AttributeError(name)
        return getattr(self.stream, name)

    def writeln(self, text=None):
        if text:
            self.write(text)
        self.write("\n")


class TextTestResult(result.TestResult):
    """Prints a mark for every test, and the failures at the end."""

    separator1 = "=" * 70
    separator2 = "-" * 70

    def __init__(self, stream, descriptions, verbosity, *, durations=None):
        super().__init__(stream, descriptions, verbosity)
        self.stream = stream
        self.showAll = verbosity > 1
        self.dots = verbosity == 1
        self.descriptions = descriptions
        self.durations = durations
        self._newline = True  # the line of the last test has ended

    def getDescription(self, test):
        first = test.shortDescription()
        if self.descriptions and first:
            return "\n".join((str(test), first))
        return str(test)

    def startTest(self, test):
        super().startTest(test)
        if self.showAll:
            self.stream.write(self.getDescription(test))
            self.stream.write(" ... ")
            self.stream.flush()
            self._newline = False

    def _report(self, test, word, mark):
        if self.showAll:
            self._write_status(test, word)
        elif self.dots:
            self.stream.write(mark)
            self.stream.flush()

    def _mark(self, word, mark):
        if self.showAll:
            self.stream.writeln(word)
            self.stream.flush()
        elif self.dots:
            self.stream.write(mark)
            self.stream.flush()

    def _write_status(self, test, status):
        # The name is there already unless subtests have ended its line.
        within = isinstance(test, _SubTest)
        line = status
        if within or self._newline:
            line = ("  " if within else "") + self.getDescription(test) + " ... " + status
            if not self._newline:
                self.stream.writeln()
        self.stream.writeln(line)
        self.stream.flush()
        self._newline = True

    def addSubTest(self, test, subtest, err):
        if err is not None:
            if issubclass(err[0], subtest.failureException):
                self._report(subtest, "FAIL", "F")
            else:
                self._report(subtest, "ERROR", "E")
        super().addSubTest(test, subtest, err)

    def addSuccess(self, test):
        super().addSuccess(test)
        self._report(test, "ok", ".")

    def addError(self, test, err):
        super().addError(test, err)
        self._report(test, "ERROR", "E")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._report(test, "FAIL", "F")

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._report(test, "skipped {0!r}".format(reason), "s")

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self._mark("expected failure", "x")

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self._mark("unexpected success", "u")

    def printErrors(self):
        if self.dots or self.showAll:
            self.stream.writeln()
            self.stream.flush()
        self.printErrorList("ERROR", self.errors)
        self.printErrorList("FAIL", self.failures)
        unexpected = getattr(self, "unexpectedSuccesses", ())
        if unexpected:
            self.stream.writeln(self.separator1)
            for test in unexpected:
                self.stream.writeln(f"UNEXPECTED SUCCESS: {self.getDescription(test)}")
            self.stream.flush()

    def printErrorList(self, flavour, errors):
        for test, err in errors:
            self.stream.writeln(self.separator1)
            self.stream.writeln("%s: %s" % (flavour, self.getDescription(test)))
            self.stream.writeln(self.separator2)
            self.stream.writeln("%s" % err)
            self.stream.flush()


class TextTestRunner:
    """Runs tests and writes to a stream, sys.stderr by default."""

    resultclass = TextTestResult

    def __init__(self, stream=None, descriptions=True, verbosity=1, failfast=False, buffer=False, resultclass=None,
                 warnings=None, *, tb_locals=False, durations=None):
        self.stream = _WritelnDecorator(stream if stream is not None else sys.stderr)
        self.resultclass = resultclass or self.resultclass
        self.descriptions, self.verbosity, self.warnings, self.durations = descriptions, verbosity, warnings, durations
        self.failfast, self.buffer, self.tb_locals = failfast, buffer, tb_locals

    def _makeResult(self):
        arguments = self.stream, self.descriptions, self.verbosity
        try:
            return self.resultclass(*arguments, durations=self.durations)
        except TypeError:
            return self.resultclass(*arguments)  # a class of the time before durations

    def run(self, test):
        import warnings
        result = self._makeResult()
        registerResult(result)
        for option in ("failfast", "buffer", "tb_locals"):
            setattr(result, option, getattr(self, option))
        with warnings.catch_warnings():
            if self.warnings:
                warnings.simplefilter(self.warnings)
            start = time.perf_counter()
            start_test_run = getattr(result, "startTestRun", None)
            if start_test_run is not None:
                start_test_run()
            try:
                test(result)
            finally:
                stop_test_run = getattr(result, "stopTestRun", None)
                if stop_test_run is not None:
                    stop_test_run()
            taken = time.perf_counter() - start
        result.printErrors()
        if self.durations is not None:
            self._printDurations(result)
        if hasattr(result, "separator2"):
            self.stream.writeln(result.separator2)
        run = result.testsRun
        self.stream.writeln("Ran %d test%s in %.3fs" % (run, run != 1 and "s" or "", taken))
        self.stream.writeln()
        self._print_verdict(result)
        self.stream.flush()
        return result

    def _print_verdict(self, result):
        infos = []
        if not result.wasSuccessful():
            self.stream.write("FAILED")
            for name in ("failures", "errors"):
                if getattr(result, name):
                    infos.append("%s=%d" % (name, len(getattr(result, name))))
        elif result.testsRun == 0 and not getattr(result, "skipped", ()):
            self.stream.write("NO TESTS RAN")
        else:
            self.stream.write("OK")
        for name, attribute in (("skipped", "skipped"), ("expected failures", "expectedFailures"), ("unexpected successes", "unexpectedSuccesses")):
            count = len(getattr(result, attribute, ()))
            if count:
                infos.append("%s=%d" % (name, count))
        if infos:
            self.stream.writeln(" (%s)" % (", ".join(infos),))
        else:
            self.stream.write("\n")

    def _printDurations(self, result):
        if not result.collectedDurations:
            return
        slowest = sorted(result.collectedDurations, key=lambda pair: pair[1], reverse=True)
        if self.durations > 0:
            slowest = slowest[:self.durations]
        self.stream.writeln("Slowest test durations")
        if hasattr(result, "separator2"):
            self.stream.writeln(result.separator2)
        hidden = False
        for test, elapsed in slowest:
            if self.verbosity < 2 and elapsed < 0.001:
                hidden = True
                continue
            self.stream.writeln("%-10s %s" % ("%.3fs" % elapsed, test))
        if hidden:
            self.stream.writeln("\n(durations < 0.001s were hidden; use -v to show these durations)")
        else:
            self.stream.writeln("")
