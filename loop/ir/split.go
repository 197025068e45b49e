package ir

import "strconv"

// Split makes of a kernel that does nothing but reduce two others: partial, which has k's element buffers and stores what
// each reduction comes to over a part of the row, and combine, which reduces those results over the parts and does the rest
// of k. So long rows can be cut into parts that are run apart, and long sums stay exact longer. Kernels with several passes, scans, stores of
// elements, or row values in their pass cannot be cut, nor those with an order of their own; then ok is false.
//
// The buffers of partial are k's without its row outputs, then one row output per reduction; those of combine are k's row buffers, then
// the results as inputs. The lists give the numbers of k's buffers that come first in each.
func Split(k *Kernel) (partial, combine *Kernel, partialBufs, combineBufs []int, ok bool) {
	s, err := NewSchedule(k)
	if err != nil || k.Order != Spread || len(k.Passes) != 1 || len(k.Passes[0].Stores) > 0 || len(k.Passes[0].Reductions) == 0 || len(s.Before[0]) > 0 || k.Scans() {
		return nil, nil, nil, nil, false
	}
	reductions := k.Passes[0].Reductions
	partial, combine = New(k.Name+"_part"), New(k.Name+"_whole")
	copyInto := func(to *Kernel, keep func(Buf) bool) (numbers []int, into map[int]int) {
		into = map[int]int{}
		for i, b := range k.Bufs {
			if keep(b) {
				into[i] = to.buffer(b)
				numbers = append(numbers, i)
			}
		}
		return numbers, into
	}
	partialBufs, intoPartial := copyInto(partial, func(b Buf) bool { return !b.Row })
	combineBufs, intoCombine := copyInto(combine, func(b Buf) bool { return b.Row })
	first := translator{from: k, to: partial, bufs: intoPartial, values: map[ID]ID{}}
	rest := translator{from: k, to: combine, bufs: intoCombine, values: map[ID]ID{}}
	first.scalars()
	rest.scalars()
	for _, r := range reductions {
		if r.By != 0 {
			return nil, nil, nil, nil, false
		}
		e := elementOf(k.TypeOf(r.Value))
		name := "part" + strconv.Itoa(len(partial.Final))
		partial.Store(partial.RowOut(name, e), partial.Reduce(r.Op, first.value(r.Value)))
		rest.values[r.Result] = combine.Reduce(r.Op, combine.Load(combine.In(name, e)))
	}
	for _, st := range k.Final {
		combine.Store(intoCombine[st.Buf], rest.value(st.Value))
	}
	return partial, combine, partialBufs, combineBufs, partial.err == nil && combine.err == nil
}

// elementOf is the element type that holds values of type t exactly.
func elementOf(t Type) Elem { return [numTypes]Elem{Bool8, Int32, Int64, Float32, Float64}[t] }

// translator copies values from one kernel to another.
type translator struct {
	from, to *Kernel
	bufs     map[int]int
	values   map[ID]ID
}

// scalars declares all of from's scalars, so that calls pass the same ones.
func (t *translator) scalars() {
	for _, s := range t.from.Scalars {
		t.to.Scalar(s.Name, s.Type)
	}
}

func (t *translator) value(id ID) ID {
	if to, ok := t.values[id]; ok {
		return to
	}
	v := t.from.Values[id]
	switch v.Op {
	case Load, Iota, Gather:
		v.Imm = uint64(t.bufs[int(v.Imm)])
	}
	if v.Op.Arity() > 0 {
		for i, a := range v.Args[:v.Op.Arity()] {
			v.Args[i] = t.value(a)
		}
	}
	to := t.to.intern(v)
	t.values[id] = to
	return to
}
