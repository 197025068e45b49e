# reprlib: indents, arrays, limits; pprint: printers that format in their own way.
import reprlib
x=[1,'spam',{'eggs':True,'ham':[(4.5,6.25),{8,9}]}]
for i in (None, 0, 1, 4, '', '-->', True, False, '\t'):
    try: print(repr(i), reprlib.Repr(indent=i).repr(x))
    except Exception as e: print(type(e).__name__, e)
for i in (-1, -4, 4.0, [], (), 1j, b'x', object):
    try: print(reprlib.Repr(indent=i).repr(x))
    except Exception as e: print(type(e).__name__, e)
r=reprlib.Repr(indent=2, maxlevel=2, maxlist=2, maxdict=1, maxset=1)
print(r.repr(x), r.repr([]), r.repr({}), r.repr(set()), r.repr(((((),),),)), r.repr([1,2,3]), r.repr({1:2,3:4}), r.repr((1,)))
print(reprlib.Repr(maxlong=20).repr(10**50))
from array import array
from collections import deque
print(reprlib.repr(array('i',range(10))), reprlib.repr(deque(range(10))), reprlib.repr(frozenset(range(10))))
import pprint


class Short(pprint.PrettyPrinter):
    def format(self, object, context, maxlevels, level):
        if isinstance(object, float):
            return f"{object:.2f}", True, False
        if isinstance(object, str) and " " not in object:
            return object, False, False
        return super().format(object, context, maxlevels, level)


data = {"a b": "c d", "plain": [1.23456, (2.0, "x")], "deep": [[[1.5]]]}
Short().pprint(data)
Short(width=20, depth=2).pprint(data)
