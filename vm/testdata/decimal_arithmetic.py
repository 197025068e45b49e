# Decimal arithmetic, comparisons and rounding.
import decimal, math, operator, pickle, copy
from decimal import *
from fractions import Fraction
def show(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e, type(e).__mro__[1].__name__)
D = Decimal
for s in ("1.10", "-0", "1E+5", "1e-10", "Infinity", "-inf", "nan", "sNaN12", " 3.14 ", "1_000.5", "abc", "", "1e", ".5", "5.", "0.0000001", "123e20", "0E-8"): show(D, s); 
show(D, 3.1); show(D, 10**30); show(D, (0, (1, 2), -1)); show(D, (2, (1,), 0)); show(D, None); show(D, [1]); show(D, True); show(D.from_float, 0.1); show(D, float("nan"))
ops = [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, operator.pow, divmod]
for a, b in (("1.1", "2.2"), ("1", "3"), ("-7", "2"), ("7", "-2.5"), ("0", "0"), ("1", "0"), ("2", "0.5"), ("2", "-3"), ("10", "40"), ("1e30", "7"), ("Infinity", "1"), ("Infinity", "-Infinity"), ("NaN", "1"), ("sNaN", "1"), ("1.5", "2.5"), ("-8", "0.333"), ("0", "-1"), ("9", "0.5"), ("1e-30", "1e30"), ("123456789012345678901234567890", "1")):
    for op in ops: show(op, D(a), D(b))
show(lambda: D("1.1") + 1); show(lambda: 1 - D("1.1")); show(lambda: D(1) == 1.0); show(lambda: D("0.1") == 0.1); show(lambda: D(1) < 2.5); show(lambda: D(1) == Fraction(1)); show(lambda: D("0.5") > Fraction(1, 3)); show(lambda: D("NaN") == D("NaN")); show(lambda: D("NaN") < 1); show(lambda: hash(D("1.5")) == hash(1.5)); show(lambda: hash(D(10**20)) == hash(10**20)); show(lambda: {D(1): 2}[1]); show(lambda: D(1) == "1"); show(lambda: sum([D("0.1")] * 3)); show(lambda: max(D(1), D(2))); show(lambda: sorted([D(3), D("1.5"), 2]))
x = D("2.675"); show(x.quantize, D("0.01")); show(x.quantize, D("0.01"), rounding=ROUND_HALF_UP); show(x.quantize, D("1")); show(x.quantize, D("1e-30")); show(round, x, 2); show(round, x); show(round, D("2.5")); show(math.floor, D("-1.5")); show(math.ceil, D("1.1")); show(int, D("-1.9")); show(float, D("1.5")); show(complex, D(1)); show(bool, D(0)); show(math.trunc, D("1.7")); show(abs, D("-1")); show(operator.neg, D("0")); show(operator.pos, D("1.23456789012345678901234567890123"))
for r in (ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP): print([str(D(v).quantize(D(1), rounding=r)) for v in ("1.5", "2.5", "-1.5", "1.1", "-1.1", "0.5", "5.1")])
for m in ("sqrt", "exp", "ln", "log10", "normalize", "to_integral_value", "as_tuple", "adjusted", "is_nan", "number_class", "logb", "next_plus", "next_minus", "to_eng_string", "copy_negate", "as_integer_ratio", "radix"):
    for v in ("2", "100", "0.5", "1.23E+10", "0", "-1", "Infinity", "NaN", "10.00"): show(getattr(D(v), m))
show(D("7").remainder_near, D("4")); show(D(2).fma, 3, 4); show(D(1).compare, D(2)); show(D(1).max, D("NaN")); show(D("1.0").compare_total, D("1")); show(D("1e2").scaleb, 3); show(D(12).same_quantum, D(3)); show(D(34).rotate, 1); show(D(1101).logical_and, D(1011)); show(pow, D(3), 4, 5); show(D(1).copy_sign, D(-2))
