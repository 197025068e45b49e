# A thread that waits or polls lets the others run.
import threading
import time


class Monitor(threading.Thread):
    """Looks now and then, until it is told to stop, as progress bars do."""

    def __init__(self):
        super().__init__(daemon=True)
        self.stop = threading.Event()
        self.looked = 0
        self.start()

    def run(self):
        while True:
            self.looked += 1
            if self.stop.wait(0.002):
                return


monitor = Monitor()
print(monitor.is_alive(), [i for i in range(3)])
while monitor.looked < 3:
    pass
monitor.stop.set()
monitor.join()
print(monitor.is_alive(), monitor.looked >= 3)

# A thread that polls without waiting at all.
go = []
seen = []
poller = threading.Thread(target=lambda: [None for _ in iter(lambda: bool(go), True)] and seen.append("seen"))
poller.start()
print(poller.is_alive())
go.append(1)
poller.join()
print(seen)

# sleep, and a result that is waited for.
order = []


def sleeper(seconds, name):
    time.sleep(seconds)
    order.append(name)


started = [threading.Thread(target=sleeper, args=(0.4, "third")), threading.Thread(target=sleeper, args=(0.05, "first")),
           threading.Thread(target=sleeper, args=(0.2, "second"))]
for t in started:
    t.start()
for t in started:
    t.join()
print(order)

# One that never ends does not keep the program from ending.
threading.Thread(target=lambda: threading.Event().wait(), daemon=True).start()
print(threading.active_count())

# A timer, stopped in time and not.
rung = threading.Event()
early = threading.Timer(5, print, ["never"])
early.start()
early.cancel()
threading.Timer(0.001, rung.set).start()
print(rung.wait(5), early.finished.is_set())

# The program ends behind the threads that are not daemons.
threading.Thread(target=lambda: (time.sleep(0.01), print("last"))).start()
print("end of the script")
