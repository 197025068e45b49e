"""Configuration files: sections of options with values."""

import io
import re
import sys
from collections import ChainMap
from collections.abc import MutableMapping

__all__ = ["NoSectionError", "DuplicateOptionError", "DuplicateSectionError", "NoOptionError", "InterpolationError",
           "InterpolationDepthError", "InterpolationMissingOptionError", "InterpolationSyntaxError", "ParsingError",
           "MissingSectionHeaderError", "MultilineContinuationError", "UnnamedSectionDisabledError", "InvalidWriteError", "ConfigParser",
           "RawConfigParser", "Interpolation", "BasicInterpolation", "ExtendedInterpolation", "SectionProxy", "ConverterMapping",
           "DEFAULTSECT", "MAX_INTERPOLATION_DEPTH", "UNNAMED_SECTION"]

DEFAULTSECT = "DEFAULT"
MAX_INTERPOLATION_DEPTH = 10
_UNSET = object()


class Error(Exception):
    def __init__(self, msg=""):
        self.message = msg
        Exception.__init__(self, msg)

    def __repr__(self):
        return self.message

    __str__ = __repr__


class NoSectionError(Error):
    def __init__(self, section):
        Error.__init__(self, "No section: %r" % (section,))
        self.section = section
        self.args = (section,)


class _DuplicateError(Error):
    def __init__(self, args, text, source, lineno):
        if source is not None:
            where = ["While reading from ", repr(source)]
            if lineno is not None:
                where.append(" [line {0:2d}]".format(lineno))
            text = "".join(where) + ": " + text[0].lower() + text[1:]
        Error.__init__(self, text)
        self.source, self.lineno = source, lineno
        self.args = args


class DuplicateSectionError(_DuplicateError):
    def __init__(self, section, source=None, lineno=None):
        text = "section %r already exists" % section if source is not None else "Section %r already exists" % section
        super().__init__((section, source, lineno), text, source, lineno)
        self.section = section


class DuplicateOptionError(_DuplicateError):
    def __init__(self, section, option, source=None, lineno=None):
        text = "option %r in section %r already exists" % (option, section)
        if source is None:
            text = "Option %r in section %r already exists" % (option, section)
        super().__init__((section, option, source, lineno), text, source, lineno)
        self.section, self.option = section, option


class NoOptionError(Error):
    def __init__(self, option, section):
        Error.__init__(self, "No option %r in section: %r" % (option, section))
        self.option, self.section = option, section
        self.args = (option, section)


class InterpolationError(Error):
    def __init__(self, option, section, msg):
        Error.__init__(self, msg)
        self.option, self.section = option, section
        self.args = (option, section, msg)


class InterpolationMissingOptionError(InterpolationError):
    def __init__(self, option, section, rawval, reference):
        msg = ("Bad value substitution: option {!r} in section {!r} contains an interpolation key {!r} which is not a valid option name. "
               "Raw value: {!r}".format(option, section, reference, rawval))
        InterpolationError.__init__(self, option, section, msg)
        self.reference = reference
        self.args = (option, section, rawval, reference)


class InterpolationSyntaxError(InterpolationError):
    pass


class InterpolationDepthError(InterpolationError):
    def __init__(self, option, section, rawval):
        msg = ("Recursion limit exceeded in value substitution: option {!r} in section {!r} contains an interpolation key which cannot be "
               "substituted in {} steps. Raw value: {!r}".format(option, section, MAX_INTERPOLATION_DEPTH, rawval))
        InterpolationError.__init__(self, option, section, msg)
        self.args = (option, section, rawval)


class ParsingError(Error):
    def __init__(self, source, *args):
        super().__init__(f"Source contains parsing errors: {source!r}")
        self.source = source
        self.errors = []
        self.args = (source,)
        if args:
            self.append(*args)

    def append(self, lineno, line):
        self.errors.append((lineno, line))
        self.message += "\n\t[line %2d]: %s" % (lineno, repr(line))


class MissingSectionHeaderError(ParsingError):
    def __init__(self, filename, lineno, line):
        Error.__init__(self, "File contains no section headers.\nfile: %r, line: %d\n%r" % (filename, lineno, line))
        self.source, self.lineno, self.line = filename, lineno, line
        self.args = (filename, lineno, line)


class MultilineContinuationError(ParsingError):
    def __init__(self, filename, lineno, line):
        Error.__init__(self, "Key without value continued with an indented line.\nfile: %r, line: %d\n%r" % (filename, lineno, line))
        self.source, self.lineno, self.line = filename, lineno, line
        self.args = (filename, lineno, line)


class UnnamedSectionDisabledError(Error):
    def __init__(self, msg="Support for UNNAMED_SECTION is disabled."):
        super().__init__(msg)


class InvalidWriteError(Error):
    pass


class _UnnamedSection:
    def __repr__(self):
        return "<UNNAMED_SECTION>"


UNNAMED_SECTION = _UnnamedSection()


class Interpolation:
    """Leaves values as they are."""

    def before_get(self, parser, section, option, value, defaults):
        return value

    def _unchanged(self, parser, section, option, value):
        return value

    before_set = before_read = before_write = _unchanged


class _References(Interpolation):
    """Puts other options in place of references, which begin with a mark; the mark twice stands for itself."""

    def before_get(self, parser, section, option, value, defaults):
        parts = []
        self._expand(parser, option, parts, value, section, defaults, 1)
        return "".join("" if part is None else part for part in parts)

    def before_set(self, parser, section, option, value):
        rest = self._reference.sub("", value.replace(self._mark * 2, ""))
        if self._mark in rest:
            raise ValueError("invalid interpolation syntax in %r at position %d" % (value, rest.find(self._mark)))
        return value

    def _expand(self, parser, option, parts, rest, section, values, depth):
        raw = parser.get(section, option, raw=True, fallback=rest)
        if depth > MAX_INTERPOLATION_DEPTH:
            raise InterpolationDepthError(option, section, raw)
        mark = self._mark
        while rest:
            before, found, rest = rest.partition(mark)
            parts.append(before)
            if not found:
                return
            if rest[:1] == mark:
                parts.append(mark)
                rest = rest[1:]
                continue
            if rest[:1] != self._open:
                raise InterpolationSyntaxError(option, section, self._unknown % (mark + rest,))
            m = self._reference.match(mark + rest)
            if m is None:
                raise InterpolationSyntaxError(option, section, "bad interpolation variable reference %r" % (mark + rest))
            rest = rest[m.end() - 1:]
            value, name, where, around = self._resolve(parser, option, section, values, raw, m.group(1), rest)
            if value is not None and mark in value:
                self._expand(parser, name, parts, value, where, around(), depth + 1)
            else:
                parts.append(value)


class BasicInterpolation(_References):
    """Puts other options in place of %(name)s."""

    _mark, _open, _reference = "%", "(", re.compile(r"%\(([^)]+)\)s")
    _unknown = "'%%' must be followed by '%%' or '(', found: %r"

    def _resolve(self, parser, option, section, values, raw, reference, rest):
        name = parser.optionxform(reference)
        if name not in values:
            raise InterpolationMissingOptionError(option, section, raw, name)
        return values[name], option, section, lambda: values


class ExtendedInterpolation(_References):
    """Puts options, those of other sections too, in place of ${name} and ${section:name}."""

    _mark, _open, _reference = "$", "{", re.compile(r"\$\{([^}]+)\}")
    _unknown = "'$' must be followed by '$' or '{', found: %r"

    def _resolve(self, parser, option, section, values, raw, reference, rest):
        path = reference.split(":")
        where = section
        try:
            if len(path) == 1:
                name = parser.optionxform(reference)
                value = values[name]
            elif len(path) == 2:
                where, name = path[0], parser.optionxform(path[1])
                value = parser.get(where, name, raw=True)
            else:
                raise InterpolationSyntaxError(option, section, "More than one ':' found: %r" % (rest,))
        except (KeyError, NoSectionError, NoOptionError):
            raise InterpolationMissingOptionError(option, section, raw, reference) from None
        return value, name, where, lambda: dict(parser.items(where, raw=True))


class RawConfigParser(MutableMapping):
    """Sections of options, read from and written to files; values are texts."""

    _DEFAULT_INTERPOLATION = Interpolation()
    BOOLEAN_STATES = {"1": True, "yes": True, "true": True, "on": True, "0": False, "no": False, "false": False, "off": False}
    SECTCRE = re.compile(r"\[(?P<header>.+)\]")

    def __init__(self, defaults=None, dict_type=dict, allow_no_value=False, *, delimiters=("=", ":"), comment_prefixes=("#", ";"),
                 inline_comment_prefixes=None, strict=True, empty_lines_in_values=True, default_section=DEFAULTSECT,
                 interpolation=_UNSET, converters=_UNSET, allow_unnamed_section=False):
        self._dict = dict_type
        self._sections = self._dict()
        self._defaults = self._dict()
        self._converters = ConverterMapping(self)
        self._proxies = self._dict()
        self._proxies[default_section] = SectionProxy(self, default_section)
        self._delimiters = tuple(delimiters)
        alternatives = "|".join(re.escape(d) for d in delimiters) or "(?!)"
        self._delimiter, self._separator = re.compile(alternatives), re.compile(rf"\s*(?:{alternatives})")
        self._comment_prefixes = tuple(comment_prefixes or ())
        self._inline_comment_prefixes = tuple(inline_comment_prefixes or ())
        self._strict = strict
        self._allow_no_value = allow_no_value
        self._empty_lines_in_values = empty_lines_in_values
        self.default_section = default_section
        self._interpolation = self._DEFAULT_INTERPOLATION if interpolation is _UNSET else interpolation or Interpolation()
        if not isinstance(self._interpolation, Interpolation):
            raise TypeError(f"interpolation= must be None or an instance of Interpolation; got an object of type {type(self._interpolation)}")
        if converters is not _UNSET:
            self._converters.update(converters)
        if defaults:
            self._read_defaults(defaults)
        self._allow_unnamed_section = allow_unnamed_section

    def defaults(self):
        return self._defaults

    def sections(self):
        return list(self._sections.keys())

    def add_section(self, section):
        if section == self.default_section:
            raise ValueError("Invalid section name: %r" % section)
        if section is UNNAMED_SECTION and not self._allow_unnamed_section:
            raise UnnamedSectionDisabledError
        if section in self._sections:
            raise DuplicateSectionError(section)
        self._sections[section] = self._dict()
        self._proxies[section] = SectionProxy(self, section)

    def has_section(self, section):
        return section in self._sections

    def options(self, section):
        try:
            opts = self._sections[section].copy()
        except KeyError:
            raise NoSectionError(section) from None
        opts.update(self._defaults)
        return list(opts.keys())

    def read(self, filenames, encoding=None):
        """Read files, and return the names of those that could be read."""
        if isinstance(filenames, (str, bytes)) or hasattr(filenames, "__fspath__"):
            filenames = [filenames]
        read_ok = []
        for filename in filenames:
            try:
                with open(filename, encoding=encoding) as fp:
                    self._read(fp, filename)
            except OSError:
                continue
            if hasattr(filename, "__fspath__"):
                filename = filename.__fspath__()
            read_ok.append(filename)
        return read_ok

    def read_file(self, f, source=None):
        if source is None:
            source = getattr(f, "name", "<???>")
        self._read(f, source)

    def read_string(self, string, source="<string>"):
        self.read_file(io.StringIO(string), source)

    def read_dict(self, dictionary, source="<dict>"):
        seen = set()
        for section, keys in dictionary.items():
            section = str(section)
            try:
                self.add_section(section)
            except (DuplicateSectionError, ValueError):
                if self._strict and section in seen:
                    raise
            seen.add(section)
            for key, value in keys.items():
                key = self.optionxform(str(key))
                if value is not None:
                    value = str(value)
                if self._strict and (section, key) in seen:
                    raise DuplicateOptionError(section, key, source)
                seen.add((section, key))
                self.set(section, key, value)

    def get(self, section, option, *, raw=False, vars=None, fallback=_UNSET):
        try:
            d = self._unify_values(section, vars)
        except NoSectionError:
            if fallback is _UNSET:
                raise
            return fallback
        option = self.optionxform(option)
        try:
            value = d[option]
        except KeyError:
            if fallback is _UNSET:
                raise NoOptionError(option, section) from None
            return fallback
        if raw or value is None:
            return value
        return self._interpolation.before_get(self, section, option, value, d)

    def _get_conv(self, section, option, conv, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        try:
            return conv(self.get(section, option, raw=raw, vars=vars, **kwargs))
        except (NoSectionError, NoOptionError):
            if fallback is _UNSET:
                raise
            return fallback

    def getint(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        return self._get_conv(section, option, int, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def getfloat(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        return self._get_conv(section, option, float, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def getboolean(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        return self._get_conv(section, option, self._convert_to_boolean, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def items(self, section=_UNSET, raw=False, vars=None):
        if section is _UNSET:
            return super().items()
        d = self._defaults.copy()
        try:
            d.update(self._sections[section])
        except KeyError:
            if section != self.default_section:
                raise NoSectionError(section)
        keys = list(d.keys())
        if vars:
            for key, value in vars.items():
                d[self.optionxform(key)] = value
        if raw:
            return [(option, d[option]) for option in keys]
        return [(option, self._interpolation.before_get(self, section, option, d[option], d)) for option in keys]

    def popitem(self):
        for key in self.sections():
            value = self[key]
            del self[key]
            return key, value
        raise KeyError

    def optionxform(self, optionstr):
        return optionstr.lower()

    def has_option(self, section, option):
        if not section or section == self.default_section:
            return self.optionxform(option) in self._defaults
        if section not in self._sections:
            return False
        option = self.optionxform(option)
        return option in self._sections[section] or option in self._defaults

    def _own(self, section):
        """The options that a section has itself; no section means the defaults."""
        if not section or section == self.default_section:
            return self._defaults
        if section not in self._sections:
            raise NoSectionError(section)
        return self._sections[section]

    def set(self, section, option, value=None):
        if value:
            value = self._interpolation.before_set(self, section, option, value)
        self._own(section)[self.optionxform(option)] = value

    def write(self, fp, space_around_delimiters=True):
        d = " {} ".format(self._delimiters[0]) if space_around_delimiters else self._delimiters[0]
        if self._defaults:
            self._write_section(fp, self.default_section, self._defaults.items(), d)
        if UNNAMED_SECTION in self._sections and self._sections[UNNAMED_SECTION]:
            self._write_section(fp, UNNAMED_SECTION, self._sections[UNNAMED_SECTION].items(), d)
        for section in self._sections:
            if section is not UNNAMED_SECTION:
                self._write_section(fp, section, self._sections[section].items(), d)

    def _write_section(self, fp, name, items, delimiter):
        if name is not UNNAMED_SECTION:
            fp.write("[{}]\n".format(name))
        for key, value in items:
            if self.SECTCRE.match(key):
                raise InvalidWriteError(f"Cannot write key {key}; begins with section pattern")
            value = self._interpolation.before_write(self, name, key, value)
            if value is not None or not self._allow_no_value:
                value = delimiter + re.sub(r"\r\n?|\n", "\n\t", str(value))
            else:
                value = ""
            fp.write("{}{}\n".format(key, value))
        fp.write("\n")

    def remove_option(self, section, option):
        return self._own(section).pop(self.optionxform(option), _UNSET) is not _UNSET

    def remove_section(self, section):
        if section not in self._sections:
            return False
        for table in (self._sections, self._proxies):
            del table[section]
        return True

    # A parser as a mapping from section names to proxies; the default section is always there.

    def __getitem__(self, key):
        if key in self:
            return self._proxies[key]
        raise KeyError(key)

    def __setitem__(self, key, value):
        if key in self:
            if self._proxies[key] is value:
                return  # parser[x] = parser[x] loses nothing
            self._own(key).clear()
        self.read_dict({key: value})

    def __delitem__(self, key):
        if key == self.default_section:
            raise ValueError("Cannot remove the default section.")
        if not self.remove_section(key):
            raise KeyError(key)

    def __contains__(self, key):
        return key == self.default_section or self.has_section(key)

    def __len__(self):
        return len(self._sections) + 1

    def __iter__(self):
        yield self.default_section
        yield from self._sections.keys()

    def _strip_comment(self, line):
        """Return a line without its comment; None for one that is only a comment."""
        stripped = line.strip()
        if any(stripped.startswith(prefix) for prefix in self._comment_prefixes):
            return ""
        starts = []
        for prefix in self._inline_comment_prefixes:
            at = line.find(prefix)
            while at >= 0:
                if at == 0 or line[at - 1].isspace():
                    starts.append(at)
                    break
                at = line.find(prefix, at + 1)
        return line[:min(starts)].strip() if starts else stripped

    def _read(self, fp, fpname):
        try:
            error = self._read_lines(fp, fpname)
        finally:
            self._join_lines()
        if error is not None:
            raise error

    def _read_lines(self, fp, fpname):
        """Read what a file has, with values as lists of lines; return a ParsingError of all lines that make no sense."""
        seen = set()
        cursect = section = option = None
        indent = 0
        error = None
        if self._allow_unnamed_section:
            section = UNNAMED_SECTION
            cursect = self._sections.setdefault(UNNAMED_SECTION, self._dict())
            self._proxies[UNNAMED_SECTION] = SectionProxy(self, UNNAMED_SECTION)
        for lineno, line in enumerate(fp, start=1):
            value = self._strip_comment(line)
            if not value:
                if self._empty_lines_in_values:
                    # An empty line may be part of a value, a comment is not.
                    if not line.strip() and cursect is not None and option and cursect[option] is not None:
                        cursect[option].append("")
                else:
                    indent = sys.maxsize
                continue
            first = re.search(r"\S", line)
            level = first.start() if first else 0
            if cursect is not None and option and level > indent:
                if cursect[option] is None:
                    raise MultilineContinuationError(fpname, lineno, line)
                cursect[option].append(value)
                continue
            indent = level
            header = self.SECTCRE.match(value)
            if header:
                section, option = header.group("header"), None
                if section in self._sections:
                    if self._strict and section in seen:
                        raise DuplicateSectionError(section, fpname, lineno)
                    cursect = self._sections[section]
                elif section == self.default_section:
                    cursect = self._defaults
                else:
                    cursect = self._sections[section] = self._dict()
                    self._proxies[section] = SectionProxy(self, section)
                seen.add(section)
                continue
            if cursect is None:
                raise MissingSectionHeaderError(fpname, lineno, line)
            m = self._delimiter.search(value)
            name = value if m is None else value[:m.start()].rstrip()
            if m is not None:
                # A delimiter may be white space, and stand before another one.
                m = self._separator.match(value, len(name))
            missing = m is None and not self._allow_no_value
            if missing or not name.strip():
                if error is None:
                    error = ParsingError(fpname)
                error.append(lineno, line)
                if missing:
                    continue
            option = self.optionxform(name.rstrip())
            if self._strict and (section, option) in seen:
                raise DuplicateOptionError(section, option, fpname, lineno)
            seen.add((section, option))
            cursect[option] = None if m is None else [value[m.end():].strip()]
        return error

    def _join_lines(self):
        for section, options in [(self.default_section, self._defaults), *self._sections.items()]:
            for name, value in options.items():
                if isinstance(value, list):
                    value = "\n".join(value).rstrip()
                options[name] = self._interpolation.before_read(self, section, name, value)

    def _read_defaults(self, defaults):
        for key, value in defaults.items():
            self._defaults[self.optionxform(key)] = value

    def _unify_values(self, section, vars):
        """Return the options of a section, on top of the defaults and below vars."""
        own = {}
        try:
            own = self._sections[section]
        except KeyError:
            if section != self.default_section:
                raise NoSectionError(section) from None
        extra = {}
        for key, value in (vars or {}).items():
            extra[self.optionxform(key)] = None if value is None else str(value)
        return ChainMap(extra, own, self._defaults)

    def _convert_to_boolean(self, value):
        if value.lower() not in self.BOOLEAN_STATES:
            raise ValueError("Not a boolean: %s" % value)
        return self.BOOLEAN_STATES[value.lower()]

    def _validate_value_types(self, *, section="", option="", value=""):
        if not isinstance(section, str) and section is not UNNAMED_SECTION:
            raise TypeError("section names must be strings")
        if not isinstance(option, str):
            raise TypeError("option keys must be strings")
        if (not self._allow_no_value or value) and not isinstance(value, str):
            raise TypeError("option values must be strings")

    @property
    def converters(self):
        return self._converters


class ConfigParser(RawConfigParser):
    """A parser that puts options in place of references to them, and takes texts only."""

    _DEFAULT_INTERPOLATION = BasicInterpolation()

    def set(self, section, option, value=None):
        self._validate_value_types(option=option, value=value)
        super().set(section, option, value)

    def add_section(self, section):
        self._validate_value_types(section=section)
        super().add_section(section)

    def _read_defaults(self, defaults):
        saved, self._interpolation = self._interpolation, Interpolation()
        try:
            self.read_dict({self.default_section: defaults})
        finally:
            self._interpolation = saved


class SectionProxy(MutableMapping):
    """A section as a mapping."""

    def __init__(self, parser, name):
        self._parser = parser
        self._name = name
        for conv in parser.converters:
            setattr(self, "get" + conv, lambda option, fallback=None, *, _get="get" + conv, **kw: getattr(parser, _get)(
                name, option, fallback=fallback, **kw))

    def __repr__(self):
        return "<Section: {}>".format(self._name)

    def __getitem__(self, key):
        if not self._parser.has_option(self._name, key):
            raise KeyError(key)
        return self._parser.get(self._name, key)

    def __setitem__(self, key, value):
        self._parser._validate_value_types(option=key, value=value)
        return self._parser.set(self._name, key, value)

    def __delitem__(self, key):
        if not (self._parser.has_option(self._name, key) and self._parser.remove_option(self._name, key)):
            raise KeyError(key)

    def __contains__(self, key):
        return self._parser.has_option(self._name, key)

    def _options(self):
        if self._name != self._parser.default_section:
            return self._parser.options(self._name)
        return list(self._parser.defaults())

    def __len__(self):
        return len(self._options())

    def __iter__(self):
        return self._options().__iter__()

    @property
    def parser(self):
        return self._parser

    @property
    def name(self):
        return self._name

    def get(self, option, fallback=None, *, raw=False, vars=None, _impl=None, **kwargs):
        return (_impl or self._parser.get)(self._name, option, raw=raw, vars=vars, fallback=fallback, **kwargs)


class ConverterMapping(MutableMapping):
    """The conversions of a parser: name is what getname converts by."""

    def __init__(self, parser):
        self._parser = parser
        self._data = {}
        for name in dir(parser):
            if name.startswith("get") and len(name) > 3 and callable(getattr(parser, name)):
                self._data[name[3:]] = None

    def __getitem__(self, key):
        return self._data[key]

    def __setitem__(self, key, value):
        if not re.match(r"^[a-zA-Z_]", key):
            raise ValueError('Incompatible key: {} (type: {})'.format(key, type(key)))
        self._data[key] = value
        parser = self._parser
        setattr(parser, "get" + key, lambda section, option, *, raw=False, vars=None, fallback=_UNSET, **kw: parser._get_conv(
            section, option, value, raw=raw, vars=vars, fallback=fallback, **kw))
        for name, proxy in parser._proxies.items():
            setattr(proxy, "get" + key, lambda option, fallback=None, *, _section=name, **kw: getattr(parser, "get" + key)(
                _section, option, fallback=fallback, **kw))

    def __delitem__(self, key):
        del self._data[key]
        for target in [self._parser, *self._parser._proxies.values()]:
            vars(target).pop("get" + key, None)

    def __iter__(self):
        return iter(self._data)

    def __len__(self):
        return len(self._data)
