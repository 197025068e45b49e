package object

// lazy is enumerate, zip, map, filter or reversed.
type lazy struct {
	Header
	its    []Value
	fn     Value
	count  Value
	strict bool
	n      int
}

func zv(v Value) *lazy { l, _ := as[lazy](v, layoutLazy); return l }

// Draws are the function (of map and filter; Null for zip) and the iterators that a zip, map or filter draws from: called with them, its type
// gives an iterator in the same state, but for strict, which is a keyword.
func Draws(v Value) (fn Value, its []Value, strict, ok bool) {
	switch v.Type() {
	case ZipType, MapType, FilterType:
		z := zv(v)
		return z.fn, z.its, z.strict, true
	}
	return Null, nil, false, false
}

func enumerateSpec() Spec {
	return Spec{Slots: Slots{Iter: selfIter,
		New: func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
			a, err := Args("enumerate", args, kw, "iterable", "|", "start")
			if err != nil {
				return Null, err
			}
			it, err := Iter(th, a[0])
			if err != nil {
				return Null, err
			}
			start := Int(0)
			if !a[1].IsNull() {
				if start, err = Index(th, a[1]); err != nil {
					return Null, err
				}
			}
			return (&lazy{Header: Header{typ: cls}, its: []Value{it}, count: ToPlainInt(start)}).Ref(), nil
		},
		Next: func(th *Thread, v Value) (Value, error) {
			z := zv(v)
			x, err := Next(th, z.its[0])
			if err != nil || x.IsNull() {
				return Null, err
			}
			i := z.count
			z.count, err = BinaryOp(th, OpAdd, i, Int(1))
			return NewTupleCopy(i, x).Ref(), err
		}}, Class: []Method{{Name: "__class_getitem__", Fn: classGetItem}}}
}

func zipSpec() Spec {
	return Spec{Slots: Slots{Iter: selfIter,
		New: func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
			z := &lazy{Header: Header{typ: cls}}
			n := len(args) - len(kw)
			for i, k := range kw {
				if s, _ := Text(k); s != "strict" {
					return Null, TypeErrorf("zip() got an unexpected keyword argument '%s'", s)
				}
				b, err := IsTrue(th, args[n+i])
				if err != nil {
					return Null, err
				}
				z.strict = b
			}
			for i, x := range args[:n] {
				it, err := Iter(th, x)
				if err != nil {
					if ErrorIs(err, TypeError) && x.p.typ.Iter == nil {
						return Null, TypeErrorf("'%s' object is not iterable", x.p.typ.Name)
					}
					return Null, err
				}
				_ = i
				z.its = append(z.its, it)
			}
			return z.Ref(), nil
		},
		Next: nextZip}}
}

func mapSpec() Spec {
	return Spec{Slots: Slots{Iter: selfIter,
		New: func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
			strict := false
			n := len(args) - len(kw)
			for i, k := range kw {
				if s, _ := Text(k); s != "strict" {
					return Null, TypeErrorf("map() got an unexpected keyword argument '%s'", s)
				}
				strict, _ = IsTrue(th, args[n+i])
			}
			if n < 2 {
				return Null, TypeErrorf("map() must have at least two arguments.")
			}
			z := &lazy{Header: Header{typ: cls}, fn: args[0], strict: strict}
			for _, x := range args[1:n] {
				it, err := Iter(th, x)
				if err != nil {
					return Null, err
				}
				z.its = append(z.its, it)
			}
			return z.Ref(), nil
		},
		Next: func(th *Thread, v Value) (Value, error) {
			z := zv(v)
			if len(z.its) == 1 {
				x, err := Next(th, z.its[0])
				if err != nil || x.IsNull() {
					return Null, err
				}
				return Call(th, z.fn, x)
			}
			t, err := nextZip(th, v)
			if err != nil || t.IsNull() {
				return Null, err
			}
			return CallArgs(th, z.fn, tv(t).Items, nil)
		}}}
}

func filterSpec() Spec {
	return Spec{Slots: Slots{Iter: selfIter,
		New: func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
			if len(args) != 2 {
				return Null, TypeErrorf("filter expected 2 arguments, got %d", len(args))
			}
			it, err := Iter(th, args[1])
			if err != nil {
				return Null, err
			}
			return (&lazy{Header: Header{typ: cls}, its: []Value{it}, fn: args[0]}).Ref(), nil
		},
		Next: func(th *Thread, v Value) (Value, error) {
			z := zv(v)
			for {
				x, err := Next(th, z.its[0])
				if err != nil || x.IsNull() {
					return Null, err
				}
				keep := x
				if !z.fn.IsNone() {
					if keep, err = Call(th, z.fn, x); err != nil {
						return Null, err
					}
				}
				ok, err := IsTrue(th, keep)
				if err != nil {
					return Null, err
				}
				if ok {
					return x, nil
				}
			}
		}}}
}

func reversedSpec() Spec {
	return Spec{Slots: Slots{Iter: selfIter,
		New: func(th *Thread, cls *Type, args, kw []Value) (Value, error) {
			if len(args) != 1 || len(kw) > 0 {
				return Null, TypeErrorf("reversed expected 1 argument, got %d", len(args))
			}
			v := args[0]
			if m := v.p.typ.Lookup(th, sReversed); !m.IsNull() {
				if m.IsNone() {
					return Null, TypeErrorf("'%s' object is not reversible", v.p.typ.Name)
				}
				return callBound(th, m, v)
			}
			if v.p.typ.Len == nil || v.p.typ.GetItem == nil || v.p.typ.layout == LayoutSet {
				return Null, TypeErrorf("'%s' object is not reversible", v.p.typ.Name)
			}
			n, err := Len(th, v)
			if err != nil {
				return Null, err
			}
			return (&lazy{Header: Header{typ: cls}, its: []Value{v}, n: n - 1}).Ref(), nil
		},
		Next: func(th *Thread, v Value) (Value, error) {
			z := zv(v)
			if z.n < 0 {
				return Null, nil
			}
			x, err := GetItem(th, z.its[0], Int(int64(z.n)))
			z.n--
			if err != nil && ErrorIs(err, IndexError) {
				z.n = -1
				return Null, nil
			}
			return x, err
		}}}
}

func nextZip(th *Thread, v Value) (Value, error) {
	z := zv(v)
	if len(z.its) == 0 {
		return Null, nil
	}
	name := v.p.typ.Name
	var buf [4]Value
	out := buf[:0]
	for i, it := range z.its {
		x, err := Next(th, it)
		if err != nil {
			return Null, err
		}
		if x.IsNull() {
			if !z.strict {
				return Null, nil
			}
			if i > 0 {
				return Null, ValueErrorf("%s() argument %d is shorter than argument%s %s", name, i+1, plural(i), span(i))
			}
			for j := 1; j < len(z.its); j++ {
				y, err := Next(th, z.its[j])
				if err != nil {
					return Null, err
				}
				if !y.IsNull() {
					return Null, ValueErrorf("%s() argument %d is longer than argument%s %s", name, j+1, plural(j), span(j))
				}
			}
			return Null, nil
		}
		out = append(out, x)
	}
	return NewTupleCopy(out...).Ref(), nil
}

func span(n int) string {
	if n == 1 {
		return "1"
	}
	return "1-" + formatInt(int64(n))
}
