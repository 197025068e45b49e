package object

import "bytes"

// The methods that bytes and bytearray share. Letters, digits and white space are those of ASCII.

// subsequence is the argument of find and its kin: a byte by its number, or a bytes-like object.
func subsequence(th *Thread, x Value) ([]byte, error) {
	if x.IsInt() || x.p.typ.Index != nil && x.p.typ.layout != LayoutBytes {
		c, err := byteOf(th, x, "byte")
		return []byte{c}, err
	}
	b, err := BytesOf(x)
	if err != nil {
		return nil, TypeErrorf("argument should be integer or bytes-like object, not '%s'", x.p.typ.Name)
	}
	return b, nil
}

// window cuts b by optional start and end arguments; from is where the window begins. It is absent when start lies behind the end.
func window(th *Thread, b []byte, start, end Value) (cut []byte, from int, ok bool, err error) {
	i, j := 0, len(b)
	at := func(v Value, to *int) error {
		if v.IsNull() || v.IsNone() {
			return nil
		}
		n, err := clampIndex(th, v)
		if err != nil {
			return TypeErrorf("slice indices must be integers or None or have an __index__ method")
		}
		if n < 0 {
			n = max(n+len(b), 0)
		}
		*to = n
		return nil
	}
	if err := at(start, &i); err != nil {
		return nil, 0, false, err
	}
	if err := at(end, &j); err != nil {
		return nil, 0, false, err
	}
	j = min(j, len(b))
	if i > j {
		return nil, i, false, nil
	}
	return b[i:j], i, true, nil
}

func bytesMethods() []Method {
	var out []Method
	add := func(name string, f func(th *Thread, a []Value) (Value, error), params ...string) {
		params = append([]string{"self"}, params...)
		out = append(out, Method{Name: name, Fn: func(th *Thread, args, kw []Value) (Value, error) {
			a, err := Args(name, args, kw, params...)
			if err != nil {
				return Null, err
			}
			return f(th, a)
		}})
	}
	search := func(name string, find func(b, sub []byte) int, result func(i int, ok bool) (Value, error)) {
		add(name, func(th *Thread, a []Value) (Value, error) {
			sub, err := subsequence(th, a[1])
			if err != nil {
				return Null, err
			}
			cut, from, ok, err := window(th, raw(a[0]), a[2], a[3])
			if err != nil {
				return Null, err
			}
			i := -1
			if ok {
				i = find(cut, sub)
			}
			if name != "count" && i >= 0 {
				i += from
			}
			return result(i, ok)
		}, "sub", "|", "start", "end", "/")
	}
	position := func(i int, ok bool) (Value, error) { return Int(int64(i)), nil }
	mustFind := func(i int, ok bool) (Value, error) {
		if i < 0 {
			return Null, ValueErrorf("subsection not found")
		}
		return Int(int64(i)), nil
	}
	search("find", bytes.Index, position)
	search("rfind", bytes.LastIndex, position)
	search("index", bytes.Index, mustFind)
	search("rindex", bytes.LastIndex, mustFind)
	search("count", func(b, sub []byte) int {
		if len(sub) == 0 {
			return len(b) + 1 // bytes.Count counts characters here
		}
		return bytes.Count(b, sub)
	}, func(i int, ok bool) (Value, error) { return Int(int64(max(i, 0))), nil })
	affix := func(name string, has func(b, affix []byte) bool) {
		add(name, func(th *Thread, a []Value) (Value, error) {
			cut, _, ok, err := window(th, raw(a[0]), a[2], a[3])
			if err != nil {
				return Null, err
			}
			options := []Value{a[1]}
			if t, isTuple := AsTuple(a[1]); isTuple {
				options = t.Items
			}
			for _, x := range options {
				p, err := BytesOf(x)
				if err != nil {
					if x != a[1] {
						return Null, TypeErrorf("a bytes-like object is required, not '%s'", x.p.typ.Name)
					}
					return Null, TypeErrorf("%s first arg must be bytes or a tuple of bytes, not %s", name, x.p.typ.Name)
				}
				if ok && has(cut, p) {
					return True, nil
				}
			}
			return False, nil
		}, "prefix", "|", "start", "end", "/")
	}
	affix("startswith", bytes.HasPrefix)
	affix("endswith", bytes.HasSuffix)
	strip := func(name string, left, right bool) {
		add(name, func(th *Thread, a []Value) (Value, error) {
			set := []byte(" \t\n\r\v\f")
			if !a[1].IsNull() && !a[1].IsNone() {
				var err error
				if set, err = BytesOf(a[1]); err != nil {
					return Null, err
				}
			}
			b := raw(a[0])
			for left && len(b) > 0 && bytes.IndexByte(set, b[0]) >= 0 {
				b = b[1:]
			}
			for right && len(b) > 0 && bytes.IndexByte(set, b[len(b)-1]) >= 0 {
				b = b[:len(b)-1]
			}
			return copied(a[0], b), nil
		}, "|", "bytes", "/")
	}
	strip("strip", true, true)
	strip("lstrip", true, false)
	strip("rstrip", false, true)
	pad := func(name string, place func(total int) (left int)) {
		add(name, func(th *Thread, a []Value) (Value, error) {
			width, err := ToInt(th, a[1])
			if err != nil {
				return Null, err
			}
			fill := byte(' ')
			if !a[2].IsNull() {
				f, err := BytesOf(a[2])
				if err != nil {
					return Null, TypeErrorf("%s() argument 2 must be a byte string of length 1, not %s", name, a[2].p.typ.Name)
				}
				if len(f) != 1 {
					return Null, TypeErrorf("%s(): argument 2 must be a byte string of length 1, not a %s object of length %d", name, a[2].p.typ.Name, len(f))
				}
				fill = f[0]
			}
			b := raw(a[0])
			total := width - len(b)
			if total <= 0 {
				return copied(a[0], b), nil
			}
			if err := checkLength(th, width, 1); err != nil {
				return Null, err
			}
			out := bytes.Repeat([]byte{fill}, width)
			left := place(total)
			if name == "center" { // as for text, an odd rest goes to the left of an odd width
				left = total/2 + total&width&1
			}
			copy(out[left:], b)
			return likeBytes(a[0], out), nil
		}, "width", "|", "fillchar", "/")
	}
	pad("center", func(total int) int { return total / 2 })
	pad("ljust", func(total int) int { return 0 })
	pad("rjust", func(total int) int { return total })
	add("zfill", func(th *Thread, a []Value) (Value, error) {
		width, err := ToInt(th, a[1])
		if err != nil {
			return Null, err
		}
		b := raw(a[0])
		if width <= len(b) {
			return copied(a[0], b), nil
		}
		if err := checkLength(th, width, 1); err != nil {
			return Null, err
		}
		out := append(bytes.Repeat([]byte{'0'}, width-len(b)), b...)
		if len(b) > 0 && (b[0] == '+' || b[0] == '-') {
			out[0], out[width-len(b)] = b[0], '0'
		}
		return likeBytes(a[0], out), nil
	}, "width", "/")
	out = append(out, byteTests()...)
	out = append(out, byteSplits()...)
	return append(out, byteChanges()...)
}

// copied is b as a result of the kind of v: v itself where it is exactly those bytes.
func copied(v Value, b []byte) Value {
	if v.p.typ == BytesType && len(b) == len(raw(v)) {
		return v
	}
	return likeBytes(v, append([]byte(nil), b...))
}

func isByteUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isByteLower(c byte) bool { return c >= 'a' && c <= 'z' }
func isByteAlpha(c byte) bool { return isByteUpper(c) || isByteLower(c) }
func isByteDigit(c byte) bool { return c >= '0' && c <= '9' }
func isByteSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// byteTests are isalpha and its kin.
func byteTests() []Method {
	var out []Method
	all := func(name string, empty bool, is func(c byte) bool) {
		out = append(out, Method{Name: name, NoArgs: func(th *Thread, v Value) (Value, error) {
			for _, c := range raw(v) {
				if !is(c) {
					return False, nil
				}
			}
			return Bool(empty || len(raw(v)) > 0), nil
		}})
	}
	all("isalpha", false, isByteAlpha)
	all("isdigit", false, isByteDigit)
	all("isalnum", false, func(c byte) bool { return isByteAlpha(c) || isByteDigit(c) })
	all("isspace", false, isByteSpace)
	all("isascii", true, func(c byte) bool { return c < 128 })
	cased := func(name string, want, refuse func(c byte) bool) {
		out = append(out, Method{Name: name, NoArgs: func(th *Thread, v Value) (Value, error) {
			some := false
			for _, c := range raw(v) {
				if refuse(c) {
					return False, nil
				}
				some = some || want(c)
			}
			return Bool(some), nil
		}})
	}
	cased("isupper", isByteUpper, isByteLower)
	cased("islower", isByteLower, isByteUpper)
	return append(out, Method{Name: "istitle", NoArgs: func(th *Thread, v Value) (Value, error) {
		some, inWord := false, false
		for _, c := range raw(v) {
			if isByteUpper(c) && inWord || isByteLower(c) && !inWord {
				return False, nil
			}
			inWord = isByteAlpha(c)
			some = some || inWord
		}
		return Bool(some), nil
	}})
}
