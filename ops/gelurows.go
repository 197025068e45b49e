package ops

import (
	"math"
	"unsafe"

	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/gelu"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/tensor"
)

// GELU of contiguous float32 goes to oneDNN in PyTorch. Forwards that is package gelu, or the same by gathers where that has no kernel; backwards ½ + ½·erf r + r·e^−r²/√π with r = x/√2 and Abramowitz and
// Stegun's 7.1.26 for erf.

// geluInOneDNN says whether a call of gelu or of its derivative is such a one.
func geluInOneDNN(approximate string, list ...*tensor.Tensor) bool {
	if approximate != "none" {
		return false
	}
	for _, t := range list {
		if t == nil || t.IsMeta() || t.DType() != tensor.Float32 || !t.IsContiguous() || t.Numel() <= 1 || t.Neg {
			return false
		}
	}
	return true
}

// geluKernel and geluBackKernel are the kernels of the operators: those of oneDNN, or in Go what no loop has.
func geluKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	if x := a.tensor(0); geluInOneDNN(a.str(1), x, out[0]) {
		geluRows(ctx, x, out[0])
		return
	}
	geluInGo(ctx, a, out)
}

func geluBackKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	if g, x := a.tensor(0), a.tensor(1); geluInOneDNN(a.str(2), g, x, out[0]) {
		geluRowsBack(ctx, g, x, out[0])
		return
	}
	geluBackInGo(ctx, a, out)
}

var (
	geluInGo     = withArgs("GeluKernelImpl", func(ctx *Context, a Args) func(float64) float64 { return geluOf(geluForm(a.str(1))) })
	geluBackInGo = backwardKernel("gelu", func(ctx *Context, a Args) func(g, x float64) float64 { return geluBackOf(geluForm(a.str(2))) })
)

// geluOutside is the within of loops of gelu, whose tensors come first and are so many.
func geluOutside(tensors, form int) func(a Args) bool {
	return func(a Args) bool {
		list := make([]*tensor.Tensor, 0, 2)
		for _, v := range a[:tensors] {
			t, _ := v.(*tensor.Tensor)
			list = append(list, t)
		}
		return !geluInOneDNN(a.str(form), list...)
	}
}

// float32Body is for expressions in float32.
type float32Body struct{ k *ir.Kernel }

func (b float32Body) c(v float32) ir.ID              { return b.k.Const(ir.F32, float64(v)) }
func (b float32Body) do(o ir.Op, a ...ir.ID) ir.ID   { return b.k.Do(o, a...) }
func (b float32Body) below(x ir.ID, v float32) ir.ID { return b.do(ir.Lt, x, b.c(v)) }

// polynomial is Horner's rule, highest coefficient first.
func (b float32Body) polynomial(x ir.ID, coefficients ...float32) ir.ID {
	sum := b.c(coefficients[0])
	for _, c := range coefficients[1:] {
		sum = b.do(ir.FMA, sum, x, b.c(c))
	}
	return sum
}

// signed is v, negated where x is negative.
func (b float32Body) signed(v, x ir.ID) ir.ID {
	negative := b.do(ir.Lt, b.k.BitsAs(ir.I32, x), b.k.Const(ir.I32, 0))
	return b.do(ir.Select, negative, b.do(ir.Neg, v), v)
}

// geluRows computes gelu.
func geluRows(ctx *Context, x, out *tensor.Tensor) {
	n, workers, parts := x.Numel(), ctx.engine().compiler.Workers(), 1
	if workers != nil {
		parts = max(min(workers.Workers()+1, n/rowsAtOnce), 1)
	}
	part := func(i int) error {
		from, to := n*i/parts, n*(i+1)/parts
		start, target := unsafe.Add(pointer(x), 4*from), unsafe.Add(pointer(out), 4*from)
		if done, err := ctx.engine().gelu.Forward(start, target, to-from); done || err != nil {
			return err
		}
		return geluByGathers(ctx, start, target, to-from)
	}
	err := error(nil)
	if parts == 1 || ctx.engine().compiler.ISA() != exec.AVX512 {
		parts = 1
		err = part(0)
	} else {
		err = workers.Run(parts, part)
	}
	if err != nil {
		throwRuntime("%v", err)
	}
}

// geluByGathers computes gelu of n elements at x.
func geluByGathers(ctx *Context, x, y unsafe.Pointer, n int) error {
	kernel := ctx.rowKernel("gelu", "", func(k *ir.Kernel, _ []ir.Elem) {
		b := float32Body{k}
		v, table, to := k.Load(k.In("x", ir.Float32)), k.In("coefficients", ir.Float32), k.Out("y", ir.Float32)
		size := b.do(ir.Abs, v)
		integer := func(n int32) ir.ID { return k.Const(ir.I32, float64(n)) }
		interval := k.Shift(ir.Sar, b.do(ir.Sub, k.BitsAs(ir.I32, size), integer(gelu.FirstBits)), gelu.IntervalShift)
		interval = b.do(ir.Min, b.do(ir.Max, interval, integer(1)), integer(gelu.Intervals-1))
		coefficient := func(degree int) ir.ID {
			return k.Gather(table, b.do(ir.Add, interval, integer(int32(degree*gelu.Intervals))))
		}
		p := coefficient(gelu.Degree)
		for degree := gelu.Degree - 1; degree >= 0; degree-- {
			p = b.do(ir.FMA, p, size, coefficient(degree))
		}
		p = b.do(ir.Select, b.below(size, gelu.One), p, b.c(1))
		k.Store(to, b.do(ir.Mul, b.do(ir.Mul, b.c(0.5), v), b.do(ir.Add, b.c(1), b.signed(p, v))))
	})
	return kernel.Run(ir.Space{Keep: []int{n}}, []ir.Buffer{
		{Ptr: x, Strides: consecutive[:]},
		{Ptr: unsafe.Pointer(&gelu.Coefficients[0][0]), Strides: repeated[:], IndexStride: 1, IndexCount: (gelu.Degree + 1) * gelu.Intervals},
		{Ptr: y, Strides: consecutive[:]},
	}, nil)
}

// geluRowsBack computes its derivative.
func geluRowsBack(ctx *Context, g, x, out *tensor.Tensor) {
	kernel := ctx.rowKernel("gelu_backward", "", func(k *ir.Kernel, types []ir.Elem) {
		b := float32Body{k}
		dy, v, to := k.Load(k.In("dy", types[0])), k.Load(k.In("x", types[0])), k.Out("dx", types[0])
		r := b.do(ir.Mul, v, b.c(math.Sqrt2/2))
		q := b.exp(b.do(ir.Neg, b.do(ir.Mul, r, r)))
		t := b.do(ir.Mul, b.do(ir.Mul, r, b.c(0.5641895532608032)), q) // r/√π·q
		w := b.do(ir.Div, b.c(1), b.do(ir.FMA, b.c(0.3275911), b.do(ir.Abs, r), b.c(1)))
		series := b.polynomial(w, 1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)
		erf := b.signed(b.do(ir.FNMA, series, b.do(ir.Mul, w, q), b.c(1)), v)
		k.Store(to, b.do(ir.Mul, dy, b.do(ir.FMA, b.c(0.5), erf, b.do(ir.Add, t, b.c(0.5)))))
	}, x)
	line := func(t *tensor.Tensor) ir.Buffer { return ir.Buffer{Ptr: pointer(t), Strides: consecutive[:]} }
	if err := kernel.Run(ir.Space{Keep: []int{x.Numel()}}, []ir.Buffer{line(g), line(x), line(out)}, nil); err != nil {
		throwRuntime("%v", err)
	}
}

// exp is oneDNN's eˣ for x ≤ 0.
func (b float32Body) exp(x ir.ID) ir.ID {
	n := b.do(ir.Floor, b.do(ir.FMA, x, b.c(math.Log2E), b.c(0.5)))
	r := b.do(ir.FNMA, n, b.c(math.Ln2), x)
	e := b.polynomial(r, math.Float32frombits(0x3c07cfce), math.Float32frombits(0x3d2b9d0d), math.Float32frombits(0x3e2aad40), math.Float32frombits(0x3efffee3), math.Float32frombits(0x3f7ffffb), 1)
	vanishes := b.below(x, -87.33654)
	return b.do(ir.Select, vanishes, b.c(0), b.do(ir.Scale2, e, b.do(ir.Select, vanishes, b.c(0), n)))
}
