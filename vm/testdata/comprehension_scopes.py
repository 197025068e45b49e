# What a comprehension sees as its locals, and definitions with type parameters whose bases are unpacked.
print([eval("q + 1") for q in [1, 2]])
print([[eval("a + b") for b in [1]] for a in [10]])
print([locals() is globals() for q in [1]], locals() is globals())
[exec("newname = 3") for _ in [1]]
try: print(newname)
except NameError as e: print(e)


class A:
    k = 5
    print([eval("q + 1") for q in [1, 2]], [sorted(x for x in locals() if x in ("k", "q")) for q in [1]])
    print([dir() for q in [1]], [sorted(vars()) for q in [1]])
    print("k" in locals(), {q: locals()["q"] for q in "ab"})


def f(n):
    return [sorted(locals()) for i in range(n)], [eval("i + 1", None, locals()) for i in range(n)]


print(f(2))
bases = (int,)


class Meta(type):
    def __new__(meta, name, bases, namespace, **options):
        print(name, options)
        return super().__new__(meta, name, bases, namespace)


options = {"metaclass": Meta, "x": 1}


class B[T](*bases): pass
class C[T, *Ts](list[T], **options): pass
class D[T](*bases, **{}): value: T


for c in (B, C, D):
    print(c.__mro__, c.__type_params__, c.__orig_bases__)
print(B(5) + 1)
