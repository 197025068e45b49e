"""Results of tests."""

import io
import sys
import traceback
from functools import wraps

from . import util

__unittest = True

STDOUT_LINE = "\nStdout:\n%s"
STDERR_LINE = "\nStderr:\n%s"


def failfast(method):
    @wraps(method)
    def inner(self, *args, **kw):
        if getattr(self, "failfast", False):
            self.stop()
        return method(self, *args, **kw)

    return inner


class TestResult:
    """Collects what happens to tests."""

    _previousTestClass = None
    _testRunEntered = False
    _moduleSetUpFailed = False

    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.testsRun = 0
        self.shouldStop = self.failfast = self.buffer = self.tb_locals = False
        for kind in ("failures", "errors", "skipped", "expectedFailures", "unexpectedSuccesses", "collectedDurations"):
            setattr(self, kind, [])
        # What tests print while buffer is set is kept, and shown where one fails.
        self._original_stdout, self._original_stderr = sys.stdout, sys.stderr
        self._stdout_buffer = self._stderr_buffer = None
        self._mirrorOutput = False

    def printErrors(self):
        pass

    def startTest(self, test):
        self.testsRun += 1
        self._mirrorOutput = False
        self._setupStdout()

    def _setupStdout(self):
        if not self.buffer:
            return
        if self._stdout_buffer is None:
            self._stdout_buffer, self._stderr_buffer = io.StringIO(), io.StringIO()
        sys.stdout, sys.stderr = self._stdout_buffer, self._stderr_buffer

    def startTestRun(self):
        pass

    def stopTest(self, test):
        self._restoreStdout()
        self._mirrorOutput = False

    def _restoreStdout(self):
        if not self.buffer:
            return
        if self._mirrorOutput:
            for stream, line, original in ((sys.stdout, STDOUT_LINE, self._original_stdout), (sys.stderr, STDERR_LINE, self._original_stderr)):
                text = stream.getvalue()
                if text:
                    original.write(line % (text if text.endswith("\n") else text + "\n"))
        sys.stdout = self._original_stdout
        sys.stderr = self._original_stderr
        for stream in (self._stdout_buffer, self._stderr_buffer):
            stream.seek(0)
            stream.truncate()

    def stopTestRun(self):
        pass

    def _note(self, kind, test, err, about=None):
        """Put a test with the text of its exception into one of the lists."""
        kind.append((about or test, self._exc_info_to_string(err, test)))

    def _note_loud(self, kind, test, err, about=None):
        """Note a failure, which shows what the test has printed."""
        self._note(kind, test, err, about)
        self._mirrorOutput = True

    @failfast
    def addError(self, test, err):
        self._note_loud(self.errors, test, err)

    @failfast
    def addFailure(self, test, err):
        self._note_loud(self.failures, test, err)

    def addSubTest(self, test, subtest, err):
        if err is not None:
            if getattr(self, "failfast", False):
                self.stop()
            failed = issubclass(err[0], test.failureException)
            self._note_loud(self.failures if failed else self.errors, test, err, subtest)

    def addExpectedFailure(self, test, err):
        self._note(self.expectedFailures, test, err)

    def addSkip(self, test, reason):
        self.skipped.append((test, reason))

    def addSuccess(self, test):
        pass

    @failfast
    def addUnexpectedSuccess(self, test):
        self.unexpectedSuccesses.append(test)

    def wasSuccessful(self):
        lists = self.failures, self.errors, getattr(self, "unexpectedSuccesses", ())
        return not any(lists)

    def addDuration(self, test, elapsed):
        durations = getattr(self, "collectedDurations", None)  # a class derived from this need not call its __init__
        if durations is not None:
            durations.append((str(test), elapsed))

    def stop(self):
        self.shouldStop = True

    def _exc_info_to_string(self, err, test):
        """Return the traceback as text, without the frames of this package."""
        exctype, value, tb = err
        tb = self._clean_tracebacks(exctype, value, tb, test)
        lines = list(traceback.TracebackException(exctype, value, tb, capture_locals=self.tb_locals, compact=True).format())
        if self.buffer:
            for stream, line in ((sys.stdout, STDOUT_LINE), (sys.stderr, STDERR_LINE)):
                text = stream.getvalue()
                if text:
                    lines.append(line % (text if text.endswith("\n") else text + "\n"))
        return "".join(lines)

    def _clean_tracebacks(self, exctype, value, tb, test):
        """Cut the frames of this package from an exception and those that led to it."""
        result = None
        first = True
        todo = [(exctype, value, tb)]
        seen = {id(value)}
        while todo:
            exctype, value, tb = todo.pop()
            while tb and _is_own(tb):
                tb = tb.tb_next
            if exctype is test.failureException:
                _cut_at_own(tb)  # the frames of assert methods at the end
            if first:
                result, first = tb, False
            else:
                value.__traceback__ = tb
            if value is not None:
                for c in (value.__cause__, value.__context__):
                    if c is not None and id(c) not in seen:
                        todo.append((type(c), c, c.__traceback__))
                        seen.add(id(c))
        return result

    def __repr__(self):
        return "<%s run=%i errors=%i failures=%i>" % (util.strclass(self.__class__), self.testsRun, len(self.errors), len(self.failures))


def _is_own(tb):
    return "__unittest" in tb.tb_frame.f_globals


def _cut_at_own(tb):
    previous = None
    while tb and not _is_own(tb):
        previous, tb = tb, tb.tb_next
    if previous is not None:
        previous.tb_next = None
