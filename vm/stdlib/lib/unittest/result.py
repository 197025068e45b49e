"""Results of tests."""

import sys


class TestResult:
    """Collects what happens to tests."""

    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.failfast = False
        self.failures = []
        self.errors = []
        self.testsRun = 0
        self.skipped = []
        self.expectedFailures = []
        self.unexpectedSuccesses = []
        self.collectedDurations = []
        self.shouldStop = False
        self.buffer = False
        self.tb_locals = False
        self._testRunEntered = False

    def printErrors(self):
        pass

    def startTest(self, test):
        self.testsRun += 1

    def startTestRun(self):
        pass

    def stopTest(self, test):
        pass

    def stopTestRun(self):
        pass

    def _stop_if_failfast(self):
        if self.failfast:
            self.stop()

    def addError(self, test, err):
        self._stop_if_failfast()
        self.errors.append((test, self._exc_info_to_string(err, test)))

    def addFailure(self, test, err):
        self._stop_if_failfast()
        self.failures.append((test, self._exc_info_to_string(err, test)))

    def addSubTest(self, test, subtest, err):
        if err is None:
            return
        self._stop_if_failfast()
        if issubclass(err[0], test.failureException):
            self.failures.append((subtest, self._exc_info_to_string(err, test)))
        else:
            self.errors.append((subtest, self._exc_info_to_string(err, test)))

    def addSuccess(self, test):
        pass

    def addSkip(self, test, reason):
        self.skipped.append((test, reason))

    def addExpectedFailure(self, test, err):
        self.expectedFailures.append((test, self._exc_info_to_string(err, test)))

    def addUnexpectedSuccess(self, test):
        self._stop_if_failfast()
        self.unexpectedSuccesses.append(test)

    def addDuration(self, test, elapsed):
        self.collectedDurations.append((str(test), elapsed))

    def wasSuccessful(self):
        return not self.failures and not self.errors and not self.unexpectedSuccesses

    def stop(self):
        self.shouldStop = True

    def _exc_info_to_string(self, err, test):
        """Return the traceback as text, without the frames of this package."""
        import traceback
        exc_type, value, tb = err
        while tb is not None and _is_own_frame(tb.tb_frame):
            tb = tb.tb_next
        kept = []
        t = tb
        if exc_type is not None and issubclass(exc_type, test.failureException):
            # Frames of assert methods at the end say nothing of the test.
            while t is not None and not _is_own_frame(t.tb_frame):
                kept.append(t)
                t = t.tb_next
            return "".join(traceback.format_exception(exc_type, value, tb, limit=len(kept)) if kept else
                           traceback.format_exception(exc_type, value, tb))
        return "".join(traceback.format_exception(exc_type, value, tb))

    def __repr__(self):
        return "<%s.%s run=%i errors=%i failures=%i>" % (self.__class__.__module__, self.__class__.__qualname__, self.testsRun,
                                                       len(self.errors), len(self.failures))


_own_folder = TestResult.__init__.__code__.co_filename.rsplit("/", 1)[0]


def _is_own_frame(frame):
    return frame.f_code.co_filename.rsplit("/", 1)[0] == _own_folder


class TextTestResult(TestResult):
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

    def _report(self, word, mark):
        if self.showAll:
            self.stream.write(word + "\n")
        elif self.dots:
            self.stream.write(mark)
        self.stream.flush()

    def addSubTest(self, test, subtest, err):
        if err is not None:
            failed = issubclass(err[0], subtest.failureException)
            if self.showAll:
                self.stream.write("\n  " + self.getDescription(subtest) + " ... " + ("FAIL" if failed else "ERROR") + "\n")
            elif self.dots:
                self.stream.write("F" if failed else "E")
            self.stream.flush()
        super().addSubTest(test, subtest, err)

    def addSuccess(self, test):
        super().addSuccess(test)
        self._report("ok", ".")

    def addError(self, test, err):
        super().addError(test, err)
        self._report("ERROR", "E")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._report("FAIL", "F")

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._report("skipped {0!r}".format(reason), "s")

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self._report("expected failure", "x")

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self._report("unexpected success", "u")

    def printErrors(self):
        if self.dots or self.showAll:
            self.stream.write("\n")
        for flavour, errors in (("ERROR", self.errors), ("FAIL", self.failures)):
            for test, err in errors:
                self.stream.write(self.separator1 + "\n")
                self.stream.write("%s: %s\n" % (flavour, self.getDescription(test)))
                self.stream.write(self.separator2 + "\n")
                self.stream.write("%s\n" % err)
        if self.unexpectedSuccesses:
            self.stream.write(self.separator1 + "\n")
            for test in self.unexpectedSuccesses:
                self.stream.write("UNEXPECTED SUCCESS: %s\n" % self.getDescription(test))
        self.stream.flush()
