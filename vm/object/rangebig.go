package object

import (
	"math"
	"math/big"
)

// Ranges and slices whose bounds or lengths are no machine ints, and the search of a range by comparing.

func (r *Range) atBig(i *big.Int) Value {
	start, _, step := r.parts()
	x := new(big.Int).Mul(BigOf(step), i)
	return BigInt(x.Add(x, BigOf(start)))
}

// count is the number of values, which Length holds up to the largest machine int.
func (r *Range) count() *big.Int {
	if r.Big == nil || r.Length < math.MaxInt64 {
		return big.NewInt(r.Length)
	}
	start, stop, step := BigOf(r.Big[0]), BigOf(r.Big[1]), BigOf(r.Big[2])
	q, m := new(big.Int).QuoRem(new(big.Int).Sub(stop, start), step, new(big.Int))
	if m.Sign() != 0 {
		q.Add(q, big.NewInt(1))
	}
	return q
}

// item is the value at an index of any size.
func (r *Range) item(th *Thread, key Value) (Value, error) {
	if key.p.typ.Index == nil && !key.IsInt() {
		return Null, TypeErrorf("range indices must be integers or slices, not %s", key.p.typ.Name)
	}
	x, err := Index(th, key)
	if err != nil {
		return Null, err
	}
	i, n := BigOf(x), r.count()
	if i.Sign() < 0 {
		i = new(big.Int).Add(i, n)
	}
	if i.Sign() < 0 || i.Cmp(n) >= 0 {
		return Null, IndexErrorf("range object index out of range")
	}
	return r.atBig(i), nil
}

// isPlainInt tells whether a value is found in a range by arithmetic: an int without an __eq__ of its own.
func isPlainInt(x Value) bool { return x.p.typ == IntType || x.p.typ == BoolType }

// search looks for x by comparing: the index of the first value that is equal, or -1, and how many are.
func (r *Range) search(th *Thread, x Value, all bool) (first, count int64, err error) {
	first = -1
	it := newRangeIter(r, false)
	for i := int64(0); ; i++ {
		y, err := Next(th, it)
		if err != nil || y.IsNull() {
			return first, count, err
		}
		eq, err := Equal(th, y, x)
		if err != nil {
			return first, count, err
		}
		if !eq {
			continue
		}
		if count++; count == 1 {
			first = i
		}
		if !all {
			return first, count, nil
		}
	}
}

// bigIndices is Indices for ints of any size, without the count.
func (s *Slice) bigIndices(th *Thread, n *big.Int) (start, stop, step *big.Int, err error) {
	get := func(v Value) (*big.Int, error) {
		if !v.IsInt() && v.p.typ.Index == nil {
			_, err := sliceBound(th, v)
			return nil, err
		}
		x, err := Index(th, v)
		if err != nil {
			return nil, err
		}
		return new(big.Int).Set(BigOf(x)), nil
	}
	step = big.NewInt(1)
	if !s.Step.IsNone() {
		if step, err = get(s.Step); err != nil {
			return
		}
		if step.Sign() == 0 {
			return nil, nil, nil, ValueErrorf("slice step cannot be zero")
		}
	}
	lo, hi := big.NewInt(0), n
	first, last := lo, hi
	if step.Sign() < 0 {
		lo, hi = big.NewInt(-1), new(big.Int).Sub(n, big.NewInt(1))
		first, last = hi, lo
	}
	bound := func(v Value, def *big.Int) (*big.Int, error) {
		if v.IsNone() {
			return def, nil
		}
		i, err := get(v)
		if err != nil {
			return nil, err
		}
		if i.Sign() < 0 {
			if i.Add(i, n); i.Cmp(lo) < 0 {
				i = lo
			}
		} else if i.Cmp(hi) > 0 {
			i = hi
		}
		return i, nil
	}
	if start, err = bound(s.Start, first); err != nil {
		return
	}
	stop, err = bound(s.Stop, last)
	return
}
