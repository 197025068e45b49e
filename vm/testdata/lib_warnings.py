# warnings: actions, filters, places, texts.
import warnings, sys, io
sys.stderr = io.StringIO()
def flush(): print(sys.stderr.getvalue().replace(__file__, "F"), end=""); sys.stderr.seek(0); sys.stderr.truncate()
def show(f, *a, **k):
    try: print(repr(f(*a, **k)).replace(__file__, "F"))
    except BaseException as e: print(type(e).__name__, e)
warnings.resetwarnings()
warnings.warn("plain"); warnings.warn("plain2", DeprecationWarning); flush()
def f(level): warnings.warn("lvl", UserWarning, stacklevel=level)
f(1); f(2); f(3); f(9); flush()
for i in range(3): warnings.warn("loop")
flush()
warnings.simplefilter("always")
for i in range(2): warnings.warn("always")
flush()
warnings.simplefilter("once")
for i in range(2): warnings.warn("once%d" % (i // 2))
warnings.warn("once0"); flush()
warnings.simplefilter("error"); show(warnings.warn, "err"); show(warnings.warn, RuntimeWarning("inst")); warnings.simplefilter("ignore"); warnings.warn("ignored"); flush()
warnings.filterwarnings("default", message="match.*"); warnings.warn("match this"); warnings.warn("no match"); flush()
warnings.filterwarnings("error", category=DeprecationWarning, module="__main__"); show(warnings.warn, "dep", DeprecationWarning); show(lambda: [(f[0], f[1], f[2].__name__, f[3], f[4]) for f in warnings.filters][:2])
show(warnings.filterwarnings, "bad"); show(warnings.simplefilter, "bad"); show(warnings.filterwarnings, "default", 3); show(warnings.filterwarnings, "default", "", 3); show(warnings.simplefilter, "default", lineno=-1); show(warnings.warn, "x", 3); show(warnings.warn, "x", ValueError); show(warnings.warn, 3); show(warnings.filterwarnings, "default", module=4); show(warnings.simplefilter, "default", lineno="a")
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always"); warnings.warn("rec", UserWarning); warnings.warn("rec2", FutureWarning)
    print(len(w), w[0].message, w[0].category, w[0].lineno, str(w[1])[:30], w[0].filename == __file__, repr(w[0].message))
show(lambda: warnings.formatwarning("m", UserWarning, "file.py", 3, "  the line ")); show(lambda: warnings.formatwarning("m", UserWarning, "file.py", 3)); warnings.showwarning("m", UserWarning, "f.py", 1); flush(); warnings.showwarning("m", UserWarning, "f.py", 1, sys.stdout, "src")
old = warnings.showwarning
def mine(message, category, filename, lineno, file=None, line=None): print("MINE", message, category.__name__)
warnings.showwarning = mine; warnings.simplefilter("always"); warnings.warn("shown"); warnings.showwarning = old
oldf = warnings.formatwarning; warnings.formatwarning = lambda m, c, *a, **k: "FMT %s %s\n" % (c.__name__, m); warnings.warn("formatted"); flush(); warnings.formatwarning = oldf
warnings.warn_explicit("explicit", UserWarning, "ex.py", 7); flush(); warnings.warn_explicit("e2", UserWarning, "ex.py", 7, module="m", registry={}); flush()
@warnings.deprecated("use new")
def old_fn(): return 1
show(old_fn); flush(); show(lambda: old_fn.__deprecated__)
@warnings.deprecated("use New")
class Old: pass
show(lambda: type(Old()).__name__); flush()
with warnings.catch_warnings(action="ignore"): warnings.warn("inner")
flush()
c = warnings.catch_warnings(); show(lambda: c)
with c: show(c.__enter__)
show(warnings.catch_warnings().__exit__); show(lambda: warnings.WarningMessage("m", UserWarning, "f", 1))
class MyW(UserWarning): pass
warnings.warn(MyW("custom")); warnings.warn("multi\nline"); flush()
try: raise DeprecationWarning("x")
except Warning as e: print(type(e).__mro__)
