"""Encoding JSON."""

from json import JSONEncoder


def encode_basestring_ascii(s):
    """Return a text as JSON in ASCII."""
    if not isinstance(s, str):
        raise TypeError(f"first argument must be a string, not {type(s).__name__}")
    return JSONEncoder(ensure_ascii=True).encode(str(s))


def encode_basestring(s):
    if not isinstance(s, str):
        raise TypeError(f"first argument must be a string, not {type(s).__name__}")
    return JSONEncoder(ensure_ascii=False).encode(str(s))


py_encode_basestring_ascii, py_encode_basestring = encode_basestring_ascii, encode_basestring
c_make_encoder = None
