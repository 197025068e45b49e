package object

import (
	"cmp"
	"strings"
)

// What lists and tuples have in common: both are slices of values.

// Items are the elements of a list or tuple, shared with it.
func Items(v Value) ([]Value, bool) {
	if l, ok := AsList(v); ok {
		return l.Items, true
	}
	if t, ok := AsTuple(v); ok {
		return t.Items, true
	}
	return nil, false
}

// seqIndex is the position among n items that an integer key stands for.
func seqIndex(th *Thread, key Value, n int, what string) (int, error) {
	i, err := seqKey(th, key, what)
	if err != nil {
		return 0, err
	}
	if i < 0 {
		i += n
	}
	if i < 0 || i >= n {
		return 0, IndexErrorf("%s index out of range", what)
	}
	return i, nil
}

// seqKey is an integer key as it was given. To find it may run code: what it is a position in is looked at afterwards.
func seqKey(th *Thread, key Value, what string) (int, error) {
	if i, ok := key.AsInt(); ok {
		return int(i), nil
	}
	if key.p.typ.Index == nil {
		if what == "string" {
			return 0, TypeErrorf("string indices must be integers, not '%s'", key.p.typ.Name)
		}
		return 0, TypeErrorf("%s indices must be integers or slices, not %s", what, key.p.typ.Name)
	}
	x, err := Index(th, key)
	if err != nil {
		return 0, err
	}
	i, ok := x.AsInt()
	if !ok {
		return 0, IndexErrorf("cannot fit 'int' into an index-sized integer")
	}
	return int(i), nil
}

func reprItems(th *Thread, items *[]Value, open, end string) (Value, error) {
	var b strings.Builder
	b.WriteString(open)
	for i := 0; i < len(*items); i++ {
		if i > 0 {
			b.WriteString(", ")
		}
		s, err := Repr(th, (*items)[i])
		if err != nil {
			return Null, err
		}
		b.WriteString(s)
	}
	b.WriteString(end)
	return NewStr(b.String()), nil
}

// GuardRepr runs f unless the repr of v is already being made, when it gives dots.
func GuardRepr(th *Thread, v Value, dots string, f func() (Value, error)) (Value, error) {
	if th.repring[v.p] {
		return NewStr(dots), nil
	}
	if th.repring == nil {
		th.repring = map[*Header]bool{}
	}
	th.repring[v.p] = true
	defer delete(th.repring, v.p)
	return f()
}

func compareItems(th *Thread, a, b *[]Value, op CompareOp) (Value, error) {
	if len(*a) != len(*b) && (op == Eq || op == Ne) {
		return Bool(op == Ne), nil
	}
	for i := 0; i < len(*a) && i < len(*b); i++ {
		x, y := (*a)[i], (*b)[i]
		if order, ok := orderOf(x, y); ok { // one comparison instead of two
			if order == 0 {
				continue
			}
			return Bool(compareOrdered(op, order, 0)), nil
		}
		eq, err := Equal(th, x, y)
		if err != nil {
			return Null, err
		}
		if eq {
			continue
		}
		if i >= len(*a) || i >= len(*b) { // the comparison shortened a list
			break
		}
		switch op {
		case Eq:
			return False, nil
		case Ne:
			return True, nil
		}
		if i < len(*a) && i < len(*b) {
			return Compare(th, (*a)[i], (*b)[i], op)
		}
	}
	return Bool(compareOrdered(op, len(*a), len(*b))), nil
}

// orderOf compares two small ints or two plain strings: below zero, zero or above.
func orderOf(x, y Value) (order int, ok bool) {
	if x.IsSmallInt() && y.IsSmallInt() {
		return cmp.Compare(x.SmallInt(), y.SmallInt()), true
	}
	if x.p.typ == StrType && y.p.typ == StrType {
		if x.p == y.p {
			return 0, true
		}
		s, _ := AsStr(x)
		t, _ := AsStr(y)
		return strings.Compare(s.S, t.S), true
	}
	return 0, false
}

func containsItem(th *Thread, items *[]Value, x Value) (bool, error) {
	for i := 0; i < len(*items); i++ {
		eq, err := Equal(th, (*items)[i], x)
		if err != nil || eq {
			return eq, err
		}
	}
	return false, nil
}

func indexOf(th *Thread, fname string, items *[]Value, args, kw []Value, missing string) (Value, error) {
	a, err := Args(fname, args, kw, "self", "value", "|", "start", "stop", "/")
	if err != nil {
		return Null, err
	}
	return indexIn(th, items, a, missing)
}

// indexIn looks for the value a[1] between a[2] and a[3], which may be absent.
func indexIn(th *Thread, items *[]Value, a []Value, missing string) (Value, error) {
	var err error
	lo, hi := 0, len(*items)
	if !a[2].IsNull() {
		if lo, err = clampIndex(th, a[2]); err != nil {
			return Null, err
		}
		if lo < 0 {
			lo = max(lo+len(*items), 0)
		}
	}
	if !a[3].IsNull() {
		if hi, err = clampIndex(th, a[3]); err != nil {
			return Null, err
		}
		if hi < 0 {
			hi += len(*items)
		}
	}
	for i := lo; i < hi && i < len(*items); i++ {
		eq, err := Equal(th, (*items)[i], a[1])
		if err != nil {
			return Null, err
		}
		if eq {
			return Int(int64(i)), nil
		}
	}
	return Null, ValueErrorf("%s", missing)
}

func countItem(th *Thread, items *[]Value, x Value) (Value, error) {
	n := int64(0)
	for i := 0; i < len(*items); i++ {
		eq, err := Equal(th, (*items)[i], x)
		if err != nil {
			return Null, err
		}
		if eq {
			n++
		}
	}
	return Int(n), nil
}

// RepeatItems has the items n times, none for a negative number; more than memory can hold is a MemoryError.
func RepeatItems(th *Thread, items []Value, n int) ([]Value, error) {
	if n <= 0 || len(items) == 0 {
		return nil, nil
	}
	if err := checkLength(th, n, len(items)*valueBytes); err != nil {
		return nil, err
	}
	out := make([]Value, 0, n*len(items))
	for range n {
		out = append(out, items...)
	}
	return out, nil
}

func sliceItems(th *Thread, from *[]Value, sl *Slice) ([]Value, error) {
	sl, err := sl.Evaluated(th)
	if err != nil {
		return nil, err
	}
	items := *from
	start, _, step, n, err := sl.Indices(th, len(items))
	if err != nil {
		return nil, err
	}
	if step == 1 {
		return append([]Value(nil), items[start:start+n]...), nil
	}
	out := make([]Value, n)
	for i := range out {
		out[i] = items[start+i*step]
	}
	return out, nil
}
