"""Parsing of command-line arguments."""

import os as _os
import re as _re
import sys as _sys

from _argparse.actions import (Action, BooleanOptionalAction, FileType, _AppendAction, _AppendConstAction, _CountAction, _ExtendAction, _HelpAction, _StoreAction, _StoreConstAction,
                               _StoreFalseAction, _StoreTrueAction, _SubParsersAction, _VersionAction)
from _argparse.formatter import (ArgumentDefaultsHelpFormatter, HelpFormatter, MetavarTypeHelpFormatter, RawDescriptionHelpFormatter, RawTextHelpFormatter)
from _argparse.names import (ONE_OR_MORE, OPTIONAL, PARSER, REMAINDER, SUPPRESS, ZERO_OR_MORE, ArgumentError, ArgumentTypeError, Namespace, _is_option)
from _argparse.parse import _Parse

__all__ = ["ArgumentParser", "ArgumentError", "ArgumentTypeError", "BooleanOptionalAction", "FileType", "HelpFormatter",
           "ArgumentDefaultsHelpFormatter", "RawDescriptionHelpFormatter", "RawTextHelpFormatter", "MetavarTypeHelpFormatter",
           "Namespace", "Action", "ONE_OR_MORE", "OPTIONAL", "PARSER", "REMAINDER", "SUPPRESS", "ZERO_OR_MORE"]

# What looks like a negative number is a value, unless the parser has options that do.
_NEGATIVE_NUMBER = r"-\.?\d"


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
