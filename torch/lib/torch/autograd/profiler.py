"""Records the operators that run, with times."""

import contextlib
import dataclasses
import functools
import json
import time
from typing import Any, Optional

import torch
from torch._jit_internal import FunctionModifiers
from torch.autograd.profiler_util import EventList, FunctionEvent, FunctionEventAvg, Interval, Kernel, _format_time


_recording = []  # the profile that records
_is_profiler_enabled = False


def _set_is_profiler_enabled(enable):
    global _is_profiler_enabled
    _is_profiler_enabled = enable


def _run_on_profiler_start():
    _set_is_profiler_enabled(True)


def _run_on_profiler_stop():
    _set_is_profiler_enabled(False)


@dataclasses.dataclass
class _ProfilerStats:
    """What profiling itself took."""

    profiling_window_duration_sec: float = 0
    number_of_events: int = 0
    profiler_prepare_call_duration_us: int = 0
    profiler_enable_call_duration_us: int = 0
    profiler_disable_call_duration_us: int = 0
    parse_kineto_call_duration_us: int = 0
    function_events_build_tree_call_duration_us: int = 0


class profile:
    """While entered, records operators, steps of backward passes and what record_function names: times in microseconds, shapes and memory of results where asked for."""

    def __init__(self, enabled=True, *, use_cuda=False, use_device=None, record_shapes=False, with_flops=False, profile_memory=False, with_stack=False, with_modules=False,
                 use_kineto=False, use_cpu=True, experimental_config=None, acc_events=False, custom_trace_id_callback=None, post_processing_timeout_s=None, activity_filters=None):
        self.enabled, self.entered = enabled, False
        self.record_shapes, self.with_flops, self.profile_memory = record_shapes or with_flops, with_flops, profile_memory
        self.with_stack, self.with_modules, self.use_device, self.use_kineto, self.use_cpu = with_stack, with_modules, None, use_kineto, use_cpu
        self.experimental_config, self.acc_events, self.kineto_results = experimental_config, acc_events, None
        self._function_events, self._records, self._earlier, self._handles, self._stats = None, None, [], [], _ProfilerStats()

    def __enter__(self):
        if not self.enabled:
            return None
        if torch.compiler.is_dynamo_compiling():
            return self
        if self.entered:
            raise RuntimeError("Profiler context manager is not reentrant")
        self.entered = True
        if torch._C._profiler_enabled():  # it takes the place of the one that records, which has nothing to show then
            torch._C._profiler_stop()
        _recording[:] = [self]
        _run_on_profiler_start()
        if self.with_stack:
            self._watch_modules()
        self._began_us, self._base_ns, self._began = time.perf_counter_ns() / 1000, time.time_ns(), time.perf_counter()
        torch._C._profiler_start(self.record_shapes, self.with_stack)
        return self

    def __exit__(self, *exc_info):
        if not self.enabled or torch.compiler.is_dynamo_compiling():
            return
        own = _recording == [self]
        events, stacks = (torch._C._profiler_stop() or ([], [])) if own else ([], [])
        if own:
            _recording.clear()
            _run_on_profiler_stop()
        for handle in self._handles:
            handle.remove()
        self._stats.profiling_window_duration_sec = time.perf_counter() - self._began
        from torch.profiler import _native
        records, taken = _native.records_of(events, stacks if getattr(self.experimental_config, "verbose", False) else ())
        for r in records:
            r.flops = _flops(r.name, r.shapes) if self.with_flops else 0
            if not _native.settings["concrete"]:
                r.values = []
        self.kineto_results = _native._ProfilerResult(records, taken, self._base_ns, self.profile_memory)
        self._records = records
        return False

    def _watch_modules(self):
        """Calls of modules become events, named by the class and the number of the module among those of its class."""
        from torch.nn.modules import module as modules
        numbers, open_ = {}, []

        def begin(module, args):
            of_class = numbers.setdefault(type(module).__name__, {})
            number = of_class.setdefault(id(module), len(of_class))
            open_.append(torch._C._record_function_enter(f"nn.Module: {type(module).__name__}_{number}", None, {"__python__": module}))

        def end(module, args, result):
            if open_:
                torch._C._record_function_exit(open_.pop())

        self._handles = [modules.register_module_forward_pre_hook(begin), modules.register_module_forward_hook(end, always_call=True)]

    def toggle_collection_dynamic(self, enabled, activities):
        if _recording == [self]:
            torch._C._profiler_pause(not enabled)

    @property
    def function_events(self):
        if self._function_events is None and self._records is not None:
            began = time.perf_counter_ns()
            self._function_events = self._events(self._records)
            took = max((time.perf_counter_ns() - began) // 1000, 1)
            self._stats.parse_kineto_call_duration_us = self._stats.function_events_build_tree_call_duration_us = took
            self._stats.number_of_events = len(self._function_events)
            self._function_events[:0] = self._earlier
        return self._function_events

    def _events(self, records):
        events, made = EventList(use_device=None, profile_memory=self.profile_memory, with_flops=self.with_flops), {}
        for r in records:
            event = FunctionEvent(r.correlation_id, "ProfilerStep*" if r.name.startswith("ProfilerStep#") else r.name, 1, r.start, r.end, overload_name=r.overload_name,
                                  fwd_thread=r.forward_thread, input_shapes=r.plain_shapes, concrete_inputs=r.values, kwinputs=r.keywords, stack=r.stack, scope=int(r.scope),
                                  cpu_memory_usage=r.nbytes if self.profile_memory else 0, sequence_nr=r.sequence, flops=r.flops, is_user_annotation=r.user, trace_name=r.name)
            made[id(r)] = event
            if r.parent >= 0:
                parent = made[id(records[r.parent])]
                event.set_cpu_parent(parent)
                parent.append_cpu_child(event)
            events.append(event)
        return events

    def _ensure_function_events(self):
        if self.function_events is None:
            self._function_events = EventList()

    def __repr__(self):
        return "<unfinished torch.autograd.profile>" if self.function_events is None else list.__repr__(self.function_events)

    def __str__(self):
        return "<unfinished torch.autograd.profile>" if self.function_events is None else str(self.function_events)

    def table(self, *args, **kwargs):
        self._ensure_function_events()
        return self.function_events.table(*args, **kwargs)

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0, group_by_overload_name=False, include_python_functions=False):
        if self.function_events is None:
            return EventList()
        return self.function_events.key_averages(group_by_input_shape, group_by_stack_n, group_by_overload_name)

    def total_average(self):
        self._ensure_function_events()
        return self.function_events.total_average()

    @property
    def self_cpu_time_total(self):
        self._ensure_function_events()
        return self.function_events.self_cpu_time_total

    def export_chrome_trace(self, path):
        """Writes a trace in Chrome's format."""
        self._write_trace(path, {})

    def _write_trace(self, path, metadata):
        from torch.profiler._trace import chrome_trace
        if self.kineto_results is None:
            raise AssertionError("Expected kineto_results to be set after profiler runs")
        with open(path, "w") as f:
            json.dump(chrome_trace(self, path, metadata), f)

    def export_stacks(self, path, metric="self_cpu_time_total"):
        """Writes a line for each stack, with the time that was spent in it."""
        self._ensure_function_events()
        if not self.with_stack:
            raise AssertionError("export_stacks() requires with_stack=True")
        return self.function_events.export_stacks(path, metric)


def _flops(name, shapes):
    """Operations of products; 0 for other operators."""
    if name in ("aten::mm", "aten::bmm") and len(shapes) >= 2:
        return 2 * shapes[0][-1] * _product(shapes[0][:-1]) * shapes[1][-1]
    if name == "aten::addmm" and len(shapes) >= 3:
        return 2 * shapes[1][-1] * shapes[1][0] * shapes[2][-1]
    if name in ("aten::add", "aten::mul") and shapes:
        return max(_product(s) for s in shapes)
    return 0


class EnforceUnique:
    """Raises an error for a key that it has seen."""

    def __init__(self):
        self.seen = set()

    def see(self, *key):
        if key in self.seen:
            raise RuntimeError("duplicate key: " + str(key))
        self.seen.add(key)


def parse_nvprof_trace(path):
    raise NotImplementedError("magneto reads no traces of nvprof")


load_nvprof = parse_nvprof_trace


def _product(sizes):
    return functools.reduce(lambda a, b: a * b, sizes, 1)


_records = {}  # of the stretches that are being recorded, by number


def _begin(name: str) -> int:
    if torch.compiler.is_dynamo_compiling():
        return 0
    number = max(_records, default=0) + 1
    _records[number] = torch._C._record_function_enter(name)
    return number


def _end(number: int) -> None:
    if not torch.compiler.is_dynamo_compiling():
        torch._C._record_function_exit(_records.pop(number))


_begin._torchscript_modifier = _end._torchscript_modifier = FunctionModifiers.IGNORE  # scripts call them as they are


class record_function(contextlib.ContextDecorator):
    """Names a stretch of a program, as an event of the profiler around it."""

    def __init__(self, name: str, args: Optional[str] = None):
        self.name = name
        self.args = args
        self.record = 0

    def __enter__(self):
        self.record = _begin(self.name)
        return self

    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any):
        _end(self.record)

    def _call_end_callbacks_on_future(self, fut):
        raise NotImplementedError("record_function on futures: magneto has no remote calls")


class emit_itt:
    """For a tool that magneto does not talk to: nothing is emitted."""

    def __init__(self, enabled=True, record_shapes=False):
        self.enabled, self.entered, self.record_shapes = enabled, False, record_shapes

    def __enter__(self):
        if self.enabled and self.entered:
            raise RuntimeError(f"{type(self).__name__.replace('emit_itt', 'ITT').replace('emit_nvtx', 'NVTX')} annotation context manager is not reentrant")
        self.entered = True
        return self

    def __exit__(self, *exc_info):
        return False


class emit_nvtx(emit_itt):
    """See emit_itt."""


def kineto_available():
    return True


class KinetoStepTracker:
    """The number of steps that a program has made, of which several parts of it may tell."""

    _current_step = 0
    _step_dict = {}

    @classmethod
    def init_step_count(cls, requester):
        cls._step_dict[requester] = cls._current_step

    @classmethod
    def erase_step_count(cls, requester):
        return cls._step_dict.pop(requester, None) is not None

    @classmethod
    def increment_step(cls, requester):
        cls._step_dict.setdefault(requester, cls._current_step)
        cls._step_dict[requester] += 1
        cls._current_step = max(cls._step_dict.values())
        return cls._current_step

    @classmethod
    def current_step(cls):
        return cls._current_step
