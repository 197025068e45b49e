import torch
from torch.futures import Future


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0])


s = torch.amp.GradScaler("cpu", init_scale=4.0, growth_interval=2)
p = torch.nn.Parameter(torch.ones(2))
o = torch.optim.SGD([p], 0.1)
print(s._scale, s.get_scale())
for grad in (1.0, float("inf"), 2.0, 3.0):
    o.zero_grad()
    s.scale((p * grad).sum()).backward()
    s.step(o)
    print(p.data, s._per_optimizer_states[id(o)], s._growth_tracker)
    s.update()
    print(s._scale, s._growth_tracker, s.state_dict())
t(lambda: s.update("a"))
t(lambda: s.update())
t(lambda: torch.amp.GradScaler("cpu").unscale_(o))
t(lambda: torch.amp.GradScaler("cpu").step(o))
with torch.amp.autocast("cpu", cache_enabled=False):
    print(torch.is_autocast_cache_enabled())
f = Future()
f.set_result(1)
t(lambda: f.then(lambda x: 1 / 0).wait())
x = torch.ones(2, 3, device="meta")
t(lambda: x + torch.ones(2, 3))
t(lambda: torch.cat([x, torch.ones(2, 3)]))
t(lambda: x.nonzero())
t(lambda: torch.equal(x, x))


class D:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return torch.overrides.resolve_name(func), len(args), kwargs


print(torch.add(D(), 1, alpha=2), torch.cat([D()]), torch.nn.functional.relu(D()))
