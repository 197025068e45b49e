"""decimal: operands whose exponents lie far apart take no time."""
from decimal import Decimal, InvalidOperation

small, large = Decimal("1e-999990"), Decimal("3e999990")
for a, b in (small, large), (large, small), (Decimal(7), large), (Decimal(-7), Decimal("1e400")), (Decimal(5), Decimal(3)), (Decimal(7), Decimal(2)), (Decimal("12.3e2"), Decimal(10) ** 15):
    for f in a.remainder_near, a.__mod__, a.__floordiv__, a.__add__, a.__sub__, a.__mul__, a.compare, a.max:
        try:
            print(f.__name__, f(b), end="; ")
        except (InvalidOperation, ArithmeticError) as e:
            print(f.__name__, type(e).__name__, end="; ")
    print()
