"""Other programs: starting them, and talking with them through pipes."""

import io
import os
import signal
import types
from _process import exchange as _exchange, start as _start

__all__ = ["Popen", "PIPE", "STDOUT", "call", "check_call", "getstatusoutput", "getoutput", "check_output", "run", "CalledProcessError",
           "DEVNULL", "SubprocessError", "TimeoutExpired", "CompletedProcess"]

PIPE, STDOUT, DEVNULL = -1, -2, -3
_INHERIT = -4


class SubprocessError(Exception):
    pass


class _Failed(SubprocessError):
    """An error about a program, with what it had written."""

    def _set_output(self, text):
        self.output = text

    stdout = property(lambda self: self.output, _set_output)


class CalledProcessError(_Failed):
    """A program ended with a status other than 0."""

    def __init__(self, returncode, cmd, output=None, stderr=None):
        self.cmd, self.returncode = cmd, returncode
        self.output, self.stderr = output, stderr

    def __str__(self):
        number = -(self.returncode or 0)
        if number <= 0:
            return f"Command '{self.cmd}' returned non-zero exit status {self.returncode:d}."
        if number in signal.Signals:
            return f"Command '{self.cmd}' died with {signal.Signals(number)!r}."
        return f"Command '{self.cmd}' died with unknown signal {number}."


class TimeoutExpired(_Failed):
    """A program did not end in time."""

    def __init__(self, cmd, timeout, output=None, stderr=None):
        self.cmd, self.timeout = cmd, timeout
        self.output, self.stderr = output, stderr

    def __str__(self):
        return f"Command '{self.cmd}' timed out after {self.timeout} seconds"


class CompletedProcess:
    """What run returns: how a program ended, and what it wrote."""

    __class_getitem__ = classmethod(types.GenericAlias)

    def __init__(self, args, returncode, stdout=None, stderr=None):
        self.args, self.returncode = args, returncode
        self.stdout, self.stderr = stdout, stderr

    def check_returncode(self):
        if self.returncode != 0:
            raise CalledProcessError(self.returncode, self.args, self.stdout, self.stderr)

    def __repr__(self):
        known = {name: value for name, value in vars(self).items() if value is not None or name in ("args", "returncode")}
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in known.items())})"


class Popen:
    """A program that runs."""

    def __init__(self, args, bufsize=-1, executable=None, stdin=None, stdout=None, stderr=None, preexec_fn=None, close_fds=True, shell=False,
                 cwd=None, env=None, universal_newlines=None, startupinfo=None, creationflags=0, restore_signals=True,
                 start_new_session=False, pass_fds=(), *, user=None, group=None, extra_groups=None, encoding=None, errors=None, text=None,
                 umask=-1, pipesize=-1, process_group=None):
        for name, value, default in (("preexec_fn", preexec_fn, None), ("pass_fds", pass_fds, ()), ("user", user, None), ("group", group, None),
                                     ("extra_groups", extra_groups, None), ("umask", umask, -1), ("process_group", process_group, None)):
            if value != default:
                raise NotImplementedError(f"subprocess: {name} is not supported")
        if not isinstance(bufsize, int):
            raise TypeError("bufsize must be an integer")
        if text is not None and universal_newlines is not None and bool(universal_newlines) != bool(text):
            raise SubprocessError("Cannot disambiguate when both text and universal_newlines are supplied but different. Pass one or the other.")
        self.args = args
        self.stdin = self.stdout = self.stderr = self.pid = self.returncode = None
        self.encoding, self.errors = encoding, errors
        self.text_mode = self.universal_newlines = bool(encoding or errors or text or universal_newlines)
        self._communicated = None
        if shell:
            words = ["/bin/sh" if executable is None else executable, "-c", *([args] if isinstance(args, (str, bytes)) else list(args))]
        elif isinstance(args, (str, bytes)) or hasattr(args, "__fspath__"):
            words = [args]
        else:
            words = list(args)
        if not words:
            raise IndexError("list index out of range")
        words = [w if isinstance(w, (str, bytes)) or hasattr(w, "__fspath__") else _bad_argument(w) for w in words]
        if executable is not None and not shell:
            words[0] = executable
        if env is not None:
            env = ["%s=%s" % (os.fsdecode(k), os.fsdecode(v)) for k, v in env.items()]
        self._process, self.stdin, self.stdout, self.stderr = _start(words, env, cwd, _stream(stdin), _stream(stdout), _stream(stderr))
        self.pid = self._process.pid
        if self.text_mode:
            if self.stdin is not None:
                self.stdin = io.TextIOWrapper(self.stdin, encoding=encoding, errors=errors, write_through=True, line_buffering=bufsize == 1)
            if self.stdout is not None:
                self.stdout = io.TextIOWrapper(self.stdout, encoding=encoding, errors=errors)
            if self.stderr is not None:
                self.stderr = io.TextIOWrapper(self.stderr, encoding=encoding, errors=errors)

    __class_getitem__ = classmethod(types.GenericAlias)

    def __repr__(self):
        text = f"<{type(self).__name__}: returncode: {self.returncode} args: {self.args!r}>"
        return text[:76] + "...>" if len(text) > 80 else text

    def __enter__(self):
        return self

    def __exit__(self, exc_type, value, traceback):
        for stream in (self.stdout, self.stderr):
            if stream:
                stream.close()
        try:
            if self.stdin:
                self.stdin.close()
        finally:
            self.wait()

    def poll(self):
        if self.returncode is None:
            self.returncode = self._process.poll()
        return self.returncode

    def wait(self, timeout=None):
        if self.returncode is None:
            self.returncode = self._process.wait(timeout)
            if self.returncode is None:
                raise TimeoutExpired(self.args, timeout)
        return self.returncode

    def communicate(self, input=None, timeout=None):
        """Write to the program and read what it writes, until it ends."""
        if self._communicated is None:
            if self.stdin is not None:
                self.stdin.flush()
            data = input
            if isinstance(data, str):
                if not self.text_mode:
                    raise TypeError("memoryview: a bytes-like object is required, not 'str'")
                data = data.encode(self.encoding or "utf-8", self.errors or "strict")
            elif data is not None and self.text_mode:
                raise TypeError("write() argument must be str, not bytes")
            result = _exchange(data, *(getattr(s, "buffer", s) for s in (self.stdin, self.stdout, self.stderr)), timeout)
            if result is None:
                raise TimeoutExpired(self.args, timeout)
            self._communicated = result
        out, err = (self._read(text, stream) for text, stream in zip(self._communicated, (self.stdout, self.stderr)))
        self.wait(timeout)
        for stream in (self.stdin, self.stdout, self.stderr):
            if stream is not None and not stream.closed:
                try:
                    stream.close()
                except OSError:
                    pass  # the pipe is closed already, or the program no longer reads
        return out, err

    def _read(self, data, stream):
        if stream is None:
            return None
        if not self.text_mode:
            return data
        return data.decode(self.encoding or "utf-8", self.errors or "strict").replace("\r\n", "\n").replace("\r", "\n")

    def send_signal(self, sig):
        if self.poll() is None:
            self._process.signal(sig)

    def terminate(self):
        self.send_signal(signal.SIGTERM)

    def kill(self):
        self.send_signal(signal.SIGKILL)


def _bad_argument(word):
    raise TypeError(f"expected str, bytes or os.PathLike object, not {type(word).__name__}")


def _stream(stream):
    if stream is None:
        return _INHERIT
    if isinstance(stream, int):
        return stream
    stream.flush()
    return stream.fileno()


def run(*popenargs, input=None, capture_output=False, timeout=None, check=False, **kwargs):
    """Run a program to its end."""
    if input is not None:
        if kwargs.get("stdin") is not None:
            raise ValueError("stdin and input arguments may not both be used.")
        kwargs["stdin"] = PIPE
    if capture_output:
        if kwargs.get("stdout") is not None or kwargs.get("stderr") is not None:
            raise ValueError("stdout and stderr arguments may not be used with capture_output.")
        kwargs["stdout"] = kwargs["stderr"] = PIPE
    with Popen(*popenargs, **kwargs) as process:
        try:
            stdout, stderr = process.communicate(input, timeout=timeout)
        except:
            process.kill()
            process.wait()
            raise
        retcode = process.poll()
        if check and retcode:
            raise CalledProcessError(retcode, process.args, output=stdout, stderr=stderr)
    return CompletedProcess(process.args, retcode, stdout, stderr)


def call(*popenargs, timeout=None, **kwargs):
    with Popen(*popenargs, **kwargs) as process:
        ended = False
        try:
            status = process.wait(timeout)
            ended = True
        finally:
            if not ended:
                process.kill()
    return status


def check_call(*popenargs, **kwargs):
    status = call(*popenargs, **kwargs)
    if status != 0:
        command = kwargs["args"] if kwargs.get("args") is not None else popenargs[0]
        raise CalledProcessError(status, command)
    return status


def check_output(*popenargs, timeout=None, **kwargs):
    for name in ("stdout", "check"):
        if name in kwargs:
            raise ValueError(f"{name} argument not allowed, it will be overridden.")
    if "input" in kwargs and kwargs["input"] is None:
        kwargs["input"] = "" if any(kwargs.get(name) for name in ("universal_newlines", "text", "encoding", "errors")) else b""
    return run(*popenargs, stdout=PIPE, timeout=timeout, check=True, **kwargs).stdout


def getstatusoutput(cmd, *, encoding=None, errors=None):
    try:
        data = check_output(cmd, shell=True, text=True, stderr=STDOUT, encoding=encoding, errors=errors)
        status = 0
    except CalledProcessError as e:
        data, status = e.output, e.returncode
    return status, data.removesuffix("\n")


def getoutput(cmd, *, encoding=None, errors=None):
    return getstatusoutput(cmd, encoding=encoding, errors=errors)[1]


def list2cmdline(seq):
    """Join words as programs of Windows split them."""
    result = []
    for arg in map(os.fsdecode, seq):
        quoted = " " in arg or "\t" in arg or not arg
        text, slashes = "", 0
        for c in arg:
            if c == "\\":
                slashes += 1
            elif c == '"':
                text += "\\" * (slashes * 2 + 1) + '"'
                slashes = 0
            else:
                text += "\\" * slashes + c
                slashes = 0
        text += "\\" * (slashes * 2 if quoted else slashes)
        result.append('"%s"' % text if quoted else text)
    return " ".join(result)
