# exec and eval: namespaces, closures, errors.
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
def mk():
    a = 1; b = 2
    def f():
        nonlocal a
        a = a + b; return a
    return f
f = mk()
def g(): return 1
t(lambda: exec(f.__code__)); t(lambda: exec(f.__code__, closure=f.__closure__)); t(lambda: f()); t(lambda: exec(g.__code__, closure=f.__closure__)); t(lambda: exec(f.__code__, closure=(1,2))); t(lambda: exec('1', closure=())); t(lambda: eval(f.__code__)); t(lambda: exec(f.__code__, closure=f.__closure__[:1]))
t(lambda: exec(3)); t(lambda: eval(3)); t(lambda: exec('x=1', 3)); t(lambda: exec('x=1', {}, 3)); t(lambda: eval('1', 3)); t(lambda: exec()); t(lambda: eval('x', {'x': 5})); t(lambda: eval(' 1+1')); t(lambda: eval('x', {}, {'x': 7})); t(lambda: exec('y = 1', globals={'a': 1})); t(lambda: eval('1', locals={}))
ns = {}; exec('z = 3', ns); print(sorted(k for k in ns if k != '__builtins__'), '__builtins__' in ns)
class C: pass
