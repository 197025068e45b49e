package irtest

import (
	"math"
	"unsafe"

	"github.com/magneto-go/magneto/loop/ir"
)

var sizes = []int{1, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 33, 63, 64, 65, 100, 130, 200}

// call makes sizes, layouts, scalars and data.
func (m *maker) call(c *Case, reduces bool) {
	total := 1
	size := func() int {
		n := sizes[m.IntN(len(sizes))]
		if m.IntN(40) == 0 {
			n = 0
		}
		for total*n > 40000 {
			n = 1 + n/4
		}
		total *= max(n, 1)
		return n
	}
	for range 1 + m.IntN(3) {
		c.Space.Keep = append(c.Space.Keep, size())
	}
	if reduces {
		c.Space.Reduce = append(c.Space.Reduce, size())
		if !m.scans && m.IntN(2) == 0 {
			c.Space.Reduce = append(c.Space.Reduce, size())
		}
	}
	for _, s := range m.k.Scalars {
		c.Scalars = append(c.Scalars, m.word(s.Type))
	}
	order := m.Perm(len(c.Space.Keep) + len(c.Space.Reduce))
	for i, b := range m.k.Bufs {
		if m.IntN(4) == 0 {
			order = m.Perm(len(order))
		}
		c.bufs = append(c.bufs, m.layout(c, b, order, m.index[i]))
		last := c.bufs[len(c.bufs)-1]
		data := make([]byte, last.count*b.Elem.Size())
		if b.Mode != ir.Index {
			m.fill(b.Elem, data)
		}
		c.data = append(c.data, data)
	}
}

// layout gives a buffer strides over the dimensions, the first of order innermost.
func (m *maker) layout(c *Case, b ir.Buf, order []int, indices int) layout {
	dims := append(append([]int{}, c.Space.Keep...), c.Space.Reduce...)
	l := layout{strides: make([]int, len(dims)), count: 1}
	written := (b.Mode == ir.Out || b.Mode == ir.InOut) && indices == 0 // elements that are scattered may fall together
	if b.Mode == ir.Index {
		for i := range dims {
			l.strides[i] = m.IntN(5) - 2
		}
		l.start = m.IntN(20) - 10
		return l
	}
	unit := 1
	if m.IntN(5) == 0 {
		unit = 1 + m.IntN(3)
	}
	extent := unit
	for _, d := range order {
		if b.Row && d >= len(c.Space.Keep) || !written && m.IntN(6) == 0 {
			continue
		}
		l.strides[d] = extent
		extent *= max(dims[d], 1)
		if m.IntN(10) == 0 {
			extent += m.IntN(4)
		}
	}
	for d, s := range l.strides {
		if dims[d] > 0 {
			l.count += s * (dims[d] - 1)
		}
	}
	if indices > 0 {
		l.indexCount, l.indexStride = indices, extent
		if m.IntN(3) == 0 {
			l.indexStride = 1
		}
		l.count += (indices - 1) * l.indexStride
	}
	for d := range l.strides { // some run backwards
		if m.IntN(15) == 0 && dims[d] > 0 {
			l.start += l.strides[d] * (dims[d] - 1)
			l.strides[d] = -l.strides[d]
		}
	}
	return l
}

func (m *maker) word(t ir.Type) uint64 {
	switch t {
	case ir.Bool:
		return uint64(m.IntN(2))
	case ir.I32:
		return ir.IntBits(t, int64(m.IntN(200)-100))
	case ir.I64:
		return ir.IntBits(t, int64(m.Uint64())>>m.IntN(64))
	case ir.F32:
		return ir.Float32Bits(float32(m.float()))
	}
	return ir.Float64Bits(m.float())
}

// float is a number of some magnitude, now and then a special one. It is made so that all machines make the same.
func (m *maker) float() float64 {
	switch m.IntN(12) {
	case 0:
		return []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 1e-45, -1e-40, 3e38, 5e-324, 1, -1}[m.IntN(11)]
	case 1:
		return float64(m.IntN(9) - 4)
	case 2:
		return math.Ldexp(m.Float64()-0.5, m.IntN(200)-100)
	}
	return 4 * (m.Float64() - 0.5)
}

func (m *maker) fill(e ir.Elem, data []byte) {
	for at := 0; at < len(data); at += e.Size() {
		p := unsafe.Pointer(&data[at])
		switch e {
		case ir.Bool8:
			data[at] = byte(m.IntN(2))
		case ir.Uint8, ir.Int8:
			data[at] = byte(m.IntN(256))
		case ir.Int16, ir.Float16, ir.BFloat16:
			*(*uint16)(p) = uint16(m.Uint32())
		case ir.Float32:
			*(*float32)(p) = float32(m.float())
		case ir.Int32:
			*(*uint32)(p) = m.Uint32() >> m.IntN(32)
		case ir.Float64:
			*(*float64)(p) = m.float()
		case ir.Int64, ir.Index64:
			*(*uint64)(p) = uint64(int64(m.Uint64()) >> m.IntN(64))
		}
	}
}
