import threading
out=[]
lock=threading.Lock()
def work(n):
    with lock: out.append((n, threading.current_thread().name))
ts=[threading.Thread(target=work,args=(i,),name=f"t{i}") for i in range(3)]
for t in ts: t.start()
for t in ts: t.join()
print(sorted(out), threading.active_count(), threading.current_thread() is threading.main_thread(), ts[0].is_alive())
l=threading.local(); l.x=1
def f():
    print(hasattr(l,"x")); l.x=2
t=threading.Thread(target=f); t.start(); t.join(); print(l.x)
e=threading.Event(); e.set(); print(e.wait(), e.is_set())
r=threading.RLock()
with r:
    with r: print("nested")
print(threading.Thread(target=work).name.startswith("Thread-"))
