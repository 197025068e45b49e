"""Reading of TOML documents."""

__all__ = ["TOMLDecodeError", "load", "loads"]


class TOMLDecodeError(ValueError):
    """A document is not valid TOML."""


def load(fp, /, *, parse_float=float):
    data = fp.read()
    if not isinstance(data, bytes):
        raise TypeError("File must be opened in binary mode, e.g. use `open('foo.toml', 'rb')`")
    return loads(data.decode(), parse_float=parse_float)


def loads(text, /, *, parse_float=float):
    from _toml import parse
    if not isinstance(text, str):
        raise TypeError(f"Expected str object, not '{type(text).__qualname__}'")
    try:
        return parse(text, None if parse_float is float else parse_float, _time)
    except ValueError as e:
        raise TOMLDecodeError(str(e)) from None


def _time(text):
    import datetime
    if "T" in text:
        return datetime.datetime.fromisoformat(text)
    return (datetime.time if ":" in text else datetime.date).fromisoformat(text)
