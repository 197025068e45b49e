"""URLs: their parts, quoting, and query strings (RFC 3986)."""

import re
from collections import namedtuple

__all__ = ["urlparse", "urlunparse", "urljoin", "urldefrag", "urlsplit", "urlunsplit", "urlencode", "parse_qs", "parse_qsl", "quote",
           "quote_plus", "quote_from_bytes", "unquote", "unquote_plus", "unquote_to_bytes", "DefragResult", "ParseResult", "SplitResult"]

uses_relative = ["", "ftp", "http", "gopher", "nntp", "imap", "wais", "file", "https", "shttp", "mms", "prospero", "rtsp", "rtsps", "rtspu",
                 "sftp", "svn", "svn+ssh", "ws", "wss"]
uses_netloc = uses_relative + ["telnet", "snews", "rsync", "nfs", "git", "git+ssh", "itms-services"]
uses_params = ["", "ftp", "hdl", "prospero", "http", "imap", "https", "shttp", "rtsp", "rtsps", "rtspu", "sip", "sips", "mms", "sftp", "tel"]
scheme_chars = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-."


class _Netloc:
    """What can be told of the part with the host."""

    __slots__ = ()

    def _userinfo(self):
        info, at, _ = self.netloc.rpartition("@")
        if not at:
            return None, None
        user, colon, password = info.partition(":")
        return user, password if colon else None

    def _hostinfo(self):
        host = self.netloc.rpartition("@")[2]
        _, bracket, inner = host.partition("[")
        if bracket:
            name, _, port = inner.partition("]")
            port = port.partition(":")[2]
        else:
            name, _, port = host.partition(":")
        return name, port or None

    @property
    def username(self):
        return self._userinfo()[0]

    @property
    def password(self):
        return self._userinfo()[1]

    @property
    def hostname(self):
        name = self._hostinfo()[0]
        if not name:
            return None
        name, percent, zone = name.partition("%")
        return name.lower() + percent + zone

    @property
    def port(self):
        port = self._hostinfo()[1]
        if port is None:
            return None
        if not (port.isdigit() and port.isascii()):
            raise ValueError(f"Port could not be cast to integer value as {port!r}")
        port = int(port)
        if port > 65535:
            raise ValueError("Port out of range 0-65535")
        return port


class DefragResult(namedtuple("DefragResult", "url fragment")):
    __slots__ = ()

    def geturl(self):
        return self.url + "#" + self.fragment if self.fragment else self.url


class SplitResult(namedtuple("SplitResult", "scheme netloc path query fragment"), _Netloc):
    __slots__ = ()

    def geturl(self):
        return urlunsplit(self)


class ParseResult(namedtuple("ParseResult", "scheme netloc path params query fragment"), _Netloc):
    __slots__ = ()

    def geturl(self):
        return urlunparse(self)


def _as_text(*args):
    """Return texts, and a function that turns results into the type that was given."""
    if any(isinstance(arg, str) and arg for arg in args):
        if any(isinstance(arg, (bytes, bytearray)) and arg for arg in args):
            raise TypeError("Cannot mix str and non-str arguments")
        return [arg or "" for arg in args], lambda result: result
    if any(isinstance(arg, (bytes, bytearray)) for arg in args):
        def back(result):
            if isinstance(result, str):
                return result.encode("ascii")
            return type(result)(*(part.encode("ascii") for part in result))

        return [bytes(arg).decode("ascii") if arg else "" for arg in args], back
    return list(args), lambda result: result


def urlparse(url, scheme="", allow_fragments=True):
    (url, scheme), back = _as_text(url, scheme)
    scheme, netloc, path, query, fragment = urlsplit(url, scheme, allow_fragments)
    params = ""
    if scheme in uses_params and ";" in path:
        at = path.find(";", max(path.rfind("/"), 0))
        if at >= 0:
            path, params = path[:at], path[at + 1:]
    return back(ParseResult(scheme, netloc, path, params, query, fragment))


def urlsplit(url, scheme="", allow_fragments=True):
    (url, scheme), back = _as_text(url, scheme)
    url = re.sub("[\t\r\n]", "", url.lstrip("".join(map(chr, range(33)))))
    scheme = re.sub("[\t\r\n]", "", scheme.strip("".join(map(chr, range(33)))))
    netloc = query = fragment = ""
    at = url.find(":")
    if at > 0 and url[0].isascii() and url[0].isalpha() and all(c in scheme_chars for c in url[:at]):
        scheme, url = url[:at].lower(), url[at + 1:]
    if url[:2] == "//":
        end = min((i for i in (url.find(c, 2) for c in "/?#") if i >= 0), default=len(url))
        netloc, url = url[2:end], url[end:]
        if ("[" in netloc) != ("]" in netloc):
            raise ValueError("Invalid IPv6 URL")
    if allow_fragments and "#" in url:
        url, fragment = url.split("#", 1)
    if "?" in url:
        url, query = url.split("?", 1)
    return back(SplitResult(scheme, netloc, url, query, fragment))


def urlunparse(components):
    (scheme, netloc, url, params, query, fragment), back = _as_text(*components)
    if params:
        url = "%s;%s" % (url, params)
    return back(urlunsplit((scheme, netloc, url, query, fragment)))


def urlunsplit(components):
    (scheme, netloc, url, query, fragment), back = _as_text(*components)
    if netloc:
        if url and url[:1] != "/":
            url = "/" + url
        url = "//" + netloc + url
    elif url[:2] == "//":
        url = "//" + url
    elif scheme and scheme in uses_netloc and (not url or url[:1] == "/"):
        url = "//" + url
    if scheme:
        url = scheme + ":" + url
    if query:
        url += "?" + query
    if fragment:
        url += "#" + fragment
    return back(url)


def urljoin(base, url, allow_fragments=True):
    """Return a URL that is given relative to another one in full."""
    if not base:
        return url
    if not url:
        return base
    (base, url), back = _as_text(base, url)
    b = urlparse(base, "", allow_fragments)
    u = urlparse(url, b.scheme, allow_fragments)
    if u.scheme != b.scheme or u.scheme not in uses_relative:
        return back(url)
    if u.scheme in uses_netloc and u.netloc:
        return back(urlunparse(u))
    u = u._replace(netloc=b.netloc) if u.scheme in uses_netloc else u
    if not u.path and not u.params:
        return back(urlunparse(u._replace(path=b.path, params=b.params, query=u.query or b.query)))
    before = b.path.split("/")
    if before[-1] != "":
        del before[-1]
    parts = u.path.split("/")
    if u.path[:1] != "/":
        parts = before + parts
        parts[1:-1] = filter(None, parts[1:-1])
    resolved = []
    for part in parts:
        if part == "..":
            if resolved:
                resolved.pop()
        elif part != ".":
            resolved.append(part)
    if parts[-1] in (".", ".."):
        resolved.append("")
    return back(urlunparse(u._replace(path="/".join(resolved) or "/")))


def urldefrag(url):
    (url,), back = _as_text(url)
    if "#" in url:
        s, n, p, a, q, frag = urlparse(url)
        return back(DefragResult(urlunparse((s, n, p, a, q, "")), frag))
    return back(DefragResult(url, ""))


_ALWAYS_SAFE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~")


def quote(string, safe="/", encoding=None, errors=None):
    """Replace characters that may not be in a URL by %xx."""
    if isinstance(string, str):
        if not string:
            return string
        string = string.encode(encoding or "utf-8", errors or "strict")
    else:
        if encoding is not None:
            raise TypeError("quote() doesn't support 'encoding' for bytes")
        if errors is not None:
            raise TypeError("quote() doesn't support 'errors' for bytes")
    return quote_from_bytes(string, safe)


def quote_plus(string, safe="", encoding=None, errors=None):
    space = " " if isinstance(string, str) else b" "
    if space not in string:
        return quote(string, safe, encoding, errors)
    string = quote(string, safe + (" " if isinstance(safe, str) else b" "), encoding, errors)
    return string.replace(" ", "+")


def quote_from_bytes(bs, safe="/"):
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError("quote_from_bytes() expected bytes")
    if isinstance(safe, str):
        safe = safe.encode("ascii", "ignore")
    kept = _ALWAYS_SAFE | frozenset(c for c in safe if c < 128)
    return "".join(chr(c) if c in kept else "%%%02X" % c for c in bs)


def unquote_to_bytes(string):
    if not string:
        return b""
    if isinstance(string, str):
        string = string.encode("utf-8")
    return re.sub(rb"%([0-9A-Fa-f]{2})", lambda m: bytes([int(m[1], 16)]), string)


def unquote(string, encoding="utf-8", errors="replace"):
    if isinstance(string, (bytes, bytearray)):
        return unquote_to_bytes(string).decode(encoding or "utf-8", errors or "replace")
    if "%" not in string:
        return string
    return re.sub(r"(?:%[0-9A-Fa-f]{2})+", lambda m: bytes.fromhex(m[0].replace("%", "")).decode(encoding or "utf-8", errors or "replace"), string)


def unquote_plus(string, encoding="utf-8", errors="replace"):
    return unquote(string.replace("+", " "), encoding, errors)


def parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding="utf-8", errors="replace", max_num_fields=None, separator="&"):
    """Return the lists of values of the names in a query."""
    result = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator):
        result.setdefault(name, []).append(value)
    return result


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding="utf-8", errors="replace", max_num_fields=None, separator="&"):
    """Return the (name, value) pairs of a query."""
    if not separator or not isinstance(separator, (str, bytes)):
        raise ValueError("Separator must be of type string or bytes.")
    if isinstance(qs, str):
        if not isinstance(separator, str):
            separator = str(separator, "ascii")
        decode = lambda s: unquote(s.replace("+", " "), encoding=encoding, errors=errors)
        equals, empty = "=", ""
    else:
        if not qs:
            return []
        qs = bytes(qs)
        if isinstance(separator, str):
            separator = bytes(separator, "ascii")
        decode = lambda s: unquote_to_bytes(s.replace(b"+", b" "))
        equals, empty = b"=", b""
    if not qs:
        return []
    if max_num_fields is not None and max_num_fields < 1 + qs.count(separator):
        raise ValueError("Max number of fields exceeded")
    result = []
    for pair in qs.split(separator):
        if not pair and not strict_parsing:
            continue
        name, has_equals, value = pair.partition(equals)
        if not has_equals and strict_parsing:
            raise ValueError("bad query field: %r" % (pair,))
        if value or keep_blank_values:
            result.append((decode(name), decode(value) if value else empty))
    return result


def urlencode(query, doseq=False, safe="", encoding=None, errors=None, quote_via=quote_plus):
    """Make a query of a mapping or of pairs."""
    if hasattr(query, "items"):
        query = query.items()
    else:
        try:
            if len(query) and not isinstance(query[0], tuple):
                raise TypeError
        except TypeError:
            raise TypeError("not a valid non-string sequence or mapping object") from None

    def text(value):
        return quote_via(value, safe) if isinstance(value, bytes) else quote_via(str(value), safe, encoding, errors)

    pairs = []
    for k, v in query:
        if doseq and not isinstance(v, (str, bytes)):
            try:
                len(v)
            except TypeError:
                pairs.append(text(k) + "=" + text(v))
            else:
                pairs += [text(k) + "=" + text(item) for item in v]
        else:
            pairs.append(text(k) + "=" + text(v))
    return "&".join(pairs)
