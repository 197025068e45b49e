package object

import "bytes"

// The types bytes and bytearray.

// raw is the content of a bytes or bytearray object.
func raw(v Value) []byte { b, _ := BytesOf(v); return b }

func av(v Value) *ByteArray { b, _ := AsByteArray(v); return b }

// likeBytes is a result of the kind of v: a bytearray's methods give bytearrays.
func likeBytes(v Value, b []byte) Value {
	if v.p.typ.layout == LayoutByteArray {
		return NewByteArray(b)
	}
	return NewBytes(b)
}

// bytesSlots are the operations that bytes and bytearray share.
func bytesSlots() Slots {
	s := Slots{
		Len:  func(th *Thread, v Value) (int, error) { return len(raw(v)), nil },
		Iter: func(th *Thread, v Value) (Value, error) { return newBytesIter(v), nil },
		Compare: func(th *Thread, a, b Value, op CompareOp) (Value, error) {
			y, err := BytesOf(b)
			if _, ok := asMemoryView(b); err != nil || ok && op != Eq && op != Ne {
				return NotImplemented, nil
			}
			return Bool(compareSign(op, bytes.Compare(raw(a), y))), nil
		},
		GetItem: func(th *Thread, v, key Value) (Value, error) {
			b := raw(v)
			if sl, ok := AsSlice(key); ok {
				sl, err := sl.Evaluated(th)
				if err != nil {
					return Null, err
				}
				b = raw(v)
				start, _, step, n, err := sl.Indices(th, len(b))
				if err != nil {
					return Null, err
				}
				out := make([]byte, n)
				for i := range out {
					out[i] = b[start+i*step]
				}
				return likeBytes(v, out), nil
			}
			i, err := byteIndex(th, v, key, len(b))
			if err != nil {
				return Null, err
			}
			return Int(int64(b[i])), nil
		},
		Contains: func(th *Thread, v, x Value) (bool, error) {
			sub, err := subsequence(th, x)
			if err != nil {
				if ErrorIs(err, TypeError) {
					err = TypeErrorf("a bytes-like object is required, not '%s'", x.p.typ.Name)
				}
				return false, err
			}
			return bytes.Contains(raw(v), sub), nil
		},
	}
	s.Binary[OpAdd] = func(th *Thread, a, b Value) (Value, error) {
		x, errA := BytesOf(a)
		y, errB := BytesOf(b)
		if errA != nil || errB != nil {
			return Null, TypeErrorf("can't concat %s to %s", b.p.typ.Name, a.p.typ.Name)
		}
		return likeBytes(a, append(append(make([]byte, 0, len(x)+len(y)), x...), y...)), nil
	}
	s.Binary[OpMul] = func(th *Thread, a, b Value) (Value, error) {
		n, ok, err := RepeatCount(th, b)
		if err != nil || !ok {
			return NotImplemented, err
		}
		if err := checkLength(th, n, len(raw(a))); err != nil {
			return Null, err
		}
		return likeBytes(a, bytes.Repeat(raw(a), max(n, 0))), nil
	}
	s.Reflected[OpMul] = s.Binary[OpMul]
	s.Binary[OpMod] = bytesFormat
	return s
}

// byteIndex is the position that a key stands for.
func byteIndex(th *Thread, v, key Value, n int) (int, error) {
	name := "bytearray"
	if v.p.typ.layout == LayoutBytes {
		name = "byte"
	}
	i, err := seqIndex(th, key, n, name)
	if err != nil && ErrorIs(err, IndexError) && key.IsInt() {
		if name == "byte" {
			return 0, IndexErrorf("index out of range")
		}
		return 0, IndexErrorf("bytearray index out of range")
	}
	return i, err
}

func byteArraySlots() Slots {
	s := bytesSlots()
	s.Repr = func(th *Thread, v Value) (Value, error) {
		return NewStr(v.p.typ.Name + "(" + reprBytes(raw(v), true) + ")"), nil
	}
	s.New = func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
		return (&ByteArray{Header: Header{typ: cls}}).Ref(), nil
	}
	s.Init = func(th *Thread, v Value, args, kw []Value) error {
		if err := av(v).resizable(th); err != nil {
			return err
		}
		b, err := bytesArg(th, "bytearray", args, kw)
		if err != nil {
			b = nil // nothing where the arguments are wrong
		}
		av(v).B = b
		return err
	}
	s.InPlace[OpAdd] = func(th *Thread, a, b Value) (Value, error) {
		y, err := BytesOf(b)
		if err != nil {
			return Null, TypeErrorf("can't concat %s to %s", b.p.typ.Name, a.p.typ.Name)
		}
		return a, av(a).grow(th, y)
	}
	s.InPlace[OpMul] = func(th *Thread, a, b Value) (Value, error) {
		n, ok, err := RepeatCount(th, b)
		if err != nil || !ok {
			return NotImplemented, err
		}
		if err := checkLength(th, n, len(av(a).B)); err != nil {
			return Null, err
		}
		return a, av(a).replace(th, bytes.Repeat(av(a).B, max(n, 0)))
	}
	s.SetItem = func(th *Thread, v, key, val Value) error {
		b := av(v)
		if sl, ok := AsSlice(key); ok {
			return b.setSlice(th, sl, val)
		}
		i, err := byteIndex(th, v, key, len(b.B))
		if err != nil {
			return err
		}
		if i >= len(b.B) { // the key's __index__ has shortened it
			return IndexErrorf("bytearray index out of range")
		}
		if val.IsNull() {
			_, err := b.removeAt(th, i)
			return err
		}
		c, err := byteOf(th, val, "byte")
		if err != nil {
			return err
		}
		if i >= len(b.B) { // the conversion of val has shortened the bytearray
			return IndexErrorf("bytearray index out of range")
		}
		b.B[i] = c
		return nil
	}
	return s
}

// replace sets the content; its size may only change while no view exists.
func (b *ByteArray) replace(th *Thread, content []byte) error {
	if len(content) == len(b.B) {
		copy(b.B, content)
		return nil
	}
	if err := b.resizable(th); err != nil {
		return err
	}
	b.B = content
	return nil
}

func (b *ByteArray) grow(th *Thread, more []byte) error {
	if len(more) == 0 {
		return nil
	}
	if err := b.resizable(th); err != nil {
		return err
	}
	b.B = append(b.B, more...)
	return nil
}

func (b *ByteArray) removeAt(th *Thread, i int) (byte, error) {
	if err := b.resizable(th); err != nil {
		return 0, err
	}
	c := b.B[i]
	b.B = append(b.B[:i], b.B[i+1:]...)
	return c, nil
}

func (b *ByteArray) setSlice(th *Thread, sl *Slice, val Value) error {
	var with []byte
	if !val.IsNull() {
		if val.IsInt() || val.p.typ.layout == LayoutStr {
			return TypeErrorf("can assign only bytes, buffers, or iterables of ints in range(0, 256)")
		}
		var err error
		if with, err = bytesArg(th, "bytearray", []Value{val}, nil); err != nil {
			return err
		}
	}
	sl, err := sl.Evaluated(th)
	if err != nil {
		return err
	}
	start, stop, step, n, err := sl.Indices(th, len(b.B))
	if err != nil {
		return err
	}
	if step == 1 {
		stop = max(start, stop)
		if stop-start == len(with) {
			copy(b.B[start:], with)
			return nil
		}
		out := append(append(append([]byte(nil), b.B[:start]...), with...), b.B[stop:]...)
		return b.replace(th, out)
	}
	if len(with) == 0 {
		gone := make([]bool, len(b.B))
		for i := 0; i < n; i++ {
			gone[start+i*step] = true
		}
		var out []byte
		for i, c := range b.B {
			if !gone[i] {
				out = append(out, c)
			}
		}
		return b.replace(th, out)
	}
	if len(with) != n {
		return ValueErrorf("attempt to assign bytes of size %d to extended slice of size %d", len(with), n)
	}
	for i, c := range with {
		b.B[start+i*step] = c
	}
	return nil
}

// bytesSpec and byteArraySpec share the class methods and what either can do.
func bytesSpec() Spec {
	s := bytesSlots()
	s.Repr = func(th *Thread, v Value) (Value, error) { return NewStr(ReprBytes(raw(v))), nil }
	s.Hash = func(th *Thread, v Value) (int64, error) { return HashBytes(raw(v)), nil }
	s.New = func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
		if cls == BytesType && len(args) == 1 && len(kw) == 0 && args[0].p.typ == BytesType {
			return args[0], nil
		}
		b, err := bytesArg(th, "bytes", args, kw)
		return (&Bytes{Header: Header{typ: cls}, B: b}).Ref(), err
	}
	own := Method{Name: "__bytes__", NoArgs: func(th *Thread, v Value) (Value, error) {
		if v.p.typ == BytesType {
			return v, nil
		}
		return NewBytes(raw(v)), nil
	}}
	return Spec{Slots: s, Methods: append(bytesMethods(), own), Class: []Method{fromHexMethod()}, Static: []Method{makeTransMethod()}}
}

func byteArraySpec() Spec {
	return Spec{Slots: byteArraySlots(), Class: []Method{fromHexMethod()}, Static: []Method{makeTransMethod()},
		Methods: append(byteArrayMethods(), bytesMethods()...)}
}

func fromHexMethod() Method {
	return Method{Name: "fromhex", OneArg: func(th *Thread, cls, text Value) (Value, error) {
		b, err := parseHex(text)
		if err != nil {
			return Null, err
		}
		v := NewBytes(b)
		if cls == BytesType.Ref() {
			return v, nil
		}
		return Call(th, cls, v)
	}}
}

func makeTransMethod() Method { return Method{Name: "maketrans", Fn: makeByteTable} }

func byteArrayMethods() []Method {
	return []Method{
		{Name: "append", OneArg: func(th *Thread, v, x Value) (Value, error) {
			c, err := byteOf(th, x, "byte")
			if err != nil {
				return Null, err
			}
			return None, av(v).grow(th, []byte{c})
		}},
		{Name: "extend", OneArg: func(th *Thread, v, x Value) (Value, error) {
			if x.p.typ.Iter == nil && x.p.typ.GetItem == nil {
				return Null, TypeErrorf("can't extend bytearray with %s", x.p.typ.Name)
			}
			if x.p.typ.layout == LayoutStr {
				return Null, TypeErrorf("expected iterable of integers; got: 'str'")
			}
			b, err := bytesArg(th, "bytearray", []Value{x}, nil)
			if err != nil {
				return Null, err
			}
			return None, av(v).grow(th, b)
		}},
		{Name: "insert", Fn: func(th *Thread, args, kw []Value) (Value, error) {
			a, err := Args("insert", args, kw, "self", "index", "item", "/")
			if err != nil {
				return Null, err
			}
			b := av(a[0])
			i, err := clampIndex(th, a[1])
			if err != nil {
				return Null, err
			}
			c, err := byteOf(th, a[2], "byte")
			if err != nil {
				return Null, err
			}
			if i < 0 {
				i = max(i+len(b.B), 0)
			}
			i = min(i, len(b.B))
			return None, b.replace(th, append(append(append([]byte(nil), b.B[:i]...), c), b.B[i:]...))
		}},
		{Name: "pop", Fn: func(th *Thread, args, kw []Value) (Value, error) {
			a, err := Args("pop", args, kw, "self", "|", "index", "/")
			if err != nil {
				return Null, err
			}
			b := av(a[0])
			if len(b.B) == 0 {
				return Null, IndexErrorf("pop from empty bytearray")
			}
			i := len(b.B) - 1
			if !a[1].IsNull() {
				if i, err = ToInt(th, a[1]); err != nil {
					return Null, err
				}
				if i < 0 {
					i += len(b.B)
				}
				if i < 0 || i >= len(b.B) {
					return Null, IndexErrorf("pop index out of range")
				}
			}
			c, err := b.removeAt(th, i)
			return Int(int64(c)), err
		}},
		{Name: "remove", OneArg: func(th *Thread, v, x Value) (Value, error) {
			c, err := byteOf(th, x, "byte")
			if err != nil {
				return Null, err
			}
			i := bytes.IndexByte(av(v).B, c)
			if i < 0 {
				return Null, ValueErrorf("value not found in bytearray")
			}
			_, err = av(v).removeAt(th, i)
			return None, err
		}},
		{Name: "clear", NoArgs: func(th *Thread, v Value) (Value, error) { return None, av(v).replace(th, nil) }},
		{Name: "copy", NoArgs: func(th *Thread, v Value) (Value, error) { return NewByteArray(append([]byte(nil), av(v).B...)), nil }},
		{Name: "reverse", NoArgs: func(th *Thread, v Value) (Value, error) { reverseBytes(av(v).B); return None, nil }},
		{Name: "resize", OneArg: func(th *Thread, v, x Value) (Value, error) {
			n, err := ToInt(th, x)
			if err != nil {
				return Null, err
			}
			if n < 0 {
				return Null, ValueErrorf("Can only resize to positive sizes, got %d", n)
			}
			if err := checkLength(th, n, 1); err != nil {
				return Null, err
			}
			out := make([]byte, n)
			copy(out, av(v).B)
			return None, av(v).replace(th, out)
		}},
	}
}
