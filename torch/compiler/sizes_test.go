package compiler_test

import (
	"testing"

	"github.com/magneto-go/magneto/torch/compiler"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// sizeExpressions use a size n, an int i that changes with it, and the tensor x that has the size.
const sizeExpressions = `
n in {5: 1}
n in {5, 6}
n in frozenset([5])
n in (5, 6)
n in range(10)
n in range(0, 10, 5)
n in range(6, 20)
range(10).index(n)
range(10).count(n)
[5,6].index(n)
[5,6].count(n)
(5,6).index(n)
{5: "a"}.get(n)
{5: "a"}[n]
n in {n: 1}
n == 5.0
5 == n
n in [5.0]
{n: 1} == {5: 1}
[n] == [5]
(n, 2) < (6, 1)
{n} == {5}
{n, 5}
len({n, 5})
[5, 6].remove(n)
n in bytes([5, 6])
n in bytearray([5])
n in [x.sum()]
n in {"a": n}.values()
(n,) in [(5,)]
(n,) in {(5,): 1}
n in map(int, [5])
n in (k for k in [5])
n in __import__("collections").deque([5])
n in __import__("collections").Counter([5])
n in memoryview(bytes([5]))
slice(n).indices(10)
range(n)[2]
range(n) == range(5)
range(n).stop
len(range(2, n))
list(range(n))[-1]
range(n)[-1]
reversed(range(n)).__next__()
max(range(n))
3 in range(n)
n - 1 in range(n)
bool(range(n))
range(n).index(3)
sum(range(n))
range(n)[1:3]
[*range(n)]
str(n) == "5"
f"{n:03d}"
int(n) is int(n)
n.__eq__(5)
n.__lt__(6)
n.__hash__() == hash(5)
hash((n, 1)) == hash((5, 1))
{(n, 1): 2}[(5, 1)]
"abcdef".find("f", n)
"ab".ljust(n) == "ab   "
"ab".zfill(n)
"abcdefgh"[:n]
"x" * n
[0] * n
[1,2,3,4,5,6].pop(n)
[1,2,3,4,5,6][n:]
__import__("itertools").islice([1,2,3,4,5,6,7], n).__next__()
list(__import__("itertools").combinations(range(n), 2))[-1]
list(__import__("itertools").product(range(n), repeat=1))[-1]
round(2.34567, n - 3)
divmod(17, n)
17 % n
-17 // n
(-17) % n
pow(n, 3, 7)
int("12", n)
format(n, "x")
chr(n + 60)
bytes(n)
bytearray(n)
complex(n)
float(n)
bool(n - 5)
not (n - 5)
any([n - 5])
all([n])
min([n, 3], key=lambda k: -k)
sorted([n, 3, 9])
sorted([n, 3, 9], reverse=True)
enumerate([1], n).__next__()
zip(range(n), "ab").__next__()
isinstance(n, __import__("numbers").Integral)
type(n)
type(n)(3)
callable(n)
getattr(n, "real")
hasattr(n, "foo")
n.numerator
n.bit_count()
n.to_bytes(2, "big")
int.from_bytes(bytes([n]), "big")
operator.index(n)
n if n else 0
n or 7
n and 7
[k for k in range(10) if k == n]
{k: n for k in range(2)}
(lambda *a: a)(*range(n))
divmod(n, 3)
n // 3 * 3 + n % 3 == n
n ** 2 > 20
2 ** n
n << 2
n >> 1
n & 4
n | 2
n ^ 7
~n
1 << n
-7 >> (n - 4)
torch.arange(0, n, 2)
torch.arange(n, 0, -2)
torch.arange(1, n, 3)
torch.arange(0.0, n, 0.5)
torch.arange(0, n / 2, 1)
torch.broadcast_shapes((n,), (1,))
torch.broadcast_shapes(x.shape, (i, 1)) if i > 1 else None
torch.Size((n,)) + (i,)
{5: 1}.__contains__(n)
{3: 5}.__contains__(n)
n in {3: 5}
range(10).__contains__(n)
[5].__contains__(n)
{5}.__contains__(n)
operator.contains([5], n)
operator.contains(range(6), n)
operator.countOf([5, 6], n)
operator.indexOf([5, 6, 7], n)
n / 2 in [2.5]
n * 1.0 in {5.0: 1}
n * 1.0 in (5.0,)
n not in range(6)
n in [[5], 5]
n in [None, "a", 5]
n in [None, "a"]
i in [3]
i in {3: 1}
i in range(4)
{5, 6} & {n}
{n} | {5}
{n} <= {5, 6}
{5: 1}.keys() & {n}
{n: 1}.keys() == {5: 1}.keys()
{5: 1} | {n: 2}
dict([(n, 1)]) == {5: 1}
{**{5: 1}, n: 2}
{5: 1}.pop(n, None)
{5: 1}.setdefault(n, 3)
{5, 6}.discard(n)
{5, 6} - {n}
{5, 6}.issuperset([n])
{n, 5, 6}
set([n, 5])
frozenset([n]) == frozenset([5])
__import__("collections").Counter([n, 5, 5])[5]
__import__("collections").OrderedDict({n: 1}) == {5: 1}
__import__("collections").defaultdict(int, {5: 2})[n]
list(dict.fromkeys([n, 5, 6]))
len(set([n, 5, 6]))
sorted({n, 3})
max({n, 3})
[5, 6, 7].index(n, 0)
"abcdefgh".index("f", n)
[1] + [n] == [1, 5]
(n,) * 2 == (5, 5)
[n, n].count(5)
(n, 5).count(n)
[n, 3] < [5, 4]
{"a": n} == {"a": 5}
n == None
n == "5"
n != x
all(a == b for a, b in zip((n, 1), (5, 1)))
x.shape == torch.Size([5])
x.shape == (5,)
x.shape != [5]
list(x.shape) == [5]
(5,) == x.shape
x.shape in [(5,), (6,)]
x.shape in {(5,): 1}
{x.shape: 1}[(5,)]
hash(x.shape) == hash((5,))
x.shape < (6,)
tuple(x.shape).index(5)
x.shape.count(5)
str(x.shape)
repr(n)
f"{x.shape}"
isinstance(x.shape, tuple)
x.shape[:1] + x.shape
math.prod(x.shape)
operator.mul(*x.shape, 2)
int(x.shape[0] / 2)
round(n / 2)
n / 2 == 2.5
math.ceil(n / 2)
-(-n // 2)
int(n * 0.5)
n * 0.1
n ** 0.5
2.0 ** n
n ** -1
(n - 6) ** 2
(n - 6) ** 3
(n - 6) // 2
(n - 6) % 4
divmod(n - 6, 4)
abs(n - 6)
(n - 6) >> 1
-(n) >> 1
(n - 6) << 1
~(n - 6)
(n - 6) & 3
bool(n - 6)
n - 6 or 3
min(n - 6, 0)
max(n - 6, 0)
range(n - 6, 2)
x[n - 6:]
x[:n - 6]
x[(n - 6) // 2]
float(n - 6)
int(-2.5 * n)
round(-n / 2)
math.floor(-n / 2)
math.trunc(-n / 2)
n // -2
n % -3
-n // 2
-n % 3
n / (n - 4)
n == n
n != n
n < n + 1
i < n
n - i
n * i
n // i
n % i
i ** 2
i // 2 * 2 == i
x[i - 3:n]
torch.zeros(n, i).sum() + n * i
torch.arange(0, n, i)
torch.arange(i, n * 2, i)
torch.arange(n, 0, -i)
torch.linspace(0, n, i)
torch.full((i,), n)
torch.eye(n, i)
torch.tril_indices(n, i)
x.new_full((i, 2), n)
(i,) + x.shape
x.shape[0] > 3
(x.shape[0] > 3) + 1
i == 3 and (x.shape[0] > 3) == True
(x.shape[0] > 3) == (x.shape[0] > 5)
(x.shape[0] > 5) != (x.shape[0] > 1)
(x.shape[0] > 5) is (i > 3)
(x.shape[0] > 5, 1) == (True, 1)
(x.shape[0] > 5) in [True]
(x.shape[0] > 5) in {1: 2}
hash(x.shape[0] > 5)
f"{x.shape[0] > 5}"
str(x.shape[0] > 5)
int(x.shape[0] > 5)
[1, 2][x.shape[0] > 5]
{True: 1}.get(x.shape[0] > 5)
sum([x.shape[0] > 5, x.shape[0] > 1])
max(x.shape[0] > 5, 0)
(x.shape[0] > 5) ^ (i > 3)
(x.shape[0] > 5) & (i > 3)
-(x.shape[0] > 5)
(x.shape[0] > 5) < 2
type(x.shape[0] > 5)
torch.tensor(x.shape[0] > 5)
x * (x.shape[0] > 5)
bool(x.shape[0] > 5) is True`

const sizeHarness = `
import math
import operator
import torch


def show(r):
    return f"T{tuple(r.shape)}{r.tolist()}" if isinstance(r, torch.Tensor) else f"{type(r).__name__}:{r}"


def run(f, n):
    try:
        return show(f(torch.arange(n) + 0.5, n - 2)[1])
    except Exception as e:
        return type(e).__name__


wrong = []
for expression in EXPRESSIONS.strip().split("\n"):
    torch._dynamo.reset()
    names = {}
    exec(f"def fn(x, i):\n    n = x.shape[0]\n    r = {expression}\n    return x + 1, r\n", globals(), names)
    for dynamic in None, True:
        compiled = torch.compile(names["fn"], backend="eager", dynamic=dynamic)
        for n in 5, 6, 7:
            want, got = run(names["fn"], n), run(compiled, n)
            if want != got:
                wrong.append(f"{expression} with n = {n}, dynamic={dynamic}: {got} instead of {want}")
assert not wrong, "\n".join(wrong)
`

// TestSizesAreNumbers computes with symbolic sizes whatever Python does with ints, compiled against plain.
func TestSizesAreNumbers(t *testing.T) {
	compiler.Register()
	program := "EXPRESSIONS = r'''" + sizeExpressions + "'''\n" + sizeHarness
	if err := interp.RunMain(object.NewThread(), "<test>", []byte(program)); err != nil {
		t.Fatal(err)
	}
}
