# Functions for signals are called: for those a program sends itself, for the timer, in a sleep, from a thread.
import signal, os, time, threading, sys
log=[]
def h(n,f): log.append((n, f.f_code.co_name))
print(signal.signal(signal.SIGUSR1,h), signal.getsignal(signal.SIGUSR1) is h)
os.kill(os.getpid(), signal.SIGUSR1); print(log)
signal.raise_signal(signal.SIGUSR1); print(log)
class T(Exception): pass
def alarm(n,f): raise T("late")
signal.signal(signal.SIGALRM,alarm)
def work():
    signal.setitimer(signal.ITIMER_REAL,0.05)
    try:
        while True: pass
    except T as e: print("stopped",e)
work()
signal.setitimer(signal.ITIMER_REAL,0.05)
try: time.sleep(5); print("no")
except T as e: print("slept",e)
print(signal.alarm(100)); print(signal.alarm(0)); print(signal.getitimer(signal.ITIMER_REAL))
n = [0]
def tick(a,b): n[0]+=1
signal.signal(signal.SIGALRM,tick); signal.setitimer(signal.ITIMER_REAL,0.01,0.01)
t=time.time(); time.sleep(0.2); print(n[0]>5, time.time()-t>=0.2); signal.setitimer(signal.ITIMER_REAL,0)
def inthread():
    try: signal.signal(signal.SIGUSR2,h)
    except ValueError as e: print(e)
    os.kill(os.getpid(), signal.SIGUSR1)
th=threading.Thread(target=inthread); th.start(); th.join(); print(len(log))
signal.signal(signal.SIGTERM,lambda n,f:(print("term"), sys.exit(0)))
for bad in (lambda: signal.signal(0,h), lambda: signal.signal(9,h), lambda: signal.signal(15,3.5), lambda: signal.setitimer(0,-1), lambda: signal.alarm(1.5)):
    try: bad()
    except Exception as e: print(type(e).__name__,e)
signal.signal(signal.SIGINT, signal.SIG_IGN); os.kill(os.getpid(),signal.SIGINT); time.sleep(0.05); print("alive")
signal.signal(signal.SIGINT, signal.default_int_handler)
try: os.kill(os.getpid(),signal.SIGINT); time.sleep(1)
except KeyboardInterrupt: print("ki")
os.kill(os.getpid(), signal.SIGTERM)
time.sleep(1); print("no")
