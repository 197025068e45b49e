package object

import (
	"math"
	"strings"
	"unicode"
)

func isSpace(r rune) bool {
	return r == ' ' || r >= 9 && r <= 13 || r >= 0x1c && r <= 0x1f || r == 0x85 || r == 0xa0 || r > 0xff && unicode.IsSpace(r)
}

func digitValue(r rune) int {
	if r >= '0' && r <= '9' {
		return int(r - '0')
	}
	if r > 127 && unicode.Is(unicode.Nd, r) {
		// Decimal digits come in runs of ten that start at a multiple of the block.
		z := r
		for unicode.Is(unicode.Nd, z-1) && r-z < 9 {
			z--
		}
		return int(r - z)
	}
	return -1
}

func strArg(fname string, v Value) (string, error) {
	if s, ok := AsStr(v); ok {
		return s.S, nil
	}
	return "", TypeErrorf("%s() argument must be str, not %s", fname, v.p.typ.Name)
}

func sv(v Value) *Str { s, _ := AsStr(v); return s }

func strMap(f func(string) string) UnaryFunc {
	return func(th *Thread, v Value) (Value, error) { return NewStr(f(sv(v).S)), nil }
}

// strTest is a predicate that holds for every character of a non-empty string.
func strTest(f func(rune) bool) UnaryFunc {
	return func(th *Thread, v Value) (Value, error) {
		s := sv(v).S
		for i := 0; i < len(s); {
			r, n := DecodeRune(s[i:])
			if !f(r) {
				return False, nil
			}
			i += n
		}
		return Bool(s != ""), nil
	}
}

func strStrip(fname string, left, right bool) Method {
	strip := func(s string, chars Value) (Value, error) {
		test := isSpace
		if !chars.IsNull() && !chars.IsNone() {
			set, ok := AsStr(chars)
			if !ok {
				return Null, TypeErrorf("%s arg must be None or str", fname)
			}
			test = func(r rune) bool { return strings.ContainsRune(set.S, r) }
		}
		if left {
			s = strings.TrimLeftFunc(s, test)
		}
		if right {
			s = strings.TrimRightFunc(s, test)
		}
		return NewStr(s), nil
	}
	return Method{Name: fname,
		NoArgs: func(th *Thread, v Value) (Value, error) { return strip(sv(v).S, Null) },
		OneArg: func(th *Thread, v, chars Value) (Value, error) { return strip(sv(v).S, chars) },
		Fn: func(th *Thread, args, kw []Value) (Value, error) {
			a, err := Args(fname, args, kw, "self", "|", "chars", "/")
			if err != nil {
				return Null, err
			}
			return strip(sv(a[0]).S, a[1])
		}}
}

// plainStr is a string as an exact str.
func plainStr(v Value) Value {
	if v.p.typ == StrType {
		return v
	}
	return NewStr(sv(v).S)
}

func strJust(fname string, align byte) CallFunc {
	return func(th *Thread, args, kw []Value) (Value, error) {
		a, err := Args(fname, args, kw, "self", "width", "|", "fillchar", "/")
		if err != nil {
			return Null, err
		}
		w, err := ToInt(th, a[1])
		if err != nil {
			return Null, err
		}
		fill := " "
		if !a[2].IsNull() {
			f, ok := AsStr(a[2])
			if !ok {
				return Null, TypeErrorf("The fill character must be a unicode character, not %s", a[2].p.typ.Name)
			}
			if f.Len() != 1 {
				return Null, TypeErrorf("The fill character must be exactly one character long")
			}
			fill = f.S
		}
		s := sv(a[0])
		n := w - s.Len()
		if n <= 0 {
			return plainStr(a[0]), nil
		}
		if err := checkLength(th, n, len(fill)); err != nil {
			return Null, err
		}
		switch align {
		case '<':
			return NewStr(s.S + strings.Repeat(fill, n)), nil
		case '>':
			return NewStr(strings.Repeat(fill, n) + s.S), nil
		}
		left := n/2 + (n & w & 1)
		return NewStr(strings.Repeat(fill, left) + s.S + strings.Repeat(fill, n-left)), nil
	}
}

// Join is sep.join(iterable).
func Join(th *Thread, sep string, it Value) (Value, error) {
	var items []Value
	if t := it.p.typ; t == ListType || t == TupleType {
		items, _ = Items(it)
	} else {
		it, err := Iter(th, it)
		if err != nil {
			if ErrorIs(err, TypeError) {
				return Null, TypeErrorf("can only join an iterable")
			}
			return Null, err
		}
		if items, err = ToSlice(th, it); err != nil {
			return Null, err
		}
	}
	size := len(sep) * max(0, len(items)-1)
	for i, x := range items {
		s, ok := AsStr(x)
		if !ok {
			return Null, TypeErrorf("sequence item %d: expected str instance, %s found", i, x.p.typ.Name)
		}
		size += len(s.S)
		if err := checkLength(th, size, 1); err != nil {
			return Null, err
		}
	}
	var b strings.Builder
	b.Grow(size)
	for i, x := range items {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(sv(x).S)
	}
	return NewStr(b.String()), nil
}

func strTranslate(th *Thread, v, table Value) (Value, error) {
	var b []byte
	for _, r := range DecodeWTF8(sv(v).S) {
		x, err := GetItem(th, table, Int(int64(r)))
		if err != nil {
			if ErrorIs(err, LookupError) {
				b = AppendRune(b, r)
				continue
			}
			return Null, err
		}
		if s, ok := AsStr(x); ok {
			b = append(b, s.S...)
		} else if x.IsInt() {
			i, ok := x.AsInt()
			if !ok || i < 0 || i > 0x10ffff {
				return Null, ValueErrorf("character mapping must be in range(0x110000)")
			}
			b = AppendRune(b, rune(i))
		} else if !x.IsNone() {
			return Null, TypeErrorf("character mapping must return integer, None or str")
		}
	}
	return NewStr(string(b)), nil
}

func strMakeTrans(th *Thread, args, kw []Value) (Value, error) {
	d := NewDict()
	switch len(args) {
	case 1:
		src, ok := AsDict(args[0])
		if !ok {
			return Null, TypeErrorf("if you give only one argument to maketrans it must be a dict")
		}
		err := src.Each(th, func(th *Thread, k, v Value) error {
			if s, ok := AsStr(k); ok {
				if s.Len() != 1 {
					return ValueErrorf("string keys in translatetable must be of length 1")
				}
				k = Int(int64(DecodeWTF8(s.S)[0]))
			} else if !k.IsInt() {
				return TypeErrorf("keys in translate table mustbe strings or integers")
			}
			return d.Set(th, k, v)
		})
		return d.Ref(), err
	case 2, 3:
		x, okx := AsStr(args[0])
		y, oky := AsStr(args[1])
		if !okx {
			return Null, TypeErrorf("first maketrans argument must be a string if there is a second argument")
		}
		if !oky {
			return Null, TypeErrorf("maketrans() argument 2 must be str, not %s", args[1].p.typ.Name)
		}
		xs, ys := DecodeWTF8(x.S), DecodeWTF8(y.S)
		if len(xs) != len(ys) {
			return Null, ValueErrorf("the first two maketrans arguments must have equal length")
		}
		for i := range xs {
			d.Set(th, Int(int64(xs[i])), Int(int64(ys[i])))
		}
		if len(args) == 3 {
			gone, ok := AsStr(args[2])
			if !ok {
				return Null, TypeErrorf("maketrans() argument 3 must be str, not %s", args[2].p.typ.Name)
			}
			for _, r := range DecodeWTF8(gone.S) {
				d.Set(th, Int(int64(r)), None)
			}
		}
		return d.Ref(), nil
	}
	if len(args) == 0 {
		return Null, TypeErrorf("maketrans expected at least 1 argument, got 0")
	}
	return Null, TypeErrorf("maketrans expected at most 3 arguments, got %d", len(args))
}

func strExpandTabs(th *Thread, args, kw []Value) (Value, error) {
	a, err := Args("expandtabs", args, kw, "self", "/", "|", "tabsize")
	if err != nil {
		return Null, err
	}
	size := 8
	if !a[1].IsNull() {
		if size, err = ToInt(th, a[1]); err != nil {
			return Null, err
		}
		if size > math.MaxInt32 {
			return Null, OverflowErrorf("Python int too large to convert to C int")
		}
	}
	if err := checkLength(th, size, strings.Count(sv(a[0]).S, "\t")); err != nil {
		return Null, err
	}
	var b strings.Builder
	col := 0
	for _, r := range sv(a[0]).S {
		switch r {
		case '\t':
			if size > 0 {
				n := size - col%size
				b.WriteString(strings.Repeat(" ", n))
				col += n
			}
			continue
		case '\n', '\r':
			col = -1
		}
		b.WriteRune(r)
		col++
	}
	return NewStr(b.String()), nil
}

// IsIdentifier tells whether s is a valid Python name.
func IsIdentifier(s string) bool {
	for i, r := range s {
		if r == '_' || unicode.IsLetter(r) || unicode.Is(unicode.Nl, r) {
			continue
		}
		if i > 0 && (unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r) || unicode.Is(unicode.Pc, r)) {
			continue
		}
		return false
	}
	return s != ""
}

func strNew(th *Thread, cls *Type, args, kw []Value) (Value, error) {
	if len(args) == 1 && len(kw) == 0 && cls == StrType {
		return StrValueOf(th, args[0])
	}
	if len(args) > 3 {
		return Null, TypeErrorf("str expected at most 3 arguments, got %d", len(args))
	}
	a, err := Args("str", args, kw, "|", "object", "encoding", "errors")
	if err != nil {
		return Null, err
	}
	var v Value
	switch {
	case a[0].IsNull():
		v = NewStr("")
	case a[1].IsNull() && a[2].IsNull():
		if v, err = StrValueOf(th, a[0]); err != nil {
			return Null, err
		}
	default:
		for i, n := range []string{"encoding", "errors"} {
			if x := a[i+1]; !x.IsNull() && x.p.typ.layout != LayoutStr {
				return Null, TypeErrorf("str() argument '%s' must be str, not %s", n, x.p.typ.Name)
			}
		}
		b, err := BytesOf(a[0])
		if err != nil {
			if _, ok := AsStr(a[0]); ok {
				return Null, TypeErrorf("decoding str is not supported")
			}
			return Null, TypeErrorf("decoding to str: need a bytes-like object, %s found", a[0].p.typ.Name)
		}
		enc, errs := "utf-8", "strict"
		for i, to := range []*string{&enc, &errs} {
			if x := a[1+i]; !x.IsNull() {
				s, ok := Text(x)
				if !ok {
					return Null, TypeErrorf("str() argument '%s' must be str, not %s", [...]string{"encoding", "errors"}[i], x.p.typ.Name)
				}
				*to = s
			}
		}
		s, err := Decode(th, b, enc, errs)
		if err != nil {
			return Null, err
		}
		v = NewStr(s)
	}
	if cls == StrType {
		return v, nil
	}
	s, _ := AsStr(v)
	return (&Str{Header: Header{typ: cls}, S: s.S}).Ref(), nil
}

func strSpec() Spec {
	var ops, refl [NumOps]BinaryFunc
	ops[OpAdd] = func(th *Thread, a, b Value) (Value, error) {
		y, ok := AsStr(b)
		if !ok {
			return NotImplemented, nil
		}
		x := sv(a)
		if x.S == "" && b.p.typ == StrType {
			return b, nil
		}
		return NewStr(x.S + y.S), nil
	}
	ops[OpMul] = func(th *Thread, a, b Value) (Value, error) {
		n, ok, err := RepeatCount(th, b)
		if err != nil || !ok {
			return NotImplemented, err
		}
		if err := checkLength(th, n, len(sv(a).S)); err != nil {
			return Null, err
		}
		return NewStr(strings.Repeat(sv(a).S, max(n, 0))), nil
	}
	refl[OpMul] = ops[OpMul]
	ops[OpMod] = func(th *Thread, a, b Value) (Value, error) {
		s, err := PercentFormat(th, sv(a).S, b)
		return NewStr(s), err
	}
	return Spec{
		Slots: Slots{
			Repr: func(th *Thread, v Value) (Value, error) { return NewStr(ReprStr(sv(v).S)), nil },
			Str: func(th *Thread, v Value) (Value, error) {
				if v.p.typ == StrType {
					return v, nil
				}
				return NewStr(sv(v).S), nil
			},
			Hash: func(th *Thread, v Value) (int64, error) { return sv(v).Hash(), nil },
			Compare: func(th *Thread, a, b Value, op CompareOp) (Value, error) {
				y, ok := AsStr(b)
				if !ok {
					return NotImplemented, nil
				}
				return Bool(compareOrdered(op, sv(a).S, y.S)), nil
			},
			Iter: func(th *Thread, v Value) (Value, error) { return newStrIter(sv(v)), nil },
			Len:  func(th *Thread, v Value) (int, error) { return sv(v).Len(), nil },
			GetItem: func(th *Thread, v, key Value) (Value, error) {
				s := sv(v)
				if sl, ok := AsSlice(key); ok {
					start, _, step, n, err := sl.Indices(th, s.Len())
					if err != nil {
						return Null, err
					}
					if step == 1 {
						return NewStr(s.Slice(start, start+n)), nil
					}
					rs := make([]rune, n)
					if s.IsASCII() {
						for i := range rs {
							rs[i] = rune(s.S[start+i*step])
						}
					} else {
						for i := range rs {
							rs[i] = s.Runes()[start+i*step]
						}
					}
					return NewStr(EncodeWTF8(rs)), nil
				}
				i, err := seqIndex(th, key, s.Len(), "string")
				if err != nil {
					return Null, err
				}
				return s.At(i), nil
			},
			Contains: func(th *Thread, v, x Value) (bool, error) {
				s, ok := AsStr(x)
				if !ok {
					return false, TypeErrorf("'in <string>' requires string as left operand, not %s", x.p.typ.Name)
				}
				return strings.Contains(sv(v).S, s.S), nil
			},
			Binary: ops, Reflected: refl,
			New:    strNew,
			NewOne: StrValueOf,
			Format: func(th *Thread, v Value, spec string) (string, error) {
				if spec == "" {
					return StrOf(th, v) // that of a subclass, if it has one
				}
				return formatStrSpec(th, sv(v).S, spec)
			},
		},
		Methods: []Method{
			{Name: "upper", NoArgs: strMap(upper)}, {Name: "lower", NoArgs: strMap(lower)},
			{Name: "casefold", NoArgs: strMap(foldCase)},
			{Name: "title", NoArgs: strMap(titleCase)}, {Name: "capitalize", NoArgs: strMap(capitalize)}, {Name: "swapcase", NoArgs: strMap(swapCase)},
			{Name: "isalpha", NoArgs: strTest(unicode.IsLetter)},
			{Name: "isdigit", NoArgs: strTest(isDigitRune)},
			{Name: "isdecimal", NoArgs: strTest(unicode.IsDigit)}, {Name: "isnumeric", NoArgs: strTest(isNumeric)},
			{Name: "isalnum", NoArgs: strTest(func(r rune) bool { return unicode.IsLetter(r) || isNumeric(r) })},
			{Name: "isspace", NoArgs: strTest(isSpace)},
			{Name: "isprintable", NoArgs: func(th *Thread, v Value) (Value, error) {
				for _, r := range DecodeWTF8(sv(v).S) {
					if !IsPrintable(r) {
						return False, nil
					}
				}
				return True, nil
			}},
			{Name: "isascii", NoArgs: func(th *Thread, v Value) (Value, error) { return Bool(sv(v).IsASCII()), nil }},
			{Name: "isidentifier", NoArgs: func(th *Thread, v Value) (Value, error) { return Bool(IsIdentifier(sv(v).S)), nil }},
			{Name: "isupper", NoArgs: cased(isUpper, isLower)}, {Name: "islower", NoArgs: cased(isLower, isUpper)},
			{Name: "istitle", NoArgs: isTitle},
			strFind("find", false, false), strFind("rfind", true, false),
			strFind("index", false, true), strFind("rindex", true, true),
			strCount(),
			strAffix("startswith", strings.HasPrefix), strAffix("endswith", strings.HasSuffix),
			strStrip("strip", true, true), strStrip("lstrip", true, false), strStrip("rstrip", false, true),
			{Name: "ljust", Fn: strJust("ljust", '<')}, {Name: "rjust", Fn: strJust("rjust", '>')}, {Name: "center", Fn: strJust("center", '^')},
			{Name: "zfill", OneArg: func(th *Thread, v, w Value) (Value, error) {
				n, err := ToInt(th, w)
				if err != nil {
					return Null, err
				}
				s := sv(v)
				if n -= s.Len(); n <= 0 {
					return NewStr(s.S), nil
				}
				if err := checkLength(th, n, 1); err != nil {
					return Null, err
				}
				if s.S != "" && (s.S[0] == '+' || s.S[0] == '-') {
					return NewStr(s.S[:1] + strings.Repeat("0", n) + s.S[1:]), nil
				}
				return NewStr(strings.Repeat("0", n) + s.S), nil
			}},
			strSplit("split", false), strSplit("rsplit", true),
			{Name: "splitlines", Fn: func(th *Thread, args, kw []Value) (Value, error) {
				a, err := Args("splitlines", args, kw, "self", "/", "|", "keepends")
				if err != nil {
					return Null, err
				}
				keep := false
				if !a[1].IsNull() {
					if keep, err = IsTrue(th, a[1]); err != nil {
						return Null, err
					}
				}
				return StrList(SplitLines(sv(a[0]).S, keep)), nil
			}},
			{Name: "join", OneArg: func(th *Thread, v, it Value) (Value, error) { return Join(th, sv(v).S, it) }},
			{Name: "replace", Fn: strReplace},
			{Name: "partition", OneArg: strPartition(false)}, {Name: "rpartition", OneArg: strPartition(true)},
			{Name: "removeprefix", OneArg: func(th *Thread, v, p Value) (Value, error) {
				s, err := strArg("removeprefix", p)
				return NewStr(strings.TrimPrefix(sv(v).S, s)), err
			}},
			{Name: "removesuffix", OneArg: func(th *Thread, v, p Value) (Value, error) {
				s, err := strArg("removesuffix", p)
				return NewStr(strings.TrimSuffix(sv(v).S, s)), err
			}},
			{Name: "translate", OneArg: strTranslate}, {Name: "expandtabs", Fn: strExpandTabs},
			{Name: "format", Fn: strFormat},
			{Name: "format_map", OneArg: func(th *Thread, v, m Value) (Value, error) {
				s, err := FormatMap(th, sv(v).S, m)
				return NewStr(s), err
			}},
			{Name: "encode", Fn: func(th *Thread, args, kw []Value) (Value, error) {
				a, err := Args("encode", args, kw, "self", "/", "|", "encoding", "errors")
				if err != nil {
					return Null, err
				}
				enc, errs := "utf-8", "strict"
				for i, to := range []*string{&enc, &errs} {
					if x := a[i+1]; !x.IsNull() {
						var ok bool
						if *to, ok = Text(x); !ok {
							return Null, TypeErrorf("encode() argument '%s' must be str, not %s", [...]string{"encoding", "errors"}[i], x.p.typ.Name)
						}
					}
				}
				b, err := Encode(th, sv(a[0]).S, enc, errs)
				if err != nil {
					return Null, err
				}
				return NewBytes(b), nil
			}},
			{Name: "__getnewargs__", NoArgs: func(th *Thread, v Value) (Value, error) { return NewTuple(NewStr(sv(v).S)).Ref(), nil }},
		},
		Static: []Method{{Name: "maketrans", Fn: strMakeTrans}},
	}
}

// RepeatCount is the int operand of a sequence repetition, and whether it is one.
func RepeatCount(th *Thread, v Value) (int, bool, error) {
	if i, ok := v.AsInt(); ok {
		return int(i), true, nil
	}
	if v.IsInt() {
		return 0, false, OverflowErrorf("cannot fit 'int' into an index-sized integer")
	}
	if v.p.typ.Index == nil {
		return 0, false, nil
	}
	n, err := ToInt(th, v)
	return n, true, err
}
