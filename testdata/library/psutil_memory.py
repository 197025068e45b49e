# What training scripts ask of psutil.
import os

import psutil

process = psutil.Process()
info = process.memory_info()
print(info._fields, info.rss > 1 << 20, info.vms >= info.rss, 0 < process.memory_percent() < 100)
memory = psutil.virtual_memory()
print(memory._fields, 0 < memory.available <= memory.total, 0 <= memory.percent <= 100)
print(psutil.cpu_count() == os.cpu_count(), psutil.cpu_percent(interval=0.01) >= 0, len(psutil.cpu_percent(percpu=True)) == psutil.cpu_count())
disk = psutil.disk_usage("/")
print(disk._fields, disk.used + disk.free <= disk.total, psutil.cpu_times()._fields)
print(process.pid == os.getpid(), process.ppid() == os.getppid(), process == psutil.Process(os.getpid()), process.is_running(), process.num_threads() > 0)
with process.oneshot():
    print(process.cpu_times()._fields, process.cpu_percent() >= 0, sorted(process.as_dict(["pid", "name"])))
for pid in (-1, "1", 2 ** 22 + 1):
    try:
        psutil.Process(pid)
    except (psutil.NoSuchProcess, TypeError, ValueError) as e:
        print(type(e).__name__, e)
print(psutil.pid_exists(os.getpid()), psutil.pid_exists(2 ** 22 + 1), os.getpid() in psutil.pids())
print(os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_PHYS_PAGES") * 4096 == memory.total, os.statvfs("/").f_bsize > 0)
