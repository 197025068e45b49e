package tensor

import "math"

// loop is a collapsed iteration space for one or two operands: adjacent dimensions that step alike are merged.
type loop struct {
	sizes []int
	a, b  []int
}

func collapse(sizes, a, b []int) loop {
	l := loop{make([]int, 0, len(sizes)), make([]int, 0, len(sizes)), make([]int, 0, len(sizes))}
	for i, s := range sizes {
		if s == 1 {
			continue
		}
		k := len(l.sizes) - 1
		if k >= 0 && l.a[k] == a[i]*s && l.b[k] == b[i]*s {
			l.sizes[k] *= s
			l.a[k], l.b[k] = a[i], b[i]
			continue
		}
		l.sizes, l.a, l.b = append(l.sizes, s), append(l.a, a[i]), append(l.b, b[i])
	}
	if len(l.sizes) == 0 {
		return loop{[]int{1}, []int{0}, []int{0}}
	}
	return l
}

// ForEachRow visits the innermost rows of two strided operands in index order: n elements from positions i and j,
// with steps si and sj.
func ForEachRow(sizes, a, b []int, i, j int, visit func(i, j, n, si, sj int)) {
	for _, s := range sizes {
		if s == 0 {
			return
		}
	}
	l := collapse(sizes, a, b)
	last := len(l.sizes) - 1
	if last == 0 {
		visit(i, j, l.sizes[0], l.a[0], l.b[0])
		return
	}
	index := make([]int, last)
	for {
		visit(i, j, l.sizes[last], l.a[last], l.b[last])
		d := last - 1
		for ; d >= 0; d-- {
			index[d]++
			i += l.a[d]
			j += l.b[d]
			if index[d] < l.sizes[d] {
				break
			}
			i -= l.a[d] * l.sizes[d]
			j -= l.b[d] * l.sizes[d]
			index[d] = 0
		}
		if d < 0 {
			return
		}
	}
}

func copyRows[T Elem](dst, src []T, sizes, ds, ss []int, do, so int) {
	ForEachRow(sizes, ds, ss, do, so, func(i, j, n, si, sj int) {
		switch {
		case si == 1 && sj == 1:
			copy(dst[i:i+n], src[j:j+n])
		case si == 1 && sj == 0:
			v := src[j]
			row := dst[i : i+n]
			for k := range row {
				row[k] = v
			}
		default:
			for range n {
				dst[i] = src[j]
				i += si
				j += sj
			}
		}
	})
}

// CopyStrided copies elements of equal type between two geometries; it neither converts nor conjugates.
func CopyStrided(dtype DType, sizes []int, dst *Storage, ds []int, do int, src *Storage, ss []int, so int) {
	switch dtype.Size() {
	case 1:
		copyRows(View[uint8](dst), View[uint8](src), sizes, ds, ss, do, so)
	case 2:
		copyRows(View[uint16](dst), View[uint16](src), sizes, ds, ss, do, so)
	case 4:
		copyRows(View[int32](dst), View[int32](src), sizes, ds, ss, do, so)
	case 8:
		copyRows(View[int64](dst), View[int64](src), sizes, ds, ss, do, so)
	case 16:
		copyRows(View[complex128](dst), View[complex128](src), sizes, ds, ss, do, so)
	}
}

// Copy writes src, which has the same sizes, into dst, converting the type and resolving lazy conjugation.
// Overlapping memory is handled by a temporary copy.
func Copy(dst, src *Tensor) {
	if dst.Numel() == 0 {
		return
	}
	if dst.storage == src.storage && !(dst.offset == src.offset && sameLayout(dst.sizes, dst.strides, src.strides)) {
		src = src.Compact()
	}
	if dst.dtype == src.dtype && dst.Conj == src.Conj && dst.Neg == src.Neg {
		CopyStrided(dst.dtype, dst.sizes, dst.storage, dst.strides, dst.offset, src.storage, src.strides, src.offset)
		return
	}
	values := src.Compact()
	if values.dtype != dst.dtype {
		values = values.castFlat(dst.dtype)
	}
	if dst.Conj || dst.Neg {
		flipLazy(values, dst.Conj, dst.Neg)
	}
	CopyStrided(dst.dtype, dst.sizes, dst.storage, dst.strides, dst.offset, values.storage, values.strides, 0)
}

// Compact is a fresh contiguous copy with lazy conjugation and negation resolved.
func (t *Tensor) Compact() *Tensor {
	c := NewUninit(t.dtype, t.sizes...)
	CopyStrided(t.dtype, t.sizes, c.storage, c.strides, 0, t.storage, t.strides, t.offset)
	if t.Conj || t.Neg {
		flipLazy(c, t.Conj, t.Neg)
	}
	return c
}

// Contiguous is t itself when it is already a plain contiguous tensor, else a compact copy.
func (t *Tensor) Contiguous() *Tensor {
	if t.IsContiguous() && !t.Conj && !t.Neg {
		return t
	}
	return t.Compact()
}

// flipLazy conjugates and negates a whole dense tensor.
func flipLazy(t *Tensor, conj, neg bool) {
	apply := func(v complex128) complex128 {
		if conj {
			v = complex(real(v), -imag(v))
		}
		if neg {
			v = -v
		}
		return v
	}
	switch t.dtype {
	case Complex64:
		for i, v := range View[complex64](t.storage) {
			View[complex64](t.storage)[i] = complex64(apply(complex128(v)))
		}
	case Complex128:
		for i, v := range View[complex128](t.storage) {
			View[complex128](t.storage)[i] = apply(v)
		}
	case Complex32, BComplex32, Float16, BFloat16: // the sign of 16 bits is the highest one
		s := View[uint16](t.storage)
		for i := range s {
			part := t.dtype.IsComplex() && i%2 == 1
			if neg != (conj && part) {
				s[i] ^= 0x8000
			}
		}
	case Float32:
		s := View[float32](t.storage)
		for i, v := range s {
			s[i] = float32(real(apply(complex(float64(v), 0))))
		}
	case Float64:
		s := View[float64](t.storage)
		for i, v := range s {
			s[i] = real(apply(complex(v, 0)))
		}
	case Int8, Uint8:
		negate(View[int8](t.storage), neg)
	case Int16, Uint16:
		negate(View[int16](t.storage), neg)
	case Int32, Uint32:
		negate(View[int32](t.storage), neg)
	case Int64, Uint64:
		negate(View[int64](t.storage), neg)
	}
}

func negate[T int8 | int16 | int32 | int64](s []T, neg bool) {
	for i := range s {
		if neg {
			s[i] = -s[i]
		}
	}
}

// To converts the type into a fresh contiguous tensor.
func (t *Tensor) To(dtype DType) *Tensor {
	if dtype == t.dtype {
		return t.Compact()
	}
	return t.Contiguous().castFlat(dtype)
}

// castFlat converts a contiguous tensor.
func (t *Tensor) castFlat(dtype DType) *Tensor {
	out := NewUninit(dtype, t.sizes...)
	n := out.Numel()
	convertFlat(out, t, n)
	return out
}

func convertFlat(out, t *Tensor, n int) {
	switch {
	case t.dtype == Uint64 && !dtypeInt(out.dtype): // whose bits as int64 may be negative
		StoreFloats(out, LoadFloats(t, n))
	case dtypeInt(t.dtype) && dtypeInt(out.dtype):
		StoreInts(out, LoadInts(t, n))
	case t.dtype.IsComplex() || out.dtype.IsComplex():
		StoreComplexes(out, LoadComplexes(t, n))
	case t.dtype.IsFloat() && dtypeInt(out.dtype):
		f := LoadFloats(t, n)
		ints := make([]int64, n)
		for i, v := range f {
			if out.dtype == Bool {
				if v != 0 {
					ints[i] = 1
				}
			} else {
				ints[i] = out.dtype.fromFloat(v)
				if out.dtype == Uint64 && v >= math.MaxInt64 {
					ints[i] = int64(uint64(v))
				}
			}
		}
		StoreInts(out, ints)
	default:
		StoreFloats(out, LoadFloats(t, n))
	}
}

func dtypeInt(d DType) bool { return d.IsIntOrBool() }

// FloatToInt truncates as the x86 conversion does: what does not fit becomes the smallest integer.
func FloatToInt(v float64) int64 {
	if v != v || v >= math.MaxInt64 || v < math.MinInt64 {
		return math.MinInt64
	}
	return int64(v)
}

// fromFloat is FloatToInt for an element type: those of up to 32 bits take the low bits of the conversion to int32.
func (d DType) fromFloat(v float64) int64 {
	if (d == Int32 || d == Int16 || d == Int8 || d == Uint8) && !(v > math.MinInt32-1 && v < math.MaxInt32+1) {
		return math.MinInt32
	}
	return FloatToInt(v)
}

// LoadFloats reads the first n elements of a contiguous tensor (from its offset) as float64.
func LoadFloats(t *Tensor, n int) []float64 {
	if n == 0 {
		return nil
	}
	t.storage.mustHold(t.dtype)
	if t.dtype == Float64 {
		return View[float64](t.storage)[t.offset : t.offset+n]
	}
	out := make([]float64, n)
	switch t.dtype {
	case Float32:
		widen(out, View[float32](t.storage)[t.offset:])
	case Float16:
		for i, v := range View[uint16](t.storage)[t.offset : t.offset+n] {
			out[i] = float64(HalfToFloat(v))
		}
	case BFloat16:
		for i, v := range View[uint16](t.storage)[t.offset : t.offset+n] {
			out[i] = float64(BFloatToFloat(v))
		}
	case Complex64:
		for i, v := range View[complex64](t.storage)[t.offset : t.offset+n] {
			out[i] = float64(real(v))
		}
	case Complex128:
		for i, v := range View[complex128](t.storage)[t.offset : t.offset+n] {
			out[i] = real(v)
		}
	case Bool:
		loadTruth(out, View[uint8](t.storage)[t.offset:])
	case Uint8:
		widen(out, View[uint8](t.storage)[t.offset:])
	case Int8:
		widen(out, View[int8](t.storage)[t.offset:])
	case Int16:
		widen(out, View[int16](t.storage)[t.offset:])
	case Int32:
		widen(out, View[int32](t.storage)[t.offset:])
	case Int64:
		widen(out, View[int64](t.storage)[t.offset:])
	case Uint16:
		widen(out, View[uint16](t.storage)[t.offset:])
	case Uint32:
		widen(out, View[uint32](t.storage)[t.offset:])
	case Uint64:
		widen(out, View[uint64](t.storage)[t.offset:])
	default:
		f := float8Formats[t.dtype]
		for i, v := range View[uint8](t.storage)[t.offset : t.offset+n] {
			out[i] = f.values[v]
		}
	}
	return out
}

type realElem interface {
	~uint8 | ~uint16 | ~uint32 | ~uint64 | ~int8 | ~int16 | ~int32 | ~int64 | ~float32 | ~float64
}

func widen[D, T realElem](out []D, in []T) {
	if len(out) == 0 {
		return
	}
	in = in[:len(out)]
	for i, v := range in {
		out[i] = D(v)
	}
}

// StoreFloats writes to the first elements of a contiguous tensor, rounding to its type.
func StoreFloats(t *Tensor, values []float64) {
	if len(values) == 0 {
		return
	}
	n := len(values)
	switch t.dtype {
	case Float64:
		copy(View[float64](t.storage)[t.offset:], values)
	case Float32:
		if n > 0 {
			widen(View[float32](t.storage)[t.offset:t.offset+n], values)
		}
	case Float16:
		out := View[uint16](t.storage)[t.offset:]
		for i, v := range values {
			out[i] = FloatToHalf(float32(v))
		}
	case BFloat16:
		out := View[uint16](t.storage)[t.offset:]
		for i, v := range values {
			out[i] = FloatToBFloat(float32(v))
		}
	case Complex64, Complex128, Complex32, BComplex32:
		c := make([]complex128, n)
		for i, v := range values {
			c[i] = complex(v, 0)
		}
		StoreComplexes(t, c)
	case Bool:
		storeTruth(t, values)
	case Float8E4M3FN, Float8E5M2, Float8E4M3FNUZ, Float8E5M2FNUZ, Float8E8M0FNU:
		out, f := View[uint8](t.storage)[t.offset:], float8Formats[t.dtype]
		for i, v := range values {
			out[i] = f.encode(v)
		}
	default:
		ints := make([]int64, n)
		for i, v := range values {
			ints[i] = t.dtype.fromFloat(v)
			if t.dtype == Uint64 && v >= math.MaxInt64 {
				ints[i] = int64(uint64(v))
			}
		}
		StoreInts(t, ints)
	}
}

// storeTruth stores into a bool tensor whether each value is not zero.
func storeTruth[E int64 | float64 | complex128](t *Tensor, values []E) {
	out := View[uint8](t.storage)[t.offset:]
	for i, v := range values {
		out[i] = 0
		if v != 0 {
			out[i] = 1
		}
	}
}

// LoadInts reads the first n elements of a contiguous tensor as int64; those of uint64 keep their bits.
func LoadInts(t *Tensor, n int) []int64 {
	if n == 0 {
		return nil
	}
	t.storage.mustHold(t.dtype)
	if t.dtype == Int64 {
		return View[int64](t.storage)[t.offset : t.offset+n]
	}
	out := make([]int64, n)
	switch t.dtype {
	case Bool:
		loadTruth(out, View[uint8](t.storage)[t.offset:])
	case Uint8:
		widen(out, View[uint8](t.storage)[t.offset:])
	case Int8:
		widen(out, View[int8](t.storage)[t.offset:])
	case Int16:
		widen(out, View[int16](t.storage)[t.offset:])
	case Int32:
		widen(out, View[int32](t.storage)[t.offset:])
	case Uint16:
		widen(out, View[uint16](t.storage)[t.offset:])
	case Uint32:
		widen(out, View[uint32](t.storage)[t.offset:])
	case Uint64:
		widen(out, View[uint64](t.storage)[t.offset:])
	default:
		for i, v := range LoadFloats(t, n) {
			out[i] = FloatToInt(v)
		}
	}
	return out
}

// loadTruth reads bools as 0 and 1, whatever their bytes are: a view of other memory as bools has any.
func loadTruth[T float64 | int64](out []T, data []uint8) {
	for i := range out {
		out[i] = 0
		if data[i] != 0 {
			out[i] = 1
		}
	}
}

// StoreInts writes integers, wrapping to the width of the type; bool stores whether the value is not zero.
func StoreInts(t *Tensor, values []int64) {
	if len(values) == 0 {
		return
	}
	n := len(values)
	lo, hi := t.offset, t.offset+n
	switch t.dtype {
	case Int64:
		copy(View[int64](t.storage)[lo:], values)
	case Int32:
		widen(View[int32](t.storage)[lo:hi], values)
	case Int16:
		widen(View[int16](t.storage)[lo:hi], values)
	case Int8:
		widen(View[int8](t.storage)[lo:hi], values)
	case Uint8:
		widen(View[uint8](t.storage)[lo:hi], values)
	case Uint16:
		widen(View[uint16](t.storage)[lo:hi], values)
	case Uint32:
		widen(View[uint32](t.storage)[lo:hi], values)
	case Uint64:
		widen(View[uint64](t.storage)[lo:hi], values)
	case Bool:
		storeTruth(t, values)
	default:
		f := make([]float64, n)
		for i, v := range values {
			f[i] = float64(v)
		}
		StoreFloats(t, f)
	}
}

// LoadComplexes reads the first n elements of a contiguous tensor as complex128.
func LoadComplexes(t *Tensor, n int) []complex128 {
	if n == 0 {
		return nil
	}
	t.storage.mustHold(t.dtype)
	switch t.dtype {
	case Complex128:
		return View[complex128](t.storage)[t.offset : t.offset+n]
	case Complex64:
		out := make([]complex128, n)
		for i, v := range View[complex64](t.storage)[t.offset : t.offset+n] {
			out[i] = complex128(v)
		}
		return out
	case Complex32, BComplex32:
		widen := HalfToFloat
		if t.dtype == BComplex32 {
			widen = BFloatToFloat
		}
		out := make([]complex128, n)
		h := View[uint16](t.storage)
		for i := range out {
			k := 2 * (t.offset + i)
			out[i] = complex(float64(widen(h[k])), float64(widen(h[k+1])))
		}
		return out
	}
	out := make([]complex128, n)
	for i, v := range LoadFloats(t, n) {
		out[i] = complex(v, 0)
	}
	return out
}

// StoreComplexes writes complex values; a real type keeps the real parts.
func StoreComplexes(t *Tensor, values []complex128) {
	if len(values) == 0 {
		return
	}
	switch t.dtype {
	case Complex128:
		copy(View[complex128](t.storage)[t.offset:], values)
	case Complex64:
		out := View[complex64](t.storage)[t.offset:]
		for i, v := range values {
			out[i] = complex64(v)
		}
	case Complex32, BComplex32:
		narrow := FloatToHalf
		if t.dtype == BComplex32 {
			narrow = FloatToBFloat
		}
		h := View[uint16](t.storage)
		for i, v := range values {
			k := 2 * (t.offset + i)
			h[k], h[k+1] = narrow(float32(real(v))), narrow(float32(imag(v)))
		}
	case Bool:
		storeTruth(t, values)
	default:
		f := make([]float64, len(values))
		for i, v := range values {
			f[i] = real(v)
		}
		StoreFloats(t, f)
	}
}

// Floats are all elements in index order.
func (t *Tensor) Floats() []float64 { return LoadFloats(t.Contiguous(), t.Numel()) }

// Ints are all elements in index order.
func (t *Tensor) Ints() []int64 { return LoadInts(t.Contiguous(), t.Numel()) }

// Complexes are all elements in index order.
func (t *Tensor) Complexes() []complex128 { return LoadComplexes(t.Contiguous(), t.Numel()) }

// Item is the only element as bool, int64, float64 or complex128; as uint64 where it is too large for int64.
func (t *Tensor) Item() any {
	c := t
	if t.Conj || t.Neg {
		c = t.Compact()
	}
	switch {
	case t.dtype == Bool:
		return LoadInts(c, 1)[0] != 0
	case t.dtype.IsIntegral():
		if v := LoadInts(c, 1)[0]; t.dtype != Uint64 || v >= 0 {
			return v
		}
		return View[uint64](c.storage)[c.offset]
	case t.dtype.IsComplex():
		return LoadComplexes(c, 1)[0]
	}
	return LoadFloats(c, 1)[0]
}

// Fill sets every element to v: bool, int64, float64 or complex128.
func (t *Tensor) Fill(v any) {
	if t.Numel() == 0 {
		return
	}
	one := New(t.dtype)
	storeScalar(one, v)
	if t.Conj || t.Neg {
		flipLazy(one, t.Conj, t.Neg)
	}
	CopyStrided(t.dtype, t.sizes, t.storage, t.strides, t.offset, one.storage, make([]int, len(t.sizes)), 0)
}

// Scalar makes a 0-d tensor.
func Scalar(dtype DType, v any) *Tensor {
	t := New(dtype)
	storeScalar(t, v)
	return t
}

func storeScalar(t *Tensor, v any) {
	switch v := v.(type) {
	case bool:
		if v {
			StoreInts(t, []int64{1})
		} else {
			StoreInts(t, []int64{0})
		}
	case int:
		StoreInts(t, []int64{int64(v)})
	case int64:
		StoreInts(t, []int64{v})
	case uint64:
		if t.dtype.IsIntOrBool() {
			StoreInts(t, []int64{int64(v)})
		} else {
			StoreFloats(t, []float64{float64(v)})
		}
	case float64:
		StoreFloats(t, []float64{v})
	case complex128:
		StoreComplexes(t, []complex128{v})
	}
}
