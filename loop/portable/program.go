// Package portable runs kernels of the loop IR in plain Go, a block of elements an operation at a time. It is what runs where there is no
// code generator, and the reference that generated code is compared with, bit for bit.
//
// It is a part of this module; package magneto is for use from outside.
package portable

import (
	"math"
	"sync"
	"unsafe"

	"github.com/magneto-go/magneto/loop/ir"
)

// block is how many elements an operation handles at once: a multiple of ir.Schedule.Partials that keeps a kernel's
// values in the second-level cache.
const block = 512

// lanes are the values of one node for a block of elements; the slice of its type is used. Bools are 0 and 1 in i32.
type lanes struct {
	i32 []int32
	i64 []int64
	f32 []float32
	f64 []float64
}

func newLanes(t ir.Type, n int) lanes {
	switch t {
	case ir.I64:
		return lanes{i64: make([]int64, n)}
	case ir.F32:
		return lanes{f32: make([]float32, n)}
	case ir.F64:
		return lanes{f64: make([]float64, n)}
	}
	return lanes{i32: make([]int32, n)}
}

// set fills n lanes with the value that word holds.
func (l *lanes) set(t ir.Type, word uint64, n int) {
	switch t {
	case ir.I64:
		fill(l.i64[:n], int64(word))
	case ir.F32:
		fill(l.f32[:n], math.Float32frombits(uint32(word)))
	case ir.F64:
		fill(l.f64[:n], math.Float64frombits(word))
	default:
		fill(l.i32[:n], int32(word))
	}
}

// spread copies lane 0 to the first n lanes.
func (l *lanes) spread(t ir.Type, n int) {
	switch t {
	case ir.I64:
		fill(l.i64[:n], l.i64[0])
	case ir.F32:
		fill(l.f32[:n], l.f32[0])
	case ir.F64:
		fill(l.f64[:n], l.f64[0])
	default:
		fill(l.i32[:n], l.i32[0])
	}
}

func fill[T any](dst []T, v T) {
	for i := range dst {
		dst[i] = v
	}
}

// Program is a kernel made ready. Any number of goroutines may run it.
type Program struct {
	k        *ir.Kernel
	s        *ir.Schedule
	machines sync.Pool
}

// machine is the memory of one run.
type machine struct {
	*Program
	values   []lanes
	partials [][]lanes       // of each pass and reduction
	scans    map[ir.ID]lanes // how far they have come: lane 0, or in column order a lane for each row
	base     []unsafe.Pointer
	offsets  []int // of the rows at hand
	at       []int // of the elements at hand
	call     *ir.Call
	outside  bool // an index was out of range, or a value rejected
}

// New makes a program of a scheduled kernel.
func New(k *ir.Kernel, s *ir.Schedule) *Program { return &Program{k: k, s: s} }

func (p *Program) machine() *machine {
	if m, ok := p.machines.Get().(*machine); ok {
		return m
	}
	m := &machine{Program: p, values: make([]lanes, len(p.k.Values)), offsets: make([]int, len(p.k.Bufs)), at: make([]int, len(p.k.Bufs)), scans: map[ir.ID]lanes{}}
	for id, v := range p.k.Values {
		if id > 0 {
			m.values[id] = newLanes(v.Type, block)
		}
	}
	for id, v := range p.k.Values {
		if _, ok := v.Op.Scan(); ok {
			m.scans[ir.ID(id)] = newLanes(v.Type, block)
		}
	}
	for _, pass := range p.k.Passes {
		var list []lanes
		for _, r := range pass.Reductions {
			list = append(list, newLanes(p.k.TypeOf(r.Value), block))
		}
		m.partials = append(m.partials, list)
	}
	return m
}

// Run runs one call. It is false if an index was out of range, or a value rejected.
func (p *Program) Run(c *ir.Call) bool {
	m := p.machine()
	defer p.machines.Put(m)
	for id, v := range p.k.Values {
		switch v.Op {
		case ir.Const:
			m.values[id].set(v.Type, v.Imm, block)
		case ir.ScalarOf:
			m.values[id].set(v.Type, c.Scalars[v.Imm], block)
		}
	}
	m.outside = false
	for _, id := range p.s.Once {
		m.operate(id, 1)
		m.values[id].spread(p.k.TypeOf(id), block)
	}
	m.base, m.call = c.Base, c
	if c.Nest.Columns {
		m.columns(c)
	} else {
		m.rows(c)
	}
	m.base, m.call = nil, nil
	return !m.outside
}

// rows runs rows one after the other, along InnerAxis in blocks.
func (m *machine) rows(c *ir.Call) {
	axes := &c.Nest.Axes
	inner := c.Count[ir.InnerAxis]
	partials := m.s.Partials()
	for row := range c.Count[ir.RowAxis] {
		copy(m.offsets, c.Offsets)
		ir.Advance(m.offsets, axes[ir.RowAxis].Steps, row)
		for p := range m.k.Passes {
			pass := &m.k.Passes[p]
			m.rowValues(p, axes[ir.InnerAxis].Steps, 1)
			for _, id := range m.s.Before[p] {
				m.values[id].spread(m.k.TypeOf(id), min(block, inner))
			}
			m.begin(p, partials)
			for mid := range c.Count[ir.MidAxis] {
				for i := 0; i < inner; i += block {
					n := min(block, inner-i)
					copy(m.at, m.offsets)
					ir.Advance(m.at, axes[ir.MidAxis].Steps, mid)
					ir.Advance(m.at, axes[ir.InnerAxis].Steps, i)
					m.body(p, axes[ir.InnerAxis].Steps, n)
					for r := range pass.Reductions {
						red := &pass.Reductions[r]
						for at := 0; at < n; at += partials {
							width := min(partials, n-at)
							m.combine(red, &m.partials[p][r], at, width)
						}
					}
				}
			}
			for r := range pass.Reductions {
				red := &pass.Reductions[r]
				t := m.k.TypeOf(red.Value)
				for h := partials / 2; h > 0; h /= 2 {
					combine(red.Op, t, &m.partials[p][r], &m.partials[p][r], h, h)
				}
				m.partials[p][r].spread(t, min(block, max(inner, 1)))
				m.values[red.Result].move(t, &m.partials[p][r], min(block, max(inner, 1)))
			}
		}
		m.rowValues(len(m.k.Passes), axes[ir.InnerAxis].Steps, 1)
		m.final(axes[ir.InnerAxis].Steps, 1)
	}
}

// columns runs blocks of rows side by side.
func (m *machine) columns(c *ir.Call) {
	axes := &c.Nest.Axes
	steps := axes[ir.VecAxis].Steps
	for v := 0; v < c.Count[ir.VecAxis]; v += block {
		n := min(block, c.Count[ir.VecAxis]-v)
		copy(m.offsets, c.Offsets)
		ir.Advance(m.offsets, steps, v)
		for p := range m.k.Passes {
			pass := &m.k.Passes[p]
			m.rowValues(p, steps, n)
			m.begin(p, n)
			for mid := range c.Count[ir.MidAxis] {
				for i := range c.Count[ir.InnerAxis] {
					copy(m.at, m.offsets)
					ir.Advance(m.at, axes[ir.MidAxis].Steps, mid)
					ir.Advance(m.at, axes[ir.InnerAxis].Steps, i)
					m.body(p, steps, n)
					for r := range pass.Reductions {
						red := &pass.Reductions[r]
						m.combine(red, &m.partials[p][r], 0, n)
					}
				}
			}
			for r := range pass.Reductions {
				red := &pass.Reductions[r]
				m.values[red.Result].move(m.k.TypeOf(red.Value), &m.partials[p][r], n)
			}
		}
		m.rowValues(len(m.k.Passes), steps, n)
		m.final(steps, n)
	}
}

func (l *lanes) move(t ir.Type, from *lanes, n int) {
	switch t {
	case ir.I64:
		copy(l.i64[:n], from.i64)
	case ir.F32:
		copy(l.f32[:n], from.f32)
	case ir.F64:
		copy(l.f64[:n], from.f64)
	default:
		copy(l.i32[:n], from.i32)
	}
}

// begin sets the partials and scans of a pass to their identities.
func (m *machine) begin(p, n int) {
	for id, state := range m.scans {
		by, _ := m.k.Values[id].Op.Scan()
		t := m.k.TypeOf(id)
		state.set(t, ir.Identity(by, t), n)
	}
	for r := range m.k.Passes[p].Reductions {
		red := &m.k.Passes[p].Reductions[r]
		t := m.k.TypeOf(red.Value)
		m.partials[p][r].set(t, ir.Identity(red.Op, t), n)
	}
}

// rowValues computes the row values that pass p is the first to need, for n rows.
func (m *machine) rowValues(p int, steps []int, n int) {
	copy(m.at, m.offsets)
	m.evaluate(m.s.Before[p], steps, n)
}

// body computes the element values of pass p and stores.
func (m *machine) body(p int, steps []int, n int) {
	m.evaluate(m.s.Body[p], steps, n)
	for _, st := range m.k.Passes[p].Stores {
		if st.Index != 0 {
			m.scatter(st, steps[st.Buf], n)
			continue
		}
		store(m.k.Bufs[st.Buf].Elem, unsafe.Add(m.base[st.Buf], m.at[st.Buf]), steps[st.Buf], &m.values[st.Value], n)
	}
}

func (m *machine) final(steps []int, n int) {
	for _, st := range m.k.Final {
		store(m.k.Bufs[st.Buf].Elem, unsafe.Add(m.base[st.Buf], m.offsets[st.Buf]), steps[st.Buf], &m.values[st.Value], n)
	}
}

func (m *machine) evaluate(ids []ir.ID, steps []int, n int) {
	for _, id := range ids {
		switch v := &m.k.Values[id]; v.Op {
		case ir.Load:
			load(m.k.Bufs[v.Imm].Elem, unsafe.Add(m.base[v.Imm], m.at[v.Imm]), steps[v.Imm], &m.values[id], n)
		case ir.Iota:
			iota(v.Type, int64(m.at[v.Imm]), int64(steps[v.Imm]), &m.values[id], n)
		case ir.Gather:
			m.gather(id, v, steps[v.Imm], n)
		case ir.ScanAdd, ir.ScanMul:
			m.scan(id, v, n)
		default:
			m.operate(id, n)
		}
	}
}

// scan goes on with a scan by n elements of a row, or by one element of each of n rows.
func (m *machine) scan(id ir.ID, v *ir.Value, n int) {
	by, _ := v.Op.Scan()
	state, to := m.scans[id], &m.values[id]
	if m.call.Nest.Columns {
		combine(by, v.Type, &state, &m.values[v.Args[0]], 0, n)
		to.move(v.Type, &state, n)
		return
	}
	for i := range n {
		combine(by, v.Type, &state, &m.values[v.Args[0]], i, 1)
		lane := to.from(i)
		lane.move(v.Type, &state, 1)
	}
}

func iota(t ir.Type, start, step int64, dst *lanes, n int) {
	for i := range n {
		if t == ir.I32 {
			dst.i32[i] = int32(start + int64(i)*step)
		} else {
			dst.i64[i] = start + int64(i)*step
		}
	}
}
