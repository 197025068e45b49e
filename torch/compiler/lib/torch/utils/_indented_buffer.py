"""Source text that is written line by line."""

import contextlib
import textwrap


class IndentedBuffer:
    """Lines, each of which is indented as the buffer was when it was written."""

    tabwidth = 4

    def __init__(self, initial_indent=0):
        self._lines = []
        self._indent = initial_indent

    def getvalue(self):
        return "".join(f"{line}\n" for line in self._lines)

    def getrawvalue(self):
        """The text with lines that end in a backslash joined to the next ones."""
        return "".join(line[:-1] if line.endswith("\\") else f"{line}\n" for line in self._lines)

    def clear(self):
        self._lines.clear()

    def __bool__(self):
        return bool(self._lines)

    def __repr__(self):
        return f"{type(self)}({self.getvalue()})"

    def prefix(self):
        return " " * (self._indent * self.tabwidth)

    def newline(self):
        self.writeline("\n")

    def writeline(self, line):
        self._lines.append(self.prefix() + line if line.strip() else "")

    def writelines(self, lines):
        for line in lines:
            self.writeline(line)

    def indent(self, offset=1):
        @contextlib.contextmanager
        def deeper():
            self.do_indent(offset)
            try:
                yield
            finally:
                self.do_unindent(offset)

        return deeper()

    def do_indent(self, offset=1):
        self._indent += offset

    def do_unindent(self, offset=1):
        self._indent -= offset

    def splice(self, other_code, strip=False):
        """Writes the lines of another buffer, or of a text less its common indentation."""
        if isinstance(other_code, IndentedBuffer):
            self.writelines(textwrap.dedent(other_code.getvalue()).splitlines())
            return
        text = textwrap.dedent(other_code)
        if strip:
            text = text.lstrip()
        if text:
            self.writelines(text.rstrip().split("\n"))

    def contains(self, new_line):
        return new_line in self._lines

    def map(self, func):
        result = IndentedBuffer(self._indent)
        result._lines = [func(line) for line in self._lines]
        return result

    def __add__(self, other):
        if self._indent != other._indent:
            raise AssertionError(f"Indent mismatch: {self._indent} != {other._indent}")
        result = IndentedBuffer(self._indent)
        result.writelines(self._lines)
        result.writelines(other._lines)
        return result
