# Callbacks of compilations by the names that torch._dynamo itself has.
import torch
import torch._dynamo

log = []


@torch._dynamo.on_compile_start
def start(args):
    log.append("start")


@torch._dynamo.on_compile_end
def end(args):
    log.append("end")


torch.compile(lambda x: x.sin(), backend="eager")(torch.ones(2))
print(log)
torch._dynamo.callback_handler.remove_start_callback(start)
torch._dynamo.callback_handler.remove_end_callback(end)
torch.compile(lambda x: x.cos(), backend="eager")(torch.ones(2))
print(log, torch._dynamo.callback_handler is torch._dynamo.callback.callback_handler)
