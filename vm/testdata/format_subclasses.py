# format() of a subclass without a specification is its str().
class S(str):
    def __str__(self): return "X"
class I(int):
    def __str__(self): return "Y"
class F(float):
    def __str__(self): return "Z"
for v in (S("a"), I(3), F(2.5)):
    print(format(v), f"{v}", "{}".format(v), "%s" % v, type(v).__format__(v, ""))
