package builtins

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// File is an open file: text or binary, on disk or in memory.
type File struct {
	object.Header
	f        *os.File
	r        *bufio.Reader
	w        *bufio.Writer
	mem      []byte // content of StringIO and BytesIO
	pos      int    // in mem
	inMemory bool
	text     bool
	readable bool
	writable bool
	closed   bool
	append   bool
	lines    bool // flush after each line: standard error
	name     Value
	mode     string
	encoding string
	errs     string
	newline  string // "" universal, "-" untranslated
}

var layoutFile = object.NewLayout()

// The types of file objects, which package io shows.
var (
	IOBaseType         *object.Type
	TextIOBaseType     *object.Type
	TextFileType       *object.Type
	StringIOType       *object.Type
	BufferedReaderType *object.Type
	BufferedWriterType *object.Type
	BufferedRandomType *object.Type
	BytesIOType        *object.Type
)

// AsFile is the file behind a value.
func AsFile(v Value) (*File, bool) { return object.As[File](v, layoutFile) }

// The standard streams.
var Stdin, Stdout, Stderr *File

func stream(f *os.File, name, mode string) *File {
	x := &File{Header: object.NewHeader(TextFileType), f: f, text: true, name: object.NewStr(name), mode: mode, encoding: "utf-8", errs: "strict"}
	if mode == "r" {
		x.r, x.readable = bufio.NewReader(&interruptible{f: f}), true
	} else {
		x.w, x.writable = bufio.NewWriterSize(f, 1<<16), true
	}
	return x
}

// interruptible reads in the background, so that Ctrl-C ends a read that waits; what arrives later is for the next read.
type interruptible struct {
	f       *os.File
	pending chan chunk
	rest    chunk
}

type chunk struct {
	data []byte
	err  error
}

func (r *interruptible) Read(p []byte) (int, error) {
	if len(r.rest.data) == 0 && r.rest.err == nil {
		if r.pending == nil {
			r.pending = make(chan chunk, 1)
			go func(out chan<- chunk) {
				data := make([]byte, 1<<16)
				n, err := r.f.Read(data)
				out <- chunk{data[:n], err}
			}(r.pending)
		}
		rest, err := interp.Wait(r.pending)
		if err != nil {
			return 0, err
		}
		r.rest, r.pending = rest, nil
	}
	n := copy(p, r.rest.data)
	r.rest.data = r.rest.data[n:]
	if len(r.rest.data) > 0 {
		return n, nil
	}
	err := r.rest.err
	r.rest = chunk{}
	return n, err
}

// OSError turns a Go error of the file system into an OSError; an interrupted wait's exception stays what it is.
func OSError(err error, filename string) error {
	if e, ok := err.(*object.Exception); ok {
		return e
	}
	var no syscall.Errno
	if errors.As(err, &no) {
		text := no.Error()
		text = strings.ToUpper(text[:1]) + text[1:]
		return object.NewOSError(int(no), text, filename)
	}
	return object.NewException(object.OSError, err.Error())
}

// WriteText writes to a text file; standard error is flushed at once, after standard output.
func (f *File) WriteText(s string) (int, error) {
	if f.closed {
		return 0, object.ValueErrorf("I/O operation on closed file.")
	}
	if !f.writable {
		return 0, unsupported("not writable")
	}
	n := strings.Count(s, "") - 1
	if f.inMemory {
		if f.newline == "" && strings.Contains(s, "\r") {
			s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
		}
		f.memWrite([]byte(s))
		return n, nil
	}
	b, err := object.Encode(s, f.encoding, f.errs)
	if err != nil {
		return 0, err
	}
	if f.lines {
		Stdout.Flush()
	}
	if _, err := f.w.Write(b); err != nil {
		return 0, OSError(err, "")
	}
	if f.lines {
		return n, f.Flush()
	}
	return n, nil
}

func (f *File) memWrite(b []byte) {
	for f.pos > len(f.mem) {
		f.mem = append(f.mem, 0)
	}
	k := copy(f.mem[f.pos:], b)
	f.mem = append(f.mem, b[k:]...)
	f.pos += len(b)
}

// Flush writes out what is buffered.
func (f *File) Flush() error {
	if f.w == nil {
		return nil
	}
	if err := f.w.Flush(); err != nil {
		f.w.Reset(f.f)
		return OSError(err, "")
	}
	return nil
}

func (f *File) close() error {
	if f.closed {
		return nil
	}
	err := f.Flush()
	f.closed = true
	if f.f != nil {
		f.f.Close()
	}
	return err
}

func unsupported(msg string) error {
	return object.Raisef(UnsupportedOperation, "%s", msg)
}

// UnsupportedOperation is io.UnsupportedOperation.
var UnsupportedOperation *object.Type

func (f *File) check(read bool) error {
	if f.closed {
		return object.ValueErrorf("I/O operation on closed file.")
	}
	if read && !f.readable {
		return unsupported("not readable")
	}
	if !read && !f.writable {
		if f.text {
			return unsupported("not writable")
		}
		return unsupported("write")
	}
	return nil
}

// readN reads n bytes (characters of a text file), all for n < 0.
func (f *File) readN(n int) ([]byte, error) {
	if err := f.check(true); err != nil {
		return nil, err
	}
	if f.inMemory {
		if f.pos >= len(f.mem) {
			return nil, nil
		}
		rest := f.mem[f.pos:]
		if n >= 0 {
			rest = rest[:runeBytes(rest, n, f.text)]
		}
		f.pos += len(rest)
		return append([]byte(nil), rest...), nil
	}
	if f.w != nil {
		f.w.Flush()
	}
	if n < 0 {
		b, err := io.ReadAll(f.r)
		if err != nil {
			return nil, OSError(err, "")
		}
		return f.translate(b), nil
	}
	var out []byte
	for n > 0 {
		if f.text {
			r, _, err := f.r.ReadRune()
			if err != nil {
				break
			}
			out = append(out, string(r)...)
		} else {
			c, err := f.r.ReadByte()
			if err != nil {
				break
			}
			out = append(out, c)
		}
		n--
	}
	return f.translate(out), nil
}

func runeBytes(b []byte, n int, text bool) int {
	if !text {
		return min(n, len(b))
	}
	i := 0
	for ; n > 0 && i < len(b); n-- {
		i++
		for i < len(b) && b[i]&0xc0 == 0x80 {
			i++
		}
	}
	return i
}

func (f *File) translate(b []byte) []byte {
	if f.text && f.newline == "" && bytes.IndexByte(b, '\r') >= 0 {
		b = bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))
		b = bytes.ReplaceAll(b, []byte("\r"), []byte("\n"))
	}
	return b
}

func (f *File) readLine(limit int) ([]byte, error) {
	if err := f.check(true); err != nil {
		return nil, err
	}
	if f.inMemory {
		if f.pos >= len(f.mem) {
			return nil, nil
		}
		rest := f.mem[f.pos:]
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			rest = rest[:i+1]
		}
		if limit >= 0 && limit < len(rest) {
			rest = rest[:limit]
		}
		f.pos += len(rest)
		return append([]byte(nil), rest...), nil
	}
	b, err := f.r.ReadBytes('\n')
	if err != nil && err != io.EOF {
		return nil, OSError(err, "")
	}
	return f.translate(b), nil
}

// wrap is data read from the file as str or bytes.
func (f *File) wrap(b []byte, err error) (Value, error) {
	if err != nil {
		return object.Null, err
	}
	if !f.text {
		return object.NewBytes(b), nil
	}
	if f.inMemory {
		return object.NewStr(string(b)), nil
	}
	s, err := object.Decode(b, f.encoding, f.errs)
	return object.NewStr(s), err
}

// Open is open(file, mode, ...).
func Open(args, kw []Value) (Value, error) {
	a, err := object.Args("open", args, kw, "file", "|", "mode", "buffering", "encoding", "errors", "newline", "closefd", "opener")
	if err != nil {
		return object.Null, err
	}
	mode := "r"
	if !a[1].IsNull() {
		m, ok := object.Text(a[1])
		if !ok {
			return object.Null, object.TypeErrorf("open() argument 'mode' must be str, not %s", a[1].Type().Name)
		}
		mode = m
	}
	path, err := PathOf(a[0])
	if err != nil {
		return object.Null, err
	}
	f := &File{name: a[0], mode: mode, encoding: "utf-8", errs: "strict", text: true}
	flags, kind := 0, byte(0)
	plus := false
	for _, c := range mode {
		switch c {
		case 'r', 'w', 'a', 'x':
			if kind != 0 {
				return object.Null, object.ValueErrorf("must have exactly one of create/read/write/append mode")
			}
			kind = byte(c)
		case 'b':
			f.text = false
		case 't':
		case '+':
			plus = true
		default:
			return object.Null, object.ValueErrorf("invalid mode: '%s'", mode)
		}
	}
	switch kind {
	case 'r':
		f.readable = true
		flags = os.O_RDONLY
	case 'w':
		f.writable = true
		flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	case 'a':
		f.writable = true
		flags = os.O_WRONLY | os.O_CREATE | os.O_APPEND
	case 'x':
		f.writable = true
		flags = os.O_WRONLY | os.O_CREATE | os.O_EXCL
	default:
		return object.Null, object.ValueErrorf("Must have exactly one of create/read/write/append mode and at most one plus")
	}
	if plus {
		f.readable, f.writable = true, true
		flags = flags&^(os.O_WRONLY|os.O_RDONLY) | os.O_RDWR
	}
	if !a[3].IsNull() && !a[3].IsNone() {
		f.encoding, _ = object.Text(a[3])
		if !f.text {
			return object.Null, object.ValueErrorf("binary mode doesn't take an encoding argument")
		}
	}
	if !a[4].IsNull() && !a[4].IsNone() {
		f.errs, _ = object.Text(a[4])
	}
	if !a[5].IsNull() && !a[5].IsNone() {
		f.newline = "-"
	}
	if f.f, err = os.OpenFile(path, flags, 0o666); err != nil {
		return object.Null, OSError(err, path)
	}
	if st, err := f.f.Stat(); err == nil && st.IsDir() {
		f.f.Close()
		return object.Null, object.NewOSError(21, "Is a directory", path)
	}
	t := TextFileType
	if !f.text {
		switch {
		case plus:
			t = BufferedRandomType
		case f.writable:
			t = BufferedWriterType
		default:
			t = BufferedReaderType
		}
	}
	f.Header = object.NewHeader(t)
	if f.readable {
		f.r = bufio.NewReader(f.f)
	}
	if f.writable {
		f.w = bufio.NewWriter(f.f)
	}
	open[f] = true
	return f.Ref(), nil
}

// FileOf is a binary file over an open one.
func FileOf(f *os.File, read bool) Value {
	x := &File{f: f, name: object.Int(int64(f.Fd())), mode: "wb"}
	if read {
		x.Header, x.mode = object.NewHeader(BufferedReaderType), "rb"
		x.r, x.readable = bufio.NewReader(&interruptible{f: f}), true
	} else {
		x.Header = object.NewHeader(BufferedWriterType)
		x.w, x.writable = bufio.NewWriter(f), true
	}
	open[x] = true
	return x.Ref()
}

// OSFile is the open file behind a file object.
func OSFile(v Value) (*os.File, bool) {
	f, ok := AsFile(v)
	if !ok || f.f == nil || f.closed {
		return nil, false
	}
	return f.f, true
}

// open are the files to flush at exit.
var open = map[*File]bool{}

// Shutdown flushes everything; the error is that of standard output.
func Shutdown() error {
	for f := range open {
		if !f.closed {
			f.Flush()
		}
	}
	err := Stdout.Flush()
	Stderr.Flush()
	return err
}

// PathOf is the file name in a str, bytes or path-like object.
func PathOf(v Value) (string, error) {
	if s, ok := object.Text(v); ok {
		return s, nil
	}
	if b, ok := object.AsBytes(v); ok {
		return string(b.B), nil
	}
	m, err := object.LookupSpecial(v, "__fspath__")
	if err != nil {
		return "", err
	}
	if m.IsNull() {
		return "", object.TypeErrorf("expected str, bytes or os.PathLike object, not %s", v.Type().Name)
	}
	r, err := object.Call(m)
	if err != nil {
		return "", err
	}
	return PathOf(r)
}

func (f *File) seek(off int64, whence int) (int64, error) {
	if f.inMemory {
		switch whence {
		case 1:
			off += int64(f.pos)
		case 2:
			off += int64(len(f.mem))
		}
		if off < 0 {
			return 0, object.ValueErrorf("negative seek value %d", off)
		}
		f.pos = int(off)
		return off, nil
	}
	f.Flush()
	if whence == 1 && f.r != nil {
		off -= int64(f.r.Buffered())
	}
	n, err := f.f.Seek(off, whence)
	if err != nil {
		return 0, OSError(err, "")
	}
	if f.r != nil {
		f.r.Reset(f.f)
	}
	return n, nil
}

func (f *File) tell() int64 {
	if f.inMemory {
		return int64(f.pos)
	}
	f.Flush()
	n, _ := f.f.Seek(0, 1)
	if f.r != nil {
		n -= int64(f.r.Buffered())
	}
	return n
}

func intArg(args []Value, i, def int) (int, error) {
	if i >= len(args) || args[i].IsNone() {
		return def, nil
	}
	return object.ToInt(args[i])
}

func init() {
	fv := func(v Value) *File { f, _ := AsFile(v); return f }
	boolean := func(get func(f *File) bool) object.UnaryFunc {
		return func(v Value) (Value, error) {
			if fv(v).closed {
				return object.Null, object.ValueErrorf("I/O operation on closed file.")
			}
			return object.Bool(get(fv(v))), nil
		}
	}
	write := func(v, x Value) (Value, error) {
		f := fv(v)
		if err := f.check(false); err != nil {
			return object.Null, err
		}
		if f.text {
			s, ok := object.Text(x)
			if !ok {
				if f.inMemory {
					return object.Null, object.TypeErrorf("string argument expected, got '%s'", x.Type().Name)
				}
				return object.Null, object.TypeErrorf("write() argument must be str, not %s", x.Type().Name)
			}
			n, err := f.WriteText(s)
			return object.Int(int64(n)), err
		}
		b, err := object.BytesOf(x)
		if err != nil {
			return object.Null, err
		}
		if f.inMemory {
			f.memWrite(b)
		} else if _, err := f.w.Write(b); err != nil {
			return object.Null, OSError(err, "")
		}
		return object.Int(int64(len(b))), nil
	}
	IOBaseType = object.NewType("_IOBase", "io", nil, object.Spec{HasDict: true, Layout: layoutFile,
		Slots: object.Slots{
			Iter: func(v Value) (Value, error) { return v, fv(v).check(true) },
			Next: func(v Value) (Value, error) {
				r, err := fv(v).wrap(fv(v).readLine(-1))
				if err != nil {
					return object.Null, err
				}
				if n, _ := object.Len(r); n == 0 {
					return object.Null, nil
				}
				return r, nil
			},
			Repr: func(v Value) (Value, error) {
				f := fv(v)
				if f.inMemory || f.name.IsNull() {
					return object.NewStr(fmt.Sprintf("<%s object at %#x>", v.Type().FullName(), object.ID(v))), nil
				}
				n, err := object.Repr(f.name)
				if f.text {
					return object.NewStr(fmt.Sprintf("<_io.TextIOWrapper name=%s mode='%s' encoding='%s'>", n, f.mode, strings.ToUpper(f.encoding))), err
				}
				return object.NewStr(fmt.Sprintf("<_io.%s name=%s>", v.Type().Name, n)), err
			},
		},
		Methods: []object.Method{
			{Name: "read", Fn: func(args, kw []Value) (Value, error) {
				n, err := intArg(args, 1, -1)
				if err != nil {
					return object.Null, err
				}
				f := fv(args[0])
				return f.wrap(f.readN(n))
			}},
			{Name: "readline", Fn: func(args, kw []Value) (Value, error) {
				n, err := intArg(args, 1, -1)
				if err != nil {
					return object.Null, err
				}
				f := fv(args[0])
				return f.wrap(f.readLine(n))
			}},
			{Name: "readlines", Fn: func(args, kw []Value) (Value, error) {
				f := fv(args[0])
				l := object.NewList()
				for {
					r, err := f.wrap(f.readLine(-1))
					if err != nil {
						return object.Null, err
					}
					if n, _ := object.Len(r); n == 0 {
						return l.Ref(), nil
					}
					l.Items = append(l.Items, r)
				}
			}},
			{Name: "write", OneArg: write},
			{Name: "writelines", OneArg: func(v, lines Value) (Value, error) {
				return object.None, object.Iterate(lines, func(x Value) error { _, err := write(v, x); return err })
			}},
			{Name: "flush", NoArgs: func(v Value) (Value, error) { return object.None, fv(v).Flush() }},
			{Name: "close", NoArgs: func(v Value) (Value, error) { delete(open, fv(v)); return object.None, fv(v).close() }},
			{Name: "readable", NoArgs: boolean(func(f *File) bool { return f.readable })},
			{Name: "writable", NoArgs: boolean(func(f *File) bool { return f.writable })},
			{Name: "seekable", NoArgs: boolean(func(f *File) bool { return f.inMemory || f != Stdin && f != Stdout && f != Stderr })},
			{Name: "isatty", NoArgs: boolean(func(f *File) bool { return false })},
			{Name: "fileno", NoArgs: func(v Value) (Value, error) {
				if fv(v).f == nil {
					return object.Null, unsupported("fileno")
				}
				return object.Int(int64(fv(v).f.Fd())), nil
			}},
			{Name: "tell", NoArgs: func(v Value) (Value, error) { return object.Int(fv(v).tell()), nil }},
			{Name: "seek", Fn: func(args, kw []Value) (Value, error) {
				off, err := intArg(args, 1, 0)
				if err != nil {
					return object.Null, err
				}
				whence, err := intArg(args, 2, 0)
				if err != nil {
					return object.Null, err
				}
				n, err := fv(args[0]).seek(int64(off), whence)
				return object.Int(n), err
			}},
			{Name: "truncate", Fn: func(args, kw []Value) (Value, error) {
				f := fv(args[0])
				n, err := intArg(args, 1, int(f.tell()))
				if err != nil {
					return object.Null, err
				}
				if f.inMemory {
					f.mem = f.mem[:min(n, len(f.mem))]
				} else {
					f.Flush()
					f.f.Truncate(int64(n))
				}
				return object.Int(int64(n)), nil
			}},
			{Name: "getvalue", NoArgs: func(v Value) (Value, error) {
				f := fv(v)
				if f.closed {
					return object.Null, object.ValueErrorf("I/O operation on closed file")
				}
				return f.wrap(append([]byte(nil), f.mem...), nil)
			}},
			{Name: "getbuffer", NoArgs: func(v Value) (Value, error) { return object.NewBytes(fv(v).mem), nil }},
			{Name: "reconfigure", Fn: func(args, kw []Value) (Value, error) { return object.None, nil }},
			{Name: "__enter__", NoArgs: func(v Value) (Value, error) {
				if fv(v).closed {
					return object.Null, object.ValueErrorf("I/O operation on closed file.")
				}
				return v, nil
			}},
			{Name: "__exit__", Fn: func(args, kw []Value) (Value, error) {
				m, err := object.GetAttr(args[0], "close")
				if err != nil {
					return object.Null, err
				}
				_, err = object.Call(m)
				return object.None, err
			}},
		},
		Getset: []object.GetsetDef{
			{Name: "closed", Get: func(v Value) (Value, error) { return object.Bool(fv(v).closed), nil }},
			{Name: "name", Get: func(v Value) (Value, error) {
				if fv(v).name.IsNull() {
					return object.Null, object.AttributeErrorf(v, object.Intern("name"), "'%s' object has no attribute 'name'", v.Type().FullName())
				}
				return fv(v).name, nil
			}},
			{Name: "mode", Get: func(v Value) (Value, error) { return object.NewStr(fv(v).mode), nil }},
			{Name: "encoding", Get: func(v Value) (Value, error) { return object.NewStr(fv(v).encoding), nil }},
			{Name: "errors", Get: func(v Value) (Value, error) { return object.NewStr(fv(v).errs), nil }},
			{Name: "buffer", Get: func(v Value) (Value, error) {
				f := *fv(v)
				f.Header = object.NewHeader(BufferedWriterType)
				f.text = false
				return (&f).Ref(), nil
			}},
		},
	})
	TextIOBaseType = object.NewType("_TextIOBase", "io", IOBaseType, object.Spec{})
	TextFileType = object.NewType("TextIOWrapper", "_io", TextIOBaseType, object.Spec{})
	BufferedReaderType = object.NewType("BufferedReader", "_io", IOBaseType, object.Spec{})
	BufferedWriterType = object.NewType("BufferedWriter", "_io", IOBaseType, object.Spec{})
	BufferedRandomType = object.NewType("BufferedRandom", "_io", IOBaseType, object.Spec{})
	memory := func(text bool) object.Slots {
		return object.Slots{
			New: func(cls *object.Type, args, kw []Value) (Value, error) {
				return (&File{Header: object.NewHeader(cls), inMemory: true, text: text, readable: true, writable: true, newline: "-"}).Ref(), nil
			},
			Init: func(v Value, args, kw []Value) error {
				a, err := object.Args(v.Type().Name, args, kw, "|", "initial_value", "newline")
				if err != nil {
					return err
				}
				f := fv(v)
				f.mem, f.pos, f.closed = nil, 0, false
				if a[0].IsNull() || a[0].IsNone() {
					return nil
				}
				if text {
					s, ok := object.Text(a[0])
					if !ok {
						return object.TypeErrorf("initial_value must be str or None, not %s", a[0].Type().Name)
					}
					f.mem = []byte(s)
					return nil
				}
				b, err := object.BytesOf(a[0])
				f.mem = append([]byte(nil), b...)
				return err
			},
		}
	}
	StringIOType = object.NewType("StringIO", "_io", TextIOBaseType, object.Spec{Slots: memory(true)})
	BytesIOType = object.NewType("BytesIO", "_io", IOBaseType, object.Spec{Slots: memory(false)})
	UnsupportedOperation = object.NewType("UnsupportedOperation", "io", object.OSError, object.Spec{})
	Stdin, Stdout, Stderr = stream(os.Stdin, "<stdin>", "r"), stream(os.Stdout, "<stdout>", "w"), stream(os.Stderr, "<stderr>", "w")
	Stderr.lines = true
	Stderr.errs = "backslashreplace"
}
