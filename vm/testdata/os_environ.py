# The environment: every way to change it reaches the programs that are started.
import collections.abc
import os
import subprocess


def seen(name):
    return subprocess.run(["sh", "-c", f"echo ${name}"], capture_output=True, text=True).stdout.strip()


def attempt(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


env = os.environ
env["ONE"] = "1"
env.update({"TWO": "2"}, THREE="3")
env |= {"FOUR": "4"}
env.setdefault("FIVE", "5")
env.setdefault("ONE", "other")
print([seen(n) for n in ("ONE", "TWO", "THREE", "FOUR", "FIVE")])
print(env.pop("TWO"), env.pop("TWO", "gone"), "TWO" in env, seen("TWO") == "")
del env["ONE"]
os.putenv("SIX", "6")
print(seen("ONE") == "", seen("SIX"), "SIX" in env, os.getenv("FIVE"), os.getenv("NONE", 3), os.getenvb(b"FIVE"))
os.environb[b"SEVEN"] = b"7"
print(env["SEVEN"], seen("SEVEN"))
os.unsetenv("SIX")
attempt(lambda: env["NO SUCH"])
attempt(lambda: env.__setitem__("A", 1))
attempt(lambda: env.__setitem__(1, "A"))
attempt(lambda: env.get(3))
attempt(lambda: env.__delitem__("NO SUCH"))
attempt(lambda: os.putenv("a=b", "c"))
attempt(lambda: type(env | {"X": "y"}).__name__)
attempt(lambda: ({"X": "y"} | env)["X"])
print(isinstance(env, collections.abc.MutableMapping), isinstance(env, dict), env == dict(env), env.copy() == dict(env.items()))
for name in list(env):
    if name not in ("FOUR", "FIVE"):
        del env[name]
print(env, len(env), list(env.keys()), sorted(env.values()), env.items())
