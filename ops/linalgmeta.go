package ops

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// This file gives the shapes of factorisations and solutions.

func slogdetMeta(ctx *Context, a Args) []*Fake {
	logarithm := dropLast(2)(ctx, a)[0]
	logarithm.DType = logarithm.DType.ToReal()
	return append(dropLast(2)(ctx, a), logarithm)
}

func infoMeta(ctx *Context, a Args) *Fake {
	f := dropLast(2)(ctx, a)[0]
	f.DType = tensor.Int32
	return f
}

// matrixDims splits the sizes of a batch of matrices.
func matrixDims(f *Fake) (lead []symbolic.Int, rows, cols, least symbolic.Int) {
	n := len(f.Sizes)
	check(n >= 2, "linalg: The input tensor A must have at least 2 dimensions.")
	return f.Sizes[:n-2], f.Sizes[n-2], f.Sizes[n-1], f.Sizes[n-2].Min(f.Sizes[n-1])
}

// batched is a tensor of matrices or vectors with the given leading sizes.
func batched(d tensor.DType, lead []symbolic.Int, tail ...symbolic.Int) *Fake {
	return NewFake(d, append(append([]symbolic.Int(nil), lead...), tail...))
}

func solveMeta(ctx *Context, a Args) []*Fake {
	checkSquare(ctx, "linalg.solve", a[0])
	x, b := a.fake(0), a.fake(1)
	var sizes []symbolic.Int
	if len(b.Sizes) == 1 || len(x.Sizes)-1 == len(b.Sizes) && sameSizes(ctx, x.Sizes[:len(x.Sizes)-1], b.Sizes) {
		sizes = broadcast2(ctx, b.Sizes[:len(b.Sizes)-1], x.Sizes[:len(x.Sizes)-2])
		sizes = append(append([]symbolic.Int(nil), sizes...), b.Sizes[len(b.Sizes)-1])
	} else {
		lead := broadcast2(ctx, b.Sizes[:len(b.Sizes)-2], x.Sizes[:len(x.Sizes)-2])
		sizes = append(append([]symbolic.Int(nil), lead...), b.Sizes[len(b.Sizes)-2:]...)
	}
	f := NewFake(x.DType, sizes)
	if a.bool(2) && len(sizes) > 1 {
		byColumns(f)
	}
	return fakes(f)
}

func triangularMeta(ctx *Context, a Args) []*Fake {
	x, b := a.fake(0), a.fake(1)
	lead := broadcast2(ctx, append([]symbolic.Int(nil), x.Sizes[:len(x.Sizes)-2]...), b.Sizes[:len(b.Sizes)-2])
	return fakes(byColumns(batched(x.DType, lead, b.Sizes[len(b.Sizes)-2:]...)))
}

func qrMeta(ctx *Context, a Args) []*Fake {
	f := a.fake(0)
	lead, r, c, k := matrixDims(f)
	switch a.str(1) {
	case "complete":
		return fakes(byColumns(batched(f.DType, lead, r, r)), byColumns(batched(f.DType, lead, r, c)))
	case "r":
		return fakes(NewFake(f.DType, []symbolic.Int{zero}), byColumns(batched(f.DType, lead, k, c)))
	}
	return fakes(byColumns(batched(f.DType, lead, r, k)), byColumns(batched(f.DType, lead, k, c)))
}

func svdMeta(ctx *Context, a Args) []*Fake {
	f := a.fake(0)
	lead, r, c, k := matrixDims(f)
	if !a.bool(2) {
		none := NewFake(f.DType, []symbolic.Int{zero})
		return fakes(none, batched(f.DType.ToReal(), lead, k), none)
	}
	if a.bool(1) {
		return fakes(byColumns(batched(f.DType, lead, r, r)), batched(f.DType.ToReal(), lead, k), byColumns(batched(f.DType, lead, c, c)))
	}
	return fakes(byColumns(batched(f.DType, lead, r, k)), batched(f.DType.ToReal(), lead, k), byColumns(batched(f.DType, lead, k, c)))
}

// columnsMeta is a result like the input, stored by columns.
func columnsMeta(ctx *Context, a Args) []*Fake {
	f := a.fake(0)
	return fakes(byColumns(NewFake(f.DType, f.Sizes)))
}

func eighMeta(ctx *Context, a Args) []*Fake {
	values := dropLast(1)(ctx, a)[0]
	values.DType = values.DType.ToReal()
	if !a.bool(2) {
		return fakes(values, NewFake(a.fake(0).DType, []symbolic.Int{zero}))
	}
	return append(fakes(values), columnsMeta(ctx, a)...)
}

func eigMeta(ctx *Context, a Args) []*Fake {
	f := a.fake(0)
	lead, r, c, _ := matrixDims(f)
	d := f.DType.ToComplex()
	return fakes(batched(d, lead, r), byColumns(batched(d, lead, r, c)))
}

func luMeta(ctx *Context, a Args) []*Fake {
	f := a.fake(0)
	lead, r, c, k := matrixDims(f)
	return fakes(batched(f.DType, lead, r, r), batched(f.DType, lead, r, k), batched(f.DType, lead, k, c))
}
