"""Complex arithmetic with infinities, nans and signed zeros, and with real operands."""
inf, nan = float("inf"), float("nan")
values = [complex(a, b) for a in (inf, -inf, nan, -0.0, 1.5) for b in (inf, nan, -0.0, -3)]
for x in values:
    for y in values[::3] + [2, -0.0, inf, 0.5]:
        print(x, y, x + y, y - x, x * y, y * x, end=" ")
        print(x / y if y else "", y / x if x else "")
for x in 1j, 1 + 1j, 2.5 - 1j, 0j, 1e200 + 1e200j:
    for y in 0, 2, -1, 0.5, -0.5j, 101, -1000, 1 + 1j:
        for f in (lambda: x**y), (lambda: y**x):
            try:
                print(x, y, f())
            except Exception as e:
                print(x, y, type(e).__name__, e)
print(abs(complex(nan, inf)), abs(3e200 + 4e200j), abs(3e-200 - 4e-200j))
try:
    abs(complex(1.7e308, 1.7e308))
except OverflowError as e:
    print(e)
