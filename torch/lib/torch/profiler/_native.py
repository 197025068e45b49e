"""What a profile has recorded, as torch._C._profiler and torch._C._autograd show it: events one after the other, and their tree."""

import collections
import enum
import itertools

import torch
from torch.autograd.profiler_util import DeviceType

_EMPTY = ("aten::empty", "aten::empty_strided", "aten::empty_like")


class _Enum(enum.IntEnum):
    __repr__ = lambda self: f"<{type(self).__name__}.{self.name}: {self.value}>"
    __str__ = lambda self: f"{type(self).__name__}.{self.name}"


class ProfilerActivity(_Enum):
    CPU = 0
    XPU = 1
    MTIA = 2
    CUDA = 3
    HPU = 4
    PrivateUse1 = 5


class RecordScope(_Enum):
    FUNCTION = 0
    BACKWARD_FUNCTION = 1
    TORCHSCRIPT_FUNCTION = 2
    KERNEL_FUNCTION_DTYPE = 3
    CUSTOM_CLASS = 4
    BUILD_FEATURE = 5
    LITE_INTERPRETER = 6
    USER_SCOPE = 7
    STATIC_RUNTIME_OP = 8
    STATIC_RUNTIME_MODEL = 9


class ActiveProfilerType(_Enum):
    NONE = 0
    LEGACY = 1
    KINETO = 2
    NVTX = 3
    ITT = 4
    PRIVATEUSE1 = 5


class ProfilerState(_Enum):
    Disabled = 0
    CPU = 1
    CUDA = 2
    NVTX = 3
    ITT = 4
    PRIVATEUSE1 = 5
    KINETO = 6
    KINETO_GPU_FALLBACK = 7
    KINETO_PRIVATEUSE1_FALLBACK = 8
    KINETO_PRIVATEUSE1 = 9


class _EventType(_Enum):
    TorchOp = 0
    Backend = 1
    Vulkan = 2
    Allocation = 3
    PyCall = 5
    PyCCall = 6
    Kineto = 7


class ProfilerConfig:
    """What a profile records."""

    def __init__(self, state, report_input_shapes, profile_memory, with_stack, with_flops, with_modules, experimental_config, trace_id="", *others):
        self._settings = (state, report_input_shapes, profile_memory, with_stack, with_flops, with_modules, experimental_config, trace_id)


class _ExperimentalConfig:
    """Settings of the library that PyTorch's profiler is made on, which have no effect here."""

    def __init__(self, profiler_metrics=(), profiler_measure_per_kernel=False, verbose=False, **settings):
        self.profiler_metrics, self.profiler_measure_per_kernel, self.verbose = list(profiler_metrics), profiler_measure_per_kernel, verbose
        self.__dict__.update(settings)

    def __bool__(self):
        return bool(self.profiler_metrics)


class _Fields:
    """What is known of an event of one kind."""

    def __init__(self, **fields):
        self.__dict__.update(fields)


class _ExtraFields_TorchOp(_Fields):
    allow_tf32_cublas = False


class _ExtraFields_Backend(_Fields):
    pass


class _ExtraFields_Vulkan(_Fields):
    pass


class _ExtraFields_Allocation(_Fields):
    pass


class _ExtraFields_OutOfMemory(_Fields):
    pass


class _ExtraFields_PyCall(_Fields):
    optimizer = module = None


class _ExtraFields_PyCCall(_Fields):
    pass


class _ExtraFields_Kineto(_Fields):
    pass


class _TensorMetadata(_Fields):
    pass


class _PyFrameState(_Fields):
    pass


class _NNModuleInfo(_Fields):
    pass


class _OptimizerInfo(_Fields):
    pass


class _ProfilerEvent:
    """A node of the tree of events."""

    def __init__(self, record, tag, extra_fields):
        self.name, self.tag, self.extra_fields, self.overload_name = record.name, tag, extra_fields, record.overload_name
        self.parent, self.children = None, []
        self.start_time_ns, self.end_time_ns = round(record.start * 1000), round(record.end * 1000)
        self.correlation_id, self.start_tid = record.correlation_id, 1

    id = property(lambda self: self.correlation_id)
    typed = property(lambda self: (self.tag, self.extra_fields))
    duration_time_ns = property(lambda self: self.end_time_ns - self.start_time_ns)

    def __repr__(self):
        return f"<torch._C._profiler._ProfilerEvent object at {hex(id(self))}>"


class _KinetoEvent:
    """One event of the list."""

    def __init__(self, record):
        self._record = record

    def __getattr__(self, name):
        if name.startswith("_") or name not in _READERS:
            raise AttributeError(f"'torch._C._autograd._KinetoEvent' object has no attribute '{name}'")
        value = _READERS[name](self._record)
        return lambda: value


_READERS = {
    "name": lambda r: r.name, "overload_name": lambda r: r.overload_name, "shapes": lambda r: r.plain_shapes, "structured_input_shapes": lambda r: r.shapes,
    "structured_input_strides": lambda r: r.strides, "dtypes": lambda r: r.types, "concrete_inputs": lambda r: r.values, "kwinputs": lambda r: r.keywords,
    "sequence_nr": lambda r: r.sequence, "scope": lambda r: int(r.scope), "flops": lambda r: r.flops, "nbytes": lambda r: r.nbytes, "stack": lambda r: r.stack,
    "fwd_thread_id": lambda r: r.forward_thread, "is_async": lambda r: False, "correlation_id": lambda r: r.correlation_id, "linked_correlation_id": lambda r: 0,
    "external_id": lambda r: r.correlation_id, "device_type": lambda r: DeviceType.CPU, "device_index": lambda r: -1, "device_resource_id": lambda r: 1,
    "start_thread_id": lambda r: 1, "end_thread_id": lambda r: 1, "is_python_function": lambda r: r.python is not None, "is_user_annotation": lambda r: r.user,
    "is_hidden_event": lambda r: False, "start_ns": lambda r: round(r.start * 1000), "end_ns": lambda r: round(r.end * 1000),
    "duration_ns": lambda r: round(r.end * 1000) - round(r.start * 1000), "cuda_elapsed_us": lambda r: -1, "privateuse1_elapsed_us": lambda r: -1,
    "activity_type": lambda r: "user_annotation" if r.user else "cpu_instant_event" if r.memory else "python_function" if r.python is not None else "cpu_op",
    "extra_meta": lambda r: {}, "metadata_json": lambda r: "",
}


class Record:
    """One event as the recorder gives it, put into its place: what it lies in, and memory that it takes."""

    memory = False
    flops = 0

    def __init__(self, fields, stack=()):
        (self.name, self.start, self.end, self.parent, self.shapes, self.nbytes, self.user, self.types, self.values, self.strides, self.tensors, self.sequence, step,
         keywords, self.overload_name, self.address) = fields
        self.plain_shapes = [[] if kind == "TensorList" else shape for shape, kind in zip(self.shapes, self.types)]
        self.python = keywords.pop("__python__", None) if keywords else None
        self.keywords, self.stack = keywords or {}, list(stack)
        self.forward_thread = 1 if step and self.sequence >= 0 else 0
        self.scope = RecordScope.USER_SCOPE if self.user else RecordScope.BACKWARD_FUNCTION if step == 2 else RecordScope.FUNCTION
        self.children, self.correlation_id = [], 0


_correlations = itertools.count(1)


def records_of(events, stacks=()):
    """Records with the memory that they take as records of their own, in the order of time."""
    records = [Record(e, s) for e, s in itertools.zip_longest(events, stacks, fillvalue=())]
    for r in records:
        if r.parent >= 0:
            records[r.parent].children.append(r)
        if r.python is None:
            r.correlation_id = next(_correlations)
    taken = {}
    for r in reversed(records):
        own = r.nbytes - sum(c.nbytes for c in r.children)
        if own > 0:
            holder = next((d for d in _within(r) if d.name in _EMPTY and not d.children), r)
            taken[id(holder)] = (own, r.address)
            for d in _between(r, holder):
                d.nbytes = max(d.nbytes, own)
        r.nbytes = max(r.nbytes, sum(c.nbytes for c in r.children))
    return records, taken


def _within(record):
    for child in record.children:
        yield child
        yield from _within(child)


def _between(record, inner):
    """The records from one down to one within it."""
    if record is inner:
        return [record]
    for child in record.children:
        if path := _between(child, inner):
            return [record, *path]
    return []


class _ProfilerResult:
    """What a profile has recorded."""

    def __init__(self, records, taken, start_ns, profile_memory):
        self._records, self._start_ns = [], start_ns
        self._roots = []
        made, numbers, total = {}, {}, 0
        for r in records:
            self._records.append(r)
            event = made[id(r)] = _ProfilerEvent(r, *self._fields(r, numbers))
            self._place(event, made.get(id(records[r.parent])) if r.parent >= 0 else None)
            if profile_memory and id(r) in taken:
                size, address = taken[id(r)]
                total += size
                memory = Record(("[memory]", r.start, r.start, -1, [], size, False, [], [], [], [], -1, 0, None, "", address))
                memory.memory, memory.total = True, total
                self._records.append(memory)
                number = numbers.setdefault(("storage", address), len(numbers))
                fields = _ExtraFields_Allocation(alloc_size=size, ptr=address, device=torch.device("cpu"), id=number, allocation_id=number + 1, total_allocated=total, total_reserved=0)
                self._place(_ProfilerEvent(memory, _EventType.Allocation, fields), event)

    def _place(self, event, parent):
        event.parent = parent
        (self._roots if parent is None else parent.children).append(event)

    def _fields(self, r, numbers):
        if r.python is not None:
            module = r.python
            parameters = [(name, _metadata((p.data_ptr(), p.dtype, list(p.shape), list(p.stride()), "cpu"), numbers),
                           None if p.grad is None else _metadata((p.grad.data_ptr(), p.grad.dtype, list(p.grad.shape), list(p.grad.stride()), "cpu"), numbers))
                          for name, p in module._parameters.items() if p is not None]
            info = _NNModuleInfo(self_ptr=id(module), cls_ptr=id(type(module)), cls_name=type(module).__name__, parameters=parameters)
            frame = _PyFrameState(line_number=0, file_name="torch/nn/modules/module.py", function_name="__call__")
            return _EventType.PyCall, _ExtraFields_PyCall(module=info, callsite=frame, caller=frame)
        inputs = []
        for known, name, value in itertools.zip_longest(r.tensors, r.types, r.values):
            inputs.append([_metadata(k, numbers) for k in known] if name == "TensorList" else value if known is None else _metadata(known, numbers))
        return _EventType.TorchOp, _ExtraFields_TorchOp(name=r.name, scope=r.scope, sequence_number=r.sequence, inputs=inputs)

    def events(self):
        return [_KinetoEvent(r) for r in self._records]

    def experimental_event_tree(self):
        return list(self._roots)

    def trace_start_ns(self):
        return self._start_ns

    def trace_activities(self):
        return []

    def save(self, path):
        raise NotImplementedError("torch._C._autograd._ProfilerResult.save: a profile is written by export_chrome_trace")


def _metadata(known, numbers):
    address, dtype, sizes, strides, device = known
    number = numbers.setdefault(("storage", address), len(numbers)) if address else None
    return _TensorMetadata(impl_ptr=address, storage_data_ptr=address or None, id=number, allocation_id=number, dtype=dtype, dim=len(sizes), sizes=sizes, strides=strides,
                           device=torch.device(device), layout=torch.strided)


class _RecordFunctionFast:
    """Names a stretch of a program, with what it works on. The same object may be entered again."""

    def __init__(self, name, input_values=None, keyword_values=None):
        if not isinstance(name, str):
            raise TypeError(f"RecordFunctionFast() argument 1 must be str, not {type(name).__name__}")
        self._name, self._inputs, self._keywords, self._records = name, input_values, keyword_values, []

    def __enter__(self):
        keywords = {k: v for k, v in (self._keywords or {}).items() if isinstance(v, (bool, int, float, str)) or isinstance(v, list) and all(isinstance(i, int) for i in v)}
        self._records.append(torch._C._record_function_enter(self._name, self._inputs, keywords))
        return None

    def __exit__(self, *exc_info):
        torch._C._record_function_exit(self._records.pop())
        return False


class CapturedTraceback:
    """The frames of a program at one time."""


def gather_traceback(python=True, script=True, cpp=True):
    import traceback
    captured = CapturedTraceback()
    captured._frames = [{"name": f.name, "filename": f.filename, "line": f.lineno} for f in reversed(traceback.extract_stack()[:-1])] if python else []
    return captured


def symbolize_tracebacks(tracebacks):
    return [list(t._frames) for t in tracebacks]


def _get_approximate_time():
    import time
    return time.perf_counter_ns()


settings = {"concrete": True, "links": True, "synchronised": False}


def _set_record_concrete_inputs_enabled_val(val):
    settings["concrete"] = bool(val)


def _set_fwd_bwd_enabled_val(val):
    settings["links"] = bool(val)


def _set_cuda_sync_enabled_val(val):
    settings["synchronised"] = bool(val)


for _class in list(globals().values()):
    if isinstance(_class, type) and _class.__module__ == __name__ and _class is not Record:
        _class.__module__ = "torch._C._autograd" if _class in (_KinetoEvent, _ProfilerResult) else "torch._C._profiler"
