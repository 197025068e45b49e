package object

import (
	"strconv"
)

// maxNativeDepth bounds recursion through Go code, such as repr of nested lists, unless SetNativeDepth gives another bound.
const maxNativeDepth = 1000

// SetNativeDepth bounds the recursion through Go code of a machine's threads.
func (m *Machine) SetNativeDepth(n int) { m.maxNativeDepth = n }

// enter counts one level of native recursion; the caller calls leave.
func enter(th *Thread, where string) error {
	th.NativeDepth++
	if th.NativeDepth > maxNativeDepth && th.NativeDepth > th.Machine.maxNativeDepth {
		th.NativeDepth--
		return Raisef(RecursionError, "maximum recursion depth exceeded%s", where)
	}
	return nil
}

func leave(th *Thread) { th.NativeDepth-- }

// Enter counts one level of native recursion of other packages, which call Leave behind it; it fails where the recursion is too deep.
func Enter(th *Thread) error { return enter(th, "") }

// Leave ends what Enter has begun.
func Leave(th *Thread) { leave(th) }

// Repr is repr(v).
func Repr(th *Thread, v Value) (string, error) {
	if v.IsNull() {
		return "<NULL>", nil
	}
	if v.p == &intHeader {
		return formatInt(v.SmallInt()), nil
	}
	if err := enter(th, " while getting the repr of an object"); err != nil {
		return "", err
	}
	defer leave(th)
	r, err := v.p.typ.Repr(th, v)
	if err != nil {
		return "", err
	}
	s, ok := AsStr(r)
	if !ok {
		return "", TypeErrorf("__repr__ returned non-string (type %s)", r.p.typ.Name)
	}
	return s.S, nil
}

// StrOf is str(v).
func StrOf(th *Thread, v Value) (string, error) {
	s, err := StrValueOf(th, v)
	if err != nil {
		return "", err
	}
	o, _ := AsStr(s)
	return o.S, nil
}

// StrValueOf is str(v) as a string object.
func StrValueOf(th *Thread, v Value) (Value, error) {
	switch {
	case v.p.typ == StrType:
		return v, nil
	case v.p == &intHeader:
		var text [24]byte
		return NewStrCopy(strconv.AppendInt(text[:0], v.SmallInt(), 10)), nil
	}
	if err := enter(th, " while getting the str of an object"); err != nil {
		return Null, err
	}
	defer leave(th)
	r, err := v.p.typ.Str(th, v)
	if err != nil {
		return Null, err
	}
	if r.p.typ.layout != LayoutStr {
		return Null, TypeErrorf("__str__ returned non-string (type %s)", r.p.typ.Name)
	}
	return r, nil
}

// Text is the Go string of a str value; false for other types.
func Text(v Value) (string, bool) {
	if s, ok := AsStr(v); ok {
		return s.S, true
	}
	return "", false
}

// IsTrue is bool(v).
func IsTrue(th *Thread, v Value) (bool, error) {
	switch v.p {
	case &boolHeader, &intHeader:
		return v.w != 0, nil
	case &noneHeader:
		return false, nil
	case &floatHeader:
		return v.ExactFloat() != 0, nil
	}
	t := v.p.typ
	if t.Bool != nil {
		return t.Bool(th, v)
	}
	if t.Len != nil {
		n, err := t.Len(th, v)
		return n != 0, err
	}
	return true, nil
}

// Hash is hash(v).
func Hash(th *Thread, v Value) (int64, error) {
	switch v.p {
	case &intHeader, &boolHeader:
		return hashInt64(int64(v.w)), nil
	}
	if v.p.typ == StrType {
		s, _ := AsStr(v)
		return s.Hash(), nil
	}
	return v.p.typ.Hash(th, v)
}

// notHashed is the error for a value that cannot be what role says because its hash has failed with err.
func notHashed(v Value, err error, role string) error {
	if e, ok := err.(*Exception); ok && e.typ == TypeError {
		return TypeErrorf("cannot use '%s' as a %s (%s)", v.p.typ.MessageName(), role, e.Error())
	}
	return err
}

func isUnhashable(th *Thread, v Value) bool {
	if v.p.typ.layout == LayoutTuple {
		return true
	}
	h := v.p.typ.Lookup(th, sHash)
	return !h.IsNull() && h.IsNone()
}

// Equal is a == b with identity tried first, as containers compare.
func Equal(th *Thread, a, b Value) (bool, error) {
	if a == b {
		return true, nil
	}
	if a.p == &intHeader && b.p == &intHeader {
		return false, nil
	}
	if a.p.typ == StrType && b.p.typ == StrType {
		x, _ := AsStr(a)
		y, _ := AsStr(b)
		return x.S == y.S, nil
	}
	r, err := Compare(th, a, b, Eq)
	if err != nil {
		return false, err
	}
	return IsTrue(th, r)
}

// Compare is the rich comparison a op b.
func Compare(th *Thread, a, b Value, op CompareOp) (Value, error) {
	if err := enter(th, " in comparison"); err != nil {
		return Null, err
	}
	defer leave(th)
	ta, tb := a.p.typ, b.p.typ
	tried := false
	if ta != tb && tb.Compare != nil && tb.IsSubtype(ta) {
		tried = true
		r, err := tb.Compare(th, b, a, op.swapped())
		if err != nil || r != NotImplemented {
			return r, err
		}
	}
	if ta.Compare != nil {
		r, err := ta.Compare(th, a, b, op)
		if err != nil || r != NotImplemented {
			return r, err
		}
	}
	if !tried && tb.Compare != nil {
		r, err := tb.Compare(th, b, a, op.swapped())
		if err != nil || r != NotImplemented {
			return r, err
		}
	}
	switch op {
	case Eq:
		return Bool(a == b), nil
	case Ne:
		return Bool(a != b), nil
	}
	return Null, TypeErrorf("'%s' not supported between instances of '%s' and '%s'", op, ta.Name, tb.Name)
}

// CompareBool is the truth of a op b.
func CompareBool(th *Thread, a, b Value, op CompareOp) (bool, error) {
	if a.p == &intHeader && b.p == &intHeader {
		x, y := int64(a.w), int64(b.w)
		switch op {
		case Lt:
			return x < y, nil
		case Le:
			return x <= y, nil
		case Eq:
			return x == y, nil
		case Ne:
			return x != y, nil
		case Gt:
			return x > y, nil
		}
		return x >= y, nil
	}
	r, err := Compare(th, a, b, op)
	if err != nil {
		return false, err
	}
	return IsTrue(th, r)
}

// Len is len(v).
func Len(th *Thread, v Value) (int, error) {
	if f := v.p.typ.Len; f != nil {
		return f(th, v)
	}
	return 0, TypeErrorf("object of type '%s' has no len()", v.p.typ.Name)
}

// ContentLen is len(v) by the built-in type of v, whatever its class overrides.
func ContentLen(th *Thread, v Value) (int, error) {
	t := v.p.typ.Native()
	if t.Len == nil {
		return 0, TypeErrorf("object of type '%s' has no len()", v.p.typ.Name)
	}
	return t.Len(th, v)
}

// LengthHint is operator.length_hint(v, fallback): len(v), or what __length_hint__ guesses.
func LengthHint(th *Thread, v Value, fallback int) (int, error) {
	if f := v.p.typ.Len; f != nil {
		if n, err := f(th, v); err == nil || !ErrorIs(err, TypeError) {
			return n, err
		}
	}
	hint, err := LookupSpecial(th, v, "__length_hint__")
	if err != nil || hint.IsNull() {
		return fallback, err
	}
	r, err := Call(th, hint)
	switch {
	case err != nil && ErrorIs(err, TypeError):
		return fallback, nil
	case err != nil:
		return 0, err
	case r == NotImplemented:
		return fallback, nil
	case !r.IsInt():
		return 0, TypeErrorf("__length_hint__ must be an integer, not %s", r.p.typ.Name)
	}
	n, err := ToInt(th, r)
	if err == nil && n < 0 {
		err = ValueErrorf("__length_hint__() should return >= 0")
	}
	return n, err
}

// GetItem is v[key].
func GetItem(th *Thread, v, key Value) (Value, error) {
	if f := v.p.typ.GetItem; f != nil {
		return f(th, v, key)
	}
	if t, ok := AsType(v); ok {
		if t == TypeType {
			return classGetItem(th, []Value{v, key}, nil)
		}
		m, err := LookupAttr(th, v, sClassGetItem)
		if err != nil {
			return Null, err
		}
		if !m.IsNull() {
			return Call(th, m, key)
		}
		return Null, TypeErrorf("type '%s' is not subscriptable", t.Name)
	}
	return Null, TypeErrorf("'%s' object is not subscriptable", v.p.typ.Name)
}

// SetItem is v[key] = val.
func SetItem(th *Thread, v, key, val Value) error {
	if f := v.p.typ.SetItem; f != nil {
		return f(th, v, key, val)
	}
	return TypeErrorf("'%s' object does not support item assignment", v.p.typ.Name)
}

// DelItem is del v[key].
func DelItem(th *Thread, v, key Value) error {
	if f := v.p.typ.SetItem; f != nil {
		return f(th, v, key, Null)
	}
	return NoItem(th, v, v.p.typ, key.p.typ, true)
}

// NoItem is the error of an object v of type t that has no method for setting items with keys of a type, or none for deleting them. A class that has the other one has
// that method's name for an error, as CPython has it, which words the error of deletion otherwise where it has come to look at the type as a sequence.
func NoItem(th *Thread, v Value, t, key *Type, deletes bool) error {
	name, other := sSetItem, sDelItem
	if deletes {
		name, other = other, name
	}
	switch has := t.heap && !t.Lookup(th, other).IsNull(); {
	case has:
		return AttributeErrorf(v, name, "%s", name.S)
	case !deletes:
		return TypeErrorf("'%s' object does not support item assignment", t.Name)
	case key.Index != nil && (t.heap || t.Len != nil):
		return TypeErrorf("'%s' object doesn't support item deletion", t.Name)
	}
	return TypeErrorf("'%s' object does not support item deletion", t.Name)
}

// Contains is item in v.
func Contains(th *Thread, v, item Value) (bool, error) {
	t := v.p.typ
	if t.Contains != nil {
		return t.Contains(th, v, item)
	}
	if t.Iter == nil && t.GetItem == nil {
		return false, TypeErrorf("argument of type '%s' is not a container or iterable", t.Name)
	}
	it, err := Iter(th, v)
	if err != nil {
		if ErrorIs(err, TypeError) {
			return false, TypeErrorf("argument of type '%s' is not a container or iterable", t.Name)
		}
		return false, err
	}
	for {
		x, err := Next(th, it)
		if err != nil || x.IsNull() {
			return false, err
		}
		eq, err := Equal(th, x, item)
		if err != nil || eq {
			return eq, err
		}
	}
}

// Iter is iter(v).
func Iter(th *Thread, v Value) (Value, error) {
	t := v.p.typ
	if t.Iter != nil {
		it, err := t.Iter(th, v)
		if err != nil {
			return Null, err
		}
		if it.p.typ.Next == nil {
			return Null, TypeErrorf("iter() returned non-iterator of type '%s'", it.p.typ.Name)
		}
		return it, nil
	}
	if t.GetItem != nil && t.layout != LayoutDict {
		return newSeqIter(v), nil
	}
	return Null, TypeErrorf("'%s' object is not iterable", t.Name)
}

// Next is the next value of an iterator, absent at the end.
func Next(th *Thread, it Value) (Value, error) {
	if it.p.typ == ListIterType {
		return nextList(th, iv(it))
	}
	f := it.p.typ.Next
	if f == nil {
		return Null, TypeErrorf("'%s' object is not an iterator", it.p.typ.Name)
	}
	return f(th, it)
}

// Iterate calls f for each value of an iterable until it returns an error.
func Iterate(th *Thread, v Value, f func(*Thread, Value) error) error {
	if t := v.p.typ; t == ListType {
		l, _ := AsList(v)
		for i := 0; i < len(l.Items); i++ {
			if err := f(th, l.Items[i]); err != nil {
				return err
			}
		}
		return nil
	} else if t == TupleType {
		l, _ := AsTuple(v)
		for _, x := range l.Items {
			if err := f(th, x); err != nil {
				return err
			}
		}
		return nil
	}
	it, err := Iter(th, v)
	if err != nil {
		return err
	}
	next := it.p.typ.Next
	for {
		x, err := next(th, it)
		if err != nil || x.IsNull() {
			return err
		}
		if err := f(th, x); err != nil {
			return err
		}
	}
}

// ToSlice collects an iterable. The result is the caller's own.
func ToSlice(th *Thread, v Value) ([]Value, error) {
	if t := v.p.typ; t == ListType {
		l, _ := AsList(v)
		return append([]Value(nil), l.Items...), nil
	} else if t == TupleType {
		l, _ := AsTuple(v)
		return append([]Value(nil), l.Items...), nil
	}
	it, err := Iter(th, v)
	if err != nil {
		return nil, err
	}
	room := 0
	if f := v.p.typ.Len; f != nil && !v.p.typ.heap && !(v.p.typ.spec != nil && v.p.typ.spec.Unlisted) { // no class of the program, nor one that stands for it
		if n, err := f(th, v); err == nil && n < 1<<20 {
			room = n
		} else if err == nil {
			if err := checkLength(th, n, valueBytes); err != nil {
				return nil, err
			}
		}
	}
	return rest(th, it, room)
}

// rest is what is left of an iterator, about room elements if that is known.
func rest(th *Thread, it Value, room int) ([]Value, error) {
	var out []Value
	if room > 0 {
		out = make([]Value, 0, room)
	}
	var few [16]Value // of a list that may stay short
	n := 0
	for next := it.p.typ.Next; ; {
		x, err := next(th, it)
		switch {
		case err != nil || x.IsNull():
			return append(out, few[:n]...), err
		case cap(out) > 0:
			out = append(out, x)
		case n < len(few):
			few[n] = x
			n++
		default:
			out = append(append(make([]Value, 0, 4*n), few[:]...), x)
			n = 0
		}
	}
}

// Format is format(v, spec).
func Format(th *Thread, v Value, spec string) (string, error) {
	if spec == "" {
		if v.p.typ == StrType || v.p == &intHeader {
			return StrOf(th, v)
		}
	}
	return v.p.typ.Format(th, v, spec)
}
