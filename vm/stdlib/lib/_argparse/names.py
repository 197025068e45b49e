"""What all of argparse shares: the numbers of arguments, errors, and the result."""

__name__ = "argparse"  # whose classes and functions these are


SUPPRESS = "==SUPPRESS=="
OPTIONAL = "?"
ZERO_OR_MORE = "*"
ONE_OR_MORE = "+"
PARSER = "A..."
REMAINDER = "..."


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
