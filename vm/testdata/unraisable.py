# sys.unraisablehook: exceptions of __del__ and of weak references' callbacks.
import gc
import io
import re
import sys
import weakref


class Broken:
    def __del__(self):
        raise ValueError("in __del__")


class Thing:
    pass


def drop():
    broken = Broken()
    del broken
    gc.collect()


def hide(text):
    return re.sub(r'0x\w+|File ".*"', "...", text)


def hook(u):
    print(u.exc_type.__name__, u.exc_value, u.exc_traceback is not None, hide(u.err_msg), u.object, type(u).__name__)


def callback(ref):
    return 1 / 0


sys.unraisablehook = hook
drop()
thing = Thing()
ref = weakref.ref(thing, callback)
del thing
gc.collect()


def failing(u):
    raise RuntimeError("the hook fails")


for replacement in failing, None, sys.__unraisablehook__:
    sys.unraisablehook = replacement
    sys.stderr = io.StringIO()
    drop()
    print(hide(sys.stderr.getvalue()))
del sys.unraisablehook
sys.stderr = io.StringIO()
drop()
print(hide(sys.stderr.getvalue()))
try:
    sys.__unraisablehook__(1)
except TypeError as e:
    print(e)
