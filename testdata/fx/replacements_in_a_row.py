# Matches whose input an earlier replacement has made, and replacements that give another number of values.
import torch
from torch.fx import replace_pattern, symbolic_trace

for f, pattern, replacement in (
    (lambda x: x.neg().neg().neg(), lambda x: x.neg(), lambda x: x.abs()),
    (lambda x, y: torch.add(torch.add(x, y), torch.add(y, x)), lambda a, b: torch.add(a, b), lambda a, b: torch.sub(b, a)),
):
    traced = symbolic_trace(f)
    matches = replace_pattern(traced, pattern, replacement)
    print(traced.code, [(m.anchor.name, sorted((str(a), str(b)) for a, b in m.nodes_map.items())) for m in matches])
try:
    replace_pattern(symbolic_trace(lambda x: torch.neg(x) + 1), lambda x: torch.neg(x), lambda x: (x, x))
except AssertionError as e:
    print(e)
