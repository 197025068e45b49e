package numpy

import (
	"slices"

	"github.com/magneto-go/magneto/vm/object"
)

// selection is a subscript that has been understood: a view, and on it the arrays that pick elements.
type selection struct {
	view  *Array   // after slices, integers and new axes; picked axes are still there
	picks []*Array // for each axis of view, the array of indices, or nil
	whole bool     // an integer for each axis: one element
	front bool     // picked axes are apart, so that theirs come first
}

// subscript reads a[key].
func subscript(th *object.Thread, a *Array, key Value) (*selection, error) {
	var items []Value
	if t, ok := object.AsTuple(key); ok {
		items = t.Items
	} else {
		items = []Value{key}
	}
	consumed, ellipsis := 0, -1
	arrays := make([]*Array, len(items))
	for i, x := range items {
		switch {
		case x == object.Ellipsis:
			if ellipsis >= 0 {
				return nil, object.IndexErrorf("an index can only have a single ellipsis ('...')")
			}
			ellipsis = i
		case x.IsNone():
		case x.IsSmallInt():
			consumed++
		default:
			if _, ok := object.AsSlice(x); ok {
				consumed++
				break
			}
			p, err := picker(th, x)
			if err != nil {
				return nil, err
			}
			if p == nil {
				consumed++ // something with __index__
				break
			}
			arrays[i] = p
			if p.dt.C == Bool {
				consumed += len(p.shape)
			} else {
				consumed++
			}
		}
	}
	if consumed > len(a.shape) {
		return nil, object.IndexErrorf("too many indices for array: array is %d-dimensional, but %d were indexed", len(a.shape), consumed)
	}
	s := &selection{}
	v := a.withGeometry(nil, nil, a.off)
	ax := 0
	take := func(n int) {
		for range n {
			v.shape = append(v.shape, a.shape[ax])
			v.strides = append(v.strides, a.strides[ax])
			s.picks = append(s.picks, nil)
			ax++
		}
	}
	ints, allInts := 0, true
	// Integers beside arrays are picks as well, as they broadcast with them.
	advanced := slices.ContainsFunc(arrays, func(p *Array) bool { return p != nil })
	lastPick, gap := -1, false
	pick := func(p *Array) {
		if lastPick >= 0 && lastPick != len(s.picks)-1 {
			gap = true
		}
		take(1)
		s.picks[len(s.picks)-1] = p
		lastPick = len(s.picks) - 1
	}
	apart := false
	for i, x := range items {
		switch {
		case x == object.Ellipsis:
			allInts = false
			if advanced && lastPick >= 0 {
				apart = true
			}
			take(len(a.shape) - consumed)
		case x.IsNone():
			allInts = false
			if lastPick >= 0 {
				apart = true
			}
			v.shape, v.strides, s.picks = append(v.shape, 1), append(v.strides, 0), append(s.picks, nil)
		case arrays[i] != nil:
			allInts = false
			p := arrays[i]
			if apart && lastPick >= 0 {
				gap = true
			}
			if p.dt.C != Bool {
				if err := checkPicks(p, a.shape[ax], ax); err != nil {
					return nil, err
				}
				pick(p)
				break
			}
			if len(p.shape) == 0 { // a[True], a[False]
				n := 0
				if view[uint8](p)[p.off] != 0 {
					n = 1
				}
				v.shape, v.strides, s.picks = append(v.shape, 1), append(v.strides, 0), append(s.picks, zeros(int64Type, n))
				if lastPick >= 0 && lastPick != len(s.picks)-2 {
					gap = true
				}
				lastPick = len(s.picks) - 1
				break
			}
			for k, n := range p.shape {
				if n != a.shape[ax+k] {
					return nil, object.IndexErrorf("boolean index did not match indexed array along axis %d; size of axis is %d but size of corresponding boolean axis is %d", ax+k, a.shape[ax+k], n)
				}
			}
			for _, where := range nonzero(p) {
				pick(where)
			}
		default:
			if sl, ok := object.AsSlice(x); ok {
				allInts = false
				if advanced && lastPick >= 0 {
					apart = true
				}
				sl, err := sl.Evaluated(th)
				if err != nil {
					return nil, err
				}
				start, _, step, count, err := sl.Indices(th, a.shape[ax])
				if err != nil {
					return nil, err
				}
				if count == 0 {
					start = 0
				}
				v.off += start * a.strides[ax]
				v.shape = append(v.shape, count)
				v.strides = append(v.strides, step*a.strides[ax])
				s.picks = append(s.picks, nil)
				ax++
				break
			}
			n, err := object.ToInt(th, x)
			if err != nil {
				return nil, err
			}
			size := a.shape[ax]
			if n < -size || n >= size {
				return nil, object.IndexErrorf("index %d is out of bounds for axis %d with size %d", n, ax, size)
			}
			if n < 0 {
				n += size
			}
			if advanced {
				if apart && lastPick >= 0 {
					gap = true
				}
				p := newArray(int64Type)
				p.put(0, int64(n))
				pick(p)
				break
			}
			ints++
			v.off += n * a.strides[ax]
			ax++
		}
	}
	take(len(a.shape) - ax)
	if ints == len(a.shape) && allInts {
		s.whole = true
	}
	s.front = gap
	s.view = v
	if !advanced {
		s.picks = nil
	}
	return s, nil
}

// picker is the array of indices or the mask that an item of a subscript is, nil for one with __index__.
func picker(th *object.Thread, x Value) (*Array, error) {
	if x.IsBool() {
		b, _ := x.AsBool()
		a := zeros(boolType)
		a.put(0, b)
		return a, nil
	}
	a, ok := AsArray(x)
	if !ok {
		if c, ok := scalarCode(x); ok {
			if c == Bool {
				a, _ := scalarArray(x)
				return a, nil
			}
			if of(c).isInt() {
				return nil, nil
			}
			return nil, onlyIndices()
		}
		if _, isSequence := object.AsList(x); !isSequence {
			if x.Type().Index != nil {
				if _, err := object.LookupAttr(th, x, object.Intern("__array__")); err != nil || x.Type().Len == nil {
					return nil, nil
				}
			} else if t := x.Type(); t.Len == nil || t.GetItem == nil || t == object.StrType {
				return nil, onlyIndices()
			}
		}
		b, err := toArray(th, x, nil)
		if err != nil {
			return nil, err
		}
		if b.size() == 0 && !b.dt.isInt() && b.dt.C != Bool {
			b = zeros(int64Type, b.shape...)
		}
		a = b
	}
	switch {
	case a.dt.C == Bool:
		return a, nil
	case a.dt.isInt():
		return a.to(th, int64Type)
	case a.dt.C == Object && a.size() > 0:
		return a.to(th, int64Type)
	}
	return nil, object.IndexErrorf("arrays used as indices must be of integer (or boolean) type")
}

func onlyIndices() error {
	return object.IndexErrorf("only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices")
}

// checkPicks refuses indices outside of an axis.
func checkPicks(p *Array, size, axis int) error {
	v := view[int64](p)
	for _, i := range positions(p) {
		if n := v[i]; n < -int64(size) || n >= int64(size) {
			return object.IndexErrorf("index %d is out of bounds for axis %d with size %d", n, axis, size)
		}
	}
	return nil
}

// nonzero are the indices of the elements that are true, an array for each axis.
func nonzero(a *Array) []*Array {
	shape := a.shape
	var flat []int
	k := 0
	truths(a, func(t bool) {
		if t {
			flat = append(flat, k)
		}
		k++
	})
	out := make([]*Array, len(shape))
	div := 1
	for i := len(shape) - 1; i >= 0; i-- {
		out[i] = newArray(int64Type, len(flat))
		v := view[int64](out[i])
		for j, f := range flat {
			v[j] = int64(f / div % max(shape[i], 1))
		}
		div *= shape[i]
	}
	return out
}

// truths visits the truth of all elements in index order.
func truths(a *Array, visit func(bool)) {
	if a.dt.dom() == objects {
		for _, p := range positions(a) {
			x := a.mem.objs[p]
			t := !x.IsNone()
			if s, ok := object.AsStr(x); ok {
				t = s.S != ""
			} else if b, err := object.IsTrue(nil, x); err == nil && (x.IsSmallInt() || x.IsBool() || x.IsExactFloat()) {
				t = b
			}
			visit(t)
		}
		return
	}
	var buf [chunk]uint64
	orderedRows([]*Array{a}, func(pos []int, n int, step []int) {
		for i := pos[0]; n > 0; n -= chunk {
			m := min(n, chunk)
			loadTruth(a, i, step[0], buf[:m])
			for _, b := range buf[:m] {
				visit(b != 0)
			}
			i += m * step[0]
		}
	})
}

// shape is that of the result of a subscript with arrays, with the place of the picked axes in it.
func (s *selection) shape() (out, picked []int, at int, err error) {
	var shapes [][]int
	first := -1
	for i, p := range s.picks {
		if p != nil {
			shapes = append(shapes, p.shape)
			if first < 0 {
				first = i
			}
		}
	}
	picked, ok := broadcastShape(shapes...)
	if !ok {
		text := ""
		for _, sh := range shapes {
			text += shapeText(sh) + " "
		}
		return nil, nil, 0, object.IndexErrorf("shape mismatch: indexing arrays could not be broadcast together with shapes %s", text)
	}
	at = first
	if s.front {
		at = 0
	}
	for i, n := range s.view.shape {
		if s.picks[i] == nil {
			if len(out) == at {
				out = append(out, picked...)
				at = -len(out) - 1 // done
			}
			out = append(out, n)
		}
	}
	if at >= 0 {
		at = len(out)
		out = append(out, picked...)
		return out, picked, at, nil
	}
	return out, picked, -at - 1 - len(picked), nil
}

// places are the positions in memory of all elements that a subscript with arrays picks, in index order of the result.
func (s *selection) places() (shape, places []int, err error) {
	shape, picked, at, err := s.shape()
	if err != nil {
		return nil, nil, err
	}
	plain, sums := s.offsets(picked)
	if product(shape) == 0 {
		return shape, nil, nil
	}
	// before: axes of the view in front of the picked ones.
	before := plain.withGeometry(plain.shape[:at], plain.strides[:at], plain.off)
	after := plain.withGeometry(plain.shape[at:], plain.strides[at:], 0)
	bp, ap := positions(before), positions(after)
	places = make([]int, 0, product(shape))
	for _, b := range bp {
		for _, m := range sums {
			for _, a := range ap {
				places = append(places, b+m+a)
			}
		}
	}
	return shape, places, nil
}

// offsets are the view without the picked axes, and how far each of the picked elements lies from its start.
func (s *selection) offsets(picked []int) (rest *Array, sums []int) {
	sums = make([]int, product(picked))
	rest = s.view.withGeometry([]int{}, []int{}, s.view.off)
	for i, p := range s.picks {
		if p == nil {
			rest.shape = append(rest.shape, s.view.shape[i])
			rest.strides = append(rest.strides, s.view.strides[i])
			continue
		}
		v := view[int64](p)
		size, stride := s.view.shape[i], s.view.strides[i]
		for k, j := range positions(p.expanded(picked)) {
			x := int(v[j])
			if x < 0 {
				x += size
			}
			sums[k] += x * stride
		}
	}
	return rest, sums
}

// getItem is a[key].
func getItem(th *object.Thread, self, key Value) (Value, error) {
	a, _ := AsArray(self)
	if key.IsSmallInt() && len(a.shape) == 1 { // the commonest in loops
		n := int(key.SmallInt())
		if n < 0 {
			n += a.shape[0]
		}
		if n >= 0 && n < a.shape[0] {
			return a.scalar(a.off + n*a.strides[0]), nil
		}
	}
	if pos, ok := a.place(key); ok {
		return a.scalar(pos), nil
	}
	s, err := subscript(th, a, key)
	if err != nil {
		return object.Null, err
	}
	if s.picks == nil {
		if s.whole {
			return result(s.view), nil
		}
		return wrapView(self, s.view), nil
	}
	out, err := s.read(th, a)
	if err != nil {
		return object.Null, err
	}
	return Wrap(out), nil
}

// read is a copy of the elements that a subscript with arrays picks. In its memory the picked axes go first, the others follow
// in the order of their strides.
func (s *selection) read(th *object.Thread, a *Array) (*Array, error) {
	shape, picked, at, err := s.shape()
	if err != nil {
		return nil, err
	}
	if err := checkSize(th, a.dt, shape); err != nil {
		return nil, err
	}
	rest, sums := s.offsets(picked)
	strides := orderOf(rest.shape, rest)
	axes := identityOrder(len(rest.shape))
	slices.SortStableFunc(axes, func(i, j int) int { return strides[j] - strides[i] })
	within := positions(rest.transposed(axes))
	out := newArray(a.dt, shape...)
	size := product(rest.shape)
	lead := contiguous(picked)
	for i := range lead {
		lead[i] *= max(size, 1)
	}
	out.strides = slices.Concat(strides[:at], lead, strides[at:])
	places := make([]int, 0, len(sums)*len(within))
	for _, m := range sums {
		for _, w := range within {
			places = append(places, m+w)
		}
	}
	pickInto(out, a, places)
	return out, nil
}

// place is the position of a[i, j, ...] for plain integers within bounds.
func (a *Array) place(key Value) (int, bool) {
	t, ok := object.AsTuple(key)
	if !ok || len(t.Items) != len(a.shape) || len(t.Items) == 0 {
		return 0, false
	}
	pos := a.off
	for i, x := range t.Items {
		if !x.IsSmallInt() {
			return 0, false
		}
		n := int(x.SmallInt())
		if n < 0 {
			n += a.shape[i]
		}
		if n < 0 || n >= a.shape[i] {
			return 0, false
		}
		pos += n * a.strides[i]
	}
	return pos, true
}

// pickInto reads the elements at places into a contiguous array.
func pickInto(out, a *Array, places []int) {
	switch {
	case a.dt.dom() == objects:
		for i, p := range places {
			out.mem.objs[i] = a.mem.objs[p]
		}
	case a.dt.size() == 1:
		pickAs[uint8](out, a, places)
	case a.dt.size() == 2:
		pickAs[uint16](out, a, places)
	case a.dt.size() == 4:
		pickAs[uint32](out, a, places)
	case a.dt.size() == 8:
		pickAs[uint64](out, a, places)
	default:
		pickAs[complex128](out, a, places)
	}
}

func pickAs[T elem](out, a *Array, places []int) {
	d, s := view[T](out), view[T](a)
	for i, p := range places {
		d[i] = s[p]
	}
}

func putAs[T elem](a, in *Array, places, from []int) {
	d, s := view[T](a), view[T](in)
	for i, p := range places {
		d[p] = s[from[i]]
	}
}

// setItem is a[key] = v.
func setItem(th *object.Thread, self, key, v Value) error {
	a, _ := AsArray(self)
	if v.IsNull() {
		return object.ValueErrorf("cannot delete array elements")
	}
	if a.readOnly {
		return object.ValueErrorf("assignment destination is read-only")
	}
	if key.IsSmallInt() && len(a.shape) == 1 {
		n := int(key.SmallInt())
		if n < 0 {
			n += a.shape[0]
		}
		if n >= 0 && n < a.shape[0] {
			return a.set(th, a.off+n*a.strides[0], v)
		}
	}
	if pos, ok := a.place(key); ok {
		return a.set(th, pos, v)
	}
	s, err := subscript(th, a, key)
	if err != nil {
		return err
	}
	if s.picks == nil {
		return assignValue(th, s.view, v, s.whole)
	}
	shape, places, err := s.places()
	if err != nil {
		return err
	}
	src, err := toArray(th, v, valueType(a.dt, v))
	if err != nil {
		return err
	}
	if src, err = src.to(th, a.dt); err != nil {
		return err
	}
	if overlaps(src, a) {
		src = src.clone()
	}
	dims := len(src.shape)
	for len(src.shape) > len(shape) && src.shape[0] == 1 {
		src = src.withGeometry(src.shape[1:], src.strides[1:], src.off)
	}
	if t, ok := object.AsTuple(key); ok && len(t.Items) == 1 {
		key = t.Items[0]
	}
	if mask, _ := AsArray(key); mask != nil && mask.dt.C == Bool && len(mask.shape) == len(a.shape) && dims > 1 {
		return object.TypeErrorf("NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, input has %d dimensions", dims)
	}
	if b, ok := broadcastShape(src.shape, shape); !ok || !slices.Equal(b, shape) {
		if mask, _ := AsArray(key); mask != nil && mask.dt.C == Bool && len(src.shape) <= 1 && len(shape) == 1 {
			return object.ValueErrorf("NumPy boolean array indexing assignment cannot assign %d input values to the %d output values where the mask is true", src.size(), product(shape))
		}
		return object.ValueErrorf("shape mismatch: value array of shape %s could not be broadcast to indexing result of shape %s", shapeText(src.shape), shapeText(shape))
	}
	from := positions(src.expanded(shape))
	switch {
	case a.dt.dom() == objects:
		for i, p := range places {
			a.mem.objs[p] = a.cutIfText(src.mem.objs[from[i]])
		}
	case a.dt.size() == 1:
		putAs[uint8](a, src, places, from)
	case a.dt.size() == 2:
		putAs[uint16](a, src, places, from)
	case a.dt.size() == 4:
		putAs[uint32](a, src, places, from)
	case a.dt.size() == 8:
		putAs[uint64](a, src, places, from)
	default:
		putAs[complex128](a, src, places, from)
	}
	return nil
}

func (a *Array) cutIfText(v Value) Value {
	if a.dt.isText() {
		return a.cut(v)
	}
	return v
}

// clone is a contiguous copy.
func (a *Array) clone() *Array {
	b := newArray(a.dt, a.shape...)
	copyElements(b, a)
	return b
}

// valueType is the type that values for an array are read in: Python's own numbers are checked against the range of its type.
func valueType(dt DType, v Value) *DType {
	if _, ok := AsArray(v); ok {
		return nil
	}
	if _, ok := scalarCode(v); ok {
		return nil
	}
	if dt.isText() {
		d := DType{dt.C, 0}
		return &d
	}
	return &dt
}

// assignValue writes a Python value, broadcast, into a view.
func assignValue(th *object.Thread, dst *Array, v Value, whole bool) error {
	if whole || v.IsSmallInt() || v.IsExactFloat() || v.IsBool() || dst.dt.C == Object && !isArrayLike(v) {
		if len(dst.shape) == 0 {
			return dst.set(th, dst.off, v)
		}
		return fill(th, dst, v)
	}
	src, err := toArray(th, v, valueType(dst.dt, v))
	if err != nil {
		return err
	}
	for len(src.shape) > len(dst.shape) && src.shape[0] == 1 {
		src = src.withGeometry(src.shape[1:], src.strides[1:], src.off)
	}
	if b, ok := broadcastShape(src.shape, dst.shape); !ok || !slices.Equal(b, dst.shape) {
		return object.ValueErrorf("could not broadcast input array from shape %s into shape %s", shapeText(src.shape), shapeText(dst.shape))
	}
	if src.dt != dst.dt && overlaps(src, dst) {
		src = src.clone()
	}
	return assign(th, dst, src.expanded(dst.shape))
}

func isArrayLike(v Value) bool {
	if _, ok := AsArray(v); ok {
		return true
	}
	l := v.Type().Layout()
	return l == object.LayoutList || l == object.LayoutTuple
}
