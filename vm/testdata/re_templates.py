"""Templates of replacements: references, escapes, and errors that come without a match too; re.Scanner."""
import re


def attempt(f, *args):
    try:
        print(ascii(f(*args)))
    except re.error as e:
        print("error", e.msg, e.pos)
    except Exception as e:
        print(type(e).__name__, e)


for r in (r"\g<a", r"\g<", r"\g", r"\g<a>", r"\g<1a1>", r"\g<-1>", r"\g<0>", r"\g<00>", r"\g<2>", r"\g<9>", r"\9", r"\g<99999999999999999999>", r"\g<é>", r"\g<+1>",
          r"\g< 1 >", r"\g<1_0>", r"\g<ab>", r"\g<>", r"\1", r"\0", r"\07", r"\100", r"\400", r"\377", r"\18", r"\111", r"\q", r"\n\t\\", r"\.", "\\", r"\x41", r"\g{1}"):
    attempt(re.sub, "(?P<a>x)(y)?", r, "xy")
attempt(re.sub, "a", r"\2", "no match")
attempt(re.sub, "(a)|b", r"[\1]", "ab")
attempt(re.sub, b"(x)", b"\\g<1>-", b"axb")
attempt(re.match("(?P<n>\\w)", "z").expand, r"\g<n>\1")
attempt(re.match("a", "a").expand, r"\1")

scanner = re.Scanner([
    (r"[a-zA-Z_]\w*", lambda s, token: token),
    (r"\d+\.\d*", lambda s, token: float(token)),
    (r"\d+", lambda s, token: int(token)),
    (r"=|\+|-|\*|/", lambda s, token: f"op{token}@{s.match.start()}"),
    (r"\s+", None),
])
print(scanner.scan("sum = 3*foo + 312.50+bar"))
print(scanner.scan("x ? y"), scanner.scan(""))
print(re.Scanner([("a", "A"), ("b+", 5)], re.I).scan("aBbAc"))
