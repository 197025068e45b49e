"""Base64 and base16."""

_alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_values = {c: i for i, c in enumerate(_alphabet)}


def b64encode(s, altchars=None):
    out = bytearray()
    for i in range(0, len(s), 3):
        chunk = s[i:i + 3]
        n = int.from_bytes(chunk + bytes(3 - len(chunk)), "big")
        quad = [_alphabet[n >> 18 & 63], _alphabet[n >> 12 & 63], _alphabet[n >> 6 & 63], _alphabet[n & 63]]
        for j in range(len(chunk) + 1, 4):
            quad[j] = 61
        out.extend(bytes(quad))
    result = bytes(out)
    if altchars is not None:
        result = result.replace(b"+", altchars[:1]).replace(b"/", altchars[1:2])
    return result


def b64decode(s, altchars=None, validate=False):
    if isinstance(s, str):
        s = s.encode("ascii")
    if altchars is not None:
        s = s.replace(altchars[:1], b"+").replace(altchars[1:2], b"/")
    digits = [_values[c] for c in s if c in _values]
    if len(digits) % 4 == 1 or (len(digits) + s.count(b"=")) % 4:
        raise ValueError("Incorrect padding")
    out = bytearray()
    for i in range(0, len(digits), 4):
        quad = digits[i:i + 4]
        n = 0
        for d in quad + [0] * (4 - len(quad)):
            n = n << 6 | d
        out.extend(n.to_bytes(3, "big")[:len(quad) - 1])
    return bytes(out)


standard_b64encode = b64encode
standard_b64decode = b64decode


def urlsafe_b64encode(s):
    return b64encode(s, b"-_")


def urlsafe_b64decode(s):
    return b64decode(s, b"-_")


def b16encode(s):
    return s.hex().upper().encode()


def b16decode(s, casefold=False):
    return bytes.fromhex(s.decode() if isinstance(s, bytes) else s)
