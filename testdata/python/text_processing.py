# Regular expressions, formatting, splitting, bytes: what scripts do to logs.
import re
import textwrap
from collections import Counter, defaultdict

LOG = """\
2024-03-01 12:00:01 INFO  trainer: step=1 loss=0.693
2024-03-01 12:00:02 WARN  loader: slow batch (312 ms)
2024-03-01 12:00:03 INFO  trainer: step=2 loss=0.512
2024-03-01 12:00:09 ERROR loader: worker 3 died
2024-03-01 12:00:10 INFO  trainer: step=3 loss=nan
"""
LINE = re.compile(r"(?P<date>\S+) (?P<time>[\d:]+) (?P<level>\w+)\s+(?P<who>\w+): (?P<text>.*)")

levels, by_who = Counter(), defaultdict(list)
for line in LOG.splitlines():
    m = LINE.fullmatch(line)
    levels[m["level"]] += 1
    by_who[m["who"]].append(m["text"])
print(levels.most_common(), dict(by_who)["loader"])
print([float(v) for v in re.findall(r"loss=(\S+)", LOG)])
print(re.sub(r"(\d+):(\d+):(\d+)", lambda m: str(int(m[1]) * 3600 + int(m[2]) * 60 + int(m[3])), LOG.splitlines()[0]))
print(re.split(r"[\s,;]+", "a, b;c  d"), re.split(r"(-)", "a-b-c", maxsplit=1))
print(textwrap.fill("a line that is longer than the width it may take", width=20, initial_indent="* ", subsequent_indent="  "))
print(f"{'name':<10}|{'n':>5}|{'share':^9}|")
for name, n in levels.items():
    print(f"{name:<10}|{n:>5}|{n / 5:^9.1%}|")
print("é".encode(), "naïve".encode("latin-1"), b"\xe2\x82\xac".decode(), "x".encode().hex())
try:
    b"\xff".decode()
except UnicodeDecodeError as e:
    print(e)
print("%-5s|%05.1f|%x|%r" % ("ab", 3.14159, 255, "q"), "{0}-{1[0]}-{k.real}".format("a", [1], k=2))
print("Straße".upper(), "ǅ".lower(), "ß".casefold(), "abc".translate({97: "A", 98: None}))
print("a\tb".expandtabs(4), "1,2,,3".split(","), " x ".strip(), "a.b.c".rpartition("."), "k=v".partition("="))
