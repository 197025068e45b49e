package jit

import (
	"testing"

	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm"
	"github.com/magneto-go/magneto/vm/interp"
)

// leavingWith are functions that leave with blocks in ways that PyTorch 2.14 fails to compile (an internal assertion), against their plain runs.
const leavingWith = `from typing import Any

import torch


@torch.jit.script
class Note:
    def __init__(self, log: torch.Tensor, name: int):
        self.log = log
        self.name = name

    def __enter__(self) -> int:
        self.log.mul_(10).add_(self.name)
        return self.name

    def __exit__(self, type: Any, value: Any, tb: Any):
        self.log.mul_(10).add_(9 - self.name)


def skips(log: torch.Tensor, n: int) -> int:
    total = 0
    for i in range(n):
        with Note(log, 1) as a:
            if i % 2 == 1:
                continue
            if i == 4:
                break
            total += a
    return total


def returns(log: torch.Tensor, n: int) -> int:
    with Note(log, 1) as a:
        log.mul_(a)
        if n > 3:
            return 1
        with Note(log, 2):
            if n > 2:
                return 2
            log.mul_(10).add_(5)
            n += 1
        with Note(log, 3):
            return n + 10
    return -1


def loops(log: torch.Tensor, n: int) -> int:
    total = 0
    for i in range(n):
        with Note(log, 4):
            if i == 1:
                continue
            with Note(log, 1):
                if i == 3:
                    break
                total += i
            if i == 7:
                return 100
            log.mul_(10).add_(5)
        log.mul_(10).add_(5)
    return total


def nested(log: torch.Tensor, n: int) -> int:
    with Note(log, 2) as x, Note(log, 3) as y:
        for i in range(5):
            with Note(log, 4):
                if i == n:
                    return x + y
        log.mul_(10).add_(5)
        k = x + 7
    return k


for f, values in ((returns, (5, 3, 1)), (skips, (0, 3, 7)), (loops, (1, 2, 4, 9)), (nested, (0, 3, 9))):
    s = torch.jit.script(f)
    for v in values:
        log, own = torch.zeros((), dtype=torch.float64), torch.zeros((), dtype=torch.float64)
        assert s(log, v) == f(own, v), (f, v)
        assert torch.equal(log, own), (f, v, log, own)
`

func TestLeavingWithBlocks(t *testing.T) {
	torch.Register()
	Register()
	if status := vm.RunSource(interp.NewMachine().Main(), "leaving_with.py", []byte(leavingWith), nil); status != 0 {
		t.Fatalf("the program ended with status %d", status)
	}
}
