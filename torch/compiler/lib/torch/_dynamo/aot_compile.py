"""Functions compiled ahead of time for some arguments: one graph, whose guards a call must hold."""

import contextlib
import dataclasses

from torch._dynamo import fullgraph


@dataclasses.dataclass
class ModelInput:
    """The arguments of a call, and the contexts that it is made in."""

    args: tuple
    kwargs: dict
    contexts: list = dataclasses.field(default_factory=list)


class AOTCompiledFunction:
    """The compiled version of a function; a call that its guards do not admit is an error."""

    def __init__(self, fn, captured):
        self._original = fn
        self._captured = captured
        self._guard_check_enabled = True
        self.fn = captured.forward_callable()

    def prepare_f_locals(self, *args, **kwargs):
        return fullgraph.locals_of(self._original, args, kwargs)

    def _failure(self, args, kwargs):
        guards = self._captured.guard_manager
        return guards and guards._check(self.prepare_f_locals(*args, **kwargs), self._original.__globals__)

    def guard_check(self, *args, **kwargs):
        """Whether a call with these arguments may be made."""
        return not self._failure(args, kwargs)

    def disable_guard_check(self):
        self._guard_check_enabled = False

    def __call__(self, *args, **kwargs):
        failure = self._failure(args, kwargs) if self._guard_check_enabled else None
        if failure:
            from torch._dynamo.cache_entries import GuardDebugInfo

            raise RuntimeError(f"GuardManager check failed, reason: {GuardDebugInfo(False, [failure], None)}")
        return self.fn(*args, **kwargs)

    def serialize(self):
        raise NotImplementedError("AOTCompiledFunction.serialize: magneto does not write compiled code")

    def save_compiled_function(self, path, external_data=None):
        raise NotImplementedError("AOTCompiledFunction.save_compiled_function: magneto does not write compiled code")


class AOTCompiledModel:
    """A module with the compiled versions of its forward; a call goes to the first whose guards admit it."""

    def __init__(self, model, compiled_results):
        self.model = model
        self.compiled_results = compiled_results

    def __call__(self, *args, **kwargs):
        for result in self.compiled_results:
            if result.guard_check(self.model, *args, **kwargs):
                return result(self.model, *args, **kwargs)
        return self.compiled_results[0](self.model, *args, **kwargs)

    def serialize(self):
        raise NotImplementedError("AOTCompiledModel.serialize: magneto does not write compiled code")


_OF_OBJECTS = ("CLASS_MATCH", "CLOSURE_MATCH", "DICT_VERSION", "FUNCTION_MATCH", "ID_MATCH", "NN_MODULE", "WEAKREF_ALIVE")


def _lasting(guards):
    """Without a choice of the script's, what is guarded ahead of time: neither globals nor the identity of objects, which are others in other processes."""
    return [not (guard.is_global or guard.guard_type in _OF_OBJECTS) for guard in guards]


def aot_compile_fullgraph(model, example_inputs, backend, dynamic=None, guard_filter_fn=None):
    """A function, or the forward of a module, compiled for (args, kwargs)."""
    args, kwargs = example_inputs
    fn, _ = fullgraph.get_traced_fn(model)
    return AOTCompiledFunction(fn, fullgraph.capture(model, args, kwargs, backend, dynamic, guard_filter_fn or _lasting))


def aot_compile_module(model, inputs, backend, dynamic=None, guard_filter_fn=None):
    """A module compiled for the arguments of several calls."""
    results = []
    for given in inputs:
        with contextlib.ExitStack() as stack:
            for context in given.contexts:
                stack.enter_context(context)
            results.append(aot_compile_fullgraph(model.forward, (given.args, given.kwargs), backend, dynamic, guard_filter_fn))
    return AOTCompiledModel(model, results)
