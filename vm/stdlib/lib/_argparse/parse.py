"""Parsing of a list of arguments."""

import re as _re

from .actions import _UNRECOGNIZED
from .names import ONE_OR_MORE, OPTIONAL, PARSER, REMAINDER, SUPPRESS, ZERO_OR_MORE, ArgumentError, _argument_name

__name__ = "argparse"  # whose classes and functions these are


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
