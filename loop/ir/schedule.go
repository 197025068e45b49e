package ir

import (
	"fmt"
	"slices"
)

// Level is how often a value is computed.
type Level uint8

const (
	PerCall    Level = iota // once per call: constants, scalars and what is made of them
	PerRow                  // once per row
	PerElement              // for each element
)

// Schedule is where each value is computed.
type Schedule struct {
	Levels []Level
	Once   []ID   // values of level PerCall, without constants and scalars
	Before [][]ID // row values to compute before pass i; the last entry, before the final stores
	Body   [][]ID // element values of pass i
	Wide   bool   // some value has 64 bits
	order  Order
}

// Partials is the number of partial results of a reduction: element i of the innermost loop goes to partial i mod
// Partials, in order, and at the end partial j takes partial j+h for h = Partials/2, …, 2, 1. That many are four vectors of
// 64 bytes, or eight of 32, enough to hide the latency of an addition.
// Where elements next to each other belong to different rows (column order), a row has one partial. A kernel that combines in lanes has one vector of 64 bytes.
func (s *Schedule) Partials() int {
	partials := 64
	if s.order == InLanes {
		partials = 16
	}
	if s.Wide {
		return partials / 2
	}
	return partials
}

// NewSchedule checks k and schedules it.
func NewSchedule(k *Kernel) (*Schedule, error) {
	if k.err != nil {
		return nil, k.err
	}
	s := &Schedule{order: k.Order, Levels: make([]Level, len(k.Values)), Before: make([][]ID, len(k.Passes)+1), Body: make([][]ID, len(k.Passes))}
	passOf := map[ID]int{}
	for p := range k.Passes {
		for _, r := range k.Passes[p].Reductions {
			passOf[r.Result] = p
		}
	}
	for id := ID(1); int(id) < len(k.Values); id++ {
		v := k.Values[id]
		switch v.Op {
		case Reduced:
			s.Levels[id] = PerRow
		case Load, Iota, Gather:
			s.Levels[id] = PerElement
			if k.Bufs[v.Imm].Row {
				s.Levels[id] = PerRow
			}
		case ScanAdd, ScanMul:
			s.Levels[id] = PerElement
		}
		for _, a := range v.Args[:v.Op.Arity()] {
			s.Levels[id] = max(s.Levels[id], s.Levels[a])
		}
	}
	placed := make([]bool, len(k.Values)) // computed once, already
	mark := make([]int, len(k.Values))    // pass that marked the value, plus one
	var visit func(id ID, pass int) error
	visit = func(id ID, pass int) error {
		v := k.Values[id]
		if id <= 0 || mark[id] == pass+1 || placed[id] {
			return nil
		}
		mark[id] = pass + 1
		s.Wide = s.Wide || v.Type.Wide()
		if v.Op == Reduced {
			if p, ok := passOf[id]; !ok || p >= pass {
				return fmt.Errorf("kernel %s: %%%d is used before its pass is over", k.Name, id)
			}
			return nil
		}
		for _, a := range v.Args[:v.Op.Arity()] {
			if err := visit(a, pass); err != nil {
				return err
			}
		}
		switch s.Levels[id] {
		case PerCall:
			if v.Op != Const && v.Op != ScalarOf {
				s.Once = append(s.Once, id)
			}
			placed[id] = true
		case PerRow:
			s.Before[pass] = append(s.Before[pass], id)
			placed[id] = true
		default:
			s.Body[pass] = append(s.Body[pass], id)
		}
		return nil
	}
	for p := range k.Passes {
		for _, r := range k.Passes[p].Reductions {
			for _, id := range []ID{r.Value, r.By} {
				if err := visit(id, p); err != nil {
					return nil, err
				}
			}
		}
		for _, st := range k.Passes[p].Stores {
			if err := k.checkStore(st, false); err != nil {
				return nil, err
			}
			for _, id := range []ID{st.Index, st.Value} {
				if err := visit(id, p); err != nil {
					return nil, err
				}
			}
		}
	}
	if err := k.checkScatters(); err != nil {
		return nil, err
	}
	for _, b := range k.Bufs {
		if b.Row && !k.Reduces() {
			return nil, fmt.Errorf("kernel %s: row buffer %s in a kernel that does not reduce", k.Name, b.Name)
		}
	}
	for _, st := range k.Final {
		if err := k.checkStore(st, true); err != nil {
			return nil, err
		}
		if s.Levels[st.Value] == PerElement {
			return nil, fmt.Errorf("kernel %s: an element is stored into row buffer %s", k.Name, k.Bufs[st.Buf].Name)
		}
		if err := visit(st.Value, len(k.Passes)); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (k *Kernel) checkStore(st Store, row bool) error {
	if st.Value <= 0 {
		return fmt.Errorf("kernel %s: nothing to store", k.Name)
	}
	b := k.Bufs[st.Buf]
	if b.Mode != Out && b.Mode != InOut {
		return fmt.Errorf("kernel %s: store into %s, which is %s", k.Name, b.Name, modeNames[b.Mode])
	}
	if b.Row != row {
		return fmt.Errorf("kernel %s: store into %s at the wrong place", k.Name, b.Name)
	}
	if t := k.TypeOf(st.Value); t != b.Elem.Value() {
		return fmt.Errorf("kernel %s: %s stored into %s, which is %s", k.Name, t, b.Name, b.Elem)
	}
	return nil
}

// Reduces tells whether the kernel has reductions, scans or row buffers, so that reduced dimensions mean something.
func (k *Kernel) Reduces() bool {
	for _, p := range k.Passes {
		if len(p.Reductions) > 0 {
			return true
		}
	}
	return len(k.Final) > 0 || len(k.Passes) > 1 || k.Scans()
}

// Scans tells whether the kernel has scans, for which a row has one dimension.
func (k *Kernel) Scans() bool {
	return slices.ContainsFunc(k.Values, func(v Value) bool {
		_, ok := v.Op.Scan()
		return ok
	})
}

// Scatters tells whether the kernel has scatters, whose order matters.
func (k *Kernel) Scatters() bool {
	for _, p := range k.Passes {
		for _, st := range p.Stores {
			if st.Index != 0 {
				return true
			}
		}
	}
	return false
}

// checkScatters keeps a buffer that is scattered into from all other use, and scatters out of kernels that reduce: there executors differ
// in when they do what.
func (k *Kernel) checkScatters() error {
	if k.Scatters() && k.Reduces() {
		return fmt.Errorf("kernel %s: a scatter where rows are reduced", k.Name)
	}
	uses := make([]int, len(k.Bufs))
	scattered := make([]bool, len(k.Bufs))
	for _, v := range k.Values {
		if v.Op == Load || v.Op == Gather {
			uses[v.Imm]++
		}
	}
	for _, p := range k.Passes {
		for _, st := range p.Stores {
			uses[st.Buf]++
			scattered[st.Buf] = scattered[st.Buf] || st.Index != 0
			e := k.Bufs[st.Buf].Elem
			if st.Add && e.Size() < 4 {
				return fmt.Errorf("kernel %s: scatter that adds %s", k.Name, e)
			}
		}
	}
	for b := range k.Bufs {
		if scattered[b] && uses[b] > 1 {
			return fmt.Errorf("kernel %s: %s is scattered into and used otherwise", k.Name, k.Bufs[b].Name)
		}
	}
	return nil
}
