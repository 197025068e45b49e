package object

import (
	"fmt"
	"strings"
	"unicode"
)

// This file quotes strings, as repr and ascii show them.

// ReprStr is the repr of a string: single quotes unless that needs an escape and double quotes do not.
func ReprStr(s string) string { return quote(s, false) }

// ASCII is ascii(v).
func ASCII(th *Thread, v Value) (string, error) {
	s, err := Repr(th, v)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := DecodeRune(s[i:])
		i += n
		writeEscaped(&b, r, true)
	}
	return b.String(), nil
}

func quote(s string, asciiOnly bool) string {
	q := byte('\'')
	if strings.IndexByte(s, '\'') >= 0 && strings.IndexByte(s, '"') < 0 {
		q = '"'
	}
	var b strings.Builder
	b.Grow(len(s) + 2)
	b.WriteByte(q)
	for i := 0; i < len(s); {
		c := s[i]
		if c >= 0x20 && c < 0x7f && c != q && c != '\\' {
			b.WriteByte(c)
			i++
			continue
		}
		r, n := DecodeRune(s[i:])
		i += n
		switch {
		case byte(r) == q && r < 128, r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString("\\n")
		case r == '\r':
			b.WriteString("\\r")
		case r == '\t':
			b.WriteString("\\t")
		default:
			writeEscaped(&b, r, asciiOnly)
		}
	}
	b.WriteByte(q)
	return b.String()
}

func writeEscaped(b *strings.Builder, r rune, asciiOnly bool) {
	switch {
	case r < 0x7f && r >= 0x20 || asciiOnly && r == '\n':
		b.WriteRune(r)
	case r < 0x20 || r == 0x7f || r < 0x100 && (asciiOnly || !IsPrintable(r)):
		fmt.Fprintf(b, "\\x%02x", r)
	case !asciiOnly && IsPrintable(r):
		b.WriteRune(r)
	case r < 0x10000:
		fmt.Fprintf(b, "\\u%04x", r)
	default:
		fmt.Fprintf(b, "\\U%08x", r)
	}
}

// IsPrintable tells whether repr shows the character as it is.
func IsPrintable(r rune) bool {
	if r == ' ' {
		return true
	}
	if r >= 0xD800 && r < 0xE000 || r > 0x10ffff {
		return false
	}
	return unicode.IsGraphic(r) && !unicode.Is(unicode.Zs, r)
}
