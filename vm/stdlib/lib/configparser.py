"""Files of settings: sections of names and values."""

import collections.abc
import itertools
import re

__all__ = ["NoSectionError", "DuplicateOptionError", "DuplicateSectionError", "NoOptionError", "InterpolationError", "InterpolationDepthError",
           "InterpolationMissingOptionError", "InterpolationSyntaxError", "ParsingError", "MissingSectionHeaderError", "MultilineContinuationError",
           "UnnamedSectionDisabledError", "InvalidWriteError", "ConfigParser", "RawConfigParser", "Interpolation", "BasicInterpolation",
           "ExtendedInterpolation", "SectionProxy", "ConverterMapping", "DEFAULTSECT", "MAX_INTERPOLATION_DEPTH", "UNNAMED_SECTION"]

DEFAULTSECT = "DEFAULT"
MAX_INTERPOLATION_DEPTH = 10
_UNSET = object()


class _UnnamedSection:
    def __repr__(self):
        return "<UNNAMED_SECTION>"


UNNAMED_SECTION = _UnnamedSection()


class Error(Exception):
    def __init__(self, msg=""):
        self.message = msg
        super().__init__(msg)

    def __repr__(self):
        return self.message

    __str__ = __repr__


class NoSectionError(Error):
    def __init__(self, section):
        super().__init__(f"No section: {section!r}")
        self.section, self.args = section, (section,)


def _place(source, lineno):
    """Where in a source something was found, as the start of a message."""
    return f"While reading from {source!r}" + (f" [line {lineno:2d}]" if lineno is not None else "") + ": "


class DuplicateSectionError(Error):
    def __init__(self, section, source=None, lineno=None):
        where = _place(source, lineno) + "section " if source is not None else "Section "
        super().__init__(f"{where}{section!r} already exists")
        self.section, self.source, self.lineno = section, source, lineno
        self.args = (section, source, lineno)


class DuplicateOptionError(Error):
    def __init__(self, section, option, source=None, lineno=None):
        where = _place(source, lineno) + "option " if source is not None else "Option "
        super().__init__(f"{where}{option!r} in section {section!r} already exists")
        self.section, self.option, self.source, self.lineno = section, option, source, lineno
        self.args = (section, option, source, lineno)


class NoOptionError(Error):
    def __init__(self, option, section):
        super().__init__(f"No option {option!r} in section: {section!r}")
        self.option, self.section, self.args = option, section, (option, section)


class InterpolationError(Error):
    def __init__(self, option, section, msg):
        super().__init__(msg)
        self.option, self.section, self.args = option, section, (option, section, msg)


class InterpolationMissingOptionError(InterpolationError):
    def __init__(self, option, section, rawval, reference):
        super().__init__(option, section, f"Bad value substitution: option {option!r} in section {section!r} contains an interpolation key {reference!r} "
                                          f"which is not a valid option name. Raw value: {rawval!r}")
        self.reference, self.args = reference, (option, section, rawval, reference)


class InterpolationSyntaxError(InterpolationError):
    pass


class InterpolationDepthError(InterpolationError):
    def __init__(self, option, section, rawval):
        super().__init__(option, section, f"Recursion limit exceeded in value substitution: option {option!r} in section {section!r} contains an "
                                          f"interpolation key which cannot be substituted in {MAX_INTERPOLATION_DEPTH} steps. Raw value: {rawval!r}")
        self.args = (option, section, rawval)


class ParsingError(Error):
    """Lines that are neither settings nor anything else; all of a file are collected."""

    def __init__(self, source, *args):
        super().__init__(f"Source contains parsing errors: {source!r}")
        self.source, self.errors, self.args = source, [], (source,)
        for lineno, line in args:
            self.append(lineno, line)

    def append(self, lineno, line):
        self.errors.append((lineno, line))
        self.message += f"\n\t[line {lineno:2d}]: {line!r}"


class MissingSectionHeaderError(ParsingError):
    def __init__(self, filename, lineno, line):
        Error.__init__(self, f"File contains no section headers.\nfile: {filename!r}, line: {lineno}\n{line!r}")
        self.source, self.lineno, self.line, self.args = filename, lineno, line, (filename, lineno, line)


class MultilineContinuationError(ParsingError):
    def __init__(self, filename, lineno, line):
        Error.__init__(self, f"Key without value continued with an indented line.\nfile: {filename!r}, line: {lineno}\n{line!r}")
        self.source, self.lineno, self.line, self.args = filename, lineno, line, (filename, lineno, line)


class UnnamedSectionDisabledError(Error):
    def __init__(self):
        super().__init__("Support for UNNAMED_SECTION is disabled.")


class InvalidWriteError(Error):
    pass


class Interpolation:
    """Gives values as they are."""

    def before_get(self, parser, section, option, value, defaults):
        return value

    def before_set(self, parser, section, option, value):
        return value

    def before_read(self, parser, section, option, value):
        return value

    def before_write(self, parser, section, option, value):
        return value


class _Referring(Interpolation):
    """Values that name others, behind a mark; the mark twice is the mark."""

    _MARK, _REFERENCE = "", None

    def before_get(self, parser, section, option, value, defaults):
        return "".join(self._parts(parser, option, section, value, value, defaults, 1))

    def before_set(self, parser, section, option, value):
        left = self._REFERENCE.sub("", value.replace(self._MARK * 2, ""))
        if self._MARK in left:
            raise ValueError(f"invalid interpolation syntax in {value!r} at position {left.find(self._MARK)}")
        return value

    def _parts(self, parser, option, section, text, raw, known, depth):
        if depth > MAX_INTERPOLATION_DEPTH:
            raise InterpolationDepthError(option, section, raw)
        while text:
            plain, mark, text = text.partition(self._MARK)
            if plain:
                yield plain
            if not mark:
                return
            if text.startswith(self._MARK):
                yield self._MARK
                text = text[1:]
                continue
            found = self._REFERENCE.match(mark + text)
            if found is None:
                raise InterpolationSyntaxError(option, section, self._complaint(mark + text))
            text = text[found.end() - 1:]
            value, place, inner, known_there = self._resolved(parser, option, section, found.group(1), raw, known)
            if self._MARK in value:
                yield from self._parts(parser, inner, place, value, raw, known_there, depth + 1)
            else:
                yield value


class BasicInterpolation(_Referring):
    """%(name)s stands for a value of the same section or of the defaults."""

    _MARK, _REFERENCE = "%", re.compile(r"%\(([^)]+)\)s")

    def _complaint(self, text):
        if text.startswith("%("):
            return f"bad interpolation variable reference {text!r}"
        return f"'%' must be followed by '%' or '(', found: {text!r}"

    def _resolved(self, parser, option, section, name, raw, known):
        name = parser.optionxform(name)
        if name not in known:
            raise InterpolationMissingOptionError(option, section, raw, name) from None
        return known[name], section, option, known


class ExtendedInterpolation(_Referring):
    """${name} stands for a value of the same section, ${section:name} for one of another."""

    _MARK, _REFERENCE = "$", re.compile(r"\$\{([^}]+)\}")

    def _complaint(self, text):
        if text.startswith("${"):
            return f"bad interpolation variable reference {text!r}"
        return f"'$' must be followed by '$' or '{{', found: {text!r}"

    def _resolved(self, parser, option, section, name, raw, known):
        path = name.split(":")
        if len(path) > 2:
            raise InterpolationSyntaxError(option, section, f"More than one ':' found: {'${' + name + '}'!r}")
        place, inner = (section, path[0]) if len(path) == 1 else path
        inner = parser.optionxform(inner)
        try:
            if len(path) == 1:
                return known[inner], section, inner, known
            return parser.get(place, inner, raw=True), place, inner, dict(parser.items(place, raw=True))
        except (KeyError, NoSectionError, NoOptionError):
            raise InterpolationMissingOptionError(option, section, raw, name) from None


class RawConfigParser(collections.abc.MutableMapping):
    """Sections of settings, which are a mapping of mappings."""

    BOOLEAN_STATES = {"1": True, "yes": True, "true": True, "on": True, "0": False, "no": False, "false": False, "off": False}
    SECTCRE = re.compile(r"\[(?P<header>.+)\]")
    _DEFAULT_INTERPOLATION = Interpolation()

    def __init__(self, defaults=None, dict_type=dict, allow_no_value=False, *, delimiters=("=", ":"), comment_prefixes=("#", ";"),
                 inline_comment_prefixes=None, strict=True, empty_lines_in_values=True, default_section=DEFAULTSECT, interpolation=_UNSET,
                 converters=_UNSET, allow_unnamed_section=False):
        self._dict = dict_type
        self._sections, self._defaults, self._proxies = dict_type(), dict_type(), dict_type()
        self._converters = ConverterMapping(self)
        self._proxies[default_section] = SectionProxy(self, default_section)
        self._delimiters = tuple(delimiters)
        marks = "|".join(map(re.escape, self._delimiters))
        self._option = re.compile(rf"(?P<option>.*?)(?:\s*(?:(?P<vi>{marks})\s*(?P<value>.*))?)$" if allow_no_value else
                                  rf"(?P<option>.*?)\s*(?:(?P<vi>{marks})\s*(?P<value>.*))$")
        self._comments, self._inline = tuple(comment_prefixes or ()), tuple(inline_comment_prefixes or ())
        self._strict, self._allow_no_value, self._empty_lines = strict, allow_no_value, empty_lines_in_values
        self._allow_unnamed = allow_unnamed_section
        self.default_section = default_section
        self._interpolation = self._DEFAULT_INTERPOLATION if interpolation is _UNSET else Interpolation() if interpolation is None else interpolation
        if not isinstance(self._interpolation, Interpolation):
            raise TypeError(f"interpolation= must be None or an instance of Interpolation; got an object of type {type(self._interpolation)}")
        if converters is not _UNSET:
            self._converters.update(converters)
        if defaults:
            self.read_dict({default_section: defaults}, "<defaults>") if isinstance(self, ConfigParser) else self._set_defaults(defaults)

    def _set_defaults(self, defaults):
        for key, value in defaults.items():
            self._defaults[self.optionxform(key)] = value

    def defaults(self):
        return self._defaults

    def sections(self):
        return list(self._sections)

    def add_section(self, section):
        if section == self.default_section:
            raise ValueError(f"Invalid section name: {section!r}")
        if section is UNNAMED_SECTION and not self._allow_unnamed:
            raise UnnamedSectionDisabledError
        if section in self._sections:
            raise DuplicateSectionError(section)
        self._sections[section] = self._dict()
        self._proxies[section] = SectionProxy(self, section)

    def has_section(self, section):
        return section in self._sections

    def options(self, section):
        if section not in self._sections:
            raise NoSectionError(section) from None
        return list(dict.fromkeys([*self._sections[section], *self._defaults]))

    def optionxform(self, optionstr):
        return optionstr.lower()

    # Reading.

    def read(self, filenames, encoding=None):
        """The files that could be opened."""
        import os

        done = []
        for name in [filenames] if isinstance(filenames, (str, bytes, os.PathLike)) else filenames:
            try:
                with open(name, encoding=encoding) as f:
                    self._read(f, name)
            except OSError:
                continue
            done.append(os.fspath(name))
        return done

    def read_file(self, f, source=None):
        self._read(f, getattr(f, "name", "<???>") if source is None else source)

    def read_string(self, string, source="<string>"):
        self.read_file(string.splitlines(keepends=True), source)

    def read_dict(self, dictionary, source="<dict>"):
        added = set()
        for section, options in dictionary.items():
            try:
                self.add_section(section)
            except (DuplicateSectionError, ValueError):
                if self._strict and section in added:
                    raise
            added.add(section)
            for key, value in options.items():
                key = self.optionxform(str(key))
                value = value if value is None else str(value)
                if self._strict and (section, key) in added:
                    raise DuplicateOptionError(section, key, source)
                added.add((section, key))
                self.set(section, key, value)

    def _read(self, lines, source):
        state = _Reading(self, source)
        for number, line in enumerate(lines, start=1):
            state.line(number, line)
        state.finish()

    def _cleared(self, line):
        """A line without comments, and whether it has one."""
        stripped = line.strip()
        if any(stripped.startswith(prefix) for prefix in self._comments):
            return "", True
        ends = [found for prefix in self._inline for found in self._inline_places(line, prefix)]
        return (line[:min(ends)], True) if ends else (line, False)

    def _inline_places(self, line, prefix):
        at = line.find(prefix)
        while at >= 0:
            if at == 0 or line[at - 1].isspace():
                return [at]
            at = line.find(prefix, at + 1)
        return []

    # Getting and setting.

    def _unify(self, section, vars):
        """The settings of a section: given ones, its own, the defaults."""
        own = {}
        try:
            own = self._sections[section]
        except KeyError:
            if section != self.default_section:
                raise NoSectionError(section) from None
        given = {self.optionxform(key): value if value is None else str(value) for key, value in (vars or {}).items()}
        return {**self._defaults, **own, **given}

    def get(self, section, option, *, raw=False, vars=None, fallback=_UNSET):
        try:
            known = self._unify(section, vars)
        except NoSectionError:
            if fallback is _UNSET:
                raise
            return fallback
        option = self.optionxform(option)
        if option not in known:
            if fallback is _UNSET:
                raise NoOptionError(option, section)
            return fallback
        value = known[option]
        return value if raw or value is None else self._interpolation.before_get(self, section, option, value, known)

    def _converted(self, section, convert, option, raw=False, vars=None, fallback=_UNSET, **kwargs):
        try:
            value = self.get(section, option, raw=raw, vars=vars, **kwargs)
        except (NoSectionError, NoOptionError):
            if fallback is _UNSET:
                raise
            return fallback
        return convert(value)

    def getint(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        return self._converted(section, int, option, raw, vars, fallback, **kwargs)

    def getfloat(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        return self._converted(section, float, option, raw, vars, fallback, **kwargs)

    def getboolean(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        return self._converted(section, self._convert_to_boolean, option, raw, vars, fallback, **kwargs)

    def _convert_to_boolean(self, value):
        if value.lower() not in self.BOOLEAN_STATES:
            raise ValueError(f"Not a boolean: {value}")
        return self.BOOLEAN_STATES[value.lower()]

    def items(self, section=_UNSET, raw=False, vars=None):
        if section is _UNSET:
            return super().items()
        known = self._unify(section, vars)
        return [(key, value if raw else self._interpolation.before_get(self, section, key, value, known)) for key, value in known.items()]

    def popitem(self):
        for key in self.sections():
            value = self[key]
            del self[key]
            return key, value
        raise KeyError

    def has_option(self, section, option):
        if not section or section == self.default_section:
            return self.optionxform(option) in self._defaults
        return section in self._sections and (self.optionxform(option) in self._sections[section] or self.optionxform(option) in self._defaults)

    def set(self, section, option, value=None):
        if value:
            value = self._interpolation.before_set(self, section, option, value)
        if not section or section == self.default_section:
            target = self._defaults
        elif section in self._sections:
            target = self._sections[section]
        else:
            raise NoSectionError(section) from None
        target[self.optionxform(option)] = value

    def write(self, fp, space_around_delimiters=True):
        mark = f" {self._delimiters[0]} " if space_around_delimiters else self._delimiters[0]
        if self._defaults:
            self._write_section(fp, self.default_section, self._defaults.items(), mark)
        if UNNAMED_SECTION in self._sections and self._sections[UNNAMED_SECTION]:
            self._write_section(fp, UNNAMED_SECTION, self._sections[UNNAMED_SECTION].items(), mark)
        for section in self._sections:
            if section is not UNNAMED_SECTION:
                self._write_section(fp, section, self._sections[section].items(), mark)

    def _write_section(self, fp, name, items, mark):
        if name is not UNNAMED_SECTION:
            fp.write(f"[{name}]\n")
        for key, value in items:
            if self.SECTCRE.match(key):
                raise InvalidWriteError(f"Cannot write key {key}; begins with section pattern")
            value = self._interpolation.before_write(self, name, key, value)
            if value is not None or not self._allow_no_value:
                value = mark + str(value).replace("\n", "\n\t")
            else:
                value = ""
            fp.write(f"{key}{value}\n")
        fp.write("\n")

    def remove_option(self, section, option):
        if not section or section == self.default_section:
            target = self._defaults
        elif section in self._sections:
            target = self._sections[section]
        else:
            raise NoSectionError(section) from None
        return target.pop(self.optionxform(option), _UNSET) is not _UNSET

    def remove_section(self, section):
        if section not in self._sections:
            return False
        del self._sections[section]
        del self._proxies[section]
        return True

    # A parser is a mapping of the names of sections, the default one first, to their proxies.

    def __contains__(self, key):
        return self.has_section(key) or key == self.default_section

    def __iter__(self):
        yield self.default_section
        yield from self._sections

    def __len__(self):
        return 1 + len(self._sections)

    def __getitem__(self, key):
        if key in self:
            return self._proxies[key]
        raise KeyError(key)

    def __delitem__(self, key):
        if key == self.default_section:
            raise ValueError("Cannot remove the default section.")
        if not self.remove_section(key):
            raise KeyError(key)

    def __setitem__(self, key, value):
        if key not in self or self[key] is not value:
            replaced = self._defaults if key == self.default_section else self._sections.get(key, {})
            replaced.clear()
            self.read_dict({key: value})

    @property
    def converters(self):
        return self._converters


class _Reading:
    """The lines of one source on their way into a parser."""

    def __init__(self, parser, source):
        self.parser, self.source = parser, source
        self.sections, self.options = set(), set()  # what this source has had
        self.section = self.name = self.option = self.errors = None
        self.indent = 0
        self.values = []  # (target, option) of values that are lists of lines still

    def line(self, number, line):
        value, commented = self.parser._cleared(line)
        value = value.strip()
        if not value:
            if self.parser._empty_lines:
                if not commented and self.section is not None and self.option and self.section[self.option] is not None:
                    self.section[self.option].append("")
            else:
                self.indent = 1 << 30
            return
        indent = len(line) - len(line.lstrip())
        if self.section is not None and self.option and indent > self.indent:
            if self.section[self.option] is None:
                raise MultilineContinuationError(self.source, number, line)
            self.section[self.option].append(value)
            return
        self.indent = indent
        if self.parser._allow_unnamed and self.section is None:
            self._header(number, UNNAMED_SECTION)
        header = self.parser.SECTCRE.match(value)
        if header:
            self._header(number, header.group("header"))
        elif self.section is None:
            raise MissingSectionHeaderError(self.source, number, line)
        else:
            self._setting(number, line, value)

    def _header(self, number, name):
        parser = self.parser
        if name in parser._sections:
            if parser._strict and name in self.sections:
                raise DuplicateSectionError(name, self.source, number)
            self.section = parser._sections[name]
        elif name == parser.default_section:
            self.section = parser._defaults
        else:
            self.section = parser._sections[name] = parser._dict()
            parser._proxies[name] = SectionProxy(parser, name)
        self.sections.add(name)
        self.name, self.option = name, None

    def _setting(self, number, line, value):
        parser = self.parser
        found = parser._option.match(value)
        option = parser.optionxform(found.group("option").rstrip()) if found else ""
        if not found or not option:
            self.errors = self.errors or ParsingError(self.source)
            self.errors.append(number, line)
            return
        if parser._strict and (self.name, option) in self.options:
            raise DuplicateOptionError(self.name, option, self.source, number)
        self.options.add((self.name, option))
        given = found.group("value")
        self.option = option
        self.section[option] = None if given is None else [given.strip()]
        self.values.append((self.name, self.section, option))

    def finish(self):
        parser = self.parser
        for name, section, option in self.values:
            lines = section[option]
            if isinstance(lines, list):
                section[option] = parser._interpolation.before_read(parser, name, option, "\n".join(lines).rstrip())
        if self.errors is not None:
            raise self.errors


class ConfigParser(RawConfigParser):
    """One whose values are strings that may name others."""

    _DEFAULT_INTERPOLATION = BasicInterpolation()

    def _strings(self, option="", value=""):
        if not isinstance(option, str):
            raise TypeError("option keys must be strings")
        if (not self._allow_no_value or value) and not isinstance(value, str):
            raise TypeError("option values must be strings")

    def set(self, section, option, value=None):
        self._strings(option=option, value=value)
        super().set(section, option, value)

    def add_section(self, section):
        if not isinstance(section, (str, _UnnamedSection)):
            raise TypeError("section names must be strings")
        super().add_section(section)


class SectionProxy(collections.abc.MutableMapping):
    """One section of a parser, as a mapping."""

    def __init__(self, parser, name):
        self._parser, self._name = parser, name
        for convert in parser.converters:
            setattr(self, "get" + convert, _Getter(self.get, getattr(parser, "get" + convert)))

    def __repr__(self):
        return f"<Section: {self._name}>"

    def __contains__(self, key):
        return self._parser.has_option(self._name, key)

    def __iter__(self):
        yield from self._options()

    def __len__(self):
        return len(self._options())

    def __getitem__(self, key):
        if key in self:
            return self._parser.get(self._name, key)
        raise KeyError(key)

    def __setitem__(self, key, value):
        if isinstance(self._parser, ConfigParser):
            self._parser._strings(option=key, value=value)
        self._parser.set(self._name, key, value)

    def __delitem__(self, key):
        if key not in self or not self._parser.remove_option(self._name, key):
            raise KeyError(key)

    def _options(self):
        return self._parser.options(self._name) if self._name != self._parser.default_section else list(self._parser.defaults())

    parser = property(lambda self: self._parser)
    name = property(lambda self: self._name)

    def get(self, option, fallback=None, *, raw=False, vars=None, _impl=None, **kwargs):
        return (_impl or self._parser.get)(self._name, option, raw=raw, vars=vars, fallback=fallback, **kwargs)


class _Getter:
    """A method get... of a section, which asks that of the parser."""

    def __init__(self, get, of_parser):
        self._get, self._of_parser = get, of_parser

    def __call__(self, *args, **kwargs):
        return self._get(*args, _impl=self._of_parser, **kwargs)


class ConverterMapping(collections.abc.MutableMapping):
    """The types that a parser and its sections have methods get... for."""

    def __init__(self, parser):
        self._parser = parser
        self._data = {name.removeprefix("get"): None for name in dir(parser) if re.fullmatch(r"get[a-z].*", name)}

    def __getitem__(self, key):
        return self._data[key]

    def __setitem__(self, key, value):
        name = "get" + key
        if name == "get":
            raise ValueError("Incompatible key: cannot use \"\" as a name")
        parser = self._parser

        def getter(section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
            return parser._converted(section, value, option, raw, vars, fallback, **kwargs)

        getter.converter = value
        self._data[key] = value
        setattr(parser, name, getter)
        for proxy in parser._proxies.values():
            setattr(proxy, name, _Getter(proxy.get, getter))

    def __delitem__(self, key):
        name = "get" + (key or "")
        if key not in self._data:
            raise KeyError(key)
        del self._data[key]
        for holder in (self._parser, *self._parser._proxies.values()):
            try:
                delattr(holder, name)
            except AttributeError:
                continue

    def __iter__(self):
        return iter(self._data)

    def __len__(self):
        return len(self._data)
