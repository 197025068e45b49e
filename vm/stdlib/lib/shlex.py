"""Words as a shell sees them."""

import os
import re
import sys
from collections import deque
from io import StringIO

__all__ = ["shlex", "split", "quote", "join"]


class shlex:
    """Reads words from a text or a file."""

    def __init__(self, instream=None, infile=None, posix=False, punctuation_chars=False):
        if isinstance(instream, str):
            instream = StringIO(instream)
        if instream is not None:
            self.instream, self.infile = instream, infile
        else:
            self.instream, self.infile = sys.stdin, None
        self.posix = posix
        self.eof = None if posix else ""
        self.commenters = "#"
        self.wordchars = "abcdfeghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
        if posix:
            self.wordchars += "ßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ"
        self.whitespace = " \t\r\n"
        self.whitespace_split = False
        self.quotes = "'\""
        self.escape = "\\"
        self.escapedquotes = '"'
        self.state = " "
        self.pushback = deque()
        self.lineno = 1
        self.debug = 0
        self.token = ""
        self.filestack = deque()
        self.source = None
        if not punctuation_chars:
            punctuation_chars = ""
        elif punctuation_chars is True:
            punctuation_chars = "();<>|&"
        self._punctuation_chars = punctuation_chars
        if punctuation_chars:
            self._pushback_chars = deque()
            self.wordchars += "~-./*?="
            self.wordchars = self.wordchars.translate(self.wordchars.maketrans(dict.fromkeys(punctuation_chars)))

    @property
    def punctuation_chars(self):
        return self._punctuation_chars

    def push_token(self, tok):
        self.pushback.appendleft(tok)

    def push_source(self, newstream, newfile=None):
        """Read another text first."""
        stream = StringIO(newstream) if isinstance(newstream, str) else newstream
        interrupted = self.infile, self.instream, self.lineno
        self.filestack.appendleft(interrupted)
        self.infile, self.instream, self.lineno = newfile, stream, 1

    def pop_source(self):
        self.instream.close()
        self.infile, self.instream, self.lineno = self.filestack.popleft()
        self.state = " "

    def get_token(self):
        if self.pushback:
            return self.pushback.popleft()
        raw = self.read_token()
        if self.source is not None:
            while raw == self.source:
                spec = self.sourcehook(self.read_token())
                if spec:
                    newfile, newstream = spec
                    self.push_source(newstream, newfile)
                raw = self.get_token()
        while raw == self.eof:
            if not self.filestack:
                return self.eof
            self.pop_source()
            raw = self.get_token()
        return raw

    def _next_char(self):
        if self._punctuation_chars and self._pushback_chars:
            return self._pushback_chars.pop()
        return self.instream.read(1)

    def _is_word(self, char):
        return (char in self.wordchars or char in self.quotes
                or self.whitespace_split and char not in self._punctuation_chars)

    def read_token(self):
        """Read a word: a machine whose state is None at the end, " " between words, "a" in a word,
        "c" in punctuation, or the quote or escape that it is in."""
        quoted = False
        escaped_in = " "
        while True:
            char = self._next_char()
            if char == "\n":
                self.lineno += 1
            state = self.state
            if state is None:
                self.token = ""
                break
            if state == " ":
                if not char:
                    self.state = None
                    break
                if char in self.whitespace:
                    if self.token or self.posix and quoted:
                        break
                elif char in self.commenters:
                    self.instream.readline()
                    self.lineno += 1
                elif self.posix and char in self.escape:
                    escaped_in = "a"
                    self.state = char
                elif char in self.wordchars:
                    self.token = char
                    self.state = "a"
                elif char in self._punctuation_chars:
                    self.token = char
                    self.state = "c"
                elif char in self.quotes:
                    if not self.posix:
                        self.token = char
                    self.state = char
                elif self.whitespace_split:
                    self.token = char
                    self.state = "a"
                else:
                    self.token = char
                    if self.token or self.posix and quoted:
                        break
            elif state in self.quotes:
                quoted = True
                if not char:
                    raise ValueError("No closing quotation")
                if char == state:
                    if not self.posix:
                        self.token += char
                        self.state = " "
                        break
                    self.state = "a"
                elif self.posix and char in self.escape and state in self.escapedquotes:
                    escaped_in = state
                    self.state = char
                else:
                    self.token += char
            elif state in self.escape:
                if not char:
                    raise ValueError("No escaped character")
                if escaped_in in self.quotes and char != state and char != escaped_in:
                    self.token += state  # inside quotes only these two can be escaped
                self.token += char
                self.state = escaped_in
            else:
                if not char:
                    self.state = None
                    break
                if char in self.whitespace:
                    self.state = " "
                    if self.token or self.posix and quoted:
                        break
                elif char in self.commenters:
                    self.instream.readline()
                    self.lineno += 1
                    if self.posix:
                        self.state = " "
                        if self.token or quoted:
                            break
                elif state == "c":
                    if char in self._punctuation_chars:
                        self.token += char
                    else:
                        if char not in self.whitespace:
                            self._pushback_chars.append(char)
                        self.state = " "
                        break
                elif self.posix and char in self.quotes:
                    self.state = char
                elif self.posix and char in self.escape:
                    escaped_in = "a"
                    self.state = char
                elif self._is_word(char):
                    self.token += char
                else:
                    if self._punctuation_chars:
                        self._pushback_chars.append(char)
                    else:
                        self.pushback.appendleft(char)
                    self.state = " "
                    if self.token or self.posix and quoted:
                        break
        result, self.token = self.token, ""
        if self.posix and not quoted and result == "":
            result = None
        return result

    def sourcehook(self, newfile):
        named = newfile[1:-1] if newfile[0] == '"' else newfile
        folder = os.path.dirname(self.infile) if isinstance(self.infile, str) else ""
        found = os.path.join(folder, named)
        return found, open(found)

    def error_leader(self, infile=None, lineno=None):
        return '"%s", line %d: ' % (self.infile if infile is None else infile, self.lineno if lineno is None else lineno)

    def __next__(self):
        if (token := self.get_token()) != self.eof:
            return token
        raise StopIteration

    def __iter__(self):
        return self


def split(s, comments=False, posix=True):
    """Split a text into words as a shell does."""
    if s is None:
        raise ValueError("s argument must not be None")
    words = shlex(s, posix=posix)
    words.commenters = words.commenters if comments else ""
    words.whitespace_split = True
    return [*words]


def join(split_command):
    return " ".join(quote(arg) for arg in split_command)


def quote(s):
    """Return a text in a form that a shell reads as one word."""
    if not s:
        return "''"
    if not isinstance(s, str):
        raise TypeError(f"expected string object, got {type(s).__name__!r}")
    if s.isascii() and re.fullmatch(r"[\w@%+=:,./-]+", s, re.ASCII):
        return s
    return "'" + s.replace("'", "'\"'\"'") + "'"
