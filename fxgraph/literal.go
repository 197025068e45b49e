package fxgraph

import (
	"math"
	"strconv"
	"strings"
)

// floatRepr is Python's repr of a float: shortest digits that round-trip.
func floatRepr(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	case math.IsNaN(f):
		return "nan"
	}
	var s string
	if a := math.Abs(f); a == 0 || (a >= 1e-4 && a < 1e16) {
		s = strconv.FormatFloat(f, 'f', -1, 64)
		if !strings.Contains(s, ".") {
			s += ".0"
		}
		return s
	}
	return strconv.FormatFloat(f, 'e', -1, 64)
}

func complexRepr(c complex128) string {
	imag := strings.TrimSuffix(floatRepr(imag(c)), ".0") + "j"
	if real(c) == 0 && !math.Signbit(real(c)) {
		return imag
	}
	if !strings.HasPrefix(imag, "-") {
		imag = "+" + imag
	}
	return "(" + strings.TrimSuffix(floatRepr(real(c)), ".0") + imag + ")"
}

func stringRepr(s string) string {
	quote := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	var b strings.Builder
	b.WriteByte(quote)
	for _, r := range s {
		switch {
		case r == rune(quote) || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r < 0x20 || r == 0x7f:
			const hex = "0123456789abcdef"
			b.WriteString(`\x`)
			b.WriteByte(hex[r>>4])
			b.WriteByte(hex[r&15])
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte(quote)
	return b.String()
}
