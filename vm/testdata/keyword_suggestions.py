# Wrong keyword arguments suggest the parameter that was meant.
def f(color=1, *, size=2): pass
class A:
    def m(self, width): pass
for g in (lambda: f(colour=1), lambda: f(sise=1), lambda: f(zzz=1), lambda: A().m(widht=1), lambda: f(1, colr=2)):
    try: g()
    except TypeError as e: print(e)
