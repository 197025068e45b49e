# logging.handlers: files by size and by time, watched files, memory, queues.
import logging, logging.handlers as H, os, tempfile, queue, io, datetime, time
d=tempfile.mkdtemp(); p=os.path.join(d,'l')
h=H.RotatingFileHandler(p,maxBytes=40,backupCount=3); l=logging.getLogger('a'); l.propagate=False; l.addHandler(h); l.setLevel(1)
for i in range(12): l.info('message number %d',i)
h.close(); l.removeHandler(h)
for n in sorted(os.listdir(d)): print(n, repr(open(os.path.join(d,n)).read()))
for when in ['S','m','h','D','midnight','W0','W3','W6']:
    for at in (None, datetime.time(13,5,7)):
        t=H.TimedRotatingFileHandler(os.path.join(d,'t'+when),when=when,utc=True,interval=2,backupCount=1,atTime=at)
        print(when, t.interval, t.suffix, t.extMatch.pattern is not None, [t.computeRollover(x)-x for x in (0, 1700000000, 1700050000, 1700136507,1700136506)])
        t.close()
for w in ('W','W9','X','W12'):
    try: H.TimedRotatingFileHandler(os.path.join(d,'x'),when=w)
    except ValueError as e: print(e)
t=H.TimedRotatingFileHandler(os.path.join(d,'tt'),when='S',backupCount=2,utc=True)
l.addHandler(t)
for day in range(4):
    t.rolloverAt=1700000000+day*86400
    l.warning('day %d',day)
t.close(); l.removeHandler(t)
print(sorted(n for n in os.listdir(d) if n.startswith('tt')), [open(os.path.join(d,n)).read() for n in sorted(os.listdir(d)) if n.startswith('tt')], t.rolloverAt>time.time()-2)
w=H.WatchedFileHandler(os.path.join(d,'w')); l.addHandler(w); l.info('1'); os.rename(os.path.join(d,'w'),os.path.join(d,'w2')); l.info('2'); print(open(os.path.join(d,'w')).read(), open(os.path.join(d,'w2')).read()); l.removeHandler(w)
out=io.StringIO(); s=logging.StreamHandler(out); m=H.MemoryHandler(3,target=s); l.addHandler(m)
for i in range(4): l.info(i)
print(out.getvalue().split(), len(m.buffer)); l.error('e'); print(out.getvalue().split()); l.info('last'); m.close(); print(out.getvalue().split(), m.target); l.removeHandler(m)
q=queue.Queue(); qh=H.QueueHandler(q); s2=logging.StreamHandler(out); s2.setLevel(40); li=H.QueueListener(q,s,s2,respect_handler_level=True); l.addHandler(qh)
with li:
    try: 1/0
    except Exception: l.exception('x %s',3)
    l.info('i')
print(out.getvalue().count('\n'), out.getvalue().split()[-3:])
try:
    li.start(); li.start()
except RuntimeError as e: print(e)
li.stop()
