"""Character classes and templates."""

import re as _re

whitespace = " \t\n\r\v\f"
ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdef" + "ABCDEF"
octdigits = "01234567"
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    """Capitalize each word of s."""
    return (sep or " ").join(word.capitalize() for word in s.split(sep))


_none = {}  # tells a missing argument from an empty one


class Template:
    """A string with $name and ${name} to be replaced."""

    delimiter = "$"
    idpattern = r"(?a:[_a-z][_a-z0-9]*)"
    braceidpattern = None
    flags = _re.IGNORECASE

    def __init_subclass__(cls):
        super().__init_subclass__()
        if "pattern" in cls.__dict__:
            pattern = cls.pattern
        else:
            pattern = _template_pattern(cls)
        cls.pattern = _re.compile(pattern, cls.flags | _re.VERBOSE)

    def __init__(self, template):
        self.template = template

    def _invalid(self, match):
        start = match.start("invalid")
        lines = self.template[:start].splitlines(keepends=True)
        if lines:
            column = start - len("".join(lines[:-1]))
            line = len(lines)
        else:
            column, line = 1, 1
        raise ValueError("Invalid placeholder in string: line %d, col %d" % (line, column))

    def substitute(self, mapping=_none, /, **kws):
        """Replace the placeholders; all must have a value."""
        mapping = _merge(mapping, kws)

        def convert(match):
            name = match.group("named") or match.group("braced")
            if name is not None:
                return str(mapping[name])
            if match.group("escaped") is not None:
                return self.delimiter
            if match.group("invalid") is not None:
                self._invalid(match)
            raise ValueError("Unrecognized named group in pattern", self.pattern)

        return self.pattern.sub(convert, self.template)

    def safe_substitute(self, mapping=_none, /, **kws):
        """Replace the placeholders that have a value."""
        mapping = _merge(mapping, kws)

        def convert(match):
            name = match.group("named") or match.group("braced")
            if name is not None:
                try:
                    return str(mapping[name])
                except KeyError:
                    return match.group()
            if match.group("escaped") is not None:
                return self.delimiter
            if match.group("invalid") is not None:
                return match.group()
            raise ValueError("Unrecognized named group in pattern", self.pattern)

        return self.pattern.sub(convert, self.template)

    def is_valid(self):
        return all(m.group("invalid") is None for m in self.pattern.finditer(self.template))

    def get_identifiers(self):
        names = []
        for m in self.pattern.finditer(self.template):
            name = m.group("named") or m.group("braced")
            if name is not None and name not in names:
                names.append(name)
        return names


def _template_pattern(cls):
    delimiter = _re.escape(cls.delimiter)
    name = cls.idpattern
    braced = cls.braceidpattern or cls.idpattern
    return rf"""
    {delimiter}(?:
      (?P<escaped>{delimiter})  |
      (?P<named>{name})         |
      {{(?P<braced>{braced})}}  |
      (?P<invalid>)
    )
    """


Template.pattern = _re.compile(_template_pattern(Template), Template.flags | _re.VERBOSE)


def _merge(mapping, kws):
    if mapping is _none:
        return kws
    if kws:
        return {**mapping, **kws}
    return mapping


class Formatter:
    """str.format, with its steps as methods that can be overridden."""

    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        used = set()
        result, _ = self._vformat(format_string, args, kwargs, used, 2)
        self.check_unused_args(used, args, kwargs)
        return result

    def _vformat(self, format_string, args, kwargs, used, depth, auto=0):
        if depth < 0:
            raise ValueError("Max string recursion exceeded")
        parts = []
        for literal, field, spec, conversion in self.parse(format_string):
            if literal:
                parts.append(literal)
            if field is None:
                continue
            first = _first_part(field)
            if first == "":
                if auto is False:
                    raise ValueError("cannot switch from manual field specification to automatic field numbering")
                field = str(auto) + field
                auto += 1
            elif first.isdigit():
                if auto:
                    raise ValueError("cannot switch from automatic field numbering to manual field specification")
                auto = False
            obj, arg_used = self.get_field(field, args, kwargs)
            used.add(arg_used)
            obj = self.convert_field(obj, conversion)
            spec, auto = self._vformat(spec, args, kwargs, used, depth - 1, auto)
            parts.append(self.format_field(obj, spec))
        return "".join(parts), auto

    def get_value(self, key, args, kwargs):
        if isinstance(key, int):
            return args[key]
        return kwargs[key]

    def check_unused_args(self, used_args, args, kwargs):
        pass

    def format_field(self, value, format_spec):
        return format(value, format_spec)

    def convert_field(self, value, conversion):
        if conversion is None:
            return value
        if conversion == "s":
            return str(value)
        if conversion == "r":
            return repr(value)
        if conversion == "a":
            return ascii(value)
        raise ValueError(f"Unknown conversion specifier {conversion!s}")

    def parse(self, format_string):
        """Yield (literal text, field name, format spec, conversion)."""
        literal = []
        i, n = 0, len(format_string)
        while i < n:
            ch = format_string[i]
            if ch in "{}" and format_string[i:i + 2] == ch * 2:
                literal.append(ch)
                i += 2
                continue
            if ch == "}":
                raise ValueError("Single '}' encountered in format string")
            if ch != "{":
                literal.append(ch)
                i += 1
                continue
            depth, j = 1, i + 1
            while j < n and depth:
                depth += (format_string[j] == "{") - (format_string[j] == "}")
                j += 1
            if depth:
                raise ValueError("expected '}' before end of string" if j > i + 1 else "Single '{' encountered in format string")
            field, spec, conversion = format_string[i + 1:j - 1], "", None
            head, colon, tail = field.partition(":")
            if colon:
                field, spec = head, tail
            if "!" in field:
                field, _, conversion = field.partition("!")
            yield "".join(literal), field, spec, conversion
            literal = []
            i = j
        if literal:
            yield "".join(literal), None, None, None

    def get_field(self, field_name, args, kwargs):
        first = _first_part(field_name)
        key = int(first) if first.isdigit() else first
        obj = self.get_value(key, args, kwargs)
        rest = field_name[len(first):]
        while rest:
            if rest[0] == ".":
                end = min((k for k in (rest.find(".", 1), rest.find("[", 1)) if k >= 0), default=len(rest))
                obj = getattr(obj, rest[1:end])
                rest = rest[end:]
            else:
                index, _, rest = rest[1:].partition("]")
                obj = obj[int(index) if index.isdigit() else index]
        return obj, key


def _first_part(field):
    for i, ch in enumerate(field):
        if ch in ".[":
            return field[:i]
    return field
