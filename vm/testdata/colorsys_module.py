"""colorsys: all conversions over a grid of colours, to twelve digits."""
import colorsys
import itertools

grid = [i / 4 for i in range(5)]
for name in colorsys.__all__:
    f = getattr(colorsys, name)
    print(name)
    for point in itertools.product(grid, repeat=3):
        print(*(f"{x:.12f}" for x in f(*point)), end=";")
    print()
print(colorsys.rgb_to_hsv(0.2, 0.4, 0.4), colorsys.hsv_to_rgb(0.5, 0.5, 0.4), colorsys.hls_to_rgb(-0.3, 0.5, 1.0))
