# Threads and locks of module _thread.
import _thread, threading
print(_thread.get_ident() == threading.get_ident(), _thread.error)
out = []
def f(a, b=1): out.append((a, b)); _thread.exit()
_thread.start_new_thread(f, (1,), {"b": 2})
import time; time.sleep(0.01); print(out)
l = _thread.allocate_lock()
with l: print(l.locked())
print(l.locked())
for g in (lambda: _thread.start_new_thread(1, ()), lambda: _thread.start_new_thread(f, [])):
    try: g()
    except TypeError as e: print(e)
