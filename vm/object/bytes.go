package object

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strings"
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
	if m, ok := asMemoryView(v); ok {
		if err := m.check(); err != nil {
			return nil, err
		}
		return m.bytes(), nil
	}
	if buf, ok, err := bufferOf(v); ok {
		return buf.Data, err
	}
	if n, ok := AsNative(v); ok {
		if b, ok := n.V.(Buffered); ok {
			return b.Buffer(), nil
		}
	}
	return nil, TypeErrorf("a bytes-like object is required, not '%s'", v.p.typ.Name)
}

// ReprBytes is the repr of bytes, with the prefix b.
func ReprBytes(data []byte) string { return reprBytes(data, false) }

// reprBytes escapes every single quote on request, as the repr of bytearray does.
func reprBytes(data []byte, single bool) string {
	q := byte('\'')
	if bytes.IndexByte(data, '\'') >= 0 && bytes.IndexByte(data, '"') < 0 {
		q = '"'
	}
	var b strings.Builder
	b.WriteString("b")
	b.WriteByte(q)
	for _, c := range data {
		switch {
		case c == q || c == '\\' || single && c == '\'':
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
func bytesArg(th *Thread, name string, args, kw []Value) ([]byte, error) {
	a, err := Args(name, args, kw, "|", "source", "encoding", "errors")
	if err != nil {
		return nil, err
	}
	src, enc, errs := a[0], "", "strict"
	for i, to := range []*string{&enc, &errs} {
		if x := a[i+1]; !x.IsNull() {
			var ok bool
			if *to, ok = Text(x); !ok {
				return nil, TypeErrorf("%s() argument '%s' must be str, not %s", name, [...]string{"encoding", "errors"}[i], x.p.typ.Name)
			}
		}
	}
	given := !a[1].IsNull() || !a[2].IsNull()
	if s, ok := AsStr(orNone(src)); ok && (given || name != "bytes" || src.p.typ.Lookup(th, sBytes).IsNull()) {
		if a[1].IsNull() {
			return nil, TypeErrorf("string argument without an encoding")
		}
		return Encode(th, s.S, enc, errs)
	}
	if given {
		if src.IsNull() && a[1].IsNull() {
			return nil, TypeErrorf("errors without a string argument")
		}
		return nil, TypeErrorf("encoding without a string argument")
	}
	if src.IsNull() {
		return nil, nil
	}
	if m := src.p.typ.Lookup(th, sBytes); !m.IsNull() && name == "bytes" && src.p.typ != BytesType {
		r, err := callBound(th, m, src)
		if err != nil {
			return nil, err
		}
		b, ok := AsBytes(r)
		if !ok {
			return nil, TypeErrorf("__bytes__ returned non-bytes (type %s)", r.p.typ.Name)
		}
		return b.B, nil
	}
	if b, err := BytesOf(src); err == nil {
		return append([]byte(nil), b...), nil
	}
	if src.IsInt() || src.p.typ.Index != nil {
		n, err := ToInt(th, src)
		if err != nil {
			if ErrorIs(err, OverflowError) {
				return nil, OverflowErrorf("cannot fit '%s' into an index-sized integer", src.p.typ.Name)
			}
			return nil, err
		}
		if n < 0 {
			return nil, ValueErrorf("negative count")
		}
		if err := checkLength(th, n, 1); err != nil {
			return nil, err
		}
		return make([]byte, n), nil
	}
	var out []byte
	if src.p.typ.Iter == nil && src.p.typ.GetItem == nil {
		return nil, TypeErrorf("cannot convert '%s' object to %s", src.p.typ.Name, name)
	}
	err = Iterate(th, src, func(th *Thread, x Value) error {
		i, err := byteOf(th, x, name)
		out = append(out, i)
		return err
	})
	return out, err
}

func byteOf(th *Thread, x Value, where string) (byte, error) {
	i, err := ToInt(th, x)
	if err != nil && ErrorIs(err, OverflowError) {
		i, err = -1, nil
	}
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
