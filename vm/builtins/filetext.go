package builtins

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/magneto-go/magneto/vm/object"
)

// newlineMode is the argument newline of a text file.
type newlineMode byte

const (
	newlineUniversal newlineMode = iota // None: every line end is read as \n
	newlineKeep                         // "": every line end ends a line and stays
	newlineLF
	newlineCR
	newlineCRLF
)

func newlineOf(v Value, fname, format string) (newlineMode, error) {
	if v.IsNull() || v.IsNone() {
		return newlineUniversal, nil
	}
	s, ok := object.Text(v)
	if !ok {
		return 0, object.TypeErrorf("%s() argument 'newline' must be str or None, not %s", fname, v.Type().Name)
	}
	for i, known := range []string{"", "\n", "\r", "\r\n"} {
		if s == known {
			return newlineKeep + newlineMode(i), nil
		}
	}
	if format == "%r" {
		s = object.ReprStr(s)
	}
	return 0, object.ValueErrorf("illegal newline value: %s", s)
}

// outward is a text with its \n as they are written.
func (m newlineMode) outward(s string) string {
	switch m {
	case newlineCR:
		return strings.ReplaceAll(s, "\n", "\r")
	case newlineCRLF:
		return strings.ReplaceAll(s, "\n", "\r\n")
	}
	return s
}

// lineEnds are the kinds of line ends that a file was seen to have.
type lineEnds byte

const (
	sawCR lineEnds = 1 << iota
	sawLF
	sawCRLF
)

func (e lineEnds) value() Value {
	var seen []Value
	for i, s := range []string{"\r", "\n", "\r\n"} {
		if e&(1<<i) != 0 {
			seen = append(seen, object.NewStr(s))
		}
	}
	switch len(seen) {
	case 0:
		return object.None
	case 1:
		return seen[0]
	}
	return object.NewTuple(seen...).Ref()
}

// lineEnd is the end of the first line of b, after its line end; 0 when b has none. atEnd tells that nothing follows b:
// otherwise a \r at the end of b may be the half of a line end.
func (m newlineMode) lineEnd(b []byte, from int, atEnd bool) int {
	switch m {
	case newlineUniversal, newlineKeep:
		i := bytes.IndexAny(b[from:], "\r\n")
		if i < 0 {
			return 0
		}
		i += from
		if b[i] == '\n' {
			return i + 1
		}
		if i+1 == len(b) && !atEnd {
			return 0
		}
		if i+1 < len(b) && b[i+1] == '\n' {
			return i + 2
		}
		return i + 1
	case newlineCR:
		return bytes.IndexByte(b[from:], '\r') + 1 + from*boolInt(bytes.IndexByte(b[from:], '\r') >= 0)
	case newlineCRLF:
		if i := bytes.Index(b[max(from-1, 0):], []byte("\r\n")); i >= 0 {
			return max(from-1, 0) + i + 2
		}
		return 0
	}
	if i := bytes.IndexByte(b[from:], '\n'); i >= 0 {
		return from + i + 1
	}
	return 0
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// translate makes every line end \n, where the mode says so, and notes which there were.
func (f *File) translate(b []byte) []byte {
	if f.newline != newlineUniversal && f.newline != newlineKeep {
		return b
	}
	crlf, cr, lf := bytes.Count(b, []byte("\r\n")), bytes.Count(b, []byte("\r")), bytes.Count(b, []byte("\n"))
	for _, kind := range []struct {
		n    int
		what lineEnds
	}{{crlf, sawCRLF}, {cr - crlf, sawCR}, {lf - crlf, sawLF}} {
		if kind.n > 0 {
			f.seen |= kind.what
		}
	}
	if f.newline == newlineUniversal && cr > 0 {
		b = bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))
		b = bytes.ReplaceAll(b, []byte("\r"), []byte("\n"))
	}
	return b
}

// Encodings in which the bytes of \r and \n are line ends and nothing else.
func byteWise(encoding string) bool {
	switch plainName(encoding) {
	case "utf-8", "ascii", "latin-1":
		return true
	}
	return false
}

func plainName(encoding string) string {
	name, _ := object.EncodingName(encoding)
	return name
}

const byteOrderMark = "\ufeff"

func isSignedUTF8(encoding string) bool {
	return plainName(encoding) == "utf-8-sig"
}

// moreText reads from the channel. What is not valid is found here, as CPython finds it: by the chunk.
func (f *File) moreText(th *object.Thread) (bool, error) {
	if !byteWise(f.encoding) {
		if f.began {
			return false, nil
		}
		f.began = true
		rest, err := f.ch.read(th, -1)
		if err != nil {
			return false, err
		}
		encoding := f.encoding
		if isSignedUTF8(encoding) {
			encoding, rest = "utf-8", bytes.TrimPrefix(rest, []byte(byteOrderMark))
		}
		s, err := object.Decode(th, rest, encoding, f.errs)
		if err != nil {
			return false, err
		}
		f.ch.in = append(f.ch.in, s...) // decoded: from here on the channel holds UTF-8
		return len(s) > 0, nil
	}
	old := len(f.ch.in)
	more, err := f.ch.more(th, chunkSize)
	if err != nil || !more || f.errs != "strict" {
		return more, err
	}
	fresh := f.ch.in[old:]
	if utf8.Valid(fresh) && (f.latin() || !f.ascii()) {
		return true, nil
	}
	_, err = object.Decode(th, f.ch.in[f.incomplete(old):], f.encoding, "strict")
	if err != nil && !f.ascii() && f.incomplete(len(f.ch.in)) < len(f.ch.in) {
		end := f.incomplete(len(f.ch.in))
		_, err = object.Decode(th, f.ch.in[f.incomplete(old):end], f.encoding, "strict")
	}
	return true, err
}

// incomplete is where a character begins that goes beyond end.
func (f *File) incomplete(end int) int {
	if f.latin() || f.ascii() {
		return end
	}
	for i := end - 1; i >= 0 && i >= end-3; i-- {
		if c := f.ch.in[i]; c >= 0xc0 {
			if !utf8.FullRune(f.ch.in[i:end]) {
				return i
			}
			break
		} else if c < 0x80 {
			break
		}
	}
	return end
}

func (f *File) latin() bool { return plainName(f.encoding) == "latin-1" }

func (f *File) ascii() bool { return plainName(f.encoding) == "ascii" }

// decode is bytes of the channel as text.
func (f *File) decode(th *object.Thread, b []byte) (string, error) {
	if !byteWise(f.encoding) {
		return string(b), nil
	}
	if utf8.Valid(b) && !f.latin() && !f.ascii() {
		return string(b), nil
	}
	return object.Decode(th, b, f.encoding, f.errs)
}

func (f *File) readTextLine(th *object.Thread, limit int) (string, error) {
	seen, atEnd := 0, false
	for {
		end := f.newline.lineEnd(f.ch.in, seen, atEnd)
		if end == 0 && atEnd {
			end = len(f.ch.in)
		}
		if limit >= 0 {
			if n, whole := f.characters(limit, atEnd || end > 0); whole && (end == 0 || n < end) {
				end = n
				s, err := f.decode(th, f.translate(f.ch.take(end)))
				return s, err
			}
		}
		if end > 0 || atEnd {
			return f.decode(th, f.translate(f.ch.take(end)))
		}
		seen = max(len(f.ch.in)-1, 0)
		more, err := f.moreText(th)
		if err != nil {
			return "", err
		}
		atEnd = !more
	}
}

// readText reads n characters, all for n < 0.
func (f *File) readText(th *object.Thread, n int) (string, error) {
	for n < 0 {
		if f.errs == "strict" && byteWise(f.encoding) {
			b, err := f.ch.read(th, -1) // in one piece, so that positions in errors count from here
			if err != nil {
				return "", err
			}
			return f.decode(th, f.translate(b))
		}
		more, err := f.moreText(th)
		if err != nil {
			return "", err
		}
		if !more {
			return f.decode(th, f.translate(f.ch.take(len(f.ch.in))))
		}
	}
	for atEnd := false; ; {
		if size, whole := f.characters(n, atEnd); whole || atEnd {
			return f.decode(th, f.translate(f.ch.take(size)))
		}
		more, err := f.moreText(th)
		if err != nil {
			return "", err
		}
		atEnd = !more
	}
}

// characters is the size of the first n characters of what was read, and whether there are so many.
func (f *File) characters(n int, atEnd bool) (size int, whole bool) {
	b := f.ch.in
	for ; n > 0; n-- {
		if size == len(b) {
			return size, false
		}
		switch c := b[size]; {
		case c == '\r' && f.newline == newlineUniversal:
			if size+1 == len(b) && !atEnd {
				return size, false
			}
			if size++; size < len(b) && b[size] == '\n' {
				size++
			}
		case c < utf8.RuneSelf || f.latin() || f.ascii():
			size++
		default:
			if !utf8.FullRune(b[size:]) && !atEnd {
				return size, false
			}
			_, w := utf8.DecodeRune(b[size:])
			size += w
		}
	}
	return size, true
}

// encode is a text as it is written; an encoding's mark comes only once.
func (f *File) encode(th *object.Thread, s string) ([]byte, error) {
	encoding := f.encoding
	if isSignedUTF8(encoding) {
		encoding = "utf-8"
		if !f.began {
			s = byteOrderMark + s
		}
	}
	if f.began {
		switch name := plainName(encoding); name {
		case "utf-16", "utf-32":
			encoding = name + "-le"
		}
	}
	b, err := object.Encode(th, s, encoding, f.errs)
	if err == nil && s != "" {
		f.began = true
	}
	return b, err
}
