package ops

import (
	"strings"

	"github.com/magneto-go/magneto/tensor"
)

// viewScatter is the entry of an operator that gives self with the part that a view shows replaced by src: the functional form of a
// change of the view. args are the parameters behind self and src.
func viewScatter(schema, viewOp string, args int) entry {
	name := schema[:strings.IndexByte(schema, '(')]
	view := func(ctx *Context, self Value, a []Value) Value {
		return ctx.call1(viewOp, append([]Value{self}, a...)...)
	}
	params := func(s *Saved) []Value {
		a := make([]Value, args)
		for i := range a {
			a[i] = s.Arg(2 + i)
		}
		return a
	}
	return entry{S: schema, In: asFunction | asMethod | asOut, Fills: true,
		Meta: func(ctx *Context, a Args) []*Fake {
			self, src := a.fake(0), a.fake(1)
			part := metaOf(ctx.base(mustLookup(viewOp), append([]Value{self}, a[2:]...))[0])
			if !expectSameSizes(ctx, part.Sizes, src.Sizes) {
				throwRuntime("expected src to have a size equal to the slice of self. src size = %s, slice size = %s", sizesText(src.Sizes), sizesText(part.Sizes))
			}
			f := like(ctx, self, self.DType)
			f.Strides = formatStrides(ctx, self, nil)
			return fakes(f)
		},
		Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
			tensor.Copy(out[0], a.tensor(0))
			tensor.Copy(ctx.base(mustLookup(viewOp), append([]Value{out[0]}, a[2:]...))[0].(*tensor.Tensor), a.tensor(1))
		},
		Decomp: func(ctx *Context, a Args) []Value {
			c := ctx.call1("clone", a[0])
			ctx.call("copy_", view(ctx, c, a[2:]), a[1])
			return result(c)
		},
		Grad: func(ctx *Context, s *Saved, g []Value) []Value {
			out := make([]Value, 2)
			if s.Need(0) {
				src := s.InMeta(1)
				out[0] = ctx.call1(name, append([]Value{g[0], zerosOf(ctx, src)}, params(s)...)...)
			}
			if s.Need(1) {
				out[1] = view(ctx, g[0], params(s))
			}
			return out
		}}
}
