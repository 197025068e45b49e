# argparse: help, usage, errors and exit statuses, subcommands, groups, choices.
import argparse, sys, io
def run(p, args):
    out, err = io.StringIO(), io.StringIO(); so, se = sys.stdout, sys.stderr; sys.stdout, sys.stderr = out, err
    try: r = repr(p.parse_args(args))
    except SystemExit as e: r = "exit %r" % e.code
    except BaseException as e: r = "%s %s" % (type(e).__name__, e)
    finally: sys.stdout, sys.stderr = so, se
    print(r, out.getvalue(), err.getvalue())
p = argparse.ArgumentParser(prog="prog", description="Train a model.", epilog="See docs.")
p.add_argument("data", help="data path"); p.add_argument("extra", nargs="?", default="d"); p.add_argument("--lr", type=float, default=0.1, metavar="LR", help="learning rate (default: %(default)s)"); p.add_argument("-e", "--epochs", type=int, choices=[1, 2, 3]); p.add_argument("--flag", action="store_true"); p.add_argument("--no-x", dest="x", action="store_false"); p.add_argument("-v", action="count", default=0); p.add_argument("--list", nargs="+"); p.add_argument("--pair", nargs=2, metavar=("A", "B")); p.add_argument("--app", action="append"); p.add_argument("--const", action="store_const", const=5); p.add_argument("--version", action="version", version="%(prog)s 1.0"); p.add_argument("--bool", action=argparse.BooleanOptionalAction, default=True, help="toggle"); p.add_argument("--hidden", help=argparse.SUPPRESS); p.add_argument("--req", required=False, help="a very long help text that needs to be wrapped because it does not fit in one line of the terminal at all")
g = p.add_argument_group("group title", "group description"); g.add_argument("--in-group", type=int); mx = p.add_mutually_exclusive_group(); mx.add_argument("--a1", action="store_true"); mx.add_argument("--b1", action="store_true")
for a in (["-h"], ["d"], [], ["d", "--lr", "x"], ["d", "-e", "9"], ["d", "-vvv", "--list", "1", "2"], ["d", "--pair", "1"], ["d", "--app", "a", "--app=b"], ["d", "--unknown"], ["d", "--version"], ["d", "--no-bool"], ["d", "--a1", "--b1"], ["d", "--ep", "2"], ["d", "--l", "1"], ["--", "-d"], ["d", "x", "y"], ["d", "--flag=3"], ["d", "-e2", "--const"], ["d", "--lr=-1e-3"], ["d", "--in-group", "1.5"]): run(p, a)
p = argparse.ArgumentParser(prog="tool"); sub = p.add_subparsers(dest="cmd", required=True, help="commands", title="subs"); a = sub.add_parser("train", help="train it", aliases=["t"]); a.add_argument("--n", type=int); b = sub.add_parser("eval", help="eval it"); b.add_argument("x", nargs="*"); a.set_defaults(fn="F")
for a in (["-h"], ["train", "--n", "3"], ["t"], ["eval", "1", "2"], [], ["bad"], ["train", "-h"], ["train", "--bad"]): run(p, a)
p = argparse.ArgumentParser(prog="q", formatter_class=argparse.ArgumentDefaultsHelpFormatter, usage="q [x]"); p.add_argument("--z", default=3, help="z value"); p.add_argument("w", type=lambda s: int(s) // 0 if s == "0" else int(s)); run(p, ["-h"]); run(p, ["0"]); run(p, ["x"])
def even(s):
    if int(s) % 2: raise argparse.ArgumentTypeError("odd %s" % s)
    return int(s)
p = argparse.ArgumentParser(prog="r", allow_abbrev=False, exit_on_error=False); p.add_argument("--ev", type=even); p.add_argument("--fl", type=argparse.FileType("r")); run(p, ["--ev", "3"]); run(p, ["--fl", "/nope"]); run(p, ["--e", "2"]); print(p.parse_known_args(["--ev", "2", "--zz", "1"])); print(p.format_usage()); print(argparse.Namespace(a=1, b="x"), "a" in argparse.Namespace(a=1)); print(p.get_default("ev"), vars(p.parse_args([])))
