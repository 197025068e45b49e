package ops

import (
	"fmt"
	"math"
	"math/cmplx"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Creation of tensors. The options (dtype, layout, device, pin_memory) start at a position given by the schema.

func deviceOf(v Value, def tensor.Device) tensor.Device {
	if d, ok := v.(tensor.Device); ok {
		if d.Type == "cpu" {
			return tensor.CPU // which has no number
		}
		return d
	}
	return def
}

// filled is the meta of a factory: sizes at 0, options from opt.
func filled(opt int, def func(ctx *Context, a Args) tensor.DType) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		sizes := a.syms(0)
		checkGiven(ctx, sizes, sizes...)
		f := NewFake(a.dtype(opt, def(ctx, a)), sizes)
		f.Device = deviceOf(a[opt+2], tensor.CPU)
		if opt+4 < len(a) {
			if m, ok := a[opt+4].(tensor.MemoryFormat); ok && m != tensor.ContiguousFormat && m != tensor.PreserveFormat {
				f.Strides = formatStrides(ctx, f, m)
			}
		}
		return fakes(f)
	}
}

// checkGiven checks those of the sizes that a caller has given, symbolic ones too.
func checkGiven(ctx *Context, all []symbolic.Int, given ...symbolic.Int) {
	checkSizes(all)
	is := ctx.is
	if ctx.Numbers() != nil {
		is = ctx.expect // a number that depends on data is a size from here on, which is asserted
	}
	for _, s := range given {
		if s.IsSymbolic() && !is(s.Ge(zero)) {
			throwRuntime("Trying to create tensor with negative dimension %s: %s", s, sizesText(all))
		}
	}
}

func checkSizes(sizes []symbolic.Int) {
	for _, s := range sizes {
		if c, ok := s.Const(); ok && c < 0 {
			throwRuntime("Trying to create tensor with negative dimension %d: %s", c, sizesText(sizes))
		}
	}
}

func defaultFloat(ctx *Context, _ Args) tensor.DType { return ctx.DefaultDType() }

// likeMeta is the meta of *_like: self at 0, options from opt, memory_format after them.
func likeMeta(opt int) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		self := a.fake(0)
		f := like(ctx, self, a.dtype(opt, self.DType))
		f.Device = deviceOf(a[opt+2], self.Device)
		if opt+4 < len(a) {
			f.Strides = formatStrides(ctx, self, a[opt+4])
		}
		return fakes(f)
	}
}

// newMeta is the meta of Tensor.new_*: self at 0, sizes at 1.
func newMeta(opt int) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		self := a.fake(0)
		sizes := a.syms(1)
		checkGiven(ctx, sizes, sizes...)
		f := NewFake(a.dtype(opt, self.DType), sizes)
		f.Device = deviceOf(a[opt+2], self.Device)
		return fakes(f)
	}
}

func noKernel(*Context, Args, []*tensor.Tensor) {}

// unfilled leaves memory as it is, unless what is in it has to be the same each time: then it is NaN, the largest integer, or true.
func unfilled(ctx *Context, _ Args, out []*tensor.Tensor) {
	for _, t := range out {
		ctx.fillUnset(t)
	}
}

func (ctx *Context) fillUnset(t *tensor.Tensor) {
	if !ctx.deterministic.On || ctx.deterministic.LeavesUnset || t.Numel() == 0 {
		return
	}
	switch d := t.DType(); {
	case d.IsFloat():
		t.Fill(math.NaN())
	case d.IsComplex():
		t.Fill(complex(math.NaN(), 0))
	case d == tensor.Bool:
		t.Fill(true)
	default:
		bits := 8*d.Size() - pick(d.IsSigned(), 1, 0)
		t.Fill(int64(uint64(1)<<bits - 1)) // 64 bits: shifted out, all ones
	}
}

func fillWith(v Value) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) { out[0].Fill(v) }
}

func fillFrom(i int) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) { out[0].Fill(plainNumber(a[i])) }
}

// inferFull is the type of full() from its value.
func inferFull(i int) func(ctx *Context, a Args) tensor.DType {
	return func(ctx *Context, a Args) tensor.DType {
		if isTensor(a[i]) {
			return dtypeOf(a[i])
		}
		d, _ := ctx.scalarDType(a[i])
		return d
	}
}

// arangeMeta covers the three overloads: start, end and step are at the given positions, -1 for the default.
func arangeMeta(start, end, step, opt int) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		lo, hi, by := arangeArgs(a, start, end, step)
		for _, v := range []Value{lo, hi, by} {
			check(fitsType(v, tensor.Float64), "value cannot be converted to type double without overflow")
		}
		d := a.dtype(opt, ctx.ResultType(lo, hi, by))
		f := NewFake(d, []symbolic.Int{arangeLength(ctx, lo, hi, by)})
		f.Device = deviceOf(a[opt+2], tensor.CPU)
		return fakes(f)
	}
}

func arangeArgs(a Args, start, end, step int) (lo, hi, by Value) {
	lo, by = int64(0), int64(1)
	if start >= 0 {
		lo = a[start]
	}
	if step >= 0 {
		by = a[step]
	}
	return lo, a[end], by
}

func arangeLength(ctx *Context, lo, hi, by Value) symbolic.Int {
	if isSymInt(lo) && isSymInt(hi) && isSymInt(by) {
		l, h, s := toSym(lo), toSym(hi), toSym(by)
		_, known := s.Const()
		switch {
		case ctx.is(s.Gt(zero)):
			check(ctx.expect(h.Ge(l)), "upper bound and lower bound inconsistent with step sign")
			return h.Sub(l).Add(s).Sub(one).FloorDiv(s)
		case known || ctx.is(s.Lt(zero)):
			check(ctx.is(s.Ne(zero)), "step must be nonzero")
			check(ctx.expect(l.Ge(h)), "upper bound and lower bound inconsistent with step sign")
			return l.Sub(h).Sub(s).Sub(one).FloorDiv(s.Neg())
		}
	}
	l, h, s := toFloat(lo), toFloat(hi), toFloat(by)
	check(s != 0, "step must be nonzero")
	check(!math.IsInf(l, 0) && !math.IsNaN(l) && !math.IsInf(h, 0) && !math.IsNaN(h), "unsupported range: %s -> %s", cxxFloat(l), cxxFloat(h))
	check((s > 0 && h >= l) || (s < 0 && h <= l), "upper bound and lower bound inconsistent with step sign")
	return symbolic.IntOf(int64(math.Ceil((h - l) / s)))
}

func isSymInt(v Value) bool {
	switch v.(type) {
	case int64, int, symbolic.Int, bool:
		return true
	}
	return false
}

func arangeKernel(start, end, step int) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		lo, _, by := arangeArgs(a, start, end, step)
		n := out[0].Numel()
		if out[0].DType().IsIntOrBool() {
			values := make([]int64, n)
			l, s := toSymConst(lo), toSymConst(by)
			for i := range values {
				values[i] = l + int64(i)*s
			}
			tensor.StoreInts(out[0], values)
			return
		}
		values := make([]float64, n)
		l, s := toFloat(lo), toFloat(by)
		for i := range values {
			values[i] = l + float64(i)*s
		}
		if out[0].DType() == tensor.Float32 {
			// The reference counts in pairs of vectors of 8 whose first element is rounded to float32; what is left
			// over is computed element by element.
			for i := range n / 16 * 16 {
				values[i] = float64(float32(l+float64(i/8*8)*s)) + float64(i%8)*s
			}
		}
		tensor.StoreFloats(out[0], values)
	}
}

// toSymConst is a number where nothing can be done with one that is not known.
func toSymConst(v Value) int64 {
	c, ok := toSym(v).Const()
	if !ok {
		throwRuntime("a number that is not known yet, %s, stands where data are computed from it", toSym(v))
	}
	return c
}

// linspaceValues mirrors around the middle so that both ends are exact.
// ends are the ends of a range of numbers, which are integers where its elements are.
func ends(a Args, d tensor.DType) (lo, hi float64) {
	if d.IsComplex() {
		return 0, 0
	}
	lo, hi = a.float(0), a.float(1)
	if d.IsIntOrBool() {
		lo, hi = math.Trunc(lo), math.Trunc(hi)
	}
	return lo, hi
}

func linspaceValues(lo, hi float64, n int) []float64 {
	values := make([]float64, n)
	if n == 1 {
		values[0] = lo
		return values
	}
	step := (hi - lo) / float64(n-1)
	for i := range values {
		if i < n/2 {
			values[i] = math.FMA(step, float64(i), lo)
		} else {
			values[i] = math.FMA(-step, float64(n-1-i), hi)
		}
	}
	return values
}

// linspaceComplex counts in both parts.
func linspaceComplex(lo, hi complex128, n int) []complex128 {
	re, im := linspaceValues(real(lo), real(hi), n), linspaceValues(imag(lo), imag(hi), n)
	values := make([]complex128, n)
	for i := range values {
		values[i] = complex(re[i], im[i])
	}
	return values
}

// linspace32 counts in float32 from both ends, each value by one fused operation.
func linspace32(lo, hi float64, out []float32) {
	n := len(out)
	if n == 1 {
		out[0] = float32(lo)
		return
	}
	start, end := float32(lo), float32(hi)
	step := (end - start) / float32(n-1)
	for i := range out {
		// The product is exact in float64, so the sum there is rounded only by the conversion.
		if i < n/2 {
			out[i] = float32(math.FMA(float64(step), float64(i), float64(start)))
		} else {
			out[i] = float32(math.FMA(-float64(step), float64(n-1-i), float64(end)))
		}
	}
}

func linspaceMeta(opt int) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		n := a.sym(2)
		check(ctx.expect(n.Ge(zero)), "number of steps must be non-negative")
		d := ctx.DefaultDType()
		if ctx.ResultType(a[0], a[1]).IsComplex() {
			d = ctx.DefaultDType().ComplexNumber()
		}
		f := NewFake(a.dtype(opt, d), []symbolic.Int{n})
		f.Device = deviceOf(a[opt+2], tensor.CPU)
		return fakes(f)
	}
}

func eyeMeta(cols, opt int) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		n, m := a.sym(0), a.sym(cols)
		check(ctx.expect(n.Ge(zero)), "n must be greater or equal to 0, got %s", n)
		check(ctx.expect(m.Ge(zero)), "m must be greater or equal to 0, got %s", m)
		f := NewFake(a.dtype(opt, ctx.DefaultDType()), []symbolic.Int{n, m})
		f.Device = deviceOf(a[opt+2], tensor.CPU)
		return fakes(f)
	}
}

func eyeKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	t := out[0]
	n := min(t.Size(0), t.Size(1))
	if n > 0 {
		diagonal := t.Window([]int{n}, []int{t.Strides()[0] + t.Strides()[1]}, t.Offset())
		diagonal.Fill(int64(1))
	}
}

// triangleIndices lists the coordinates of the lower or upper triangle.
func triangleIndices(upper bool) func(ctx *Context, a Args) []Value {
	return func(ctx *Context, a Args) []Value {
		rows, cols, offset := a.int(0), a.int(1), a.int(2)
		columns := func(i int) (first, end int) { // of row i
			if upper {
				return min(max(i+offset, 0), cols), cols
			}
			return 0, min(max(i+offset+1, 0), cols)
		}
		count := 0
		for i := range rows {
			first, end := columns(i)
			count += end - first
		}
		places := make([]int64, 2*count)
		at := 0
		for i := range rows {
			first, end := columns(i)
			for j := first; j < end; j++ {
				places[at], places[count+at] = int64(i), int64(j)
				at++
			}
		}
		t := tensor.New(a.dtype(3, tensor.Int64), 2, count)
		tensor.StoreInts(t, places)
		return result(t)
	}
}

// triangleMeta counts the coordinates: row i has one more than row i-1, within the columns.
func triangleMeta(upper bool) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		rows, cols, offset := a.int(0), a.int(1), a.int(2)
		count := 0
		for i := range rows {
			if upper {
				count += cols - min(max(i+offset, 0), cols)
			} else {
				count += min(max(i+offset+1, 0), cols)
			}
		}
		return fakes(NewFake(a.dtype(3, tensor.Int64), []symbolic.Int{sym(2), sym(count)}))
	}
}

func windowMeta(opt int) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		return fakes(NewFake(a.dtype(opt, ctx.DefaultDType()), []symbolic.Int{a.sym(0)}))
	}
}

// window makes window functions: value at i of n, where a periodic window has one more (dropped) sample.
func window(f func(i, n float64) float64) func(ctx *Context, a Args, periodic bool, opt int) []Value {
	return func(ctx *Context, a Args, periodic bool, opt int) []Value {
		n := a.int(0)
		values := make([]float64, n)
		span := n - 1
		if periodic {
			span = n
		}
		for i := range values {
			values[i] = 1
			if n > 1 {
				values[i] = f(float64(i), float64(span))
			}
		}
		t := tensor.New(a.dtype(opt, ctx.DefaultDType()), n)
		tensor.StoreFloats(t, values)
		return result(t)
	}
}

// cosineWindow is alpha - beta cos over one period.
func cosineWindow(alpha, beta float64) func(ctx *Context, a Args, periodic bool, opt int) []Value {
	return window(func(i, n float64) float64 { return alpha - beta*math.Cos(2*math.Pi*i/n) })
}

var (
	hann    = window(func(i, n float64) float64 { return 0.5 - 0.5*math.Cos(2*math.Pi*i/n) })
	hamming = cosineWindow(0.54, 0.46)
	bart    = window(func(i, n float64) float64 { return 1 - math.Abs(2*i/n-1) })
	blackmn = window(func(i, n float64) float64 {
		return 0.42 - 0.5*math.Cos(2*math.Pi*i/n) + 0.08*math.Cos(4*math.Pi*i/n)
	})
)

var _ = addTable([]entry{
	{S: "empty.memory_format(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor", In: asFunction | asOut, Meta: filled(1, defaultFloat), Kernel: unfilled},
	{S: "zeros(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction | asOut, Meta: filled(1, defaultFloat), Kernel: noKernel},
	{S: "ones(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction | asOut, Meta: filled(1, defaultFloat), Kernel: fillWith(int64(1))},
	{S: "full(SymInt[] size, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", Fills: true, In: asFunction | asOut, Meta: filled(2, inferFull(1)), Kernel: fillFrom(1)},
	{S: "empty_strided(SymInt[] size, SymInt[] stride, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction, Meta: func(ctx *Context, a Args) []*Fake {
		return fakes(&Fake{Sizes: a.syms(0), Strides: a.syms(1), DType: a.dtype(2, ctx.DefaultDType()), Device: deviceOf(a[4], tensor.CPU)})
	}, Kernel: unfilled},
	{S: "empty_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor", In: asFunction, Meta: likeMeta(1), Kernel: unfilled, NonDiff: true},
	{S: "zeros_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor", In: asFunction, Meta: likeMeta(1), Kernel: noKernel, NonDiff: true},
	{S: "ones_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor", In: asFunction, Meta: likeMeta(1), Kernel: fillWith(int64(1)), NonDiff: true},
	{S: "full_like(Tensor self, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor", Fills: true, In: asFunction, Meta: likeMeta(2), Kernel: fillFrom(1), NonDiff: true},
	{S: "new_empty(Tensor self, SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asMethod, Meta: newMeta(2), Kernel: unfilled, NonDiff: true},
	{S: "new_zeros(Tensor self, SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asMethod, Meta: newMeta(2), Kernel: noKernel, NonDiff: true},
	{S: "new_ones(Tensor self, SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asMethod, Meta: newMeta(2), Kernel: fillWith(int64(1)), NonDiff: true},
	{S: "new_full(Tensor self, SymInt[] size, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", Fills: true, In: asMethod, Meta: newMeta(3), Kernel: fillFrom(2), NonDiff: true},
	{S: "new_empty_strided(Tensor self, SymInt[] size, SymInt[] stride, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asMethod, Meta: func(ctx *Context, a Args) []*Fake {
		return fakes(&Fake{Sizes: a.syms(1), Strides: a.syms(2), DType: a.dtype(3, dtypeOf(a[0])), Device: deviceOf(a[5], a.fake(0).Device)})
	}, Kernel: unfilled, NonDiff: true},
	{S: "scalar_tensor(Scalar s, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", Fills: true, In: asFunction, Meta: func(ctx *Context, a Args) []*Fake {
		return fakes(NewFake(a.dtype(1, ctx.DefaultDType()), nil))
	}, Kernel: fillFrom(0)},
	{S: "arange(Scalar end, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", Fills: true, In: asFunction | asOut, Meta: arangeMeta(-1, 0, -1, 1), Kernel: arangeKernel(-1, 0, -1)},
	{S: "arange.start(Scalar start, Scalar end, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", Fills: true, In: asFunction, Meta: arangeMeta(0, 1, -1, 2), Kernel: arangeKernel(0, 1, -1)},
	{S: "arange.start_step(Scalar start, Scalar end, Scalar step=1, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", Fills: true, In: asFunction | asOut, Meta: arangeMeta(0, 1, 2, 3), Kernel: arangeKernel(0, 1, 2)},
	{S: "linspace(Scalar start, Scalar end, int steps, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", Fills: true, In: asFunction | asOut, Meta: linspaceMeta(3), Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		if out[0].DType() == tensor.Float32 {
			linspace32(a.float(0), a.float(1), tensor.View[float32](out[0].Storage())[out[0].Offset():][:out[0].Numel()])
			return
		}
		if out[0].DType().IsComplex() {
			tensor.StoreComplexes(out[0], linspaceComplex(toComplex(a[0]), toComplex(a[1]), out[0].Numel()))
			return
		}
		lo, hi := ends(a, out[0].DType())
		tensor.StoreFloats(out[0], linspaceValues(lo, hi, out[0].Numel()))
	}},
	{S: "logspace(Scalar start, Scalar end, int steps, float base=10.0, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction | asOut, Meta: linspaceMeta(4), Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		lo, hi := ends(a, out[0].DType())
		values := linspaceValues(lo, hi, out[0].Numel())
		if out[0].DType().IsComplex() {
			powers := linspaceComplex(toComplex(a[0]), toComplex(a[1]), out[0].Numel())
			for i, v := range powers {
				powers[i] = cmplx.Pow(complex(a.floatOr(3, 10), 0), v)
			}
			tensor.StoreComplexes(out[0], powers)
			return
		}
		for i, v := range values {
			values[i] = math.Pow(a.floatOr(3, 10), v)
		}
		tensor.StoreFloats(out[0], values)
	}},
	{S: "linspace.Tensor_Tensor(Tensor start, Tensor end, int steps, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value { return ctx.betweenTensors("linspace", a) }},
	{S: "linspace.Tensor_Scalar(Tensor start, Scalar end, int steps, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value { return ctx.betweenTensors("linspace", a) }},
	{S: "linspace.Scalar_Tensor(Scalar start, Tensor end, int steps, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value { return ctx.betweenTensors("linspace", a) }},
	{S: "logspace.Tensor_Tensor(Tensor start, Tensor end, int steps, float base=10.0, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value { return ctx.betweenTensors("logspace", a) }},
	{S: "logspace.Tensor_Scalar(Tensor start, Scalar end, int steps, float base=10.0, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value { return ctx.betweenTensors("logspace", a) }},
	{S: "logspace.Scalar_Tensor(Scalar start, Tensor end, int steps, float base=10.0, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value { return ctx.betweenTensors("logspace", a) }},
	{S: "eye(SymInt n, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction | asOut, Meta: eyeMeta(0, 1), Kernel: eyeKernel},
	{S: "eye.m(SymInt n, SymInt m, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction | asOut, Meta: eyeMeta(1, 2), Kernel: eyeKernel},
	{S: "tril_indices(int row, int col, int offset=0, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction, Meta: triangleMeta(false), Eager: triangleIndices(false)},
	{S: "triu_indices(int row, int col, int offset=0, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction, Meta: triangleMeta(true), Eager: triangleIndices(true)},
	{S: "hann_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction, Meta: windowMeta(1), Eager: func(ctx *Context, a Args) []Value { return hann(ctx, a, true, 1) }},
	{S: "hann_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction, Meta: windowMeta(2), Eager: func(ctx *Context, a Args) []Value { return hann(ctx, a, a.bool(1), 2) }},
	{S: "hamming_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction, Meta: windowMeta(1), Eager: func(ctx *Context, a Args) []Value { return hamming(ctx, a, true, 1) }},
	{S: "hamming_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction, Meta: windowMeta(2), Eager: func(ctx *Context, a Args) []Value { return hamming(ctx, a, a.bool(1), 2) }},
	{S: "hamming_window.periodic_alpha(int window_length, bool periodic, float alpha, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction, Meta: windowMeta(3), Eager: func(ctx *Context, a Args) []Value { return cosineWindow(a.float(2), 0.46)(ctx, a, a.bool(1), 3) }},
	{S: "hamming_window.periodic_alpha_beta(int window_length, bool periodic, float alpha, float beta, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction, Meta: windowMeta(4), Eager: func(ctx *Context, a Args) []Value { return cosineWindow(a.float(2), a.float(3))(ctx, a, a.bool(1), 4) }},
	{S: "bartlett_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction, Meta: windowMeta(1), Eager: func(ctx *Context, a Args) []Value { return bart(ctx, a, true, 1) }},
	{S: "bartlett_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction, Meta: windowMeta(2), Eager: func(ctx *Context, a Args) []Value { return bart(ctx, a, a.bool(1), 2) }},
	{S: "blackman_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction, Meta: windowMeta(1), Eager: func(ctx *Context, a Args) []Value { return blackmn(ctx, a, true, 1) }},
	{S: "blackman_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor", In: asFunction, Meta: windowMeta(2), Eager: func(ctx *Context, a Args) []Value { return blackmn(ctx, a, a.bool(1), 2) }},
	{S: "clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor", In: asFunction | asMethod | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		self := a.fake(0)
		f := like(ctx, self, self.DType)
		f.Strides = formatStrides(ctx, self, a[1])
		return fakes(f)
	}, Kernel: copyKernel, Grad: grad1(func(ctx *Context, s *Saved, g Value) Value { return g })},
	{S: "lift_fresh(Tensor(a) self) -> Tensor(a)", In: 0, Whole: true, Decomp: func(ctx *Context, a Args) []Value { return result(a[0]) }},
	{S: "lift_fresh_copy(Tensor self) -> Tensor", In: 0, Meta: func(ctx *Context, a Args) []*Fake { return fakes(like(ctx, a.fake(0), a.fake(0).DType)) },
		Kernel: copyKernel, Grad: grad1(func(ctx *Context, s *Saved, g Value) Value { return g })},
	{S: "contiguous(Tensor(a) self, *, MemoryFormat memory_format=0) -> Tensor(a)", In: asMethod, Decomp: func(ctx *Context, a Args) []Value {
		f := a.fake(0)
		m, _ := a[1].(tensor.MemoryFormat)
		switch {
		case m == tensor.ChannelsLast || m == tensor.ChannelsLast3d:
			formatStrides(ctx, f, m)
			if isChannelsLastFake(f) {
				return result(a[0])
			}
			return ctx.call("clone", a[0], m)
		case isContiguousFake(f) && !f.Conj:
			return result(a[0])
		}
		return ctx.call("clone", a[0], tensor.ContiguousFormat)
	}},
	{S: "_to_copy(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, bool non_blocking=False, MemoryFormat? memory_format=None) -> Tensor", In: 0, Meta: func(ctx *Context, a Args) []*Fake {
		self := a.fake(0)
		f := like(ctx, self, a.dtype(1, self.DType))
		f.Device = deviceOf(a[3], self.Device)
		f.Strides = formatStrides(ctx, self, a[6])
		return fakes(f)
	}, Kernel: copyKernel, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		d := s.InMeta(0).DType
		if dtypeOf(g[0]).IsComplex() && !d.IsComplex() {
			return []Value{ctx.toOptions(ctx.call1("real", g[0]), d)}
		}
		return []Value{ctx.toOptions(g[0], d)}
	}},
	{S: "to.dtype(Tensor(a) self, ScalarType dtype, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None) -> Tensor(a)", In: 0, Decomp: func(ctx *Context, a Args) []Value { return toDecomp(ctx, a[0], a[1], nil, nil, a.bool(3), a[4]) }},
	{S: "to.device(Tensor(a) self, Device device, ScalarType dtype, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None) -> Tensor(a)", In: 0, Decomp: func(ctx *Context, a Args) []Value { return toDecomp(ctx, a[0], a[2], nil, a[1], a.bool(4), a[5]) }},
	{S: "to.dtype_layout(Tensor(a) self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None) -> Tensor(a)", In: 0, Decomp: func(ctx *Context, a Args) []Value { return toDecomp(ctx, a[0], a[1], a[2], a[3], a.bool(6), a[7]) }},
	{S: "to.other(Tensor(a) self, Tensor other, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None) -> Tensor(a)", In: 0, Decomp: func(ctx *Context, a Args) []Value {
		return toDecomp(ctx, a[0], dtypeOf(a[1]), tensor.Strided, metaOf(a[1]).Device, a.bool(3), a[4])
	}},
	{S: "type_as(Tensor self, Tensor other) -> Tensor", In: asMethod, Decomp: func(ctx *Context, a Args) []Value { return ctx.toLike(a[0], dtypeOf(a[1]), metaOf(a[1]).Device, nil) }},
	{S: "copy(Tensor self, Tensor src, bool non_blocking=False) -> Tensor", Fills: true, Wraps: true, In: asInPlace, Meta: func(ctx *Context, a Args) []*Fake {
		self, src := a.fake(0), a.fake(1)
		f := like(ctx, self, self.DType)
		if !expandableTo(ctx, src.Sizes, self.Sizes) {
			throwBroadcastCopy(ctx, self.Sizes, src.Sizes)
		}
		return fakes(f)
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		tensor.Copy(out[0], expandTensor(a.tensor(1), out[0].Sizes()))
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{ctx.zerosLike(g[0]), g[0]}
	}, GradName: copyNode, Into: copyInto},
	{S: "fill.Scalar(Tensor self, Scalar value) -> Tensor", In: asFunction | asInPlaceFunction, Into: fillInto, Meta: sameUnary, Kernel: fillFrom(1), Grad: zeroGrad},
	{S: "fill.Tensor(Tensor self, Tensor value) -> Tensor", Fills: true, In: asFunction | asInPlaceFunction, Into: fillInto, Meta: func(ctx *Context, a Args) []*Fake {
		check(dimOf(a[1]) == 0, "fill_ only supports 0-dimension value tensor but got tensor with %d dimensions.", dimOf(a[1]))
		return sameUnary(ctx, a)
	}, Kernel: fillFrom(1), Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{ctx.zerosLike(g[0]), ctx.sumAll(g[0])}
	}, GradNo: 1},
	{S: "zero(Tensor self) -> Tensor", In: asInPlaceFunction, Into: func(ctx *Context, op *Op, a Args) { a.tensor(0).Fill(int64(0)) }, Meta: sameUnary, Kernel: noKernel, Grad: zeroGrad},
	{S: "detach(Tensor(a) self) -> Tensor(a)", In: asFunction | asMethod | asInPlaceFunction, Meta: func(ctx *Context, a Args) []*Fake {
		f := *a.fake(0)
		f.Autograd = tensor.Autograd{}
		f.GradFake = nil
		return fakes(&f)
	}, NonDiff: true},
	{S: "alias(Tensor(a) self) -> Tensor(a)", In: 0, Meta: func(ctx *Context, a Args) []*Fake { f := *a.fake(0); f.Autograd = tensor.Autograd{}; return fakes(&f) }, Grad: grad1(func(ctx *Context, s *Saved, g Value) Value { return g })},
	{S: "_local_scalar_dense(Tensor self) -> Scalar", In: 0, Answer: true, FakeAnswer: fakeItem, Eager: func(ctx *Context, a Args) []Value {
		if a.tensor(0).IsMeta() {
			throwRuntime("Tensor.item() cannot be called on meta tensors")
		}
		return []Value{a.tensor(0).Item()}
	}, NonDiff: true},
	{S: "item(Tensor self) -> Scalar", In: asMethod, Decomp: func(ctx *Context, a Args) []Value {
		if t, ok := a[0].(*tensor.Tensor); ok {
			rethrow(Readable(t))
		}
		check(ctx.expect(numelOf(a[0]).Eq(one)), "a Tensor with %s elements cannot be converted to Scalar", numelOf(a[0]))
		return ctx.call("_local_scalar_dense", a[0])
	}},
	{S: "real(Tensor(a) self) -> Tensor(a)", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		if !dtypeOf(a[0]).IsComplex() {
			return result(a[0])
		}
		z := a[0]
		if a.fake(0).Conj { // the real part is the same
			z = ctx.call1("_conj", z)
		}
		return result(ctx.selectAt(ctx.call1("view_as_real", z), dimOf(z), int64(0)))
	}},
	{S: "imag(Tensor(a) self) -> Tensor(a)", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		check(dtypeOf(a[0]).IsComplex(), "imag is not implemented for tensors with non-complex dtypes.")
		z, negate := a[0], false
		if f := a.fake(0); f.Conj {
			z, negate = ctx.call1("_conj", z), true
		}
		v := ctx.selectAt(ctx.call1("view_as_real", z), dimOf(z), int64(1))
		if negate {
			v = ctx.call1("_neg_view", v)
		}
		return result(v)
	}},
	{S: "conj(Tensor(a) self) -> Tensor(a)", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		if !dtypeOf(a[0]).IsComplex() {
			return result(a[0])
		}
		return ctx.call("_conj", a[0])
	}},
	{S: "_conj(Tensor(a) self) -> Tensor(a)", In: asFunction, Meta: func(ctx *Context, a Args) []*Fake {
		f := *a.fake(0)
		check(f.DType.IsComplex(), "_conj is for complex tensors, but got %s", f.DType.ScalarName())
		f.Autograd = tensor.Autograd{}
		f.Conj = !f.Conj
		return fakes(&f)
	},
		Grad: grad1(func(ctx *Context, s *Saved, g Value) Value { return ctx.conj(g) })},
	{S: "_neg_view(Tensor(a) self) -> Tensor(a)", In: asFunction | asMethod, Meta: func(ctx *Context, a Args) []*Fake {
		f := *a.fake(0)
		f.Autograd = tensor.Autograd{}
		f.Neg = !f.Neg
		return fakes(&f)
	},
		Grad: grad1(func(ctx *Context, s *Saved, g Value) Value { return ctx.neg(g) })},
	{S: "conj_physical(Tensor self) -> Tensor", In: asFunction | asMethod | asInPlaceFunction | asOut, Decomp: func(ctx *Context, a Args) []Value {
		if dtypeOf(a[0]).IsComplex() && ctx.recordsUnits() {
			return ctx.call("_conj_physical", a[0])
		}
		return conjugateCopied(ctx, a)
	}},
	{S: "resolve_conj(Tensor(a) self) -> Tensor(a)", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		if !a.fake(0).Conj {
			return result(a[0])
		}
		return ctx.call("clone", a[0])
	}},
	{S: "resolve_neg(Tensor(a) self) -> Tensor(a)", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value {
		if !a.fake(0).Neg {
			return result(a[0])
		}
		return ctx.call("clone", a[0])
	}},
	{S: "view_as_real(Tensor(a) self) -> Tensor(a)", In: asFunction, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		check(f.DType.IsComplex(), "view_as_real is only supported for complex tensors")
		check(!f.Conj, "view_as_real doesn't work on unresolved conjugated tensors.  To resolve the conjugate tensor so you can view it as real, use self.resolve_conj(); however, be warned that the resulting tensor will NOT alias the original.")
		two := sym(2)
		v := &Fake{DType: f.DType.ToReal(), Device: f.Device, Offset: f.Offset.Mul(two), Neg: f.Neg}
		v.Sizes = append(append(v.Sizes, f.Sizes...), two)
		for _, s := range f.Strides {
			v.Strides = append(v.Strides, s.Mul(two))
		}
		v.Strides = append(v.Strides, one)
		return fakes(v)
	}, Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.call1("view_as_complex", ctx.call1("contiguous", g))
	})},
	{S: "view_as_complex(Tensor(a) self) -> Tensor(a)", In: asFunction, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		n := len(f.Sizes)
		check(f.DType.IsFloat() && f.DType != tensor.BFloat16, "view_as_complex is only supported for half, float and double tensors, but got a tensor of scalar type: %s", f.DType.ScalarName())
		check(n > 0, "Input tensor must have one or more dimensions")
		check(ctx.expect(f.Sizes[n-1].Eq(sym(2))), "Tensor must have a last dimension of size 2")
		check(ctx.expect(f.Strides[n-1].Eq(one)), "Tensor must have a last dimension with stride 1")
		for d, s := range f.Strides[:n-1] {
			check(isConst(f.Sizes[d], 1) || ctx.is(s.Mod(sym(2)).Eq(zero)), "Tensor must have a stride divisible by 2 for all but last dimension")
		}
		check(ctx.expect(f.Offset.Mod(sym(2)).Eq(zero)), "Tensor must have a storage_offset divisible by 2")
		v := &Fake{DType: f.DType.ToComplex(), Device: f.Device, Sizes: f.Sizes[:n-1], Offset: f.Offset.FloorDiv(sym(2)), Neg: f.Neg}
		for _, s := range f.Strides[:n-1] {
			v.Strides = append(v.Strides, s.FloorDiv(sym(2)))
		}
		return fakes(v)
	}, Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.call1("view_as_real", ctx.call1("resolve_conj", g))
	})},
	{S: "view.dtype(Tensor(a) self, ScalarType dtype) -> Tensor(a)", In: asMethod, Meta: func(ctx *Context, a Args) []*Fake {
		f := *a.fake(0)
		f.Autograd = tensor.Autograd{}
		d := a.dtype(1, f.DType)
		from, to := f.DType.Size(), d.Size()
		f.DType = d
		if from != to {
			n := len(f.Sizes)
			check(n > 0, "self.dim() cannot be 0 to view %s as %s (different element sizes)", a.fake(0).DType.ScalarName(), d.ScalarName())
			if to > from {
				check(ctx.expect(f.Sizes[n-1].Mod(sym(to/from)).Eq(zero)), "self.size(-1) must be divisible by %d to view %s as %s (different element sizes), but got %s", to/from, a.fake(0).DType.ScalarName(), d.ScalarName(), f.Sizes[n-1])
			}
			check(ctx.expect(f.Strides[n-1].Eq(one)), "self.stride(-1) must be 1 to view %s as %s (different element sizes), but got %s", a.fake(0).DType.ScalarName(), d.ScalarName(), f.Strides[n-1])
			sizes, strides := append([]symbolic.Int(nil), f.Sizes...), append([]symbolic.Int(nil), f.Strides...)
			conv := func(s symbolic.Int) symbolic.Int { return s.Mul(sym(from)).FloorDiv(sym(to)) }
			if to > from {
				fits := func(v symbolic.Int, what string) {
					check(ctx.expect(v.Mod(sym(to/from)).Eq(zero)), "self.%s must be divisible by %d to view %s as %s (different element sizes), but got %s", what, to/from, a.fake(0).DType.ScalarName(), d.ScalarName(), v)
				}
				fits(f.Offset, "storage_offset()")
				for i, stride := range strides[:n-1] {
					fits(stride, fmt.Sprintf("stride(%d)", i))
				}
			}
			sizes[n-1] = conv(sizes[n-1])
			for i := range strides[:n-1] {
				strides[i] = conv(strides[i])
			}
			f.Sizes, f.Strides, f.Offset = sizes, strides, conv(f.Offset)
		}
		return fakes(&f)
	}, NonDiff: true},
})

func throwBroadcastCopy(ctx *Context, self, src []symbolic.Int) {
	n := len(self)
	for i := len(src) - 1; i >= 0; i-- {
		k := i - len(src) + n
		if k < 0 {
			break
		}
		if src[i] != self[k] && !isOne(ctx, src[i]) {
			throwRuntime("The size of tensor a (%s) must match the size of tensor b (%s) at non-singleton dimension %d", self[k], src[i], k)
		}
	}
	throwRuntime("output with shape %s doesn't match the broadcast shape %s", sizesText(self), sizesText(src))
}

func copyKernel(ctx *Context, a Args, out []*tensor.Tensor) { tensor.Copy(out[0], a.tensor(0)) }

// toLike converts to a type and device by the operator that PyTorch calls where a device is given, or a tensor to be like.
func (ctx *Context) toLike(self, dtype, device, format Value) []Value {
	if dtype == nil {
		dtype = dtypeOf(self)
	}
	return ctx.call("to.dtype_layout", self, dtype, tensor.Strided, device, nil, false, false, format)
}

// toDecomp returns its argument unchanged when nothing is to be done.
func toDecomp(ctx *Context, self, dtype, layout, device Value, force bool, format Value) []Value {
	f := metaOf(self)
	d, ok := dtype.(tensor.DType)
	if !ok {
		d = f.DType
	}
	dev := deviceOf(device, f.Device)
	if !force && d == f.DType && dev.Type == f.Device.Type {
		same := true
		switch m, _ := format.(tensor.MemoryFormat); m {
		case tensor.ChannelsLast, tensor.ChannelsLast3d:
			formatStrides(ctx, f, m)
			same = channelsLastOnly(f)
		case tensor.ContiguousFormat:
			same = format == nil || !channelsLastOnly(f)
		}
		if same {
			return result(self)
		}
	}
	if _, all := layout.(tensor.Layout); dtype != nil || all {
		dtype = d
	}
	return ctx.call("_to_copy", self, dtype, layout, device, nil, false, format)
}

func copyInto(ctx *Context, op *Op, a Args) {
	self, src := a.tensor(0), a.tensor(1)
	if src.IsMeta() && !self.IsMeta() {
		throw("NotImplementedError", "Cannot copy out of meta tensor; no data!")
	}
	if !expandableTo(ctx, symbolic.Ints(src.Sizes()), symbolic.Ints(self.Sizes())) {
		throwBroadcastCopy(ctx, symbolic.Ints(self.Sizes()), symbolic.Ints(src.Sizes()))
	}
	tensor.Copy(self, expandTensor(src, self.Sizes()))
}

func fillInto(ctx *Context, op *Op, a Args) {
	if isTensor(a[1]) {
		check(dimOf(a[1]) == 0, "fill_ only supports 0-dimension value tensor but got tensor with %d dimensions.", dimOf(a[1]))
	}
	a.tensor(0).Fill(plainNumber(a[1]))
}

// cxxFloat is v as C++ streams show it.
func cxxFloat(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	}
	return strings.ToLower(fmt.Sprintf("%g", v))
}

// betweenTensors is linspace or logspace where an end is a tensor with one number, which may not be known.
func (ctx *Context) betweenTensors(name string, a Args) []Value {
	args, known := append([]Value(nil), a...), true
	if isTensor(a[0]) && isTensor(a[1]) && dimOf(a[0]) > 0 && dimOf(a[1]) > 0 {
		throwRuntime("%s only supports 0-dimensional start and end tensors, but got start with %d dimension(s) and end with %d dimension(s).", name, dimOf(a[0]), dimOf(a[1]))
	}
	for i, which := range []string{"start", "end"} {
		if !isTensor(args[i]) {
			continue
		}
		check(dimOf(args[i]) == 0, "%s only supports 0-dimensional start and end tensors, but got %s with %d dimension(s).", name, which, dimOf(args[i]))
		if t, ok := readable(args[i]); ok {
			args[i] = t.Item()
		} else {
			known = false
		}
	}
	if known {
		return ctx.call(name, args...)
	}
	steps, opt := ctx.fixed(a.sym(2)), 3
	along := ctx.div(ctx.toDType(ctx.call1("arange", int64(steps)), ctx.DefaultDType()), float64(max(steps-1, 1)))
	var length Value // of the interval
	if isTensor(a[1]) {
		length = ctx.sub(a[1], a[0])
	} else {
		length = ctx.add(ctx.neg(a[0]), a[1])
	}
	out := ctx.add(ctx.mul(along, length), a[0])
	if name == "logspace" {
		out, opt = ctx.call1("pow.Scalar", a.floatOr(3, 10), out), 4
	}
	return result(ctx.toDType(out, a.dtype(opt, ctx.DefaultDType())))
}

// conjugateCopied is the conjugate of a[0] in memory of its own, where that is complex.
func conjugateCopied(ctx *Context, a Args) []Value {
	return ctx.call("resolve_conj", ctx.call1("conj", a[0]))
}
