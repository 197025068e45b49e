# Fractions: construction, formatting, arithmetic.
from fractions import Fraction as F
from decimal import Decimal
def show(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
for v in (F(1, 3), F(-22, 7), F(5), F(123456789, 1000), F(0), F(1, 1000000)):
    for s in ("", ".2f", "+.3e", "g", "%", ",", "12", "<12", "*^12", "012.2f", "_.4f", ".0f", "#.0f", "z.0f", "E", "G", ",.1f", "#", "020,.2f", "=+12.3f"): show(format, v, s)
show(format, F(1, 3), "d"); show(format, F(1, 3), ".2"); show(F, "3 / 4"); show(F, "1_000/3"); show(F, "x"); show(F, 1.5); show(F, Decimal("0.1")); show(F, 1, 0); show(F, 1.5, 2); show(F, None); show(F, "1.5e3"); show(F.from_decimal, Decimal("1.5")); show(F.from_float, 3); show(F.from_float, "x"); show(lambda: F(1, 3) + 1); show(lambda: F(1, 2) + 0.5); show(lambda: F(1, 2) ** 2); show(lambda: F(2) ** F(1, 2)); show(lambda: round(F(7, 3), 1)); show(lambda: F(7, 3) // 1); show(lambda: F(-7, 3) % 2); show(lambda: divmod(F(7, 2), F(1, 3))); show(lambda: F(1, 2) < 0.6); show(lambda: F(1, 3).limit_denominator(2)); show(lambda: F(3, 1).is_integer()); show(lambda: hash(F(1, 2)) == hash(0.5)); show(lambda: F(1, 2) / 0); show(lambda: F(0) ** -1); show(lambda: sum([F(1, 3)] * 3)); show(F, "nan"); show(F, float("inf")); show(lambda: F(1, 2) + "x"); show(lambda: complex(F(1, 2))); show(lambda: F(1, 2) == 0.5); show(lambda: (-F(1, 2), abs(F(-1, 2)), +F(1, 2), bool(F(0))))
