package ir

// Twice is a kernel that computes two rows in each step: every buffer stands for the first of them, and buffers that are not shared have a second one, for the other.
// source gives for each buffer of the result the one of k, and second whether it is of the other row. The operations on the two rows alternate, so that a
// processor finds work in one while it waits for the other; each row has the bits that k gives it.
func (k *Kernel) Twice(shared func(buf int) bool) (twice *Kernel, source []int, second []bool) {
	t := New(k.Name + "_twice")
	t.Scalars, t.reduced, t.Order = k.Scalars, 2*k.reduced, k.Order
	var bufs [2][]int
	for b, buf := range k.Bufs {
		for row := range 2 {
			if row == 1 && shared(b) {
				bufs[1] = append(bufs[1], bufs[0][b])
				continue
			}
			other := buf
			if row == 1 {
				other.Name += "_second"
			}
			bufs[row] = append(bufs[row], t.buffer(other))
			source, second = append(source, b), append(second, row == 1)
		}
	}
	ids := [2][]ID{make([]ID, len(k.Values)), make([]ID, len(k.Values))}
	for id := 1; id < len(k.Values); id++ {
		for row := range 2 {
			v := k.Values[id]
			switch v.Op {
			case Load, Iota, Gather:
				v.Imm = uint64(bufs[row][v.Imm])
			case Reduced:
				v.Imm = 2*v.Imm + uint64(row)
			}
			for i := range v.Args[:v.Op.Arity()] {
				v.Args[i] = ids[row][v.Args[i]]
			}
			ids[row][id] = t.intern(v)
		}
	}
	stores := func(list []Store) (out []Store) {
		for _, s := range list {
			for row := range 2 {
				out = append(out, Store{Buf: bufs[row][s.Buf], Value: ids[row][s.Value], Index: ids[row][s.Index], Add: s.Add})
			}
		}
		return out
	}
	t.Passes = t.Passes[:0]
	for _, p := range k.Passes {
		q := Pass{Stores: stores(p.Stores)}
		for _, r := range p.Reductions {
			for row := range 2 {
				q.Reductions = append(q.Reductions, Reduction{r.Op, ids[row][r.Value], ids[row][r.By], ids[row][r.Result]})
			}
		}
		t.Passes = append(t.Passes, q)
	}
	t.Final = stores(k.Final)
	return t, source, second
}
