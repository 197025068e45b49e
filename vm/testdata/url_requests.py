# URLs of files and data; what requests and errors tell.
import urllib.request, urllib.error, tempfile, os
f = tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False); f.write("hello\nworld\n"); f.close()
url = "file://" + urllib.request.pathname2url(f.name)
with urllib.request.urlopen(url) as r: print(r.read(), r.headers["Content-length"])
print(list(urllib.request.urlopen("data:text/plain;base64,aGkK")), urllib.request.urlopen("data:,a%20b").read())
t = f.name + ".copy"; calls = []
name, h = urllib.request.urlretrieve("data:,0123456789", t, lambda *a: calls.append(a)); print(name == t, open(t).read(), calls)
for u in ("nope", "file:///nonexistent/x"):
    try: urllib.request.urlopen(u)
    except Exception as e: print(type(e).__name__)
r = urllib.request.Request("http://h/p?q", headers={"user-agent": "x"}); print(r.get_method(), r.host, r.type, r.header_items(), r.has_header("User-agent"))
print(urllib.request.Request("http://h", data=b"x").get_method(), urllib.request.Request("http://h", method="PUT").get_method())
print(urllib.error.HTTPError("u", 404, "Not Found", {}, None), isinstance(urllib.error.HTTPError("u", 404, "x", {}, None), OSError), urllib.error.URLError("why"))
os.remove(f.name); os.remove(t)
