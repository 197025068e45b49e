"""The wire format of protocol buffers, as far as event files need it: messages are lists of (field number, kind, value)."""

import struct

DOUBLE, FLOAT, INT, BYTES, DOUBLES, FLOATS = "double", "float", "int", "bytes", "doubles", "floats"


def varint(n):
    """A whole number, seven bits a byte, low bits first; negative ones as 64 bits."""
    n &= (1 << 64) - 1
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


def message(*fields):
    """The bytes of a message. A value that is None is left out; a str is UTF-8."""
    return b"".join(_field(*f) for f in fields if f[2] is not None)


def _field(number, kind, value):
    if kind == DOUBLE:
        return varint(number << 3 | 1) + struct.pack("<d", value)
    if kind == FLOAT:
        return varint(number << 3 | 5) + struct.pack("<f", value)
    if kind == INT:
        return varint(number << 3) + varint(int(value))
    if kind in (DOUBLES, FLOATS):
        value = struct.pack(f"<{len(value)}{'d' if kind == DOUBLES else 'f'}", *value)
    elif isinstance(value, str):
        value = value.encode()
    return varint(number << 3 | 2) + varint(len(value)) + value


def fields(data):
    """What is in a message: (field number, value), where values of fixed size and of many bytes are bytes."""
    at = 0
    while at < len(data):
        key, at = _read(data, at)
        number, wire = key >> 3, key & 7
        if wire == 0:
            value, at = _read(data, at)
        else:
            size, at = _read(data, at) if wire == 2 else (8 if wire == 1 else 4, at)
            value, at = bytes(data[at:at + size]), at + size
        yield number, value


def _read(data, at):
    n = shift = 0
    while True:
        byte = data[at]
        n |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return n, at
