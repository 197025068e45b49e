package object

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf8"
)

// NewBytes is a bytes object that keeps b.
func NewBytes(b []byte) Value { return (&Bytes{Header: Header{typ: BytesType}, B: b}).Ref() }

// NewByteArray is a bytearray that keeps b.
func NewByteArray(b []byte) Value {
	return (&ByteArray{Header: Header{typ: ByteArrayType}, B: b}).Ref()
}

// Buffered is what a Native payload implements to be taken where bytes are expected.
type Buffered interface{ Buffer() []byte }

// BytesOf is the content of a bytes-like object.
func BytesOf(v Value) ([]byte, error) {
	if b, ok := AsBytes(v); ok {
		return b.B, nil
	}
	if b, ok := AsByteArray(v); ok {
		return b.B, nil
	}
	if n, ok := AsNative(v); ok {
		if b, ok := n.V.(Buffered); ok {
			return b.Buffer(), nil
		}
	}
	return nil, TypeErrorf("a bytes-like object is required, not '%s'", v.p.typ.Name)
}

func normEncoding(enc string) string {
	e := strings.ReplaceAll(strings.ToLower(enc), "_", "-")
	switch e {
	case "utf8", "u8", "utf":
		return "utf-8"
	case "us-ascii", "646":
		return "ascii"
	case "latin1", "iso-8859-1", "iso8859-1", "l1", "latin":
		return "latin-1"
	case "utf16":
		return "utf-16"
	case "utf32":
		return "utf-32"
	}
	return e
}

func unicodeError(t *Type, enc string, obj Value, start, end int, reason string) error {
	return NewExceptionArgs(t, NewStr(enc), obj, Int(int64(start)), Int(int64(end)), NewStr(reason))
}

// Encode is str.encode.
func Encode(s, enc, errs string) ([]byte, error) {
	var out []byte
	fail := func(name string, i int, r rune, reason string) error {
		switch errs {
		case "ignore":
		case "replace":
			out = append(out, '?')
		case "backslashreplace":
			switch {
			case r < 0x100:
				out = fmt.Appendf(out, "\\x%02x", r)
			case r < 0x10000:
				out = fmt.Appendf(out, "\\u%04x", r)
			default:
				out = fmt.Appendf(out, "\\U%08x", r)
			}
		case "xmlcharrefreplace":
			out = fmt.Appendf(out, "&#%d;", r)
		case "surrogateescape":
			if r >= 0xDC80 && r <= 0xDCFF {
				out = append(out, byte(r-0xDC00))
				return nil
			}
			fallthrough
		case "strict":
			return unicodeError(UnicodeEncodeError, name, NewStr(s), i, i+1, reason)
		case "surrogatepass":
			out = AppendRune(out, r)
		default:
			return Raisef(LookupError, "unknown error handler name '%s'", errs)
		}
		return nil
	}
	switch e := normEncoding(enc); e {
	case "utf-8":
		if utf8.ValidString(s) {
			return []byte(s), nil
		}
		for i, r := range DecodeWTF8(s) {
			if r >= 0xD800 && r < 0xE000 {
				if err := fail("utf-8", i, r, "surrogates not allowed"); err != nil {
					return nil, err
				}
				continue
			}
			out = utf8.AppendRune(out, r)
		}
	case "ascii", "latin-1":
		limit, name, reason := rune(128), "ascii", "ordinal not in range(128)"
		if e == "latin-1" {
			limit, name, reason = 256, "latin-1", "ordinal not in range(256)"
		}
		for i, r := range DecodeWTF8(s) {
			if r < limit {
				out = append(out, byte(r))
			} else if err := fail(name, i, r, reason); err != nil {
				return nil, err
			}
		}
	case "utf-16", "utf-16-le", "utf-16-be":
		if e == "utf-16" {
			out = append(out, 0xff, 0xfe)
		}
		unit := func(u uint16) {
			if e == "utf-16-be" {
				out = append(out, byte(u>>8), byte(u))
			} else {
				out = append(out, byte(u), byte(u>>8))
			}
		}
		for _, r := range DecodeWTF8(s) {
			if r >= 0x10000 {
				r -= 0x10000
				unit(uint16(0xD800 + r>>10))
				unit(uint16(0xDC00 + r&0x3ff))
			} else {
				unit(uint16(r))
			}
		}
	case "utf-32", "utf-32-le":
		if e == "utf-32" {
			out = append(out, 0xff, 0xfe, 0, 0)
		}
		for _, r := range DecodeWTF8(s) {
			out = append(out, byte(r), byte(r>>8), byte(r>>16), byte(r>>24))
		}
	default:
		return nil, Raisef(LookupError, "unknown encoding: %s", enc)
	}
	return out, nil
}

// Decode is bytes.decode.
func Decode(b []byte, enc, errs string) (string, error) {
	var out []byte
	fail := func(name string, i, end int, reason string) error {
		switch errs {
		case "ignore":
		case "replace":
			out = utf8.AppendRune(out, 0xFFFD)
		case "backslashreplace":
			for _, c := range b[i:end] {
				out = fmt.Appendf(out, "\\x%02x", c)
			}
		case "surrogateescape":
			for _, c := range b[i:end] {
				out = AppendRune(out, 0xDC00+rune(c))
			}
		case "strict":
			return unicodeError(UnicodeDecodeError, name, NewBytes(b), i, end, reason)
		default:
			return Raisef(LookupError, "unknown error handler name '%s'", errs)
		}
		return nil
	}
	switch e := normEncoding(enc); e {
	case "utf-8", "utf-8-sig":
		if e == "utf-8-sig" {
			b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))
		}
		if utf8.Valid(b) {
			return string(b), nil
		}
		for i := 0; i < len(b); {
			r, n := utf8.DecodeRune(b[i:])
			if r != utf8.RuneError || n > 1 {
				out = append(out, b[i:i+n]...)
				i += n
				continue
			}
			reason, bad := "invalid start byte", 1
			if c := b[i]; c >= 0xc2 && c <= 0xf4 {
				need := 1
				if c >= 0xe0 {
					need = 2
				}
				if c >= 0xf0 {
					need = 3
				}
				reason = "invalid continuation byte"
				for bad <= need && i+bad < len(b) && b[i+bad]&0xc0 == 0x80 {
					if bad == 1 && (c == 0xe0 && b[i+1] < 0xa0 || c == 0xed && b[i+1] >= 0xa0 || c == 0xf0 && b[i+1] < 0x90 || c == 0xf4 && b[i+1] >= 0x90) {
						break
					}
					bad++
				}
				if i+bad >= len(b) && bad <= need {
					reason = "unexpected end of data"
				}
			}
			if err := fail("utf-8", i, i+bad, reason); err != nil {
				return "", err
			}
			i += bad
		}
	case "ascii":
		for i, c := range b {
			if c < 128 {
				out = append(out, c)
			} else if err := fail("ascii", i, i+1, "ordinal not in range(128)"); err != nil {
				return "", err
			}
		}
	case "latin-1":
		for _, c := range b {
			out = utf8.AppendRune(out, rune(c))
		}
	case "utf-16", "utf-16-le", "utf-16-be":
		bigEnd := e == "utf-16-be"
		if e == "utf-16" && len(b) >= 2 {
			if b[0] == 0xfe && b[1] == 0xff {
				bigEnd, b = true, b[2:]
			} else if b[0] == 0xff && b[1] == 0xfe {
				b = b[2:]
			}
		}
		for i := 0; i+1 < len(b); i += 2 {
			get := func(k int) rune {
				if bigEnd {
					return rune(b[k])<<8 | rune(b[k+1])
				}
				return rune(b[k+1])<<8 | rune(b[k])
			}
			r := get(i)
			if r >= 0xD800 && r < 0xDC00 && i+3 < len(b) {
				r = 0x10000 + (r-0xD800)<<10 + get(i+2) - 0xDC00
				i += 2
			}
			out = AppendRune(out, r)
		}
	default:
		return "", Raisef(LookupError, "unknown encoding: %s", enc)
	}
	return string(out), nil
}

// ReprBytes is the repr of bytes, with the prefix b.
func ReprBytes(data []byte) string {
	q := byte('\'')
	if bytes.IndexByte(data, '\'') >= 0 && bytes.IndexByte(data, '"') < 0 {
		q = '"'
	}
	var b strings.Builder
	b.WriteString("b")
	b.WriteByte(q)
	for _, c := range data {
		switch {
		case c == q || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '\n':
			b.WriteString("\\n")
		case c == '\r':
			b.WriteString("\\r")
		case c == '\t':
			b.WriteString("\\t")
		case c < 0x20 || c >= 0x7f:
			fmt.Fprintf(&b, "\\x%02x", c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte(q)
	return b.String()
}

// parseHex is the argument of fromhex: pairs of digits, with white space between the pairs.
func parseHex(v Value) ([]byte, error) {
	text, ok := Text(v)
	if !ok {
		b, err := BytesOf(v)
		if err != nil {
			return nil, TypeErrorf("fromhex() argument must be str or bytes-like, not %s", v.p.typ.Name)
		}
		text = string(b)
	}
	chars := DecodeWTF8(text)
	var out []byte
	for i := 0; i < len(chars); i++ {
		if c := chars[i]; c == ' ' || c >= '\t' && c <= '\r' {
			continue
		}
		var pair [2]byte
		for k := range pair {
			if i+k == len(chars) {
				return nil, ValueErrorf("fromhex() arg must contain an even number of hexadecimal digits")
			}
			c := chars[i+k]
			if c >= 128 || !strings.ContainsRune("0123456789abcdefABCDEF", c) {
				return nil, ValueErrorf("non-hexadecimal number found in fromhex() arg at position %d", i+k)
			}
			pair[k] = byte(c)
		}
		var one [1]byte
		hex.Decode(one[:], pair[:])
		out = append(out, one[0])
		i++
	}
	return out, nil
}

// bytesArg gathers the content for bytes(...) and bytearray(...).
func bytesArg(name string, args, kw []Value) ([]byte, error) {
	a, err := Args(name, args, kw, "|", "source", "encoding", "errors")
	if err != nil {
		return nil, err
	}
	src := a[0]
	if src.IsNull() {
		return nil, nil
	}
	if s, ok := AsStr(src); ok {
		if a[1].IsNull() {
			return nil, TypeErrorf("string argument without an encoding")
		}
		enc, _ := Text(a[1])
		errs := "strict"
		if !a[2].IsNull() {
			errs, _ = Text(a[2])
		}
		return Encode(s.S, enc, errs)
	}
	if b, err := BytesOf(src); err == nil {
		return append([]byte(nil), b...), nil
	}
	if m := src.p.typ.Lookup(sBytes); !m.IsNull() {
		r, err := callBound(m, src)
		if err != nil {
			return nil, err
		}
		return BytesOf(r)
	}
	if src.IsInt() || src.p.typ.Index != nil {
		n, err := ToInt(src)
		if err != nil {
			return nil, err
		}
		if n < 0 {
			return nil, ValueErrorf("negative count")
		}
		if err := checkLength(n, 1); err != nil {
			return nil, err
		}
		return make([]byte, n), nil
	}
	var out []byte
	if src.p.typ.Iter == nil {
		return nil, TypeErrorf("cannot convert '%s' object to %s", src.p.typ.Name, name)
	}
	err = Iterate(src, func(x Value) error {
		i, err := byteOf(x, name)
		out = append(out, i)
		return err
	})
	return out, err
}

func byteOf(x Value, where string) (byte, error) {
	i, err := ToInt(x)
	if err != nil {
		return 0, err
	}
	if i < 0 || i > 255 {
		if where == "bytes" {
			return 0, ValueErrorf("bytes must be in range(0, 256)")
		}
		return 0, ValueErrorf("byte must be in range(0, 256)")
	}
	return byte(i), nil
}

func init() {
	// Both types share the reading methods; mk makes a result of the type of self.
	content := func(v Value) []byte { b, _ := BytesOf(v); return b }
	mk := func(v Value, b []byte) Value {
		if v.p.typ.layout == LayoutByteArray {
			return NewByteArray(b)
		}
		return NewBytes(b)
	}
	slots := Slots{
		Len:  func(v Value) (int, error) { return len(content(v)), nil },
		Iter: func(v Value) (Value, error) { return newBytesIter(v), nil },
		Compare: func(a, b Value, op CompareOp) (Value, error) {
			y, err := BytesOf(b)
			if err != nil {
				return NotImplemented, nil
			}
			return Bool(compareSign(op, bytes.Compare(content(a), y))), nil
		},
		GetItem: func(v, key Value) (Value, error) {
			b := content(v)
			if sl, ok := AsSlice(key); ok {
				start, _, step, n, err := sl.Indices(len(b))
				if err != nil {
					return Null, err
				}
				out := make([]byte, n)
				for i := range out {
					out[i] = b[start+i*step]
				}
				return mk(v, out), nil
			}
			i, err := seqIndex(key, len(b), v.p.typ.Name)
			if err != nil {
				if ErrorIs(err, IndexError) {
					if v.p.typ.layout == LayoutBytes {
						return Null, IndexErrorf("index out of range")
					}
					return Null, IndexErrorf("bytearray index out of range")
				}
				return Null, TypeErrorf("byte indices must be integers or slices, not %s", key.p.typ.Name)
			}
			return Int(int64(b[i])), nil
		},
		Contains: func(v, x Value) (bool, error) {
			if x.IsInt() {
				c, err := byteOf(x, "byte")
				return err == nil && bytes.IndexByte(content(v), c) >= 0, err
			}
			y, err := BytesOf(x)
			return err == nil && bytes.Contains(content(v), y), err
		},
	}
	slots.Binary[OpAdd] = func(a, b Value) (Value, error) {
		y, err := BytesOf(b)
		if err != nil {
			return NotImplemented, nil
		}
		return mk(a, append(append([]byte(nil), content(a)...), y...)), nil
	}
	slots.Binary[OpMul] = func(a, b Value) (Value, error) {
		n, ok, err := repeatCount(b)
		if err != nil || !ok {
			return NotImplemented, err
		}
		if err := checkLength(n, len(content(a))); err != nil {
			return Null, err
		}
		return mk(a, bytes.Repeat(content(a), max(n, 0))), nil
	}
	slots.Reflected[OpMul] = slots.Binary[OpMul]
	slots.Binary[OpMod] = func(a, b Value) (Value, error) {
		format, _ := Decode(content(a), "latin-1", "strict")
		items := []Value{b}
		if t, ok := AsTuple(b); ok {
			items = append([]Value(nil), t.Items...)
		}
		for i, x := range items {
			if y, err := BytesOf(x); err == nil {
				s, _ := Decode(y, "latin-1", "strict")
				items[i] = NewStr(s)
			} else if _, ok := AsStr(x); ok {
				return Null, TypeErrorf("%%b requires a bytes-like object, or an object that implements __bytes__, not '%s'", x.p.typ.Name)
			}
		}
		s, err := PercentFormat(format, NewTuple(items...).Ref())
		if err != nil {
			return Null, err
		}
		out, err := Encode(s, "latin-1", "strict")
		return mk(a, out), err
	}
	// viaStr runs a str method on the latin-1 text and turns the result back.
	viaStr := func(name string) Method {
		return Method{Name: name, Fn: func(args, kw []Value) (Value, error) {
			conv := make([]Value, len(args))
			for i, x := range args {
				conv[i] = x
				if b, err := BytesOf(x); err == nil {
					s, _ := Decode(b, "latin-1", "strict")
					conv[i] = NewStr(s)
				} else if _, ok := AsStr(x); ok {
					return Null, TypeErrorf("a bytes-like object is required, not 'str'")
				} else if x.IsInt() && i == 1 && (name == "find" || name == "index" || name == "count" || name == "rfind") {
					c, _ := x.AsInt()
					conv[i] = NewStr(string(rune(c)))
				}
			}
			m := StrType.Lookup(Intern(name))
			r, err := CallArgs(m, conv, kw)
			if err != nil {
				return Null, err
			}
			return latinBack(r, func(b []byte) Value { return mk(args[0], b) }), nil
		}}
	}
	methods := []Method{
		{Name: "decode", Fn: func(args, kw []Value) (Value, error) {
			a, err := Args("decode", args, kw, "self", "/", "|", "encoding", "errors")
			if err != nil {
				return Null, err
			}
			enc, errs := "utf-8", "strict"
			if !a[1].IsNull() {
				enc, _ = Text(a[1])
			}
			if !a[2].IsNull() {
				errs, _ = Text(a[2])
			}
			s, err := Decode(content(a[0]), enc, errs)
			return NewStr(s), err
		}},
		{Name: "hex", Fn: func(args, kw []Value) (Value, error) {
			h := hex.EncodeToString(content(args[0]))
			if len(args) > 1 {
				sep, _ := Text(args[1])
				var parts []string
				for i := 0; i < len(h); i += 2 {
					parts = append(parts, h[i:i+2])
				}
				h = strings.Join(parts, sep)
			}
			return NewStr(h), nil
		}},
		{Name: "join", OneArg: func(v, it Value) (Value, error) {
			var parts [][]byte
			i := 0
			err := Iterate(it, func(x Value) error {
				b, err := BytesOf(x)
				if err != nil {
					return TypeErrorf("sequence item %d: expected a bytes-like object, %s found", i, x.p.typ.Name)
				}
				i++
				parts = append(parts, b)
				return nil
			})
			return mk(v, bytes.Join(parts, content(v))), err
		}},
	}
	for _, n := range []string{"upper", "lower", "title", "capitalize", "swapcase", "find", "rfind", "index", "rindex", "count", "startswith", "endswith",
		"strip", "lstrip", "rstrip", "split", "rsplit", "splitlines", "replace", "partition", "rpartition", "ljust", "rjust", "center", "zfill",
		"isalpha", "isdigit", "isalnum", "isspace", "isupper", "islower", "removeprefix", "removesuffix", "expandtabs"} {
		methods = append(methods, viaStr(n))
	}
	fromhex := Method{Name: "fromhex", OneArg: func(cls, text Value) (Value, error) {
		b, err := parseHex(text)
		if err != nil {
			return Null, err
		}
		return Call(cls, NewBytes(b))
	}}
	bs := slots
	bs.Repr = func(v Value) (Value, error) { return NewStr(ReprBytes(content(v))), nil }
	bs.Hash = func(v Value) (int64, error) { return HashBytes(content(v)), nil }
	bs.New = func(cls *Type, args, kw []Value) (Value, error) {
		b, err := bytesArg("bytes", args, kw)
		return (&Bytes{Header: Header{typ: cls}, B: b}).Ref(), err
	}
	BytesType.define(Spec{Slots: bs, Methods: methods, Class: []Method{fromhex}})
	av := func(v Value) *ByteArray { b, _ := AsByteArray(v); return b }
	as := slots
	as.Repr = func(v Value) (Value, error) { return NewStr("bytearray(" + ReprBytes(content(v)) + ")"), nil }
	as.New = func(cls *Type, args, kw []Value) (Value, error) {
		return (&ByteArray{Header: Header{typ: cls}}).Ref(), nil
	}
	as.Init = func(v Value, args, kw []Value) error {
		b, err := bytesArg("bytearray", args, kw)
		av(v).B = b
		return err
	}
	as.InPlace[OpAdd] = func(a, b Value) (Value, error) {
		y, err := BytesOf(b)
		if err != nil {
			return NotImplemented, nil
		}
		av(a).B = append(av(a).B, y...)
		return a, nil
	}
	as.SetItem = func(v, key, val Value) error {
		b := av(v)
		if sl, ok := AsSlice(key); ok {
			items := make([]Value, len(b.B))
			for i, c := range b.B {
				items[i] = Int(int64(c))
			}
			l := NewList(items...)
			if err := l.setSlice(sl, val); err != nil {
				return err
			}
			out := make([]byte, len(l.Items))
			for i, x := range l.Items {
				c, err := byteOf(x, "byte")
				if err != nil {
					return err
				}
				out[i] = c
			}
			b.B = out
			return nil
		}
		i, err := seqIndex(key, len(b.B), "bytearray")
		if err != nil {
			return err
		}
		if val.IsNull() {
			b.B = append(b.B[:i], b.B[i+1:]...)
			return nil
		}
		c, err := byteOf(val, "byte")
		if err == nil {
			b.B[i] = c
		}
		return err
	}
	ByteArrayType.define(Spec{Slots: as, Class: []Method{fromhex}, Methods: append([]Method{
		{Name: "append", OneArg: func(v, x Value) (Value, error) {
			c, err := byteOf(x, "byte")
			if err == nil {
				av(v).B = append(av(v).B, c)
			}
			return None, err
		}},
		{Name: "extend", OneArg: func(v, x Value) (Value, error) {
			b, err := bytesArg("bytearray", []Value{x}, nil)
			av(v).B = append(av(v).B, b...)
			return None, err
		}},
		{Name: "pop", Fn: func(args, kw []Value) (Value, error) {
			b := av(args[0])
			if len(b.B) == 0 {
				return Null, IndexErrorf("pop from empty bytearray")
			}
			i := len(b.B) - 1
			if len(args) > 1 {
				n, err := seqIndex(args[1], len(b.B), "pop")
				if err != nil {
					return Null, err
				}
				i = n
			}
			c := b.B[i]
			b.B = append(b.B[:i], b.B[i+1:]...)
			return Int(int64(c)), nil
		}},
		{Name: "clear", NoArgs: func(v Value) (Value, error) { av(v).B = nil; return None, nil }},
		{Name: "copy", NoArgs: func(v Value) (Value, error) { return NewByteArray(append([]byte(nil), av(v).B...)), nil }},
		{Name: "reverse", NoArgs: func(v Value) (Value, error) { reverseBytes(av(v).B); return None, nil }},
	}, methods...)})
}

// latinBack turns str results of a borrowed method into bytes.
func latinBack(v Value, mk func([]byte) Value) Value {
	if s, ok := AsStr(v); ok {
		b, _ := Encode(s.S, "latin-1", "replace")
		return mk(b)
	}
	if items, ok := Items(v); ok {
		for i := range items {
			items[i] = latinBack(items[i], mk)
		}
	}
	return v
}
