package irtest

import (
	"fmt"
	"hash/fnv"
	"unsafe"

	"github.com/magneto-go/magneto/loop/ir"
)

// Memory makes buffers for one run, with the case's data in them.
func (c *Case) Memory(allocate Allocate) *Memory {
	m := &Memory{}
	for i, b := range c.bufs {
		if c.Kernel.Bufs[i].Mode == ir.Index {
			m.Buffers = append(m.Buffers, ir.Buffer{Strides: b.strides, Start: int64(b.start)})
			m.bytes = append(m.bytes, nil)
			continue
		}
		bytes := allocate(len(c.data[i]))
		copy(bytes, c.data[i])
		at := unsafe.Add(unsafe.Pointer(unsafe.SliceData(bytes)), b.start*c.Kernel.Bufs[i].Elem.Size())
		m.Buffers = append(m.Buffers, ir.Buffer{Ptr: at, Strides: b.strides, IndexStride: b.indexStride, IndexCount: b.indexCount})
		m.bytes = append(m.bytes, bytes)
	}
	return m
}

// Difference describes the first element that differs between two memories of the case; NaNs are all alike.
func (c *Case) Difference(a, b *Memory) string {
	for i, buf := range c.Kernel.Bufs {
		size := buf.Elem.Size()
		for at := 0; at < len(a.bytes[i]); at += size {
			x, y := a.bytes[i][at:at+size], b.bytes[i][at:at+size]
			if string(x) != string(y) && !(isNaN(buf.Elem, x) && isNaN(buf.Elem, y)) {
				return fmt.Sprintf("%s[%d]: % x and % x (%s)", buf.Name, at/size, x, y, buf.Elem)
			}
		}
	}
	return ""
}

func isNaN(e ir.Elem, b []byte) bool {
	p := unsafe.Pointer(&b[0])
	switch e {
	case ir.Float32:
		f := *(*float32)(p)
		return f != f
	case ir.Float64:
		f := *(*float64)(p)
		return f != f
	case ir.Float16:
		return *(*uint16)(p)&0x7fff > 0x7c00
	case ir.BFloat16:
		return *(*uint16)(p)&0x7fff > 0x7f80
	}
	return false
}

// Sum is a checksum of a memory of the case, in which NaNs are all alike.
func (c *Case) Sum(m *Memory) uint64 {
	h := fnv.New64a()
	for i, buf := range c.Kernel.Bufs {
		size := buf.Elem.Size()
		for at := 0; at < len(m.bytes[i]); at += size {
			if e := m.bytes[i][at : at+size]; isNaN(buf.Elem, e) {
				h.Write([]byte("NaN"))
			} else {
				h.Write(e)
			}
		}
	}
	return h.Sum64()
}

// String describes the case.
func (c *Case) String() string {
	s := fmt.Sprintf("%skeep %v reduce %v\n", c.Kernel, c.Space.Keep, c.Space.Reduce)
	for i, b := range c.bufs {
		s += fmt.Sprintf("%s: strides %v, start %d, %d elements\n", c.Kernel.Bufs[i].Name, b.strides, b.start, b.count)
	}
	return s
}
