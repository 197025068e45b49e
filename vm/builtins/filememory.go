package builtins

import (
	"bytes"
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// memory is the content of a StringIO, in UTF-8, or of a BytesIO.
type memory struct {
	data []byte
	pos  int // in bytes; beyond the end of a text, by as many as it is characters beyond
}

// write puts bytes at the position, over what is there. Text replaces as many characters as it has.
func (m *memory) write(b []byte, replaced int) {
	for m.pos > len(m.data) {
		m.data = append(m.data, 0)
	}
	if m.pos == len(m.data) {
		m.data = append(m.data, b...)
	} else {
		tail := m.data[m.pos+replaced:]
		if replaced == len(b) {
			copy(m.data[m.pos:], b)
		} else {
			m.data = append(m.data[:m.pos:m.pos], append(append([]byte(nil), b...), tail...)...)
		}
	}
	m.pos += len(b)
}

func (m *memory) writeText(s string, newline newlineMode) {
	if newline == newlineUniversal && strings.Contains(s, "\r") {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	}
	s = newline.outward(s)
	replaced := 0
	if m.pos < len(m.data) {
		replaced = textBytes(m.data[m.pos:], strings.Count(s, "")-1)
	}
	m.write([]byte(s), replaced)
}

func (m *memory) writeBytes(b []byte) {
	if len(b) > 0 {
		m.write(b, min(len(b), max(len(m.data)-m.pos, 0)))
	}
}

// textBytes is the size of the first n characters of b.
func textBytes(b []byte, n int) int {
	i := 0
	for ; n > 0 && i < len(b); n-- {
		i++
		for i < len(b) && b[i]&0xc0 == 0x80 {
			i++
		}
	}
	return i
}

func (m *memory) rest() []byte { return m.data[min(m.pos, len(m.data)):] }

func (m *memory) read(n int, text bool) []byte {
	b := m.rest()
	if n >= 0 {
		if text {
			b = b[:textBytes(b, n)]
		} else {
			b = b[:min(n, len(b))]
		}
	}
	m.pos += len(b)
	return append([]byte(nil), b...)
}

func (m *memory) readLine(limit int, text bool, newline newlineMode) []byte {
	b := m.rest()
	end := bytes.IndexByte(b, '\n') + 1
	if text {
		end = newline.lineEnd(b, 0, true)
	}
	if end == 0 {
		end = len(b)
	}
	if limit >= 0 {
		if text {
			end = min(end, textBytes(b, limit))
		} else {
			end = min(end, limit)
		}
	}
	m.pos += end
	return append([]byte(nil), b[:end]...)
}

// tell is the position in characters or bytes.
func (m *memory) tell(text bool) int {
	if !text {
		return m.pos
	}
	beyond := max(m.pos-len(m.data), 0)
	return bytes.Count(m.data[:m.pos-beyond], nil) - 1 + beyond
}

func (m *memory) seek(n int, text bool) {
	if !text {
		m.pos = n
		return
	}
	m.pos = textBytes(m.data, n)
	if m.pos == len(m.data) {
		m.pos += n - m.tell(true)
	}
}

func (f *File) seekMemory(offset, whence int) (int, error) {
	m := f.mem
	if f.text {
		if whence < 0 || whence > 2 {
			return 0, object.ValueErrorf("Invalid whence (%d, should be 0, 1 or 2)", whence)
		}
		if offset < 0 && whence == 0 {
			return 0, object.ValueErrorf("Negative seek position %d", offset)
		}
		if whence != 0 && offset != 0 {
			return 0, object.Raisef(object.OSError, "Can't do nonzero cur-relative seeks")
		}
		switch whence {
		case 0:
			m.seek(offset, true)
		case 2:
			m.pos = len(m.data)
		}
		return m.tell(true), nil
	}
	switch whence {
	case 0:
		if offset < 0 {
			return 0, object.ValueErrorf("negative seek value %d", offset)
		}
	case 1:
		offset += m.pos
	case 2:
		offset += len(m.data)
	default:
		return 0, object.ValueErrorf("invalid whence (%d, should be 0, 1 or 2)", whence)
	}
	m.pos = max(offset, 0)
	return m.pos, nil
}

func (f *File) truncateMemory(n int) error {
	if n < 0 {
		return object.ValueErrorf("Negative size value %d", n)
	}
	end := min(n, len(f.mem.data))
	if f.text {
		end = textBytes(f.mem.data, n)
	}
	f.mem.data = f.mem.data[:end]
	return nil
}

// memoryType is io.StringIO or io.BytesIO.
func memoryType(name string, base *object.Type, text bool) *object.Type {
	fv := func(v Value) *File { f, _ := AsFile(v); return f }
	value := func(f *File) Value {
		if f.text {
			return object.NewStr(string(f.mem.data))
		}
		return object.NewBytes(append([]byte(nil), f.mem.data...))
	}
	initial := "initial_bytes"
	if text {
		initial = "initial_value"
	}
	methods := []object.Method{
		{Name: "getvalue", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			f := fv(v)
			if err := f.notClosed("getvalue"); err != nil {
				return object.Null, err
			}
			return value(f), nil
		}},
		{Name: "__getstate__", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			f := fv(v)
			if err := f.notClosed("getstate"); err != nil {
				return object.Null, err
			}
			state := []Value{value(f)}
			if text {
				state = append(state, object.NewStr([]string{"", "", "\n", "\r", "\r\n"}[f.newline]))
				if f.newline == newlineUniversal {
					state[1] = object.None
				}
			}
			state = append(state, object.Int(int64(f.mem.tell(text))), object.None)
			if d := f.Dict(); d != nil && d.Len() > 0 {
				state[len(state)-1] = d.Copy().Ref()
			}
			return object.NewTuple(state...).Ref(), nil
		}},
		{Name: "__reduce_ex__", OneArg: func(th *object.Thread, v, _ Value) (Value, error) {
			state, err := callMethod(th, v, "__getstate__")
			return object.NewTuple(v.Type().Ref(), object.NewTuple().Ref(), state).Ref(), err
		}},
		{Name: "__setstate__", OneArg: func(th *object.Thread, v, state Value) (Value, error) {
			items, ok := object.Items(state)
			if !ok || len(items) < 3 {
				return object.Null, object.TypeErrorf("%s.__setstate__ argument should be %d-tuple, got %s", v.Type().Name, 3+boolInt(text), state.Type().Name)
			}
			n := len(items)
			if err := setMemory(fv(v), items[:n-2]); err != nil {
				return object.Null, err
			}
			pos, err := object.ToInt(th, items[n-2])
			if err != nil {
				return object.Null, err
			}
			fv(v).mem.seek(pos, text)
			if d, ok := object.AsDict(items[n-1]); ok {
				return object.None, object.InstanceDict(v).Update(th, d)
			}
			return object.None, nil
		}},
	}
	if !text {
		methods = append(methods, object.Method{Name: "getbuffer", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			if err := fv(v).notClosed("getbuffer"); err != nil {
				return object.Null, err
			}
			view, _ := Module(th).Dict().Lookup("memoryview")
			return object.Call(th, view, object.NewBytes(fv(v).mem.data))
		}})
	}
	return object.NewType(name, "_io", base, object.Spec{HasDict: true, Methods: methods, Slots: object.Slots{
		New: func(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
			return (&File{Header: object.NewHeader(cls), mem: &memory{}, text: text, readable: true, writable: true, newline: newlineLF}).Ref(), nil
		},
		Init: func(th *object.Thread, v Value, args, kw []Value) error {
			names := []string{"|", initial}
			if text {
				names = append(names, "newline")
			}
			a, err := object.Args(name, args, kw, names...)
			if err != nil {
				return err
			}
			return setMemory(fv(v), a)
		},
	}})
}

// setMemory fills a StringIO with (value, newline), or a BytesIO with (value).
func setMemory(f *File, a []Value) error {
	f.mem, f.closed = &memory{}, false
	if f.text {
		f.newline = newlineLF
		if len(a) > 1 && !a[1].IsNull() {
			var err error
			if f.newline, err = newlineOf(a[1], "StringIO", "%r"); err != nil {
				return err
			}
		}
	}
	if a[0].IsNull() || a[0].IsNone() {
		return nil
	}
	if f.text {
		s, ok := object.Text(a[0])
		if !ok {
			return object.TypeErrorf("initial_value must be str or None, not %s", a[0].Type().Name)
		}
		f.mem.writeText(s, f.newline)
		f.mem.pos = 0
		return nil
	}
	b, err := object.BytesOf(a[0])
	f.mem.data = append([]byte(nil), b...)
	return err
}
