"""Programs that tests run in processes of their own."""

import os
import subprocess
import sys


def interpreter_requires_environment():
    return False


def run_python_until_end(*args, **env_vars):
    env_vars.pop("__isolated", None)
    env = {} if env_vars.pop("__cleanenv", False) else dict(os.environ)
    env_vars.pop("__cwd", None)
    env.update(env_vars)
    done = subprocess.run([sys.executable, "run", *args], capture_output=True, env=env)
    return done.returncode, done.stdout, done.stderr


def assert_python_ok(*args, **env_vars):
    rc, out, err = run_python_until_end(*args, **env_vars)
    if rc:
        raise AssertionError(f"Process return code is {rc}\n{err.decode()}")
    return rc, out, err


def assert_python_failure(*args, **env_vars):
    rc, out, err = run_python_until_end(*args, **env_vars)
    if not rc:
        raise AssertionError("Process return code is 0")
    return rc, out, err


def make_script(script_dir, script_basename, source, omit_suffix=False):
    path = os.path.join(script_dir, script_basename + ("" if omit_suffix else ".py"))
    with open(path, "w", encoding="utf-8") as file:
        file.write(source)
    return path
