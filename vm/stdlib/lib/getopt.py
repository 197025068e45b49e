"""Options of command lines as C's getopt reads them."""

import os

__all__ = ["GetoptError", "error", "getopt", "gnu_getopt"]


class GetoptError(Exception):
    """An option that is not known, or that lacks its argument or has one that it must not have."""

    def __init__(self, msg, opt=""):
        super().__init__(msg, opt)
        self.msg, self.opt = msg, opt

    def __str__(self):
        return self.msg


error = GetoptError


def getopt(args, shortopts, longopts=[]):
    """The options in front of the first argument that is none, as pairs, and the other arguments."""
    found, rest = [], list(args)
    longopts = [longopts] if isinstance(longopts, str) else list(longopts)
    while rest and rest[0].startswith("-") and rest[0] != "-":
        word = rest.pop(0)
        if word == "--":
            break
        rest = _take(found, word, shortopts, longopts, rest)
    return found, rest


def gnu_getopt(args, shortopts, longopts=[]):
    """The options wherever they stand, unless "+" or POSIXLY_CORRECT asks for those in front alone; "-" in front gives other arguments in place."""
    longopts = [longopts] if isinstance(longopts, str) else list(longopts)
    in_order = shortopts.startswith("-")
    if in_order:
        shortopts = shortopts[1:]
    front_only = shortopts.startswith("+") or bool(os.environ.get("POSIXLY_CORRECT"))
    shortopts = shortopts.removeprefix("+")
    found, others, rest = [], [], list(args)
    while rest:
        word = rest.pop(0)
        if word == "--":
            others += rest
            break
        if word.startswith("-") and word != "-":
            if in_order and others:
                found.append((None, others))
                others = []
            rest = _take(found, word, shortopts, longopts, rest)
        elif front_only:
            others += [word, *rest]
            break
        else:
            others.append(word)
    return found, others


def _take(found, word, shortopts, longopts, rest):
    """Note the options of a word; give what is left behind their arguments."""
    return _long(found, word[2:], longopts, rest) if word.startswith("--") else _short(found, word[1:], shortopts, rest)


def _long(found, word, longopts, rest):
    name, equals, value = word.partition("=")
    value = value if equals else None
    takes, name = _full_name(name, longopts)
    if takes == "?":
        value = value or ""
    elif takes:
        if value is None:
            if not rest:
                raise GetoptError(f"option --{name} requires argument", name)
            value, rest = rest[0], rest[1:]
    elif value is not None:
        raise GetoptError(f"option --{name} must not have an argument", name)
    found.append(("--" + name, value or ""))
    return rest


def _full_name(name, longopts):
    """Whether an option takes an argument ("?" if it may), and its name in full."""
    fitting = [option for option in longopts if option.startswith(name)]
    if not fitting:
        raise GetoptError(f"option --{name} not recognized", name)
    if name in fitting:
        return False, name
    if name + "=" in fitting:
        return True, name
    if name + "=?" in fitting:
        return "?", name
    if len(fitting) > 1:
        raise GetoptError(f"option --{name} not a unique prefix; possible options: {', '.join(fitting)}", name)
    option = fitting[0]
    if option.endswith("=?"):
        return "?", option[:-2]
    return (True, option[:-1]) if option.endswith("=") else (False, option)


def _short(found, letters, shortopts, rest):
    while letters:
        letter, letters = letters[0], letters[1:]
        takes = _takes(letter, shortopts)
        value = ""
        if takes:
            if not letters and takes != "?":
                if not rest:
                    raise GetoptError(f"option -{letter} requires argument", letter)
                letters, rest = rest[0], rest[1:]
            value, letters = letters, ""
        found.append(("-" + letter, value))
    return rest


def _takes(letter, shortopts):
    for i, known in enumerate(shortopts):
        if known == letter != ":":
            if shortopts.startswith(":", i + 1):
                return "?" if shortopts.startswith("::", i + 1) else True
            return False
    raise GetoptError(f"option -{letter} not recognized", letter)
