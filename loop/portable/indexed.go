package portable

import (
	"unsafe"

	"github.com/magneto-go/magneto/loop/ir"
)

// indexed is the address of lane i of buffer b, moved by the index in lane i of node index; nil if that is out of range.
func (m *machine) indexed(b int, index ir.ID, step, i int) unsafe.Pointer {
	at := 0
	if m.k.TypeOf(index) == ir.I64 {
		at = int(m.values[index].i64[i])
	} else {
		at = int(m.values[index].i32[i])
	}
	if at < 0 || at >= m.call.IndexCount[b] {
		m.outside = true
		return nil
	}
	return unsafe.Add(m.base[b], m.at[b]+i*step+at*m.call.IndexStep[b])
}

func (m *machine) gather(id ir.ID, v *ir.Value, step, n int) {
	b := int(v.Imm)
	for i := range n {
		dst := m.values[id].from(i)
		if p := m.indexed(b, v.Args[0], step, i); p != nil {
			load(m.k.Bufs[b].Elem, p, 0, &dst, 1)
		} else {
			dst.set(v.Type, 0, 1)
		}
	}
}

// from is the lanes from i on.
func (l *lanes) from(i int) lanes {
	switch {
	case l.i32 != nil:
		return lanes{i32: l.i32[i:]}
	case l.i64 != nil:
		return lanes{i64: l.i64[i:]}
	case l.f32 != nil:
		return lanes{f32: l.f32[i:]}
	}
	return lanes{f64: l.f64[i:]}
}

func (m *machine) scatter(st ir.Store, step, n int) {
	elem := m.k.Bufs[st.Buf].Elem
	for i := range n {
		p := m.indexed(st.Buf, st.Index, step, i)
		if p == nil {
			continue
		}
		src := m.values[st.Value].from(i)
		if st.Add {
			sum := newLanes(elem.Value(), 1)
			load(elem, p, 0, &sum, 1)
			combine(ir.Add, elem.Value(), &sum, &src, 0, 1)
			src = sum
		}
		store(elem, p, 0, &src, 1)
	}
}
