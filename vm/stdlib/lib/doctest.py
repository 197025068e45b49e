"""Running the examples in docstrings."""

import inspect
import linecache
import re
import sys
import traceback
from collections import namedtuple
from io import StringIO

__all__ = ["register_optionflag", "DONT_ACCEPT_TRUE_FOR_1", "DONT_ACCEPT_BLANKLINE", "NORMALIZE_WHITESPACE", "ELLIPSIS", "SKIP",
           "IGNORE_EXCEPTION_DETAIL", "COMPARISON_FLAGS", "REPORT_ONLY_FIRST_FAILURE", "FAIL_FAST", "REPORTING_FLAGS", "Example", "DocTest",
           "DocTestParser", "DocTestFinder", "DocTestRunner", "OutputChecker", "DocTestFailure", "UnexpectedException",
           "testmod", "run_docstring_examples", "DocTestSuite", "TestResults"]

OPTIONFLAGS_BY_NAME = {}


def register_optionflag(name):
    return OPTIONFLAGS_BY_NAME.setdefault(name, 1 << len(OPTIONFLAGS_BY_NAME))


DONT_ACCEPT_TRUE_FOR_1, DONT_ACCEPT_BLANKLINE, NORMALIZE_WHITESPACE, ELLIPSIS, SKIP, IGNORE_EXCEPTION_DETAIL = map(register_optionflag, (
    "DONT_ACCEPT_TRUE_FOR_1", "DONT_ACCEPT_BLANKLINE", "NORMALIZE_WHITESPACE", "ELLIPSIS", "SKIP", "IGNORE_EXCEPTION_DETAIL"))
COMPARISON_FLAGS = DONT_ACCEPT_TRUE_FOR_1 | DONT_ACCEPT_BLANKLINE | NORMALIZE_WHITESPACE | ELLIPSIS | SKIP | IGNORE_EXCEPTION_DETAIL
REPORT_ONLY_FIRST_FAILURE, FAIL_FAST = map(register_optionflag, ("REPORT_ONLY_FIRST_FAILURE", "FAIL_FAST"))
REPORTING_FLAGS = REPORT_ONLY_FIRST_FAILURE | FAIL_FAST

BLANKLINE_MARKER = "<BLANKLINE>"
ELLIPSIS_MARKER = "..."


class TestResults(namedtuple("TestResults", "failed attempted")):
    def __new__(cls, failed, attempted, *, skipped=0):
        results = super().__new__(cls, failed, attempted)
        results.skipped = skipped
        return results

    def __repr__(self):
        skipped = f", skipped={self.skipped}" if self.skipped else ""
        return f"TestResults(failed={self.failed}, attempted={self.attempted}{skipped})"


class Example:
    """A piece of source and what it should print."""

    def __init__(self, source, want, exc_msg=None, lineno=0, indent=0, options=None):
        self.source = source if source.endswith("\n") else source + "\n"
        self.want = want + "\n" if want and not want.endswith("\n") else want
        self.exc_msg = exc_msg + "\n" if exc_msg is not None and not exc_msg.endswith("\n") else exc_msg
        self.lineno = lineno
        self.indent = indent
        self.options = {} if options is None else options


class DocTest:
    """The examples of a docstring."""

    def __init__(self, examples, globs, name, filename, lineno, docstring):
        self.examples = examples
        self.docstring = docstring
        self.globs = globs.copy()
        self.name = name
        self.filename = filename
        self.lineno = lineno

    def __repr__(self):
        count = len(self.examples)
        examples = "no examples" if not count else "1 example" if count == 1 else f"{count} examples"
        return "<%s %s from %s:%s (%s)>" % (self.__class__.__name__, self.name, self.filename, self.lineno, examples)

    def __lt__(self, other):
        if not isinstance(other, DocTest):
            return NotImplemented
        key = lambda t: (t.name, t.filename or "", -1 if t.lineno is None else t.lineno)
        return key(self) < key(other)


class DocTestParser:
    """Finds the examples in a text."""

    _example = re.compile(r"(?P<source>(?:^(?P<indent>[ ]*)>>>.*)(?:\n[ ]*\.\.\..*)*)\n?(?P<want>(?:(?![ ]*$)(?![ ]*>>>).+$\n?)*)", re.M)
    _exception = re.compile(r"^(?P<hdr>Traceback\ \((?:most\ recent\ call\ last|innermost\ last)\):)\s*$(?P<stack>.*?)^(?P<msg>\w+.*)", re.M | re.S)
    _option = re.compile(r"#\s*doctest:\s*([^\n'\"]*)$", re.M)

    def parse(self, string, name="<string>"):
        """Return texts and examples, in order."""
        string = string.expandtabs()
        indents = [len(m[1]) for m in re.finditer(r"^([ ]*)(?=\S)", string, re.M)]
        cut = min(indents, default=0)
        if cut:
            string = "\n".join(line[cut:] for line in string.split("\n"))
        output, at, lineno = [], 0, 0
        for m in self._example.finditer(string):
            output.append(string[at:m.start()])
            lineno += string.count("\n", at, m.start())
            source, options, want, exc_msg = self._read(m, name, lineno)
            if source.strip() and not all(not line.strip() or line.lstrip().startswith("#") for line in source.splitlines()):
                output.append(Example(source, want, exc_msg, lineno=lineno, indent=cut + len(m["indent"]), options=options))
            lineno += string.count("\n", m.start(), m.end())
            at = m.end()
        output.append(string[at:])
        return output

    def _read(self, m, name, lineno):
        indent = len(m["indent"])
        lines = m["source"].split("\n")
        for i, line in enumerate(lines):
            if len(line) >= indent + 4 and line[indent + 3] != " ":
                raise ValueError("line %r of the docstring for %s lacks blank after %s: %r" % (
                    lineno + i + 1, name, line[indent:indent + 3], line))
        source = "\n".join(line[indent + 4:] for line in lines)
        want_lines = m["want"].split("\n")
        if len(want_lines) > 1 and not want_lines[-1].strip():
            del want_lines[-1]
        for i, line in enumerate(want_lines):
            if line and not line.startswith(" " * indent):
                raise ValueError("line %r of the docstring for %s has inconsistent leading whitespace: %r" % (
                    lineno + len(lines) + i + 1, name, line))
        want = "\n".join(line[indent:] for line in want_lines)
        exception = self._exception.match(want)
        options = {}
        for option in self._option.findall(source):
            for word in option.replace(",", " ").split():
                if word[0] not in "+-" or word[1:] not in OPTIONFLAGS_BY_NAME:
                    raise ValueError("line %r of the doctest for %s has an invalid option: %r" % (lineno + 1, name, word))
                options[OPTIONFLAGS_BY_NAME[word[1:]]] = word[0] == "+"
        return source, options, want, exception["msg"] if exception else None

    def get_examples(self, string, name="<string>"):
        return [x for x in self.parse(string, name) if isinstance(x, Example)]

    def get_doctest(self, string, globs, name, filename, lineno):
        return DocTest(self.get_examples(string, name), globs, name, filename, lineno, string)


class DocTestFinder:
    """Finds the docstrings of an object and of what is in it."""

    def __init__(self, verbose=False, parser=DocTestParser(), recurse=True, exclude_empty=True):
        self._parser = parser
        self._recurse = recurse
        self._exclude_empty = exclude_empty

    def find(self, obj, name=None, module=None, globs=None, extraglobs=None):
        if name is None:
            name = getattr(obj, "__name__", None)
            if name is None:
                raise ValueError("DocTestFinder.find: name must be given when obj.__name__ doesn't exist: %r" % (type(obj),))
        if module is None:
            module = obj if inspect.ismodule(obj) else inspect.getmodule(obj)
        globs = dict(vars(module)) if globs is None and module is not None else dict(globs or {})
        globs.update(extraglobs or {})
        globs.setdefault("__name__", "__main__")
        tests, seen = [], set()
        self._find(tests, obj, name, module, globs, seen)
        tests.sort()
        return tests

    def _belongs(self, module, obj):
        if module is None:
            return True
        if inspect.isfunction(obj):
            return module.__dict__ is obj.__globals__
        return module.__name__ == getattr(obj, "__module__", None)

    def _find(self, tests, obj, name, module, globs, seen):
        if id(obj) in seen:
            return
        seen.add(id(obj))
        test = self._test_of(obj, name, module, globs)
        if test is not None:
            tests.append(test)
        if not self._recurse:
            return
        if inspect.ismodule(obj):
            for key, value in obj.__dict__.items():
                if (inspect.isfunction(inspect.unwrap(value) if callable(value) else value) or inspect.isclass(value)) and self._belongs(module, value):
                    self._find(tests, value, f"{name}.{key}", module, globs, seen)
            for key, value in getattr(obj, "__test__", {}).items():
                self._find(tests, value, f"{name}.__test__.{key}", module, globs, seen)
        elif inspect.isclass(obj):
            for key, value in obj.__dict__.items():
                if isinstance(value, (staticmethod, classmethod)):
                    value = value.__func__
                if (inspect.isfunction(value) or inspect.isclass(value)) and self._belongs(module, value) or isinstance(value, property):
                    self._find(tests, value, f"{name}.{key}", module, globs, seen)

    def _test_of(self, obj, name, module, globs):
        doc = obj if isinstance(obj, str) else getattr(obj, "__doc__", None) or ""
        doc = doc if isinstance(doc, str) else str(doc)
        if self._exclude_empty and not doc:
            return None
        file = getattr(module, "__file__", None) or getattr(module, "__name__", None)
        return self._parser.get_doctest(doc, globs, name, file, self._line_of(obj, doc, file))

    def _line_of(self, obj, doc, file):
        """Return the line of a docstring, counted from 0."""
        if inspect.ismodule(obj):
            return 0
        lines = linecache.getlines(file) if file else []
        start = None
        if inspect.isclass(obj):
            pattern = re.compile(r"^\s*class\s*%s\b" % re.escape(obj.__name__))
            start = next((i for i, line in enumerate(lines) if pattern.match(line)), None)
        else:
            obj = obj.fget if isinstance(obj, property) else inspect.unwrap(obj) if callable(obj) else obj
            code = getattr(obj, "__code__", None)
            if code is not None:
                start = code.co_firstlineno - 1
        if start is None:
            return None
        quote = re.compile(r"(^|.*:)\s*\w*(\"|')")
        return next((i for i in range(start, len(lines)) if quote.match(lines[i])), None)


class OutputChecker:
    """Compares what was printed with what was wanted."""

    def check_output(self, want, got, optionflags):
        if got == want:
            return True
        if not optionflags & DONT_ACCEPT_TRUE_FOR_1 and (got, want) in (("True\n", "1\n"), ("False\n", "0\n")):
            return True
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            want = re.sub(r"(?m)^%s\s*?$" % re.escape(BLANKLINE_MARKER), "", want)
            got = re.sub(r"(?m)^[^\S\n]+$", "", got)
            if got == want:
                return True
        if optionflags & NORMALIZE_WHITESPACE:
            got, want = " ".join(got.split()), " ".join(want.split())
            if got == want:
                return True
        if optionflags & ELLIPSIS:
            pattern = ".*".join(map(re.escape, want.split(ELLIPSIS_MARKER)))
            return re.fullmatch(pattern, got, re.S) is not None
        return False

    def output_difference(self, example, got, optionflags):
        want = example.want
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            got = re.sub("(?m)^[ ]*(?=\n)", BLANKLINE_MARKER, got)
        if want and got:
            return "Expected:\n%sGot:\n%s" % (_indent(want), _indent(got))
        if want:
            return "Expected:\n%sGot nothing\n" % _indent(want)
        if got:
            return "Expected nothing\nGot:\n%s" % _indent(got)
        return "Expected nothing\nGot nothing\n"


def _indent(text, spaces=4):
    return re.sub("(?m)^(?!$)", spaces * " ", text)


class DocTestRunner:
    """Runs examples and reports."""

    DIVIDER = "*" * 70

    def __init__(self, checker=None, verbose=None, optionflags=0):
        self._checker = checker or OutputChecker()
        self._verbose = "-v" in sys.argv if verbose is None else verbose
        self.optionflags = self.original_optionflags = optionflags
        self.tries = self.failures = self.skips = 0
        self._stats = {}

    def report_start(self, out, test, example):
        if self._verbose:
            want = "Expecting:\n" + _indent(example.want) if example.want else "Expecting nothing\n"
            out("Trying:\n" + _indent(example.source) + want)

    def report_success(self, out, test, example, got):
        if self._verbose:
            out("ok\n")

    def report_failure(self, out, test, example, got):
        out(self._failure_header(test, example) + self._checker.output_difference(example, got, self.optionflags))

    def report_unexpected_exception(self, out, test, example, exc_info):
        out(self._failure_header(test, example) + "Exception raised:\n" + _indent("".join(traceback.format_exception(*exc_info))))

    def _failure_header(self, test, example):
        out = [self.DIVIDER]
        if test.filename:
            line = test.lineno + example.lineno + 1 if test.lineno is not None and example.lineno is not None else "?"
            out.append('File "%s", line %s, in %s' % (test.filename, line, test.name))
        else:
            out.append("Line %s, in %s" % (example.lineno + 1, test.name))
        return "\n".join(out) + "\nFailed example:\n" + _indent(example.source)

    def run(self, test, compileflags=None, out=None, clear_globs=True):
        fake = StringIO()
        saved_stdout = sys.stdout
        if out is None:
            out = saved_stdout.write
        sys.stdout = fake
        saved_hook = sys.displayhook
        sys.displayhook = sys.__displayhook__
        try:
            return self._run(test, out, fake)
        finally:
            sys.stdout = saved_stdout
            sys.displayhook = saved_hook
            if clear_globs:
                test.globs.clear()

    def _run(self, test, out, fake):
        failures = tries = skips = 0
        flags = self.optionflags
        for number, example in enumerate(test.examples):
            self.optionflags = flags
            for flag, on in example.options.items():
                self.optionflags = self.optionflags | flag if on else self.optionflags & ~flag
            tries += 1
            if self.optionflags & SKIP:
                skips += 1
                continue
            quiet = self.optionflags & REPORT_ONLY_FIRST_FAILURE and failures > 0
            if not quiet:
                self.report_start(out, test, example)
            filename = "<doctest %s[%d]>" % (test.name, number)
            linecache.cache[filename] = len(example.source), None, example.source.splitlines(True), filename
            exc_info = None
            try:
                exec(compile(example.source, filename, "single"), test.globs)
            except KeyboardInterrupt:
                raise
            except BaseException:
                exc_info = sys.exc_info()
                exc_info = (*exc_info[:2], exc_info[2].tb_next)
            got = fake.getvalue()
            fake.truncate(0)
            fake.seek(0)
            if exc_info is None:
                passed = self._checker.check_output(example.want, got, self.optionflags)
            elif example.exc_msg is None:
                failures += 1
                if not quiet:
                    self.report_unexpected_exception(out, test, example, exc_info)
                continue
            else:
                exc_msg = traceback.format_exception_only(*exc_info[:2])[-1]
                got += "".join(traceback.format_exception(*exc_info))
                passed = self._checker.check_output(example.exc_msg, exc_msg, self.optionflags)
                if not passed and self.optionflags & IGNORE_EXCEPTION_DETAIL:
                    passed = _exception_name(example.exc_msg) == _exception_name(exc_msg)
            if passed:
                if not quiet:
                    self.report_success(out, test, example, got)
            else:
                failures += 1
                if not quiet:
                    self.report_failure(out, test, example, got)
            if failures and self.optionflags & FAIL_FAST:
                break
        self.optionflags = flags
        before = self._stats.get(test.name, (0, 0, 0))
        self._stats[test.name] = tuple(a + b for a, b in zip(before, (failures, tries, skips)))
        self.failures += failures
        self.tries += tries
        self.skips += skips
        return TestResults(failures, tries, skipped=skips)

    def summarize(self, verbose=None):
        verbose = self._verbose if verbose is None else verbose
        none, passed, failed = [], [], []
        for name, (failures, tries, skips) in sorted(self._stats.items()):
            (none if not tries else failed if failures else passed).append((name, failures, tries))
        plural = lambda n: "s" if n != 1 else ""
        if verbose:
            if none:
                print(f"{len(none)} item{plural(len(none))} had no tests:")
                for name, _, _ in none:
                    print(f"    {name}")
            if passed:
                print(f"{len(passed)} item{plural(len(passed))} passed all tests:")
                for name, _, tries in passed:
                    print(f" {tries:3d} test{plural(tries)} in {name}")
        if failed:
            print(self.DIVIDER)
            print(f"{len(failed)} item{plural(len(failed))} had failures:")
            for name, failures, tries in failed:
                print(f" {failures:3d} of {tries:3d} in {name}")
        if verbose:
            count = len(self._stats)
            print(f"{self.tries} test{plural(self.tries)} in {count} item{plural(count)}.")
            print(f"{self.tries - self.failures} passed" + (f" and {self.failures} failed." if self.failures else
                                                            f" and {self.skips} skipped." if self.skips else "."))
        skipped = f" and {self.skips} skipped test{plural(self.skips)}" if self.skips else ""
        if self.failures:
            print(f"***Test Failed*** {self.failures} failure{plural(self.failures)}{skipped}.")
        elif verbose:
            print(f"Test passed{skipped}.")
        return TestResults(self.failures, self.tries, skipped=self.skips)


def _exception_name(message):
    name = re.match(r"[\w.]*", message)[0]
    return name.rpartition(".")[2]


class DocTestFailure(Exception):
    def __init__(self, test, example, got):
        self.test, self.example, self.got = test, example, got

    def __str__(self):
        return str(self.test)


class UnexpectedException(Exception):
    def __init__(self, test, example, exc_info):
        self.test, self.example, self.exc_info = test, example, exc_info

    def __str__(self):
        return str(self.test)


def testmod(m=None, name=None, globs=None, verbose=None, report=True, optionflags=0, extraglobs=None, raise_on_error=False, exclude_empty=False):
    """Run the examples of a module, of the main one by default."""
    if m is None:
        m = sys.modules.get("__main__")
    if not inspect.ismodule(m):
        raise TypeError("testmod: module required; %r" % (m,))
    if raise_on_error:
        raise NotImplementedError("doctest.testmod: raise_on_error is not supported")
    runner = DocTestRunner(verbose=verbose, optionflags=optionflags)
    for test in DocTestFinder(exclude_empty=exclude_empty).find(m, m.__name__ if name is None else name, globs=globs, extraglobs=extraglobs):
        runner.run(test)
    if report:
        runner.summarize()
    return TestResults(runner.failures, runner.tries, skipped=runner.skips)


def run_docstring_examples(f, globs, verbose=False, name="NoName", compileflags=None, optionflags=0):
    runner = DocTestRunner(verbose=verbose, optionflags=optionflags)
    for test in DocTestFinder(recurse=False).find(f, name, globs=globs):
        runner.run(test)


def DocTestSuite(module=None, globs=None, extraglobs=None, test_finder=None, **options):
    """Make a suite of unittest of the docstrings of a module."""
    import unittest
    if isinstance(module, str):
        module = __import__(module, globals(), locals(), ["*"])
    elif module is None:
        module = sys._getframe(1).f_globals["__name__"]
        module = sys.modules[module]

    class DocTestCase(unittest.TestCase):
        def __init__(self, test):
            super().__init__()
            self._test = test

        def id(self):
            return self._test.name

        def shortDescription(self):
            return "Doctest: " + self._test.name

        def __str__(self):
            parts = self._test.name.split(".")
            return "%s (%s)" % (parts[-1], ".".join(parts[:-1]))

        __repr__ = __str__

        def runTest(self):
            out = StringIO()
            runner = DocTestRunner(optionflags=options.get("optionflags", 0), verbose=False)
            results = runner.run(self._test, out=out.write, clear_globs=False)
            if results.failed:
                raise self.failureException("Failed doctest test for %s\n\n%s" % (self._test.name, out.getvalue()))

    tests = (test_finder or DocTestFinder()).find(module, globs=globs, extraglobs=extraglobs)
    return unittest.TestSuite(DocTestCase(test) for test in tests if test.examples)


if __name__ == "__main__":
    sys.exit(1 if testmod(__import__(sys.argv[1].removesuffix(".py"))).failed else 0)
