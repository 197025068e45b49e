package object

import (
	"math"
	"math/big"
)

// NewSlice is slice(start, stop, step).
func NewSlice(start, stop, step Value) Value {
	return (&Slice{Header: Header{typ: SliceType}, Start: start, Stop: stop, Step: step}).Ref()
}

// Indices resolves the slice for a sequence of n elements: the first index, the end, the step and the count.
func (s *Slice) Indices(th *Thread, n int) (start, stop, step, count int, err error) {
	step = 1
	if !s.Step.IsNone() {
		if step, err = sliceBound(th, s.Step); err != nil {
			return
		}
		if step == 0 {
			err = ValueErrorf("slice step cannot be zero")
			return
		}
		if step == math.MinInt {
			step = -math.MaxInt
		}
	}
	lo, hi := 0, n
	if step < 0 {
		lo, hi = -1, n-1
	}
	bound := func(v Value, def int) (int, error) {
		if v.IsNone() {
			return def, nil
		}
		i, err := sliceBound(th, v)
		if err != nil {
			return 0, err
		}
		if i < 0 {
			if i += n; i < lo {
				i = lo
			}
		} else if i > hi {
			i = hi
		}
		return i, nil
	}
	if step > 0 {
		if start, err = bound(s.Start, lo); err != nil {
			return
		}
		if stop, err = bound(s.Stop, hi); err != nil {
			return
		}
		if start < stop {
			count = (stop-start-1)/step + 1
		}
		return
	}
	if start, err = bound(s.Start, hi); err != nil {
		return
	}
	if stop, err = bound(s.Stop, lo); err != nil {
		return
	}
	if start > stop {
		count = (start-stop-1)/(-step) + 1
	}
	return
}

// Evaluated is the slice with its bounds as integers. Their __index__ methods may run code: the length of what the slice is
// taken of is looked at afterwards.
func (s *Slice) Evaluated(th *Thread) (*Slice, error) {
	if s.Start.machine() && s.Stop.machine() && s.Step.machine() {
		return s, nil
	}
	out := &Slice{Header: s.Header}
	for _, b := range []struct{ from, to *Value }{{&s.Step, &out.Step}, {&s.Start, &out.Start}, {&s.Stop, &out.Stop}} {
		*b.to = *b.from
		if b.from.machine() {
			continue
		}
		i, err := sliceBound(th, *b.from)
		if err != nil {
			return nil, err
		}
		*b.to = Int(int64(i))
	}
	return out, nil
}

// machine says whether a bound is absent or an int without code of its own.
func (v Value) machine() bool { return v.IsNone() || v.IsInt() }

func sliceBound(th *Thread, v Value) (int, error) {
	if !v.IsInt() && v.p.typ.Index == nil {
		return 0, TypeErrorf("slice indices must be integers or None or have an __index__ method")
	}
	return clampIndex(th, v)
}

// NewRange is range(start, stop, step) of machine ints; step is not zero.
func NewRange(start, stop, step int64) *Range {
	r := &Range{Header: Header{typ: RangeType}, Start: start, Stop: stop, Step: step}
	switch {
	case step > 0 && start < stop:
		r.Length = int64((uint64(stop-1)-uint64(start))/uint64(step)) + 1
	case step < 0 && start > stop:
		r.Length = int64((uint64(start-1)-uint64(stop))/uint64(-step)) + 1
	}
	return r
}

func rv(v Value) *Range { r, _ := AsRange(v); return r }

func (r *Range) at(i int64) Value {
	if r.Big != nil {
		return r.atBig(big.NewInt(i))
	}
	return Int(r.Start + i*r.Step)
}

func (r *Range) parts() (start, stop, step Value) {
	if r.Big != nil {
		return r.Big[0], r.Big[1], r.Big[2]
	}
	return Int(r.Start), Int(r.Stop), Int(r.Step)
}

// rangeNewOne is range(stop).
func rangeNewOne(th *Thread, stop Value) (Value, error) {
	if stop.p == &intHeader && stop.SmallInt() < 1<<62 {
		return NewRange(0, stop.SmallInt(), 1).Ref(), nil
	}
	return rangeNew(th, RangeType, []Value{stop}, nil)
}

func rangeNew(th *Thread, cls *Type, args, kw []Value) (Value, error) {
	if err := NoKw("range", kw); err != nil {
		return Null, err
	}
	start, step := Int(0), Int(1)
	var stop Value
	var err error
	switch len(args) {
	case 1:
		stop, err = Index(th, args[0])
	case 2, 3:
		if start, err = Index(th, args[0]); err != nil {
			return Null, err
		}
		if stop, err = Index(th, args[1]); err != nil {
			return Null, err
		}
		if len(args) == 3 {
			step, err = Index(th, args[2])
		}
	case 0:
		return Null, TypeErrorf("range expected at least 1 argument, got 0")
	default:
		return Null, TypeErrorf("range expected at most 3 arguments, got %d", len(args))
	}
	if err != nil {
		return Null, err
	}
	a, ok1 := start.AsInt()
	b, ok2 := stop.AsInt()
	c, ok3 := step.AsInt()
	if ok3 && c == 0 {
		return Null, ValueErrorf("range() arg 3 must not be zero")
	}
	const limit = 1 << 62
	if ok1 && ok2 && ok3 && a < limit && a > -limit && b < limit && b > -limit && c < limit && c > -limit {
		return NewRange(a, b, c).Ref(), nil
	}
	r := &Range{Header: Header{typ: RangeType}, Big: &[3]Value{ToPlainInt(start), ToPlainInt(stop), ToPlainInt(step)}}
	d := new(big.Int).Sub(BigOf(stop), BigOf(start))
	s := BigOf(step)
	if d.Sign() == s.Sign() {
		q, m := new(big.Int).QuoRem(d, s, new(big.Int))
		if m.Sign() != 0 {
			q.Add(q, big.NewInt(1))
		}
		r.Length = math.MaxInt64
		if q.IsInt64() {
			r.Length = q.Int64()
		}
	}
	return r.Ref(), nil
}

func newRangeIter(r *Range, reverse bool) Value {
	it := &iterator{Header: Header{typ: RangeIterType}, seq: r.Ref(), end: int(r.Length)}
	switch {
	case r.Big != nil:
		it.typ = LongRangeType
		n, count := r.Length, r.count()
		it.next = func(th *Thread, it *iterator) (Value, error) {
			if int64(it.pos) >= n {
				return Null, nil
			}
			it.pos++
			if reverse {
				return r.atBig(new(big.Int).Sub(count, big.NewInt(int64(it.pos)))), nil
			}
			return r.at(int64(it.pos) - 1), nil
		}
	case reverse:
		it.pos, it.step = int(r.Start+(r.Length-1)*r.Step), int(-r.Step)
		it.next = nextRange
	default:
		it.pos, it.step = int(r.Start), int(r.Step)
		it.next = nextRange
	}
	return it.Ref()
}

// nextRange counts: pos is the next value, end the number of values left.
func nextRange(th *Thread, it *iterator) (Value, error) {
	if it.end <= 0 {
		return Null, nil
	}
	it.end--
	x := it.pos
	it.pos += it.step
	return Int(int64(x)), nil
}

// RangeNext is the next value of a machine range iterator, for the interpreter's fast path: ok tells that v is one.
func RangeNext(v Value) (val int64, more, ok bool) {
	if v.p.typ != RangeIterType {
		return 0, false, false
	}
	it := iv(v)
	if it.end <= 0 {
		return 0, false, true
	}
	it.end--
	x := it.pos
	it.pos += it.step
	return int64(x), true, true
}

// find is the index of an int in the range.
func (r *Range) find(x Value) (Value, bool) {
	if !x.IsInt() || r.Length == 0 {
		return Null, false
	}
	if i, ok := x.AsInt(); ok && r.Big == nil {
		d := i - r.Start
		k := d / r.Step
		return Int(k), d%r.Step == 0 && k >= 0 && k < r.Length
	}
	start, stop, step := r.parts()
	at, end := BigOf(x), BigOf(stop)
	k, rest := new(big.Int).QuoRem(new(big.Int).Sub(at, BigOf(start)), BigOf(step), new(big.Int))
	inside := at.Cmp(end) < 0
	if BigOf(step).Sign() < 0 {
		inside = at.Cmp(end) > 0
	}
	return BigInt(k), rest.Sign() == 0 && k.Sign() >= 0 && inside
}

func sliceSpec() Spec {
	return Spec{Final: true,
		Slots: Slots{
			Repr: func(th *Thread, v Value) (Value, error) {
				s, _ := AsSlice(v)
				return reprItems(th, &[]Value{s.Start, s.Stop, s.Step}, "slice(", ")")
			},
			Compare: func(th *Thread, a, b Value, op CompareOp) (Value, error) {
				x, _ := AsSlice(a)
				y, ok := AsSlice(b)
				if !ok {
					return NotImplemented, nil
				}
				return compareItems(th, &[]Value{x.Start, x.Stop, x.Step}, &[]Value{y.Start, y.Stop, y.Step}, op)
			},
			Hash: func(th *Thread, v Value) (int64, error) {
				s, _ := AsSlice(v)
				return hashItems(th, []Value{s.Start, s.Stop, s.Step})
			},
			New: func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
				switch len(args) {
				case 1:
					return NewSlice(None, args[0], None), nil
				case 2:
					return NewSlice(args[0], args[1], None), nil
				case 3:
					return NewSlice(args[0], args[1], args[2]), nil
				case 0:
					return Null, TypeErrorf("slice expected at least 1 argument, got 0")
				}
				return Null, TypeErrorf("slice expected at most 3 arguments, got %d", len(args))
			},
		},
		Methods: []Method{{Name: "indices", OneArg: func(th *Thread, v, n Value) (Value, error) {
			s, _ := AsSlice(v)
			n, err := Index(th, n)
			if err != nil {
				return Null, err
			}
			if BigOf(n).Sign() < 0 {
				return Null, ValueErrorf("length should not be negative")
			}
			a, b, c, err := s.bigIndices(th, BigOf(n))
			if err != nil {
				return Null, err
			}
			return NewTuple(BigInt(a), BigInt(b), BigInt(c)).Ref(), nil
		}}},
		Getset: []GetsetDef{
			{Name: "start", Get: func(th *Thread, v Value) (Value, error) { s, _ := AsSlice(v); return s.Start, nil }},
			{Name: "stop", Get: func(th *Thread, v Value) (Value, error) { s, _ := AsSlice(v); return s.Stop, nil }},
			{Name: "step", Get: func(th *Thread, v Value) (Value, error) { s, _ := AsSlice(v); return s.Step, nil }},
		},
	}
}

func rangeSpec() Spec {
	return Spec{Final: true, Sequence: true,
		Slots: Slots{
			New: rangeNew, NewOne: rangeNewOne,
			Repr: func(th *Thread, v Value) (Value, error) {
				a, b, c := rv(v).parts()
				if i, ok := c.AsInt(); ok && i == 1 {
					return reprItems(th, &[]Value{a, b}, "range(", ")")
				}
				return reprItems(th, &[]Value{a, b, c}, "range(", ")")
			},
			Len: func(th *Thread, v Value) (int, error) {
				r := rv(v)
				if r.Big != nil && r.Length == math.MaxInt64 && !r.count().IsInt64() {
					return 0, OverflowErrorf("Python int too large to convert to C ssize_t")
				}
				return int(r.Length), nil
			},
			Bool: func(th *Thread, v Value) (bool, error) { return rv(v).Length > 0, nil },
			Iter: func(th *Thread, v Value) (Value, error) { return newRangeIter(rv(v), false), nil },
			GetItem: func(th *Thread, v, key Value) (Value, error) {
				r := rv(v)
				if sl, ok := AsSlice(key); ok {
					if r.Big != nil {
						start, stop, step, err := sl.bigIndices(th, r.count())
						if err != nil {
							return Null, err
						}
						by := new(big.Int).Mul(BigOf(r.Big[2]), step)
						return rangeNew(th, RangeType, []Value{r.atBig(start), r.atBig(stop), BigInt(by)}, nil)
					}
					start, stop, step, _, err := sl.Indices(th, int(r.Length))
					if err != nil {
						return Null, err
					}
					by := new(big.Int).Mul(big.NewInt(r.Step), big.NewInt(int64(step)))
					return rangeNew(th, RangeType, []Value{r.at(int64(start)), r.at(int64(stop)), BigInt(by)}, nil)
				}
				if r.Big != nil {
					return r.item(th, key)
				}
				i, err := seqIndex(th, key, int(r.Length), "range")
				if err != nil {
					if ErrorIs(err, IndexError) {
						return Null, IndexErrorf("range object index out of range")
					}
					return Null, err
				}
				return r.at(int64(i)), nil
			},
			Contains: func(th *Thread, v, x Value) (bool, error) {
				r := rv(v)
				if isPlainInt(x) {
					_, ok := r.find(x)
					return ok, nil
				}
				first, _, err := r.search(th, x, false)
				return first >= 0, err
			},
			Compare: func(th *Thread, a, b Value, op CompareOp) (Value, error) {
				y, ok := AsRange(b)
				if !ok || op != Eq && op != Ne {
					return NotImplemented, nil
				}
				x := rv(a)
				eq := x.count().Cmp(y.count()) == 0
				if eq && x.Length > 0 {
					same, err := Equal(th, x.at(0), y.at(0))
					if err != nil {
						return Null, err
					}
					eq = same
					if eq && x.Length > 1 {
						if eq, err = Equal(th, x.at(1), y.at(1)); err != nil {
							return Null, err
						}
					}
				}
				return Bool(eq == (op == Eq)), nil
			},
			Hash: func(th *Thread, v Value) (int64, error) {
				r := rv(v)
				switch r.Length {
				case 0:
					return hashItems(th, []Value{Int(0), None, None})
				case 1:
					return hashItems(th, []Value{Int(1), r.at(0), None})
				}
				_, _, c := r.parts()
				return hashItems(th, []Value{BigInt(r.count()), r.at(0), c})
			},
		},
		Methods: []Method{
			{Name: "__reversed__", NoArgs: func(th *Thread, v Value) (Value, error) { return newRangeIter(rv(v), true), nil }},
			{Name: "index", OneArg: func(th *Thread, v, x Value) (Value, error) {
				if isPlainInt(x) {
					if i, ok := rv(v).find(x); ok {
						return i, nil
					}
					return Null, ValueErrorf("range.index(x): x not in range")
				}
				first, _, err := rv(v).search(th, x, false)
				if err == nil && first < 0 {
					err = ValueErrorf("sequence.index(x): x not in sequence")
				}
				return Int(first), err
			}},
			{Name: "count", OneArg: func(th *Thread, v, x Value) (Value, error) {
				if isPlainInt(x) {
					if _, ok := rv(v).find(x); ok {
						return Int(1), nil
					}
					return Int(0), nil
				}
				_, n, err := rv(v).search(th, x, true)
				return Int(n), err
			}},
		},
		Getset: []GetsetDef{
			{Name: "start", Get: func(th *Thread, v Value) (Value, error) { a, _, _ := rv(v).parts(); return a, nil }},
			{Name: "stop", Get: func(th *Thread, v Value) (Value, error) { _, b, _ := rv(v).parts(); return b, nil }},
			{Name: "step", Get: func(th *Thread, v Value) (Value, error) { _, _, c := rv(v).parts(); return c, nil }},
		},
	}
}
