package object

import (
	"encoding/hex"
	"strings"
)

// The type memoryview.

func mv(v Value) *MemoryView { m, _ := asMemoryView(v); return m }

func memoryViewSpec() Spec {
	attr := func(name string, get func(m *MemoryView) Value) GetsetDef {
		return GetsetDef{Name: name, Get: func(th *Thread, v Value) (Value, error) {
			if err := mv(v).check(); err != nil {
				return Null, err
			}
			return get(mv(v)), nil
		}}
	}
	dims := func(ns []int) Value {
		items := make([]Value, len(ns))
		for i, n := range ns {
			items[i] = Int(int64(n))
		}
		return NewTuple(items...).Ref()
	}
	alive := func(f func(m *MemoryView) (Value, error)) UnaryFunc {
		return func(th *Thread, v Value) (Value, error) {
			if err := mv(v).check(); err != nil {
				return Null, err
			}
			return f(mv(v))
		}
	}
	return Spec{Final: true, Sequence: true, Slots: memorySlots(), Class: []Method{ClassGetItem},
		Getset: []GetsetDef{
			attr("obj", func(m *MemoryView) Value { return m.obj }),
			attr("nbytes", func(m *MemoryView) Value { return Int(int64(m.count() * m.itemSize)) }),
			attr("readonly", func(m *MemoryView) Value { return Bool(m.readOnly) }),
			attr("itemsize", func(m *MemoryView) Value { return Int(int64(m.itemSize)) }),
			attr("format", func(m *MemoryView) Value { return NewStr(m.format) }),
			attr("ndim", func(m *MemoryView) Value { return Int(int64(len(m.shape))) }),
			attr("shape", func(m *MemoryView) Value { return dims(m.shape) }),
			attr("strides", func(m *MemoryView) Value { return dims(m.strides) }),
			attr("suboffsets", func(m *MemoryView) Value { return NewTuple().Ref() }),
			attr("c_contiguous", func(m *MemoryView) Value { return Bool(m.contiguous(false)) }),
			attr("f_contiguous", func(m *MemoryView) Value { return Bool(m.contiguous(true)) }),
			attr("contiguous", func(m *MemoryView) Value { return Bool(m.contiguous(false) || m.contiguous(true)) }),
		},
		Methods: []Method{
			{Name: "tobytes", Fn: func(th *Thread, args, kw []Value) (Value, error) {
				a, err := Args("tobytes", args, kw, "self", "|", "order")
				if err != nil {
					return Null, err
				}
				m := mv(a[0])
				if err := m.check(); err != nil {
					return Null, err
				}
				if order, _ := Text(orNone(a[1])); order == "F" && len(m.shape) > 1 {
					t := *m
					t.shape, t.strides = reversedInts(m.shape), reversedInts(m.strides)
					m = &t
				}
				return NewBytes(append([]byte(nil), m.bytes()...)), nil
			}},
			{Name: "tolist", NoArgs: alive((*MemoryView).toList)},
			{Name: "toreadonly", NoArgs: alive(func(m *MemoryView) (Value, error) {
				d := m.derive()
				d.readOnly = true
				return d.Ref(), nil
			})},
			{Name: "release", NoArgs: func(th *Thread, v Value) (Value, error) { return None, mv(v).release(th) }},
			{Name: "__enter__", NoArgs: alive(func(m *MemoryView) (Value, error) { return m.Ref(), nil })},
			{Name: "__exit__", Fn: func(th *Thread, args, kw []Value) (Value, error) { return None, mv(args[0]).release(th) }},
			{Name: "__reduce__", NoArgs: func(*Thread, Value) (Value, error) { return Null, TypeErrorf("cannot pickle memoryview objects") }},
			{Name: "hex", Fn: func(th *Thread, args, kw []Value) (Value, error) {
				if err := mv(args[0]).check(); err != nil {
					return Null, err
				}
				args = append([]Value{NewBytes(mv(args[0]).bytes())}, args[1:]...)
				return bytesHex(th, args, kw)
			}},
			{Name: "cast", Fn: func(th *Thread, args, kw []Value) (Value, error) {
				a, err := Args("cast", args, kw, "self", "format", "|", "shape")
				if err != nil {
					return Null, err
				}
				format, ok := Text(a[1])
				if !ok {
					return Null, TypeErrorf("cast() argument 'format' must be str, not %s", a[1].p.typ.Name)
				}
				m, err := mv(a[0]).cast(format, a[2])
				if err != nil {
					return Null, err
				}
				return m.Ref(), nil
			}},
			{Name: "index", Fn: func(th *Thread, args, kw []Value) (Value, error) {
				a, err := Args("index", args, kw, "self", "value", "|", "start", "stop", "/")
				if err != nil {
					return Null, err
				}
				items, err := mv(a[0]).items(th)
				if err != nil {
					return Null, err
				}
				return indexIn(th, &items, a, "memoryview.index(x): x not found")
			}},
			{Name: "count", OneArg: func(th *Thread, v, x Value) (Value, error) {
				items, err := mv(v).items(th)
				n := int64(0)
				for _, y := range items {
					eq, err := Equal(th, y, x)
					if err != nil {
						return Null, err
					}
					if eq {
						n++
					}
				}
				return Int(n), err
			}},
		}}
}

func memoryIterSpec() Spec {
	return Spec{Slots: iterSlots(), Final: true, NoNew: true}
}

func reversedInts(ns []int) []int {
	out := make([]int, len(ns))
	for i, n := range ns {
		out[len(ns)-1-i] = n
	}
	return out
}

// items are the values of a view of one dimension.
func (m *MemoryView) items(th *Thread) ([]Value, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	if len(m.shape) == 0 {
		return nil, TypeErrorf("invalid indexing of 0-dim memory")
	}
	if len(m.shape) > 1 {
		return nil, NotImplementedErrorf("multi-dimensional sub-views are not implemented")
	}
	l, err := m.toList()
	if err != nil {
		return nil, err
	}
	return ToSlice(th, l)
}

func memorySlots() Slots {
	return Slots{
		New: func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
			if n := len(args); n > 1 {
				return Null, TypeErrorf("memoryview() takes at most 1 argument (%d given)", n)
			}
			a, err := Args("memoryview", args, kw, "object")
			if err != nil {
				return Null, err
			}
			m, err := NewMemoryView(a[0])
			if err != nil {
				return Null, err
			}
			return m.Ref(), nil
		},
		Repr: func(th *Thread, v Value) (Value, error) { return NewStr(mv(v).repr()), nil },
		Len: func(th *Thread, v Value) (int, error) {
			m := mv(v)
			if err := m.check(); err != nil {
				return 0, err
			}
			if len(m.shape) == 0 {
				return 0, TypeErrorf("0-dim memory has no length")
			}
			return m.shape[0], nil
		},
		GetItem: func(th *Thread, v, key Value) (Value, error) {
			at, sub, err := mv(v).locate(th, key)
			if err != nil {
				return Null, err
			}
			if sub != nil {
				return sub.Ref(), nil
			}
			return mv(v).item(at)
		},
		SetItem: func(th *Thread, v, key, val Value) error { return mv(v).set(th, key, val) },
		Iter: func(th *Thread, v Value) (Value, error) {
			m := mv(v)
			if err := m.check(); err != nil {
				return Null, err
			}
			if len(m.shape) == 0 {
				return Null, TypeErrorf("invalid indexing of 0-dim memory")
			}
			if len(m.shape) > 1 {
				return Null, NotImplementedErrorf("multi-dimensional sub-views are not implemented")
			}
			return (&iterator{Header: Header{typ: memoryIterType}, seq: v, end: m.shape[0], next: func(th *Thread, it *iterator) (Value, error) {
				if it.pos >= it.end {
					return Null, nil
				}
				it.pos++
				return GetItem(th, it.seq, Int(int64(it.pos-1)))
			}}).Ref(), nil
		},
		Compare: func(th *Thread, a, b Value, op CompareOp) (Value, error) {
			if op != Eq && op != Ne {
				return NotImplemented, nil
			}
			same := a == b
			if m := mv(a); !same && !m.released {
				o, err := NewMemoryView(b)
				if err != nil {
					if o, ok := asMemoryView(b); ok && o.released {
						return Bool(op == Ne), nil
					}
					return NotImplemented, nil
				}
				if same, err = m.equal(th, o); err != nil {
					return Null, err
				}
				o.release(th)
			}
			return Bool(same == (op == Eq)), nil
		},
		Hash: func(th *Thread, v Value) (int64, error) {
			m := mv(v)
			if err := m.check(); err != nil {
				return 0, err
			}
			if !m.readOnly {
				return 0, ValueErrorf("cannot hash writable memoryview object")
			}
			if !isByteFormat(m.format) {
				return 0, ValueErrorf("memoryview: hashing is restricted to formats 'B', 'b' or 'c'")
			}
			return HashBytes(m.bytes()), nil
		},
	}
}

// bytesHex is the method hex of bytes and its kin: digits, with a separator after every bytesPerSep bytes counted from the
// right, or from the left when that is negative.
func bytesHex(th *Thread, args, kw []Value) (Value, error) {
	a, err := Args("hex", args, kw, "self", "|", "sep", "bytes_per_sep")
	if err != nil {
		return Null, err
	}
	b, err := BytesOf(a[0])
	if err != nil {
		return Null, err
	}
	digits := hex.EncodeToString(b)
	if a[1].IsNull() {
		return NewStr(digits), nil
	}
	sep, ok := Text(a[1])
	if !ok {
		raw, err := BytesOf(a[1])
		if err != nil {
			return Null, TypeErrorf("sep must be str or bytes.")
		}
		sep = string(raw)
	}
	if len(DecodeWTF8(sep)) != 1 {
		return Null, ValueErrorf("sep must be length 1.")
	}
	if sep[0] >= 128 {
		return Null, ValueErrorf("sep must be ASCII.")
	}
	group := 1
	if !a[2].IsNull() {
		if group, err = ToInt(th, a[2]); err != nil {
			return Null, err
		}
	}
	if group == 0 {
		return NewStr(digits), nil
	}
	width := group * 2
	var parts []string
	if width < 0 {
		width = -width
		for len(digits) > width {
			parts = append(parts, digits[:width])
			digits = digits[width:]
		}
		return NewStr(strings.Join(append(parts, digits), sep)), nil
	}
	first := len(digits) % width
	if first > 0 {
		parts = append(parts, digits[:first])
	}
	for i := first; i < len(digits); i += width {
		parts = append(parts, digits[i:i+width])
	}
	return NewStr(strings.Join(parts, sep)), nil
}
