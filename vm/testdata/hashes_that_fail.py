"""Values whose hash fails, as keys and elements; symbolic sizes have none."""
class A:
    def __hash__(s): raise TypeError("mine")
class B:
    def __hash__(s): raise ValueError("mine")
for f in (lambda: {[]: 1}, lambda: {A(): 1}, lambda: {B(): 1}, lambda: {A()}, lambda: {}[A()], lambda: A() in {1: 2}, lambda: {1}.add(A()), lambda: dict([(A(), 1)]), lambda: {}.get(A()), lambda: frozenset([A()]), lambda: hash((A(),)), lambda: {(1, []): 2}, lambda: {}.setdefault(A(), 1), lambda: set([[]])):
    try: f()
    except Exception as e: print(type(e).__name__, e, repr(e.__cause__), repr(e.__context__))
