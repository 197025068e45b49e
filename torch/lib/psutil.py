"""What Linux's /proc tells of the machine and of its processes, as training scripts ask the package psutil for it: memory and processor time of a process and of
the machine, discs and network. Of the rest of that package there is nothing."""

import os as _os
import signal as _signal
import sys as _sys
import time as _time
from collections import namedtuple as _namedtuple
from contextlib import contextmanager as _contextmanager
from shutil import disk_usage as _disk_usage

if not _os.path.exists("/proc/stat"):
    raise ImportError(f"psutil reads /proc, which is not there on {_sys.platform}", name="psutil")

__version__ = "7.2.2"
version_info = (7, 2, 2)

LINUX = POSIX = True
WINDOWS = MACOS = OSX = BSD = FREEBSD = OPENBSD = NETBSD = SUNOS = AIX = False

STATUS_RUNNING, STATUS_SLEEPING, STATUS_DISK_SLEEP, STATUS_STOPPED = "running", "sleeping", "disk-sleep", "stopped"
STATUS_TRACING_STOP, STATUS_ZOMBIE, STATUS_DEAD, STATUS_IDLE = "tracing-stop", "zombie", "dead", "idle"
_STATUS = {"R": STATUS_RUNNING, "S": STATUS_SLEEPING, "D": STATUS_DISK_SLEEP, "T": STATUS_STOPPED, "t": STATUS_TRACING_STOP, "Z": STATUS_ZOMBIE,
           "X": STATUS_DEAD, "x": STATUS_DEAD, "I": STATUS_IDLE}

_TICKS = _os.sysconf("SC_CLK_TCK")
_PAGE = _os.sysconf("SC_PAGE_SIZE")

svmem = _namedtuple("svmem", "total available percent used free active inactive buffers cached shared slab")
sswap = _namedtuple("sswap", "total used free percent sin sout")
scputimes = _namedtuple("scputimes", "user nice system idle iowait irq softirq steal guest guest_nice")
scpufreq = _namedtuple("scpufreq", "current min max")
sdiskusage = _namedtuple("sdiskusage", "total used free percent")
snetio = _namedtuple("snetio", "bytes_sent bytes_recv packets_sent packets_recv errin errout dropin dropout")
pmem = _namedtuple("pmem", "rss vms shared text lib data dirty")
pfullmem = _namedtuple("pfullmem", pmem._fields + ("uss", "pss", "swap"))
pcputimes = _namedtuple("pcputimes", "user system children_user children_system iowait")


class Error(Exception):
    """What all of these errors are."""

    def __init__(self, msg=""):
        super().__init__(msg)
        self.msg = msg


class NoSuchProcess(Error):
    """There is no process of this number, or no more."""

    def __init__(self, pid, name=None, msg=None):
        super().__init__(msg or "process no longer exists")
        self.pid, self.name = pid, name

    def __str__(self):
        return f"{self.msg} (pid={self.pid})"

    def __repr__(self):
        return f"psutil.{type(self).__name__}(pid={self.pid}, msg={self.msg!r})"


class ZombieProcess(NoSuchProcess):
    """The process has ended, and its parent has not asked for it yet."""


class AccessDenied(Error):
    """This user may not see it."""

    def __init__(self, pid=None, name=None, msg=None):
        super().__init__(msg or "")
        self.pid, self.name = pid, name


class TimeoutExpired(Error):
    """A process that was waited for goes on."""

    def __init__(self, seconds, pid=None, name=None):
        super().__init__(f"timeout after {seconds} seconds")
        self.seconds, self.pid, self.name = seconds, pid, name


def _text(path):
    with open(path, errors="replace") as f:
        return f.read()


def _share(part, whole, digits=1):
    return round(100 * part / whole, digits) if whole else 0.0


def _meminfo():
    """Lines of /proc/meminfo in bytes."""
    return {name: int(rest.split()[0]) * 1024 for name, _, rest in (line.partition(":") for line in _text("/proc/meminfo").splitlines())}


def virtual_memory():
    m = _meminfo()
    total, available = m["MemTotal"], m.get("MemAvailable", m["MemFree"])
    cached = m.get("Cached", 0) + m.get("SReclaimable", 0)
    return svmem(total, available, _share(total - available, total), total - available, m["MemFree"], m.get("Active", 0), m.get("Inactive", 0),
                 m.get("Buffers", 0), cached, m.get("Shmem", 0), m.get("Slab", 0))


def swap_memory():
    m = _meminfo()
    total, free = m.get("SwapTotal", 0), m.get("SwapFree", 0)
    pages = dict(line.split() for line in _text("/proc/vmstat").splitlines())
    return sswap(total, total - free, free, _share(total - free, total), int(pages.get("pswpin", 0)) * 4096, int(pages.get("pswpout", 0)) * 4096)


def cpu_count(logical=True):
    if logical:
        return _os.cpu_count()
    cores, package = set(), None
    for line in _text("/proc/cpuinfo").splitlines():
        name, _, value = line.partition(":")
        if name.strip() == "physical id":
            package = value
        elif name.strip() == "core id":
            cores.add((package, value))
    return len(cores) or None


def cpu_times(percpu=False):
    rows = [line.split() for line in _text("/proc/stat").splitlines() if line.startswith("cpu")]
    each = [scputimes(*(int(v) / _TICKS for v in (row[1:] + ["0"] * 10)[:10])) for row in rows]
    return each[1:] if percpu else each[0]


def _busy(times):
    return sum(times[:8]) - times.idle - times.iowait, sum(times[:8])


# What was read the last time, for a percentage since then.
_before = {False: [cpu_times()], True: cpu_times(percpu=True)}


def cpu_percent(interval=None, percpu=False):
    """Share of the time, in percent, in which the processors were busy: in the next interval seconds, or since the last call."""
    if interval is not None and interval < 0:
        raise ValueError(f"interval is not positive (got {interval})")
    if interval:
        earlier = cpu_times(percpu)
        earlier = earlier if percpu else [earlier]
        _time.sleep(interval)
    else:
        earlier = _before[percpu]
    now = cpu_times(percpu)
    now = now if percpu else [now]
    _before[percpu] = now
    shares = []
    for a, b in zip(earlier, now):
        (busy, total), (busy_now, total_now) = _busy(a), _busy(b)
        shares.append(max(0.0, _share(busy_now - busy, total_now - total)))
    return shares if percpu else shares[0]


def cpu_freq(percpu=False):
    each = [scpufreq(float(line.partition(":")[2]), 0.0, 0.0) for line in _text("/proc/cpuinfo").splitlines() if line.startswith("cpu MHz")]
    if percpu:
        return each
    return scpufreq(sum(f.current for f in each) / len(each), 0.0, 0.0) if each else None


def getloadavg():
    return _os.getloadavg()


def boot_time():
    return next(float(line.split()[1]) for line in _text("/proc/stat").splitlines() if line.startswith("btime"))


def disk_usage(path):
    total, used, free = _disk_usage(path)
    return sdiskusage(total, used, free, _share(used, used + free))


def net_io_counters(pernic=False, nowrap=True):
    nics = {}
    for line in _text("/proc/net/dev").splitlines()[2:]:
        name, _, rest = line.rpartition(":")
        v = [int(x) for x in rest.split()]
        nics[name.strip()] = snetio(v[8], v[0], v[9], v[1], v[2], v[10], v[3], v[11])
    if pernic:
        return nics
    return snetio(*map(sum, zip(*nics.values()))) if nics else None


def pids():
    return sorted(int(name) for name in _os.listdir("/proc") if name.isdigit())


def pid_exists(pid):
    return pid >= 0 and _os.path.exists(f"/proc/{pid}")


def process_iter(attrs=None, ad_value=None):
    for pid in pids():
        try:
            process = Process(pid)
            if attrs is not None:
                process.info = process.as_dict(attrs, ad_value)
        except NoSuchProcess:
            continue
        yield process


class Process:
    """A process of this machine by its number, by default the one that asks."""

    _ATTRS = ("cmdline", "cpu_percent", "cpu_times", "create_time", "cwd", "exe", "memory_info", "memory_percent", "name", "nice", "num_fds",
              "num_threads", "pid", "ppid", "status", "username")

    def __init__(self, pid=None):
        if pid is None:
            pid = _os.getpid()
        if pid < 0:
            raise ValueError(f"pid must be a positive integer (got {pid})")
        if not pid_exists(pid):
            raise NoSuchProcess(pid, msg="process PID not found")
        self._pid = pid
        self._create_time = self.create_time()
        self._last = None

    pid = property(lambda self: self._pid)

    def _read(self, name):
        try:
            return _text(f"/proc/{self._pid}/{name}")
        except (FileNotFoundError, ProcessLookupError):
            raise NoSuchProcess(self._pid) from None
        except PermissionError:
            raise AccessDenied(self._pid) from None

    def _link(self, name):
        try:
            return _os.readlink(f"/proc/{self._pid}/{name}")
        except FileNotFoundError:
            return ""
        except PermissionError:
            raise AccessDenied(self._pid) from None

    def _stat(self):
        """Fields of proc_pid_stat(5) from the third on."""
        return self._read("stat").rpartition(")")[2].split()

    def __repr__(self):
        started = _time.strftime("%H:%M:%S", _time.localtime(self._create_time))
        return f"psutil.Process(pid={self._pid}, name={self.name()!r}, status={self.status()!r}, started={started!r})"

    def __eq__(self, other):
        if not isinstance(other, Process):
            return NotImplemented
        return (self._pid, self._create_time) == (other._pid, other._create_time)

    def __hash__(self):
        return hash((self._pid, self._create_time))

    @_contextmanager
    def oneshot(self):
        yield

    def as_dict(self, attrs=None, ad_value=None):
        made = {}
        for name in self._ATTRS if attrs is None else attrs:
            if name not in self._ATTRS:
                raise ValueError(f"invalid attr name {name!r}")
            try:
                value = getattr(self, name)
                made[name] = value() if callable(value) else value
            except AccessDenied:
                made[name] = ad_value
        return made

    def name(self):
        stat = self._read("stat")
        return stat[stat.index("(") + 1:stat.rindex(")")]

    def status(self):
        return _STATUS.get(self._stat()[0], "?")

    def ppid(self):
        return int(self._stat()[1])

    def parent(self):
        above = self.ppid()
        return Process(above) if above else None

    def children(self, recursive=False):
        below = [p for p in process_iter() if p.ppid() == self._pid]
        return below + [q for p in below for q in p.children(True)] if recursive else below

    def create_time(self):
        return boot_time() + int(self._stat()[19]) / _TICKS

    def cmdline(self):
        line = self._read("cmdline")
        return line.rstrip("\0").split("\0") if line else []

    def exe(self):
        return self._link("exe")

    def cwd(self):
        return self._link("cwd")

    def username(self):
        uid = next(line.split()[1] for line in self._read("status").splitlines() if line.startswith("Uid:"))
        try:
            users = [line.split(":") for line in _text("/etc/passwd").splitlines()]
        except OSError:
            users = []
        return next((user[0] for user in users if len(user) > 2 and user[2] == uid), uid)

    def nice(self):
        return int(self._stat()[16])

    def num_threads(self):
        return int(self._stat()[17])

    def num_fds(self):
        try:
            return len(_os.listdir(f"/proc/{self._pid}/fd"))
        except PermissionError:
            raise AccessDenied(self._pid) from None

    def memory_info(self):
        size, resident, *others = (int(pages) * _PAGE for pages in self._read("statm").split())
        return pmem(resident, size, *others)

    def memory_full_info(self):
        sums = {}
        for line in self._read("smaps_rollup").splitlines()[1:]:
            name, _, rest = line.partition(":")
            sums[name] = int(rest.split()[0]) * 1024
        return pfullmem(*self.memory_info(), sums["Private_Clean"] + sums["Private_Dirty"] + sums.get("Private_Hugetlb", 0), sums["Pss"], sums["Swap"])

    def memory_percent(self, memtype="rss"):
        return 100 * getattr(self.memory_full_info() if memtype in ("uss", "pss", "swap") else self.memory_info(), memtype) / virtual_memory().total

    def cpu_times(self):
        stat = self._stat()
        return pcputimes(*(int(v) / _TICKS for v in stat[11:15]), int(stat[39]) / _TICKS)

    def cpu_percent(self, interval=None):
        """Processor time of the process, in percent of one processor: in the next interval seconds, or since the last call."""
        if interval is not None and interval < 0:
            raise ValueError(f"interval is not positive (got {interval})")

        def used():
            times = self.cpu_times()
            return _time.monotonic(), times.user + times.system

        earlier = self._last
        if interval:
            earlier = used()
            _time.sleep(interval)
        self._last = used()
        return _share(self._last[1] - earlier[1], self._last[0] - earlier[0]) if earlier else 0.0

    def cpu_affinity(self, cpus=None):
        if cpus is not None:
            raise NotImplementedError("setting the processors of a process is not supported")
        return sorted(_os.sched_getaffinity(self._pid))

    def is_running(self):
        try:
            return self.create_time() == self._create_time
        except NoSuchProcess:
            return False

    def send_signal(self, sig):
        try:
            _os.kill(self._pid, sig)
        except ProcessLookupError:
            raise NoSuchProcess(self._pid) from None

    def terminate(self):
        self.send_signal(_signal.SIGTERM)

    def kill(self):
        self.send_signal(_signal.SIGKILL)

    def wait(self, timeout=None):
        end = None if timeout is None else _time.monotonic() + timeout
        while self.is_running() and self.status() != STATUS_ZOMBIE:
            if end is not None and _time.monotonic() >= end:
                raise TimeoutExpired(timeout, self._pid)
            _time.sleep(0.01)

