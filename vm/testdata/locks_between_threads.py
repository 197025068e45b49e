# Locks, conditions, semaphores and barriers between threads that wait for each other.
import threading
import time

lock = threading.Lock()
print(lock.acquire(), lock.acquire(blocking=False), lock.acquire(timeout=0.001), lock.locked())
log = []


def wants():
    with lock:
        log.append("got it")


t = threading.Thread(target=wants)
t.start()
time.sleep(0.005)
log.append("releasing")
lock.release()
t.join()
print(log, lock.locked(), type(lock).__name__, repr(lock).split(" at ")[0])
for wrong in (lambda: lock.release(), lambda: lock.acquire(False, 1), lambda: lock.acquire(True, -2), lambda: lock.acquire(timeout=1e100)):
    try:
        wrong()
    except (RuntimeError, ValueError, OverflowError) as e:
        print(type(e).__name__, e)

# Increments that are read and written apart, under a lock.
total = 0


def add(n):
    global total
    for _ in range(n):
        with lock:
            now = total
            if now % 50 == 0:
                time.sleep(0)
            total = now + 1


adders = [threading.Thread(target=add, args=(200,)) for _ in range(4)]
for t in adders: t.start()
for t in adders: t.join()
print(total)

# A lock that its owner takes again.
again = threading.RLock()
with again:
    with again:
        result = []
        t = threading.Thread(target=lambda: result.append(again.acquire(blocking=False)))
        t.start(); t.join()
        print(result)
t = threading.Thread(target=lambda: result.append(again.acquire(timeout=1)))
t.start(); t.join()
print(result)
try:
    again.release()
except RuntimeError as e:
    print(e)

# A producer and two consumers.
condition = threading.Condition()
items, taken = [], []


def consume():
    while True:
        with condition:
            condition.wait_for(lambda: items)
            item = items.pop(0)
            if item is None:
                return
            taken.append(item)


consumers = [threading.Thread(target=consume) for _ in range(2)]
for t in consumers: t.start()
for i in range(6):
    with condition:
        items.append(i)
        condition.notify()
with condition:
    items.extend([None, None])
    condition.notify_all()
for t in consumers: t.join()
print(taken)
for wrong in (condition.notify, condition.wait):
    try:
        wrong()
    except RuntimeError as e:
        print(e)
with condition:
    print(condition.wait(0.001), condition.wait_for(lambda: False, 0.001), condition.wait_for(lambda: "yes"))

# A semaphore lets two in at a time.
inside, most = 0, 0
room = threading.Semaphore(2)


def enter():
    global inside, most
    with room:
        inside += 1
        most = max(most, inside)
        time.sleep(0.1)
        inside -= 1


guests = [threading.Thread(target=enter) for _ in range(5)]
for t in guests: t.start()
for t in guests: t.join()
print(most, room.acquire(timeout=0.001), threading.Semaphore(0).acquire(timeout=0.001))
bounded = threading.BoundedSemaphore(1)
try:
    bounded.release()
except ValueError as e:
    print(e)

# A barrier is passed by all together.
barrier = threading.Barrier(3, action=lambda: log.append("all there"))
del log[:]


def arrive(i):
    log.append("arrives")
    barrier.wait()
    log.append("goes on")


crowd = [threading.Thread(target=arrive, args=(i,)) for i in range(3)]
for t in crowd: t.start()
for t in crowd: t.join()
print(log, barrier.n_waiting, barrier.broken)
broken = threading.Barrier(2, timeout=0.001)
try:
    broken.wait()
except threading.BrokenBarrierError as e:
    print("broken", broken.broken)
for lock in (threading.Semaphore(3), threading.BoundedSemaphore(), threading.Barrier(2), broken, threading.Event(), threading.RLock(), threading.Condition(lock)):
    print(repr(lock).replace(f"{id(lock):#x}", "ADDRESS").split(" object at")[0])
