"""The command line of tests: unittest.main()."""

import importlib
import os
import sys

from . import loader, runner
from .signals import installHandler

__unittest = True

_EXAMPLES = """\
Examples:
  %(prog)s test_module               - run tests from test_module
  %(prog)s module.TestClass          - run tests from module.TestClass
  %(prog)s module.Class.test_method  - run specified test method
  %(prog)s path/to/test_file.py      - run tests from test_file.py
"""

_MODULE_EXAMPLES = """\
Examples:
  %(prog)s                           - run default set of tests
  %(prog)s MyTestSuite               - run suite 'MyTestSuite'
  %(prog)s MyTestCase.testSomething  - run MyTestCase.testSomething
  %(prog)s MyTestCase                - run all 'test*' test methods
                                       in MyTestCase
"""


def _module_name(name):
    """Turn the path of a file under the current folder into the name of its module."""
    if os.path.isfile(name) and name.lower().endswith(".py"):
        if os.path.isabs(name):
            relative = os.path.relpath(name, os.getcwd())
            if os.path.isabs(relative) or relative.startswith(os.pardir):
                return name
            name = relative
        return os.path.normpath(name)[:-3].replace("\\", ".").replace("/", ".")
    return name


def _select_pattern(pattern):
    return pattern if "*" in pattern else "*%s*" % pattern


class TestProgram:
    """Runs the tests of a module, or those named by arguments."""

    module = None
    verbosity = 1
    failfast = catchbreak = buffer = progName = warnings = testNamePatterns = None
    _discovery_parser = None

    def __init__(self, module="__main__", defaultTest=None, argv=None, testRunner=None, testLoader=loader.defaultTestLoader,
                 exit=True, verbosity=1, failfast=None, catchbreak=None, buffer=None, warnings=None, *, tb_locals=False,
                 durations=None):
        argv = sys.argv if argv is None else argv
        self.module = importlib.import_module(module) if isinstance(module, str) else module
        if warnings is None and not sys.warnoptions:
            warnings = "default"
        vars(self).update(
            {"exit": exit, "verbosity": verbosity, "warnings": warnings, "tb_locals": tb_locals, "durations": durations,
             "failfast": failfast, "catchbreak": catchbreak, "buffer": buffer,
             "defaultTest": defaultTest, "testLoader": testLoader, "testRunner": testRunner})
        self.progName = os.path.basename(argv[0])
        self.parseArgs(argv)
        self.runTests()

    def parseArgs(self, argv):
        if len(argv) > 1:
            if self.module is None and argv[1].lower() == "discover":
                return self._do_discovery(argv[2:])
            self._parser().parse_args(argv[1:], self)
        else:
            self.tests = []
        if self.module is None and not self.tests:
            return self._do_discovery([])
        if self.tests:
            self.testNames = [_module_name(name) for name in self.tests]
            if __name__ == "__main__":
                self.module = None
        elif self.defaultTest is None:
            self.testNames = None
        elif isinstance(self.defaultTest, str):
            self.testNames = self.defaultTest,
        else:
            self.testNames = list(self.defaultTest)
        self.createTests()

    def createTests(self, from_discovery=False, Loader=None):
        if self.testNamePatterns:
            self.testLoader.testNamePatterns = self.testNamePatterns
        used = Loader() if from_discovery and Loader is not None else self.testLoader
        if from_discovery:
            self.test = used.discover(self.start, self.pattern, self.top)
        else:
            self.test = used.loadTestsFromModule(self.module) if self.testNames is None else used.loadTestsFromNames(self.testNames, self.module)

    def _parser(self, discovery=False):
        import argparse
        common = argparse.ArgumentParser(add_help=False)
        add = common.add_argument
        add("-v", "--verbose", dest="verbosity", action="store_const", const=2, help="Verbose output")
        add("-q", "--quiet", dest="verbosity", action="store_const", const=0, help="Quiet output")
        add("--locals", dest="tb_locals", action="store_true", help="Show local variables in tracebacks")
        add("--durations", dest="durations", type=int, default=None, metavar="N",
            help="Show the N slowest test cases (N=0 for all)")
        for option, name, text in (("-f", "failfast", "Stop on first fail or error"), ("-c", "catch", "Catch Ctrl-C and display results so far"),
                                   ("-b", "buffer", "Buffer stdout and stderr during tests")):
            dest = "catchbreak" if name == "catch" else name
            if getattr(self, dest) is None:
                add(option, "--" + name, dest=dest, action="store_true", help=text)
                setattr(self, dest, False)
        if self.testNamePatterns is None:
            add("-k", dest="testNamePatterns", action="append", type=_select_pattern, help="Only run tests which match the given substring")
            self.testNamePatterns = []
        if not discovery:
            parser = argparse.ArgumentParser(parents=[common], prog=self.progName)
            parser.print_help = self._print_help
            parser.add_argument("tests", nargs="*", help="a list of any number of test modules, classes and test methods.")
            self._main_parser = parser
            return parser
        parser = argparse.ArgumentParser(parents=[common], prog="%s discover" % self.progName,
                                         epilog="For test discovery all test modules must be importable from the top level directory of the project.")
        parser.add_argument("-s", "--start-directory", dest="start", help="Directory to start discovery ('.' default)")
        parser.add_argument("-p", "--pattern", dest="pattern", help="Pattern to match tests ('test*.py' default)")
        parser.add_argument("-t", "--top-level-directory", dest="top", help="Top level directory of project (defaults to start directory)")
        for name in ("start", "pattern", "top"):
            parser.add_argument(name, nargs="?", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        return parser

    def _print_help(self, *args, **kwargs):
        examples = _EXAMPLES if self.module is None else _MODULE_EXAMPLES
        print(self._main_parser.format_help())
        print(examples % {"prog": self.progName})
        if self.module is None:
            self._parser(discovery=True).print_help()

    def _do_discovery(self, argv, Loader=None):
        self.start, self.pattern, self.top = ".", "test*.py", None
        if argv:
            self._parser(discovery=True).parse_args(argv, self)
        self.createTests(from_discovery=True, Loader=Loader)

    def runTests(self):
        if self.catchbreak:
            installHandler()
        if self.testRunner is None:
            self.testRunner = runner.TextTestRunner
        test_runner = self.testRunner
        if isinstance(test_runner, type):
            options = dict(verbosity=self.verbosity, failfast=self.failfast, buffer=self.buffer, warnings=self.warnings)
            for extra in ({"tb_locals": self.tb_locals, "durations": self.durations}, {"tb_locals": self.tb_locals}, {}):
                try:
                    test_runner = self.testRunner(**options, **extra)
                    break
                except TypeError:
                    continue  # a runner of an older interface
            else:
                test_runner = self.testRunner()
        self.result = test_runner.run(self.test)
        if self.exit:
            if not self.result.wasSuccessful():
                sys.exit(1)
            sys.exit(5 if self.result.testsRun == 0 and not self.result.skipped else 0)


main = TestProgram
