"""Where definitions end, by their tokens."""
import inspect, tokenize
def find(src, **kw):
    b = inspect.BlockFinder()
    for k, v in kw.items(): setattr(b, k, v)
    lines = iter(src.splitlines(True))
    try:
        for tok in tokenize.generate_tokens(lambda: next(lines, "")): b.tokeneater(*tok)
    except inspect.EndOfBlock: return b.last, "end"
    except Exception as e: return b.last, type(e).__name__
    return b.last, "open"
for s in ["def f():\n  return 1\n\nx = 2\n", "@d\n@e(1)\ndef f(a,\n  b):\n  if a:\n    pass\n  # c\n# d\ny\n", "x = lambda: 3\ny=2\n", "lambda: (1,\n 2)\nz", "class A:\n  x = 1\n  def f(self): pass\n\n  y = 2\nq = 1\n", "x = f(1,\n  2)\ny = 3\n", "def f(): return 1\ny = 2\n", "async def f():\n   pass\nx", "for i in x:\n  y\n  z\nw\n", "# c\n\ndef g(): pass\n", "if a:\n  b\nelse:\n  c\nd\n", "return x\n"]:
    print(find(s), find(s, started=True, passline=True), find(s, started=True))
