# What a single process tells of other processes and of its machine.
import multiprocessing as mp, socket, os
print(mp.cpu_count() == os.cpu_count(), mp.current_process().name, mp.parent_process(), mp.active_children(), mp.get_start_method(True))
mp.set_start_method("spawn")
print(mp.get_start_method(), mp.get_context("fork").get_start_method(), mp.get_context().cpu_count() > 0)
for f in (lambda: mp.set_start_method("fork"), lambda: mp.get_context("nope"), lambda: mp.set_start_method("nope", force=True)):
    try: f()
    except Exception as e: print(type(e).__name__, e)
with mp.Lock(): print("locked")
print(socket.gethostname() == os.uname().nodename, socket.gethostbyname("127.0.0.1"), socket.inet_aton("1.2.3.4"), socket.inet_ntoa(b"\1\2\3\4"))
print(socket.htons(1), socket.ntohl(1), socket.error is OSError, socket.timeout is TimeoutError, issubclass(socket.gaierror, OSError))
try: socket.inet_aton("1.2.3.400")
except OSError as e: print(e)
