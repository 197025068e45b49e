# What the modules about the system and the process tell, as far as it is the same everywhere.
import platform, resource, getpass, pwd, grp, sysconfig, faulthandler, sys
print(platform.system(), platform.uname() == platform.uname(), platform.machine(), platform.architecture()[0], platform.node() == platform.uname()[1])
r = resource.getrusage(resource.RUSAGE_SELF)
print(type(r).__name__, r.ru_maxrss > 1000, len(r), resource.getpagesize(), resource.getrlimit(resource.RLIMIT_CORE)[0])
for f in (lambda: resource.getrusage(77), lambda: resource.getrlimit(99), lambda: resource.setrlimit(resource.RLIMIT_CORE, (1,)), lambda: pwd.getpwnam("nobody-here"), lambda: pwd.getpwuid(987654), lambda: grp.getgrnam("nope")):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print(pwd.getpwuid(0).pw_name, pwd.getpwnam("root").pw_dir, grp.getgrgid(0).gr_name)
print(sysconfig.get_platform(), sysconfig.get_python_version(), sysconfig.get_config_var("nope"), sysconfig.is_python_build())
faulthandler.enable(); print(faulthandler.is_enabled()); faulthandler.disable(); print(faulthandler.is_enabled())
