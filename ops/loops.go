package ops

import (
	"github.com/magneto-go/magneto/tensor"
)

// Pointwise kernels compute in one of four classes: float32, float64, int64 and complex128. Narrower types are
// widened on the way in and rounded on the way out, which gives the same results: sums, products, quotients and roots
// of float32 rounded from float64 are exact roundings, and integers wrap the same.

type elem interface {
	float32 | float64 | int64 | complex64 | complex128
}

// operand is an argument as elements in the memory order of the result; step 0 repeats one element.
type operand[E elem] struct {
	data []E
	step int
}

func classDType[E elem]() tensor.DType {
	var z E
	switch any(z).(type) {
	case float32:
		return tensor.Float32
	case float64:
		return tensor.Float64
	case int64:
		return tensor.Int64
	case complex64:
		return tensor.Complex64
	}
	return tensor.Complex128
}

// gather reads t, broadcast to the geometry of out, as elements of class E.
func gather[E elem](t *tensor.Tensor, sizes, strides []int) operand[E] {
	class := classDType[E]()
	if t.Numel() == 0 { // the offset of an empty view may lie outside of its storage
		return operand[E]{}
	}
	if t.Numel() == 1 {
		return operand[E]{flatten[E](t.To(class)), 0}
	}
	if t.DType() == class && !t.Conj && !t.Neg && sameGeometry(t, sizes, strides) {
		n := t.Numel()
		return operand[E]{tensor.View[E](t.Storage())[t.Offset() : t.Offset()+n], 1}
	}
	c := tensor.NewStrided(class, sizes, strides)
	tensor.Copy(c, expandTensor(t, sizes))
	return operand[E]{tensor.View[E](c.Storage()), 1}
}

// flat is a contiguous tensor as a slice.
func flat[E tensor.Elem](t *tensor.Tensor) []E {
	if t.Numel() == 0 { // the offset may lie outside of the storage
		return nil
	}
	return tensor.View[E](t.Storage())[t.Offset():][:t.Numel()]
}

func flatten[E elem](t *tensor.Tensor) []E { return tensor.View[E](t.Storage())[t.Offset():] }

func sameGeometry(t *tensor.Tensor, sizes, strides []int) bool {
	if t.Dim() != len(sizes) {
		return false
	}
	for i, s := range sizes {
		if t.Size(i) != s || (s != 1 && t.Strides()[i] != strides[i]) {
			return false
		}
	}
	return true
}

// expandTensor is a view of t broadcast to sizes.
func expandTensor(t *tensor.Tensor, sizes []int) *tensor.Tensor {
	strides := make([]int, len(sizes))
	lead := len(sizes) - t.Dim()
	for i := range t.Sizes() {
		if t.Size(i) == sizes[lead+i] && t.Size(i) != 1 {
			strides[lead+i] = t.Strides()[i]
		}
	}
	return t.Window(sizes, strides, t.Offset())
}

// scatterTo gives the slice to compute results of class E into, and what to do afterwards.
func scatterTo[E elem](out *tensor.Tensor) (data []E, finish func()) {
	n := out.Numel()
	if n == 0 {
		return nil, func() {}
	}
	if out.DType() == classDType[E]() {
		return tensor.View[E](out.Storage())[out.Offset() : out.Offset()+n], func() {}
	}
	data = make([]E, n)
	return data, func() {
		flat := out.Window([]int{n}, []int{1}, out.Offset())
		store(flat, data)
	}
}

func store[E elem](t *tensor.Tensor, data []E) {
	switch d := any(data).(type) {
	case []float32:
		if t.DType() == tensor.Float16 || t.DType() == tensor.BFloat16 {
			h := tensor.View[uint16](t.Storage())[t.Offset():]
			for i, v := range d {
				if t.DType() == tensor.Float16 {
					h[i] = tensor.FloatToHalf(v)
				} else {
					h[i] = tensor.FloatToBFloat(v)
				}
			}
			return
		}
		f := make([]float64, len(d))
		for i, v := range d {
			f[i] = float64(v)
		}
		tensor.StoreFloats(t, f)
	case []float64:
		tensor.StoreFloats(t, d)
	case []int64:
		tensor.StoreInts(t, d)
	case []complex128:
		tensor.StoreComplexes(t, d)
	}
}

// unaryFuncs are the scalar functions of a pointwise operator by class; a missing one is an error for that class.
type unaryFuncs struct {
	f func(float64) float64
	i func(int64) int64
	c func(complex128) complex128
}

type binaryFuncs struct {
	f func(a, b float64) float64
	i func(a, b int64) int64
	c func(a, b complex128) complex128
	// f32 and c64s are optional loops for common classes: sa and sb are the steps of the operands.
	f32  func(out, a, b []float32, sa, sb int)
	c64s func(out, a, b []complex64, sa, sb int)
}

func mapUnary[E elem](out, in *tensor.Tensor, f func(E) E) {
	data, finish := scatterTo[E](out)
	x := gather[E](in, out.Sizes(), out.Strides())
	if len(data) == 0 {
		return
	}
	if x.step == 0 {
		v := f(x.data[0])
		for i := range data {
			data[i] = v
		}
	} else {
		in := x.data[:len(data)]
		for i := range data {
			data[i] = f(in[i])
		}
	}
	finish()
}

func mapBinary[E elem](out, a, b *tensor.Tensor, f func(x, y E) E) {
	data, finish := scatterTo[E](out)
	if len(data) == 0 {
		return
	}
	x, y := gather[E](a, out.Sizes(), out.Strides()), gather[E](b, out.Sizes(), out.Strides())
	i, j := 0, 0
	for k := range data {
		data[k] = f(x.data[i], y.data[j])
		i += x.step
		j += y.step
	}
	finish()
}

func mapTernary[E elem](out, a, b, c *tensor.Tensor, f func(x, y, z E) E) {
	data, finish := scatterTo[E](out)
	if len(data) == 0 {
		return
	}
	x, y, z := gather[E](a, out.Sizes(), out.Strides()), gather[E](b, out.Sizes(), out.Strides()), gather[E](c, out.Sizes(), out.Strides())
	i, j, l := 0, 0, 0
	for k := range data {
		data[k] = f(x.data[i], y.data[j], z.data[l])
		i += x.step
		j += y.step
		l += z.step
	}
	finish()
}

// predicate computes a bool result from operands of class E.
func predicate[E elem](out, a, b *tensor.Tensor, f func(x, y E) bool) {
	n := out.Numel()
	if n == 0 {
		return
	}
	data := tensor.View[uint8](out.Storage())[out.Offset() : out.Offset()+n]
	x, y := gather[E](a, out.Sizes(), out.Strides()), gather[E](b, out.Sizes(), out.Strides())
	i, j := 0, 0
	for k := range data {
		data[k] = 0
		if f(x.data[i], y.data[j]) {
			data[k] = 1
		}
		i += x.step
		j += y.step
	}
	convertPredicate(out, data)
}

// convertPredicate widens 0/1 bytes when the result is not of a one-byte type.
func convertPredicate(out *tensor.Tensor, data []uint8) {
	if out.DType().Size() != 1 {
		panic("ops: predicates need a result of one byte")
	}
}

// widenFunc applies a float64 function to float32.
func widenFunc(f func(float64) float64) func(float32) float32 {
	return func(x float32) float32 { return float32(f(float64(x))) }
}

// runUnary computes out = f(in) in the class of type d.
func runUnary(name string, d tensor.DType, out, in *tensor.Tensor, f unaryFuncs) {
	switch {
	case d.IsComplex():
		if f.c == nil {
			notImplemented(name, d)
		}
		mapUnary(out, in, f.c)
	case d.IsIntOrBool() && f.i != nil:
		mapUnary(out, in, f.i)
	case d.IsIntOrBool() && f.f == nil, f.f == nil:
		notImplemented(name, d)
	case d == tensor.Float64:
		mapUnary(out, in, f.f)
	default:
		mapUnary(out, in, widenFunc(f.f))
	}
}

func runBinary(name string, d tensor.DType, out, a, b *tensor.Tensor, f binaryFuncs) {
	switch {
	case d.IsComplex():
		if f.c == nil || d == tensor.BComplex32 {
			notImplemented(name, d)
		}
		if d == tensor.Complex64 && f.c64s != nil && out.Numel() > 0 {
			x, y := gather[complex64](a, out.Sizes(), out.Strides()), gather[complex64](b, out.Sizes(), out.Strides())
			f.c64s(flatten[complex64](out)[:out.Numel()], x.data, y.data, x.step, y.step)
			return
		}
		mapBinary(out, a, b, f.c)
	case d.IsIntOrBool():
		if f.i == nil {
			notImplemented(name, d)
		}
		mapBinary(out, wrappedTo(d, a), wrappedTo(d, b), f.i)
	case f.f == nil:
		notImplemented(name, d)
	case d == tensor.Float64:
		mapBinary(out, a, b, f.f)
	case f.f32 != nil:
		data, finish := scatterTo[float32](out)
		if len(data) == 0 {
			return
		}
		x, y := gather[float32](a, out.Sizes(), out.Strides()), gather[float32](b, out.Sizes(), out.Strides())
		f.f32(data, x.data, y.data, x.step, y.step)
		finish()
	default:
		g := f.f
		mapBinary(out, a, b, func(x, y float32) float32 { return float32(g(float64(x), float64(y))) })
	}
}

// wrappedTo is an operand as integers of the type of the computation: one without dimensions may be of a wider type.
func wrappedTo(d tensor.DType, t *tensor.Tensor) *tensor.Tensor {
	if d == tensor.Bool || t.DType() == d || t.DType().Size() <= d.Size() && t.DType().IsSigned() == d.IsSigned() {
		return t
	}
	return t.To(d)
}

func notImplemented(name string, d tensor.DType) {
	throw("NotImplementedError", "\"%s\" not implemented for '%s'", name, d.ScalarName())
}

// loop32 makes the float32 loop of an operator from its scalar function, specialised by steps.
func addLoop(out, a, b []float32, sa, sb int) {
	switch {
	case sa == 1 && sb == 1:
		a, b = a[:len(out)], b[:len(out)]
		for i := range out {
			out[i] = a[i] + b[i]
		}
	case sa == 1:
		a, y := a[:len(out)], b[0]
		for i := range out {
			out[i] = a[i] + y
		}
	default:
		slowLoop(out, a, b, sa, sb, func(x, y float32) float32 { return x + y })
	}
}

func subLoop(out, a, b []float32, sa, sb int) {
	if sa == 1 && sb == 1 {
		a, b = a[:len(out)], b[:len(out)]
		for i := range out {
			out[i] = a[i] - b[i]
		}
		return
	}
	slowLoop(out, a, b, sa, sb, func(x, y float32) float32 { return x - y })
}

func mulLoop(out, a, b []float32, sa, sb int) {
	switch {
	case sa == 1 && sb == 1:
		a, b = a[:len(out)], b[:len(out)]
		for i := range out {
			out[i] = a[i] * b[i]
		}
	case sa == 1:
		a, y := a[:len(out)], b[0]
		for i := range out {
			out[i] = a[i] * y
		}
	default:
		slowLoop(out, a, b, sa, sb, func(x, y float32) float32 { return x * y })
	}
}

func divLoop(out, a, b []float32, sa, sb int) {
	if sa == 1 && sb == 1 {
		a, b = a[:len(out)], b[:len(out)]
		for i := range out {
			out[i] = a[i] / b[i]
		}
		return
	}
	slowLoop(out, a, b, sa, sb, func(x, y float32) float32 { return x / y })
}

func slowLoop(out, a, b []float32, sa, sb int, f func(x, y float32) float32) {
	i, j := 0, 0
	for k := range out {
		out[k] = f(a[i], b[j])
		i += sa
		j += sb
	}
}
