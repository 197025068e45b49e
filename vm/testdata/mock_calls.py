# Mocks, their calls, messages of their assertions, and patch.
import unittest, os, sys
from unittest import mock
from unittest.mock import Mock, MagicMock, patch, call, ANY, sentinel, DEFAULT, create_autospec, PropertyMock, mock_open, seal, NonCallableMock
import re
def show(f, *a, **k):
    try: print(re.sub(r"id='\d+'", "id='N'", repr(f(*a, **k))))
    except BaseException as e: print(type(e).__name__, re.sub(r"id='\d+'", "id='N'", str(e)), "| cause", repr(e.__cause__))
m = Mock()
show(lambda: m); show(lambda: m.foo); show(lambda: m.foo.bar()); show(lambda: m.foo().x.y(1))
print(m.mock_calls, m.method_calls)
m = Mock(return_value=3)
show(m, 1, a=2); show(lambda: m.call_args); show(lambda: m.call_args.args); show(lambda: m.call_args.kwargs); show(lambda: m.call_args == ((1,), {"a": 2}))
show(lambda: m.call_args_list); show(m.assert_called_with, 1, a=2); show(m.assert_called_with, 1); show(m.assert_called_once)
m("second")
show(m.assert_called_once); show(m.assert_called_once_with, 1); show(m.assert_not_called); show(m.assert_any_call, 1, a=2); show(m.assert_any_call, 9)
show(m.assert_has_calls, [call(1, a=2), call("second")]); show(m.assert_has_calls, [call("second"), call(1, a=2)]); show(m.assert_has_calls, [call("second"), call(1, a=2)], any_order=True)
show(m.assert_has_calls, [call(5)], any_order=True)
n = Mock(name="named"); show(lambda: n); show(n.assert_called); show(n.assert_called_with, 3); show(n.assert_called_once); n(); show(n.assert_not_called)
s = Mock(side_effect=[1, 2, ValueError("x")]); show(s); show(s); show(s); show(s)
s = Mock(side_effect=KeyError("k")); show(s)
s = Mock(side_effect=lambda x: x * 2); show(s, 4)
s = Mock(side_effect=lambda x: DEFAULT, return_value=9); show(s, 4)
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
sp = Mock(spec=Foo); show(lambda: sp); show(lambda: sp.meth); show(lambda: sp.nope); show(lambda: isinstance(sp, Foo)); sp.new = 3; show(lambda: sp.new)
sp = Mock(spec_set=Foo)
def f(): sp.new = 3
show(f)
sp = Mock(spec=["a", "b"]); show(lambda: sp.a); show(lambda: sp.c)
mm = MagicMock(); show(lambda: len(mm)); show(lambda: mm[3]); show(lambda: int(mm)); show(lambda: mm + 1); show(lambda: bool(mm)); show(lambda: 3 in mm); show(lambda: mm == mm); show(lambda: mm == 3); show(lambda: mm < 3); show(lambda: str(mm)[:10]); show(lambda: float(mm)); show(lambda: hash(mm) == hash(mm))
with mm as x: show(lambda: x)
mm.__len__.return_value = 7; show(lambda: len(mm)); mm.__getitem__.side_effect = lambda k: k * 2; show(lambda: mm[4]); mm.__iter__.return_value = [1, 2]; show(lambda: list(mm)); show(lambda: mm.mock_calls[:3])
nm = Mock(); show(lambda: len(nm)); nm.__len__ = lambda self: 4; show(lambda: len(nm)); nm.__str__ = Mock(return_value="S"); show(lambda: str(nm))
show(lambda: call(1, 2, x=3)); show(lambda: call.foo(1).bar(2)); show(lambda: call.foo(1).bar(2).call_list()); show(lambda: call.foo); show(lambda: call); show(lambda: call()); show(lambda: call == call()); show(lambda: call(1) == call(1)); show(lambda: call(ANY) == call(3)); show(lambda: call.a(1) == ("a", (1,))); show(lambda: call(1) == (1,)); show(lambda: call(1) == ((1,),))
show(lambda: sentinel.thing); show(lambda: sentinel.thing is sentinel.thing); show(lambda: ANY); show(lambda: DEFAULT)
with patch("os.getcwd", return_value="/fake") as g: show(os.getcwd); show(lambda: g.called)
with patch.object(Foo, "meth", autospec=True) as g:
    fo = Foo(1); show(fo.meth, 1); show(fo.meth); g.assert_called_once_with(fo, 1); 
with patch.dict(os.environ, {"XX": "1"}): show(lambda: os.environ["XX"])
show(lambda: "XX" in os.environ)
d = {"a": 1}
with patch.dict(d, {"b": 2}, clear=True): show(lambda: d)
show(lambda: d)
with patch.multiple(Foo, attr=DEFAULT, meth=DEFAULT) as v: show(lambda: sorted(v)); show(lambda: Foo.attr)
show(lambda: Foo.attr)
show(lambda: patch("nodots")); show(lambda: patch("__main__.Foo.nope_nope").start()); show(lambda: patch.object("os", "x")); show(lambda: patch.multiple(Foo)); show(lambda: patch("nosuchmodule.x").start())
