# Module ast: trees of all kinds of statements, visitors, literals, places.
import ast
src = '''
@dec(1)
class A(B, metaclass=M):
    """Doc."""
    x: int = 3
    def f(self, a, /, b: str = "x", *c, d=1, **e) -> list[int]:
        return [i * 2 for i in range(10) if i % 2 if i]
for i, (j, *k) in z: print(f"{i!r:>{j}} text", *k, sep="")
else: del a[1:2, ...], b.c
try:
    x = lambda q, *, r=1: q @ r
except (E1, E2) as err: raise X from err
finally: pass
with open("f") as g, h: global_ = yield_ = (n := 3)
match p:
    case {"a": 1, **rest} | [1, *_] if rest: pass
    case Point(x=0) as pt: pass
    case None | -1.5: pass
import a.b as c, d
from .. import e
assert x, "m"
type T[K: int, *V, **P] = dict[K, V]
'''
tree = ast.parse(src)
print(ast.dump(tree, indent=2))
class V(ast.NodeVisitor):
    def __init__(self): self.names = []
    def visit_Name(self, n): self.names.append((n.id, type(n.ctx).__name__, n.lineno, n.col_offset)); self.generic_visit(n)
v = V(); v.visit(tree); print(v.names)
class T(ast.NodeTransformer):
    def visit_Pass(self, n): return None
    def visit_Constant(self, n): return ast.copy_location(ast.Constant(0), n) if isinstance(n.value, int) else n
print(ast.dump(T().visit(ast.parse("if a:\n  pass\n  f(1, 'x')"))))
print(ast.get_docstring(tree.body[0]), ast.get_source_segment(src, tree.body[0].body[2].body[0]))
print(len(list(ast.walk(tree))), [type(n).__name__ for n in ast.iter_child_nodes(tree.body[1])])
print(ast.Name("x"), ast.Name("x", ast.Store()), ast.Constant(1), repr(tree)[:200])
print(ast.Name.__doc__, "|", ast.expr_context.__doc__, ast.arguments._fields, ast.Name.__match_args__, isinstance(ast.Add(), ast.operator))
for s in ("x", "1+x", "f()", "{1:2, **a}", "[1, *a]", "1 + 2", "1 +", "  -3", "+3", "3 - 2j", "b'x'", "{1,2}", "set()", "(1, [2, {3: 4}])", "'a' 'b'", "True"):
    try: print(ast.literal_eval(s))
    except Exception as e: print(type(e).__name__, e)
for f in (lambda: ast.parse("x = "), lambda: ast.Name(1, 2, 3), lambda: ast.Name("x", id="y"), lambda: ast.dump(3), lambda: ast.parse("x", mode="foo"), lambda: ast.get_docstring(ast.Name("x"))):
    try: f()
    except Exception as e: print(type(e).__name__, e)
n = ast.fix_missing_locations(ast.Expression(ast.BinOp(ast.Constant(1), ast.Add(), ast.Name("y"))))
print(ast.dump(n, include_attributes=True)); ast.increment_lineno(n, 5); print(n.body.lineno)
print(ast.dump(ast.parse("a; b", mode="single")), ast.dump(ast.parse("a", mode="eval")), ast.dump(ast.parse("")))
import pickle, copy
print(ast.dump(copy.deepcopy(tree)) == ast.dump(tree), ast.dump(pickle.loads(pickle.dumps(tree))) == ast.dump(tree))
