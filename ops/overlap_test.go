package ops

import (
	"strings"
	"testing"

	"github.com/magneto-go/magneto/tensor"
)

// TestOverlappingWrites: what reads and writes one memory at different places is refused, as PyTorch does; the same
// elements, and elements apart, are fine.
func TestOverlappingWrites(t *testing.T) {
	const partial, several = "some elements of the input tensor", "more than one element of the written-to tensor"
	tests := []struct {
		name string
		run  func(ctx *Context, a *tensor.Tensor)
		want string
	}{
		{"a[1:] += a[:-1]", func(ctx *Context, a *tensor.Tensor) { ctx.call("add_.Tensor", part(ctx, a, 1, 4), part(ctx, a, 0, 3)) }, partial},
		{"a[1:].copy_(a[:-1])", func(ctx *Context, a *tensor.Tensor) { ctx.call("copy_", part(ctx, a, 1, 4), part(ctx, a, 0, 3)) }, partial},
		{"sin(a[1:], out=a[:-1])", func(ctx *Context, a *tensor.Tensor) { ctx.call("sin.out", part(ctx, a, 1, 4), part(ctx, a, 0, 3)) }, partial},
		{"cumsum(a[1:], out=a[:-1])", func(ctx *Context, a *tensor.Tensor) {
			ctx.call("cumsum.out", part(ctx, a, 1, 4), int64(0), nil, part(ctx, a, 0, 3))
		}, partial},
		{"a[1:].addcmul_(a[1:], a[:-1])", func(ctx *Context, a *tensor.Tensor) {
			ctx.call("addcmul_", part(ctx, a, 1, 4), part(ctx, a, 1, 4), part(ctx, a, 0, 3))
		}, partial},
		{"a.view(2, 2).t() += a.view(2, 2)", func(ctx *Context, a *tensor.Tensor) {
			square := ctx.call1("view", a, ints(2, 2))
			ctx.call("add_.Tensor", ctx.call1("t", square), square)
		}, partial},
		{"a.expand(2, 4) += 1", func(ctx *Context, a *tensor.Tensor) {
			ctx.call("add_.Tensor", ctx.call1("expand", a, ints(2, 4)), int64(1))
		}, several},
		{"a[1:] *= a[1:]", func(ctx *Context, a *tensor.Tensor) { ctx.call("mul_.Tensor", part(ctx, a, 1, 4), part(ctx, a, 1, 4)) }, ""},
		{"a[:2] += a[2:]", func(ctx *Context, a *tensor.Tensor) { ctx.call("add_.Tensor", part(ctx, a, 0, 2), part(ctx, a, 2, 4)) }, ""},
		{"mm(v, v, out=v)", func(ctx *Context, a *tensor.Tensor) {
			square := ctx.call1("view", a, ints(2, 2))
			ctx.call("mm.out", square, square, square)
		}, ""},
	}
	for _, test := range tests {
		ctx := NewContext()
		a := f64(4)
		_, err := guarded(func() (out []Value, err error) {
			defer ctx.catch(&err, ctx.state())
			test.run(ctx, a)
			return nil, nil
		})
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", test.name, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: got %v, want an error about %s", test.name, err, test.want)
		}
	}
}

func part(ctx *Context, a *tensor.Tensor, from, to int64) Value {
	return ctx.slice(a, 0, from, to)
}
