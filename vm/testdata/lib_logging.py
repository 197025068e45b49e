# logging: formats, levels, filters, adapters, handlers, configuration, errors.
import logging, io, sys, warnings, logging.handlers, logging.config, os, tempfile
def show(f, *a, **k):
    try: print(repr(f(*a, **k)).replace(__file__, "F"))
    except BaseException as e: print(type(e).__name__, e)
out = io.StringIO()
def flush():
    print(out.getvalue().replace(__file__, "F"), end=""); out.seek(0); out.truncate()
logging.basicConfig(stream=out, level=logging.DEBUG, format="%(levelname)-8s %(name)s:%(lineno)d %(funcName)s %(module)s %(filename)s %(message)s")
log = logging.getLogger("a.b")
def fn():
    log.info("hello %s", "w"); log.warning("pct %d%%", 3); log.debug("dict %(x)s", {"x": 1}); log.error("no args")
    try: 1/0
    except ZeroDivisionError: log.exception("exc"); log.error("e2", exc_info=True)
    log.log(25, "lvl"); log.critical("c", stack_info=False); log.info("bad %d", "x") if 0 else None
fn(); flush()
show(lambda: log); show(lambda: logging.root); show(lambda: log.parent); show(lambda: logging.getLogger("a.b") is log); show(log.getEffectiveLevel); show(log.isEnabledFor, 5); show(lambda: logging.getLevelName(25)); show(logging.getLevelName, "INFO"); logging.addLevelName(25, "NOTICE"); show(logging.getLevelName, 25); show(log.setLevel, "nope"); show(log.setLevel, 3.5); show(lambda: logging.StreamHandler(out)); show(lambda: logging.NullHandler()); show(lambda: logging.Formatter("%(x"))
show(lambda: logging.Formatter("{message}", style="{").format(logging.LogRecord("n", 20, "p", 1, "m %s", ("a",), None))); show(lambda: logging.Formatter("$message", style="$").format(logging.LogRecord("n", 20, "p", 1, "m", None, None))); show(lambda: logging.Formatter("x", style="?")); show(lambda: logging.Formatter("%(foo)s").format(logging.LogRecord("n", 20, "p", 1, "m", None, None))); show(lambda: logging.Formatter("%(a)s %(message)s", defaults={"a": 5}).format(logging.makeLogRecord({"msg": "q"})))
h = logging.StreamHandler(out); h.setFormatter(logging.Formatter("[%(levelname)s] %(message)s")); h.setLevel(logging.WARNING); h.addFilter(lambda r: "skip" not in r.msg)
l2 = logging.getLogger("z"); l2.propagate = False; l2.addHandler(h); l2.info("no"); l2.warning("yes"); l2.warning("skip me"); flush(); show(lambda: l2.handlers); show(l2.hasHandlers); l2.removeHandler(h); l2.propagate = True
class F(logging.Filter):
    def filter(self, r): r.extra = "E"; return True
l2.addFilter(F()); l2.warning("with filter"); flush()
ad = logging.LoggerAdapter(log, {"conn": 5}); ad.info("adapted"); flush(); show(lambda: ad)
class Ad(logging.LoggerAdapter):
    def process(self, msg, kw): return "[%s] %s" % (self.extra["id"], msg), kw
Ad(log, {"id": 7}).warning("x"); flush()
log.info("extra", extra={"foo": 1}); show(log.info, "x", extra={"message": 1}); logging.disable(logging.INFO); log.info("disabled"); log.warning("enabled"); logging.disable(logging.NOTSET); flush()
child = log.getChild("c.d"); show(lambda: child.name); show(lambda: log.getChildren() if hasattr(log, "getChildren") else None); 
r = logging.LogRecord("n", 30, "/x/y.py", 5, "msg %s", ("a",), None, "func"); show(r.getMessage); show(lambda: r); show(lambda: (r.levelname, r.module, r.filename, r.pathname, r.funcName, r.lineno, r.process == os.getpid(), r.threadName, r.processName))
mh = logging.handlers.MemoryHandler(3, target=h); lm = logging.getLogger("mem"); lm.propagate = False; lm.addHandler(mh); lm.warning("1"); flush(); lm.error("2"); flush()
p = tempfile.mktemp(); rf = logging.handlers.RotatingFileHandler(p, maxBytes=30, backupCount=2); lr = logging.getLogger("rot"); lr.propagate = False; lr.addHandler(rf)
for i in range(6): lr.warning("message %d", i)
rf.close(); show(lambda: [open(p + s).read() for s in ("", ".1", ".2")])
import queue
q = queue.Queue(); lq = logging.getLogger("q"); lq.propagate = False; lq.addHandler(logging.handlers.QueueHandler(q)); lq.warning("queued %s", 1); show(lambda: q.get().getMessage())
logging.config.dictConfig({"version": 1, "disable_existing_loggers": False, "formatters": {"f": {"format": "CFG %(message)s"}}, "filters": {"fl": {"name": "cfg"}}, "handlers": {"h": {"class": "logging.StreamHandler", "formatter": "f", "stream": out, "filters": ["fl"]}}, "loggers": {"cfg": {"handlers": ["h"], "level": "DEBUG", "propagate": False}}})
logging.getLogger("cfg.x").debug("configured"); flush(); show(logging.config.dictConfig, {}); show(logging.config.dictConfig, {"version": 2}); show(logging.config.dictConfig, {"version": 1, "handlers": {"h": {"class": "nope.Nope"}}}); show(logging.config.dictConfig, {"version": 1, "loggers": {"a": {"handlers": ["zz"]}}})
logging.captureWarnings(True); warnings.simplefilter("always"); logging.basicConfig(stream=out, force=True, format="%(name)s|%(message)s"); warnings.warn("captured"); flush(); logging.captureWarnings(False)
show(logging.basicConfig, foo=1); show(logging.basicConfig, stream=out, filename="x", force=True); show(logging.getHandlerNames); show(lambda: logging.lastResort); show(lambda: logging.getLogger("").name); show(logging.getLogger, 3); show(lambda: logging.getLogger("a").manager.loggerDict["a"])
sys.stderr = out; logging.raiseExceptions = True; logging.basicConfig(stream=out, force=True); logging.warning("bad %d", "x"); t = out.getvalue(); print(t.splitlines()[0], t.splitlines()[-3:]); out.seek(0); out.truncate(); logging.root.handlers.clear(); logging.getLogger("nohandler").warning("last resort"); flush()
