"""Universally unique identifiers (RFC 9562)."""

import os
import time
from enum import Enum

RESERVED_NCS, RFC_4122, RESERVED_MICROSOFT, RESERVED_FUTURE = [
    "reserved for NCS compatibility", "specified in RFC 4122", "reserved for Microsoft compatibility", "reserved for future definition"]


class SafeUUID(Enum):
    safe = 0
    unsafe = -1
    unknown = None


class UUID:
    """An identifier of 128 bits, made of one of its forms."""

    __slots__ = ("int", "is_safe", "__weakref__")

    def __init__(self, hex=None, bytes=None, bytes_le=None, fields=None, int=None, version=None, *, is_safe=SafeUUID.unknown):
        if [hex, bytes, bytes_le, fields, int].count(None) != 4:
            raise TypeError("one of the hex, bytes, bytes_le, fields, or int arguments must be given")
        if hex is not None:
            hex = hex.replace("urn:", "").replace("uuid:", "").strip("{}").replace("-", "")
            if len(hex) != 32:
                raise ValueError("badly formed hexadecimal UUID string")
            int = int_(hex, 16)
        if bytes_le is not None:
            if len(bytes_le) != 16:
                raise ValueError("bytes_le is not a 16-char string")
            bytes = bytes_le[3::-1] + bytes_le[5:3:-1] + bytes_le[7:5:-1] + bytes_le[8:]
        if bytes is not None:
            if len(bytes) != 16:
                raise ValueError("bytes is not a 16-char string")
            int = int_.from_bytes(bytes)
        if fields is not None:
            if len(fields) != 6:
                raise ValueError("fields is not a 6-tuple")
            names = ("32-bit", "16-bit", "16-bit", "8-bit", "8-bit", "48-bit")
            int = 0
            for i, (value, name) in enumerate(zip(fields, names), 1):
                bits = int_(name[:-4])
                if not 0 <= value < 1 << bits:
                    raise ValueError(f"field {i} out of range (need a {name} value)")
                int = int << bits | value
        if not 0 <= int < 1 << 128:
            raise ValueError("int is out of range (need a 128-bit value)")
        if version is not None:
            if not 1 <= version <= 8:
                raise ValueError("illegal version number")
            int = int & ~(0xc000 << 48) | 0x8000 << 48
            int = int & ~(0xf000 << 64) | version << 76
        object.__setattr__(self, "int", int)
        object.__setattr__(self, "is_safe", is_safe)

    def __getstate__(self):
        return {"int": self.int}

    def __setstate__(self, state):
        object.__setattr__(self, "int", state["int"])
        object.__setattr__(self, "is_safe", SafeUUID.unknown)

    def __eq__(self, other):
        return self.int == other.int if isinstance(other, UUID) else NotImplemented

    def __lt__(self, other):
        return self.int < other.int if isinstance(other, UUID) else NotImplemented

    def __gt__(self, other):
        return self.int > other.int if isinstance(other, UUID) else NotImplemented

    def __le__(self, other):
        return self.int <= other.int if isinstance(other, UUID) else NotImplemented

    def __ge__(self, other):
        return self.int >= other.int if isinstance(other, UUID) else NotImplemented

    def __hash__(self):
        return hash(self.int)

    def __int__(self):
        return self.int

    def __repr__(self):
        return "%s(%r)" % (self.__class__.__name__, str(self))

    def __setattr__(self, name, value):
        raise TypeError("UUID objects are immutable")

    def __str__(self):
        x = self.hex
        return f"{x[:8]}-{x[8:12]}-{x[12:16]}-{x[16:20]}-{x[20:]}"

    @property
    def bytes(self):
        return self.int.to_bytes(16)

    @property
    def bytes_le(self):
        b = self.bytes
        return b[3::-1] + b[5:3:-1] + b[7:5:-1] + b[8:]

    @property
    def fields(self):
        return self.time_low, self.time_mid, self.time_hi_version, self.clock_seq_hi_variant, self.clock_seq_low, self.node

    @property
    def time_low(self):
        return self.int >> 96

    @property
    def time_mid(self):
        return self.int >> 80 & 0xffff

    @property
    def time_hi_version(self):
        return self.int >> 64 & 0xffff

    @property
    def clock_seq_hi_variant(self):
        return self.int >> 56 & 0xff

    @property
    def clock_seq_low(self):
        return self.int >> 48 & 0xff

    @property
    def time(self):
        if self.version == 6:
            return self.int >> 96 << 28 | (self.int >> 80 & 0xffff) << 12 | self.int >> 64 & 0x0fff
        if self.version == 7:
            return self.int >> 80
        return (self.time_hi_version & 0x0fff) << 48 | self.time_mid << 32 | self.time_low

    @property
    def clock_seq(self):
        return (self.clock_seq_hi_variant & 0x3f) << 8 | self.clock_seq_low

    @property
    def node(self):
        return self.int & 0xffffffffffff

    @property
    def hex(self):
        return "%032x" % self.int

    @property
    def urn(self):
        return "urn:uuid:" + str(self)

    @property
    def variant(self):
        top = self.int >> 61 & 7
        return RESERVED_NCS if top < 4 else RFC_4122 if top < 6 else RESERVED_MICROSOFT if top == 6 else RESERVED_FUTURE

    @property
    def version(self):
        return self.int >> 76 & 0xf if self.variant == RFC_4122 else None


int_ = int
_node = None


def getnode():
    """Return a number for this machine: a random one, marked as such."""
    global _node
    if _node is None:
        _node = int.from_bytes(os.urandom(6)) | 1 << 40
    return _node


_last_time = None


def _timestamp():
    global _last_time
    now = time.time_ns() // 100 + 0x01b21dd213814000
    if _last_time is not None and now <= _last_time:
        now = _last_time + 1
    _last_time = now
    return now


def uuid1(node=None, clock_seq=None):
    now = _timestamp()
    if clock_seq is None:
        clock_seq = int.from_bytes(os.urandom(2)) & 0x3fff
    return UUID(fields=(now & 0xffffffff, now >> 32 & 0xffff, now >> 48 & 0x0fff, clock_seq >> 8 & 0x3f, clock_seq & 0xff,
                        getnode() if node is None else node), version=1)


def uuid3(namespace, name):
    from hashlib import md5
    return _named(md5, namespace, name, 3)


def uuid4():
    return UUID(bytes=os.urandom(16), version=4)


def uuid5(namespace, name):
    from hashlib import sha1
    return _named(sha1, namespace, name, 5)


def _named(hash, namespace, name, version):
    if isinstance(name, str):
        name = name.encode("utf-8")
    return UUID(bytes=hash(namespace.bytes + name).digest()[:16], version=version)


def uuid6(node=None, clock_seq=None):
    now = _timestamp()
    if clock_seq is None:
        clock_seq = int.from_bytes(os.urandom(2)) & 0x3fff
    value = (now >> 12 & 0xffffffffffff) << 80 | (now & 0xfff) << 64 | (clock_seq & 0x3fff) << 48 | (getnode() if node is None else node)
    return UUID(int=value, version=6)


_last_v7 = None


def uuid7():
    """An identifier that sorts by the time when it was made."""
    global _last_v7
    stamp = time.time_ns() // 1000000
    random = int.from_bytes(os.urandom(10))
    counter, tail = random >> 39 & 0x1ffffffffff, random & 0xffffffff
    if _last_v7 is not None and stamp <= _last_v7[0]:
        stamp, counter = _last_v7[0], _last_v7[1] + 1
        if counter >> 42:
            stamp, counter = stamp + 1, 0
    _last_v7 = stamp, counter
    return UUID(int=(stamp & 0xffffffffffff) << 80 | (counter >> 30 & 0xfff) << 64 | (counter & 0x3fffffff) << 32 | tail, version=7)


def uuid8(a=None, b=None, c=None):
    random = int.from_bytes(os.urandom(16))
    a = random >> 80 if a is None else a
    b = random >> 64 if b is None else b
    c = random if c is None else c
    return UUID(int=(a & 0xffffffffffff) << 80 | (b & 0xfff) << 64 | c & 0x3fffffffffffffff, version=8)


NAMESPACE_DNS = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_URL = UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_OID = UUID("6ba7b812-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_X500 = UUID("6ba7b814-9dad-11d1-80b4-00c04fd430c8")
NIL = UUID("00000000-0000-0000-0000-000000000000")
MAX = UUID("ffffffff-ffff-ffff-ffff-ffffffffffff")
