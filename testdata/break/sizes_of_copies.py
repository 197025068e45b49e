"""Sizes that do not fit, with numbers and with symbols for them: what copies and operators say, without data too."""
import torch

pairs = [((4, 3), (6, 3)), ((4, 3), (2, 4, 3)), ((3,), (2, 3)), ((4, 3), (3,))]
for a, b in pairs:
    x, y = torch.ones(a), torch.ones(b)
    torch._dynamo.reset()
    for f in (lambda: x.copy_(y), lambda: torch.compile(lambda x, y: x.copy_(y), backend="eager", fullgraph=True)(x, y), lambda: x.to("meta").copy_(y.to("meta"))):
        try:
            print(f().shape)
        except Exception as e:
            text = str(e)
            print(type(e).__name__, text[text.find("got Run"):].split("\n")[0] if "got Run" in text else text.split("\n")[0])

ones = torch.ones(4, 3)
functions = {
    "add": lambda t: t + ones, "mul": lambda t: ones * t, "div": lambda t: t / ones, "add function": lambda t: torch.add(t, ones), "pow": lambda t: t**ones, "eq": lambda t: t == ones,
    "where": lambda t: torch.where(t > 0, t, ones), "in place": lambda t: t.add_(ones), "parts": lambda t: t[1:] + t[:-2], "copy": lambda t: torch.ones(4, 3).copy_(t),
    "gather": lambda t: t.gather(0, torch.zeros(9, 9, dtype=torch.long)), "stack": lambda t: torch.stack([t, ones]),
}
for mark in (torch._dynamo.mark_dynamic, lambda t, d: torch._dynamo.decorators.mark_unbacked(t, d, strict=True)):
    for name, f in functions.items():
        torch._dynamo.reset()
        t = torch.ones(6, 3)
        mark(t, 0)
        try:
            print(name, torch.compile(f, backend="eager", fullgraph=True)(t).shape)
        except Exception as e:
            text = str(e)
            print(name, type(e).__name__, text[text.find("got Run"):].split("\n")[0] if "got Run" in text else text.split("\n")[0])
