# A source that begins with blanks: eval drops them, compile takes them for an indentation in every mode.
sources = ("  1 +", "\t 1 2", "   1\n  2", " \n 1", "\n  1", "  (1\n)", b"  1 +", "  a b", "  x\n y\nz", "    pass\n", "    return 1\na = (\n")
for source in sources:
    try:
        print(repr(source), "eval", eval(source))
    except SyntaxError as e:
        print(repr(source), "eval", type(e).__name__, e.msg)
    for mode in ("exec", "eval", "single"):
        try:
            compile(source, "<text>", mode)
        except SyntaxError as e:
            print(repr(source), mode, type(e).__name__, e.msg, e.lineno)
print(eval("  \t1 + 1"), eval(b" 3 "))
