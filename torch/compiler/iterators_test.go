package compiler_test

import (
	"testing"

	"github.com/magneto-go/magneto/torch/compiler"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// iteratorPrograms step iterators that live over graph breaks, themselves and by native code, and change the lists behind them.
const iteratorPrograms = `
import itertools
import torch

br = torch._dynamo.graph_break


def kept_at_its_end(x, items):
    g = iter(items)
    br()
    i = next(g, -1)
    i = next(g, -1)
    br()
    items[1:] = [7, 8]
    return x + 1, i, list(g), items


def zipped(x, items):
    g = iter(items)
    br()
    z = list(zip(g, [10, 20]))
    br()
    return x + 1, z, list(g), items


def comprehension(x, items):
    g = iter(items)
    br()
    z = [a for a in g]
    items.append(5)
    br()
    return x + 1, z, list(g), items


def sliced(x, items):
    g = iter(items)
    br()
    a, = itertools.islice(g, 1)
    items.insert(0, 5)
    br()
    return x + 1, a, list(g), items


def list_grows_in_front(x, items):
    g = iter(items)
    br()
    a = next(g, 0)
    items.insert(0, 5)
    b = next(g, 0)
    br()
    return x + 1, a, b, list(g), items


def largest_of_a_tuple(x, items):
    g = iter(tuple(items))
    br()
    a = max(g)
    br()
    return x + 1, a, list(g), items


def found_in_a_range(x, items):
    g = iter(range(3))
    br()
    a = 2 in g, 1 in g
    br()
    return x + 1, a, list(g), items


def mapped(x, items):
    g = iter(items)
    br()
    m = map(lambda v: v + 1, g)
    a = next(m)
    br()
    return x + 1, a, list(m), list(g), items


def many_natives(x, items):
    g = iter(items)
    br()
    a = next(enumerate(g)), sum(itertools.islice(g, 2)), tuple(g)
    items.append(3)
    br()
    return x + 1, a, next(g, 9), items


def keys(x, items):
    d = dict.fromkeys(items)
    g = iter(d)
    br()
    a = next(g, 8)
    br()
    d[99] = 1
    return x + 1, a, list(d), items


def of_a_set(x, items):
    g = iter({1, 2, 3})
    br()
    a = next(g, 8)
    br()
    return x + 1, a, list(g)


def backwards(x, items):
    g = reversed(items)
    br()
    a = next(g, 8)
    items.append(11)
    br()
    return x + 1, a, list(g)


def starred(x, items):
    g = iter(items)
    br()
    a, *b = g
    items.append(3)
    br()
    return x + 1, a, b, next(g, 9), items


def extended(x, items):
    g = iter(items)
    br()
    l = []
    l.extend(g)
    l += g
    for v in g:
        l.append(v)
    items.append(3)
    br()
    return x + 1, l, next(g, 9), items


def ended_or_not(x, items):
    g = iter(items)
    for _ in range(items[0]):
        next(g, None)
    br()
    items.append(5)
    return x + 1, list(g), items


for f in (kept_at_its_end, zipped, comprehension, sliced, list_grows_in_front, largest_of_a_tuple, found_in_a_range, mapped, many_natives, keys, of_a_set, backwards, starred, extended, ended_or_not):
    torch._dynamo.reset()
    compiled = torch.compile(f, backend="eager")
    for items in ([1], [2], [1, 2, 3], [3, 2, 1], [4, 5, 6], [4, 5, 6, 7]):
        want = f(torch.ones(1), list(items))
        for call in range(2):
            got = compiled(torch.ones(1), list(items))
            assert str(got) == str(want), f"{f.__name__}({items}), call {call}: {got} instead of {want}"
`

// TestIteratorsKeepTheirPlace compares them with plain runs.
func TestIteratorsKeepTheirPlace(t *testing.T) {
	compiler.Register()
	if err := interp.RunMain(object.NewThread(), "<test>", []byte(iteratorPrograms)); err != nil {
		t.Fatal(err)
	}
}
