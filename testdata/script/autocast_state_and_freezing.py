# What scripts ask of the state of autocast and gradients is asked each time; freezing a trace that was taken in a region of autocast.
import torch

torch.manual_seed(0)
a = torch.rand(4, 4)


def asks(x):
    outside = torch.is_autocast_cpu_enabled()
    with torch.autocast("cpu"):
        inside, gradients = torch.is_autocast_cpu_enabled(), torch.is_grad_enabled()
    return outside, inside, gradients


before = torch._C._jit_set_autocast_mode(False)
asked = torch.jit.script(asks)
print(asked(a))
with torch.autocast("cpu"), torch.no_grad():
    print(asked(a))
torch._C._jit_set_autocast_mode(before)
graph = torch._C.parse_ir("graph(%a : Tensor):\n  %b : bool = aten::is_grad_enabled()\n  %c : bool = aten::is_grad_enabled()\n  %t : (bool, bool) = prim::TupleConstruct(%b, %c)\n  return (%t)\n")
torch._C._jit_pass_cse(graph)
torch._C._jit_pass_constant_propagation(graph)
print(graph)


class Normed(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm = torch.nn.Conv2d(3, 4, 3), torch.nn.BatchNorm2d(4)

    def forward(self, x):
        return self.norm(self.conv(x))


model, x = Normed().eval(), torch.rand(1, 3, 6, 6)
with torch.autocast("cpu", cache_enabled=False), torch.no_grad():
    frozen = torch.jit.freeze(torch.jit.trace(model, x))
print([n.kind() for n in frozen.graph.nodes() if n.kind() != "prim::Constant"], frozen(x).dtype, frozen(x).float().sum())
