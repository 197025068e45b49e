package stdlib

import (
	"github.com/magneto-go/magneto/vm/object"
)

// structField is one item of a struct format.
type structField struct {
	code  byte
	count int
}

type structFormat struct {
	little bool // the byte order
	native bool
	fields []structField
	size   int
	values int // to make room for when unpacking
}

var structSizes = map[byte]int{'x': 1, 'c': 1, 'b': 1, 'B': 1, '?': 1, 'h': 2, 'H': 2, 'e': 2, 'i': 4, 'I': 4, 'l': 4, 'L': 4, 'f': 4, 'q': 8, 'Q': 8, 'n': 8, 'N': 8, 'd': 8, 's': 1, 'p': 1, 'P': 8, 'F': 8, 'D': 16}

// structWidths is structSizes by byte.
var structWidths = func() (widths [256]uint8) {
	for c, n := range structSizes {
		widths[c] = uint8(n)
	}
	return
}()

var structError *object.Type

const structFormatsLimit = 100

// structOf is the format that a str or bytes object describes.
func structOf(th *object.Thread, v Value) (*structFormat, error) {
	s, ok := object.Text(v)
	if !ok {
		b, err := object.BytesOf(v)
		if err != nil {
			return nil, object.TypeErrorf("Struct() argument 1 must be a str or bytes object, not %s", v.Type().Name)
		}
		s = string(b)
	}
	known := stateOf.Of(th).structFormats
	if f, ok := known[s]; ok {
		return f, nil
	}
	f, err := parseStruct(s)
	if err != nil {
		return nil, err
	}
	if len(known) >= structFormatsLimit {
		clear(known)
	}
	known[s] = f
	return f, nil
}

func parseStruct(s string) (*structFormat, error) {
	f := &structFormat{little: true, native: true}
	if s != "" {
		switch s[0] {
		case '@':
			s = s[1:]
		case '=', '<':
			f.native, s = false, s[1:]
		case '>', '!':
			f.native, f.little, s = false, false, s[1:]
		}
	}
	count, has := 0, false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			continue
		case c >= '0' && c <= '9':
			if count, has = count*10+int(c-'0'), true; count > 1<<40 {
				return nil, object.Raisef(structError, "total struct size too long")
			}
			continue
		}
		size, ok := structSizes[c]
		if c == 0 {
			return nil, object.Raisef(structError, "embedded null character")
		}
		if !ok || !f.native && (c == 'n' || c == 'N' || c == 'P') {
			return nil, object.Raisef(structError, "bad char in struct format")
		}
		if f.native && (c == 'l' || c == 'L') {
			size = 8
		}
		if !has {
			count = 1
		}
		if a := f.alignment(c); a > 1 {
			f.size = (f.size + a - 1) / a * a
		}
		f.size += size * count
		f.fields = append(f.fields, structField{c, count})
		count, has = 0, false
	}
	if has {
		return nil, object.Raisef(structError, "repeat count given without format specifier")
	}
	f.values = min(f.items(), 64)
	return f, nil
}

func (f *structFormat) width(c byte) int {
	if f.native && (c == 'l' || c == 'L') {
		return 8
	}
	return int(structWidths[c])
}

// alignment is what the place of an item is a multiple of: its size, or that of the parts of a complex number.
func (f *structFormat) alignment(c byte) int {
	switch {
	case !f.native:
		return 1
	case c == 'F' || c == 'D':
		return structSizes[c] / 2
	}
	return f.width(c)
}

// items is the number of values that the format stands for.
func (f *structFormat) items() int {
	n := 0
	for _, fd := range f.fields {
		switch fd.code {
		case 'x':
		case 's', 'p':
			n++
		default:
			n += fd.count
		}
	}
	return n
}
