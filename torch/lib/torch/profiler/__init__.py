"""The profiler with a schedule of steps, over torch.autograd.profiler."""

import enum
import gzip
import os
import shutil
import tempfile
import time

import torch
from torch.autograd import profiler as _profiler
from torch.autograd.profiler import kineto_available, record_function
from torch.autograd.profiler_util import DeviceType
from torch.profiler._native import ProfilerActivity, _ExperimentalConfig


class ProfilerAction(enum.Enum):
    NONE = 0
    WARMUP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3
    DEVICE_STOPPED = 4


def supported_activities():
    return {ProfilerActivity.CPU}


def schedule(*, wait, warmup, active, repeat=0, skip_first=0, skip_first_wait=0):
    """What to do at each step: wait, warm up and record in turn, repeat times or, for 0, for ever, after skip_first steps."""
    if wait < 0 or warmup < 0 or active <= 0 or repeat < 0 or skip_first < 0:
        raise AssertionError(f"Invalid profiler schedule arguments. Got wait={wait} (need >= 0), warmup={warmup} (need >= 0), active={active} (need > 0), "
                             f"repeat={repeat} (need >= 0), skip_first={skip_first} (need >= 0).")

    def action(step):
        if step < 0:
            raise AssertionError(f"Step must be non-negative. Got {step}.")
        step -= skip_first
        if step < 0:
            return ProfilerAction.NONE
        if skip_first_wait:
            step += wait
        cycle = wait + warmup + active
        if repeat and step // cycle >= repeat:
            return ProfilerAction.NONE
        at = step % cycle
        if at < wait:
            return ProfilerAction.NONE
        if at < wait + warmup:
            return ProfilerAction.WARMUP
        return ProfilerAction.RECORD if at < cycle - 1 else ProfilerAction.RECORD_AND_SAVE

    if warmup == 0:
        import warnings
        warnings.warn("Profiler won't be using warmup, this can skew profiler results", stacklevel=2)
    return action


def tensorboard_trace_handler(dir_name, worker_name=None, use_gzip=False):
    """An on_trace_ready that writes each trace to a file in a folder."""

    def handler(prof):
        os.makedirs(dir_name, exist_ok=True)
        name = worker_name or f"{os.uname().nodename if hasattr(os, 'uname') else 'host'}_{os.getpid()}"
        prof.export_chrome_trace(os.path.join(dir_name, f"{name}.{time.time_ns()}.pt.trace.json" + (".gz" if use_gzip else "")))

    return handler


class _KinetoProfile:
    """Records from start to stop."""

    def __init__(self, *, activities=None, record_shapes=False, profile_memory=False, with_stack=False, with_flops=False, with_modules=False, experimental_config=None,
                 execution_trace_observer=None, acc_events=False, custom_trace_id_callback=None, post_processing_timeout_s=None):
        self.activities = supported_activities() if activities is None else set(activities)
        if not self.activities:
            raise AssertionError("No valid profiler activities found")
        self.record_shapes, self.profile_memory, self.with_stack, self.with_flops, self.with_modules = record_shapes, profile_memory, with_stack, with_flops, with_modules
        self.experimental_config, self.acc_events = experimental_config, acc_events
        self.profiler, self.preset_metadata, self._running, self._saved, self._trace_metadata = None, {}, False, None, {}

    def start(self):
        self.prepare_trace()
        self.start_trace()

    def stop(self):
        self.stop_trace()

    def prepare_trace(self):
        earlier = self.profiler if self.acc_events else None
        self.profiler = _profiler.profile(record_shapes=self.record_shapes, with_flops=self.with_flops, profile_memory=self.profile_memory, with_stack=self.with_stack,
                                          with_modules=self.with_modules, use_kineto=True, experimental_config=self.experimental_config)
        if earlier is not None:
            self.profiler._earlier = list(earlier.function_events or [])

    def start_trace(self):
        if self.profiler is None:
            raise AssertionError("Profiler must be initialized before starting trace")
        self.profiler.__enter__()
        self._running = True
        self._trace_metadata = {name: "1" for name in ("with_stack", "profile_memory", "record_shapes", "with_modules", "with_flops") if getattr(self, name)}
        self._trace_metadata.update(self.preset_metadata)

    def stop_trace(self):
        if self.profiler is None:
            raise AssertionError("Profiler must be initialized before stopping trace")
        if self._running:
            self._running = False
            self.profiler.__exit__(None, None, None)

    def events(self):
        if self.profiler is None:
            raise AssertionError("Profiler must be initialized before accessing events")
        return self.profiler.function_events

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0, group_by_overload_name=False, include_python_functions=False):
        if self.profiler is None:
            raise AssertionError("Profiler must be initialized before getting key averages")
        return self.profiler.key_averages(group_by_input_shape, group_by_stack_n, group_by_overload_name)

    def export_chrome_trace(self, path):
        if self.profiler is None:
            raise AssertionError("Profiler must be initialized before exporting chrome trace")
        if self._saved is self.profiler:
            raise RuntimeError("Trace is already saved.")
        self._saved = self.profiler
        if not str(path).endswith(".gz"):
            return self.profiler._write_trace(path, self._trace_metadata)
        with tempfile.NamedTemporaryFile("w+b", suffix=".json") as plain:
            self.profiler._write_trace(plain.name, self._trace_metadata)
            with open(plain.name, "rb") as f, gzip.open(path, "wb") as out:
                shutil.copyfileobj(f, out)

    def export_stacks(self, path, metric="self_cpu_time_total"):
        if self.profiler is None:
            raise AssertionError("Profiler must be initialized before exporting stacks")
        return self.profiler.export_stacks(path, metric)

    def export_memory_timeline(self, path, device=None):
        if not (self.record_shapes and self.profile_memory and self.with_stack):
            raise ValueError("record_shapes=True, profile_memory=True, with_stack=True required for memory profiling.")
        raise NotImplementedError("torch.profiler.profile.export_memory_timeline: magneto's profiler records no timeline of memory")

    def add_metadata(self, key, value):
        self._trace_metadata[key] = '"' + value.replace('"', '\\"') + '"'

    def add_metadata_json(self, key, value):
        self._trace_metadata[key] = value

    def preset_metadata_json(self, key, value):
        self.preset_metadata[key] = value

    def toggle_collection_dynamic(self, enable, activities):
        if self.profiler is not None:
            self.profiler.toggle_collection_dynamic(enable, activities)


class profile(_KinetoProfile):
    """Records as a schedule of steps says; without one, all from entry to exit. on_trace_ready is called with the profiler when a cycle is complete."""

    def __init__(self, *, activities=None, schedule=None, on_trace_ready=None, record_shapes=False, profile_memory=False, with_stack=False, with_flops=False, with_modules=False,
                 experimental_config=None, execution_trace_observer=None, acc_events=False, use_cuda=None, custom_trace_id_callback=None, post_processing_timeout_s=None):
        super().__init__(activities=activities, record_shapes=record_shapes, profile_memory=profile_memory, with_stack=with_stack, with_flops=with_flops, with_modules=with_modules,
                         experimental_config=experimental_config, acc_events=acc_events)
        self.schedule = schedule or (lambda step: ProfilerAction.RECORD)
        self.record_steps, self.on_trace_ready, self.step_num = schedule is not None, on_trace_ready, 0
        self.current_action, self.step_rec_fn = self.schedule(0), None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.stop()

    def start(self):
        self._move(ProfilerAction.NONE, self.current_action)
        self._name_step()

    def stop(self):
        self._end_step()
        self._move(self.current_action, None)

    def step(self):
        """The next step of the schedule begins."""
        self._end_step()
        before = self.current_action
        self.step_num += 1
        self.current_action = self.schedule(self.step_num)
        self._move(before, self.current_action)
        self._name_step()

    def _name_step(self):
        if self.record_steps and self._running:
            self.step_rec_fn = record_function(f"ProfilerStep#{self.step_num}")
            self.step_rec_fn.__enter__()

    def _end_step(self):
        if self.step_rec_fn is not None:
            self.step_rec_fn.__exit__(None, None, None)
            self.step_rec_fn = None

    def _move(self, before, after):
        recording = (ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE)
        if before == ProfilerAction.RECORD_AND_SAVE or after is None and before == ProfilerAction.RECORD:
            self.stop_trace()
            if self.on_trace_ready is not None:
                self.on_trace_ready(self)
        elif before == ProfilerAction.RECORD and after not in recording:
            self.stop_trace()
        if after == ProfilerAction.WARMUP:
            self.prepare_trace()
        if after in recording and not self._running:
            if self.profiler is None or before != ProfilerAction.WARMUP:
                self.prepare_trace()
            self.start_trace()


class ExecutionTraceObserver:
    def __init__(self, *args, **kwargs):
        raise NotImplementedError("torch.profiler.ExecutionTraceObserver: magneto's profiler writes no execution traces")


class itt:
    """Marks for a tool that magneto does not talk to."""

    is_available = staticmethod(lambda: False)
