# subprocess, os.system, and URLs.
import urllib.parse as up, subprocess, os, sys, io, gzip, tempfile
def show(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
show(up.urlparse, "http://u:p@h.com:80/a/b;p?q=1#f"); show(lambda: up.urlsplit("//x/y").netloc); show(lambda: up.urlparse("http://H.com:80").port); show(up.urljoin, "http://a/b/c/d", "../e?x"); show(up.quote, "a b/ü"); show(up.quote_plus, "a b&"); show(up.unquote, "a%20b%C3%BC"); show(up.urlencode, {"a": 1, "b": "x y"}); show(up.urlencode, [("a", [1, 2])], doseq=True); show(up.parse_qs, "a=1&a=2&b="); show(up.parse_qsl, "a=1&b=", keep_blank_values=True); show(up.urldefrag, "http://x/#f"); show(up.urlunparse, ("http", "h", "/p", "", "q", "f")); show(lambda: up.urlparse("http://h:x").port)
show(subprocess.run, ["echo", "hi"], capture_output=True, text=True); show(subprocess.run, "exit 3", shell=True); show(subprocess.run, ["false"], check=True); show(subprocess.check_output, ["echo", "a"]); show(subprocess.run, ["cat"], input="abc", capture_output=True, text=True); show(subprocess.run, ["nonexistent-prog"]); show(subprocess.getoutput, "echo x; echo y >&2"); show(subprocess.run, ["sleep", "5"], timeout=0.1); show(subprocess.call, ["true"]); show(subprocess.check_call, ["false"])
p = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True); p.stdin.write("line\n"); p.stdin.close(); show(p.stdout.read); show(p.wait); p.stdout.close()
p = subprocess.Popen(["sh", "-c", "echo out; echo err >&2; exit 2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE); show(p.communicate); show(lambda: p.returncode)
with subprocess.Popen(["sleep", "10"]) as p: p.terminate(); show(p.wait)
show(subprocess.run, ["sh", "-c", "echo $FOO"], env={"FOO": "bar", "PATH": os.environ["PATH"]}, capture_output=True); show(subprocess.run, ["pwd"], cwd="/", stdout=subprocess.PIPE); show(subprocess.run, ["sh", "-c", "echo e >&2"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
show(os.system, "exit 2"); show(lambda: os.popen("echo popen").read()); show(os.waitstatus_to_exitcode, os.system("exit 5"))
with tempfile.TemporaryDirectory() as d:
    f = os.path.join(d, "x.gz")
    with gzip.open(f, "wt") as fh: fh.write("hello\nworld\n")
    with gzip.open(f, "rt") as fh: show(fh.readlines)
    with gzip.open(f) as fh: show(fh.read, 3); show(fh.read)
    with open(os.path.join(d, "o"), "w") as fh: subprocess.run(["echo", "to file"], stdout=fh)
    show(lambda: open(os.path.join(d, "o")).read())
for line in subprocess.Popen(["printf", "a\\nb\\n"], stdout=subprocess.PIPE, text=True).stdout: print(repr(line))
