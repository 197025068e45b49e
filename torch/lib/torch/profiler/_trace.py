"""A profile in Chrome's format for traces."""

import json
import os
import socket
import uuid


def chrome_trace(profile, path, metadata):
    """The trace as what json writes."""
    from torch.profiler._native import settings
    pid, base = os.getpid(), profile._began_us
    begin = {"ts": base, "pid": pid}
    events = [{"ph": "M", "name": "process_name", **begin, "tid": 0, "args": {"name": "python3"}}, {"ph": "M", "name": "process_labels", **begin, "tid": 0, "args": {"labels": "CPU"}},
              {"ph": "M", "name": "process_sort_index", **begin, "tid": 0, "args": {"sort_index": pid}},
              {"ph": "M", "name": "thread_name", **begin, "tid": pid, "args": {"name": f"thread {pid} (python3)"}},
              {"ph": "M", "name": "thread_sort_index", **begin, "tid": pid, "args": {"sort_index": pid}}]
    links = _links(profile.kineto_results._records) if settings["links"] else {}
    for number, r in enumerate(profile.kineto_results._records):
        at = {"pid": pid, "tid": pid, "ts": round(base + r.start, 3)}
        if r.memory:
            events.append({"ph": "i", "cat": "cpu_instant_event", "s": "t", "name": r.name, **at, "args": {
                "Total Reserved": 0, "Total Allocated": r.total, "Bytes": r.nbytes, "Device Id": -1, "Device Type": 0, "Addr": r.address, "finished": False, "Ev Idx": number}})
            continue
        kind = "user_annotation" if r.user else "python_function" if r.python is not None else "cpu_op"
        events.append({"ph": "X", "cat": kind, "name": r.name, **at, "dur": round(r.end - r.start, 3), "args": _args(r, number, settings["concrete"])})
        if id(r) in links:
            link, ends = links[id(r)]
            events.append({"ph": "f" if ends else "s", "id": link, **at, "cat": "fwdbwd", "name": "fwdbwd", **({"bp": "e"} if ends else {})})
    last = max((r.end for r in profile.kineto_results._records), default=0)
    events += [{"ph": "X", "cat": "Trace", "name": "PyTorch Profiler (0)", "pid": "Spans", "tid": "PyTorch Profiler", "ts": base, "dur": round(last, 3), "args": {"Op count": 0}},
               {"ph": "M", "name": "process_sort_index", "ts": base, "pid": "Spans", "tid": 0, "args": {"sort_index": 536870912}},
               {"ph": "i", "s": "g", "name": "Iteration Start: PyTorch Profiler", "pid": "Traces", "tid": "Trace PyTorch Profiler", "ts": base},
               {"ph": "i", "s": "g", "name": "Record Window End", "pid": "", "tid": "", "ts": round(base + last, 3)}]
    known = {key: json.loads(value) for key, value in metadata.items()}
    return {"schemaVersion": 1, "deviceProperties": [], "trace_id": uuid.uuid4().hex.upper(), **known, "host_name": socket.gethostname(), "displayTimeUnit": "ms",
            "baseTimeNanoseconds": profile._base_ns, "traceEvents": events, "traceName": str(path)}


def _args(r, number, concrete):
    args = {} if r.python is not None else {"External id": r.correlation_id, **r.keywords}
    if r.sequence >= 0:
        args.update({"Sequence number": r.sequence, "Fwd thread id": r.forward_thread})
    if r.python is None:
        args["Record function id"] = 0
    if r.types:
        if concrete:
            args["Concrete Inputs"] = [_text(v) for v in r.values]
        args.update({"Input type": r.types, "Input Strides": r.strides, "Input Dims": r.shapes})
    args["Ev Idx"] = number
    return args


def _text(value):
    """A value as PyTorch prints constants of its own."""
    if value is None:
        return ""
    if isinstance(value, float) and value == int(value):
        return f"{int(value)}."
    return f"[{', '.join(_text(v) for v in value)}]" if isinstance(value, list) else str(value)


def _links(records):
    """What leads from operators to the derivatives of what they did, by records: the number of the link, and whether it ends there."""
    forward = {}
    for r in records:
        if r.sequence >= 0 and not r.forward_thread:
            forward[r.sequence] = r
    links, number = {}, 0
    for r in records:
        if r.forward_thread and r.scope == 1 and r.sequence in forward:
            number += 1
            links[id(r)], links[id(forward[r.sequence])] = (number, True), (number, False)
    return links
