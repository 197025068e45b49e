"""Dimensions rearranged by patterns, and what patterns are refused."""
import warnings
import torch
warnings.simplefilter("ignore")
from functorch.einops import rearrange
from functorch.einops._parsing import AnonymousAxis, ParsedExpression, parse_pattern, validate_rearrange_expressions, comma_separate, _ellipsis
def ex(f):
    try: r = f(); print(r if not isinstance(r, torch.Tensor) else (tuple(r.shape), r.flatten()[:6].tolist(), r.is_contiguous()))
    except Exception as e: print(type(e).__module__, type(e).__name__, type(e).__mro__[1].__name__, str(e)[:300])
x = torch.arange(24).view(2, 3, 4)
for p, k in [("a b c -> (a b) c", {}), ("a ... -> ... a", {}), ("(x y) b c -> x y b c", dict(x=1)), ("a b c -> a b c 1", {}), ("a b -> b a", {}), ("a b c -> a b", {}), ("a a c -> a c", {}), ("(a b) c d -> a b c d", dict(a=3)), ("a b c", {}), ("a b c -> a b c -> x", {}), ("a b (c d) -> a b c d", {}), ("a b (c d) -> a b c d", dict(c=2)), ("a b (c d) -> a b c d", dict(c=2, d=2)), ("a b (c d) -> a b c d", dict(c=2, d=3)), ("... -> ...", {}), ("... a -> (... a)", {}), ("a 1 c -> a c", {}), ("a b c -> a 1 b c 1", {}), ("a b c -> () a b c", {}), ("... a b c d e -> a b c d e", {}), ("a b c -> c (b a)", {}), ("a b c -> a b c", dict(z=1)), ("a b c -> a b c", dict(a=2)), ("a b c -> a b c", dict(a=2.5)), ("a b c -> a b c", dict(a=5)), ("a (...) -> a", {}), ("a b c -> a ...", {}), ("a b c -> a 2 b c", {}), ("a b c -> a b c d", {}), ("a b. c -> a", {}), ("a b c -> (a (b c))", {}), ("a b c -> (a b c", {}), ("a b c -> a b c)", {}), ("a b! c -> a", {}), ("a _b c -> a _b c", {}), ("a if c -> a if c", {}), ("a (b1 b2) (c1 c2) -> (a b1) c1 (b2 c2)", dict(b1=3, c1=2)), ("a b c ... -> b ... (a c)", {}), ("a (...  b) -> a b", {}), ("a b ... -> (... a) b", {}), ("(...) a -> a", {}), ("0 b c -> b c", {}), ("a ... ... -> a", {}), ("a b c->c b a", {}), ("", {}), (" -> ", {})]:
    print(repr(p), k, end=" "); ex(lambda: rearrange(x, p, **k))
ex(lambda: rearrange([x, x + 1], "l a b c -> a l b c")); ex(lambda: rearrange(torch.tensor(3), " -> 1 1")); ex(lambda: rearrange(torch.tensor(3), "->")); ex(lambda: rearrange(torch.ones(1, 3), "1 a -> a")); ex(lambda: rearrange(torch.ones(2, 3), "1 a -> a")); ex(lambda: rearrange((x, x), "... -> ..."))
for e in ["a b", "a (b c) 1", "... a", "(... a) b", "a 3 b", "()", "(1 a)", "a1 bB", "a   b ( c )", "axis b", "5"]:
    try: p = ParsedExpression(e); print(repr(e), p.composition, p.has_ellipsis, p.has_ellipsis_parenthesized, sorted(map(str, p.identifiers)), p.has_non_unitary_anonymous_axes)
    except Exception as x: print(repr(e), type(x).__name__, x)
ex(lambda: ParsedExpression("_ a _", allow_underscore=True).composition); ex(lambda: ParsedExpression("a a", allow_duplicates=True).composition); ex(lambda: AnonymousAxis("0")); print(AnonymousAxis("3"), AnonymousAxis("3") == AnonymousAxis("3")); print(ParsedExpression.check_axis_name("a"), ParsedExpression.check_axis_name("a_"), ParsedExpression.check_axis_name("1a"), ParsedExpression.check_axis_name_return_reason("_a"), ParsedExpression.check_axis_name("if"))
print(comma_separate(("d0",)), comma_separate([("d0",), (), ("d3", "d4")])); l, r = parse_pattern("a b -> b a", {}); print(l.composition, r.composition); ex(lambda: parse_pattern("a -> a", {_ellipsis: 1})); ex(lambda: validate_rearrange_expressions(l, r, {"a": 2})); print(repr(_ellipsis))
