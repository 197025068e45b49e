"""Bytes as text: the encodings of RFC 4648, and Base85."""

import binascii
import struct

__all__ = ["encode", "decode", "encodebytes", "decodebytes", "b64encode", "b64decode", "b32encode", "b32decode", "b32hexencode", "b32hexdecode",
           "b16encode", "b16decode", "b85encode", "b85decode", "a85encode", "a85decode", "z85encode", "z85decode", "standard_b64encode",
           "standard_b64decode", "urlsafe_b64encode", "urlsafe_b64decode"]

MAXLINESIZE = 76
MAXBINSIZE = MAXLINESIZE // 4 * 3


def _bytes_of(s):
    if isinstance(s, str):
        try:
            return s.encode("ascii")
        except UnicodeEncodeError:
            raise ValueError("string argument should contain only ASCII characters")
    if isinstance(s, (bytes, bytearray)):
        return s
    try:
        return memoryview(s).tobytes()
    except TypeError:
        raise TypeError("argument should be a bytes-like object or ASCII string, not %r" % s.__class__.__name__) from None


def _mapped(s, source, target):
    """Replace single bytes by others."""
    table = dict(zip(source, target))
    return bytes(table.get(c, c) for c in s)


def b64encode(s, altchars=None):
    encoded = binascii.b2a_base64(s, newline=False)
    if altchars is not None:
        assert len(altchars) == 2, repr(altchars)
        return _mapped(encoded, b"+/", altchars)
    return encoded


def b64decode(s, altchars=None, validate=False):
    s = _bytes_of(s)
    if altchars is not None:
        altchars = _bytes_of(altchars)
        assert len(altchars) == 2, repr(altchars)
        s = _mapped(s, altchars, b"+/")
    return binascii.a2b_base64(s, strict_mode=validate)


def standard_b64encode(s):
    return b64encode(s)


def standard_b64decode(s):
    return b64decode(s)


def urlsafe_b64encode(s):
    return b64encode(s, b"-_")


def urlsafe_b64decode(s):
    return b64decode(s, b"-_")


_B32 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_B32_HEX = b"0123456789ABCDEFGHIJKLMNOPQRSTUV"


def _b32encode(alphabet, s):
    s = bytes(s) if isinstance(s, (bytes, bytearray)) else memoryview(s).tobytes()
    rest = -len(s) % 5
    padded = s + bytes(rest)
    out = bytearray()
    for i in range(0, len(padded), 5):
        n = int.from_bytes(padded[i:i + 5])
        out += bytes(alphabet[n >> shift & 31] for shift in range(35, -1, -5))
    pad = {0: 0, 1: 1, 2: 3, 3: 4, 4: 6}[rest]
    if pad:
        out[-pad:] = b"=" * pad
    return bytes(out)


def _b32decode(alphabet, s, casefold=False, map01=None):
    s = bytes(_bytes_of(s))
    if len(s) % 8:
        raise binascii.Error("Incorrect padding")
    if map01 is not None:
        map01 = _bytes_of(map01)
        assert len(map01) == 1, repr(map01)
        s = _mapped(s, b"01", b"O" + map01)
    if casefold:
        s = s.upper()
    size = len(s)
    s = s.rstrip(b"=")
    pad = size - len(s)
    values = {c: i for i, c in enumerate(alphabet)}
    out = bytearray()
    n = 0
    for i in range(0, len(s), 8):
        n = 0
        group = s[i:i + 8]
        try:
            for c in group:
                n = n << 5 | values[c]
        except KeyError:
            raise binascii.Error("Non-base32 digit found") from None
        out += (n << 5 * (8 - len(group))).to_bytes(5)
    if pad not in (0, 1, 3, 4, 6):
        raise binascii.Error("Incorrect padding")
    if pad and out:
        del out[-(5 - (43 - 5 * pad) // 8):]
    return bytes(out)


def b32encode(s):
    return _b32encode(_B32, s)


def b32decode(s, casefold=False, map01=None):
    return _b32decode(_B32, s, casefold, map01)


def b32hexencode(s):
    return _b32encode(_B32_HEX, s)


def b32hexdecode(s, casefold=False):
    return _b32decode(_B32_HEX, s, casefold)


def b16encode(s):
    return binascii.hexlify(s).upper()


def b16decode(s, casefold=False):
    s = bytes(_bytes_of(s))
    if casefold:
        s = s.upper()
    if any(c not in b"0123456789ABCDEF" for c in s):
        raise binascii.Error("Non-base16 digit found")
    return binascii.unhexlify(s)


def _85encode(b, alphabet, pad=False, foldnuls=False, foldspaces=False):
    b = bytes(b) if isinstance(b, (bytes, bytearray)) else memoryview(b).tobytes()
    rest = -len(b) % 4
    words = struct.unpack(f">{(len(b) + rest) // 4}I", b + bytes(rest))
    chunks = []
    for word in words:
        if foldnuls and not word:
            chunks.append(b"z")
        elif foldspaces and word == 0x20202020:
            chunks.append(b"y")
        else:
            digits = []
            for _ in range(5):
                word, digit = divmod(word, 85)
                digits.append(alphabet[digit])
            chunks.append(bytes(reversed(digits)))
    if rest and not pad:
        if chunks[-1] == b"z":
            chunks[-1] = alphabet[:1] * 5
        chunks[-1] = chunks[-1][:-rest]
    return b"".join(chunks)


_A85 = bytes(range(33, 118))
_B85 = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"
_Z85 = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"


def a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False):
    result = _85encode(b, _A85, pad, True, foldspaces)
    if adobe:
        result = b"<~" + result
    if wrapcol:
        wrapcol = max(2 if adobe else 1, wrapcol)
        chunks = [result[i:i + wrapcol] for i in range(0, len(result), wrapcol)]
        if adobe and len(chunks[-1]) + 2 > wrapcol:
            chunks.append(b"")
        result = b"\n".join(chunks)
    if adobe:
        result += b"~>"
    return result


def a85decode(b, *, foldspaces=False, adobe=False, ignorechars=b" \t\n\r\v"):
    b = bytes(_bytes_of(b))
    if adobe:
        if not b.endswith(b"~>"):
            raise ValueError("Ascii85 encoded byte sequences must end with {!r}".format(b"~>"))
        b = b[2:-2] if b.startswith(b"<~") else b[:-2]
    out, group = [], []
    for c in b + b"u" * 4:
        if 33 <= c <= 117:
            group.append(c)
            if len(group) == 5:
                word = 0
                for digit in group:
                    word = word * 85 + digit - 33
                if word > 0xffffffff:
                    raise ValueError("Ascii85 overflow")
                out.append(word.to_bytes(4))
                group = []
        elif c == 122:
            if group:
                raise ValueError("z inside Ascii85 5-tuple")
            out.append(b"\0\0\0\0")
        elif foldspaces and c == 121:
            if group:
                raise ValueError("y inside Ascii85 5-tuple")
            out.append(b"    ")
        elif c not in ignorechars:
            raise ValueError("Non-Ascii85 digit found: %c" % c)
    result = b"".join(out)
    padding = 4 - len(group)
    return result[:-padding] if padding else result


def _85decode(b, alphabet, name):
    b = bytes(_bytes_of(b))
    values = {c: i for i, c in enumerate(alphabet)}
    padding = -len(b) % 5
    b += alphabet[-1:] * padding
    out = []
    for i in range(0, len(b), 5):
        word = 0
        for j, c in enumerate(b[i:i + 5]):
            if c not in values:
                raise ValueError(f"bad {name} character at position {i + j}")
            word = word * 85 + values[c]
        if word > 0xffffffff:
            raise ValueError(f"{name} overflow in hunk starting at byte {i}")
        out.append(word.to_bytes(4))
    result = b"".join(out)
    return result[:-padding] if padding else result


def b85encode(b, pad=False):
    return _85encode(b, _B85, pad)


def b85decode(b):
    return _85decode(b, _B85, "base85")


def z85encode(s):
    return _85encode(s, _Z85)


def z85decode(s):
    return _85decode(s, _Z85, "z85")


def encode(input, output):
    """Encode a file into another one, in lines."""
    while s := input.read(MAXBINSIZE):
        while len(s) < MAXBINSIZE and (more := input.read(MAXBINSIZE - len(s))):
            s += more
        output.write(binascii.b2a_base64(s))


def decode(input, output):
    while line := input.readline():
        output.write(binascii.a2b_base64(line))


def _check_bytes(s):
    try:
        view = memoryview(s)
    except TypeError as err:
        raise TypeError("expected bytes-like object, not %s" % s.__class__.__name__) from err
    if view.ndim != 1:
        raise TypeError("expected 1-D data, not %d-D data from %s" % (view.ndim, s.__class__.__name__))


def encodebytes(s):
    _check_bytes(s)
    return b"".join(binascii.b2a_base64(s[i:i + MAXBINSIZE]) for i in range(0, len(s), MAXBINSIZE))


def decodebytes(s):
    _check_bytes(s)
    return binascii.a2b_base64(s)
