# What the runner of unittest prints, for every fate of a test, and its command line.
import unittest, sys, io, logging, warnings
log = []
def setUpModule(): log.append("mod up")
def tearDownModule(): log.append("mod down")
class Helper:
    def check(self, x):
        self.assertEqual(x, 1)
class A(Helper, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        log.append("A up"); cls.addClassCleanup(log.append, "class cleanup")
    @classmethod
    def tearDownClass(cls): log.append("A down")
    def setUp(self):
        self.addCleanup(log.append, "cleanup")
    def test_ok(self):
        "First line.\n\n    more"
    def test_fail(self):
        "A failing test."
        self.assertEqual({"a": [1, 2]}, {"a": [1, 3]})
    def test_helper(self):
        self.check(2)
    def test_error(self):
        {}["missing"]
    def test_chain(self):
        try:
            int("x")
        except ValueError as e:
            raise RuntimeError("while converting") from e
    def test_context(self):
        try:
            int("x")
        except ValueError as e:
            self.fail("no")
    @unittest.skip("not now")
    def test_skip(self): pass
    @unittest.skipIf(True, "cond")
    def test_skipif(self): pass
    def test_skip_inside(self): self.skipTest("inside")
    @unittest.expectedFailure
    def test_xfail(self): self.fail()
    @unittest.expectedFailure
    def test_xpass(self): pass
    def test_sub(self):
        for i in range(4):
            with self.subTest("msg", i=i, b="x"):
                if i == 2: self.skipTest("skip sub")
                self.assertEqual(i % 2, 0)
        with self.subTest():
            raise KeyError("z")
    def test_nested(self):
        with self.subTest(a=1):
            with self.subTest(b=2):
                self.assertTrue(False)
    def test_long(self):
        self.assertEqual("line one\nline two\nline three\n", "line one\nline 2\nline three\n")
    def test_lists(self):
        self.assertEqual([1, 2, 3, "a"], [1, 2, 4, "a"], "lists!")
    def test_raises(self):
        with self.assertRaises(ValueError): int("3")
    def test_group(self):
        raise ExceptionGroup("eg", [ValueError(1), TypeError("t")])
    def test_cleanup_error(self):
        self.addCleanup(lambda: 1/0)
        self.fail("body")
class B(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise ValueError("B up")
    def test_x(self): pass
@unittest.skip("whole class")
class C(unittest.TestCase):
    def test_y(self): pass
class D(unittest.TestCase):
    def tearDown(self): raise OSError(2, "No such file")
    def test_z(self): pass
class E(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise unittest.SkipTest("in setUpClass")
    def test_w(self): pass
class F(unittest.TestCase):
    @classmethod
    def tearDownClass(cls): raise ValueError("F down")
    def test_v(self): print("printing")
import re
def show(text):
    print(re.sub(r"in \d+\.\d+s", "in T", re.sub(r'File "[^"]*"', 'File "F"', text)))
for kw in ({}, {"verbosity": 2}, {"verbosity": 0, "failfast": True}, {"buffer": True, "verbosity": 2, "descriptions": False}, {"tb_locals": True}):
    s = io.StringIO(); log.clear()
    suite = unittest.TestLoader().loadTestsFromModule(sys.modules["__main__"])
    r = unittest.TextTestRunner(stream=s, **kw).run(suite)
    show(s.getvalue()); print(r, r.wasSuccessful(), log[:8], len(log))
s = io.StringIO()
sys.stderr = s
for argv in (["p", "-v", "A.test_ok"], ["p", "A.test_nope"], ["p", "-k", "skip", "-q"], ["p", "-f", "A"], ["p", "-z"], ["p", "-k", "nothing"], ["prog", "-h"]):
    try: unittest.main(argv=argv)
    except SystemExit as e: print("exit", e.code)
    show(s.getvalue()); s.seek(0); s.truncate()
