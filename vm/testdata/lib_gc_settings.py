# The settings of the collector and of threads are kept.
import gc
import sys
import threading

print(gc.get_threshold(), gc.get_debug(), gc.get_freeze_count(), gc.garbage, gc.callbacks, gc.isenabled())
gc.set_threshold(700, 5)
print(gc.get_threshold(), gc.collect(0) >= 0, gc.unfreeze())
gc.disable()
print(gc.isenabled(), gc.DEBUG_LEAK == gc.DEBUG_COLLECTABLE | gc.DEBUG_UNCOLLECTABLE | gc.DEBUG_SAVEALL)
gc.enable()
for f in (lambda: gc.set_threshold(), lambda: gc.set_threshold("a"), lambda: gc.collect(5), lambda: gc.collect("a"),
          lambda: sys.setswitchinterval(0), lambda: threading.Barrier(0), lambda: threading.stack_size(5)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
before = sys.getswitchinterval()
sys.setswitchinterval(0.01)
print(before, sys.getswitchinterval(), threading.stack_size())
b = threading.Barrier(1)
print(b.wait(), b.parties, b.n_waiting, b.broken, b.abort(), b.broken, threading.BrokenBarrierError.__base__.__name__)
