package ops

import (
	"testing"

	"github.com/magneto-go/magneto/tensor"
)

// BenchmarkTinyAdd is what an operator costs where its arithmetic costs nothing: x + 1 on four elements.
func BenchmarkTinyAdd(b *testing.B) {
	ctx := NewContext()
	op := Lookup("add.Tensor")
	args := []Value{tensor.New(tensor.Float32, 4), int64(1), int64(1)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ctx.Call(op, args); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTinyAddTaped is the same where x requires grad.
func BenchmarkTinyAddTaped(b *testing.B) {
	ctx := NewContext()
	op := Lookup("add.Tensor")
	x := tensor.New(tensor.Float32, 4)
	x.RequiresGrad = true
	args := []Value{x, int64(1), int64(1)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ctx.Call(op, args); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTrainingStep is forward and backward of a small perceptron.
func BenchmarkTrainingStep(b *testing.B) {
	ctx := NewContext()
	x, w1, w2 := wave(tensor.Float32, -1, 1, 32, 64), wave(tensor.Float32, -1, 1, 64, 64), wave(tensor.Float32, -1, 1, 64, 8)
	w1.RequiresGrad, w2.RequiresGrad = true, true
	b.ReportAllocs()
	for b.Loop() {
		loss := ctx.meanAll(ctx.square(ctx.mm(ctx.call1("relu", ctx.mm(x, w1)), w2)))
		if err := ctx.Backward([]Value{loss}, nil, false, false, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSmallProduct is 64 × 64 by 64 × 64: half a million multiply-adds, 4.5 µs at the peak of 118 GFLOP/s.
func BenchmarkSmallProduct(b *testing.B) {
	ctx := NewContext()
	op := Lookup("matmul")
	x := wave(tensor.Float32, -1, 1, 64, 64)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ctx.Call(op, []Value{x, x}); err != nil {
			b.Fatal(err)
		}
	}
}
