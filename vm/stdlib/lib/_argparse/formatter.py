"""The texts of usage and help."""

import re as _re

from .names import ONE_OR_MORE, OPTIONAL, PARSER, REMAINDER, SUPPRESS, ZERO_OR_MORE

__name__ = "argparse"  # whose classes and functions these are


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
