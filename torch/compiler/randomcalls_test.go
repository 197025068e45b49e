package compiler_test

import (
	"testing"

	"github.com/magneto-go/magneto/torch/compiler"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// randomErrors draw with arguments that are wrong, inside of handlers.
const randomErrors = `
import random
import torch


def attempt(draw):
    def f(x):
        a = random.random()
        try:
            return x + draw()
        except (TypeError, ValueError) as e:
            return x - a, type(e), str(e), random.random()
    return f


for draw in (lambda: random.randint(5, 1), lambda: random.randint(1.5, 2), lambda: random.randrange(0), lambda: random.randrange(1, 5, 0),
             lambda: random.randrange(5, 1), lambda: random.uniform("a", 1), lambda: random.uniform(1), lambda: random.random(1),
             lambda: random.randrange(9, 1, -3), lambda: random.uniform(3, 1)):
    torch._dynamo.reset()
    f = attempt(draw)
    compiled = torch.compile(f, backend="eager")
    for seed in range(2):
        random.seed(seed)
        want = f(torch.ones(1)), random.random()
        random.seed(seed)
        got = compiled(torch.ones(1)), random.random()
        assert str(got) == str(want), f"{got} instead of {want}"
`

// TestErrorsOfRandomCalls compares with plain runs: calls that are made in front of the graph must not raise there.
func TestErrorsOfRandomCalls(t *testing.T) {
	compiler.Register()
	if err := interp.RunMain(object.NewThread(), "<test>", []byte(randomErrors)); err != nil {
		t.Fatal(err)
	}
}
