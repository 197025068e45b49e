"""What the profiler recorded: events, their averages, and tables of them."""

import collections
import enum
import json
import re

MEMORY_EVENT_NAME, OUT_OF_MEMORY_EVENT_NAME = "[memory]", "[OutOfMemory]"


class DeviceType(enum.Enum):
    """Kinds of devices, by PyTorch's numbers."""

    CPU = 0
    CUDA = 1
    MKLDNN = 2
    OPENGL = 3
    OPENCL = 4
    IDEEP = 5
    HIP = 6
    FPGA = 7
    MAIA = 8
    XLA = 9
    Vulkan = 10
    Metal = 11
    XPU = 12
    MPS = 13
    Meta = 14
    HPU = 15
    VE = 16
    Lazy = 17
    IPU = 18
    MTIA = 19
    PrivateUse1 = 20


def _format_time(time_us, time_unit=None):
    if time_unit is not None:
        return f"{time_us / {'s': 1e6, 'ms': 1e3, 'us': 1.0}[time_unit]:.3f}{time_unit}"
    for unit, size in (("s", 1000.0 * 1000.0), ("ms", 1000.0)):
        if time_us >= size:
            return f"{time_us / size:.3f}{unit}"
    return f"{time_us:.3f}us"


def _format_time_share(time_us, total_time_us):
    if total_time_us == 0:
        if time_us != 0:
            raise AssertionError(f"Expected time_us == 0 but got {time_us}")
        return "NaN"
    return f"{time_us * 100.0 / total_time_us:.2f}%"


def _format_memory(nbytes):
    for unit, size in (("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10)):
        if abs(nbytes) >= size:
            return f"{nbytes / size:.2f} {unit}"
    return f"{nbytes} B"


class Interval:
    """A stretch of time, in microseconds."""

    def __init__(self, start, end):
        self.start, self.end = start, end

    def elapsed_us(self):
        return self.end - self.start


class MemRecordsAcc:
    """Records of memory, found by the time of their start, in whatever unit they give it."""

    def __init__(self, mem_records):
        self._records = sorted(mem_records, key=lambda r: r[0].start_ns())

    def in_interval(self, start_us, end_us):
        return (r for r in self._records if start_us <= r[0].start_ns() <= end_us)


class StringTable(collections.defaultdict):
    """Names as people read them, by the names of symbols."""

    def __missing__(self, key):
        self[key] = _readable(key)
        return self[key]


def _readable(symbol):
    """The qualified name of a symbol of C++ that has nothing else; other symbols stay as they are."""
    nested = re.fullmatch(r"_ZN((?:\d+\w+?)+)E\w*", symbol)
    rest, names = (nested.group(1) if nested else symbol.removeprefix("_Z") if symbol.startswith("_Z") else ""), []
    while part := re.match(r"(\d+)", rest):
        end = part.end() + int(part.group(1))
        names.append(rest[part.end():end])
        rest = rest[end:]
    return "::".join(names) if names and (not rest or not nested) else symbol


class Kernel:
    """A kernel on a device; there is none on a CPU."""

    def __init__(self, name, device, duration):
        self.name, self.device, self.duration = name, device, duration


def _sum_property(name):
    return property(lambda self: _format_time(getattr(self, name)))


class FormattedTimesMixin:
    """Times as text, and averages."""

    cpu_time_str = _sum_property("cpu_time")
    cpu_time_total_str = _sum_property("cpu_time_total")
    device_time_str = _sum_property("device_time")
    device_time_total_str = _sum_property("device_time_total")
    self_cpu_time_total_str = _sum_property("self_cpu_time_total")
    self_device_time_total_str = _sum_property("self_device_time_total")

    @property
    def cpu_time(self):
        return 0.0 if self.count == 0 else self.cpu_time_total / self.count

    @property
    def device_time(self):
        return 0.0 if self.count == 0 else self.device_time_total / self.count

    cuda_time = device_time


class FunctionEvent(FormattedTimesMixin):
    """One event: an operator, a step of a backward pass, or a named stretch. Times in microseconds."""

    def __init__(self, id, name, thread, start_us, end_us, overload_name=None, fwd_thread=None, input_shapes=None, stack=None, scope=0, use_device=None,
                 cpu_memory_usage=0, device_memory_usage=0, is_async=False, is_remote=False, sequence_nr=-1, node_id=-1, device_type=None, device_index=0,
                 is_legacy=False, flops=None, trace_name=None, concrete_inputs=None, kwinputs=None, is_user_annotation=False, **others):
        self.id, self.node_id, self.name, self.trace_name, self.overload_name = id, node_id, name, trace_name or name, overload_name
        self.time_range = Interval(start_us, end_us)
        self.thread, self.fwd_thread = thread, fwd_thread
        self.kernels, self.count = [], 1
        self.cpu_children, self.cpu_parent = [], None
        self.input_shapes, self.stack, self.scope, self.use_device = input_shapes, stack or [], scope, use_device
        self.concrete_inputs, self.kwinputs = concrete_inputs or [], kwinputs or {}
        self.cpu_memory_usage, self.device_memory_usage = cpu_memory_usage, device_memory_usage
        self.is_async, self.is_remote, self.sequence_nr = is_async, is_remote, sequence_nr
        self.device_type, self.device_index, self.is_legacy, self.flops = DeviceType.CPU if device_type is None else device_type, device_index, is_legacy, flops
        self.is_user_annotation = is_user_annotation
        self.__dict__.update(others)

    @property
    def key(self):
        return self.name

    def append_cpu_child(self, child):
        self.cpu_children.append(child)

    def append_kernel(self, name, device, duration):
        self.kernels.append(Kernel(name, device, duration))

    def set_cpu_parent(self, parent):
        self.cpu_parent = parent

    @property
    def cpu_time_total(self):
        return self.time_range.elapsed_us()

    @property
    def self_cpu_time_total(self):
        return self.cpu_time_total - sum(child.cpu_time_total for child in self.cpu_children)

    @property
    def self_cpu_memory_usage(self):
        return self.cpu_memory_usage - sum(child.cpu_memory_usage for child in self.cpu_children)

    device_time_total = self_device_time_total = self_device_memory_usage = 0
    cuda_time_total = self_cuda_time_total = self_cuda_memory_usage = 0

    def __repr__(self):
        r = self.time_range
        return (f"<FunctionEvent id={self.id} name={self.name} overload_name={self.overload_name} device_type=DeviceType.CPU node_id={self.node_id} "
                f"cpu_time={self.cpu_time_str} start_us={round(r.start, 3)} end_us={round(r.end, 3)} cpu_children={[c.id for c in self.cpu_children]} "
                f"{self.use_device}_time={self.device_time_str} name={self.name} thread={self.thread} input_shapes={self.input_shapes} "
                f"cpu_memory_usage={self.cpu_memory_usage} {self.use_device}_memory_usage={self.device_memory_usage} is_async={self.is_async} "
                f"is_remote={self.is_remote} seq_nr={self.sequence_nr} is_legacy={self.is_legacy}>")


class FunctionEventAvg(FormattedTimesMixin):
    """Events of one kind, added up."""

    def __init__(self):
        self.key, self.count, self.node_id, self.is_async, self.is_remote = None, 0, 0, False, False
        self.use_device, self.overload_name, self.input_shapes, self.stack, self.scope = None, None, None, None, None
        self.cpu_time_total = self.self_cpu_time_total = 0
        self.device_time_total = self.self_device_time_total = 0
        self.cpu_memory_usage = self.self_cpu_memory_usage = 0
        self.device_memory_usage = self.self_device_memory_usage = 0
        self.cpu_children, self.cpu_parent, self.is_legacy, self.is_user_annotation, self.flops = None, None, False, False, 0

    def add(self, other):
        if self.key is None:
            for name in ("key", "node_id", "is_async", "is_remote", "cpu_parent", "cpu_children", "overload_name", "input_shapes", "stack", "scope", "is_legacy",
                         "use_device", "is_user_annotation"):
                setattr(self, name, getattr(other, name))
        for name in ("cpu_time_total", "self_cpu_time_total", "device_time_total", "self_device_time_total", "cpu_memory_usage", "self_cpu_memory_usage", "count"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.flops = (self.flops or 0) + (other.flops or 0)
        return self

    __iadd__ = add

    def __repr__(self):
        return (f"<FunctionEventAvg key={self.key} self_cpu_time={self.self_cpu_time_total_str} cpu_time={self.cpu_time_str} "
                f" self_cuda_time={self.self_device_time_total_str} cuda_time={self.device_time_str} input_shapes={self.input_shapes} "
                f"cpu_memory_usage={self.cpu_memory_usage} cuda_memory_usage={self.device_memory_usage}>")


class EventList(list):
    """Events, or averages of them."""

    def __init__(self, *args, use_device=None, profile_memory=False, with_flops=False, **others):
        super().__init__(*args)
        self._use_device, self._profile_memory, self._with_flops = use_device, profile_memory, with_flops

    def __str__(self):
        return self.table()

    @property
    def self_cpu_time_total(self):
        return sum(event.self_cpu_time_total for event in self)

    @property
    def supported_export_stacks_metrics(self):
        return ["self_cpu_time_total", "self_cuda_time_total", "self_xpu_time_total", "self_privateuse1_time_total"]

    def _build_tree(self):
        """Puts each event under the innermost one of its thread that it lies in, and drops those that only repeat the event above them."""
        threads = {}
        for event in self:
            if not event.is_async and event.device_type == DeviceType.CPU:
                threads.setdefault((event.thread, event.node_id), []).append(event)
        for events in threads.values():
            open_ = []
            for event in sorted(events, key=lambda e: (e.time_range.start, -e.time_range.end)):
                r = event.time_range
                while open_ and (r.start >= open_[-1].time_range.end or r.end > open_[-1].time_range.end):
                    open_.pop()
                if open_:
                    open_[-1].append_cpu_child(event)
                    event.set_cpu_parent(open_[-1])
                open_.append(event)
        while repeated := [e for e in self if e.cpu_parent is not None and e.cpu_parent.name == e.name and len(e.cpu_parent.cpu_children) == 1]:
            e = repeated[0]
            e.cpu_parent.cpu_children, e.cpu_parent.kernels = e.cpu_children, e.kernels
            for child in e.cpu_children:
                child.set_cpu_parent(e.cpu_parent)
            self[:] = [other for other in self if other is not e]

    def _like(self, events):
        return EventList(events, use_device=self._use_device, profile_memory=self._profile_memory, with_flops=self._with_flops)

    def key_averages(self, group_by_input_shapes=False, group_by_stack_n=0, group_by_overload_name=False, include_python_functions=False):
        """One FunctionEventAvg for each name, and for each list of input shapes where asked for."""
        averages = {}
        for event in self:
            key = (event.key, str(event.input_shapes) if group_by_input_shapes else "")
            averages.setdefault(key, FunctionEventAvg()).add(event)
        for average in averages.values():
            average.stack = (average.stack or [])[:group_by_stack_n]
            if not group_by_input_shapes:
                average.input_shapes = ""
            if not group_by_overload_name:
                average.overload_name = ""
        return self._like(averages.values())

    def total_average(self):
        total = FunctionEventAvg()
        for event in self:
            total += event
            total.key = None
        total.key = "Total"
        return total

    def table(self, sort_by=None, row_limit=100, max_src_column_width=75, max_name_column_width=55, max_shapes_column_width=80, header=None,
              top_level_events_only=False, time_unit=None):
        """The list as a table. sort_by names a column, such as cpu_time_total or self_cpu_memory_usage."""
        return _table(self, sort_by, row_limit, max_name_column_width, max_shapes_column_width, header, top_level_events_only, time_unit)

    def export_chrome_trace(self, path):
        """Writes the events for a viewer of Chrome traces."""
        with open(path, "w") as f:
            json.dump([_trace_event(event) for event in self], f)

    def export_stacks(self, path, metric):
        if metric not in self.supported_export_stacks_metrics:
            raise ValueError("metric should be one of: " + str(self.supported_export_stacks_metrics))
        with open(path, "w") as f:
            for event in self:
                value = int(getattr(event, metric.replace("cuda", "device").replace("xpu", "device").replace("privateuse1", "device"), 0))
                if event.stack and value > 0:
                    names = (name.translate(str.maketrans(" ;\t\n", "____")) for name in reversed(event.stack))
                    f.write(";".join(names) + f" {value}\n")


def _trace_event(event):
    return {"name": event.trace_name, "ph": "X", "ts": event.time_range.start, "dur": event.time_range.elapsed_us(), "tid": event.thread, "pid": "CPU functions", "args": {}}


def _table(events, sort_by, row_limit, name_width, shapes_width, header, top_level_only, time_unit=None):
    if len(events) == 0:
        return ""
    total = sum(event.self_cpu_time_total for event in events)
    all_events = events
    if sort_by is not None:
        events = sorted(events, key=lambda event: getattr(event, sort_by.replace("cuda", "device").replace("xpu", "device")), reverse=True)
    name_width = min(max(len(event.key) for event in events) + 4, name_width)
    shapes_width = min(max(len(str(event.input_shapes)) for event in events) + 4, shapes_width)
    flops = [event.flops for event in events if event.flops]
    scale, unit = next(((10 ** p, u) for p, u in ((12, "TFLOPs"), (9, "GFLOPs"), (6, "MFLOPs"), (3, "KFLOPs")) if flops and max(flops) >= 10 ** p), (1, "FLOPs"))
    short = lambda text, width: text[:width - 3] + "..." if len(text) >= width - 3 else text
    columns = [("Name", name_width, lambda e: short(e.key, name_width)),
               ("Self CPU %", 12, lambda e: _format_time_share(e.self_cpu_time_total, total)), ("Self CPU", 12, lambda e: _format_time(e.self_cpu_time_total, time_unit)),
               ("CPU total %", 12, lambda e: _format_time_share(e.cpu_time_total, total) if not e.is_async else "0"), ("CPU total", 12, lambda e: _format_time(e.cpu_time_total, time_unit)),
               ("CPU time avg", 12, lambda e: _format_time(e.cpu_time, time_unit))]
    if getattr(all_events, "_profile_memory", False):
        columns += [("CPU Mem", 12, lambda e: _format_memory(e.cpu_memory_usage)), ("Self CPU Mem", 12, lambda e: _format_memory(e.self_cpu_memory_usage))]
    columns.append(("# of Calls", 12, lambda e: str(e.count)))
    if any(event.input_shapes for event in events):
        columns.append(("Input Shapes", shapes_width, lambda e: short(str(e.input_shapes), shapes_width)))
    if getattr(all_events, "_with_flops", False) and flops:
        columns.append((f"Total {unit}", 12, lambda e: f"{e.flops / scale:.3f}" if e.flops else "--"))
    line = "  ".join("-" * width for _, width, _ in columns) + "  "
    row = lambda texts: "  ".join(text.rjust(width) for text, (_, width, _) in zip(texts, columns)) + "  "
    out = []
    if header is not None:
        out += ["=" * len(line), header]
    out += [line, row(name for name, _, _ in columns), line]
    shown = 0
    for event in events:
        if shown == row_limit:
            break
        if top_level_only and event.cpu_parent is not None:
            continue
        shown += 1
        out.append(row(text(event) for _, _, text in columns))
    return "\n".join(out + [line, "Self CPU time total: " + _format_time(total, time_unit), ""])
