# Formatting of decimals, contexts, signals, and functions at high precision.
import decimal, math, operator, pickle, copy
from decimal import *
def show(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e, type(e).__mro__[1].__name__)
D = Decimal
for v in ("1234567.891", "-0.5", "1E+10", "0", "-Infinity", "NaN", "1.0", "12345", "0.00001"):
    for spec in ("", "f", ".2f", ",", ",.2f", "e", ".3e", "E", "g", ".3g", "%", ".1%", "10", "<12", "^12", "*>12", "+", " ", "010.2f", "=+15,.1f", "_.2f", ".0f", "n", "015,.3f", "z.0f", "#.0f"): show(format, D(v), spec)
show(format, D(1), "d"); show(format, D(1), "q"); show(lambda: f"{D('3.14159'):.2f}"); show(lambda: "%s %.2f" % (D("1.5"), D("2.345")))
c = getcontext(); show(lambda: c); show(lambda: c.prec); c.prec = 5; show(lambda: D(1) / 3); show(lambda: D("123456") + 1); show(lambda: c.flags[Inexact]); show(lambda: c); c.clear_flags(); c.prec = 28
with localcontext() as ctx: ctx.prec = 10; show(lambda: D(1) / 7)
with localcontext(prec=3): show(lambda: D(2).sqrt())
show(lambda: D(1) / 7); show(lambda: localcontext(foo=1)); show(lambda: Context(prec=0)); show(lambda: Context(rounding="x")); show(lambda: Context(prec=6).divide(1, 3)); show(lambda: ExtendedContext.divide(D(1), D(0))); show(lambda: BasicContext); show(lambda: Context(traps=[Inexact]).divide(1, 3)); show(lambda: Context(Emax=5, Emin=-5, prec=3).multiply(D("1e3"), D("1e4"))); show(lambda: Context(prec=3).create_decimal("1.2345")); show(lambda: Context().create_decimal("x")); show(lambda: Context(prec=4).sqrt(2)); show(lambda: Context(prec=50).exp(1)); show(lambda: Context(prec=40).ln(2)); show(lambda: Context(prec=30).power(2, D("0.5"))); show(lambda: Context(prec=100).power(3, D("1.1"))); show(lambda: setattr(c, "foo", 1)); show(lambda: c.traps[DivisionByZero]); c.traps[FloatOperation] = True; show(D, 1.5); show(lambda: D(1) < 1.5); c.traps[FloatOperation] = False
c.traps[InvalidOperation] = False; show(lambda: D(-1).sqrt()); show(D, "abc"); show(lambda: D(0) / 0); c.traps[InvalidOperation] = True; c.traps[DivisionByZero] = False; show(lambda: D(1) / 0); c.traps[DivisionByZero] = True
show(lambda: pickle.loads(pickle.dumps(D("1.50")))); show(lambda: copy.deepcopy(D(3))); show(lambda: isinstance(D(1), __import__("numbers").Number)); show(lambda: D("1e400") * D("1e999800")); show(lambda: D("1e-999999") / 10**30); show(lambda: D(2) ** 1000); show(lambda: D("1.1") ** 100); show(lambda: D(2) ** D("-0.5")); show(lambda: D(10) ** -3); show(lambda: D("0.2") ** -2); show(lambda: D(4) ** D("0.5")); show(lambda: D("1e5") ** D("0.2")); show(lambda: D(100).exp()); show(lambda: D("-1000").exp()); show(lambda: D("1e-20").exp()); show(lambda: D("0.999999").ln()); show(lambda: D("1e-50").ln()); show(lambda: D(7).log10()); show(lambda: D("1e15").log10()); show(lambda: D(2).exp().ln())
class Money(Decimal):
    def __repr__(self): return f"Money({self})"
show(lambda: Money("1.5")); show(lambda: Money("1.5") + 1); show(lambda: str(Money("2"))); show(lambda: D("1").__class__); show(lambda: D.__module__); show(lambda: D("3").real); show(lambda: D("-3.7") % 2); show(lambda: D("-3.7") // 2); show(lambda: divmod(D("7.5"), 2)); show(lambda: D("1E+2") + 0); show(lambda: str(D("1E+2").quantize(D(1)))); show(lambda: D("1.20") * D("2.0")); show(lambda: D("5") / D("2")); show(lambda: D(1) / D(8)); show(lambda: [str(D(i) / 10) for i in range(5)]); show(lambda: D("0.1") + D("0.2") == D("0.3")); show(lambda: D(6) / D(3)); show(lambda: D("100") / 3 * 3); show(lambda: DecimalTuple(0, (1,), 2)); show(lambda: D("1.5").is_signed()); show(lambda: HAVE_THREADS); show(lambda: MAX_PREC)
