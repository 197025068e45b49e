# Behind an empty match the search goes on at the same place, for a match that is not empty there.
import re

for pattern, text in (("a??", "aa"), ("a*?", "baac"), (r"\b|\w+", "ab cd"), ("|a", "aab"), ("", "ab"), ("x*", "axb"), (r"(?i)|A", "aA"),
                      (r"(a)|b?", "aab"), (r"$|\n", "a\nb\n"), ("(?m)^|$", "a\nb"), ("(|a)+?", "aa"), (r"a??\Z|b", "ab")):
    print(repr(pattern), re.findall(pattern, text), [m.span() for m in re.finditer(pattern, text)])
    print(repr(re.sub(pattern, "-", text)), re.split(pattern, text), re.subn(pattern, "<\\g<0>>", text, count=2))
print([m.span() for m in re.compile("a??").finditer("baab", 1, 3)])
