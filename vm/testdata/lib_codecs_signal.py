# codecs and signal.
import codecs, signal, io, tempfile, os
def show(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
show(codecs.encode, "héllo", "utf-8"); show(codecs.decode, b"h\xc3\xa9", "utf-8"); show(codecs.encode, "Hello", "rot13"); show(codecs.encode, b"ab", "hex"); show(codecs.decode, b"6162", "hex"); show(lambda: codecs.lookup("UTF8").name); show(lambda: codecs.lookup("latin1").name); show(lambda: codecs.lookup("ascii").name); show(codecs.lookup, "nope"); show(lambda: codecs.BOM_UTF8); show(codecs.encode, "x", "utf-8-sig"); show(codecs.decode, b"\xef\xbb\xbfx", "utf-8-sig"); show(lambda: codecs.getencoder("utf-8")("a")); show(lambda: list(codecs.iterdecode([b"\xc3", b"\xa9"], "utf-8"))); d = codecs.getincrementaldecoder("utf-8")(); show(d.decode, b"\xe2\x82"); show(d.decode, b"\xac"); show(lambda: codecs.getwriter("utf-8")(io.BytesIO()).write("x")); show(lambda: codecs.getreader("utf-8")(io.BytesIO(b"a\nb")).readlines()); show(codecs.encode, "\xe9", "ascii"); show(codecs.encode, "\xe9", "ascii", "replace"); show(codecs.decode, b"\xff", "utf-8", "replace")
p = tempfile.mktemp()
with codecs.open(p, "w", "utf-8") as f: f.write("é\n")
with codecs.open(p, encoding="utf-8") as f: show(f.read)
os.remove(p)
show(lambda: signal.SIGINT); show(lambda: signal.Signals(15)); show(lambda: signal.Signals.SIGTERM.name); show(signal.getsignal, signal.SIGTERM); show(signal.signal, signal.SIGUSR1, lambda *a: None); show(signal.strsignal, 9); show(signal.getsignal, 0); show(signal.signal, 2, 5); show(lambda: str(signal.SIGKILL)); show(lambda: int(signal.SIGKILL))
