"""Encodings by their names, and files of encoded text."""

import builtins
import io

from _codecs import (backslashreplace_errors, builtin_name as _builtin_name, decode, encode, ignore_errors, lookup_error, namereplace_errors, register_error,
                     replace_errors, strict_errors, xmlcharrefreplace_errors)

__all__ = ["lookup", "encode", "decode", "open", "getencoder", "getdecoder", "getincrementalencoder", "getincrementaldecoder", "getreader",
           "getwriter", "iterencode", "iterdecode", "register", "unregister", "register_error", "lookup_error", "CodecInfo", "Codec", "IncrementalEncoder",
           "IncrementalDecoder", "StreamReader", "StreamWriter", "BOM", "BOM_UTF8", "BOM_UTF16", "BOM_UTF32", "BOM_LE", "BOM_BE",
           "BOM_UTF16_LE", "BOM_UTF16_BE", "BOM_UTF32_LE", "BOM_UTF32_BE", "strict_errors", "ignore_errors", "replace_errors",
           "xmlcharrefreplace_errors", "backslashreplace_errors", "namereplace_errors", "EncodedFile", "StreamReaderWriter", "StreamRecoder"]

BOM_UTF8 = b"\xef\xbb\xbf"
BOM_LE = BOM_UTF16_LE = BOM = BOM_UTF16 = b"\xff\xfe"
BOM_BE = BOM_UTF16_BE = b"\xfe\xff"
BOM_UTF32_LE = BOM_UTF32 = b"\xff\xfe\x00\x00"
BOM_UTF32_BE = b"\x00\x00\xfe\xff"

# The encodings that are not from text to bytes, by their names.
_TRANSFORMS = {"rot13": "rot13", "rot_13": "rot13", "hex": "hex", "hex_codec": "hex", "base64": "base64", "base64_codec": "base64", "base_64": "base64",
               "zlib": "zlib", "zlib_codec": "zlib", "zip": "zlib"}

# What CodecInfo.name says of encodings whose usual name is another.
_NAMES = {"latin-1": "iso8859-1", "shift-jis": "shift_jis", "euc-jp": "euc_jp", "euc-kr": "euc_kr", "iso2022-jp": "iso2022_jp"}


class CodecInfo(tuple):
    """The functions of an encoding."""

    def __new__(cls, encode, decode, streamreader=None, streamwriter=None, incrementalencoder=None, incrementaldecoder=None, name=None, *,
                _is_text_encoding=None):
        info = super().__new__(cls, (encode, decode, streamreader, streamwriter))
        info.encode, info.decode, info.streamreader, info.streamwriter = info
        info.incrementalencoder, info.incrementaldecoder = incrementalencoder, incrementaldecoder
        info.name, info._is_text_encoding = name, _is_text_encoding is not False
        return info

    def __repr__(self):
        return "<%s.%s object for encoding %s at %#x>" % (self.__class__.__module__, self.__class__.__qualname__, self.name, id(self))


class Codec:
    def encode(self, input, errors="strict"):
        raise NotImplementedError

    def decode(self, input, errors="strict"):
        raise NotImplementedError


class IncrementalEncoder:
    """Encodes text that comes in pieces."""

    def __init__(self, errors="strict"):
        self.errors = errors

    def encode(self, input, final=False):
        raise NotImplementedError

    def reset(self):
        pass

    def getstate(self):
        return 0

    def setstate(self, state):
        pass


class IncrementalDecoder:
    """Decodes bytes that come in pieces, which may end within a character."""

    def __init__(self, errors="strict"):
        self.errors = errors
        self.buffer = b""

    def decode(self, input, final=False):
        raise NotImplementedError

    def reset(self):
        self.buffer = b""

    def getstate(self):
        return self.buffer, 0

    def setstate(self, state):
        self.buffer = state[0]


class StreamWriter(Codec):
    """Writes text to a file of bytes."""

    def __init__(self, stream, errors="strict"):
        self.stream = stream
        self.errors = errors

    def write(self, object):
        self.stream.write(self.encode(object, self.errors)[0])

    def writelines(self, list):
        self.write("".join(list))

    def reset(self):
        pass

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()


class StreamReader(Codec):
    """Reads text from a file of bytes."""

    def __init__(self, stream, errors="strict"):
        self.stream = stream
        self.errors = errors
        self._text = None

    def _rest(self):
        if self._text is None:
            self._text = io.StringIO(self.decode(self.stream.read(), self.errors)[0], newline="")
        return self._text

    def read(self, size=-1, chars=-1, firstline=False):
        return self._rest().read(chars if chars >= 0 else size)

    def __iter__(self):
        return self

    def __next__(self):
        return next(iter(self.readline, ""))

    def readlines(self, sizehint=None, keepends=True):
        return self._rest().read().splitlines(keepends)

    def readline(self, size=None, keepends=True):
        line = self._rest().readline()
        return line if keepends else line.rstrip("\r\n")

    def seek(self, offset, whence=0):
        self._text = None
        self.stream.seek(offset, whence)

    def reset(self):
        self._text = None

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()


def _rot13(text):
    return "".join(chr((ord(c) - base + 13) % 26 + base) if (base := 65 if "A" <= c <= "Z" else 97 if "a" <= c <= "z" else 0) else c for c in text)


def _transforms(name):
    """Return the functions of an encoding that is not from text to bytes, or None."""
    if name == "rot13":
        return (lambda s, errors="strict": (_rot13(s), len(s))), (lambda s, errors="strict": (_rot13(s), len(s)))
    if name == "hex":
        import binascii
        return (lambda b, errors="strict": (binascii.hexlify(b), len(b))), (lambda b, errors="strict": (binascii.unhexlify(b), len(b)))
    if name == "base64":
        import base64
        return (lambda b, errors="strict": (base64.encodebytes(b), len(b))), (lambda b, errors="strict": (base64.decodebytes(b), len(b)))
    if name == "zlib":
        import zlib
        return (lambda b, errors="strict": (zlib.compress(b), len(b))), (lambda b, errors="strict": (zlib.decompress(b), len(b)))
    return None


_infos = {}
_searches = []


def register(search_function, /):
    """Ask a function for encodings that are not known."""
    if not callable(search_function):
        raise TypeError("argument must be callable")
    _searches.append(search_function)


def unregister(search_function, /):
    if search_function in _searches:
        _searches.remove(search_function)
        for name in [name for name, info in _infos.items() if info in _found]:
            del _infos[name]


_found = []


def lookup(encoding, /):
    """Return what there is of an encoding."""
    if not isinstance(encoding, str):
        raise TypeError(f"lookup() argument must be str, not {type(encoding).__name__}")
    key = encoding.lower().replace(" ", "_").replace("-", "_")
    if key in _infos:
        return _infos[key]
    name = _TRANSFORMS.get(key)
    if name is not None:
        info = _make(name, _transforms(name))
    elif (name := _builtin_name(encoding)) is not None:
        info = _make(_NAMES.get(name, name), None)
    else:
        for search in _searches:
            info = search(key)
            if info is not None:
                if not isinstance(info, tuple) or len(info) != 4:
                    raise TypeError("codec search functions must return 4-tuples")
                _found.append(info)
                break
        else:
            raise LookupError(f"unknown encoding: {encoding}")
    _infos[key] = info
    return info


def _text_function(encoding, which):
    """Return the encoder or decoder for str.encode and bytes.decode."""
    info = lookup(encoding)
    if not getattr(info, "_is_text_encoding", True):
        raise LookupError(f"'{encoding}' is not a text encoding; use codecs.{which}() to handle arbitrary codecs")
    return info[0] if which == "encode" else info[1]


# The encodings that begin with a mark, and what the rest is in.
_MARKED = {"utf-8-sig": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}


def _make(name, transforms):
    if transforms is not None:
        encode, decode = transforms
    else:
        def encode(s, errors="strict"):
            return s.encode(name, errors), len(s)

        def decode(b, errors="strict"):
            return bytes(b).decode(name, errors), len(b)

    class Encoder(IncrementalEncoder):
        began = False

        def encode(self, input, final=False):
            if self.began and name in _MARKED:
                return input.encode(_MARKED[name], self.errors)
            self.began = True
            return encode(input, self.errors)[0]

        def reset(self):
            self.began = False

        def getstate(self):
            return int(self.began)

        def setstate(self, state):
            self.began = bool(state)

    class Decoder(IncrementalDecoder):
        def decode(self, input, final=False):
            data = self.buffer + bytes(input)
            if not final and name.startswith("utf"):
                for cut in range(len(data), max(len(data) - 4, -1), -1):
                    try:
                        text = decode(data[:cut], "strict")[0]
                    except UnicodeDecodeError:
                        continue
                    self.buffer = data[cut:]
                    return text
            self.buffer = b""
            return decode(data, self.errors)[0]

    class Reader(StreamReader):
        pass

    class Writer(StreamWriter):
        pass

    for kind in (Reader, Writer):
        kind.encode, kind.decode = staticmethod(encode), staticmethod(decode)
    return CodecInfo(encode, decode, Reader, Writer, Encoder, Decoder, name, _is_text_encoding=transforms is None)


def _converted(which, obj, encoding, errors):
    """What encode and decode give."""
    return getattr(lookup(encoding), which)(obj, errors)[0]


def getencoder(encoding):
    return lookup(encoding).encode


def getdecoder(encoding):
    return lookup(encoding).decode


def getincrementalencoder(encoding):
    return lookup(encoding).incrementalencoder


def getincrementaldecoder(encoding):
    return lookup(encoding).incrementaldecoder


def getreader(encoding):
    return lookup(encoding).streamreader


def getwriter(encoding):
    return lookup(encoding).streamwriter


def utf_8_encode(s, errors="strict", /):
    return s.encode("utf-8", errors or "strict"), len(s)


def utf_8_decode(b, errors="strict", final=False, /):
    return bytes(b).decode("utf-8", errors or "strict"), len(b)


def latin_1_encode(s, errors="strict", /):
    return s.encode("latin-1", errors or "strict"), len(s)


def ascii_encode(s, errors="strict", /):
    return s.encode("ascii", errors or "strict"), len(s)


def escape_decode(b, errors="strict", /):
    text = bytes(b).decode("latin-1") if not isinstance(b, str) else b
    return text.encode("latin-1").decode("unicode_escape").encode("latin-1"), len(b)


def iterencode(iterator, encoding, errors="strict", **kwargs):
    encode = getincrementalencoder(encoding)(errors, **kwargs).encode
    yield from filter(None, map(encode, iterator))


def iterdecode(iterator, encoding, errors="strict", **kwargs):
    decode = getincrementaldecoder(encoding)(errors, **kwargs).decode
    yield from filter(None, map(decode, iterator))
    rest = decode(b"", True)
    if rest:
        yield rest


def open(filename, mode="r", encoding=None, errors="strict", buffering=-1):
    """Open a file of text in an encoding, without translating line ends."""
    if encoding is not None and "b" not in mode:
        mode += "b"
    file = builtins.open(filename, mode, buffering)
    if encoding is None:
        return file
    info = lookup(encoding)
    return StreamReaderWriter(file, info.streamreader, info.streamwriter, errors)


class _BothWays:
    """A file with a reader and a writer; what it has not itself is the file's."""

    def __init__(self, stream, Reader, Writer, errors):
        self.stream, self.errors = stream, errors
        self.reader, self.writer = (kind(stream, errors) for kind in (Reader, Writer))

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __iter__(self):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self.stream.close()


class StreamReaderWriter(_BothWays):
    """A file for reading and writing text."""

    def __init__(self, stream, Reader, Writer, errors="strict"):
        super().__init__(stream, Reader, Writer, errors)

    def __next__(self):
        return next(self.reader)

    def read(self, size=-1):
        return self.reader.read(size)

    def readlines(self, sizehint=None):
        return self.reader.readlines(sizehint)

    def readline(self, size=None, keepends=True):
        return self.reader.readline(size, keepends)

    def writelines(self, list):
        return self.writer.writelines(list)

    def write(self, data):
        return self.writer.write(data)

    def seek(self, offset, whence=0):
        self.reader.reset()
        self.stream.seek(offset, whence)


class StreamRecoder(_BothWays):
    """A file of bytes in one encoding, seen as bytes in another."""

    def __init__(self, stream, encode, decode, Reader, Writer, errors="strict"):
        super().__init__(stream, Reader, Writer, errors)
        self.encode, self.decode = encode, decode

    def read(self, size=-1):
        return self.encode(self.reader.read(size), self.errors)[0]

    def readline(self, size=None):
        return self.encode(self.reader.readline(), self.errors)[0]

    def readlines(self, sizehint=None):
        return self.encode(self.reader.read(), self.errors)[0].splitlines(keepends=True)

    def __next__(self):
        return self.encode(next(self.reader), self.errors)[0]

    def write(self, data):
        return self.writer.write(self.decode(data, self.errors)[0])

    def writelines(self, list):
        return self.write(b"".join(list))

    def reset(self):
        for side in (self.reader, self.writer):
            side.reset()


def EncodedFile(file, data_encoding, file_encoding=None, errors="strict"):
    data = lookup(data_encoding)
    stored = lookup(file_encoding or data_encoding)
    return StreamRecoder(file, data.encode, data.decode, stored.streamreader, stored.streamwriter, errors)
