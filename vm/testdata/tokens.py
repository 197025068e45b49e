# Module tokenize: the tokens of programs, whole and broken, and programs from tokens.
import tokenize, io, sys, token
def show(s):
    print(repr(s))
    try:
        for t in tokenize.generate_tokens(io.StringIO(s).readline): print("  ", t)
    except Exception as e: print("  ", type(e).__name__, e)
show("def f(x):  # hi\n\n    # c\n    return f\"a{{{x!r:>5}{{b}}\" + \\\n  1\nx = [1,\n 2]\n")
show("x = 1"); show(""); show("# only"); show("if a:\n  b\n# end\nc"); show("'''a\nb''' + é\n"); show("a\\\n+b"); show("(1,\n"); show("'abc"); show("  x\n y"); show("x = 0xF_F + 1e5j ** 3 // 2 -> ... != @= :="); show("lambda: yield_; async_ = await_\n\n\n"); show("f'{x}' rb'a' F'''a\n{b}'''\n")
src = "def f(a, b):  # c\n    return a+b\n\nclass  A:\n    x = [1,\n         2]\n"
toks = list(tokenize.generate_tokens(io.StringIO(src).readline)); print(tokenize.untokenize(toks) == src); print(repr(tokenize.untokenize(t[:2] for t in toks)))
print([t.exact_type for t in toks][:8], list(tokenize.tokenize(io.BytesIO(b"# -*- coding: latin-1 -*-\nx='\xe9'\n").readline))[:2])
print(tokenize.detect_encoding(io.BytesIO(b"\xef\xbb\xbfx").readline), tokenize.detect_encoding(io.BytesIO(b"x\n#coding: ascii").readline), token.tok_name[55], tokenize.ISEOF(0))
