"""Times and figures of the phases of compilation, as torch._dynamo.utils names them."""

import contextlib
import enum
import threading
import time
from collections import defaultdict

from torch._dynamo.metrics_context import MetricsContext

compilation_time_metrics = {}  # phase: the seconds that each of its runs took
cumulative_time_spent_ns = defaultdict(int)


class CompileEventLogLevel(int, enum.Enum):
    """Where a figure goes: the trace of events, that of compilations too, or the metrics of the compilation."""

    CHROMIUM = 1
    PT2_COMPILE = 2
    COMPILATION_METRIC = 3


class ChromiumEventLogger:
    """The phases that are open, with what is known of each."""

    def __init__(self):
        self._local = threading.local()

    def _of_thread(self, name, make):
        if not hasattr(self._local, name):
            setattr(self._local, name, make())
        return getattr(self._local, name)

    def get_stack(self):
        return self._of_thread("stack", list)

    def get_outermost_event(self):
        stack = self.get_stack()
        return stack[0] if stack else None

    def get_pt2_compile_substack(self):
        return self._of_thread("substack", list)

    def get_event_data(self):
        return self._of_thread("data", dict)

    def get_record_functions(self):
        return self._of_thread("record_functions", dict)

    def _demand(self, event_name, action):
        if event_name not in self.get_stack():
            raise RuntimeError(f"Event {event_name!r} not in {self.get_stack()}. Cannot {action} to events that aren't in progress. "
                               "Please make sure the event has started and hasn't ended.")
        return self.get_event_data().setdefault(event_name, {})

    def try_add_event_data(self, event_name, **kwargs):
        if event_name in self.get_stack():
            self.add_event_data(event_name, **kwargs)

    def add_event_data(self, event_name, **kwargs):
        self._demand(event_name, "add metadata").update(kwargs)

    def increment(self, event_name, key, value):
        data = self._demand(event_name, "add metadata")
        data[key] = data.get(key, 0) + value

    def add_to_set(self, event_name, key, value):
        self._demand(event_name, "add metadata").setdefault(key, set()).add(value)

    def log_event_start(self, event_name, time_ns, metadata, log_pt2_compile_event=False, compile_id=None):
        self.get_stack().append(event_name)
        self.add_event_data(event_name, **metadata)
        if log_pt2_compile_event:
            self.get_pt2_compile_substack().append(event_name)

    def log_event_end(self, event_name, time_ns, metadata, start_time_ns, log_pt2_compile_event, compile_id=None):
        stack = self.get_stack()
        if event_name not in stack:
            return
        while stack.pop() != event_name:
            pass
        self.get_event_data().pop(event_name, None)
        if log_pt2_compile_event and event_name in (events := self.get_pt2_compile_substack()):
            while events.pop() != event_name:
                pass

    def log_instant_event(self, event_name, time_ns, metadata=None, log_pt2_compile_event=False):
        pass

    def reset(self):
        self._local = threading.local()


class CompileEventLogger:
    """Figures by the name of the phase that they belong to."""

    @staticmethod
    def log_instant_event(event_name, metadata, time_ns=None, log_level=CompileEventLogLevel.CHROMIUM):
        if log_level == CompileEventLogLevel.COMPILATION_METRIC:
            raise RuntimeError("Cannot log instant event at COMPILATION_METRIC level. Please choose one of CHROMIUM_EVENT or COMPILE_EVENT")
        get_chromium_event_logger().log_instant_event(event_name, time_ns or time.time_ns(), metadata)

    @staticmethod
    def add_data(event_name, log_level, overwrite=False, **metadata):
        logger = get_chromium_event_logger()
        context = get_metrics_context()
        if log_level == CompileEventLogLevel.COMPILATION_METRIC:
            if not context.in_progress():
                raise RuntimeError("No metrics context is in progress. Please only call this function within a metrics context.")
            context.update(metadata, overwrite)
        elif log_level == CompileEventLogLevel.PT2_COMPILE and event_name not in logger.get_pt2_compile_substack():
            raise RuntimeError(_UNLOGGED, event_name)
        logger.add_event_data(event_name, **metadata)

    @staticmethod
    def add_toplevel(log_level, overwrite=False, **metadata):
        CompileEventLogger.add_data(_outermost(log_level), log_level, overwrite, **metadata)

    @staticmethod
    def increment(event_name, log_level, key, value):
        if log_level == CompileEventLogLevel.COMPILATION_METRIC and get_metrics_context().in_progress():
            get_metrics_context().increment(key, value)
        get_chromium_event_logger().increment(event_name, key, value)

    @staticmethod
    def increment_toplevel(key, value=1, log_level=CompileEventLogLevel.COMPILATION_METRIC):
        CompileEventLogger.increment(_outermost(log_level), log_level, key, value)

    @staticmethod
    def add_to_set(event_name, log_level, key, value):
        if log_level == CompileEventLogLevel.COMPILATION_METRIC and get_metrics_context().in_progress():
            get_metrics_context().add_to_set(key, value)
        get_chromium_event_logger().add_to_set(event_name, key, value)

    @staticmethod
    def add_to_set_toplevel(key, value, log_level=CompileEventLogLevel.COMPILATION_METRIC):
        CompileEventLogger.add_to_set(_outermost(log_level), log_level, key, value)

    @staticmethod
    def chromium(event_name, **metadata):
        CompileEventLogger.add_data(event_name, CompileEventLogLevel.CHROMIUM, **metadata)

    @staticmethod
    def pt2_compile(event_name, **metadata):
        CompileEventLogger.add_data(event_name, CompileEventLogLevel.PT2_COMPILE, **metadata)

    @staticmethod
    def add_record_function_data(event_name, **metadata):
        pass

    @staticmethod
    def compilation_metric(overwrite=False, **metadata):
        CompileEventLogger.add_toplevel(CompileEventLogLevel.COMPILATION_METRIC, overwrite, **metadata)

    @staticmethod
    def instant(event_name, metadata, time_ns=None):
        CompileEventLogger.log_instant_event(event_name, metadata, time_ns)

    @staticmethod
    def try_add_pt2_compile(event_name, **metadata):
        get_chromium_event_logger().try_add_event_data(event_name, **metadata)

    @staticmethod
    def try_(method_fn, *args, **kwargs):
        """Calls one of the methods where there is a phase, or a metrics context, that it can add to."""
        needs_context = method_fn is CompileEventLogger.compilation_metric
        if (get_metrics_context().in_progress() or not needs_context) and get_chromium_event_logger().get_stack():
            method_fn(*args, **kwargs)


def _outermost(log_level):
    name = get_chromium_event_logger().get_outermost_event()
    if name is None:
        raise RuntimeError("No toplevel event active. Please only call this function within a dynamo_timed context.")
    return name


_UNLOGGED = ("Error: specified log level PT2_COMPILE, but the event %s is not logged to pt2_compile_events. "
             "Make sure the event is active and you passed log_pt2_compile_event=True to dynamo_timed")
_chromium_event_logger = ChromiumEventLogger()
_metrics_context = MetricsContext(lambda start_ns, end_ns, metrics, exc_type, exc_value: None)  # figures of scripts; compilations hand theirs over themselves


def get_chromium_event_logger():
    return _chromium_event_logger


def chromium_event_log_active():
    return True


def get_metrics_context():
    return _metrics_context


@contextlib.contextmanager
def dynamo_timed(key, phase_name=None, log_pt2_compile_event=False, metadata=None, dynamo_compile_column_us=None, compile_id=None, is_backward=None,
                 log_waitcounter=False, waitcounter_name_override=None):
    """Times the block as one run of a phase."""
    logger, name = get_chromium_event_logger(), phase_name or key
    start = time.time_ns()
    logger.log_event_start(name, start, {"compile_id": str(compile_id), **(metadata or {})}, log_pt2_compile_event, compile_id)
    try:
        yield
    finally:
        end = time.time_ns()
        note_time(key, end - start, phase_name)
        if dynamo_compile_column_us and get_metrics_context().in_progress():
            get_metrics_context().increment(dynamo_compile_column_us, (end - start) // 1000)
        logger.log_event_end(name, end, {}, start, log_pt2_compile_event, compile_id)


def note_time(key, nanoseconds, phase_name=None):
    """One more run of a function, which is part of a phase of compilation if that is named."""
    compilation_time_metrics.setdefault(key, []).append(nanoseconds / 1e9)
    if phase_name:
        cumulative_time_spent_ns[phase_name] += nanoseconds


@contextlib.contextmanager
def chromium_event_timed(event_name, reset_event_log_on_exit=False, log_pt2_compile_event=False):
    """Opens a phase of the trace alone."""
    logger, start = get_chromium_event_logger(), time.time_ns()
    logger.log_event_start(event_name, start, {}, log_pt2_compile_event)
    try:
        yield
    finally:
        logger.log_event_end(event_name, time.time_ns(), {}, start, log_pt2_compile_event)
        if reset_event_log_on_exit:
            logger.reset()


@contextlib.contextmanager
def compile_time_record_function(name):
    yield


def compile_times(repr="str", aggregate=False):
    """The times of the phases: as a table, or as a row with its head."""
    def text(values, width):
        return [f"{v:.4f}" if width == "str" else f"{v:.6f}" for v in ([sum(values)] if aggregate else values)]

    if repr == "str":
        rows = [(name, ", ".join(text(values, repr))) for name, values in compilation_time_metrics.items()]
        return "TorchDynamo compilation metrics:\n" + tabulate(rows, headers=("Function", "Runtimes (s)"))
    if repr == "csv":
        return list(compilation_time_metrics), [text([sum(v)], repr)[0] for v in compilation_time_metrics.values()]
    return None


def tabulate(rows, headers):
    return "\n".join(", ".join(map(str, row)) for row in (headers, *rows))


def calculate_time_spent():
    """Seconds by phase since the program began."""
    spent = {name: total / 1e9 for name, total in cumulative_time_spent_ns.items()}
    if "entire_frame_compile" in spent:
        spent["total_wall_time"] = spent["entire_frame_compile"] + spent.get("entire_backward_compile", 0)
    return spent


def print_time_report():
    print("TIMING:" + "".join(f" {name}:{round(seconds, 5)}" for name, seconds in calculate_time_spent().items()))


def log_compilation_event(metrics):
    """Is handed the figures of each compilation where config.log_compilation_metrics asks for it; a program may put its own function here."""
