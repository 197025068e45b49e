# Names that are nearly keywords explain syntax errors in reports, where the text would be right with the keyword.
import traceback

for source in ("whille x:\n  pass", "fro x in y: pass", "improt a", "form a import b", "if x:\n  pass\nesle:\n  pass", "defn f(): pass", "def f():\n  retrun x",
               "cls A:\n  pass", "for x ni y: pass", "x = lamda y: y", "wiht a as b: pass", "tyr:\n pass\nexcept: pass", "try:\n  pass\nexecpt: pass",
               "a = 1\nb = 2\nwhlie a:\n  pass\nc=3", "[x fro x in y]", "print(x for x inn y)", "x = a adn b", "asert x", "rasie x", "elfi x: pass", "brek x",
               "class A:\n  def f(self):\n    pass\n  deff g(self): pass\n", "from x imprt y", "globl x", "foo bar", "f(a b)", "import x.y az z",
               "a=1\nb=2\nif x:\n  y\nwhlie z: pass\n", "class A:\n  def f(self):\n    if x:\n      y\n  def g(self):\n    z = lamda x: 1\n",
               "def f():\n    for x in y:\n        z\n    a = x iff z else 2", "whle = 1\nx y", "x = 5 adn nto 3", "x = é adn 3", "x = (1,\n  2 iff y else 3)",
               "\tx = 1", "if 1:\n        x\n\ty", "x = é = 1 +", "x = [1,\n 2\ny = 3", "f(a=1, a=2)", "def f(:", "x = 'é", "a\nb c", "a <> b", "print 'x'"):
    try:
        compile(source, "<s>", "exec")
    except SyntaxError as e:
        print(repr(source), "".join(traceback.format_exception_only(e)), sep="\n")
for source, mode in (("1 + ", "eval"), ("1 +\n", "eval"), ("", "eval"), ("a b", "eval"), ("(1", "eval"), ("1 +  # c", "exec"), ("if x: ", "exec"), ("f(", "single"),
                     ("def f(): 1\nf()", "single"), ("1\n2", "single"), ("if x:\n  y\nz\n", "single"), ("1 + ", "exec")):
    try:
        compile(source, "<s>", mode)
    except SyntaxError as e:
        print(repr(source), mode, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
for e in (SyntaxError("custom"), SyntaxError("custom", ("f.py", 3, 5, "abc def ghi\n")), SyntaxError("custom", ("f.py", 3, 5, "abc def ghi\n", 3, 8)),
          SyntaxError("custom", ("f.py", 3, 0, "  abc")), SyntaxError("custom", (None, 3, 5, None)), SyntaxError("custom", ("f.py", None, None, None))):
    print("".join(traceback.format_exception_only(e)), end="")
