# Mocks after a specification, mocks of files and properties, and patch as a decorator.
import unittest, os, sys, io
from unittest import mock
from unittest.mock import *
import re
def show(f, *a, **k):
    try: print(re.sub(r"id='\d+'", "id='N'", repr(f(*a, **k))))
    except BaseException as e: print(type(e).__name__, re.sub(r"id='\d+'", "id='N'", str(e)), "| cause", repr(e.__cause__))
class Foo:
    attr = 1
    def __init__(self, a, b=2): pass
    def meth(self, x, y=3): return x
    @staticmethod
    def st(q): pass
    @classmethod
    def cm(cls, q): pass
    @property
    def prop(self): return 5
a = create_autospec(Foo); show(lambda: a); show(a); show(a, 1); show(lambda: a.return_value.meth); show(a(1).meth, 1, 2, 3); show(a(1).meth, 5); show(lambda: a.nope); show(a.st, 1); show(a.st); show(a.cm); show(a.cm, 3); show(lambda: a.attr)
def fn(x, y=2, *, z): return x
af = create_autospec(fn, return_value=5); show(af, 1); show(af, 1, z=3); show(af.assert_called_once_with, 1, z=3); show(af.assert_called_once_with, 1, z=4); show(lambda: af.__name__); show(lambda: af.called); show(lambda: af.call_args); show(af.assert_called_with, 1, 2, z=3)
ai = create_autospec(Foo, instance=True); show(lambda: ai); show(ai); show(ai.meth)
class P:
    @property
    def x(self): return 1
with patch.object(P, "x", new_callable=PropertyMock) as px:
    px.return_value = 9; p = P(); show(lambda: p.x); p.x = 3; show(lambda: px.mock_calls)
mo = mock_open(read_data="one\ntwo\n")
with patch("builtins.open", mo):
    with open("f", "w") as fh: fh.write("data"); show(fh.read); 
    show(lambda: open("g").readlines()); show(lambda: list(open("g"))); show(lambda: open("g").readline())
show(lambda: mo.mock_calls[:4]); show(mo.assert_called_with, "g"); mo().write.assert_called_once_with("data")
m = Mock(); m.a.b.c.return_value = 4; show(lambda: m.a.b.c()); show(lambda: m.mock_calls); m.configure_mock(**{"q.return_value": 3, "r.side_effect": KeyError}); show(m.q); show(m.r)
m.reset_mock(); show(lambda: m.mock_calls); show(m.q); del m.q; show(lambda: m.q); show(lambda: hasattr(m, "q"))
parent = Mock(); c1 = Mock(); parent.attach_mock(c1, "child"); c1(3); show(lambda: parent.mock_calls); parent.other.x(2); show(lambda: parent.method_calls)
parent = Mock(); parent.one = Mock(name="n1"); parent.one(1); show(lambda: parent.mock_calls)
w = Mock(wraps=[1, 2, 3]); show(w.index, 2); show(w.index.assert_called_with, 3)
wf = Mock(wraps=lambda x: x + 1); show(wf, 3)
s = Mock(); s.x.y; seal(s); show(lambda: s.z); show(lambda: s.x.w); show(s)
u = Mock(); show(lambda: u.assert_foo); show(lambda: u.asert_called); show(lambda: u.called_with); show(lambda: u.assert_called_twice()); show(lambda: Mock(unsafe=True).assert_foo)
show(lambda: NonCallableMock()()); show(lambda: Mock(spec=Mock())); show(lambda: dir(Mock(spec=["zz"]))[-5:])
class T(unittest.TestCase):
    @patch("os.getcwd")
    @patch("os.listdir", return_value=["a"])
    def test_order(self, listdir, getcwd):
        self.assertEqual(os.listdir(), ["a"]); self.assertIsInstance(getcwd, MagicMock); listdir.assert_called_once_with()
    @patch.object(Foo, "attr", 42)
    def test_new(self): self.assertEqual(Foo.attr, 42)
    def test_start(self):
        p = patch("os.path.exists", side_effect=[True, False]); e = p.start(); self.addCleanup(p.stop)
        self.assertTrue(os.path.exists("x")); self.assertFalse(os.path.exists("y")); self.assertEqual(e.call_args_list, [call("x"), call("y")])
    @patch("sys.stdout", new_callable=io.StringIO)
    def test_out(self, out): print("hidden"); self.assertEqual(out.getvalue(), "hidden\n")
@patch("os.sep", "!")
class C(unittest.TestCase):
    def test_sep(self): self.assertEqual(os.sep, "!")
    def other(self): return os.sep
show(lambda: C("other").other())
s = io.StringIO(); unittest.TextTestRunner(stream=s, verbosity=2).run(unittest.TestLoader().loadTestsFromModule(sys.modules["__main__"]))
print(re.sub(r"in \d\.\d+s", "T", re.sub('File ".*"', "F", s.getvalue())))
mm = MagicMock(spec=list); show(lambda: len(mm)); show(lambda: mm < 3); show(lambda: mm.append(1)); show(lambda: mm()); show(lambda: mm + 1)
mm = MagicMock(); mm.__enter__.return_value.read.return_value = "R"
with mm as fh: show(fh.read)
show(lambda: mm.mock_calls); mm.method(1).chain(2); show(lambda: mm.mock_calls == [call.__enter__(), call.__enter__().read(), call.__exit__(None, None, None), call.method(1), call.method().chain(2)]); show(lambda: mm.method.call_count); show(lambda: mm.method.return_value.chain.call_args)
x, y = MagicMock(), MagicMock(); x.side_effect = y; y.return_value = 4; show(x)
k = Mock(**{"method.return_value": 3, "other.side_effect": KeyError}); show(k.method); show(k.other); show(lambda: Mock(name="foo", x=3).x); show(lambda: Mock(side_effect=StopIteration)())
with patch("os.getcwd", new=lambda: "N"): show(os.getcwd)
with patch("__main__.Foo") as MF: inst = MF.return_value; inst.meth.return_value = "res"; show(lambda: Foo(1).meth()); show(lambda: Foo)
show(lambda: patch("os.sep", 3, new_callable=Mock)); show(lambda: patch("os.sep", autospec=True, spec=3).start())
