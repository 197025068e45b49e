# annotationlib: annotations as text, and with references for what is not defined.
import annotationlib as al
from annotationlib import Format, ForwardRef, get_annotations
import re
import typing
print(list(Format), repr(Format.VALUE), int(Format.STRING))
class C:
    a: int
    b: Undefined
    c: list[Undefined] | None
    d: "quoted"
    e: typing.Optional[Undefined]
    f: Undefined[int, "x", 3, ...]
    g: Undefined.attr(1, k=2)[C]
    h: Undefined | int
    i: int | Undefined
    j: dict[str, Undefined]
    k: [Undefined, 1]
    l: (Undefined,)
    m: Undefined + 1 * other ** 2
    n: -Undefined
    o: Undefined < 3
    p: typing.Literal["x", 1]
    q: typing.Callable[[int], Undefined]
    r: not_def[1:2, ::3]
    s: 1 + 2
    t: None
    u: {Undefined: 1}
    v: {*()}
    w: Undefined[*args]
    x: a if Undefined else b
    y: typing.Annotated[int, Undefined(1)]
    z: (Undefined + 1) * 2
def show(d):
    for k, v in d.items(): print('  ', k, re.sub('0x\\w+', '...', repr(v)))
print('STRING'); show(get_annotations(C, format=Format.STRING))
print('FORWARDREF'); show(get_annotations(C, format=Format.FORWARDREF))
try: get_annotations(C)
except NameError as e: print(e)
try: get_annotations(C, format=Format.VALUE_WITH_FAKE_GLOBALS)
except ValueError as e: print(e)
try: get_annotations(C, format=Format.STRING, eval_str=True)
except ValueError as e: print(e)
try: get_annotations(5)
except TypeError as e: print(e)
def f(x: int, y: "int", z: Undef = 1, *a: str, **k: bool) -> "list[int]": pass
show(get_annotations(f, format=Format.STRING)); show(get_annotations(f, format=Format.FORWARDREF))
Undef = float
print(get_annotations(f), get_annotations(f, eval_str=True))
fr = get_annotations(C, format=Format.FORWARDREF)['b']
print(type(fr), fr.__forward_arg__, fr.__forward_is_class__, fr.__owner__)
try: fr.evaluate()
except NameError as e: print(e)
print(fr.evaluate(format=Format.FORWARDREF), fr.evaluate(format=Format.STRING))
print(fr.evaluate(globals={'Undefined': 3}))
Undefined = int
print(fr.evaluate(), get_annotations(C, format=Format.FORWARDREF)['c'])
print(ForwardRef("x"), ForwardRef("x", module="m"), ForwardRef("x", is_argument=False), ForwardRef("x", owner=C), ForwardRef('x') == ForwardRef('x'), ForwardRef('x')==ForwardRef('x', owner=C), hash(ForwardRef('x')) == hash(ForwardRef('x')))
try: ForwardRef("1 +")
except SyntaxError as e: print(e)
try: ForwardRef(1)
except TypeError as e: print(e)
print(ForwardRef('list[int]').evaluate(), ForwardRef("T").evaluate(locals={'T': 1}), ForwardRef('x')|int)
print(al.type_repr(int), al.type_repr(C), al.type_repr("x"), al.type_repr(...), al.type_repr(len), al.type_repr(None), al.type_repr(list[int]), al.type_repr(typing.Any))
print(al.annotations_to_string({'a': int, 'b': 'x', 'c': list[C], 'd': None}))
def ann(format, /):
    if format == Format.VALUE: return {'x': int}
    raise NotImplementedError
print(al.call_annotate_function(ann, Format.VALUE), al.call_annotate_function(ann, Format.STRING), al.call_annotate_function(ann, Format.FORWARDREF))
class D:
    T = int
    x: T
    y: list[D.__name__]
def outer():
    loc = 5
    class L:
        x: loc
        y: later
        def m(self, a: loc, b: L, c: later): pass
    r = get_annotations(L, format=Format.FORWARDREF), get_annotations(L, format=Format.STRING), get_annotations(L.m, format=Format.FORWARDREF), get_annotations(L.m, format=Format.STRING)
    later = 1
    return r, get_annotations(L), get_annotations(L.m)
print(get_annotations(D), get_annotations(D, format=Format.STRING), get_annotations(D, format=Format.FORWARDREF))
for x in outer(): print(re.sub('0x\\w+', '...', repr(x)))
class Meta(type): pass
class WithMeta(metaclass=Meta): x: int
print(get_annotations(WithMeta), get_annotations(Meta), get_annotations(int), get_annotations(object))
import sys
print(get_annotations(sys.modules[__name__]))
import functools
@functools.wraps(f)
def w(*a): pass
print(get_annotations(w), get_annotations(functools.partial(f)))
