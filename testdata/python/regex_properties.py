import regex, re
p = regex.compile(r"""(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+""")
print(p.findall("Hello world's 1234 naïve Größe, 东京 don't!!  \n ok"))
print(regex.findall(r"\p{Lu}", "aBcÄ"), regex.sub(r"\P{L}+", "-", "a1b22c"), regex.escape("a.b"), regex.match("a", "abc").span())
for bad in (r"\p{Xx}",):
    try: print(regex.compile(bad))
    except regex.error as e: print(str(e).split(" at ")[0])
try: re.compile(r"\p{L}")
except re.error as e: print(e)
import _string
f, r = _string.formatter_field_name_split("a.b[0][k].c"); print(f, list(r)); print(list(_string.formatter_parser("x{a!r:>{w}}y"))); print(_string.formatter_field_name_split("0.x")[0])
from urllib.request import parse_http_list, getproxies, proxy_bypass
print(parse_http_list('a, "b, c", d=e')); 
import os
os.environ.update(http_proxy="http://p:1", NO_PROXY=".local, example.com:80")
print(sorted((k, v) for k, v in getproxies().items() if k in ("http", "no")), proxy_bypass("a.local"), proxy_bypass("x.org"))
