package ops

import (
	"testing"

	"github.com/magneto-go/magneto/tensor"
)

// benchCall times an operator on its arguments.
func benchCall(b *testing.B, name string, args ...Value) {
	b.Run(name, func(b *testing.B) {
		ctx := NewContext()
		for b.Loop() {
			ctx.call(name, args...)
		}
	})
}

// BenchmarkDense is the dense work of training steps, beside pointwise operators and products.
func BenchmarkDense(b *testing.B) {
	x := wave(tensor.Float32, -1, 1, 1024, 1024)
	last, first, all := ints(-1), ints(0), []Value(nil)
	for i, dims := range [][]Value{last, first, all} {
		b.Run([]string{"last", "first", "all"}[i], func(b *testing.B) {
			benchCall(b, "sum.dim_IntList", x, dims)
			benchCall(b, "amax", x, dims)
			benchCall(b, "var.correction", x, dims)
		})
	}
	benchCall(b, "argmax", x, int64(-1))
	benchCall(b, "_softmax", x, int64(-1), false)
	benchCall(b, "_log_softmax", x, int64(-1), false)
	benchCall(b, "_softmax_backward_data", x, x, int64(-1), tensor.Float32)

	h, w := wave(tensor.Float32, -1, 1, 2048, 768), wave(tensor.Float32, -1, 1, 768)
	stat := wave(tensor.Float32, 0.5, 1, 2048, 1)
	benchCall(b, "native_layer_norm", h, ints(768), w, w, 1e-5)
	for i, mask := range [][]Value{{true, false, false}, {false, true, true}} {
		b.Run([]string{"input", "weight"}[i], func(b *testing.B) {
			benchCall(b, "native_layer_norm_backward", h, h, ints(768), stat, stat, w, nil, mask)
		})
	}
	image, channel := wave(tensor.Float32, -1, 1, 16, 64, 32, 32), wave(tensor.Float32, -1, 1, 64)
	benchCall(b, "native_batch_norm", image, channel, channel, nil, nil, true, 0.1, 1e-5)
	benchCall(b, "_batch_norm_train_backward", image, image, channel, 1e-5)
	benchCall(b, "max_pool2d_with_indices", image, ints(2, 2))
	benchCall(b, "avg_pool2d", image, ints(2, 2))

	index := tensor.New(tensor.Int64, 1024, 1024)
	rows := tensor.New(tensor.Int64, 1024)
	for i := range 1024 * 1024 {
		tensor.View[int64](index.Storage())[i] = int64(i * 31 % 1024)
	}
	copy(tensor.View[int64](rows.Storage()), tensor.View[int64](index.Storage()))
	benchCall(b, "gather", x, int64(1), index)
	benchCall(b, "scatter_add", x, int64(1), index, x)
	benchCall(b, "index_select", x, int64(0), rows)
	benchCall(b, "index_add", x, int64(0), rows, x)
	benchCall(b, "embedding_dense_backward", x, rows, int64(1024), int64(-1), false)
	benchCall(b, "nll_loss_forward", x, rows, nil, int64(1), int64(-100))
	for _, name := range []string{"softplus", "mish", "logical_not", "isfinite"} {
		benchCall(b, name, x)
	}
	benchCall(b, "pow.Tensor_Scalar", wave(tensor.Float32, 0.1, 1, 1024, 1024), 2.5)
	benchCall(b, "clamp", x, -0.5, 0.5)
}
