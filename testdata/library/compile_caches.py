# What the caches of captured and compiled graphs count, and callbacks for the compilation of a backward pass.
import torch
import torch._functorch.config as functorch_config
from torch._dynamo.callback import callback_handler, on_compile_end, on_compile_start
from torch._dynamo.utils import counters
from torch._functorch._aot_autograd.autograd_cache import AOTAutogradCache
from torch._inductor import config
from torch._inductor.codecache import FxGraphCache
from torch._inductor.utils import fresh_cache


def show(what):
    print(what, dict(sorted(counters["aot_autograd"].items())), dict(sorted(counters["inductor"].items())))
    torch._dynamo.reset()


@torch._dynamo.allow_in_graph
def opaque(x):
    return x * 2


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


counters.clear()
with fresh_cache():
    f = torch.compile(lambda x: x.sin() + 1)
    f(torch.ones(3))
    show("missed")
    f(torch.ones(3))
    show("found")
    f(torch.ones(6)[::2])
    show("other strides")
    f(torch.ones(3, requires_grad=True))
    show("backward has not run")
    f(torch.ones(3, requires_grad=True)).sum().backward()
    show("backward")
    f(torch.ones(3, requires_grad=True)).sum().backward()
    show("backward found")
    FxGraphCache.clear()
    f(torch.ones(3))
    show("compiled graphs are gone")
    with config.patch(max_autotune=True):
        f(torch.ones(3))
        show("other settings")
    with functorch_config.patch(enable_autograd_cache=False):
        torch.compile(lambda x: x.cos())(torch.ones(3))
        show("off")
    torch.compile(lambda x: opaque(x).sin())(torch.ones(3))
    show("functions of the program")
    torch.compile(lambda x: Doubled.apply(x))(torch.ones(3, requires_grad=True)).sum().backward()
    show("a Function of the program")
    torch.compile(lambda x: x.exp(), backend="aot_eager")(torch.ones(3))
    show("aot_eager")
    AOTAutogradCache.clear()

counters.clear()
with fresh_cache():
    torch.compiler._cache.CacheArtifactManager.clear()
    f(torch.ones(4))
    data, info = torch.compiler.save_cache_artifacts()
    print(len(info.inductor_artifacts), len(info.aot_autograd_artifacts))
    show("saved")
with fresh_cache():
    print(len(torch.compiler.load_cache_artifacts(data).inductor_artifacts))
    f(torch.ones(4))
    show("loaded")

told = []
on_compile_start(lambda args: told.append(("start", args.callback_trigger.name, args.compile_id)))
on_compile_end(lambda args: told.append(("end", args.callback_trigger.name, args.compile_id)))
torch.compile(lambda x: x.sin())(torch.ones(2, requires_grad=True)).sum().backward()
callback_handler.clear()
print(told)
