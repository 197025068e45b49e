package object

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/magneto-go/magneto/frontend/syntax"
)

// The encodings of Unicode, and the escapes of Python's literals.
var textCodecs map[string]textCodec

func makeTextCodecs() {
	textCodecs = map[string]textCodec{ // start: by ready
		"utf-8":              {encodeUTF8, decodeUTF8},
		"utf-8-sig":          {encodeSigned, decodeSigned},
		"ascii":              {encodeBelow("ascii", 128), decodeASCII},
		"latin-1":            {encodeBelow("latin-1", 256), decodeLatin},
		"utf-16":             {encodeWide(putUTF16(false), "\xff\xfe"), decodeUTF16},
		"utf-16-le":          {encodeWide(putUTF16(false), ""), decodeUTF16},
		"utf-16-be":          {encodeWide(putUTF16(true), ""), decodeUTF16},
		"utf-32":             {encodeWide(putUTF32(false), "\xff\xfe\x00\x00"), decodeUTF32},
		"utf-32-le":          {encodeWide(putUTF32(false), ""), decodeUTF32},
		"utf-32-be":          {encodeWide(putUTF32(true), ""), decodeUTF32},
		"unicode-escape":     {encodeEscapes, decodeEscapes},
		"raw-unicode-escape": {encodeRawEscapes, decodeRawEscapes},
	}
}

const surrogatesNotAllowed = "surrogates not allowed"

func isSurrogate(r rune) bool { return r >= 0xD800 && r <= 0xDFFF }

func encodeUTF8(th *Thread, e *encoder) error {
	return e.each(th, surrogatesNotAllowed, true, func(out []byte, r rune) ([]byte, bool) {
		if isSurrogate(r) {
			return out, false
		}
		return utf8.AppendRune(out, r), true
	})
}

func encodeSigned(th *Thread, e *encoder) error {
	e.name = "utf-8"
	e.out = append(e.out, "\ufeff"...)
	return encodeUTF8(th, e)
}

func encodeBelow(name string, limit rune) func(th *Thread, e *encoder) error {
	reason := fmt.Sprintf("ordinal not in range(%d)", limit)
	return func(th *Thread, e *encoder) error {
		return e.each(th, reason, true, func(out []byte, r rune) ([]byte, bool) {
			if r >= limit {
				return out, false
			}
			return append(out, byte(r)), true
		})
	}
}

// encodeWide is an encoding that writes a mark in front; nothing but surrogates cannot be encoded.
func encodeWide(put func(out []byte, r rune) []byte, mark string) func(th *Thread, e *encoder) error {
	return func(th *Thread, e *encoder) error {
		e.out = append(e.out, mark...)
		return e.each(th, surrogatesNotAllowed, false, func(out []byte, r rune) ([]byte, bool) {
			if isSurrogate(r) {
				return out, false
			}
			return put(out, r), true
		})
	}
}

func putUTF16(big bool) func(out []byte, r rune) []byte {
	unit := func(out []byte, u rune) []byte {
		if big {
			return append(out, byte(u>>8), byte(u))
		}
		return append(out, byte(u), byte(u>>8))
	}
	return func(out []byte, r rune) []byte {
		if r >= 0x10000 {
			r -= 0x10000
			return unit(unit(out, 0xD800+r>>10), 0xDC00+r&0x3ff)
		}
		return unit(out, r)
	}
}

func putUTF32(big bool) func(out []byte, r rune) []byte {
	return func(out []byte, r rune) []byte {
		if big {
			return append(out, byte(r>>24), byte(r>>16), byte(r>>8), byte(r))
		}
		return append(out, byte(r), byte(r>>8), byte(r>>16), byte(r>>24))
	}
}

func decodeUTF8(th *Thread, d *decoder) error {
	for i := 0; i < len(d.b); {
		r, n := utf8.DecodeRune(d.b[i:])
		if r != utf8.RuneError || n > 1 {
			d.out = append(d.out, d.b[i:i+n]...)
			i += n
			continue
		}
		bad, reason := badUTF8(d.b[i:])
		next, err := d.fail(th, i, i+bad, reason)
		if err != nil {
			return err
		}
		i = next
	}
	return nil
}

// badUTF8 is how many bytes are wrong where b begins with no character, and why.
func badUTF8(b []byte) (bad int, reason string) {
	c := b[0]
	if c < 0xc2 || c > 0xf4 {
		return 1, "invalid start byte"
	}
	need := 1
	if c >= 0xe0 {
		need = 2
	}
	if c >= 0xf0 {
		need = 3
	}
	for bad = 1; bad <= need && bad < len(b) && b[bad]&0xc0 == 0x80; bad++ {
		if bad == 1 && (c == 0xe0 && b[1] < 0xa0 || c == 0xed && b[1] >= 0xa0 || c == 0xf0 && b[1] < 0x90 || c == 0xf4 && b[1] >= 0x90) {
			break
		}
	}
	if bad >= len(b) && bad <= need {
		return bad, "unexpected end of data"
	}
	return bad, "invalid continuation byte"
}

func decodeSigned(th *Thread, d *decoder) error {
	d.name = "utf-8"
	d.b = bytes.TrimPrefix(d.b, []byte("\ufeff"))
	return decodeUTF8(th, d)
}

func decodeASCII(th *Thread, d *decoder) error {
	for i := 0; i < len(d.b); {
		if c := d.b[i]; c < 128 {
			d.out = append(d.out, c)
			i++
			continue
		}
		next, err := d.fail(th, i, i+1, "ordinal not in range(128)")
		if err != nil {
			return err
		}
		i = next
	}
	return nil
}

func decodeLatin(th *Thread, d *decoder) error {
	for _, c := range d.b {
		d.out = utf8.AppendRune(d.out, rune(c))
	}
	return nil
}

// byteOrder takes a mark away and settles the name; whether the order is that of big machines.
func (d *decoder) byteOrder(base, little, big string) (at int, isBig bool) {
	switch {
	case d.name == base+"-be":
		return 0, true
	case d.name == base+"-le":
		return 0, false
	}
	d.name = base + "-le"
	switch {
	case bytes.HasPrefix(d.b, []byte(big)):
		d.name = base + "-be"
		return len(big), true
	case bytes.HasPrefix(d.b, []byte(little)):
		return len(little), false
	}
	return 0, false
}

func decodeUTF16(th *Thread, d *decoder) error {
	i, big := d.byteOrder("utf-16", "\xff\xfe", "\xfe\xff")
	unit := func(k int) rune {
		if big {
			return rune(d.b[k])<<8 | rune(d.b[k+1])
		}
		return rune(d.b[k+1])<<8 | rune(d.b[k])
	}
	for i < len(d.b) {
		end, reason := i+2, ""
		switch {
		case i+1 >= len(d.b):
			end, reason = len(d.b), "truncated data"
		case !isSurrogate(unit(i)):
			d.out = utf8.AppendRune(d.out, unit(i))
			i += 2
			continue
		case unit(i) >= 0xDC00:
			reason = "illegal encoding"
		case i+3 >= len(d.b):
			end, reason = len(d.b), "unexpected end of data"
		case unit(i+2) >= 0xDC00 && unit(i+2) <= 0xDFFF:
			d.out = utf8.AppendRune(d.out, 0x10000+(unit(i)-0xD800)<<10+unit(i+2)-0xDC00)
			i += 4
			continue
		default:
			reason = "illegal UTF-16 surrogate"
		}
		next, err := d.fail(th, i, end, reason)
		if err != nil {
			return err
		}
		i = next
	}
	return nil
}

func decodeUTF32(th *Thread, d *decoder) error {
	i, big := d.byteOrder("utf-32", "\xff\xfe\x00\x00", "\x00\x00\xfe\xff")
	for i < len(d.b) {
		end, reason := i+4, ""
		if end > len(d.b) {
			end, reason = len(d.b), "truncated data"
		} else {
			p := d.b[i:end]
			r := uint32(p[0]) | uint32(p[1])<<8 | uint32(p[2])<<16 | uint32(p[3])<<24
			if big {
				r = uint32(p[3]) | uint32(p[2])<<8 | uint32(p[1])<<16 | uint32(p[0])<<24
			}
			switch {
			case r > 0x10ffff:
				reason = "code point not in range(0x110000)"
			case isSurrogate(rune(r)):
				reason = "code point in surrogate code point range"
			default:
				d.out = utf8.AppendRune(d.out, rune(r))
				i = end
				continue
			}
		}
		next, err := d.fail(th, i, end, reason)
		if err != nil {
			return err
		}
		i = next
	}
	return nil
}

func encodeEscapes(th *Thread, e *encoder) error {
	for _, r := range e.runes {
		switch {
		case r == '\\':
			e.out = append(e.out, "\\\\"...)
		case r == '\n':
			e.out = append(e.out, "\\n"...)
		case r == '\r':
			e.out = append(e.out, "\\r"...)
		case r == '\t':
			e.out = append(e.out, "\\t"...)
		case r >= ' ' && r < 127:
			e.out = append(e.out, byte(r))
		default:
			e.out = append(e.out, backslashed(r)...)
		}
	}
	return nil
}

func encodeRawEscapes(th *Thread, e *encoder) error {
	for _, r := range e.runes {
		if r < 256 {
			e.out = append(e.out, byte(r))
		} else {
			e.out = append(e.out, backslashed(r)...)
		}
	}
	return nil
}

// simpleEscapes are the characters behind a backslash that stand for one.
var simpleEscapes = map[byte]string{'\n': "", '\\': "\\", '\'': "'", '"': "\"", 'a': "\a", 'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", 'v': "\v"}

// hexEscapes are the numbers of digits of the escapes by code.
var hexEscapes = map[byte]int{'x': 2, 'u': 4, 'U': 8}

func decodeEscapes(th *Thread, d *decoder) error {
	d.name = "unicodeescape"
	for i := 0; i < len(d.b); {
		c := d.b[i]
		if c != '\\' {
			d.out = utf8.AppendRune(d.out, rune(c))
			i++
			continue
		}
		next, err := d.escape(th, i)
		if err != nil {
			return err
		}
		i = next
	}
	return nil
}

// escape decodes the escape at i and tells where to go on.
func (d *decoder) escape(th *Thread, i int) (int, error) {
	if i+1 == len(d.b) {
		return d.fail(th, i, i+1, "\\ at end of string")
	}
	c := d.b[i+1]
	if s, ok := simpleEscapes[c]; ok {
		d.out = append(d.out, s...)
		return i + 2, nil
	}
	if n, ok := hexEscapes[c]; ok {
		return d.hexEscape(th, i, n)
	}
	switch {
	case c >= '0' && c <= '7':
		n, end := rune(0), i+1
		for ; end < len(d.b) && end < i+4 && d.b[end] >= '0' && d.b[end] <= '7'; end++ {
			n = n*8 + rune(d.b[end]-'0')
		}
		d.out = AppendRune(d.out, n)
		return end, nil
	case c == 'N':
		rest := d.b[i+2:]
		end := bytes.IndexByte(rest, '}')
		if len(rest) == 0 || rest[0] != '{' || end < 2 {
			stop := len(d.b)
			if end >= 0 && len(rest) > 0 && rest[0] == '{' {
				stop = i + 3 + end
			} else if len(rest) == 0 || rest[0] != '{' {
				stop = i + 2
			}
			return d.fail(th, i, stop, "malformed \\N character escape")
		}
		r, ok := syntax.CharacterNamed(string(rest[1:end]))
		if !ok {
			return d.fail(th, i, i+3+end, "unknown Unicode character name")
		}
		d.out = AppendRune(d.out, r)
		return i + 3 + end, nil
	}
	d.out = append(d.out, '\\')
	d.out = utf8.AppendRune(d.out, rune(c))
	return i + 2, nil
}

func (d *decoder) hexEscape(th *Thread, i, n int) (int, error) {
	code, end := uint64(0), i+2
	for ; end < len(d.b) && end < i+2+n; end++ {
		v := strings.IndexByte("0123456789abcdef", d.b[end]|0x20)
		if d.b[end] >= '0' && d.b[end] <= '9' {
			v = int(d.b[end] - '0')
		}
		if v < 0 || d.b[end] < '0' {
			break
		}
		code = code<<4 | uint64(v)
	}
	switch {
	case end < i+2+n:
		return d.fail(th, i, end, fmt.Sprintf("truncated \\%c%s escape", d.b[i+1], strings.Repeat("X", n)))
	case code > 0x10ffff:
		reason := "illegal Unicode character"
		if d.name == "rawunicodeescape" {
			reason = `\Uxxxxxxxx out of range`
		}
		return d.fail(th, i, end, reason)
	}
	d.out = AppendRune(d.out, rune(code))
	return end, nil
}

// decodeRawEscapes knows only \u and \U, behind an odd number of backslashes.
func decodeRawEscapes(th *Thread, d *decoder) error {
	d.name = "rawunicodeescape"
	for i := 0; i < len(d.b); {
		if c := d.b[i]; c != '\\' {
			d.out = utf8.AppendRune(d.out, rune(c))
			i++
			continue
		}
		if i+1 < len(d.b) && (d.b[i+1] == 'u' || d.b[i+1] == 'U') {
			next, err := d.hexEscape(th, i, hexEscapes[d.b[i+1]])
			if err != nil {
				return err
			}
			i = next
			continue
		}
		d.out = append(d.out, '\\')
		if i++; i < len(d.b) { // whatever it is, it is no escape
			d.out = utf8.AppendRune(d.out, rune(d.b[i]))
			i++
		}
	}
	return nil
}
