package object

import "bytes"

// The % operator of bytes and bytearray.

// bytesFormat is the operator %, by way of text in which every byte is a character.
func bytesFormat(th *Thread, a, b Value) (Value, error) {
	format := append([]byte(nil), raw(a)...)
	items, isTuple := AsTuple(b)
	var out Value
	if d, ok := AsDict(b); ok {
		m, err := formatMapping(th, format, d)
		if err != nil {
			return Null, err
		}
		out = m
	} else if !isTuple {
		x, err := formatItems(th, format, []Value{b})
		if err != nil {
			return Null, err
		}
		out = x[0]
	} else {
		x, err := formatItems(th, format, items.Items)
		if err != nil {
			return Null, err
		}
		out = NewTuple(x...).Ref()
	}
	text, _ := Decode(th, format, "latin-1", "strict")
	s, err := percentFormat(th, "bytes", text, out)
	if err != nil {
		return Null, err
	}
	r, err := Encode(th, s, "latin-1", "strict")
	return likeBytes(a, r), err
}

// formatItems turns the items of %s and %b into text, and the two conversions of the format into %s.
func formatItems(th *Thread, format []byte, items []Value) ([]Value, error) {
	out := append([]Value(nil), items...)
	n := 0
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		for i++; i < len(format) && bytes.IndexByte([]byte("#0- +.123456789*"), format[i]) >= 0; i++ {
			if format[i] == '*' {
				n++
			}
		}
		if i == len(format) || format[i] == '%' {
			continue
		}
		if format[i] == '(' { // a mapping: its values are seen by the text format
			continue
		}
		if c := format[i]; (c == 's' || c == 'b') && n < len(out) {
			text, err := bytesForFormat(th, out[n])
			if err != nil {
				return nil, err
			}
			format[i], out[n] = 's', text
		}
		if format[i] == 'c' && n < len(out) {
			c, err := byteForFormat(th, out[n])
			if err != nil {
				return nil, err
			}
			out[n] = c
		}
		if (format[i] == 'r' || format[i] == 'a') && n < len(out) {
			text, err := ASCII(th, out[n])
			if err != nil {
				return nil, err
			}
			format[i], out[n] = 's', NewStr(text)
		}
		n++
	}
	return out, nil
}

// byteForFormat is the item of %c, as the number of a byte.
func byteForFormat(th *Thread, v Value) (Value, error) {
	b, isBytes := AsBytes(v)
	a, isArray := AsByteArray(v)
	switch {
	case isBytes && len(b.B) == 1:
		return Int(int64(b.B[0])), nil
	case isArray && len(a.B) == 1:
		return Int(int64(a.B[0])), nil
	case isBytes:
		return Null, TypeErrorf("%%c requires an integer in range(256) or a single byte, not a bytes object of length %d", len(b.B))
	case isArray:
		return Null, TypeErrorf("%%c requires an integer in range(256) or a single byte, not a bytearray object of length %d", len(a.B))
	case !v.IsInt() && v.p.typ.Index == nil:
		return Null, TypeErrorf("%%c requires an integer in range(256) or a single byte, not %s", v.p.typ.Name)
	}
	x, err := Index(th, v)
	if err != nil {
		return Null, err
	}
	if i, ok := x.AsInt(); !ok || i < 0 || i > 255 {
		return Null, OverflowErrorf("%s", "%c arg not in range(256)")
	}
	return x, nil
}

// formatMapping is the mapping of a format with names: its names are bytes, and those of the text that stands for it are text.
func formatMapping(th *Thread, format []byte, d *Dict) (Value, error) {
	m := NewDict()
	for _, k := range d.Keys() {
		v, _, err := d.Get(th, k)
		if err != nil {
			return Null, err
		}
		name, err := BytesOf(k)
		if err != nil {
			continue
		}
		text, _ := Decode(th, name, "latin-1", "strict")
		if b, err := BytesOf(v); err == nil {
			s, _ := Decode(th, b, "latin-1", "strict")
			v = NewStr(s)
		}
		m.Put(text, v)
	}
	for i := 0; i < len(format); i++ {
		if format[i] == ')' && i+1 < len(format) && format[i+1] == 'b' {
			format[i+1] = 's'
		}
	}
	return m.Ref(), nil
}

func bytesForFormat(th *Thread, x Value) (Value, error) {
	b, err := BytesOf(x)
	if err != nil {
		m := x.p.typ.Lookup(th, sBytes)
		if m.IsNull() {
			return Null, TypeErrorf("%%b requires a bytes-like object, or an object that implements __bytes__, not '%s'", x.p.typ.Name)
		}
		r, err := callBound(th, m, x)
		if err != nil {
			return Null, err
		}
		if b, err = BytesOf(r); err != nil {
			return Null, TypeErrorf("__bytes__ returned non-bytes (type %s)", r.p.typ.Name)
		}
	}
	s, err := Decode(th, b, "latin-1", "strict")
	return NewStr(s), err
}
