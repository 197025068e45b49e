def add(a, b=1, /, *rest, c, d=2, **options):
    "Adds."
    return f(a, *rest, c=c, **options) + b.method(d).attr[a:c] + b.method(x=1)


def outer(x):
    def inner(y=x):
        nonlocal x
        x += y
        return lambda: x
    return inner


print(add(1, c=2), *[1], sep="")
a, b = b, a
a, *b = [1, 2, 3]
x[1:2], y.z = 1, -2 ** 2
del x[0], y.z, a
