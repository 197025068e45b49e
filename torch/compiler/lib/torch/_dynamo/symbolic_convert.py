"""Functions traced step by step, as tests do it; the tracer itself is native code. Settings are read through here."""

import contextlib
import types

from torch._dynamo import config  # noqa: F401
from torch._dynamo import eval_frame, exc, fullgraph
from torch._dynamo.output_graph import OutputGraph


class SpeculationLog:
    """Where graph breaks were met; the tracer keeps that itself."""

    def __init__(self):
        self.entries = []
        self.index = 0

    def restart(self):
        self.index = 0

    def clear(self):
        self.entries.clear()
        self.index = 0


class SpeculationLogDivergence(AssertionError):
    pass


class ExceptionStack:
    """The exceptions whose handlers run."""

    def __init__(self):
        self._exc_stack = []

    def __len__(self):
        return len(self._exc_stack)


class InstructionTranslator:
    """Traces one call of a function: a frame with these variables as it begins."""

    def __init__(self, instructions, f_code, f_locals, f_globals, f_builtins, closure=(), torch_function_mode_stack=None, code_options=None, compiler_fn=None,
                 one_graph=False, export=False, export_constraints=None, frame_state=None, speculation_log=None, exn_vt_stack=None, distributed_state=None, package=None):
        self.f_code, self.f_globals, self.f_locals = f_code, f_globals, f_locals
        self._closure, self.one_graph = tuple(closure or ()), one_graph
        self._compiler = compiler_fn or eval_frame._lookup_backend("eager")
        self.output = OutputGraph(f_code, f_locals, f_globals)

    @contextlib.contextmanager
    def set_current_tx(self):
        yield

    def run(self):
        code = self.f_code
        fn = types.FunctionType(code, self.f_globals, code.co_name, None, self._closure)
        names = iter(code.co_varnames)
        args = [self.f_locals[next(names)] for _ in range(code.co_argcount)]
        kwargs = {name: self.f_locals[name] for _, name in zip(range(code.co_kwonlyargcount), names)}
        if code.co_flags & 4:  # *args
            args += self.f_locals[next(names)]
        if code.co_flags & 8:  # **kwargs
            kwargs.update(self.f_locals[next(names)])
        captured = fullgraph.capture(fn, args, kwargs, self._compiler, one_graph=self.one_graph)
        if captured.backend_input is None:
            raise exc.SkipFrame("No ops traced for the FX graph. `torch.compile` will skip the frame and fall back to eager.\n"
                                f"Frame info: {code.co_name} ({code.co_filename} line {code.co_firstlineno})")
        self.output.guard_manager = captured.guard_manager
