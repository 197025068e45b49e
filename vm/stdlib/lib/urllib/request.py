"""Requests for URLs. Of the schemes only file: and data: are there: the interpreter does not speak to the network."""

import os
from urllib.error import ContentTooShortError, HTTPError, URLError
from urllib.parse import quote, unquote, unquote_to_bytes, urlsplit

__all__ = ["Request", "urlopen", "urlretrieve", "url2pathname", "pathname2url", "getproxies"]


class Request:
    def __init__(self, url, data=None, headers={}, origin_req_host=None, unverifiable=False, method=None):
        self.full_url = url
        self.data = data
        self.headers = {}
        for key, value in headers.items():
            self.add_header(key, value)
        self.origin_req_host = origin_req_host
        self.unverifiable = unverifiable
        if method:
            self.method = method
        parts = urlsplit(url)
        if not parts.scheme:
            raise ValueError(f"unknown url type: {url!r}")
        self.type, self.host, self.selector = parts.scheme, parts.netloc, parts.path

    def get_method(self):
        return getattr(self, "method", "GET" if self.data is None else "POST")

    def get_full_url(self):
        return self.full_url

    def add_header(self, key, val):
        self.headers[key.capitalize()] = val

    def has_header(self, name):
        return name in self.headers

    def get_header(self, name, default=None):
        return self.headers.get(name, default)

    def header_items(self):
        return list(self.headers.items())


def urlopen(url, data=None, timeout=None, *, context=None):
    """Open a URL for reading."""
    request = url if isinstance(url, Request) else Request(url, data)
    if request.type == "file":
        path = url2pathname(request.selector)
        try:
            stream = open(path, "rb")
        except OSError as e:
            raise URLError(e, request.full_url) from e
        headers = {"Content-length": str(os.path.getsize(path))}
    elif request.type == "data":
        stream, headers = _data(request.full_url)
    elif request.type in ("http", "https", "ftp"):
        raise URLError(f"{request.type}: requests to the network are not supported")
    else:
        raise URLError(f"unknown url type: {request.type}")
    return _Response(stream, headers, request.full_url)


def _data(url):
    import base64
    import io
    kind, comma, content = url.partition(":")[2].partition(",")
    if not comma:
        raise ValueError("not enough values to unpack (expected 2, got 1)")
    content = unquote_to_bytes(content)
    if kind.endswith(";base64"):
        kind, content = kind[:-7], base64.decodebytes(content)
    return io.BytesIO(content), {"Content-type": kind or "text/plain;charset=US-ASCII", "Content-length": str(len(content))}


class _Response:
    """A file, with what is known of the URL."""

    def __init__(self, stream, headers, url):
        self._stream = stream
        self.headers = headers
        self.url = url
        self.status = self.code = None

    def __getattr__(self, name):
        return getattr(self._stream, name)

    def __iter__(self):
        return iter(self._stream)

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self._stream.close()

    def info(self):
        return self.headers

    def geturl(self):
        return self.url

    def getcode(self):
        return self.status


def urlretrieve(url, filename=None, reporthook=None, data=None):
    """Copy what a URL stands for to a file."""
    with urlopen(url, data) as source:
        headers = source.info()
        if urlsplit(url).scheme == "file" and not filename:
            return url2pathname(urlsplit(url).path), headers
        if filename:
            target = open(filename, "wb")
        else:
            import tempfile
            target = tempfile.NamedTemporaryFile(delete=False)
            filename = target.name
        with target:
            size, block, number, read = int(headers.get("Content-length", -1)), 8192, 0, 0
            if reporthook:
                reporthook(0, block, size)
            while chunk := source.read(block):
                target.write(chunk)
                read += len(chunk)
                number += 1
                if reporthook:
                    reporthook(number, block, size)
    if 0 <= read < size:
        raise ContentTooShortError(f"retrieval incomplete: got only {read} out of {size} bytes", (filename, headers))
    return filename, headers


def url2pathname(url):
    return unquote(url)


def pathname2url(pathname):
    return quote(pathname)


def getproxies():
    """The proxies that the environment names, by scheme; a variable in small letters goes before the same in capitals."""
    proxies = {}
    for name in sorted(os.environ):  # capitals first
        scheme = name.lower().removesuffix("_proxy")
        if scheme != name.lower() and scheme:
            if name != name.lower() and scheme == "http" and "REQUEST_METHOD" in os.environ:
                continue  # in a CGI script it comes from a header of the request
            proxies[scheme] = os.environ[name]
            if not os.environ[name]:
                del proxies[scheme]
    return proxies


def proxy_bypass(host, proxies=None):
    """Whether the environment says that a host is reached without a proxy."""
    listed = (getproxies() if proxies is None else proxies).get("no", "")
    if listed == "*":
        return True
    name = host.lower()
    bare = name.rpartition(":")[0] if name.rpartition(":")[2].isdigit() else name
    for entry in filter(None, (part.strip().lower().lstrip(".") for part in listed.split(","))):
        if any(n == entry or n.endswith("." + entry) for n in (name, bare)):
            return True
    return False


def parse_http_list(s):
    """The elements of a header that lists them with commas; those in quoted strings do not count."""
    parts, part, quoted, escaped = [], "", False, False
    for c in s:
        if quoted and escaped:
            escaped = False
        elif quoted and c == "\\":
            escaped = True
            continue
        elif c == '"':
            quoted = not quoted
        elif c == "," and not quoted:
            parts.append(part.strip())
            part = ""
            continue
        part += c
    return parts + [part.strip()] if part else parts
