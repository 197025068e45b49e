package object

import "fmt"

// MemoryView is Python's memoryview: a window on the memory of another object, with a shape. It holds the exporter's own
// bytes, so what is written through it shows there.
type MemoryView struct {
	Header
	obj      Value
	data     []byte // from the first byte of the exporter's memory
	offset   int    // of the first item in data
	format   string
	itemSize int
	shape    []int
	strides  []int // in bytes
	readOnly bool
	released bool
	parent   *MemoryView // the view that this one was made of
	children int         // views made of this one and not released
	exports  *Exports    // where the exporter keeps its views, nil when it does not ask
}

var (
	layoutMemoryView = NewLayout()
	MemoryViewType   = declare("memoryview", layoutMemoryView, ObjectType)
	memoryIterType   = declare("memory_iterator", layoutIterator, ObjectType)
)

func asMemoryView(v Value) (*MemoryView, bool) { return as[MemoryView](v, layoutMemoryView) }

// NewMemoryView is memoryview(v).
func NewMemoryView(v Value) (*MemoryView, error) {
	if m, ok := asMemoryView(v); ok {
		if err := m.check(); err != nil {
			return nil, err
		}
		return m.derive(), nil
	}
	m := &MemoryView{Header: Header{typ: MemoryViewType}, obj: v, format: "B", itemSize: 1}
	if b, ok := AsBytes(v); ok {
		m.data, m.readOnly = b.B, true
	} else if b, ok := AsByteArray(v); ok {
		m.data, m.exports = b.B, &b.views
	} else if buf, ok, err := bufferOf(v); ok {
		if err != nil {
			return nil, err
		}
		m.data, m.format, m.readOnly, m.itemSize, m.exports = buf.Data, buf.Format, buf.ReadOnly, buf.ItemSize, buf.Exports
		if m.itemSize == 0 {
			m.itemSize = formatSize(buf.Format)
		}
		if m.itemSize == 0 {
			return nil, NotImplementedErrorf("memoryview: unsupported format %s", buf.Format)
		}
	} else if b, err := BytesOf(v); err == nil {
		m.data, m.readOnly = b, true
	} else {
		return nil, TypeErrorf("memoryview: a bytes-like object is required, not '%s'", v.p.typ.Name)
	}
	m.shape, m.strides = []int{len(m.data) / m.itemSize}, []int{m.itemSize}
	m.exports.add(m)
	return m, nil
}

// derive is a view of the same memory, to be narrowed or reshaped.
func (m *MemoryView) derive() *MemoryView {
	d := *m
	d.Header = Header{typ: MemoryViewType}
	d.parent, d.children = m, 0
	m.children++
	d.shape, d.strides = append([]int(nil), m.shape...), append([]int(nil), m.strides...)
	d.exports.add(&d)
	return &d
}

func (m *MemoryView) check() error {
	if m.released {
		return ValueErrorf("operation forbidden on released memoryview object")
	}
	return nil
}

func (m *MemoryView) release(th *Thread) error {
	if m.released {
		return nil
	}
	if m.children > 0 {
		CollectDead(th) // views are released by their death, too
		if m.liveChildren() > 0 {
			return Raisef(BufferError, "memoryview has %d exported buffer%s", m.children, plural(m.children))
		}
	}
	m.released = true
	if m.parent != nil {
		m.parent.children--
	}
	return nil
}

// liveChildren counts the views made of m that exist, as far as the exporter knows its views.
func (m *MemoryView) liveChildren() int {
	if m.exports == nil {
		return 0
	}
	n := 0
	for _, p := range m.exports.views {
		if c := p.Value(); c != nil && c.parent == m && !c.released {
			n++
		}
	}
	return n
}

// count is the number of items.
func (m *MemoryView) count() int {
	n := 1
	for _, s := range m.shape {
		n *= s
	}
	return n
}

// contiguous tells whether the items lie one behind the other: in C order or, with fortran, the first index running fastest.
func (m *MemoryView) contiguous(fortran bool) bool {
	if m.count() == 0 {
		return true
	}
	step := m.itemSize
	for k := range m.shape {
		i := len(m.shape) - 1 - k
		if fortran {
			i = k
		}
		if m.shape[i] > 1 && m.strides[i] != step {
			return false
		}
		step *= m.shape[i]
	}
	return true
}

// each calls f with the offset of every item, in C order.
func (m *MemoryView) each(f func(at int) error) error {
	var walk func(dim, at int) error
	walk = func(dim, at int) error {
		if dim == len(m.shape) {
			return f(at)
		}
		for i := 0; i < m.shape[dim]; i++ {
			if err := walk(dim+1, at+i*m.strides[dim]); err != nil {
				return err
			}
		}
		return nil
	}
	return walk(0, m.offset)
}

// bytes are the items in C order: the memory itself where it lies so, else a copy.
func (m *MemoryView) bytes() []byte {
	if m.contiguous(false) {
		return m.data[m.offset : m.offset+m.count()*m.itemSize]
	}
	out := make([]byte, 0, m.count()*m.itemSize)
	m.each(func(at int) error { out = append(out, m.data[at:at+m.itemSize]...); return nil })
	return out
}

func (m *MemoryView) item(at int) (Value, error) {
	return unpackItem(m.format, m.data[at:at+m.itemSize])
}

func (m *MemoryView) toList() (Value, error) {
	var walk func(dim, at int) (Value, error)
	walk = func(dim, at int) (Value, error) {
		if dim == len(m.shape) {
			return m.item(at)
		}
		l := NewList()
		for i := 0; i < m.shape[dim]; i++ {
			x, err := walk(dim+1, at+i*m.strides[dim])
			if err != nil {
				return Null, err
			}
			l.Items = append(l.Items, x)
		}
		return l.Ref(), nil
	}
	return walk(0, m.offset)
}

// at is the offset of the item at the indices, one for each dimension.
func (m *MemoryView) at(th *Thread, indices []Value) (int, error) {
	at := m.offset
	for dim, key := range indices {
		i, err := ToInt(th, key)
		if err != nil {
			return 0, err
		}
		if i < 0 {
			i += m.shape[dim]
		}
		if i < 0 || i >= m.shape[dim] {
			return 0, IndexErrorf("index out of bounds on dimension %d", dim+1)
		}
		at += i * m.strides[dim]
	}
	return at, nil
}

// locate resolves a key: to the offset of one item, or to the view of a slice.
func (m *MemoryView) locate(th *Thread, key Value) (at int, sub *MemoryView, err error) {
	if err := m.check(); err != nil {
		return 0, nil, err
	}
	if len(m.shape) == 0 {
		if t, ok := AsTuple(key); ok && len(t.Items) == 0 {
			return m.offset, nil, nil
		}
		if key == Ellipsis {
			return 0, m.derive(), nil
		}
		return 0, nil, TypeErrorf("invalid indexing of 0-dim memory")
	}
	if sl, ok := AsSlice(key); ok {
		start, _, step, n, err := sl.Indices(th, m.shape[0])
		if err != nil {
			return 0, nil, err
		}
		d := m.derive()
		d.offset += start * m.strides[0]
		d.shape[0], d.strides[0] = n, m.strides[0]*step
		return 0, d, nil
	}
	if t, ok := AsTuple(key); ok {
		for _, x := range t.Items {
			if !x.IsInt() && x.p.typ.Index == nil {
				return 0, nil, TypeErrorf("memoryview: invalid slice key")
			}
		}
		if len(t.Items) < len(m.shape) {
			return 0, nil, NotImplementedErrorf("sub-views are not implemented")
		}
		if len(t.Items) > len(m.shape) {
			return 0, nil, TypeErrorf("cannot index %d-dimension view with %d-element tuple", len(m.shape), len(t.Items))
		}
		at, err = m.at(th, t.Items)
		return at, nil, err
	}
	if !key.IsInt() && key.p.typ.Index == nil {
		return 0, nil, TypeErrorf("memoryview: invalid slice key")
	}
	if len(m.shape) > 1 {
		return 0, nil, NotImplementedErrorf("multi-dimensional sub-views are not implemented")
	}
	at, err = m.at(th, []Value{key})
	return at, nil, err
}

func (m *MemoryView) set(th *Thread, key, val Value) error {
	if err := m.check(); err != nil {
		return err
	}
	if m.readOnly {
		return TypeErrorf("cannot modify read-only memory")
	}
	if val.IsNull() {
		return TypeErrorf("cannot delete memory")
	}
	at, sub, err := m.locate(th, key)
	if err != nil {
		return err
	}
	if sub == nil {
		b, err := packItem(th, m.format, m.itemSize, val)
		if err != nil {
			return err
		}
		if err := m.check(); err != nil { // released by the value's own code
			return err
		}
		copy(m.data[at:], b)
		return nil
	}
	defer sub.release(th)
	src, err := NewMemoryView(val)
	if err != nil {
		return TypeErrorf("a bytes-like object is required, not '%s'", val.p.typ.Name)
	}
	defer src.release(th)
	same := src.format == sub.format && len(src.shape) == len(sub.shape)
	for i := 0; same && i < len(sub.shape); i++ {
		same = src.shape[i] == sub.shape[i]
	}
	if !same {
		return ValueErrorf("memoryview assignment: lvalue and rvalue have different structures")
	}
	from := append([]byte(nil), src.bytes()...) // the two may overlap
	return sub.each(func(at int) error {
		copy(sub.data[at:at+sub.itemSize], from)
		from = from[sub.itemSize:]
		return nil
	})
}

// cast is memoryview.cast(format, shape).
func (m *MemoryView) cast(format string, shape Value) (*MemoryView, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	if !m.contiguous(false) {
		return nil, TypeErrorf("memoryview: casts are restricted to C-contiguous views")
	}
	size := formatSize(format)
	if size == 0 {
		return nil, ValueErrorf("memoryview: destination format must be a native single character format prefixed with an optional '@'")
	}
	if !shape.IsNull() && len(m.shape) > 1 {
		return nil, TypeErrorf("memoryview: cast must be 1D -> ND or ND -> 1D")
	}
	if !isByteFormat(m.format) && !isByteFormat(format) {
		return nil, TypeErrorf("memoryview: cannot cast between two non-byte formats")
	}
	n := m.count() * m.itemSize
	if n%size != 0 {
		return nil, TypeErrorf("memoryview: length is not a multiple of itemsize")
	}
	d := m.derive()
	d.format, d.itemSize = format, size
	d.shape, d.strides = []int{n / size}, []int{size}
	if shape.IsNull() {
		return d, nil
	}
	l, isList := AsList(shape)
	t, isTuple := AsTuple(shape)
	if !isList && !isTuple {
		return nil, TypeErrorf("shape must be a list or a tuple")
	}
	var dims []Value
	if isList {
		dims = l.Items
	} else {
		dims = t.Items
	}
	d.shape, d.strides = make([]int, len(dims)), make([]int, len(dims))
	total := size
	for i := len(dims) - 1; i >= 0; i-- {
		k, ok := dims[i].AsInt()
		if !ok {
			return nil, TypeErrorf("memoryview.cast(): elements of shape must be integers")
		}
		if k <= 0 {
			return nil, ValueErrorf("memoryview.cast(): elements of shape must be integers > 0")
		}
		d.shape[i], d.strides[i] = int(k), total
		if total > maxLength/int(k) {
			return nil, ValueErrorf("memoryview.cast(): product(shape) > SSIZE_MAX")
		}
		total *= int(k)
	}
	if total != n {
		return nil, TypeErrorf("memoryview: product(shape) * itemsize != buffer size")
	}
	return d, nil
}

// equal compares shapes and items; formats may differ.
func (m *MemoryView) equal(th *Thread, o *MemoryView) (bool, error) {
	if len(m.shape) != len(o.shape) {
		return false, nil
	}
	for i := range m.shape {
		if m.shape[i] != o.shape[i] {
			return false, nil
		}
	}
	a, err := m.toList()
	if err != nil {
		return false, err
	}
	b, err := o.toList()
	if err != nil {
		return false, err
	}
	return CompareBool(th, a, b, Eq)
}

func (m *MemoryView) repr() string {
	if m.released {
		return fmt.Sprintf("<released memory at %#x>", ID(m.Ref()))
	}
	return fmt.Sprintf("<memory at %#x>", ID(m.Ref()))
}
