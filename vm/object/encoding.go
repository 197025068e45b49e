package object

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Text to bytes and back.

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
