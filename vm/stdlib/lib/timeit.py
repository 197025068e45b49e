"""How long small pieces of code take."""

import gc
import itertools
import sys
import time

__all__ = ["Timer", "timeit", "repeat", "default_timer"]

default_number = 1000000
default_repeat = 5
default_timer = time.perf_counter

_TEMPLATE = """
def inner(_it, _timer{init}):
    {setup}
    _t0 = _timer()
    for _i in _it:
        {stmt}
        pass
    _t1 = _timer()
    return _t1 - _t0
"""


def _indented(src, spaces):
    return src.replace("\n", "\n" + " " * spaces)


class Timer:
    """Times a statement, a text or a function, after a setup that is not timed."""

    def __init__(self, stmt="pass", setup="pass", timer=default_timer, globals=None):
        self.timer = timer
        local_ns = {}
        global_ns = _globals() if globals is None else globals
        init = ""
        if isinstance(setup, str):
            compile(setup, "<timeit-src>", "exec")  # so that an error shows in the text as it was given
            prefix = setup + "\n"
            setup = _indented(setup, 4)
        elif callable(setup):
            local_ns["_setup"] = setup
            init += ", _setup=_setup"
            prefix = ""
            setup = "_setup()"
        else:
            raise ValueError("setup is neither a string nor callable")
        if isinstance(stmt, str):
            compile(prefix + stmt, "<timeit-src>", "exec")
            stmt = _indented(stmt, 8)
        elif callable(stmt):
            local_ns["_stmt"] = stmt
            init += ", _stmt=_stmt"
            stmt = "_stmt()"
        else:
            raise ValueError("stmt is neither a string nor callable")
        self.src = _TEMPLATE.format(stmt=stmt, setup=setup, init=init)
        exec(compile(self.src, "<timeit-src>", "exec"), global_ns, local_ns)
        self.inner = local_ns["inner"]

    def print_exc(self, file=None):
        import linecache
        import traceback
        linecache.cache["<timeit-src>"] = (len(self.src), None, self.src.split("\n"), "<timeit-src>")
        traceback.print_exc(file=file)

    def timeit(self, number=default_number):
        gcold = gc.isenabled()
        gc.disable()
        try:
            return self.inner(itertools.repeat(None, number), self.timer)
        finally:
            if gcold:
                gc.enable()

    def repeat(self, repeat=default_repeat, number=default_number):
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        """Return how often the statement must run to take 0.2 seconds, and how long that took."""
        attempts = (digit * 10 ** power for power in itertools.count() for digit in (1, 2, 5))
        for number in attempts:
            taken = self.timeit(number)
            if callback:
                callback(number, taken)
            if taken >= 0.2:
                return number, taken


def repeat(stmt="pass", setup="pass", timer=default_timer, repeat=default_repeat, number=default_number, globals=None):
    timed = Timer(stmt, setup, timer, globals)
    return timed.repeat(repeat, number)


def timeit(stmt="pass", setup="pass", timer=default_timer, number=default_number, globals=None):
    timed = Timer(stmt, setup, timer, globals)
    return timed.timeit(number)


def _globals():
    return globals()


def main(args=None, *, _wrap_timer=None):
    """The command line: python -m timeit [-n N] [-r N] [-s SETUP] [-u UNIT] [-p] [-v] [STATEMENT ...]"""
    import argparse
    units = {"nsec": 1e-9, "usec": 1e-6, "msec": 1e-3, "sec": 1.0}
    line = argparse.ArgumentParser(prog="timeit", description="Measures how long statements take.")
    line.add_argument("-n", "--number", type=int, default=0, help="executions in one measurement (default: as many as take 0.2 seconds)")
    line.add_argument("-r", "--repeat", type=int, default=default_repeat, help="measurements")
    line.add_argument("-s", "--setup", action="append", default=[], help="statement that runs once before each measurement")
    line.add_argument("-p", "--process", action="store_true", help="count the time of the process, not that of the clock")
    line.add_argument("-u", "--unit", choices=units, help="unit of the result")
    line.add_argument("-v", "--verbose", action="count", default=0, help="show each measurement")
    line.add_argument("statement", nargs="*", default=["pass"])
    given = line.parse_args(args)
    timer = time.process_time if given.process else default_timer
    number, repeats, unit, verbose = given.number, max(given.repeat, 1), given.unit, given.verbose
    t = Timer("\n".join(given.statement), "\n".join(given.setup) or "pass", timer if _wrap_timer is None else _wrap_timer(timer))

    def text(seconds):
        scale = units[unit] if unit is not None else 0
        name = unit
        if not scale:
            name, scale = next((pair for pair in sorted(units.items(), key=lambda p: -p[1]) if seconds >= pair[1]), ("nsec", 1e-9))
        return "%.3g %s" % (seconds / scale, name)

    try:
        if number == 0:
            number, _ = t.autorange()
        raw = t.repeat(repeats, number)
    except:
        t.print_exc()
        return 1
    timings = [taken / number for taken in raw]
    if verbose:
        print("raw times: %s" % ", ".join(text(taken) for taken in raw))
        print()
    print("%d loop%s, best of %d: %s per loop" % (number, "s" if number != 1 else "", repeats, text(min(timings))))
    return None


if __name__ == "__main__":
    sys.exit(main())
