"""What is done with arguments."""

import sys as _sys

from .names import OPTIONAL, PARSER, SUPPRESS, ArgumentError, ArgumentTypeError

__name__ = "argparse"  # whose classes and functions these are


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
