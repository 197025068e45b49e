"""A function in several processes, each told its number."""

import multiprocessing
import multiprocessing.connection
import signal
import sys
import time
import traceback
import warnings

__all__ = ["ProcessContext", "ProcessException", "ProcessExitedException", "ProcessRaisedException", "spawn", "start_processes"]


class ProcessException(Exception):
    def __init__(self, msg, error_index, pid):
        super().__init__(msg)
        self.msg, self.error_index, self.pid = msg, error_index, pid

    def __reduce__(self):
        return type(self), (self.msg, self.error_index, self.pid)


class ProcessRaisedException(ProcessException):
    """A process that spawn started raised."""


class ProcessExitedException(ProcessException):
    """A process that spawn started was ended, by a signal or by exiting with a status."""

    def __init__(self, msg, error_index, error_pid, exit_code, signal_name=None):
        super().__init__(msg, error_index, error_pid)
        self.exit_code, self.signal_name = exit_code, signal_name

    def __reduce__(self):
        return type(self), (self.msg, self.error_index, self.pid, self.exit_code, self.signal_name)


def _wrap(fn, i, args, failures):
    try:
        fn(i, *args)
    except KeyboardInterrupt:
        pass
    except Exception:
        failures.put(traceback.format_exc())
        sys.exit(1)


class ProcessContext:
    """Processes that belong together: where one fails, the others are ended."""

    def __init__(self, processes, failures):
        self.processes, self.error_queues = processes, failures
        self.sentinels = {p.sentinel: i for i, p in enumerate(processes)}

    def pids(self):
        return [int(p.pid) for p in self.processes]

    def _join_procs_with_timeout(self, timeout):
        end = time.monotonic() + timeout
        for p in self.processes:
            p.join(max(0, end - time.monotonic()))

    def join(self, timeout=None, grace_period=None):
        """Wait until a process ends; whether all have ended well. The failure of one is raised."""
        if not self.sentinels:
            return True
        ready = multiprocessing.connection.wait(self.sentinels.keys(), timeout=timeout)
        failed = None
        for sentinel in ready:
            index = self.sentinels.pop(sentinel)
            self.processes[index].join()
            if self.processes[index].exitcode != 0:
                failed = index
                break
        if failed is None:
            return not self.sentinels
        if grace_period is not None:
            self._join_procs_with_timeout(grace_period)
        for p in self.processes:
            if p.is_alive():
                p.terminate()
            p.join()
        raise self._failure(failed)

    def _failure(self, index):
        p, failures = self.processes[index], self.error_queues[index]
        if not failures.empty():
            return ProcessRaisedException(f"\n\n-- Process {index} terminated with the following error:\n{failures.get()}", index, p.pid)
        if p.exitcode < 0:
            try:
                name = signal.Signals(-p.exitcode).name
            except ValueError:
                name = f"<Unknown signal {-p.exitcode}>"
            return ProcessExitedException(f"process {index} terminated with signal {name}", index, p.pid, p.exitcode, name)
        return ProcessExitedException(f"process {index} terminated with exit code {p.exitcode}", index, p.pid, p.exitcode)


class SpawnContext(ProcessContext):
    """Processes that spawn started."""


def start_processes(fn, args=(), nprocs=1, join=True, daemon=False, start_method="spawn", numa_options=None):
    context = multiprocessing.get_context(start_method)
    processes, failures = [], []
    for i in range(nprocs):
        queue = context.SimpleQueue()
        process = context.Process(target=_wrap, args=(fn, i, args, queue), daemon=daemon)
        process.start()
        failures.append(queue)
        processes.append(process)
    started = SpawnContext(processes, failures) if start_method == "spawn" else ProcessContext(processes, failures)
    if not join:
        return started
    while not started.join():
        pass


def spawn(fn, args=(), nprocs=1, join=True, daemon=False, start_method="spawn"):
    if start_method != "spawn":
        warnings.warn(f"This method only supports start_method=spawn (got: {start_method}).\nTo use a different start_method use:\n\t\t torch.multiprocessing.start_processes(...)", FutureWarning, stacklevel=2)
    return start_processes(fn, args, nprocs, join, daemon, start_method="spawn")
