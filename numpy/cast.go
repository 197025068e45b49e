package numpy

import (
	"math"

	"github.com/magneto-go/magneto/vm/object"
)

// copyElements writes src, of the same shape, into dst, whose type is another one at most among numbers.
func copyElements(dst, src *Array) {
	if dst.dt.dom() == objects {
		copyObjects(dst, src)
		return
	}
	if overlaps(dst, src) {
		tmp := newArray(src.dt, src.shape...)
		copyElements(tmp, src)
		src = tmp
	}
	if dst.dt == src.dt {
		switch dst.dt.size() {
		case 1:
			copyAs[uint8](dst, src)
		case 2:
			copyAs[uint16](dst, src)
		case 4:
			copyAs[uint32](dst, src)
		case 8:
			copyAs[uint64](dst, src)
		default:
			copyAs[complex128](dst, src)
		}
		return
	}
	rows([]*Array{dst, src}, func(pos []int, n int, step []int) {
		i, j := pos[0], pos[1]
		for n > 0 {
			m := min(n, chunk)
			convert(dst, i, step[0], src, j, step[1], m)
			i += m * step[0]
			j += m * step[1]
			n -= m
		}
	})
}

// overlaps says whether two arrays may share elements in another arrangement.
func overlaps(a, b *Array) bool {
	if a.mem.st == nil || b.mem.st == nil || a.mem.st.Size() == 0 || b.mem.st.Size() == 0 || a.size() == 0 || b.size() == 0 {
		return false
	}
	if a.mem.st != b.mem.st && !a.mem.st.Within(b.mem.st) && !b.mem.st.Within(a.mem.st) {
		return false
	}
	lowA, highA := a.bounds()
	lowB, highB := b.bounds()
	return lowA < highB && lowB < highA
}

// bounds are the addresses that the array reaches.
func (a *Array) bounds() (low, high uintptr) {
	lo, hi := a.off, a.off+1
	for i, n := range a.shape {
		if n > 0 {
			if a.strides[i] < 0 {
				lo += a.strides[i] * (n - 1)
			} else {
				hi += a.strides[i] * (n - 1)
			}
		}
	}
	size := a.dt.size()
	return a.mem.st.Address() + uintptr(lo*size), a.mem.st.Address() + uintptr(hi*size)
}

func copyAs[T elem](dst, src *Array) {
	d, s := view[T](dst), view[T](src)
	rows([]*Array{dst, src}, func(pos []int, n int, step []int) {
		i, j := pos[0], pos[1]
		if step[0] == 1 && step[1] == 1 {
			copy(d[i:i+n], s[j:j+n])
			return
		}
		for range n {
			d[i] = s[j]
			i += step[0]
			j += step[1]
		}
	})
}

// convert is one row of at most chunk numbers from one type to another.
func convert(dst *Array, i, di int, src *Array, j, dj, n int) {
	switch src.dt.dom() {
	case ints:
		var buf [chunk]int64
		loadReal(src, j, dj, buf[:n])
		storeInts(dst, i, di, buf[:n])
	case uints:
		var buf [chunk]uint64
		loadReal(src, j, dj, buf[:n])
		storeInts(dst, i, di, buf[:n])
	case floats:
		var buf [chunk]float64
		loadReal(src, j, dj, buf[:n])
		storeFloats(dst, i, di, buf[:n])
	case complexNumbers:
		var buf [chunk]complex128
		loadComplex(src, j, dj, buf[:n])
		storeComplex(dst, i, di, buf[:n])
	}
}

// copyObjects makes values of elements.
func copyObjects(dst, src *Array) {
	vals := make([]Value, 0, src.size())
	for _, p := range positions(src) {
		vals = append(vals, dst.asObject(src, p))
	}
	for i, p := range positions(dst) {
		dst.mem.objs[p] = vals[i]
	}
}

// asObject is an element of src as an array of objects or text holds it.
func (a *Array) asObject(src *Array, pos int) Value {
	x := src.item(pos)
	switch a.dt.C {
	case Text:
		return a.cut(textOf(src, pos, x))
	case Bytes:
		if s, ok := object.Text(x); ok {
			return a.cut(object.NewBytes([]byte(s)))
		}
		if src.dt.isNumber() {
			s, _ := object.Text(textOf(src, pos, x))
			return a.cut(object.NewBytes([]byte(s)))
		}
		return a.cut(x)
	}
	return x
}

func textOf(src *Array, pos int, x Value) Value {
	switch {
	case src.dt.isNumber():
		return object.NewStr(scalarText(src.scalar(pos), false))
	case src.dt.C == Bytes:
		b, _ := object.BytesOf(x)
		return object.NewStr(string(b))
	}
	return x
}

// cut shortens text to the length of the type.
func (a *Array) cut(v Value) Value {
	if s, ok := object.AsStr(v); ok {
		if s.Len() > a.dt.N {
			return object.NewStr(s.Slice(0, a.dt.N))
		}
		return v
	}
	if b, ok := object.AsBytes(v); ok && len(b.B) > a.dt.N {
		return object.NewBytes(append([]byte(nil), b.B[:a.dt.N]...))
	}
	return v
}

// set stores a Python value. Python's integers are checked against the range of the type.
func (a *Array) set(th *object.Thread, pos int, v Value) error {
	switch a.dt.C {
	case Object:
		a.mem.objs[pos] = v
		return nil
	case Text:
		if b, ok := object.AsBytes(v); ok {
			v = object.NewStr(string(b.B))
		}
		s, err := object.StrOf(th, v)
		if err != nil {
			return err
		}
		a.mem.objs[pos] = a.cut(object.NewStr(s))
		return nil
	case Bytes:
		if b, ok := object.AsBytes(v); ok {
			a.mem.objs[pos] = a.cut(object.NewBytes(b.B))
			return nil
		}
		s, err := object.StrOf(th, v)
		if err != nil {
			return err
		}
		a.mem.objs[pos] = a.cut(object.NewBytes([]byte(s)))
		return nil
	}
	switch {
	case v.IsSmallInt():
		n := v.SmallInt()
		if a.dt.isInt() && !fits(n, a.dt.C) {
			return object.OverflowErrorf("Python integer %d out of bounds for %s", n, a.dt.name())
		}
		switch a.dt.C {
		case Int64:
			view[int64](a)[pos] = n
		case Float64:
			view[float64](a)[pos] = float64(n)
		default:
			a.put(pos, n)
		}
		return nil
	case v.IsExactFloat():
		switch x := object.PlainNaN(v.ExactFloat()); {
		case a.dt.C == Float64:
			view[float64](a)[pos] = x
		case a.dt.isInt() && x != x:
			return object.ValueErrorf("cannot convert float NaN to integer")
		case a.dt.isInt():
			n, err := object.FloatToInt(x)
			if err != nil {
				return err
			}
			return a.set(th, pos, n)
		default:
			a.put(pos, x)
		}
		return nil
	case v.IsBool():
		b, _ := v.AsBool()
		a.put(pos, b)
		return nil
	}
	return a.setOther(th, pos, v)
}

// fits says whether a type of integers holds n.
func fits(n int64, c code) bool {
	bits := 8 * codes[c].size
	if codes[c].kind == 'u' {
		return n >= 0 && (bits == 64 || n < 1<<bits)
	}
	return bits == 64 || n >= -1<<(bits-1) && n < 1<<(bits-1)
}

func (a *Array) setOther(th *object.Thread, pos int, v Value) error {
	if _, x, ok := Scalar(v); ok {
		a.put(pos, x)
		return nil
	}
	if b, ok := AsArray(v); ok {
		if len(b.shape) > 0 {
			return object.ValueErrorf("setting an array element with a sequence.")
		}
		if b.dt.isNumber() {
			convert(a, pos, 0, b, b.off, 0, 1)
			return nil
		}
		return a.set(th, pos, b.mem.objs[b.off])
	}
	if s, ok := object.Text(v); ok {
		x, err := parseScalar(th, a.dt.C, s)
		if err != nil {
			if a.dt.isFloat() {
				return object.ValueErrorf("could not convert string to float: %s", object.ReprStr(s))
			}
			return err
		}
		return a.set(th, pos, x)
	}
	if v.IsNone() && !a.dt.isFloat() && a.dt.C != Bool {
		if a.dt.isComplex() {
			return object.TypeErrorf("must be real number, not NoneType")
		}
		return object.TypeErrorf("int() argument must be a string, a bytes-like object or a real number, not 'NoneType'")
	}
	if x, handled, err := fromProtocol(th, v); err != nil {
		return err
	} else if handled {
		return a.set(th, pos, Wrap(x))
	}
	if err := refuseSequence(th, v); err != nil {
		return err
	}
	switch {
	case a.dt.C == Bool:
		b, err := object.IsTrue(th, v)
		if err != nil {
			return err
		}
		a.put(pos, b)
	case a.dt.isComplex():
		z, _, err := object.ToComplex(th, v)
		if err != nil {
			return err
		}
		a.put(pos, z)
	case a.dt.isFloat():
		if v.IsNone() {
			a.put(pos, math.NaN())
			return nil
		}
		x, err := object.ToFloat(th, v)
		if err != nil {
			return err
		}
		a.put(pos, x)
	default:
		n, err := object.ToIntValue(th, v)
		if err != nil {
			return err
		}
		if n.IsSmallInt() {
			return a.set(th, pos, n)
		}
		b := object.BigOf(n)
		if a.dt.C != Uint64 || !b.IsUint64() {
			return object.OverflowErrorf("Python int too large to convert to C long")
		}
		a.put(pos, b.Uint64())
	}
	return nil
}

// refuseSequence is the error for a sequence where a number has to be.
func refuseSequence(th *object.Thread, v Value) error {
	if _, isDict := object.AsDict(v); isDict || v.Type().Len == nil || v.Type().GetItem == nil {
		return nil
	}
	return object.ValueErrorf("setting an array element with a sequence.")
}

// astype is a copy in another type, in the order of the strides of a.
func (a *Array) astype(th *object.Thread, dt DType) (*Array, error) {
	if dt.isText() && dt.N == 0 {
		var err error
		if dt, err = textType(th, dt.C, a); err != nil {
			return nil, err
		}
	}
	b := like(a, dt)
	return b, assign(th, b, a)
}

// textType is the type of text that holds all elements of a.
func textType(th *object.Thread, c code, a *Array) (DType, error) {
	switch {
	case a.dt.isText():
		return DType{c, a.dt.N}, nil
	case a.dt.isNumber():
		return DType{c, textLength[a.dt.C]}, nil
	}
	n := 1
	for _, p := range positions(a) {
		x := a.mem.objs[p]
		switch {
		case x.Type() == object.StrType || x.Type() == object.BytesType:
			n = max(n, textSize(x))
		default:
			s, err := object.StrOf(th, x)
			if err != nil {
				return DType{}, err
			}
			n = max(n, len([]rune(s)))
		}
	}
	return DType{c, n}, nil
}

// to is a in another type: itself if it has it already.
func (a *Array) to(th *object.Thread, dt DType) (*Array, error) {
	if a.dt == dt {
		return a, nil
	}
	return a.astype(th, dt)
}

// assign writes src, of the same shape, into dst.
func assign(th *object.Thread, dst, src *Array) error {
	if src.dt.isNumber() || dst.dt.dom() == objects {
		if src.dt.isComplex() && !dst.dt.isComplex() && dst.dt.isNumber() && dst.dt.C != Bool {
			if err := object.Warn(th, kinds().complexWarning, "Casting complex values to real discards the imaginary part"); err != nil {
				return err
			}
		}
		if dst.dt.isInt() && src.dt.isFloat() {
			if err := warnCast(th, src, dst.dt); err != nil {
				return err
			}
		}
		if dst.dt.isText() && src.dt.C == Object {
			from := positions(src)
			for i, p := range positions(dst) {
				if err := dst.set(th, p, src.mem.objs[from[i]]); err != nil {
					return err
				}
			}
			return nil
		}
		copyElements(dst, src)
		return nil
	}
	from := positions(src)
	for i, p := range positions(dst) {
		if err := dst.set(th, p, src.mem.objs[from[i]]); err != nil {
			return err
		}
	}
	return nil
}

// warnCast warns of values that an integer type does not hold.
func warnCast(th *object.Thread, src *Array, dt DType) error {
	low, high := -9223372036854775808.0, 9223372036854775808.0
	bits := float64(uint64(1) << (8*dt.size() - 1))
	if dt.kind() == 'i' {
		low, high = -bits, bits
	} else if dt.C == Uint64 {
		high = 2 * high
	}
	bad := false
	rows([]*Array{src}, func(pos []int, n int, step []int) {
		var buf [chunk]float64
		for i := pos[0]; n > 0; n -= chunk {
			m := min(n, chunk)
			loadReal(src, i, step[0], buf[:m])
			for _, x := range buf[:m] {
				bad = bad || !(x > low-1 && x < high)
			}
			i += m * step[0]
		}
	})
	if bad {
		return floatingError(th, flagInvalid, "cast")
	}
	return nil
}
