package builtins

import (
	"fmt"
	"io"
	"os"

	"github.com/magneto-go/magneto/vm/object"
)

// The types of file objects, which module io shows.
var (
	IOBaseType         *object.Type
	RawIOBaseType      *object.Type
	BufferedIOBaseType *object.Type
	TextIOBaseType     *object.Type
	FileIOType         *object.Type
	TextFileType       *object.Type
	StringIOType       *object.Type
	BufferedReaderType *object.Type
	BufferedWriterType *object.Type
	BufferedRandomType *object.Type
	BytesIOType        *object.Type
)

func fileOf(v Value) *File { f, _ := AsFile(v); return f }

// bare tells that the file is an object of a class written in Python.
func (f *File) bare() bool { return f.ch == nil && f.mem == nil }

func callMethod(th *object.Thread, v Value, name string, args ...Value) (Value, error) {
	m, err := object.GetAttr(th, v, name)
	if err != nil {
		return object.Null, err
	}
	return object.Call(th, m, args...)
}

func init() {
	th := object.StartUp()
	bareNew := func(text bool) func(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
		return func(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
			return (&File{Header: object.NewHeader(cls), text: text}).Ref(), nil
		}
	}
	IOBaseType = object.NewType("_IOBase", "_io", nil, object.Spec{HasDict: true, Layout: layoutFile, Methods: ioMethods(), Getset: append(ioAttributes(), object.DictAttr),
		Slots: object.Slots{New: bareNew(false), Init: func(th *object.Thread, v Value, args, kw []Value) error { return nil }, Repr: fileRepr, Next: fileNext,
			Iter: func(th *object.Thread, v Value) (Value, error) {
				if f := fileOf(v); f.bare() {
					return v, f.notClosed("")
				}
				if f := fileOf(v); f.mem != nil && f.closed {
					return object.Null, object.ValueErrorf("I/O operation on closed file.")
				}
				return v, fileOf(v).notClosed("")
			}}})
	RawIOBaseType = object.NewType("_RawIOBase", "_io", IOBaseType, object.Spec{Methods: rawMethods()})
	BufferedIOBaseType = object.NewType("_BufferedIOBase", "_io", IOBaseType, object.Spec{Methods: bufferedMethods()})
	TextIOBaseType = object.NewType("_TextIOBase", "_io", IOBaseType, object.Spec{Slots: object.Slots{New: bareNew(true)}})
	FileIOType = object.NewType("FileIO", "_io", RawIOBaseType, object.Spec{Slots: object.Slots{Init: initFileIO}})
	TextFileType = object.NewType("TextIOWrapper", "_io", TextIOBaseType, object.Spec{Slots: object.Slots{Init: initTextIOWrapper}})
	BufferedReaderType = object.NewType("BufferedReader", "_io", BufferedIOBaseType, object.Spec{Methods: peekMethods(), Slots: object.Slots{Init: initBuffered(true, false)}})
	BufferedWriterType = object.NewType("BufferedWriter", "_io", BufferedIOBaseType, object.Spec{Slots: object.Slots{Init: initBuffered(false, true)}})
	BufferedRandomType = object.NewType("BufferedRandom", "_io", BufferedIOBaseType, object.Spec{Methods: peekMethods(), Slots: object.Slots{Init: initBuffered(true, true)}})
	StringIOType = memoryType("StringIO", TextIOBaseType, true)
	BytesIOType = memoryType("BytesIO", BufferedIOBaseType, false)
	made, err := object.Call(th, object.TypeType.Ref(), object.NewStr("UnsupportedOperation"),
		object.NewTuple(object.OSError.Ref(), object.ValueError.Ref()).Ref(), unsupportedNamespace())
	if err != nil {
		panic(err)
	}
	UnsupportedOperation, _ = object.AsType(made)
}

func unsupportedNamespace() Value {
	d := object.NewDict()
	d.Put("__module__", object.NewStr("io"))
	return d.Ref()
}

func fileRepr(th *object.Thread, v Value) (Value, error) {
	f := fileOf(v)
	if f.bare() || f.mem != nil {
		return object.NewStr(fmt.Sprintf("<%s object at %#x>", v.Type().FullName(), object.ID(v))), nil
	}
	s := "<" + v.Type().FullName()
	if f.raw && f.closedNow() {
		return object.NewStr(s + " [closed]>"), nil
	}
	if name := f.nameOf(th); !name.IsNull() {
		n, err := object.Repr(th, name)
		if err != nil {
			return object.Null, err
		}
		s += " name=" + n
	}
	if f.raw {
		return object.NewStr(fmt.Sprintf("%s mode='%s' closefd=%s>", s, f.mode, map[bool]string{true: "False", false: "True"}[f.ch.keep])), nil
	}
	if f.text {
		if f.mode != "" {
			s += " mode='" + f.mode + "'"
		}
		s += " encoding='" + f.encoding + "'"
	}
	return object.NewStr(s + ">"), nil
}

// nameOf is the name of the file, that of what it wraps if it has none itself.
func (f *File) nameOf(th *object.Thread) Value {
	if f.name.IsNull() && !f.base.IsNull() {
		if v, err := object.LookupAttr(th, f.base, object.Intern("name")); err == nil {
			return v
		}
	}
	return f.name
}

func fileNext(th *object.Thread, v Value) (Value, error) {
	f := fileOf(v)
	var line Value
	var err error
	if f.bare() || overridesReadline(th, v.Type()) {
		line, err = callMethod(th, v, "readline")
	} else {
		f.stepped = f.text && f.ch != nil
		line, err = f.readLine(th, -1)
	}
	if err != nil {
		return object.Null, err
	}
	if n, err := object.Len(th, line); err != nil || n == 0 {
		f.stepped = false
		return object.Null, err
	}
	return line, nil
}

// ioMethods are those of all files. For classes written in Python they are built on the methods that those define.
func ioMethods() []object.Method {
	boolean := func(name string, get func(f *File) bool) object.Method {
		return object.Method{Name: name, NoArgs: func(th *object.Thread, v Value) (Value, error) {
			f := fileOf(v)
			if err := f.notClosed("attribute"); err != nil {
				if f.bare() || f.mem != nil && !f.text {
					err = object.ValueErrorf("I/O operation on closed file.")
				}
				return object.Null, err
			}
			return object.Bool(get(f)), nil
		}}
	}
	return []object.Method{
		{Name: "read", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			f := fileOf(args[0])
			n, err := intArg(th, args, 1, -1)
			if err != nil {
				return object.Null, err
			}
			if f.bare() {
				return object.Null, unsupported("read")
			}
			f.stepped = false
			return f.read(th, n)
		}},
		{Name: "readline", Fn: readLineMethod},
		{Name: "readlines", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			hint, err := intArg(th, args, 1, -1)
			if err != nil {
				return object.Null, err
			}
			l := object.NewList()
			total := 0
			it, err := object.Iter(th, args[0])
			if err != nil {
				return object.Null, err
			}
			for {
				line, err := object.Next(th, it)
				if err != nil || line.IsNull() {
					return l.Ref(), err
				}
				l.Items = append(l.Items, line)
				n, _ := object.Len(th, line)
				if total += n; hint > 0 && total > hint {
					return l.Ref(), nil
				}
			}
		}},
		{Name: "write", OneArg: writeMethod},
		{Name: "writelines", OneArg: func(th *object.Thread, v, lines Value) (Value, error) {
			if err := fileOf(v).notClosed(""); err != nil {
				return object.Null, err
			}
			return object.None, object.Iterate(th, lines, func(th *object.Thread, x Value) error { _, err := callMethod(th, v, "write", x); return err })
		}},
		{Name: "flush", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			f := fileOf(v)
			if err := f.notClosed("flush"); err != nil {
				return object.Null, err
			}
			return object.None, f.Flush(th)
		}},
		{Name: "close", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			f := fileOf(v)
			if f.bare() && !f.closed {
				_, err := callMethod(th, v, "flush")
				f.closed = true
				return object.None, err
			}
			return object.None, f.close(th)
		}},
		boolean("readable", func(f *File) bool { return f.readable }),
		boolean("writable", func(f *File) bool { return f.writable }),
		boolean("seekable", func(f *File) bool {
			if f.ch == nil {
				return f.mem != nil
			}
			_, err := f.ch.dev.Seek(0, io.SeekCurrent)
			return err == nil
		}),
		boolean("isatty", func(f *File) bool {
			file, ok := OSFile(f.Ref())
			if !ok {
				return false
			}
			st, err := file.Stat()
			return err == nil && st.Mode()&os.ModeCharDevice != 0 && file.Name() != os.DevNull
		}),
		{Name: "fileno", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			f := fileOf(v)
			if f.bare() {
				return object.Null, unsupported("fileno")
			}
			if err := f.notClosed("attribute"); err != nil {
				return object.Null, err
			}
			if file, ok := OSFile(v); ok {
				return object.Int(int64(file.Fd())), nil
			}
			if f.ch != nil {
				if d, ok := f.ch.dev.(objectDevice); ok {
					return d.call(th, "fileno")
				}
			}
			return object.Null, unsupported("fileno")
		}},
		{Name: "tell", NoArgs: tellMethod},
		{Name: "seek", Fn: seekMethod},
		{Name: "truncate", Fn: truncateMethod},
		{Name: "detach", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			f := fileOf(v)
			if f.ch == nil {
				return object.Null, unsupported("detach")
			}
			if f.detached {
				return object.Null, f.notClosed("")
			}
			if err := f.Flush(th); err != nil {
				return object.Null, err
			}
			base := f.baseOf()
			f.detached = true
			return base, nil
		}},
		{Name: "reconfigure", Fn: reconfigure},
		{Name: "__enter__", NoArgs: func(th *object.Thread, v Value) (Value, error) { return v, fileOf(v).notClosed("") }},
		{Name: "__exit__", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			_, err := callMethod(th, args[0], "close")
			return object.None, err
		}},
	}
}

// bufferedMethods are those of buffered files of bytes.
func bufferedMethods() []object.Method {
	return []object.Method{
		{Name: "read1", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			f := fileOf(args[0])
			n, err := intArg(th, args, 1, -1)
			if err != nil {
				return object.Null, err
			}
			if f.bare() {
				return object.Null, unsupported("read1")
			}
			if f.mem != nil {
				return f.read(th, n)
			}
			if err := f.usable(true, "read"); err != nil {
				return object.Null, err
			}
			if len(f.ch.in) == 0 {
				if _, err := f.ch.more(th, max(n, chunkSize)); err != nil {
					return object.Null, err
				}
			}
			if n < 0 || n > len(f.ch.in) {
				n = len(f.ch.in)
			}
			return object.NewBytes(f.ch.take(n)), nil
		}},
		{Name: "readinto", OneArg: readInto}, {Name: "readinto1", OneArg: readInto},
	}
}

// peekMethods are those of buffered files that can be read.
func peekMethods() []object.Method {
	return []object.Method{
		{Name: "peek", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			f := fileOf(args[0])
			if err := f.usable(true, "peek"); err != nil {
				return object.Null, err
			}
			if len(f.ch.in) == 0 {
				if _, err := f.ch.more(th, chunkSize); err != nil {
					return object.Null, err
				}
			}
			return object.NewBytes(append([]byte(nil), f.ch.in...)), nil
		}},
	}
}

func readLineMethod(th *object.Thread, args, kw []Value) (Value, error) {
	f := fileOf(args[0])
	limit, err := intArg(th, args, 1, -1)
	if err != nil {
		return object.Null, err
	}
	if !f.bare() {
		f.stepped = false
		return f.readLine(th, limit)
	}
	if f.text {
		return object.Null, unsupported("readline")
	}
	var line []byte
	for limit < 0 || len(line) < limit {
		r, err := callMethod(th, args[0], "read", object.Int(1))
		if err != nil {
			return object.Null, err
		}
		b, err := object.BytesOf(r)
		if err != nil {
			return object.Null, object.Raisef(object.OSError, "read() should have returned a bytes object, not '%s'", r.Type().Name)
		}
		line = append(line, b...)
		if len(b) == 0 || b[len(b)-1] == '\n' {
			break
		}
	}
	return object.NewBytes(line), nil
}

func writeMethod(th *object.Thread, v, x Value) (Value, error) {
	f := fileOf(v)
	if f.bare() {
		return object.Null, unsupported("write")
	}
	if f.text {
		if err := f.notClosed(""); err != nil {
			return object.Null, err
		}
		s, ok := object.Text(x)
		if !ok {
			if f.mem != nil {
				return object.Null, object.TypeErrorf("string argument expected, got '%s'", x.Type().Name)
			}
			return object.Null, object.TypeErrorf("write() argument must be str, not %s", x.Type().Name)
		}
		n, err := f.WriteText(th, s)
		return object.Int(int64(n)), err
	}
	if f.mem != nil {
		if err := f.notClosed("write"); err != nil {
			return object.Null, err
		}
	}
	b, err := object.BytesOf(x)
	if err != nil {
		return object.Null, err
	}
	if err := f.usable(false, "write"); err != nil {
		return object.Null, err
	}
	if f.mem != nil {
		f.mem.writeBytes(b)
		return object.Int(int64(len(b))), nil
	}
	return object.Int(int64(len(b))), f.ch.write(th, b)
}

func readInto(th *object.Thread, v, target Value) (Value, error) {
	f := fileOf(v)
	into, ok := object.WritableBytes(target)
	if !ok {
		return object.Null, object.TypeErrorf("readinto() argument must be read-write bytes-like object, not %s", target.Type().Name)
	}
	var r Value
	var err error
	if f.bare() {
		r, err = callMethod(th, v, "read", object.Int(int64(len(into))))
	} else {
		r, err = f.read(th, len(into))
	}
	if err != nil || r.IsNone() {
		return r, err
	}
	b, err := object.BytesOf(r)
	return object.Int(int64(copy(into, b))), err
}

// rawMethods build read and readall on the readinto of a class written in Python.
func rawMethods() []object.Method {
	return []object.Method{
		{Name: "read", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			f := fileOf(args[0])
			n, err := intArg(th, args, 1, -1)
			if err != nil {
				return object.Null, err
			}
			if !f.bare() {
				return f.read(th, n)
			}
			if n < 0 {
				return callMethod(th, args[0], "readall")
			}
			buffer := object.NewByteArray(make([]byte, n))
			r, err := callMethod(th, args[0], "readinto", buffer)
			if err != nil || r.IsNone() {
				return r, err
			}
			size, err := object.ToInt(th, r)
			if err != nil {
				return object.Null, err
			}
			b, _ := object.BytesOf(buffer)
			if size < 0 || size > len(b) {
				return object.Null, object.ValueErrorf("readinto returned %d outside buffer size %d", size, len(b))
			}
			return object.NewBytes(append([]byte(nil), b[:size]...)), nil
		}},
		{Name: "readall", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			if f := fileOf(v); !f.bare() {
				return f.read(th, -1)
			}
			var all []byte
			for {
				r, err := callMethod(th, v, "read", object.Int(chunkSize))
				if err != nil {
					return object.Null, err
				}
				if r.IsNone() {
					break
				}
				b, err := object.BytesOf(r)
				if err != nil {
					return object.Null, object.TypeErrorf("read() should return bytes")
				}
				if len(b) == 0 {
					break
				}
				all = append(all, b...)
			}
			return object.NewBytes(all), nil
		}},
		{Name: "readinto", OneArg: func(th *object.Thread, v, target Value) (Value, error) {
			if fileOf(v).bare() {
				return object.Null, unsupported("readinto")
			}
			return readInto(th, v, target)
		}},
	}
}

// overridesReadline tells whether a class written in Python has a readline of its own, which iteration goes by.
func overridesReadline(th *object.Thread, t *object.Type) bool {
	if t == TextFileType || t == BufferedReaderType || t == StringIOType || t == BytesIOType {
		return false
	}
	_, native := object.AsBuiltin(t.Lookup(th, object.Intern("readline")))
	return !native
}
