# Causes, contexts, notes, groups, and what finally does with a pending return.
import traceback


def outer(n):
    try:
        return {"a": 1}[n]
    except KeyError as e:
        if n == "cause":
            raise ValueError("no such key") from e
        if n == "hide":
            raise ValueError("hidden") from None
        raise RuntimeError("while handling")


for name in ("cause", "hide", "context"):
    try:
        outer(name)
    except Exception as e:
        e.add_note(f"asked for {name}")
        print(type(e).__name__, e, "|", repr(e.__cause__), repr(e.__context__), e.__suppress_context__, e.__notes__)
        print("".join(traceback.format_exception_only(e)).splitlines())


def overrides():
    for i in range(3):
        try:
            if i == 1:
                raise IndexError(i)
            continue
        except IndexError:
            return "from except"
        finally:
            print("finally", i)


print(overrides())


def collect():
    errors = []
    for f in (int, float, lambda s: [][1], lambda s: s.missing):
        try:
            f("x")
        except Exception as e:
            errors.append(e)
    raise ExceptionGroup("all failed", errors)


try:
    collect()
except* ValueError as group:
    print("values:", [str(e) for e in group.exceptions])
except* (IndexError, AttributeError) as group:
    print("others:", [str(e) for e in group.exceptions])


class Custom(Exception):
    def __init__(self, code, *args):
        super().__init__(*args)
        self.code = code


try:
    raise Custom(7, "with", "parts")
except Custom as e:
    print(e.code, e, e.args, isinstance(e, Exception), Custom.__mro__[1:3])
