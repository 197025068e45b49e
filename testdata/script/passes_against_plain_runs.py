# Random functions of lists and tensors that are changed in place: their graphs give the same before and after passes that merge, drop and replace.
import importlib.util
import os
import random
import tempfile

import torch


CHANGES = (
    "{w} = {v} + {n}", "{w}.add_({n})", "{w}.mul_({v})", "{w} = {v}.view(-1)", "l.append({v})", "l = [{v}, {w}]", "{w} = {v}.clone()", "{w}.zero_()", "l.insert(0, {v})", "{w}.relu_()",
    "{w} = {v} + {v} + ({v} + {v})", "{w} = torch.relu({v})", "{w} = torch.sigmoid({v} + 1)", "{w} = torch.relu({v} * 2)", "{w} = l[0] * l[-1]", "l = l + [{v}]",
)
PASSES = (["remove_mutation"], ["cse"], ["remove_mutation", "cse", "dce"], ["cse", "remove_mutation", "constant_pooling"], ["functional_to_inplace_activation", "dce"],
          ["inplace_to_functional_activation", "cse", "functional_to_inplace_activation"], ["peephole_list_idioms", "dce"], ["constant_propagation", "peephole", "peephole_list_idioms"])


def function(rng, k):
    lines = [f"def f{k}(x):", "    a = x + 1", "    b = x * 2", "    l = [a]"]
    for _ in range(rng.randrange(2, 9)):
        lines.append("    " + rng.choice(CHANGES).format(v=rng.choice("abx"), w=rng.choice("ab"), n=rng.randrange(1, 4)))
    return "\n".join(lines + ["    return a, b, l, len(l)"])


def flat(results):
    out = []
    for v in results:
        out += [t.tolist() for t in v] if isinstance(v, list) else [v.tolist() if isinstance(v, torch.Tensor) else v]
    return out


rng = random.Random(11)
count = 150
path = os.path.join(tempfile.mkdtemp(), "functions.py")
with open(path, "w") as out:
    out.write("import torch\n\n" + "\n\n".join(function(rng, k) for k in range(count)))
spec = importlib.util.spec_from_file_location("functions", path)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
wrong = 0
for k in range(count):
    f = getattr(module, f"f{k}")
    scripted = torch.jit.script(f)
    expected = flat(f(torch.tensor([1.0, -2.0])))
    wrong += flat(scripted(torch.tensor([1.0, -2.0]))) != expected
    for names in PASSES:
        graph = scripted.graph.copy()
        for name in names:
            getattr(torch._C, "_jit_pass_" + name)(graph)
        torch._C._jit_pass_lint(graph)
        made = torch._C._create_function_from_graph("forward", graph)
        if flat(made(torch.tensor([1.0, -2.0]))) != expected:
            wrong += 1
            print(k, names, graph)
print("functions:", count, "wrong:", wrong)
