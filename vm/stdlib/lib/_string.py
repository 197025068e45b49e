"""What string.Formatter and its relatives take format strings apart with."""


def formatter_parser(format_string, /):
    """Tuples of literal text, field name, format specification and conversion."""
    from string import Formatter
    return Formatter().parse(format_string)


def formatter_field_name_split(field_name, /):
    """The first part of a field name, and an iterator over pairs: whether a part is an attribute, and the part."""
    if not isinstance(field_name, str):
        raise TypeError(f"expected str, got {type(field_name).__name__}")
    end = next((i for i, c in enumerate(field_name) if c in ".["), len(field_name))
    first = field_name[:end]
    return int(first) if first.isdecimal() else first, _parts(field_name[end:])


def _parts(rest):
    while rest:
        if rest[0] == ".":
            end = next((i for i, c in enumerate(rest[1:], 1) if c in ".["), len(rest))
            name, rest = rest[1:end], rest[end:]
            attribute = True
        elif rest[0] == "[":
            end = rest.find("]")
            if end < 0:
                raise ValueError("Missing ']' in format string")
            name, rest = rest[1:end], rest[end + 1:]
            attribute = False
        else:
            raise ValueError("Only '.' or '[' may follow ']' in format field specifier")
        if not name:
            raise ValueError("Empty attribute in format string")
        yield attribute, name if attribute or not name.isdecimal() else int(name)
