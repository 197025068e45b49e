"""Keyed hashing (RFC 2104)."""

import hashlib as _hashlib

digest_size = None


class HMAC:
    """An HMAC that data is added to piece by piece."""

    blocksize = 64

    def __init__(self, key, msg=None, digestmod=""):
        if not isinstance(key, (bytes, bytearray)):
            raise TypeError(f"key: expected bytes or bytearray, but got {type(key).__name__!r}")
        if not digestmod:
            raise TypeError("Missing required argument 'digestmod'.")
        if callable(digestmod):
            make = digestmod
        elif isinstance(digestmod, str):
            make = lambda d=b"": _hashlib.new(digestmod, d)
        else:
            make = lambda d=b"": digestmod.new(d)
        self._inner, self._outer = make(), make()
        self.digest_size = self._inner.digest_size
        self.block_size = getattr(self._inner, "block_size", self.blocksize)
        if len(key) > self.block_size:
            key = make(key).digest()
        key = bytes(key).ljust(self.block_size, b"\0")
        self._outer.update(bytes(x ^ 0x5C for x in key))
        self._inner.update(bytes(x ^ 0x36 for x in key))
        if msg is not None:
            self.update(msg)

    @property
    def name(self):
        return f"hmac-{self._inner.name}"

    def update(self, msg):
        self._inner.update(msg)

    def copy(self):
        other = self.__class__.__new__(self.__class__)
        other.digest_size, other.block_size = self.digest_size, self.block_size
        other._inner, other._outer = self._inner.copy(), self._outer.copy()
        return other

    def digest(self):
        h = self._outer.copy()
        h.update(self._inner.digest())
        return h.digest()

    def hexdigest(self):
        return self.digest().hex()


def new(key, msg=None, digestmod=""):
    return HMAC(key, msg, digestmod)


def digest(key, msg, digest):
    return HMAC(key, msg, digest).digest()


def compare_digest(a, b):
    """Compare in a time that does not depend on where the difference is."""
    if isinstance(a, str) and isinstance(b, str):
        if not a.isascii() or not b.isascii():
            raise TypeError("comparing strings with non-ASCII characters is not supported")
        a, b = a.encode("ascii"), b.encode("ascii")
    elif isinstance(a, str) or isinstance(b, str):
        raise TypeError(f"a bytes-like object is required, not '{'str' if isinstance(a, str) else type(b).__name__}'"
                        if not (isinstance(a, str) ^ isinstance(b, str)) else
                        f"unsupported operand types(s) or combination of types: '{type(a).__name__}' and '{type(b).__name__}'")
    a, b = bytes(a), bytes(b)
    difference = len(a) ^ len(b)
    for x, y in zip(a, b):
        difference |= x ^ y
    return difference == 0
