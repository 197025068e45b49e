# Positions in strings that hold surrogates count characters.
s = "%y\ud800%m\udc0d!"
print(s.find("%", 2), s.rfind("%"), s.index("m"), s.find("!"), len(s), s.count("%"), len(f"{s:>12}"), len("%9.4s" % s))
print(ascii(f"{s:.4}"), ascii("%-9s|" % s), ascii(s.partition("%m")))
