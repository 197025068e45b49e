"""What goes wrong with a request."""

__all__ = ["URLError", "HTTPError", "ContentTooShortError"]


class URLError(OSError):
    def __init__(self, reason, filename=None):
        self.args = reason,
        self.reason = reason
        if filename is not None:
            self.filename = filename

    def __str__(self):
        return f"<urlopen error {self.reason}>"


class HTTPError(URLError):
    """An answer with an error code, which can be read as an answer."""

    def __init__(self, url, code, msg, hdrs, fp):
        self.code = self.status = code
        self.msg = msg
        self.hdrs = hdrs
        self.fp = fp
        self.filename = self.url = url

    def __str__(self):
        return f"HTTP Error {self.code}: {self.msg}"

    def __repr__(self):
        return f"<HTTPError {self.code}: {self.msg!r}>"

    reason = property(lambda self: self.msg)
    headers = property(lambda self: self.hdrs, lambda self, headers: setattr(self, "hdrs", headers))

    def info(self):
        return self.hdrs

    def read(self, *args):
        return b"" if self.fp is None else self.fp.read(*args)

    def close(self):
        if self.fp is not None:
            self.fp.close()

    def geturl(self):
        return self.url

    def getcode(self):
        return self.code


class ContentTooShortError(URLError):
    def __init__(self, message, content):
        URLError.__init__(self, message)
        self.content = content
