# csv.
import csv, io, array, binascii, zlib, gzip, html, shlex, contextvars, hmac, hashlib, stat, uuid, secrets, timeit, urllib.parse as up, subprocess, os, sys
def show(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
show(list, csv.reader(io.StringIO('a,b,"c ""q"" d"\n1,,3\n"multi\nline",x\r\n\n'))); show(lambda: list(csv.reader(["a;b;'c'"], delimiter=";", quotechar="'")))
s = io.StringIO(); w = csv.writer(s); show(w.writerow, ["a", 'b"q', "c,d", None, 1.5, "x\ny", ""]); w.writerows([[1], [""], []]); print(repr(s.getvalue()))
s = io.StringIO(); w = csv.DictWriter(s, ["a", "b"], extrasaction="raise"); w.writeheader(); w.writerow({"a": 1, "b": 2}); show(w.writerow, {"a": 1, "z": 2}); print(repr(s.getvalue()))
show(lambda: list(csv.DictReader(io.StringIO("a,b\n1,2\n3\n4,5,6\n")))); show(lambda: csv.writer(s, quoting=csv.QUOTE_NONE).writerow(["a,b"])); show(csv.reader, ["a"], delimiter="ab"); show(csv.reader, ["a"], "nope"); show(csv.list_dialects); show(lambda: csv.Sniffer().sniff("a;b;c\n1;2;3\n").delimiter)
show(lambda: list(csv.reader(["1,2.5,\"x\""], quoting=csv.QUOTE_NONNUMERIC))); show(lambda: next(csv.reader([b"a"])))
