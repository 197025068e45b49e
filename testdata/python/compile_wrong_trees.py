"""What compile() says of trees whose parts do not go together."""
import ast
h = dict(lineno=1, col_offset=0)
C = lambda v=1: ast.Constant(v, **h)
N = lambda n="x", c=None: ast.Name(n, c or ast.Load(), **h)
A = lambda **k: ast.arguments(**{**dict(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[]), **k})
arg = lambda n: ast.arg(n, **h)
E = lambda e: ast.Module([ast.Expr(e, **h)], [])
for name, t in {
  "none in list": E(ast.List([None], ast.Load(), **h)), "none in call": E(ast.Call(N(), [None], [], **h)), "none stmt": ast.Module([None], []), "dict": E(ast.Dict([C()], [], **h)), "dict none value": E(ast.Dict([C()], [None], **h)),
  "compare": E(ast.Compare(C(), [ast.Lt()], [C(), C()], **h)), "compare none": E(ast.Compare(C(), [], [], **h)), "defaults": E(ast.Lambda(A(args=[arg("a")], defaults=[C(), C()]), C(), **h)),
  "kwdefaults": E(ast.Lambda(A(kwonlyargs=[arg("a")], kw_defaults=[]), C(), **h)), "kwdefault none": E(ast.Lambda(A(kwonlyargs=[arg("a")], kw_defaults=[None]), C(), **h)), "boolop": E(ast.BoolOp(ast.And(), [C()], **h)),
  "try": ast.Module([ast.Try([ast.Pass(**h)], [], [], [], **h)], []), "try else": ast.Module([ast.Try([ast.Pass(**h)], [], [ast.Pass(**h)], [ast.Pass(**h)], **h)], []), "no value": E(ast.Constant(**h)), "raise": ast.Module([ast.Raise(None, C(), **h)], []),
  "keywords": E(ast.Call(N(), [], [None], **h)), "fvalue": E(ast.FormattedValue(C(), -1, None, **h)), "joined": E(ast.JoinedStr([N()], **h)), "joined2": E(ast.JoinedStr([C("a")], **h)), "conversion": E(ast.JoinedStr([ast.FormattedValue(C(), 7, None, **h)], **h)),
  "import0": ast.Module([ast.ImportFrom("a", [ast.alias("b", None, **h)], -1, **h)], []), "name none": E(ast.Name("None", ast.Load(), **h)), "name true": ast.Module([ast.Assign([N("True", ast.Store())], C(), **h)], []), "starred": E(ast.Starred(N(), ast.Load(), **h)), "position": E(ast.Constant(1, lineno=5, end_lineno=3, col_offset=0)), "negative": E(ast.Constant(1, lineno=-5, col_offset=-3)), "assign to call": ast.Module([ast.Assign([ast.Call(N(), [], [], **h)], C(), **h)], []), "del const": ast.Module([ast.Delete([C()], **h)], []), "mapping": ast.Module([ast.Match(N(), [ast.match_case(ast.MatchMapping([C()], [], None), None, [ast.Pass(**h)])], **h)], [])}.items():
    for n in ast.walk(t):
        if isinstance(n, ast.pattern): n.lineno = n.end_lineno = 1; n.col_offset = n.end_col_offset = 0
    try: compile(t, "f", "exec"); print(name, "ok")
    except Exception as e: print(name, type(e).__name__, e)
