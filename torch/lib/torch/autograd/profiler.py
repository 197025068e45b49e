"""Records the operators that run, with times."""

import contextlib
import functools
import json
from typing import Any, Optional

import torch
from torch._jit_internal import FunctionModifiers
from torch.autograd.profiler_util import EventList, FunctionEvent, FunctionEventAvg, Interval, Kernel, _format_time


_recording = []  # the profile that records


class profile:
    """While entered, records operators, steps of backward passes and what record_function names: times in microseconds, shapes and memory of results where asked for."""

    def __init__(self, enabled=True, *, use_cuda=False, use_device=None, record_shapes=False, with_flops=False, profile_memory=False, with_stack=False, with_modules=False,
                 use_kineto=False, use_cpu=True, experimental_config=None, acc_events=False, custom_trace_id_callback=None, post_processing_timeout_s=None, activity_filters=None):
        self.enabled, self.entered = enabled, False
        self.record_shapes, self.with_flops, self.profile_memory = record_shapes or with_flops, with_flops, profile_memory
        self.with_stack, self.with_modules, self.use_device = with_stack, with_modules, None
        self.function_events = None

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
        torch._C._profiler_start(self.record_shapes)
        return self

    def __exit__(self, *exc_info):
        if not self.enabled or torch.compiler.is_dynamo_compiling():
            return
        own = _recording == [self]
        if own:
            _recording.clear()
        self.function_events = self._events((torch._C._profiler_stop() or []) if own else [])
        return False

    def _events(self, records):
        events = EventList(use_device=None, profile_memory=self.profile_memory, with_flops=self.with_flops)
        for i, (name, start, end, parent, shapes, nbytes, user) in enumerate(records):
            event = FunctionEvent(i + 1, "ProfilerStep*" if name.startswith("ProfilerStep#") else name, 1, start, end, overload_name="", fwd_thread=0, input_shapes=shapes, cpu_memory_usage=nbytes if self.profile_memory else 0,
                                  flops=_flops(name, shapes) if self.with_flops else 0, is_user_annotation=user, trace_name=name)
            if parent >= 0:
                event.set_cpu_parent(events[parent])
                events[parent].append_cpu_child(event)
            events.append(event)
        for event in reversed(events):
            inner = sum(child.cpu_memory_usage for child in event.cpu_children)
            event.cpu_memory_usage = max(event.cpu_memory_usage, inner)
        return events

    def _ensure_function_events(self):
        if self.function_events is None:
            self.function_events = EventList()

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
        self._ensure_function_events()
        events = [{"ph": "X", "cat": "user_annotation" if e.is_user_annotation else "cpu_op", "name": e.trace_name, "pid": 1, "tid": 1, "ts": e.time_range.start,
                   "dur": e.time_range.elapsed_us(), "args": {"Input Dims": e.input_shapes} if self.record_shapes else {}} for e in self.function_events]
        with open(path, "w") as f:
            json.dump({"schemaVersion": 1, "deviceProperties": [], "displayTimeUnit": "ms", "traceName": str(path), "traceEvents": events}, f)


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
