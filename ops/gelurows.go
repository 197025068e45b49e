package ops

import (
	"math"
	"unsafe"

	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/tensor"
)

// GELU of contiguous float32 goes to oneDNN in PyTorch. Forwards that is x/2·(1 + p(|x|)·sign x) with polynomials of degree 5 for intervals of |x|, four to an octave from 0.109 on; backwards ½ + ½·erf r + r·e^−r²/√π with
// r = x/√2 and Abramowitz and Stegun's 7.1.26 for erf.

// geluIntervals is how many polynomials there are; the last is 1.
const geluIntervals = 24

// geluPolynomials are oneDNN's coefficients, constant ones first, by interval.
var geluPolynomials = [6][geluIntervals]float32{
	{-1.6847303e-15, 1.5188366e-08, 6.0441465e-08, 1.9580071e-07, 5.7655126e-07, 1.8136789e-06, 7.1081054e-06, 2.2010752e-05, 5.5225635e-05, 0.0001831175, 0.0006498413, 0.0017345067, 0.0037866202, 0.008343051, 0.0127789555, -0.003176821, -0.0691192, -0.27097204, -0.5472661, -0.39980435, 0.14787646, 0.77755123, 0.9794183, 1.0},
	{0.7978846, 0.7978839, 0.7978825, 0.7978789, 0.79787034, 0.7978466, 0.7977628, 0.79756546, 0.7971865, 0.7959481, 0.7922447, 0.7850465, 0.7733578, 0.7511906, 0.732789, 0.7846672, 0.9714677, 1.4611516, 2.0251584, 1.790736, 1.0093725, 0.23098189, 0.01867352, 0.0},
	{-2.4058363e-06, 1.0841714e-05, 2.896764e-05, 6.682378e-05, 0.00014431536, 0.00032647466, 0.0008582302, 0.0019052438, 0.0036366323, 0.008441632, 0.020222925, 0.039360855, 0.06602445, 0.10923457, 0.13979976, 0.072266184, -0.1396405, -0.6155817, -1.0770063, -0.9281096, -0.4816873, -0.0961774, -0.006786839, 0.0},
	{-0.13291205, -0.13307738, -0.13319246, -0.13339315, -0.13374342, -0.1344436, -0.13613439, -0.13891616, -0.14287555, -0.15221408, -0.1709968, -0.19647883, -0.2269277, -0.26911446, -0.29452354, -0.25052387, -0.1301916, 0.10148359, 0.2905895, 0.24336384, 0.11568559, 0.020067886, 0.0012350094, 0.0},
	{-0.00072243594, 0.00045889345, 0.0008250156, 0.0013578596, 0.0021505188, 0.0034977621, 0.006191868, 0.009893196, 0.014425337, 0.023517137, 0.03852472, 0.05551665, 0.07292371, 0.09355366, 0.10412485, 0.089776866, 0.05557131, -0.0009112102, -0.03973237, -0.032254163, -0.013974587, -0.0020977375, -0.000112510286, 0.0},
	{0.022441886, 0.018966824, 0.018499883, 0.01793304, 0.017214557, 0.01617638, 0.014455351, 0.012482236, 0.010404875, 0.006857343, 0.0020495458, -0.0024900034, -0.006475404, -0.010517931, -0.012278704, -0.010405218, -0.0065113325, -0.0009935636, 0.0021998081, 0.00172694, 0.0006788905, 8.7863686e-05, 4.1047288e-06, 0.0},
}

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
	kernel := ctx.rowKernel("gelu", "", func(k *ir.Kernel, types []ir.Elem) {
		b := float32Body{k}
		v, table, to := k.Load(k.In("x", types[0])), k.In("polynomials", types[0]), k.Out("y", types[0])
		size := b.do(ir.Abs, v)
		integer := func(n int32) ir.ID { return k.Const(ir.I32, float64(n)) }
		interval := k.Shift(ir.Sar, b.do(ir.Sub, k.BitsAs(ir.I32, size), integer(0x3de00001)), 21)
		interval = b.do(ir.Min, b.do(ir.Max, interval, integer(1)), integer(geluIntervals-1))
		coefficient := func(degree int) ir.ID {
			return k.Gather(table, b.do(ir.Add, interval, integer(int32(degree*geluIntervals))))
		}
		p := coefficient(len(geluPolynomials) - 1)
		for degree := len(geluPolynomials) - 2; degree >= 0; degree-- {
			p = b.do(ir.FMA, p, size, coefficient(degree))
		}
		p = b.do(ir.Select, b.below(size, math.Float32frombits(0x40b15cee)), p, b.c(1)) // 5.54
		k.Store(to, b.do(ir.Mul, b.do(ir.Mul, b.c(0.5), v), b.do(ir.Add, b.c(1), b.signed(p, v))))
	}, x)
	buffers := []ir.Buffer{
		{Ptr: pointer(x), Strides: consecutive[:]},
		{Ptr: unsafe.Pointer(&geluPolynomials[0][0]), Strides: repeated[:], IndexStride: 1, IndexCount: len(geluPolynomials) * geluIntervals},
		{Ptr: pointer(out), Strides: consecutive[:]},
	}
	if err := kernel.Run(ir.Space{Keep: []int{x.Numel()}}, buffers, nil); err != nil {
		throwRuntime("%v", err)
	}
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
