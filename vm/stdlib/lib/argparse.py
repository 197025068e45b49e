"""Parsing of command-line arguments."""

import os as _os
import re as _re
import sys as _sys

__all__ = ["ArgumentParser", "ArgumentError", "ArgumentTypeError", "BooleanOptionalAction", "FileType", "HelpFormatter",
           "ArgumentDefaultsHelpFormatter", "RawDescriptionHelpFormatter", "RawTextHelpFormatter", "MetavarTypeHelpFormatter",
           "Namespace", "Action", "ONE_OR_MORE", "OPTIONAL", "PARSER", "REMAINDER", "SUPPRESS", "ZERO_OR_MORE"]

SUPPRESS = "==SUPPRESS=="
OPTIONAL = "?"
ZERO_OR_MORE = "*"
ONE_OR_MORE = "+"
PARSER = "A..."
REMAINDER = "..."

# What looks like a negative number is a value, unless the parser has options that do.
_NEGATIVE_NUMBER = r"-\.?\d"


class ArgumentError(Exception):
    """An error in the use of one argument."""

    def __init__(self, argument, message):
        super().__init__(argument, message)
        self.argument_name = _argument_name(argument)
        self.message = message

    def __str__(self):
        if self.argument_name is None:
            return self.message
        return f"argument {self.argument_name}: {self.message}"


class ArgumentTypeError(Exception):
    """Raised by type functions for strings that they do not accept."""


def _argument_name(action):
    if action is None:
        return None
    if action.option_strings:
        return "/".join(action.option_strings)
    if action.metavar not in (None, SUPPRESS):
        if not isinstance(action.metavar, tuple):
            return action.metavar
        if len(action.metavar) == 2 and action.nargs in (ZERO_OR_MORE, ONE_OR_MORE):
            return "%s[, %s]" % action.metavar
        return ", ".join(action.metavar)
    if action.dest not in (None, SUPPRESS):
        return action.dest
    if action.choices:
        return "{" + ",".join(map(str, action.choices)) + "}"
    return None


def _is_option(action):
    return bool(action.option_strings)


class Namespace:
    """Holds the values as attributes."""

    def __init__(self, **kwargs):
        for item in kwargs.items():
            setattr(self, *item)

    def __repr__(self):
        values = vars(self)
        shown = [f"{name}={values[name]!r}" for name in values if name.isidentifier()]
        if len(shown) < len(values):
            others = {name: values[name] for name in values if not name.isidentifier()}
            shown.append(f"**{others!r}")
        return f"{type(self).__name__}({', '.join(shown)})"

    def __contains__(self, key):
        return key in vars(self)

    def __eq__(self, other):
        return vars(self) == vars(other) if isinstance(other, Namespace) else NotImplemented


class Action:
    """What to do with an argument."""

    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None, required=False,
                 help=None, metavar=None, deprecated=False):
        given = (option_strings, dest, nargs, const, default, type, choices, required, help, metavar, deprecated)
        for name, value in zip(self._shown, given):
            setattr(self, name, value)

    _shown = "option_strings", "dest", "nargs", "const", "default", "type", "choices", "required", "help", "metavar", "deprecated"

    def __repr__(self):
        fields = (f"{name}={getattr(self, name)!r}" for name in self._shown)
        return f"{type(self).__name__}({', '.join(fields)})"

    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError(".__call__() not defined")

    def format_usage(self):
        return self.option_strings[0]


class _StoreAction(Action):
    _advice = "if you have nothing to store, actions such as store true or store const may be more appropriate"
    _name = "store"

    def __init__(self, option_strings, dest, nargs=None, const=None, **kwargs):
        if nargs == 0:
            raise ValueError(f"nargs for {self._name} actions must be != 0; {self._advice}")
        if const is not None and nargs != OPTIONAL:
            raise ValueError(f"nargs must be {OPTIONAL!r} to supply const")
        super().__init__(option_strings, dest, nargs, const, **kwargs)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)


class _StoreConstAction(Action):
    """An option without arguments, which stands for a value."""

    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None, deprecated=False):
        super().__init__(option_strings, dest, nargs=0, const=const, default=default, required=required, deprecated=deprecated, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, self.const)


class _StoreTrueAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=False, required=False, help=None, deprecated=False):
        super().__init__(option_strings, dest, True, default, required, help, deprecated=deprecated)


class _StoreFalseAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=True, required=False, help=None, deprecated=False):
        super().__init__(option_strings, dest, False, default, required, help, deprecated=deprecated)


class BooleanOptionalAction(Action):
    """--flag and --no-flag."""

    def __init__(self, option_strings, dest, default=None, required=False, help=None, deprecated=False):
        strings = []
        for s in option_strings:
            strings.append(s)
            if s.startswith("--"):
                if s.startswith("--no-"):
                    raise ValueError(f"invalid option name {s!r} for BooleanOptionalAction")
                strings.append("--no-" + s[2:])
        super().__init__(strings, dest, 0, default=default, required=required, help=help, deprecated=deprecated)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, not option_string.startswith("--no-"))

    def format_usage(self):
        return " | ".join(self.option_strings)


def _copy_list(namespace, dest):
    items = getattr(namespace, dest, None)
    return [] if items is None else list(items)


class _AppendAction(_StoreAction):
    _advice = "if arg strings are not supplying the value to append, the append const action may be more appropriate"
    _name = "append"

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, _copy_list(namespace, self.dest) + [values])


class _AppendConstAction(_StoreConstAction):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, _copy_list(namespace, self.dest) + [self.const])


class _ExtendAction(_AppendAction):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, _copy_list(namespace, self.dest) + list(values))


class _CountAction(Action):
    def __init__(self, option_strings, dest, default=None, required=False, help=None, deprecated=False):
        super().__init__(option_strings, dest, 0, default=default, required=required, help=help, deprecated=deprecated)

    def __call__(self, parser, namespace, values, option_string=None):
        so_far = getattr(namespace, self.dest, None)
        setattr(namespace, self.dest, 1 if not so_far else so_far + 1)


class _HelpAction(Action):
    def __init__(self, option_strings, dest=SUPPRESS, default=SUPPRESS, help=None, deprecated=False):
        super().__init__(option_strings, dest, 0, default=default, help=help, deprecated=deprecated)

    def __call__(self, parser, namespace, values, option_string=None):
        parser.print_help()
        parser.exit(0)


class _VersionAction(Action):
    """An option that prints the program's version."""

    def __init__(self, option_strings, version=None, dest=SUPPRESS, default=SUPPRESS, help=None, deprecated=False):
        help = "show program's version number and exit" if help is None else help
        super().__init__(option_strings, dest, 0, default=default, help=help, deprecated=deprecated)
        self.version = version

    def __call__(self, parser, namespace, values, option_string=None):
        text = parser._get_formatter()
        text.add_text(parser.version if self.version is None else self.version)
        parser._print_message(text.format_help(), _sys.stdout)
        parser.exit()


class _SubParsersAction(Action):
    """Subcommands, each with a parser of its own."""

    class _Choice(Action):
        def __init__(self, name, aliases, help):
            metavar = name + (" (%s)" % ", ".join(aliases) if aliases else "")
            super().__init__([], name, help=help, metavar=metavar)

    def __init__(self, option_strings, prog, parser_class, dest=SUPPRESS, required=False, help=None, metavar=None):
        self._parser_class, self._prog_prefix = parser_class, prog
        self._choices_actions, self._name_parser_map, self._deprecated = [], {}, set()
        super().__init__(option_strings, dest, PARSER, choices=self._name_parser_map, required=required, help=help, metavar=metavar)

    def add_parser(self, name, *, deprecated=False, **kwargs):
        if kwargs.get("prog") is None:
            kwargs["prog"] = "%s %s" % (self._prog_prefix, name)
        aliases = kwargs.pop("aliases", ())
        if name in self._name_parser_map:
            raise ValueError(f"conflicting subparser: {name}")
        for alias in aliases:
            if alias in self._name_parser_map:
                raise ValueError(f"conflicting subparser alias: {alias}")
        choice = None
        if "help" in kwargs:
            choice = self._Choice(name, aliases, kwargs.pop("help"))
            self._choices_actions.append(choice)
        parser = self._parser_class(**kwargs)
        if choice is not None:
            parser._check_help(choice)
        for n in (name, *aliases):
            self._name_parser_map[n] = parser
            if deprecated:
                self._deprecated.add(n)
        return parser

    def _get_subactions(self):
        return self._choices_actions

    def __call__(self, parser, namespace, values, option_string=None):
        name, *arguments = values
        if self.dest is not SUPPRESS:
            setattr(namespace, self.dest, name)
        subparser = self._name_parser_map.get(name)
        if subparser is None:
            raise ArgumentError(self, "unknown parser %r (choices: %s)" % (name, ", ".join(self._name_parser_map)))
        if name in self._deprecated:
            parser._warning("command '%s' is deprecated" % name)
        found, extras = subparser._parse_known(arguments, None, intermixed=False)
        for key, value in vars(found).items():
            setattr(namespace, key, value)
        if extras:
            if not hasattr(namespace, _UNRECOGNIZED):
                setattr(namespace, _UNRECOGNIZED, [])
            getattr(namespace, _UNRECOGNIZED).extend(extras)


# Where subparsers leave what they did not know, until the outermost parser collects it.
_UNRECOGNIZED = "_unrecognized_args"


class FileType:
    """Opens the file that an argument names."""

    def __init__(self, mode="r", bufsize=-1, encoding=None, errors=None):
        import warnings
        warnings.warn("FileType is deprecated. Simply open files after parsing arguments.", PendingDeprecationWarning, stacklevel=2)
        self._mode = mode
        self._bufsize = bufsize
        self._encoding = encoding
        self._errors = errors

    def __call__(self, string):
        if string == "-":
            if "r" in self._mode:
                stream = _sys.stdin
            elif any(c in self._mode for c in "wax"):
                stream = _sys.stdout
            else:
                raise ValueError('argument "-" with mode %r' % self._mode)
            return stream.buffer if "b" in self._mode else stream
        try:
            return open(string, self._mode, self._bufsize, self._encoding, self._errors)
        except OSError as e:
            raise ArgumentTypeError(f"can't open '{string}': {e}")

    def __repr__(self):
        given = [repr(v) for v in (self._mode, self._bufsize) if v != -1]
        named = ["%s=%r" % (n, v) for n, v in [("encoding", self._encoding), ("errors", self._errors)] if v is not None]
        return "%s(%s)" % (type(self).__name__, ", ".join(given + named))


class HelpFormatter:
    """Lays out help texts: what is to be shown is added first, as sections of items, and formatted at the end."""

    class _Section:
        """A heading with items below it; an item is a function that returns text."""

        def __init__(self, formatter, parent, heading=None):
            self.formatter = formatter
            self.parent = parent
            self.heading = heading
            self.items = []

        def format_help(self):
            formatter = self.formatter
            if self.parent is not None:
                formatter._indent()
            text = _joined(item() for item in self.items)
            if self.parent is not None:
                formatter._dedent()
            if not text:
                return ""
            heading = ""
            if self.heading is not None and self.heading is not SUPPRESS:
                heading = " " * formatter._current_indent + self.heading + ":\n"
            return "\n" + heading + text + "\n"

    def __init__(self, prog, indent_increment=2, max_help_position=24, width=None, color=True):
        if width is None:
            import shutil
            width = shutil.get_terminal_size().columns - 2
        self._prog = prog
        self._indent_increment = indent_increment
        self._width = width
        self._max_help_position = min(max_help_position, max(width - 20, indent_increment * 2))
        self._current_indent = 0
        self._action_max_length = 0
        self._root_section = self._current_section = self._Section(self, None)

    def _indent(self):
        self._current_indent += self._indent_increment

    def _dedent(self):
        self._current_indent -= self._indent_increment

    # Adding.

    def start_section(self, heading):
        self._indent()
        section = self._Section(self, self._current_section, heading)
        self._current_section.items.append(section.format_help)
        self._current_section = section

    def end_section(self):
        self._current_section = self._current_section.parent
        self._dedent()

    def add_text(self, text):
        if text is not SUPPRESS and text is not None:
            self._current_section.items.append(lambda: self._format_text(text))

    def add_usage(self, usage, actions, groups, prefix=None):
        if usage is not SUPPRESS:
            self._current_section.items.append(lambda: self._format_usage(usage, actions, groups, prefix))

    def add_argument(self, action):
        if action.help is SUPPRESS:
            return
        widths = [len(self._format_action_invocation(action)) + self._current_indent]
        for subaction in self._iter_indented_subactions(action):
            widths.append(len(self._format_action_invocation(subaction)) + self._current_indent)
        self._action_max_length = max(self._action_max_length, *widths)
        self._current_section.items.append(lambda: self._format_action(action))

    def add_arguments(self, actions):
        for action in actions:
            self.add_argument(action)

    # Formatting.

    def format_help(self):
        text = self._root_section.format_help()
        if not text:
            return text
        return _re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"

    def _format_text(self, text):
        if "%(prog)" in text:
            text = text % {"prog": self._prog}
        return self._fill_text(text, max(self._width - self._current_indent, 11), " " * self._current_indent) + "\n\n"

    def _format_usage(self, usage, actions, groups, prefix):
        if prefix is None:
            prefix = "usage: "
        if usage is not None:
            return prefix + usage % {"prog": self._prog} + "\n\n"
        optionals, positionals = self._usage_words(actions, groups)
        text = " ".join([self._prog] + optionals + positionals)
        width = max(self._width - self._current_indent, 11)
        if len(prefix) + len(text) > width:
            text = "\n".join(self._usage_lines(optionals, positionals, len(prefix), width))
        return prefix + text + "\n\n"

    def _usage_lines(self, optionals, positionals, used, width):
        """Break the usage into lines, the first of which begins after a prefix."""
        if used + len(self._prog) <= 0.75 * width:
            indent = " " * (used + len(self._prog) + 1)
            if not optionals:
                return _fill_words([self._prog] + positionals, indent, width, used - 1)
            return _fill_words([self._prog] + optionals, indent, width, used - 1) + _fill_words(positionals, indent, width)
        indent = " " * used
        lines = _fill_words(optionals + positionals, indent, width)
        if len(lines) > 1:
            lines = _fill_words(optionals, indent, width) + _fill_words(positionals, indent, width)
        return [self._prog] + lines

    def _usage_words(self, actions, groups):
        """Return the words of the usage for options, and those for positionals.

        The members of a group are words too, as a line may end within it; a group with a positional stands at its place.
        """
        shown = [a for a in actions if a.help is not SUPPRESS]
        group_of = {id(a): g for g in groups for a in g._group_actions}
        positionals, optionals, done = [], [], set()
        for words, options in ((positionals, False), (optionals, True)):
            for action in shown:
                if bool(action.option_strings) is not options or id(action) in done:
                    continue
                group = group_of.get(id(action))
                if group is None:
                    words.append(self._usage_word(action))
                    continue
                members = [a for a in shown if a.option_strings and a in group._group_actions]
                if not options:
                    members.append(action)
                done.update(map(id, members))
                inner = [self._usage_word(a, group) + " |" for a in members]
                inner[-1] = inner[-1][:-2]
                if len(members) > 1 or not group.required:
                    inner[0] = ("(" if group.required else "[") + inner[0]
                    inner[-1] += ")" if group.required else "]"
                words.extend(inner)
        return optionals, [w for w in positionals if w]

    def _usage_word(self, action, group=None):
        if not action.option_strings:
            word = self._format_args(action, self._get_default_metavar_for_positional(action))
            if group is not None and word[:1] == "[" and word[-1:] == "]":
                word = word[1:-1]
            return word
        if action.nargs == 0:
            word = action.format_usage()
        else:
            word = action.option_strings[0] + " " + self._format_args(action, self._get_default_metavar_for_optional(action))
        return word if action.required or group is not None else "[%s]" % word

    def _format_action(self, action):
        indent = " " * self._current_indent
        position = min(self._action_max_length + 2, self._max_help_position)
        header = indent + self._format_action_invocation(action)
        parts = []
        if not action.help:
            parts.append(header + "\n")
        else:
            lines = []
            if action.help.strip():
                text = self._expand_help(action)
                if text:
                    lines = self._split_lines(text, max(self._width - position, 11))
            if len(header) <= position - 2:
                parts.append(header.ljust(position) + (lines.pop(0) if lines else "") + "\n")
            else:
                parts.append(header + "\n")
            parts.extend(" " * position + line + "\n" for line in lines)
        for subaction in self._iter_indented_subactions(action):
            parts.append(self._format_action(subaction))
        return _joined(parts)

    def _format_action_invocation(self, action):
        if not action.option_strings:
            default = self._get_default_metavar_for_positional(action)
            return " ".join(self._metavar_formatter(action, default)(1))
        names = ", ".join(action.option_strings)
        if action.nargs == 0:
            return names
        return names + " " + self._format_args(action, self._get_default_metavar_for_optional(action))

    def _metavar_formatter(self, action, default_metavar):
        if action.metavar is not None:
            metavar = action.metavar
        elif action.choices is not None:
            metavar = "{%s}" % ",".join(map(str, action.choices))
        else:
            metavar = default_metavar
        return lambda size: metavar if isinstance(metavar, tuple) else (metavar,) * size

    def _format_args(self, action, default_metavar):
        metavar = self._metavar_formatter(action, default_metavar)
        nargs = action.nargs
        if nargs == ZERO_OR_MORE:
            names = metavar(1)
            return ("[%s [%s ...]]" if len(names) == 2 else "[%s ...]") % names
        if nargs in _ARGS_FORMATS:
            text, size = _ARGS_FORMATS[nargs]
            return text % metavar(size) if size else text
        try:
            text = " ".join(["%s"] * nargs)
        except TypeError:
            raise ValueError("invalid nargs value") from None
        return text % metavar(nargs)

    def _expand_help(self, action):
        text = self._get_help_string(action)
        if "%" not in text:
            return text
        params = {k: v for k, v in vars(action).items() if v is not SUPPRESS}
        params["prog"] = self._prog
        for name, value in list(params.items()):
            if hasattr(value, "__name__"):
                params[name] = value.__name__
        if params.get("choices") is not None:
            params["choices"] = ", ".join(map(str, params["choices"]))
        return text % params

    def _iter_indented_subactions(self, action):
        subactions = getattr(action, "_get_subactions", None)
        if subactions is not None:
            self._indent()
            yield from subactions()
            self._dedent()

    def _wrap(self, text, width, indent):
        from textwrap import TextWrapper
        text = _re.sub(r"[ \t\n\r\f\v]+", " ", text).strip(" ")
        return TextWrapper(width=width, initial_indent=indent, subsequent_indent=indent).wrap(text)

    def _fill_text(self, text, width, indent):
        return "\n".join(self._wrap(text, width, indent))

    def _split_lines(self, text, width):
        return self._wrap(text, width, "")

    def _get_help_string(self, action):
        return action.help

    def _get_default_metavar_for_optional(self, action):
        return action.dest.upper()

    def _get_default_metavar_for_positional(self, action):
        return action.dest


# How the values of an argument are shown, and how many names that needs.
_ARGS_FORMATS = {None: ("%s", 1), OPTIONAL: ("[%s]", 1), ONE_OR_MORE: ("%s [%s ...]", 2), REMAINDER: ("...", 0),
                 PARSER: ("%s ...", 1), SUPPRESS: ("", 0)}


def _joined(parts):
    return "".join(p for p in parts if p and p is not SUPPRESS)


def _fill_words(words, indent, width, first_used=None):
    lines, line = [], []
    used = (len(indent) if first_used is None else first_used + 1) - 1
    for word in words:
        if used + 1 + len(word) > width and line:
            lines.append(indent + " ".join(line))
            line, used = [], len(indent) - 1
        line.append(word)
        used += len(word) + 1
    if line:
        lines.append(indent + " ".join(line))
    if first_used is not None and lines:
        lines[0] = lines[0][len(indent):]
    return lines


class RawDescriptionHelpFormatter(HelpFormatter):
    """Keeps the line breaks of descriptions."""

    def _fill_text(self, text, width, indent):
        return "".join(map(indent.__add__, text.splitlines(True)))


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    """Keeps the line breaks of all texts."""

    def _split_lines(self, text, width):
        return text.splitlines()


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    """Adds defaults to the help of arguments."""

    def _get_help_string(self, action):
        text = action.help or ""
        if "%(default)" not in text and action.default is not SUPPRESS and not action.required:
            if action.option_strings or action.nargs in (OPTIONAL, ZERO_OR_MORE):
                text += " (default: %(default)s)"
        return text


class MetavarTypeHelpFormatter(HelpFormatter):
    """Names values by their type."""

    def _get_default_metavar_for_optional(self, action):
        return action.type.__name__

    _get_default_metavar_for_positional = _get_default_metavar_for_optional


class _ArgumentGroup:
    """A titled part of the help; its arguments belong to the parser."""

    def __init__(self, container, title=None, description=None, **kwargs):
        if "prefix_chars" in kwargs:
            import warnings
            warnings.warn("The use of the undocumented 'prefix_chars' parameter in ArgumentParser.add_argument_group() is deprecated.",
                          DeprecationWarning, stacklevel=3)
        self._prefix_chars = kwargs.pop("prefix_chars", container.prefix_chars)
        self._argument_default = kwargs.pop("argument_default", None)
        self._conflict_handler = kwargs.pop("conflict_handler", None)
        if kwargs:
            raise TypeError(f"add_argument_group() got an unexpected keyword argument {next(iter(kwargs))!r}")
        self._container = container
        self.title = title
        self.description = description
        self._group_actions = []

    def add_argument(self, *args, **kwargs):
        if self._argument_default is not None and "default" not in kwargs:
            kwargs["default"] = self._argument_default
        return self._add_action(self._container._make_action(args, kwargs, self._prefix_chars))

    def _add_action(self, action):
        self._container._register(action, self._conflict_handler)
        self._group_actions.append(action)
        return action

    def set_defaults(self, **kwargs):
        self._container.set_defaults(**kwargs)

    def get_default(self, dest):
        return self._container.get_default(dest)

    def register(self, registry_name, value, object):
        self._container.register(registry_name, value, object)

    def add_argument_group(self, *args, **kwargs):
        raise ValueError("argument groups cannot be nested")

    def add_mutually_exclusive_group(self, **kwargs):
        group = _MutuallyExclusiveGroup(self._container, self, **kwargs)
        self._container._mutually_exclusive_groups.append(group)
        return group


class _MutuallyExclusiveGroup(_ArgumentGroup):
    """Arguments of which only one may be given."""

    def __init__(self, container, shown_in=None, required=False):
        super().__init__(container)
        self.required = required
        self._shown_in = shown_in

    def _add_action(self, action):
        if action.required:
            raise ValueError("mutually exclusive arguments must be optional")
        self._container._register(action)
        self._group_actions.append(action)
        shown = self._shown_in
        if shown is None:
            shown = self._container._default_group(action)
        shown._group_actions.append(action)
        return action

    def add_mutually_exclusive_group(self, **kwargs):
        raise ValueError("mutually exclusive groups cannot be nested")


_ACTIONS = {None: _StoreAction, "store": _StoreAction, "store_const": _StoreConstAction, "store_true": _StoreTrueAction,
            "store_false": _StoreFalseAction, "append": _AppendAction, "append_const": _AppendConstAction,
            "extend": _ExtendAction, "count": _CountAction, "help": _HelpAction, "version": _VersionAction,
            "parsers": _SubParsersAction}


class ArgumentParser:
    """Turns a list of strings into a Namespace."""

    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=(), formatter_class=HelpFormatter,
                 prefix_chars="-", fromfile_prefix_chars=None, argument_default=None, conflict_handler="error", add_help=True,
                 allow_abbrev=True, exit_on_error=True, *, suggest_on_error=False, color=True):
        if conflict_handler not in ("error", "resolve"):
            raise ValueError(f"invalid conflict_resolution value: {conflict_handler!r}")
        self.prog = _os.path.basename(_sys.argv[0]) if prog is None else prog
        self.usage = usage
        self.description = description
        self.epilog = epilog
        self.formatter_class = formatter_class
        self.prefix_chars = prefix_chars
        self.fromfile_prefix_chars = fromfile_prefix_chars
        self.argument_default = argument_default
        self.conflict_handler = conflict_handler
        self.add_help = add_help
        self.allow_abbrev = allow_abbrev
        self.exit_on_error = exit_on_error
        self.suggest_on_error = suggest_on_error
        self.color = color
        self._actions = []
        self._option_string_actions = {}
        self._has_negative_number_options = False
        self._defaults = {}
        self._mutually_exclusive_groups = []
        self._registries = {}
        self._positionals = _ArgumentGroup(self, "positional arguments")
        self._optionals = _ArgumentGroup(self, "options")
        self._action_groups = [self._positionals, self._optionals]
        self._subparsers = None
        if add_help:
            prefix = "-" if "-" in prefix_chars else prefix_chars[0]
            self.add_argument(prefix + "h", prefix * 2 + "help", action="help", default=SUPPRESS, help="show this help message and exit")
        for parent in parents:
            if not isinstance(parent, ArgumentParser):
                raise TypeError("parents must be a list of ArgumentParser")
            self._add_parent(parent)

    def _add_parent(self, parent):
        known = {}
        for group in self._action_groups:
            if group.title in known:
                raise ValueError("cannot merge actions - two groups are named %r" % group.title)
            known[group.title] = group
        home = {}
        for group in parent._action_groups:
            if group.title not in known:
                known[group.title] = self.add_argument_group(group.title, group.description)
            for action in group._group_actions:
                home[id(action)] = known[group.title]
        for action in parent._actions:
            home[id(action)]._add_action(action)
        for group in parent._mutually_exclusive_groups:
            copy = self.add_mutually_exclusive_group(required=group.required)
            copy._group_actions.extend(group._group_actions)
        self._defaults.update(parent._defaults)

    # Declaring arguments.

    def register(self, registry_name, value, object):
        self._registries[registry_name, value] = object

    def _registry_get(self, registry_name, value, default=None):
        if registry_name == "action" and value in _ACTIONS:
            default = _ACTIONS[value]
        return self._registries.get((registry_name, value), default)

    def add_argument(self, *args, **kwargs):
        return self._add_action(self._make_action(args, kwargs, self.prefix_chars))

    def _add_action(self, action):
        self._register(action)
        self._default_group(action)._group_actions.append(action)
        return action

    def _default_group(self, action):
        return self._optionals if action.option_strings else self._positionals

    def _make_action(self, args, kwargs, chars):
        if not args or len(args) == 1 and args[0][0] not in chars:
            kwargs = self._positional_settings(args, kwargs)
        else:
            kwargs = self._optional_settings(args, kwargs, chars)
        if "default" not in kwargs:
            if kwargs["dest"] in self._defaults:
                kwargs["default"] = self._defaults[kwargs["dest"]]
            elif self.argument_default is not None:
                kwargs["default"] = self.argument_default
        name = kwargs.pop("action", None)
        cls = self._registry_get("action", name, name)
        if not callable(cls):
            raise ValueError(f"unknown action {cls!r}")
        action = cls(**kwargs)
        if not action.option_strings and action.nargs == 0:
            raise ValueError(f"action {name!r} is not valid for positional arguments")
        type = self._registry_get("type", action.type, action.type)
        if type is not None and not callable(type):
            raise TypeError(f"{type!r} is not callable")
        if type is FileType:
            raise TypeError(f"{type!r} is a FileType class object, instance of it must be passed")
        self._check_help(action)
        return action

    def _positional_settings(self, args, kwargs):
        if args and "dest" in kwargs:
            raise TypeError("dest supplied twice for positional argument, did you mean metavar?")
        if not args and "dest" not in kwargs:
            raise TypeError("add_argument() needs a name, option strings or dest")
        if "required" in kwargs:
            raise TypeError("'required' is an invalid argument for positionals")
        nargs = kwargs.get("nargs")
        if nargs == 0:
            raise ValueError("nargs for positionals must be != 0")
        if nargs not in (OPTIONAL, ZERO_OR_MORE, REMAINDER, SUPPRESS):
            kwargs["required"] = True
        return {**kwargs, "dest": args[0] if args else kwargs["dest"], "option_strings": []}

    def _optional_settings(self, args, kwargs, chars):
        for s in args:
            if s[0] not in chars:
                raise ValueError(f"invalid option string {s!r}: must start with a character {chars!r}")
        dest = kwargs.pop("dest", None)
        if dest is None:
            long = next((s for s in args if len(s) > 1 and s[1] in chars), args[0])
            dest = long.lstrip(chars)
            if not dest:
                raise TypeError(f"dest= is required for options like {long!r}")
            dest = dest.replace("-", "_")
        return {**kwargs, "dest": dest, "option_strings": list(args)}

    def _check_help(self, action):
        """Report a mistake in the help of an action now, not when help is asked for."""
        formatter = self._get_formatter()
        if not hasattr(formatter, "_format_args"):
            return
        try:
            formatter._format_args(action, None)
        except TypeError:
            raise ValueError("length of metavar tuple does not match nargs") from None
        if action.help:
            try:
                formatter._expand_help(action)
            except (ValueError, TypeError, KeyError) as e:
                raise ValueError("badly formed help string") from e

    def _register(self, action, conflict_handler=None):
        conflicts = [(s, self._option_string_actions[s]) for s in action.option_strings if s in self._option_string_actions]
        if conflicts and (conflict_handler or self.conflict_handler) != "resolve":
            raise ArgumentError(action, "conflicting option string%s: %s" % ("s" if len(conflicts) > 1 else "", ", ".join(s for s, _ in conflicts)))
        for s, other in conflicts:
            other.option_strings.remove(s)
            if not other.option_strings:
                self._actions.remove(other)
                for group in self._action_groups:
                    if other in group._group_actions:
                        group._group_actions.remove(other)
        self._actions.append(action)
        for s in action.option_strings:
            self._option_string_actions[s] = action
            if _re.match(_NEGATIVE_NUMBER, s):
                self._has_negative_number_options = True

    def add_argument_group(self, *args, **kwargs):
        group = _ArgumentGroup(self, *args, **kwargs)
        self._action_groups.append(group)
        return group

    def add_mutually_exclusive_group(self, **kwargs):
        group = _MutuallyExclusiveGroup(self, None, **kwargs)
        self._mutually_exclusive_groups.append(group)
        return group

    def add_subparsers(self, *, title=None, description=None, prog=None, parser_class=None, action="parsers", dest=SUPPRESS,
                       required=False, help=None, metavar=None):
        if self._subparsers is not None:
            raise ValueError("cannot have multiple subparser arguments")
        group = self._positionals
        if title is not None or description is not None:
            group = self.add_argument_group(title or "subcommands", description)
        self._subparsers = group
        if prog is None:
            formatter = self._get_formatter()
            formatter.add_usage(None, self._get_positional_actions(), self._mutually_exclusive_groups, "")
            prog = formatter.format_help().strip()
        action = self._registry_get("action", action, action)([], prog, parser_class or type(self), dest=dest, required=required, help=help, metavar=metavar)
        self._check_help(action)
        return group._add_action(action)

    def get_default(self, dest):
        own = (a.default for a in self._actions if a.dest == dest and a.default is not None)
        return next(own, self._defaults.get(dest))

    def set_defaults(self, **kwargs):
        self._defaults |= kwargs
        for a in self._actions:
            a.default = kwargs.get(a.dest, a.default)

    def _get_optional_actions(self):
        return list(filter(_is_option, self._actions))

    def _get_positional_actions(self):
        return [a for a in self._actions if not _is_option(a)]

    # Parsing.

    def parse_args(self, args=None, namespace=None):
        return self._without_extras(*self.parse_known_args(args, namespace))

    def parse_known_args(self, args=None, namespace=None):
        return self._parse_known(args, namespace, intermixed=False)

    def parse_intermixed_args(self, args=None, namespace=None):
        return self._without_extras(*self.parse_known_intermixed_args(args, namespace))

    def parse_known_intermixed_args(self, args=None, namespace=None):
        for action in self._get_positional_actions():
            if action.nargs in (PARSER, REMAINDER):
                raise TypeError("parse_intermixed_args: positional arg with nargs=%s" % action.nargs)
        return self._parse_known(args, namespace, intermixed=True)

    def _without_extras(self, namespace, extras):
        if extras:
            message = "unrecognized arguments: %s" % " ".join(extras)
            if not self.exit_on_error:
                raise ArgumentError(None, message)
            self.error(message)
        return namespace

    def _parse_known(self, args, namespace, intermixed):
        args = list(_sys.argv[1:] if args is None else args)
        if namespace is None:
            namespace = Namespace()
        for action in self._actions:
            if action.dest is not SUPPRESS and action.default is not SUPPRESS and not hasattr(namespace, action.dest):
                setattr(namespace, action.dest, action.default)
        for dest, value in self._defaults.items():
            if not hasattr(namespace, dest):
                setattr(namespace, dest, value)
        if not self.exit_on_error:
            return self._parse(args, namespace, intermixed)
        try:
            return self._parse(args, namespace, intermixed)
        except ArgumentError as e:
            self.error(str(e))

    def _parse(self, args, namespace, intermixed):
        if self.fromfile_prefix_chars is not None:
            args = self._read_files(args)
        kinds = []  # "O" option, "A" value, "-" the first "--"
        options = {}
        for i, arg in enumerate(args):
            if "-" in kinds:
                kinds.append("A")
            elif arg == "--":
                kinds.append("-")
            else:
                found = self._parse_optional(arg)
                kinds.append("A" if found is None else "O")
                if found is not None:
                    options[i] = found
        return _Parse(self, args, "".join(kinds), options, namespace, intermixed).run()

    def _read_files(self, args):
        result = []
        for arg in args:
            if not arg or arg[0] not in self.fromfile_prefix_chars:
                result.append(arg)
                continue
            try:
                with open(arg[1:], encoding=_sys.getfilesystemencoding(), errors=_sys.getfilesystemencodeerrors()) as file:
                    lines = [a for line in file.read().splitlines() for a in self.convert_arg_line_to_args(line)]
            except OSError as e:
                raise ArgumentError(None, str(e))
            result.extend(self._read_files(lines))
        return result

    def convert_arg_line_to_args(self, arg_line):
        return [arg_line]

    def _parse_optional(self, arg):
        """Return the options that arg may stand for, as (action, option string, separator, value); None if it is a value."""
        if not arg or arg[0] not in self.prefix_chars:
            return None
        if arg in self._option_string_actions:
            return [(self._option_string_actions[arg], arg, None, None)]
        if len(arg) == 1:
            return None
        head, eq, tail = arg.partition("=")
        if eq and head in self._option_string_actions:
            return [(self._option_string_actions[head], head, eq, tail)]
        found = self._get_option_tuples(arg)
        if found:
            return found
        if _re.match(_NEGATIVE_NUMBER, arg) and not self._has_negative_number_options:
            return None
        if " " in arg:
            return None
        return [(None, arg, None, None)]

    def _get_option_tuples(self, arg):
        """Find the options that arg abbreviates, or that it joins with a value (-xVALUE)."""
        chars = self.prefix_chars
        head, eq, tail = arg.partition("=")
        value = (eq, tail) if eq else (None, None)
        long = arg[1] in chars
        found = []
        for s, action in self._option_string_actions.items():
            if not long and s == arg[:2]:
                found.append((action, s, "", arg[2:]))
            elif self.allow_abbrev and s.startswith(head):
                found.append((action, s, *value))
        return found

    def _get_values(self, action, strings):
        if action.nargs == OPTIONAL and not strings:
            value = action.const if action.option_strings else action.default
            if isinstance(value, str) and value is not SUPPRESS:
                value = self._get_value(action, value)
            return value
        if action.nargs == ZERO_OR_MORE and not strings and not action.option_strings:
            return action.default if action.default is not None else []
        if action.nargs == SUPPRESS:
            return SUPPRESS
        if len(strings) == 1 and action.nargs in (None, OPTIONAL):
            value = self._get_value(action, strings[0])
            self._check_value(action, value)
            return value
        values = [self._get_value(action, s) for s in strings]
        if action.nargs != REMAINDER:
            for value in values[:1] if action.nargs == PARSER else values:
                self._check_value(action, value)
        return values

    def _get_value(self, action, string):
        function = self._registry_get("type", action.type, action.type)
        if function is None:
            return string
        if not callable(function):
            raise TypeError(f"{function!r} is not callable")
        try:
            return function(string)
        except ArgumentTypeError as e:
            raise ArgumentError(action, str(e))
        except (TypeError, ValueError):
            name = getattr(action.type, "__name__", repr(action.type))
            raise ArgumentError(action, "invalid %s value: %r" % (name, string))

    def _check_value(self, action, value):
        choices = action.choices
        if choices is None:
            return
        if isinstance(choices, str):
            choices = list(choices)
        try:
            if value in choices:
                return
        except TypeError:
            pass
        names = list(map(str, choices))
        hint = ""
        if self.suggest_on_error and isinstance(value, str) and all(isinstance(c, str) for c in choices):
            import difflib
            close = difflib.get_close_matches(value, names, 1)
            hint = ", maybe you meant %r?" % close[0] if close else ""
        raise ArgumentError(action, "invalid choice: %r%s (choose from %s)" % (str(value), hint, ", ".join(map(repr, names))))

    # Help.

    def _get_formatter(self):
        return self.formatter_class(prog=self.prog)

    def _formatter_with_usage(self):
        text = self._get_formatter()
        text.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        return text

    def format_usage(self):
        return self._formatter_with_usage().format_help()

    def format_help(self):
        text = self._formatter_with_usage()
        text.add_text(self.description)
        for section in self._action_groups:
            text.start_section(section.title)
            text.add_text(section.description)
            text.add_arguments(section._group_actions)
            text.end_section()
        text.add_text(self.epilog)
        return text.format_help()

    def print_usage(self, file=None):
        self._print_message(self.format_usage(), _sys.stdout if file is None else file)

    def print_help(self, file=None):
        self._print_message(self.format_help(), _sys.stdout if file is None else file)

    def _print_message(self, message, file=None):
        if not message:
            return
        file = file or _sys.stderr
        try:
            file.write(message)
        except (AttributeError, OSError):
            pass

    def _warning(self, message):
        self._print_message("%s: warning: %s\n" % (self.prog, message), _sys.stderr)

    def exit(self, status=0, message=None):
        if message:
            self._print_message(message, _sys.stderr)
        _sys.exit(status)

    def error(self, message):
        self.print_usage(_sys.stderr)
        self.exit(2, "%s: error: %s\n" % (self.prog, message))

    def __repr__(self):
        return "ArgumentParser(prog=%r, usage=%r, description=%r, formatter_class=%r, conflict_handler=%r, add_help=%r)" % (
            self.prog, self.usage, self.description, self.formatter_class, self.conflict_handler, self.add_help)


class _Parse:
    """One run of a parser."""

    def __init__(self, parser, args, kinds, options, namespace, intermixed):
        self.parser = parser
        self.args = args
        self.kinds = kinds
        self.options = options
        self.namespace = namespace
        self.intermixed = intermixed
        self.positionals = parser._get_positional_actions()
        self.extras = []
        self.extra_kinds = []
        self.seen = set()
        self.seen_non_default = set()
        self.warned = set()

    def run(self):
        i, last_option = 0, max(self.options, default=-1)
        while i <= last_option:
            next_option = min(j for j in self.options if j >= i)
            if i != next_option and not self.intermixed:
                after = self.consume_positionals(i)
                if after > i:
                    i = after
                    continue
            if i != next_option:
                self.leave(i, next_option)
                i = next_option
            i = self.consume_option(i)
        if self.intermixed:
            self.leave(i, len(self.args))
            self.consume_left_over()
        else:
            self.leave(self.consume_positionals(i), len(self.args))
        self.check_required()
        extras = self.extras
        if hasattr(self.namespace, _UNRECOGNIZED):
            extras = extras + getattr(self.namespace, _UNRECOGNIZED)
            delattr(self.namespace, _UNRECOGNIZED)
        return self.namespace, extras

    def consume_left_over(self):
        """Match the positionals with the values that the options have left over."""
        left, kinds = self.extras, self.extra_kinds
        values = [i for i, kind in enumerate(kinds) if kind != "O"]
        self.args, self.kinds = [left[i] for i in values], "".join(kinds[i] for i in values)
        used = set(values[:self.consume_positionals(0)])
        self.extras = [text for i, text in enumerate(left) if i not in used]

    def leave(self, start, stop):
        self.extras.extend(self.args[start:stop])
        self.extra_kinds.extend(self.kinds[start:stop])

    def leave_option(self, text):
        self.extras.append(text)
        self.extra_kinds.append("O")

    def take(self, action, strings, option_string=None):
        self.seen.add(id(action))
        value = self.parser._get_values(action, strings)
        if action.option_strings or strings:
            self.seen_non_default.add(id(action))
            for group in self.parser._mutually_exclusive_groups:
                if action not in group._group_actions:
                    continue
                for other in group._group_actions:
                    if other is not action and id(other) in self.seen_non_default:
                        raise ArgumentError(action, "not allowed with argument %s" % _argument_name(other))
        if value is not SUPPRESS:
            action(self.parser, self.namespace, value, option_string)

    def warn(self, text):
        if text not in self.warned:
            self.warned.add(text)
            self.parser._warning(text + " is deprecated")

    def pattern(self, action):
        """Return the regular expression of the kinds of what an action takes."""
        n = action.nargs
        p = _PATTERNS.get(n)
        if p is None:
            p = "-*" + "-*".join("A" * n)
        if action.option_strings:
            p = p.replace("-*", "").replace("-", "")
        return p

    def consume_positionals(self, start):
        for action, count in zip(list(self.positionals), self.match_positionals(self.kinds[start:])):
            strings = self.args[start:start + count]
            if action.nargs == PARSER:
                if self.kinds[start] == "-":
                    strings.remove("--")
            elif action.nargs != REMAINDER and "-" in self.kinds[start:start + count]:
                strings.remove("--")
            start += count
            if strings and action.deprecated:
                self.warn("argument %r" % _argument_name(action))
            self.positionals.pop(0)
            self.take(action, strings)
        return start

    def match_positionals(self, kinds):
        """Return how many strings each of the next positionals takes."""
        for n in range(len(self.positionals), 0, -1):
            match = _re.match("".join("(%s)" % self.pattern(a) for a in self.positionals[:n]), kinds)
            if match is None:
                continue
            counts = [len(g) for g in match.groups()]
            # What may be empty waits while options, and with them more values, are to come.
            if kinds[match.end():match.end() + 1] == "O":
                while counts and not counts[-1]:
                    counts.pop()
            return counts
        return []

    def consume_option(self, start):
        found = self.options[start]
        if len(found) > 1:
            options = ", ".join(s for _, s, _, _ in found)
            raise ArgumentError(None, "ambiguous option: %s could match %s" % (self.args[start], options))
        action, option_string, separator, value = found[0]
        if action is None:
            self.leave_option(self.args[start])
            return start + 1
        stop = start + 1
        taken = []
        while value is not None and self.count(action, "A") == 0:
            # -abc: flags that share a dash.
            chars = self.parser.prefix_chars
            if option_string[1] in chars or not value or separator or value[0] in chars:
                raise ArgumentError(action, "ignored explicit argument %r" % value)
            taken.append((action, [], option_string))
            option_string = option_string[0] + value[0]
            action = self.parser._option_string_actions.get(option_string)
            if action is None:
                self.leave_option(option_string[0] + value)
                break
            value = value[1:] or None
            separator = ""
            if value and value[0] == "=":
                separator, value = "=", value[1:]
        if action is not None:
            strings = [value]
            if value is None:
                stop += self.count(action, self.kinds[stop:])
                strings = self.args[start + 1:stop]
            elif self.count(action, "A") != 1:
                raise ArgumentError(action, "ignored explicit argument %r" % value)
            taken.append((action, strings, option_string))
        for action, strings, option_string in taken:
            if action.deprecated:
                self.warn("option %r" % option_string)
            self.take(action, strings, option_string)
        return stop

    def count(self, action, kinds):
        """Return how many of the next strings an option takes."""
        match = _re.match(self.pattern(action), kinds)
        if match is not None:
            return len(match.group())
        if action.nargs in _EXPECTED:
            raise ArgumentError(action, _EXPECTED[action.nargs])
        raise ArgumentError(action, "expected %s argument%s" % (action.nargs, "" if action.nargs == 1 else "s"))

    def check_required(self):
        missing = []
        for action in self.parser._actions:
            if id(action) in self.seen:
                continue
            if action.required:
                missing.append(_argument_name(action))
            elif isinstance(action.default, str) and action.dest is not SUPPRESS and getattr(self.namespace, action.dest, None) is action.default:
                # A default that is a string is converted like an argument.
                setattr(self.namespace, action.dest, self.parser._get_value(action, action.default))
        if missing:
            raise ArgumentError(None, "the following arguments are required: %s" % ", ".join(map(str, missing)))
        for group in self.parser._mutually_exclusive_groups:
            if group.required and not any(id(a) in self.seen_non_default for a in group._group_actions):
                names = [_argument_name(a) for a in group._group_actions if a.help is not SUPPRESS]
                raise ArgumentError(None, "one of the arguments %s is required" % " ".join(names))


# The kinds of strings that each nargs takes, as regular expressions for positionals.
_PATTERNS = {None: "-*A-*", OPTIONAL: "-*A?-*", ZERO_OR_MORE: "-*[A-]*", ONE_OR_MORE: "-*A[A-]*", REMAINDER: "[AO-]*",
             PARSER: "-*A[-AO]*", SUPPRESS: "-*"}

_EXPECTED = {None: "expected one argument", OPTIONAL: "expected at most one argument", ONE_OR_MORE: "expected at least one argument"}
