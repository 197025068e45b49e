// Package irtest makes random kernels, layouts and data for comparing executors of the loop IR.
//
// It is a part of this module; package magneto is for use from outside.
package irtest

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/magneto-go/magneto/loop/ir"
)

// Allocate gives n bytes of memory; what lies next to them should fault.
type Allocate func(n int) []byte

// Case is a kernel with a call of it.
type Case struct {
	Kernel  *ir.Kernel
	Space   ir.Space
	Scalars []uint64
	bufs    []layout
	data    [][]byte
}

// layout is a buffer of a case: strides in elements, where index 0 is, and how many elements there are in all.
type layout struct {
	strides []int
	start   int
	count   int
	// Of buffers that are indexed.
	indexStride, indexCount int
}

// Memory is the memory of one run.
type Memory struct {
	Buffers []ir.Buffer
	bytes   [][]byte
}

// maker builds one kernel.
type maker struct {
	*rand.Rand
	k     *ir.Kernel
	pools [5][]ir.ID  // by type, of values that can be used now
	index map[int]int // buffers that are indexed, and how many indices are in range
	name  int         // of buffers of indices, the last one
	scans bool        // some of the operations are scans
}

var types = []ir.Type{ir.Bool, ir.I32, ir.I64, ir.F32, ir.F64}

// New makes the case of a seed. Size bounds the number of operations.
func New(seed uint64, size int) *Case {
	m := &maker{Rand: rand.New(rand.NewPCG(seed, 77)), k: ir.New(fmt.Sprintf("random_%d", seed)), index: map[int]int{}}
	// Most kernels have 32-bit values only, which have code of their own.
	elements := []ir.Elem{ir.Float32, ir.Float32, ir.Int32, ir.Bool8, ir.Uint8, ir.Int8, ir.Int16, ir.Float16, ir.BFloat16}
	wide := m.IntN(3) == 0
	if wide {
		elements = append(elements, ir.Float64, ir.Int64, ir.Float64)
	}
	elem := func() ir.Elem { return elements[m.IntN(len(elements))] }
	reduces := m.IntN(2) == 0
	m.scans = reduces && m.IntN(4) == 0
	if reduces && m.IntN(3) == 0 {
		m.k.Order = []ir.Order{ir.InLanes, ir.InOrder}[m.IntN(2)]
	}
	name := 0
	fresh := func() string { name++; return fmt.Sprintf("b%d", name) }
	var loads []int
	for range 1 + m.IntN(4) {
		loads = append(loads, m.k.In(fresh(), elem()))
	}
	if m.IntN(12) == 0 { // more than there are registers for positions
		for range 8 {
			loads = append(loads, m.k.In(fresh(), elem()))
		}
	}
	if m.IntN(4) == 0 {
		e := ir.Int32
		if wide {
			e = ir.Int64
		}
		loads = append(loads, m.k.Iota(fresh(), e))
	}
	var outs []int
	for range m.IntN(3) {
		e := elem()
		if m.IntN(3) == 0 {
			b := m.k.InOut(fresh(), e)
			outs, loads = append(outs, b), append(loads, b)
		} else {
			outs = append(outs, m.k.Out(fresh(), e))
		}
	}
	var rowOuts []int
	if reduces {
		if m.IntN(3) == 0 {
			loads = append(loads, m.k.RowIn(fresh(), elem()))
		}
		for range 1 + m.IntN(2) {
			rowOuts = append(rowOuts, m.k.RowOut(fresh(), elem()))
		}
	} else if len(outs) == 0 {
		outs = append(outs, m.k.Out(fresh(), elem()))
	}
	for i := range m.IntN(3) {
		t := types[m.IntN(5)]
		if t.Wide() && !wide {
			t = ir.F32
		}
		m.add(m.k.Scalar(fmt.Sprintf("s%d", i), t))
	}
	for _, b := range loads {
		m.add(m.k.Load(b))
	}
	m.add(m.constant(ir.F32))
	m.add(m.constant(ir.I32))
	if m.IntN(4) == 0 {
		b := m.k.In(fresh(), elem())
		m.index[b] = 1 + m.IntN(20)
		m.add(m.k.Gather(b, m.inRange(m.index[b], wide)))
	}
	scattered := -1
	if !reduces && m.IntN(4) == 0 {
		scattered = m.k.Out(fresh(), elem())
		m.index[scattered] = 1 + m.IntN(20)
	}
	passes := 1
	if reduces {
		passes += m.IntN(3)
	}
	var results []ir.ID
	for p := range passes {
		if p > 0 {
			m.k.NextPass()
		}
		for range 1 + m.IntN(size) {
			m.operation(wide)
		}
		var fresh []ir.ID
		if reduces {
			for range m.IntN(4) {
				fresh = append(fresh, m.reduction())
			}
		}
		for _, b := range outs {
			if p == passes-1 || m.IntN(3) == 0 {
				m.k.Store(b, m.of(m.k.Bufs[b].Elem.Value()))
			}
		}
		if scattered >= 0 && p == passes-1 {
			e := m.k.Bufs[scattered].Elem
			m.k.Scatter(scattered, m.inRange(m.index[scattered], wide), m.of(e.Value()), e.Size() >= 4 && m.IntN(2) == 0)
		}
		for _, r := range fresh { // usable from the next pass on
			m.add(r)
		}
		results = append(results, fresh...)
	}
	for _, b := range rowOuts {
		want := m.k.Bufs[b].Elem.Value()
		v := m.constant(want)
		for _, i := range m.Perm(len(results)) {
			if r := results[i]; m.k.TypeOf(r) == want {
				v = r
				break
			} else if want != ir.Bool {
				v = m.k.To(want, r)
			}
		}
		m.k.Store(b, v)
	}
	c := &Case{Kernel: m.k}
	m.call(c, reduces)
	return c
}

func (m *maker) add(id ir.ID) {
	t := m.k.TypeOf(id)
	m.pools[t] = append(m.pools[t], id)
}

func (m *maker) constant(t ir.Type) ir.ID {
	if t == ir.Bool {
		return m.k.ConstBits(t, uint64(m.IntN(2)))
	}
	list := []float64{0, 1, 2, -1, 3, 100, -7}
	if t.Float() {
		list = append(list, 0.5, -0.25, 1e30, math.Inf(1), math.Inf(-1), math.NaN(), math.Copysign(0, -1))
	}
	return m.k.Const(t, list[m.IntN(len(list))])
}

// of is some value of type t.
func (m *maker) of(t ir.Type) ir.ID {
	pool := m.pools[t]
	if len(pool) > 0 && m.IntN(8) > 0 {
		// Late values more often, so that graphs grow deep.
		return pool[max(m.IntN(len(pool)), m.IntN(len(pool)))]
	}
	if t != ir.Bool && m.IntN(2) == 0 {
		for _, from := range []ir.Type{ir.F32, ir.I32, ir.Bool} {
			if from != t && len(m.pools[from]) > 0 {
				return m.k.To(t, m.pools[from][m.IntN(len(m.pools[from]))])
			}
		}
	}
	return m.constant(t)
}

var (
	numeric  = []ir.Op{ir.Add, ir.Sub, ir.Mul, ir.Min, ir.Max, ir.Neg, ir.Abs, ir.Div}
	floating = []ir.Op{ir.Add, ir.Mul, ir.FMA, ir.FNMA, ir.FMA, ir.PMin, ir.PMax, ir.Sqrt, ir.Floor, ir.Ceil, ir.Trunc, ir.Round}
	whole    = []ir.Op{ir.And, ir.Or, ir.Xor, ir.Shl, ir.Shr, ir.Sar, ir.Rem}
	relation = []ir.Op{ir.Lt, ir.Le, ir.Eq, ir.Ne}
)

// operation adds one operation to the pools.
func (m *maker) operation(wide bool) {
	t := types[1+m.IntN(4)]
	if t.Wide() && !wide {
		t -= 1
	}
	pick := func(ops []ir.Op) ir.Op { return ops[m.IntN(len(ops))] }
	var id ir.ID
	if m.scans && m.IntN(6) == 0 {
		m.add(m.k.Do(pick([]ir.Op{ir.ScanAdd, ir.ScanAdd, ir.ScanMul}), m.of(t)))
		return
	}
	switch n := m.IntN(20); {
	case n < 7:
		id = m.apply(pick(numeric), t)
	case n < 11 && t.Float():
		id = m.apply(pick(floating), t)
	case n < 11:
		id = m.apply(pick(whole), t)
	case n < 13:
		id = m.k.Do(pick(relation), m.of(t), m.of(t))
	case n < 15 && m.IntN(8) == 0: // nothing is less than itself
		v := m.of(t)
		id = m.k.Do(ir.Reject, m.of(t), m.k.Do(ir.And, m.of(ir.Bool), m.k.Do(ir.Lt, v, v)))
	case n < 15:
		id = m.k.Do(ir.Select, m.of(ir.Bool), m.of(t), m.of(t))
	case n < 16:
		switch m.IntN(3) {
		case 0:
			id = m.k.Do(ir.Not, m.of(ir.Bool))
		case 1:
			id = m.k.Do(pick([]ir.Op{ir.And, ir.Or, ir.Xor}), m.of(ir.Bool), m.of(ir.Bool))
		default:
			id = m.k.Do(ir.Select, m.of(ir.Bool), m.of(ir.Bool), m.of(ir.Bool))
		}
	case n < 18:
		from := types[m.IntN(5)]
		if from.Wide() && !wide {
			from = ir.Bool
		}
		id = m.k.To(t, m.of(from))
	case n < 19:
		id = m.bits(t)
	default:
		if t == ir.F32 && m.IntN(2) == 0 {
			id = m.k.Do(ir.Half, m.of(t))
		} else {
			id = m.scale(t)
		}
	}
	m.add(id)
}

func (m *maker) apply(o ir.Op, t ir.Type) ir.ID {
	if o == ir.Shl || o == ir.Shr || o == ir.Sar {
		limit := 32
		if t.Wide() {
			limit = 64
		}
		return m.k.Shift(o, m.of(t), m.IntN(limit))
	}
	args := make([]ir.ID, o.Arity())
	for i := range args {
		args[i] = m.of(t)
	}
	return m.k.Do(o, args...)
}

// bits reads a value as another type. The payloads of NaNs are nobody's business, so they are kept out.
func (m *maker) bits(t ir.Type) ir.ID {
	other := map[ir.Type]ir.Type{ir.I32: ir.F32, ir.F32: ir.I32, ir.I64: ir.F64, ir.F64: ir.I64}[t]
	v := m.of(other)
	if other.Float() {
		v = m.k.Do(ir.Select, m.k.Do(ir.Eq, v, v), v, m.k.Const(other, 1))
	}
	return m.k.BitsAs(t, v)
}

// scale applies scale2 within its domain.
func (m *maker) scale(t ir.Type) ir.ID {
	if !t.Float() {
		t = ir.F32
	}
	limit := 250.0
	if t == ir.F64 {
		limit = 2000
	}
	n := m.k.Do(ir.Round, m.of(t))
	n = m.k.Do(ir.PMin, m.k.Const(t, limit), m.k.Do(ir.PMax, m.k.Const(t, -limit), n))
	a := m.k.Do(ir.PMin, m.k.Const(t, 3.5), m.k.Do(ir.PMax, m.k.Const(t, 0.5), m.k.Do(ir.Abs, m.of(t))))
	return m.k.Do(ir.Scale2, a, n)
}

// inRange is an index from 0 up to n.
func (m *maker) inRange(n int, wide bool) ir.ID {
	t := ir.I32
	if wide && m.IntN(2) == 0 {
		t = ir.I64
	}
	if !wide && m.IntN(3) == 0 || m.IntN(8) == 0 {
		m.name++
		t = ir.I32
		return m.within(m.k.Load(m.k.In(fmt.Sprintf("i%d", m.name), ir.Index64)), n)
	}
	v := m.k.Do(ir.Rem, m.k.Do(ir.And, m.of(t), m.k.Const(t, 1<<20-1)), m.k.Const(t, float64(n)))
	if m.IntN(3) == 0 {
		v = m.within(m.of(t), n)
	}
	return v
}

// within is v, or the nearest index from 0 up to n.
func (m *maker) within(v ir.ID, n int) ir.ID {
	t := m.k.TypeOf(v)
	return m.k.Do(ir.Max, m.k.Do(ir.Min, v, m.k.Const(t, float64(n-1))), m.k.Const(t, 0))
}

func (m *maker) reduction() ir.ID {
	t := types[m.IntN(5)]
	for len(m.pools[t]) == 0 {
		t = types[m.IntN(5)]
	}
	if (t == ir.F32 || t == ir.F64) && m.IntN(4) == 0 {
		return m.k.ReduceProducts(m.of(t), m.of(t))
	}
	ops := []ir.Op{ir.Add, ir.Mul, ir.Min, ir.Max}
	switch t {
	case ir.Bool:
		ops = []ir.Op{ir.And, ir.Or}
	case ir.I32, ir.I64:
		ops = append(ops, ir.And, ir.Or)
	}
	return m.k.Reduce(ops[m.IntN(len(ops))], m.of(t))
}
