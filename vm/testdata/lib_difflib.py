import difflib

a = "one\ntwo\nthree\nfour\nfive\n".splitlines(True)
b = "one\ntoo\nthree\nfive\nsix\n".splitlines(True)
print("".join(difflib.unified_diff(a, b, "a", "b")))
print("".join(difflib.context_diff(a, b, "a", "b", n=1)))
print("".join(difflib.ndiff(a, b)))
print(difflib.get_close_matches("appel", ["ape", "apple", "peach", "puppy"]))
s = difflib.SequenceMatcher(None, "abxcd", "abcd")
print(s.ratio(), s.get_matching_blocks(), s.get_opcodes(), s.quick_ratio())
print("".join(difflib.restore(difflib.ndiff(a, b), 2)) == "".join(b))
