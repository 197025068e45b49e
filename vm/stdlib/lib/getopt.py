"""Command line options as C's getopt reads them."""

import os

__all__ = ["GetoptError", "error", "getopt", "gnu_getopt"]


class GetoptError(Exception):
    opt = ""
    msg = ""

    def __init__(self, msg, opt=""):
        self.msg = msg
        self.opt = opt
        Exception.__init__(self, msg, opt)

    def __str__(self):
        return self.msg


error = GetoptError


def getopt(args, shortopts, longopts=[]):
    """Return (options with values, arguments); options end at the first argument."""
    opts = []
    longopts = _names(longopts)
    while args and args[0].startswith("-") and args[0] != "-":
        if args[0] == "--":
            args = args[1:]
            break
        args = _option(opts, args, shortopts, longopts)
    return opts, args


def gnu_getopt(args, shortopts, longopts=[]):
    """The same, with options also behind arguments."""
    opts, rest = [], []
    longopts = _names(longopts)
    in_order = shortopts.startswith("-")
    if in_order:
        if longopts:
            pass
        shortopts = shortopts[1:]
        all_options_first = False
    elif shortopts.startswith("+"):
        shortopts = shortopts[1:]
        all_options_first = True
    else:
        all_options_first = bool(os.environ.get("POSIXLY_CORRECT"))
    while args:
        if args[0] == "--":
            rest += args[1:]
            break
        if args[0][:1] == "-" and args[0] != "-":
            if in_order and rest:
                opts.append((None, rest))
                rest = []
            args = _option(opts, args, shortopts, longopts)
        elif all_options_first:
            rest += args
            break
        else:
            rest.append(args[0])
            args = args[1:]
    return opts, rest


def _names(longopts):
    return [longopts] if isinstance(longopts, str) else list(longopts)


def _option(opts, args, shortopts, longopts):
    """Read the option or options in the first argument, and return what is left."""
    if args[0].startswith("--"):
        return _long(opts, args[0][2:], longopts, args[1:])
    text, args = args[0][1:], args[1:]
    while text:
        opt, text = text[0], text[1:]
        kind = _kind(opt, shortopts)
        value = ""
        if kind:
            if text == "" and kind != "?":
                if not args:
                    raise GetoptError("option -%s requires argument" % opt, opt)
                text, args = args[0], args[1:]
            value, text = text, ""
        opts.append(("-" + opt, value))
    return args


def _kind(opt, shortopts):
    """Return "" for an option without a value, ":" for one with, "?" for one that may have one."""
    for i, known in enumerate(shortopts):
        if opt == known != ":":
            if not shortopts.startswith(":", i + 1):
                return ""
            return "?" if shortopts.startswith("::", i + 1) else ":"
    raise GetoptError("option -%s not recognized" % opt, opt)


def _long(opts, opt, longopts, args):
    opt, equals, value = opt.partition("=")
    possible = [o for o in longopts if o.startswith(opt)]
    if not possible:
        raise GetoptError("option --%s not recognized" % opt, opt)
    exact = [o for o in possible if o.rstrip("=?") == opt]
    if exact:
        found = exact[0]
    elif len(possible) > 1:
        raise GetoptError("option --%s not a unique prefix; possible options: %s" % (opt, ", ".join("--" + o.rstrip("=?") for o in possible)), opt)
    else:
        found = possible[0]
    name = found.rstrip("=?")
    if found.endswith("=?"):
        pass
    elif found.endswith("="):
        if not equals:
            if not args:
                raise GetoptError("option --%s requires argument" % name, name)
            value, args = args[0], args[1:]
    elif equals:
        raise GetoptError("option --%s must not have an argument" % name, name)
    opts.append(("--" + name, value))
    return args
