# What scripts see of compilations: their numbers while a backend runs, hooks on new bytecode, code that was met, and stances.
import torch
import torch._dynamo
from torch._dynamo import convert_frame
from torch._guards import CompileContext, TracingContext


def backend(gm, example_inputs):
    context = CompileContext.get()
    print(CompileContext.current_compile_id(), CompileContext.current_trace_id(), context.compile_id, context.attempt)
    print(torch._guards.detect_fake_mode(example_inputs) is TracingContext.get().fake_mode, TracingContext.extract_stack())
    return gm


def fn(x):
    x = x + 1
    torch._dynamo.graph_break()
    return x * 2


compiled = torch.compile(fn, backend=backend)
print(compiled(torch.ones(2)), compiled(torch.ones(3)))
print(CompileContext.current_compile_id(), TracingContext.try_get())
for context in CompileContext, TracingContext:
    try:
        context.get()
    except Exception as e:
        print(repr(e))

seen = []
handle = convert_frame.register_bytecode_hook(lambda code, new: seen.append((code.co_name, code is new)))
torch._dynamo.reset()
torch.compile(fn, backend="eager")(torch.ones(4))
handle.remove()
print(seen, fn.__code__ in convert_frame.input_codes)


def other(x):
    return x + 2


def swapped(x):
    return x + 1


handle = convert_frame.register_bytecode_hook(lambda code, new: other.__code__ if code.co_name == "swapped" else None)
print(torch.compile(swapped, backend="eager")(torch.ones(1)), other.__code__ in convert_frame.output_codes)
handle.remove()

compiled = torch.compile(other, backend="eager")
try:
    torch.fx.symbolic_trace(compiled)
except RuntimeError as e:
    print(e)
with torch._dynamo.config.patch(error_on_nested_fx_trace=False):
    print(torch.fx.symbolic_trace(compiled).code.strip())

module = torch.compile(torch.nn.Linear(2, 2), backend="eager")
print(module.dynamo_ctx(other)(torch.ones(1)))
torch.compiler.set_stance("unheard of")
try:
    compiled(torch.ones(1))
except RuntimeError as e:
    print(e)
torch.compiler.set_stance("force_eager")
print(torch._dynamo.eval_frame._stance)
