package bytecode

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// SameConst reports whether two constants may share an entry of Consts: same
// type, same value, and the same sign of zero, recursively.
func SameConst(a, b any) bool {
	switch x := a.(type) {
	case nil:
		return b == nil
	case bool, int64, string, Bytes, EllipsisType, *Code:
		return a == b
	case *big.Int:
		y, ok := b.(*big.Int)
		return ok && x.Cmp(y) == 0
	case float64:
		y, ok := b.(float64)
		return ok && math.Float64bits(x) == math.Float64bits(y)
	case complex128:
		y, ok := b.(complex128)
		return ok && SameConst(real(x), real(y)) && SameConst(imag(x), imag(y))
	case Tuple:
		y, ok := b.(Tuple)
		return ok && sameConsts(x, y)
	case FrozenSet:
		y, ok := b.(FrozenSet)
		return ok && sameConsts(x, y)
	case Slice:
		y, ok := b.(Slice)
		return ok && SameConst(x.Start, y.Start) && SameConst(x.Stop, y.Stop) && SameConst(x.Step, y.Step)
	}
	return false
}

func sameConsts(a, b []any) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !SameConst(a[i], b[i]) {
			return false
		}
	}
	return true
}

// ConstRepr writes a constant as Python's repr does.
func ConstRepr(v any) string {
	switch x := v.(type) {
	case nil:
		return "None"
	case bool:
		if x {
			return "True"
		}
		return "False"
	case int64:
		return strconv.FormatInt(x, 10)
	case *big.Int:
		return x.String()
	case float64:
		return floatRepr(x)
	case complex128:
		return complexRepr(x)
	case string:
		return stringRepr(x)
	case Bytes:
		return bytesRepr(string(x))
	case EllipsisType:
		return "Ellipsis"
	case Tuple:
		if len(x) == 1 {
			return "(" + ConstRepr(x[0]) + ",)"
		}
		return "(" + joinReprs(x) + ")"
	case FrozenSet:
		if len(x) == 0 {
			return "frozenset()"
		}
		return "frozenset({" + joinReprs(x) + "})"
	case Slice:
		return "slice(" + joinReprs([]any{x.Start, x.Stop, x.Step}) + ")"
	case *Code:
		return "<code object " + x.Name + ", file \"" + x.Filename + "\", line " + strconv.Itoa(x.FirstLine) + ">"
	}
	return "<unknown constant>"
}

func joinReprs(items []any) string {
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = ConstRepr(item)
	}
	return strings.Join(parts, ", ")
}

func floatRepr(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	case math.IsNaN(f):
		return "nan"
	}
	// Shortest digits; scientific notation outside 1e-4 <= |f| < 1e16, as in CPython.
	if abs := math.Abs(f); abs != 0 && (abs < 1e-4 || abs >= 1e16) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

func complexRepr(c complex128) string {
	part := func(f float64) string { return strings.TrimSuffix(floatRepr(f), ".0") }
	if real(c) == 0 && !math.Signbit(real(c)) {
		return part(imag(c)) + "j"
	}
	im := part(imag(c))
	if im[0] != '-' && im[0] != '+' {
		im = "+" + im
	}
	return "(" + part(real(c)) + im + "j)"
}

func stringRepr(s string) string {
	quote := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	b := []byte{quote}
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			// A lone surrogate in WTF-8 is three bytes that Go does not decode.
			if i+3 <= len(s) && s[i] == 0xED {
				r = rune(s[i]&0x0F)<<12 | rune(s[i+1]&0x3F)<<6 | rune(s[i+2]&0x3F)
				b = append(b, `\u`+strconv.FormatInt(int64(r), 16)...)
				i += 3
				continue
			}
		}
		i += n
		switch {
		case r == rune(quote) || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r < ' ' || r == 0x7f:
			b = append(b, `\x`+hex(r, 2)...)
		case r < 0x7f || unicode.IsPrint(r):
			b = utf8.AppendRune(b, r)
		case r <= 0xff:
			b = append(b, `\x`+hex(r, 2)...)
		case r <= 0xffff:
			b = append(b, `\u`+hex(r, 4)...)
		default:
			b = append(b, `\U`+hex(r, 8)...)
		}
	}
	return string(append(b, quote))
}

func bytesRepr(s string) string {
	quote := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	b := []byte{'b', quote}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == quote || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c < ' ' || c >= 0x7f:
			b = append(b, `\x`+hex(rune(c), 2)...)
		default:
			b = append(b, c)
		}
	}
	return string(append(b, quote))
}

func hex(r rune, width int) string {
	s := strconv.FormatInt(int64(r), 16)
	return strings.Repeat("0", max(0, width-len(s))) + s
}
