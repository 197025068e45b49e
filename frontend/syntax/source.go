package syntax

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

var encodingCookie = regexp.MustCompile(`^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)`)

// decodeSource turns the bytes of a file into the text that is scanned: without
// a byte order mark, with "\n" as the only line end and at the end of the last
// line. Files are UTF-8 unless they declare Latin-1 or ASCII.
func decodeSource(filename string, src []byte) (string, error) {
	fail := func(format string, args ...any) error {
		return &SyntaxError{Kind: "SyntaxError", Msg: fmt.Sprintf(format, args...), Filename: filename}
	}
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	if bytes.IndexByte(src, 0) >= 0 {
		return "", fail("source code cannot contain null bytes")
	}
	encoding := declaredEncoding(src)
	switch strings.ReplaceAll(strings.ToLower(encoding), "_", "-") {
	case "", "utf-8", "utf8", "utf-8-sig", "ascii", "us-ascii":
		if !utf8.Valid(src) {
			return "", invalidUTF8(filename, src)
		}
	case "latin-1", "latin1", "iso-8859-1", "iso-latin-1", "iso8859-1":
		wide := make([]rune, len(src))
		for i, b := range src {
			wide[i] = rune(b)
		}
		src = []byte(string(wide))
	default:
		return "", fail("unknown encoding: %s", encoding)
	}
	text := string(src)
	if strings.IndexByte(text, '\r') >= 0 {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text, nil
}

// declaredEncoding returns the encoding named in a comment on one of the first
// two lines (the second only if the first has no code).
func declaredEncoding(src []byte) string {
	for range 2 {
		line, rest, _ := bytes.Cut(src, []byte("\n"))
		if !bytes.Contains(line, []byte("coding")) {
			if t := bytes.TrimSpace(line); len(t) > 0 && t[0] != '#' {
				return ""
			}
			src = rest
			continue
		}
		if m := encodingCookie.FindSubmatch(line); m != nil {
			return string(m[1])
		}
		return ""
	}
	return ""
}

// invalidUTF8 describes the first byte that is not UTF-8, in the words of
// CPython's decoder.
func invalidUTF8(filename string, src []byte) error {
	pos := 0
	for pos < len(src) {
		r, n := utf8.DecodeRune(src[pos:])
		if r == utf8.RuneError && n <= 1 {
			break
		}
		pos += n
	}
	why, end := "invalid start byte", pos
	if c := src[pos]; c >= 0xC2 && c <= 0xF4 {
		why = "invalid continuation byte"
		need := 1
		if c >= 0xE0 {
			need++
		}
		if c >= 0xF0 {
			need++
		}
		end = pos + 1
		for end < len(src) && end-pos <= need && src[end]&0xC0 == 0x80 {
			end++
		}
		if end == len(src) {
			why = "unexpected end of data"
		}
		end--
	}
	where := fmt.Sprintf("byte 0x%02x in position %d", src[pos], pos)
	if end > pos {
		where = fmt.Sprintf("bytes in position %d-%d", pos, end)
	}
	line := 1 + bytes.Count(src[:pos], []byte("\n"))
	return &SyntaxError{Kind: "SyntaxError", Filename: filename, Line: line,
		Msg: fmt.Sprintf("(unicode error) 'utf-8' codec can't decode %s: %s", where, why)}
}
