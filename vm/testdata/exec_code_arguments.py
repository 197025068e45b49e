# exec() and eval() of code objects that want arguments: there are none to bind.
def two(a, b=1, *, c):
    return a


for code in ((lambda a: a + 1).__code__, (lambda a, b: a).__code__, two.__code__, (lambda *args, **kwargs: print(args, kwargs)).__code__,
             (lambda a=1: print(a)).__code__, (lambda *, k: print(k)).__code__, (lambda: print("ran")).__code__):
    for run in (exec, eval):
        try:
            print(run(code))
        except TypeError as e:
            print(run.__name__, e)


def outer():
    free = 3
    def inner(a):
        return a + free
    return inner


inner = outer()
try:
    exec(inner.__code__, closure=inner.__closure__)
except TypeError as e:
    print(e)
