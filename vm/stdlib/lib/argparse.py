"""Parsing of command-line arguments."""

import os
import re
import sys
from textwrap import TextWrapper

__all__ = ["ArgumentParser", "ArgumentError", "ArgumentTypeError", "BooleanOptionalAction", "FileType", "HelpFormatter",
           "ArgumentDefaultsHelpFormatter", "RawDescriptionHelpFormatter", "RawTextHelpFormatter", "MetavarTypeHelpFormatter",
           "Namespace", "Action", "ONE_OR_MORE", "OPTIONAL", "PARSER", "REMAINDER", "SUPPRESS", "ZERO_OR_MORE"]

SUPPRESS = "==SUPPRESS=="
OPTIONAL = "?"
ZERO_OR_MORE = "*"
ONE_OR_MORE = "+"
PARSER = "A..."
REMAINDER = "..."
_NOT_GIVEN = object()


class ArgumentError(Exception):
    """An error in the use of one argument."""

    def __init__(self, argument, message):
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
        return action.metavar if isinstance(action.metavar, str) else " ".join(action.metavar)
    if action.dest not in (None, SUPPRESS):
        return action.dest
    if action.choices:
        return "{" + ",".join(map(str, action.choices)) + "}"
    return None


class Namespace:
    """Holds the values as attributes."""

    def __init__(self, **kwargs):
        for name in kwargs:
            setattr(self, name, kwargs[name])

    def __eq__(self, other):
        if not isinstance(other, Namespace):
            return NotImplemented
        return vars(self) == vars(other)

    def __contains__(self, key):
        return key in self.__dict__

    def __repr__(self):
        parts, star = [], {}
        for name, value in self.__dict__.items():
            if name.isidentifier():
                parts.append("%s=%r" % (name, value))
            else:
                star[name] = value
        if star:
            parts.append("**%s" % repr(star))
        return "%s(%s)" % (type(self).__name__, ", ".join(parts))


class Action:
    """What to do with an argument."""

    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None, required=False,
                 help=None, metavar=None, deprecated=False):
        self.option_strings = option_strings
        self.dest = dest
        self.nargs = nargs
        self.const = const
        self.default = default
        self.type = type
        self.choices = choices
        self.required = required
        self.help = help
        self.metavar = metavar
        self.deprecated = deprecated

    def format_usage(self):
        return self.option_strings[0]

    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError(".__call__() not defined")

    def __repr__(self):
        names = ["option_strings", "dest", "nargs", "const", "default", "type", "choices", "required", "help", "metavar", "deprecated"]
        return "%s(%s)" % (type(self).__name__, ", ".join("%s=%r" % (n, getattr(self, n)) for n in names))


class _StoreAction(Action):
    def __init__(self, option_strings, dest, nargs=None, **kwargs):
        if nargs == 0:
            raise ValueError("nargs for store actions must be != 0; if you have nothing to store, actions such as store "
                             "true or store const may be more appropriate")
        super().__init__(option_strings, dest, nargs, **kwargs)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)


class _StoreConstAction(Action):
    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None, deprecated=False):
        super().__init__(option_strings, dest, 0, const, default, required=required, help=help, deprecated=deprecated)

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
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, _copy_list(namespace, self.dest) + [values])


class _AppendConstAction(_StoreConstAction):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, _copy_list(namespace, self.dest) + [self.const])


class _ExtendAction(_StoreAction):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, _copy_list(namespace, self.dest) + list(values))


class _CountAction(Action):
    def __init__(self, option_strings, dest, default=None, required=False, help=None, deprecated=False):
        super().__init__(option_strings, dest, 0, default=default, required=required, help=help, deprecated=deprecated)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, (getattr(namespace, self.dest, None) or 0) + 1)


class _HelpAction(Action):
    def __init__(self, option_strings, dest=SUPPRESS, default=SUPPRESS, help=None, deprecated=False):
        super().__init__(option_strings, dest, 0, default=default, help=help, deprecated=deprecated)

    def __call__(self, parser, namespace, values, option_string=None):
        parser.print_help()
        parser.exit()


class _VersionAction(Action):
    def __init__(self, option_strings, version=None, dest=SUPPRESS, default=SUPPRESS, help=None, deprecated=False):
        if help is None:
            help = "show program's version number and exit"
        super().__init__(option_strings, dest, 0, default=default, help=help, deprecated=deprecated)
        self.version = version

    def __call__(self, parser, namespace, values, option_string=None):
        version = self.version if self.version is not None else parser.version
        parser._print_message((version % {"prog": parser.prog} if "%(" in version else version) + "\n", sys.stdout)
        parser.exit()


class _SubParsersAction(Action):
    """Subcommands, each with a parser of its own."""

    class _Choice(Action):
        def __init__(self, name, aliases, help):
            metavar = name + (" (%s)" % ", ".join(aliases) if aliases else "")
            super().__init__([], name, help=help, metavar=metavar)

    def __init__(self, option_strings, prog, parser_class, dest=SUPPRESS, required=False, help=None, metavar=None):
        self._prog_prefix = prog
        self._parser_class = parser_class
        self._name_parser_map = {}
        self._choices_actions = []
        super().__init__(option_strings, dest, PARSER, choices=self._name_parser_map, required=required, help=help, metavar=metavar)

    def add_parser(self, name, *, deprecated=False, **kwargs):
        if kwargs.get("prog") is None:
            kwargs["prog"] = "%s %s" % (self._prog_prefix, name)
        aliases = kwargs.pop("aliases", ())
        for n in (name, *aliases):
            if n in self._name_parser_map:
                raise ValueError(f"conflicting subparser: {n}")
        if "help" in kwargs:
            self._choices_actions.append(self._Choice(name, aliases, kwargs.pop("help")))
        parser = self._parser_class(**kwargs)
        for n in (name, *aliases):
            self._name_parser_map[n] = parser
        return parser

    def __call__(self, parser, namespace, values, option_string=None):
        name, *arguments = values
        if self.dest is not SUPPRESS:
            setattr(namespace, self.dest, name)
        subparser = self._name_parser_map[name]
        found, extras = subparser.parse_known_args(arguments, None)
        for key, value in vars(found).items():
            setattr(namespace, key, value)
        if extras:
            namespace.__dict__.setdefault("_unrecognized_args", []).extend(extras)


class FileType:
    """Opens the file that an argument names."""

    def __init__(self, mode="r", bufsize=-1, encoding=None, errors=None):
        self._mode = mode
        self._encoding = encoding

    def __call__(self, string):
        if string == "-":
            return sys.stdin if "r" in self._mode else sys.stdout
        try:
            return open(string, self._mode, encoding=self._encoding)
        except OSError as e:
            raise ArgumentTypeError(f"can't open '{string}': {e}")


class HelpFormatter:
    """Lays out help texts."""

    def __init__(self, prog, indent_increment=2, max_help_position=24, width=None, **kwargs):
        if width is None:
            width = int(os.environ.get("COLUMNS", 80) or 80) - 2
        self._prog = prog
        self._indent = indent_increment
        self._width = width
        self._max_help = min(max_help_position, max(width - 20, indent_increment * 2))

    def _wrap(self, text, width, indent):
        text = " ".join(text.split())
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

    def _metavar(self, action, default):
        if action.metavar is not None:
            return action.metavar
        if action.choices is not None:
            return "{%s}" % ",".join(map(str, action.choices))
        return default

    def _format_args(self, action, default):
        metavar = self._metavar(action, default)
        names = metavar if isinstance(metavar, tuple) else (metavar,)
        first = names[0]
        second = names[1] if len(names) > 1 else first
        nargs = action.nargs
        if nargs is None:
            return first
        if nargs == OPTIONAL:
            return "[%s]" % first
        if nargs == ZERO_OR_MORE:
            return "[%s ...]" % first
        if nargs == ONE_OR_MORE:
            return "%s [%s ...]" % (first, second)
        if nargs == REMAINDER:
            return "..."
        if nargs == PARSER:
            return "%s ..." % first
        if nargs == SUPPRESS:
            return ""
        return " ".join(names[i] if i < len(names) else first for i in range(nargs))

    def _invocation(self, action):
        if not action.option_strings:
            return " ".join(_flat(self._metavar(action, self._get_default_metavar_for_positional(action))))
        if action.nargs == 0:
            return ", ".join(action.option_strings)
        args = self._format_args(action, self._get_default_metavar_for_optional(action))
        return ", ".join(action.option_strings) + " " + args

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

    def format_action(self, action, position, indent):
        invocation = " " * indent + self._invocation(action)
        lines = []
        if not action.help or not action.help.strip():
            lines.append(invocation)
        else:
            width = max(self._width - position, 11)
            help_lines = self._split_lines(self._expand_help(action), width)
            if len(invocation) <= position - 2:
                lines.append(invocation.ljust(position) + (help_lines[0] if help_lines else ""))
                help_lines = help_lines[1:]
            else:
                lines.append(invocation)
            lines.extend(" " * position + line for line in help_lines)
        if isinstance(action, _SubParsersAction):
            for choice in action._choices_actions:
                lines.append(self.format_action(choice, position, indent + self._indent))
        return "\n".join(lines)

    def position(self, groups):
        longest = 0
        for actions in groups:
            for action in actions:
                if action.help is SUPPRESS:
                    continue
                longest = max(longest, len(self._invocation(action)) + self._indent)
                if isinstance(action, _SubParsersAction):
                    for choice in action._choices_actions:
                        longest = max(longest, len(self._invocation(choice)) + 2 * self._indent)
        return min(longest + 2, self._max_help)

    def usage_parts(self, actions, groups):
        """Return the words of the usage line, options first."""
        optionals, positionals = [], []
        done = set()
        for action in actions:
            if action.help is SUPPRESS or id(action) in done:
                continue
            exclusive = next((g for g in groups if action in g._group_actions), None)
            if exclusive is not None and action.option_strings:
                members = [a for a in exclusive._group_actions if a.help is not SUPPRESS]
                done.update(id(a) for a in members)
                inner = " | ".join(self._usage_word(a, True) for a in members)
                if len(members) > 1 or not exclusive.required:
                    inner = ("(%s)" if exclusive.required else "[%s]") % inner
                optionals.append(inner)
            elif action.option_strings:
                optionals.append(self._usage_word(action, action.required) if action.required else "[%s]" % self._usage_word(action, True))
            else:
                word = self._format_args(action, self._get_default_metavar_for_positional(action))
                if word:
                    positionals.append(word)
        return optionals, positionals

    def _usage_word(self, action, bare):
        if not action.option_strings:
            return self._format_args(action, self._get_default_metavar_for_positional(action))
        if action.nargs == 0:
            return action.format_usage()
        return action.option_strings[0] + " " + self._format_args(action, self._get_default_metavar_for_optional(action))

    def format_usage(self, usage, actions, groups, prefix="usage: "):
        if usage is not None:
            return prefix + usage % {"prog": self._prog} + "\n\n"
        optionals, positionals = self.usage_parts(actions, groups)
        text = " ".join([self._prog] + optionals + positionals)
        if len(prefix) + len(text) <= self._width:
            return prefix + text + "\n\n"
        if len(prefix) + len(self._prog) <= 0.75 * self._width:
            indent = " " * (len(prefix) + len(self._prog) + 1)
            if optionals:
                lines = _fill_words([self._prog] + optionals, indent, self._width, len(prefix) - 1)
                lines += _fill_words(positionals, indent, self._width)
            else:
                lines = _fill_words([self._prog] + positionals, indent, self._width, len(prefix) - 1)
        else:
            indent = " " * len(prefix)
            lines = _fill_words(optionals + positionals, indent, self._width)
            if len(lines) > 1:
                lines = _fill_words(optionals, indent, self._width) + _fill_words(positionals, indent, self._width)
            lines = [self._prog] + lines
        return prefix + "\n".join(lines) + "\n\n"


def _flat(value):
    return value if isinstance(value, tuple) else (value,)


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
        return "".join(indent + line for line in text.splitlines(keepends=True))


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    """Keeps the line breaks of all texts."""

    def _split_lines(self, text, width):
        return text.splitlines()


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    """Adds defaults to the help of arguments."""

    def _get_help_string(self, action):
        text = action.help or ""
        if "%(default)" not in text and action.default is not SUPPRESS:
            if action.option_strings or action.nargs in (OPTIONAL, ZERO_OR_MORE):
                text += " (default: %(default)s)"
        return text


class MetavarTypeHelpFormatter(HelpFormatter):
    """Names values by their type."""

    def _get_default_metavar_for_optional(self, action):
        return action.type.__name__

    _get_default_metavar_for_positional = _get_default_metavar_for_optional


class _Group:
    """A titled part of the help; its arguments belong to the parser."""

    def __init__(self, container, title=None, description=None, **kwargs):
        self._container = container
        self.title = title
        self.description = description
        self._group_actions = []

    def add_argument(self, *args, **kwargs):
        action = self._container._make_action(*args, **kwargs)
        return self._add_action(action)

    def _add_action(self, action):
        self._container._register(action)
        self._group_actions.append(action)
        return action

    def add_argument_group(self, *args, **kwargs):
        return self._container.add_argument_group(*args, **kwargs)

    def add_mutually_exclusive_group(self, **kwargs):
        group = _ExclusiveGroup(self._container, self, **kwargs)
        self._container._exclusive_groups.append(group)
        return group


class _ExclusiveGroup(_Group):
    """Arguments of which only one may be given."""

    def __init__(self, container, shown_in, required=False):
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


_ACTIONS = {None: _StoreAction, "store": _StoreAction, "store_const": _StoreConstAction, "store_true": _StoreTrueAction,
            "store_false": _StoreFalseAction, "append": _AppendAction, "append_const": _AppendConstAction,
            "extend": _ExtendAction, "count": _CountAction, "help": _HelpAction, "version": _VersionAction}


class ArgumentParser:
    """Turns a list of strings into a Namespace."""

    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=(), formatter_class=HelpFormatter,
                 prefix_chars="-", fromfile_prefix_chars=None, argument_default=None, conflict_handler="error", add_help=True,
                 allow_abbrev=True, exit_on_error=True, *, suggest_on_error=True, color=True):
        self.prog = os.path.basename(sys.argv[0]) if prog is None else prog
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
        self._actions = []
        self._option_string_actions = {}
        self._defaults = {}
        self._exclusive_groups = []
        self._registries = {}
        self._positionals = _Group(self, "positional arguments")
        self._optionals = _Group(self, "options")
        self._action_groups = [self._positionals, self._optionals]
        self._subparsers = None
        if add_help:
            prefix = "-" if "-" in prefix_chars else prefix_chars[0]
            self.add_argument(prefix + "h", prefix * 2 + "help", action="help", default=SUPPRESS, help="show this help message and exit")
        for parent in parents:
            self._add_parent(parent)

    def _add_parent(self, parent):
        known = {g.title: g for g in self._action_groups}
        for group in parent._action_groups:
            target = known.get(group.title)
            if target is None:
                target = self.add_argument_group(group.title, group.description)
            for action in group._group_actions:
                self._register(action)
                target._group_actions.append(action)
        self._exclusive_groups.extend(parent._exclusive_groups)
        self._defaults.update(parent._defaults)

    # Declaring arguments.

    def register(self, registry_name, value, object):
        self._registries[registry_name, value] = object

    def add_argument(self, *args, **kwargs):
        action = self._make_action(*args, **kwargs)
        return self._add_action(action)

    def _add_action(self, action):
        self._register(action)
        self._default_group(action)._group_actions.append(action)
        return action

    def _default_group(self, action):
        return self._optionals if action.option_strings else self._positionals

    def _make_action(self, *args, **kwargs):
        chars = self.prefix_chars
        if not args or len(args) == 1 and args[0][0] not in chars:
            if args and "dest" in kwargs:
                raise TypeError("dest supplied twice for positional argument, did you mean metavar?")
            dest = args[0] if args else kwargs.pop("dest")
            if "required" in kwargs:
                raise TypeError("'required' is an invalid argument for positionals")
            nargs = kwargs.get("nargs")
            if nargs not in (OPTIONAL, ZERO_OR_MORE, REMAINDER, SUPPRESS) and kwargs.get("action") not in ("store_const", "store_true"):
                kwargs["required"] = True
            kwargs["option_strings"], kwargs["dest"] = [], dest
        else:
            for s in args:
                if s[0] not in chars:
                    raise ValueError(f"invalid option string {s!r}: must start with a character {chars!r}")
            dest = kwargs.pop("dest", None)
            if dest is None:
                long = next((s for s in args if len(s) > 1 and s[1] in chars), args[0])
                dest = long.lstrip(chars)
                if not dest:
                    raise TypeError(f"dest= is required for options like {args[0]!r}")
                dest = dest.replace("-", "_")
            kwargs["option_strings"], kwargs["dest"] = list(args), dest
        if "default" not in kwargs:
            if kwargs["dest"] in self._defaults:
                kwargs["default"] = self._defaults[kwargs["dest"]]
            elif self.argument_default is not None:
                kwargs["default"] = self.argument_default
        name = kwargs.pop("action", None)
        cls = name if isinstance(name, type) else _ACTIONS.get(name, self._registries.get(("action", name)))
        if cls is None:
            raise ValueError(f"unknown action {name!r}")
        if name in ("store_true", "store_false", "count", "help") and not kwargs["option_strings"]:
            kwargs.pop("required", None)
        action = cls(**kwargs)
        if action.type is not None and not callable(self._registries.get(("type", action.type), action.type)):
            raise TypeError(f"{action.type!r} is not callable")
        return action

    def _register(self, action):
        for s in action.option_strings:
            if s in self._option_string_actions:
                if self.conflict_handler != "resolve":
                    raise ArgumentError(action, "conflicting option string: %s" % s)
                other = self._option_string_actions[s]
                other.option_strings.remove(s)
                if not other.option_strings:
                    self._actions.remove(other)
                    for group in self._action_groups:
                        if other in group._group_actions:
                            group._group_actions.remove(other)
        self._actions.append(action)
        for s in action.option_strings:
            self._option_string_actions[s] = action

    def add_argument_group(self, *args, **kwargs):
        group = _Group(self, *args, **kwargs)
        self._action_groups.append(group)
        return group

    def add_mutually_exclusive_group(self, *, required=False):
        group = _ExclusiveGroup(self, None, required)
        self._exclusive_groups.append(group)
        return group

    def add_subparsers(self, *, title=None, description=None, prog=None, parser_class=None, action=None, dest=SUPPRESS,
                       required=False, help=None, metavar=None):
        if self._subparsers is not None:
            raise ValueError("cannot have multiple subparser arguments")
        group = self._positionals
        if title is not None or description is not None:
            group = self.add_argument_group(title or "subcommands", description)
        if prog is None:
            optionals, positionals = self._formatter().usage_parts([a for a in self._actions if not a.option_strings], [])
            prog = " ".join([self.prog] + positionals)
        self._subparsers = _SubParsersAction([], prog, parser_class or type(self), dest, required, help, metavar)
        return group._add_action(self._subparsers)

    def set_defaults(self, **kwargs):
        self._defaults.update(kwargs)
        for action in self._actions:
            if action.dest in kwargs:
                action.default = kwargs[action.dest]

    def get_default(self, dest):
        for action in self._actions:
            if action.dest == dest and action.default is not None:
                return action.default
        return self._defaults.get(dest, None)

    # Parsing.

    def parse_args(self, args=None, namespace=None):
        namespace, extras = self.parse_known_args(args, namespace)
        if extras:
            message = "unrecognized arguments: %s" % " ".join(extras)
            if self.exit_on_error:
                self.error(message)
            raise ArgumentError(None, message)
        return namespace

    def parse_known_args(self, args=None, namespace=None):
        args = list(sys.argv[1:] if args is None else args)
        if namespace is None:
            namespace = Namespace()
        for action in self._actions:
            if action.dest is not SUPPRESS and action.default is not SUPPRESS and not hasattr(namespace, action.dest):
                setattr(namespace, action.dest, action.default)
        for dest, value in self._defaults.items():
            if not hasattr(namespace, dest):
                setattr(namespace, dest, value)
        if not self.exit_on_error:
            return self._parse(args, namespace)
        try:
            return self._parse(args, namespace)
        except ArgumentError as e:
            self.error(str(e))

    parse_intermixed_args = parse_args
    parse_known_intermixed_args = parse_known_args

    def _read_files(self, args):
        result = []
        for arg in args:
            if not arg or arg[0] not in self.fromfile_prefix_chars:
                result.append(arg)
                continue
            try:
                with open(arg[1:]) as file:
                    lines = [a for line in file.read().splitlines() for a in self.convert_arg_line_to_args(line)]
            except OSError as e:
                raise ArgumentError(None, str(e))
            result.extend(self._read_files(lines))
        return result

    def convert_arg_line_to_args(self, arg_line):
        return [arg_line]

    def _has_negative_options(self):
        return any(re.match(r"^-(?:\d+(?:_\d+)*(?:\.\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)$", s) for s in self._option_string_actions)

    def _classify(self, arg):
        """Return (action, option string, value) if arg is an option, None if it is a value."""
        if not arg or arg[0] not in self.prefix_chars:
            return None
        if arg in self._option_string_actions:
            return self._option_string_actions[arg], arg, None
        if len(arg) == 1:
            return None
        head, eq, tail = arg.partition("=")
        if eq and head in self._option_string_actions:
            return self._option_string_actions[head], head, tail
        matches = self._abbreviations(arg)
        if len(matches) > 1:
            options = ", ".join(s for _, s, _ in matches)
            raise ArgumentError(None, "ambiguous option: %s could match %s" % (arg, options))
        if matches:
            return matches[0]
        if re.match(r"^-(?:\d+(?:_\d+)*(?:\.\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)$", arg) and not self._has_negative_options():
            return None
        if " " in arg:
            return None
        return None, arg, None

    def _abbreviations(self, arg):
        chars = self.prefix_chars
        found = []
        if arg[0] in chars and arg[1] in chars:
            if self.allow_abbrev:
                head, eq, tail = arg.partition("=")
                for s, action in self._option_string_actions.items():
                    if s.startswith(head):
                        found.append((action, s, tail if eq else None))
        else:
            # -xVALUE, or several one-letter flags together.
            short, rest = arg[:2], arg[2:]
            action = self._option_string_actions.get(short)
            if action is not None:
                found.append((action, short, rest[1:] if rest.startswith("=") and action.nargs != 0 else rest))
            if self.allow_abbrev:
                for s, a in self._option_string_actions.items():
                    if s != short and s.startswith(arg) and len(s) > 1 and s[1] not in chars:
                        found.append((a, s, None))
        return found

    def _parse(self, args, namespace):
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
                option = self._classify(arg)
                kinds.append("A" if option is None else "O")
                if option is not None:
                    options[i] = option
        state = _State(self, args, "".join(kinds), options, namespace)
        return state.run()

    def _get_values(self, action, strings):
        if action.nargs == OPTIONAL and not strings:
            value = action.const if action.option_strings else action.default
            if isinstance(value, str) and value is not SUPPRESS:
                value = self._get_value(action, value)
            return value
        if action.nargs == ZERO_OR_MORE and not strings and not action.option_strings:
            return action.default if action.default is not None else []
        if len(strings) == 1 and action.nargs in (None, OPTIONAL):
            value = self._get_value(action, strings[0])
            self._check_value(action, value)
            return value
        if action.nargs == REMAINDER:
            return [self._get_value(action, s) for s in strings]
        if action.nargs == PARSER:
            values = [self._get_value(action, s) for s in strings]
            self._check_value(action, values[0])
            return values
        values = [self._get_value(action, s) for s in strings]
        for value in values:
            self._check_value(action, value)
        return values

    def _get_value(self, action, string):
        function = self._registries.get(("type", action.type), action.type)
        if function is None:
            return string
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
        if value not in choices:
            raise ArgumentError(action, "invalid choice: %r (choose from %s)" % (str(value), ", ".join(repr(str(c)) for c in choices)))

    # Help.

    def _formatter(self):
        return self.formatter_class(prog=self.prog)

    def format_usage(self):
        formatter = self._formatter()
        return formatter.format_usage(self.usage, self._actions, self._exclusive_groups).rstrip("\n") + "\n"

    def format_help(self):
        formatter = self._formatter()
        sections = []
        if self.usage is not SUPPRESS:
            sections.append(formatter.format_usage(self.usage, self._actions, self._exclusive_groups).strip("\n"))
        if self.description:
            sections.append(self._text(formatter, self.description, ""))
        position = formatter.position(g._group_actions for g in self._action_groups)
        for group in self._action_groups:
            shown = [a for a in group._group_actions if a.help is not SUPPRESS]
            parts = []
            if group.description:
                parts.append(self._text(formatter, group.description, "  "))
            if shown:
                parts.append("\n".join(formatter.format_action(a, position, 2) for a in shown))
            if parts:
                sections.append((group.title + ":\n" if group.title else "") + "\n\n".join(parts))
        if self.epilog:
            sections.append(self._text(formatter, self.epilog, ""))
        return "\n\n".join(s for s in sections if s) + "\n"

    def _text(self, formatter, text, indent):
        if "%(prog)" in text:
            text = text % {"prog": self.prog}
        return formatter._fill_text(text, max(formatter._width, 11), indent).strip("\n")

    def print_usage(self, file=None):
        self._print_message(self.format_usage(), sys.stdout if file is None else file)

    def print_help(self, file=None):
        self._print_message(self.format_help(), sys.stdout if file is None else file)

    def _print_message(self, message, file=None):
        if message:
            (sys.stderr if file is None else file).write(message)

    def exit(self, status=0, message=None):
        if message:
            self._print_message(message, sys.stderr)
        sys.exit(status)

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(2, "%s: error: %s\n" % (self.prog, message))

    def __repr__(self):
        return "ArgumentParser(prog=%r, usage=%r, description=%r, formatter_class=%r, conflict_handler=%r, add_help=%r)" % (
            self.prog, self.usage, self.description, self.formatter_class, self.conflict_handler, self.add_help)


class _State:
    """One run of a parser."""

    def __init__(self, parser, args, kinds, options, namespace):
        self.parser = parser
        self.args = args
        self.kinds = kinds
        self.options = options
        self.namespace = namespace
        self.positionals = [a for a in parser._actions if not a.option_strings]
        self.extras = []
        self.seen = set()
        self.seen_non_default = set()

    def run(self):
        i, last_option = 0, max(self.options, default=-1)
        while i <= last_option:
            next_option = min(j for j in self.options if j >= i)
            if i != next_option:
                after = self.consume_positionals(i)
                if after > i:
                    i = after
                    continue
            if i not in self.options:
                self.extras.extend(self.args[i:next_option])
                i = next_option
            i = self.consume_option(i)
        stop = self.consume_positionals(i)
        self.extras.extend(a for a in self.args[stop:])
        self.check_required()
        extras = self.extras + self.namespace.__dict__.pop("_unrecognized_args", [])
        return self.namespace, extras

    def take(self, action, strings, option_string=None):
        self.seen.add(id(action))
        if action.nargs not in (PARSER, REMAINDER) and "--" in strings:
            strings = list(strings)
            strings.remove("--")
        value = self.parser._get_values(action, strings)
        if value is not action.default:
            self.seen_non_default.add(id(action))
            for group in self.parser._exclusive_groups:
                if action not in group._group_actions:
                    continue
                for other in group._group_actions:
                    if other is not action and id(other) in self.seen_non_default:
                        raise ArgumentError(action, "not allowed with argument %s" % _argument_name(other))
        if value is not SUPPRESS:
            action(self.parser, self.namespace, value, option_string)

    def pattern(self, action):
        n = action.nargs
        if n is None:
            p = "-*A-*"
        elif n == OPTIONAL:
            p = "-*A?-*"
        elif n == ZERO_OR_MORE:
            p = "-*[A-]*"
        elif n == ONE_OR_MORE:
            p = "-*A[A-]*"
        elif n == REMAINDER:
            p = "[AO-]*"
        elif n == PARSER:
            p = "-*A[-AO]*"
        elif n == SUPPRESS:
            p = "-*"
        else:
            p = "-*" + "-*".join("A" * n)
        if action.option_strings:
            p = p.replace("-*", "").replace("-", "")
        return p

    def consume_positionals(self, start):
        kinds = self.kinds[start:]
        for n in range(len(self.positionals), 0, -1):
            match = re.match("".join("(%s)" % self.pattern(a) for a in self.positionals[:n]), kinds)
            if match is not None:
                counts = [len(g) for g in match.groups()]
                break
        else:
            return start
        taken = 0
        for action, count in zip(self.positionals[:n], counts):
            # What may be empty waits, if options with more values are to come.
            if count == 0 and start < len(self.kinds) and "O" in self.kinds[start:] and action.nargs in (OPTIONAL, ZERO_OR_MORE, REMAINDER):
                break
            self.take(action, self.args[start:start + count])
            start += count
            taken += 1
        self.positionals = self.positionals[taken:]
        return start

    def consume_option(self, start):
        action, option_string, value = self.options[start]
        while True:
            if action is None:
                self.extras.append(self.args[start])
                return start + 1
            if value is not None and action.nargs == 0:
                # -abc: the rest are more flags.
                if option_string.startswith("--") or not value or value.startswith("="):
                    raise ArgumentError(action, "ignored explicit argument %r" % value.removeprefix("=") if value else
                                        "ignored explicit argument ''")
                self.take(action, [], option_string)
                option_string = option_string[0] + value[0]
                rest = value[1:]
                action = self.parser._option_string_actions.get(option_string)
                if action is None:
                    self.extras.append(option_string + rest)
                    return start + 1
                value = rest or None
                if value and value.startswith("=") and action.nargs != 0:
                    value = value[1:]
                continue
            if value is not None:
                if re.match(self.pattern(action) + "$", "A") is None:
                    raise ArgumentError(action, self.expected(action))
                self.take(action, [value], option_string)
                return start + 1
            kinds = self.kinds[start + 1:]
            match = re.match(self.pattern(action), kinds) if action.nargs != 0 else None
            if action.nargs == 0:
                count = 0
            elif match is None:
                raise ArgumentError(action, self.expected(action))
            else:
                count = len(match.group())
            self.take(action, self.args[start + 1:start + 1 + count], option_string)
            return start + 1 + count

    def expected(self, action):
        if action.nargs is None:
            return "expected one argument"
        if action.nargs == OPTIONAL:
            return "expected at most one argument"
        if action.nargs == ONE_OR_MORE:
            return "expected at least one argument"
        return "expected %s argument%s" % (action.nargs, "" if action.nargs == 1 else "s")

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
        for group in self.parser._exclusive_groups:
            if group.required and not any(id(a) in self.seen_non_default for a in group._group_actions):
                names = [_argument_name(a) for a in group._group_actions if a.help is not SUPPRESS]
                raise ArgumentError(None, "one of the arguments %s is required" % " ".join(names))
