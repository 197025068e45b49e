package ops

import (
	"runtime"
	"testing"

	"github.com/magneto-go/magneto/tensor"
)

// held is how much memory is in use after a collection, in bytes.
func held() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// The tape keeps what derivatives look at and nothing else: adding a number looks at nothing.
func TestChainOfAdditionsHoldsItsEnds(t *testing.T) {
	ctx := NewContext()
	x := tensor.New(tensor.Float32, 1<<20) // 4 MB
	x.RequiresGrad = true
	before := held()
	y := Value(x)
	for range 50 {
		y = ctx.add(y, int64(1))
	}
	if grown := held() - before; grown > 20<<20 {
		t.Errorf("50 additions on 4 MB hold %d MB", grown>>20)
	}
	runtime.KeepAlive(x)
	runtime.KeepAlive(y)
}

// A backward pass frees what the nodes saved, so that losses which are kept keep their graph without its tensors.
func TestKeptLossesHoldNoActivations(t *testing.T) {
	ctx := NewContext()
	w := tensor.New(tensor.Float32, 512, 512)
	w.RequiresGrad = true
	x := tensor.New(tensor.Float32, 512, 512)
	var losses []Value
	step := func() {
		loss := ctx.sumAll(ctx.call1("sigmoid", ctx.mul(ctx.exp(ctx.mul(x, w)), w)))
		if err := ctx.Backward([]Value{loss}, nil, false, false, nil); err != nil {
			t.Fatal(err)
		}
		losses = append(losses, loss)
	}
	step()
	before := held()
	for range 30 {
		step()
	}
	if grown := held() - before; grown > 2<<20 {
		t.Errorf("30 kept losses hold %d KB", grown>>10)
	}
	runtime.KeepAlive(losses)
}

// A tiny operator makes the tensor and little else: the result, its list, the strides of the kernel's operands.
func TestObjectsOfATinyOperator(t *testing.T) {
	ctx := NewContext()
	op := Lookup("add.Tensor")
	args := []Value{tensor.New(tensor.Float32, 4), int64(1), int64(1)}
	call := func() {
		if _, err := ctx.Call(op, args); err != nil {
			t.Fatal(err)
		}
	}
	call()
	if n := testing.AllocsPerRun(100, call); n > 4 {
		t.Errorf("x + 1 on four elements allocates %v objects", n)
	}
}
