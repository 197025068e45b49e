"""One function captured for some arguments without running it: its graph, its new code and its guards."""

import dataclasses
import inspect
import types

from torch._dynamo import convert_frame, eval_frame


@dataclasses.dataclass
class BackendInput:
    """What a backend is called with."""

    backend_id: str
    graph_module: object
    example_inputs: list
    fake_mode: object = None
    tensor_to_context: dict = None


@dataclasses.dataclass
class GraphCaptureOutput:
    """The code that runs in the place of a function, and what it was made from."""

    bytecode: types.CodeType
    traced_code: list
    f_globals: dict
    argdefs: tuple
    kwdefaults: dict
    closure: tuple
    import_sources: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class CaptureOutput:
    """What capture finds; backend_input is None where the function computes nothing on tensors."""

    graph_capture_output: GraphCaptureOutput
    backend_input: BackendInput
    guard_manager: object = None
    compiled_fn: object = None  # what the backend gave

    def forward_callable(self, compiled_fn=None, extra_globals=None):
        """The function with its new code; compiled_fn takes the place of what runs the graph."""
        output = self.graph_capture_output
        names = output.f_globals if not extra_globals else {**output.f_globals, **extra_globals}
        if compiled_fn is not None:
            names = {**names, self.backend_input.backend_id: compiled_fn}
        made = types.FunctionType(output.bytecode, names, output.bytecode.co_name, output.argdefs, output.closure)
        made.__kwdefaults__ = output.kwdefaults
        return made


def get_traced_fn(mod):
    """The function that is traced for a function, method or module, with the object that it is called on."""
    import torch

    if isinstance(mod, torch.nn.Module):
        hooked = mod._forward_pre_hooks or mod._forward_hooks
        mod = mod.__call__ if hooked else mod.forward
    if hasattr(mod, "__self__"):
        return mod.__func__, mod.__self__
    if inspect.isfunction(mod):
        return mod, None
    raise RuntimeError(f"Unsupported model code type {mod}")


def locals_of(fn, args, kwargs):
    """The variables of a call of fn as its frame begins, with those of the functions around it."""
    bound = inspect.signature(fn, follow_wrapped=False).bind(*args, **(kwargs or {}))
    bound.apply_defaults()
    cells = {}
    for name, cell in zip(fn.__code__.co_freevars, fn.__closure__ or ()):
        try:
            cells[name] = cell.cell_contents
        except ValueError:  # not assigned yet
            pass
    return {**bound.arguments, **cells}


def capture(mod, args, kwargs=None, backend="eager", dynamic=None, guard_filter_fn=None, one_graph=True):
    """Captures a function for the arguments of one call; unless one_graph is false, a graph that ends before the function does is an error."""
    fn, owner = get_traced_fn(mod)
    if owner is not None:
        args = (owner, *args)
    copy = types.FunctionType(fn.__code__.replace(), fn.__globals__, fn.__name__, fn.__defaults__, fn.__closure__)  # whose compiled versions are its own
    copy.__kwdefaults__ = fn.__kwdefaults__
    given, compiled, converted, inlined = [], [], [], []
    compiler = eval_frame._lookup_backend(backend)

    def compile_graph(gm, example_inputs):
        given.append((gm, list(example_inputs)))
        inlined[:] = [code for code in eval_frame._c.traced_code() if code is not copy.__code__]
        compiled.append(compiler(gm, example_inputs))
        return compiled[-1]

    def not_run(code, new_code):
        if code is not copy.__code__:
            return None
        converted.append(new_code)
        return _idle(copy)

    stance = eval_frame._c.set_stance("default", False, None)  # which is about calls of what is compiled
    handle = convert_frame.register_bytecode_hook(not_run)
    try:
        context = eval_frame._Context(compile_graph, one_graph, dynamic, False, guard_filter_fn)
        eval_frame._wrap(copy, context)(*args, **(kwargs or {}))
    finally:
        eval_frame._c.set_stance(*stance)
        handle.remove()
    code = converted[0] if converted else copy.__code__
    entries = eval_frame._debug_get_cache_entry_list(copy)
    backend_input = None
    if given:
        names = [name for name in code.co_names if name.startswith("__compiled_fn_")]
        backend_input = BackendInput(names[0] if names else None, *given[0])
    output = GraphCaptureOutput(code, [fn.__code__, *inlined], fn.__globals__, fn.__defaults__, fn.__kwdefaults__, fn.__closure__)
    return CaptureOutput(output, backend_input, entries[0].guard_manager if entries else None, compiled[0] if compiled else None)


def _idle(fn):
    """Code that takes the arguments of fn and does nothing."""
    code = fn.__code__
    names = code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]
    parameters = [*names[:code.co_argcount]]
    if code.co_posonlyargcount:
        parameters.insert(code.co_posonlyargcount, "/")
    rest = list(code.co_varnames[len(names):])
    if code.co_flags & inspect.CO_VARARGS:
        parameters.append("*" + rest.pop(0))
    elif code.co_kwonlyargcount:
        parameters.append("*")
    parameters += names[code.co_argcount:]
    if code.co_flags & inspect.CO_VARKEYWORDS:
        parameters.append("**" + rest.pop(0))
    lines = [f"def around({', '.join(code.co_freevars)}):", f"    def idle({', '.join(parameters)}):"]
    lines += [f"        lambda: {name}" for name in code.co_freevars] + ["        return None", "    return idle"]
    made = {}
    exec("\n".join(lines), made)
    return made["around"](*[None] * len(code.co_freevars)).__code__
