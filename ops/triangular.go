package ops

import "github.com/magneto-go/magneto/tensor"

// Triangles of matrices.

var _ = addTable([]entry{
	{S: "triu(Tensor self, SymInt diagonal=0) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: triMeta("triu"), Kernel: triKernel(true), Grad: func(ctx *Context, s *Saved, g []Value) []Value { return ctx.call("triu", g[0], s.Arg(1)) }},
	{S: "tril(Tensor self, SymInt diagonal=0) -> Tensor", In: asFunction | asMethod | asInPlace | asOut, Meta: triMeta("tril"), Kernel: triKernel(false), Grad: func(ctx *Context, s *Saved, g []Value) []Value { return ctx.call("tril", g[0], s.Arg(1)) }},
})

// viewScatter writes src into a copy of self through a view.
func triMeta(name string) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		check(len(f.Sizes) >= 2, "%s: input tensor must have at least 2 dimensions", name)
		return fakes(NewFake(f.DType, f.Sizes))
	}
}

func triKernel(upper bool) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		o := out[0]
		tensor.Copy(o, a.tensor(0))
		k := a.int(1)
		n := o.Dim()
		rows, cols := o.Size(n-2), o.Size(n-1)
		if o.Numel() == 0 {
			return
		}
		blank := tensor.New(o.DType())
		for b := range o.Numel() / (rows * cols) {
			for i := range rows {
				lo, hi := 0, cols // what becomes zero
				if upper {
					hi = min(max(i+k, 0), cols)
				} else {
					lo = min(max(i+k+1, 0), cols)
				}
				if hi > lo {
					tensor.CopyStrided(o.DType(), []int{hi - lo}, o.Storage(), []int{1}, o.Offset()+(b*rows+i)*cols+lo, blank.Storage(), []int{0}, 0)
				}
			}
		}
	}
}
