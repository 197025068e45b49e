# Logging: who called, stack levels, adapters, converters, styles that are checked, encodings, handlers that are let go.
import atexit
import logging
import os
import sys
import tempfile
import threading
import time

log = logging.getLogger("app.part")
out = logging.StreamHandler(sys.stdout)
out.setFormatter(logging.Formatter("{levelname:>8} {name} {funcName} {threadName} {message}", style="{"))
logging.root.addHandler(out)
log.setLevel(logging.DEBUG)


class Adapter(logging.LoggerAdapter):
    def log(self, level, msg, *args, **kwargs):
        self.logger.log(level, msg.upper(), *args, stacklevel=2, **kwargs)


def helper(level):
    log.warning("from a helper", stacklevel=level)


def caller():
    helper(1)
    helper(2)
    Adapter(log, None).warning("adapted")


caller()
thread = threading.Thread(target=caller, name="worker")
thread.start()
thread.join()
logging.LoggerAdapter(log, None, merge_extra=True).info("merged", extra={"x": 1})
out.setFormatter(logging.Formatter("%(message)s"))
out.formatter.formatStack = lambda text: text.replace(__file__, "FILE")
log.error("with a stack", stack_info=True)
formatter = logging.Formatter("%(asctime)s %(filename)s %(module)s")
formatter.converter = time.gmtime
record = logging.LogRecord("n", 20, "/a/b/c.d.py", 3, "m", None, None)
record.created, record.msecs = 1e9, 250.0
print(formatter.format(record), formatter.formatTime(record, "%H:%M"))
for text, style in ("{a!x}", "{"), ("{a:q q}", "{"), ("{}", "{"), ("plain", "{"), ("{a-b}", "{"), ("$", "$"), ("plain", "$"), ("%(a)z", "%"):
    try:
        logging.Formatter(text, style=style)
    except ValueError as e:
        print(repr(text), e)
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    logging.basicConfig(filename="x.log", force=True, encoding="ascii", format="%(message)s")
    logging.warning("snow \u2603 man")
    print(os.path.isabs(logging.root.handlers[0].baseFilename), open("x.log").read())
    os.chdir("/")
    logging.basicConfig(stream=sys.stdout, force=True)
kept = logging.NullHandler()
kept.name = "kept"
print(logging.getHandlerByName("kept") is kept, "kept" in logging.getHandlerNames())
import copy
import pickle
print(pickle.loads(pickle.dumps(log)) is log, pickle.loads(pickle.dumps(logging.root)) is logging.root)


def last(text):
    print("at exit", text)


atexit.register(last, "one")
atexit.register(last, text="two")
atexit.register(print, "never")
atexit.unregister(print)
