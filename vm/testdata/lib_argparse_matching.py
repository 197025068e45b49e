# How argparse matches arguments: abbreviations, negative numbers, groups, intermixed values, and what it refuses.
import argparse
import sys

sys.stderr = sys.stdout


def attempt(parser, *args, method="parse_args"):
    try:
        print(args, "->", getattr(parser, method)(list(args)))
    except SystemExit as e:
        print("exit", e.code)


p = argparse.ArgumentParser(prog="p")
p.add_argument("-foobar")
p.add_argument("-n", type=float, deprecated=True)
p.add_argument("-v", action="count", default=0)
p.add_argument("-q", action="store_true")
p.add_argument("rest", nargs="*")
attempt(p, "-foob=a", "-n", "-1e3", "-vvq")
attempt(p, "a", "-vv", "-q")
attempt(p, "-vq=3")
attempt(p, "a", "-v", "b")
attempt(p, "a", "-v", "b", method="parse_intermixed_args")
attempt(p, "a", "-v", "b", "--unknown", "c", method="parse_known_intermixed_args")
attempt(p, "--", "-v")

p = argparse.ArgumentParser(prog="p", suggest_on_error=True)
g = p.add_mutually_exclusive_group(required=True)
g.add_argument("--foo")
g.add_argument("--bar", nargs="?")
g.add_argument("baz", nargs="*")
p.add_argument("--size", choices=["small", "medium", "large"])
attempt(p, "--foo", "1", "--bar")
attempt(p, "--bar")
attempt(p)
attempt(p, "x", "--size", "smal")
attempt(p, "x", "--si", "large")

p = argparse.ArgumentParser(prog="a-program-of-a-long-name")
g = p.add_mutually_exclusive_group()
for name in "alpha", "beta", "gamma", "delta", "epsilon":
    g.add_argument("--" + name, metavar="VALUE", help=name + " (default: %(default)s)")
p.add_argument("pair", nargs="+", metavar=("FIRST", "OTHERS"))
p.print_help()


class Wide(argparse.ArgumentDefaultsHelpFormatter):
    def _format_action_invocation(self, action):
        return "/".join(action.option_strings) or super()._format_action_invocation(action)


p = argparse.ArgumentParser(prog="p", formatter_class=lambda prog: Wide(prog, max_help_position=12), usage=argparse.SUPPRESS)
p.add_argument("-x", "--execute", default=3, help="a number")
p.add_argument("--must", required=True, help="another")
commands = p.add_subparsers(title="commands", metavar="COMMAND")
commands.add_parser("run", help="runs it", aliases=["r"])
p.print_help()

p = argparse.ArgumentParser(prog="p")
for args, settings in [
    (("x",), {"nargs": 0}), (("x",), {"action": "store_true"}), (("-x",), {"nargs": 2, "metavar": ("A",)}),
    (("-x",), {"help": "100%"}), (("-x",), {"action": "shop"}), (("-x",), {"nargs": "+", "const": 1}),
    (("x",), {"required": True}), (("--",), {}), (("-x",), {"type": "int"}), (("-h",), {}),
]:
    try:
        p.add_argument(*args, **settings)
    except (ValueError, TypeError, argparse.ArgumentError) as e:
        print(type(e).__name__, e)
