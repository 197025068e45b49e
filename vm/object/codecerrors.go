package object

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/frontend/syntax"
)

// What happens to text that cannot be encoded and to bytes that cannot be decoded: the error handlers by name.

// A codecFault is the place that a codec could not handle.
type codecFault struct {
	encoding   string // as messages call it
	errs       string // the name of the handler
	object     Value
	start, end int
	reason     string
}

func (f codecFault) exception(t *Type) error {
	return NewExceptionArgs(t, NewStr(f.encoding), f.object, Int(int64(f.start)), Int(int64(f.end)), NewStr(f.reason))
}

// RegisterErrorHandler is codecs.register_error.
func RegisterErrorHandler(th *Thread, name string, handler Value) {
	if th.Machine.errorHandlers == nil {
		th.Machine.errorHandlers = map[string]Value{}
	}
	th.Machine.errorHandlers[name] = handler
}

// ErrorHandler is the handler that a script has registered, absent where there is none.
func ErrorHandler(th *Thread, name string) Value { return th.Machine.errorHandlers[name] }

// call asks a registered handler: what stands for the fault, and where to go on.
func (f codecFault) call(th *Thread, t *Type, size int) (repl Value, next int, err error) {
	h, ok := th.Machine.errorHandlers[f.errs]
	if !ok {
		return Null, 0, Raisef(LookupError, "unknown error handler name '%s'", f.errs)
	}
	exc := f.exception(t).(*Exception)
	r, err := Call(th, h, exc.Ref())
	if err != nil {
		return Null, 0, err
	}
	what, types := "encoding", "str/bytes, int"
	if t == UnicodeDecodeError {
		what, types = "decoding", "str, int"
	}
	tup, ok := AsTuple(r)
	bad := TypeErrorf("%s error handler must return (%s) tuple", what, types)
	if !ok || len(tup.Items) != 2 || !tup.Items[1].IsInt() {
		return Null, 0, bad
	}
	repl = tup.Items[0]
	_, isText := AsStr(repl)
	_, isBytes := AsBytes(repl)
	if !isText && !(isBytes && t == UnicodeEncodeError) {
		return Null, 0, bad
	}
	if next, err = ToInt(th, tup.Items[1]); err != nil {
		return Null, 0, err
	}
	if next < 0 {
		next += size
	}
	if next < 0 || next > size {
		return Null, 0, IndexErrorf("position %d from error handler out of bounds", next)
	}
	return repl, next, nil
}

// encodeFault is what stands for characters that cannot be encoded: text to encode, or bytes, and where to go on.
func (f codecFault) encodeFault(th *Thread, runes []rune) (text string, raw []byte, next int, err error) {
	part := runes[f.start:f.end]
	each := func(format func(r rune) string) (string, []byte, int, error) {
		var b strings.Builder
		for _, r := range part {
			b.WriteString(format(r))
		}
		return b.String(), nil, f.end, nil
	}
	fail := func() (string, []byte, int, error) { return "", nil, 0, f.exception(UnicodeEncodeError) }
	switch f.errs {
	case "strict":
		return fail()
	case "ignore":
		return "", nil, f.end, nil
	case "replace":
		return each(func(rune) string { return "?" })
	case "backslashreplace":
		return each(backslashed)
	case "xmlcharrefreplace":
		return each(func(r rune) string { return fmt.Sprintf("&#%d;", r) })
	case "namereplace":
		return each(func(r rune) string {
			if name := syntax.CharacterName(r); name != "" {
				return "\\N{" + name + "}"
			}
			return backslashed(r)
		})
	case "surrogateescape":
		for _, r := range part {
			if r < 0xDC80 || r > 0xDCFF {
				break
			}
			raw = append(raw, byte(r-0xDC00))
		}
		if len(raw) == 0 {
			return fail()
		}
		return "", raw, f.start + len(raw), nil
	case "surrogatepass":
		put := surrogateEncoders[normEncoding(f.encoding)]
		n := 0
		for _, r := range part {
			if put == nil || r < 0xD800 || r > 0xDFFF {
				break
			}
			raw = put(raw, r)
			n++
		}
		if n == 0 {
			return fail()
		}
		return "", raw, f.start + n, nil
	}
	repl, next, err := f.call(th, UnicodeEncodeError, len(runes))
	if err != nil {
		return "", nil, 0, err
	}
	if b, ok := AsBytes(repl); ok {
		return "", b.B, next, nil
	}
	text, _ = Text(repl)
	return text, nil, next, nil
}

func backslashed(r rune) string {
	switch {
	case r < 0x100:
		return fmt.Sprintf("\\x%02x", r)
	case r < 0x10000:
		return fmt.Sprintf("\\u%04x", r)
	}
	return fmt.Sprintf("\\U%08x", r)
}

// surrogateEncoders are the encodings that surrogatepass knows.
var surrogateEncoders = map[string]func(out []byte, r rune) []byte{
	"utf-8":     AppendRune,
	"utf-16":    func(out []byte, r rune) []byte { return append(out, byte(r), byte(r>>8)) },
	"utf-16-le": func(out []byte, r rune) []byte { return append(out, byte(r), byte(r>>8)) },
	"utf-16-be": func(out []byte, r rune) []byte { return append(out, byte(r>>8), byte(r)) },
	"utf-32":    func(out []byte, r rune) []byte { return append(out, byte(r), byte(r>>8), byte(r>>16), byte(r>>24)) },
	"utf-32-le": func(out []byte, r rune) []byte { return append(out, byte(r), byte(r>>8), byte(r>>16), byte(r>>24)) },
	"utf-32-be": func(out []byte, r rune) []byte { return append(out, byte(r>>24), byte(r>>16), byte(r>>8), byte(r)) },
}

// decodeFault is the text that stands for bytes that cannot be decoded, and where to go on.
func (f codecFault) decodeFault(th *Thread, b []byte) (text string, next int, err error) {
	fail := func() (string, int, error) { return "", 0, f.exception(UnicodeDecodeError) }
	switch f.errs {
	case "strict":
		return fail()
	case "ignore":
		return "", f.end, nil
	case "replace":
		return "\ufffd", f.end, nil
	case "backslashreplace":
		var s strings.Builder
		for _, c := range b[f.start:f.end] {
			fmt.Fprintf(&s, "\\x%02x", c)
		}
		return s.String(), f.end, nil
	case "surrogateescape":
		var out []byte
		i := f.start
		for ; i < f.end && b[i] >= 0x80; i++ {
			out = AppendRune(out, 0xDC00+rune(b[i]))
		}
		if i == f.start {
			return fail()
		}
		return string(out), i, nil
	case "surrogatepass":
		if r, n := surrogateAt(normEncoding(f.encoding), b[f.start:]); n > 0 {
			return EncodeRune(r), f.start + n, nil
		}
		return fail()
	}
	repl, next, err := f.call(th, UnicodeDecodeError, len(b))
	if err != nil {
		return "", 0, err
	}
	text, _ = Text(repl)
	return text, next, nil
}

// surrogateAt is the surrogate that bytes begin with, and how many it takes: 0 where there is none.
func surrogateAt(encoding string, b []byte) (r rune, n int) {
	at := func(i int) rune { return rune(b[i]) }
	switch {
	case encoding == "utf-8" && len(b) >= 3 && b[0] == 0xED && b[1]&0xC0 == 0x80 && b[2]&0xC0 == 0x80:
		r, n = at(0)&0xF<<12|at(1)&0x3F<<6|at(2)&0x3F, 3
	case encoding == "utf-16-le" && len(b) >= 2:
		r, n = at(1)<<8|at(0), 2
	case encoding == "utf-16-be" && len(b) >= 2:
		r, n = at(0)<<8|at(1), 2
	case encoding == "utf-32-le" && len(b) >= 4:
		r, n = at(3)<<24|at(2)<<16|at(1)<<8|at(0), 4
	case encoding == "utf-32-be" && len(b) >= 4:
		r, n = at(0)<<24|at(1)<<16|at(2)<<8|at(3), 4
	}
	if r < 0xD800 || r > 0xDFFF {
		return 0, 0
	}
	return r, n
}

// HandleUnicodeError is a built-in error handler called with an exception: what stands for the fault, and where to go on.
func HandleUnicodeError(th *Thread, name string, v Value) (Value, error) {
	e, ok := AsException(v)
	if name == "strict" {
		if !ok {
			return Null, TypeErrorf("codec must pass exception instance")
		}
		return Null, e
	}
	t := handledBy(name, v.Type())
	if t == nil {
		return Null, TypeErrorf("don't know how to handle %s in error callback", v.Type().Name)
	}
	f := codecFault{errs: name}
	if name == "surrogatepass" {
		if f.encoding, ok = textField(th, v, "encoding"); !ok {
			return Null, unsetField("encoding")
		}
		if !surrogatesPass(f.encoding) {
			return Null, e
		}
	}
	if f.object, _ = GetAttr(th, v, "object"); f.object.IsNull() || f.object.IsNone() {
		return Null, unsetField("object")
	}
	clip := func(attr string, low, high int) (int, error) {
		x, err := GetAttr(th, v, attr)
		if err != nil {
			return 0, err
		}
		n, err := ToInt(th, x)
		return min(max(n, low), high), err
	}
	place := func(size int) (err error) { // a fault has one place at least, where there is one
		if f.start, err = clip("start", 0, max(size-1, 0)); err != nil {
			return err
		}
		f.end, err = clip("end", 1, size)
		f.start = min(f.start, f.end)
		return err
	}
	answer := func(repl Value, next int, err error) (Value, error) {
		if f, isFault := err.(*Exception); isFault && f.typ == t {
			err = e
		}
		if err != nil {
			return Null, err
		}
		return NewTuple(repl, Int(int64(next))).Ref(), nil
	}
	if t == UnicodeDecodeError {
		b, ok := AsBytes(f.object)
		if !ok {
			return Null, TypeErrorf("UnicodeError 'object' attribute must be a bytes")
		}
		if err := place(len(b.B)); err != nil {
			return Null, err
		}
		text, next, err := f.decodeFault(th, b.B)
		return answer(NewStr(text), next, err)
	}
	s, ok := Text(f.object)
	if !ok {
		return Null, TypeErrorf("UnicodeError 'object' attribute must be a string")
	}
	runes := DecodeWTF8(s)
	if err := place(len(runes)); err != nil {
		return Null, err
	}
	if name == "replace" && t == UnicodeTranslateError {
		return answer(NewStr(strings.Repeat("\ufffd", f.end-f.start)), f.end, nil)
	}
	text, raw, next, err := f.encodeFault(th, runes)
	if raw != nil {
		return answer(NewBytes(raw), next, err)
	}
	return answer(NewStr(text), next, err)
}

// handledBy is which of the three exceptions t is a class of, nil where the handler does not know it.
func handledBy(handler string, t *Type) *Type {
	known := []*Type{UnicodeEncodeError, UnicodeDecodeError, UnicodeTranslateError}
	switch handler {
	case "xmlcharrefreplace", "namereplace":
		known = known[:1]
	case "surrogateescape", "surrogatepass":
		known = known[:2]
	}
	for _, k := range known {
		if t.IsSubtype(k) {
			return k
		}
	}
	return nil
}

func textField(th *Thread, v Value, name string) (string, bool) {
	x, err := GetAttr(th, v, name)
	if err != nil {
		return "", false
	}
	return Text(x)
}

func unsetField(name string) error { return TypeErrorf("UnicodeError '%s' attribute is not set", name) }

func surrogatesPass(encoding string) bool { return surrogateEncoders[normEncoding(encoding)] != nil }
