package builtins

import (
	"os"
	"strings"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// File is a file object: text, buffered bytes or raw bytes over a channel; a StringIO or BytesIO with its content in
// memory; or an object of a class written in Python, whose methods do the work.
type File struct {
	object.Header
	ch       *channel
	mem      *memory
	text     bool
	raw      bool // a FileIO
	readable bool
	writable bool
	closed   bool
	detached bool
	lines    bool // flush after each line
	through  bool // flush after each write
	diag     bool // standard error: what was written to standard output comes first
	stepped  bool // tell is not possible between calls of next
	began    bool // something was written or read: an encoding's mark is past
	name     Value
	mode     string
	encoding string // as it was given
	errs     string
	newline  newlineMode
	seen     lineEnds // for the attribute newlines
	base     Value    // the buffer of a text file, the raw file of a buffered one; absent until asked for
}

var layoutFile = object.NewLayout()

// AsFile is the file behind a value.
func AsFile(v Value) (*File, bool) { return object.As[File](v, layoutFile) }

func newState(th *object.Thread) *state {
	s := &state{open: map[*channel]bool{}}
	w := interp.MachineOf(th).Surroundings()
	s.in, s.out, s.err = s.stream(th, "<stdin>", "r"), s.stream(th, "<stdout>", "w"), s.stream(th, "<stderr>", "w")
	s.in.ch.dev, s.out.ch.dev, s.err.ch.dev = &interruptible{File: os.Stdin, machine: th.Machine}, os.Stdout, os.Stderr
	if w.Stdin != nil {
		s.in.ch.dev = stream{Reader: w.Stdin}
	}
	if w.Stdout != nil {
		s.out.ch.dev = stream{Writer: w.Stdout}
	}
	if w.Stderr != nil {
		s.err.ch.dev = stream{Writer: w.Stderr}
	}
	s.err.diag = true
	s.err.errs = "backslashreplace"
	return s
}

func (s *state) stream(th *object.Thread, name, mode string) *File {
	ch := &channel{limit: 1 << 16, keep: true}
	x := &File{Header: object.NewHeader(TextFileType), ch: ch, text: true, name: object.NewStr(name), mode: mode, encoding: "utf-8", errs: "strict"}
	x.readable, x.writable = mode == "r", mode == "w"
	s.open[ch] = true
	return x
}

// closedNow tells whether the file or what it shares its channel with was closed.
func (f *File) closedNow() bool { return f.closed || f.ch != nil && f.ch.closed }

// WriteText writes to a text file; standard error is flushed at once, after standard output.
func (f *File) WriteText(th *object.Thread, s string) (int, error) {
	if err := f.usable(false, ""); err != nil {
		return 0, err
	}
	n := strings.Count(s, "") - 1
	if f.mem != nil {
		f.mem.writeText(s, f.newline)
		return n, nil
	}
	b, err := f.encode(th, f.newline.outward(s))
	if err != nil {
		return 0, err
	}
	if f.diag {
		Stdout(th).Flush(th)
	}
	if err := f.ch.write(th, b); err != nil {
		return 0, err
	}
	if f.through || f.lines && strings.ContainsAny(s, "\n\r") || f.diag {
		return n, f.Flush(th)
	}
	return n, nil
}

// Flush writes out what is buffered.
func (f *File) Flush(th *object.Thread) error {
	if f.ch == nil {
		return nil
	}
	if err := f.ch.flush(th); err != nil {
		return err
	}
	if d, ok := f.ch.dev.(objectDevice); ok {
		return d.Flush()
	}
	return nil
}

func unsupported(msg string) error {
	return object.Raisef(UnsupportedOperation, "%s", msg)
}

// UnsupportedOperation is io.UnsupportedOperation.
var UnsupportedOperation *object.Type

// usable refuses what a closed file cannot do, and reading or writing where the mode does not allow it. what names the
// operation in the messages of buffered files.
func (f *File) usable(read bool, what string) error {
	if err := f.notClosed(what); err != nil {
		return err
	}
	switch {
	case read && f.readable || !read && f.writable:
		return nil
	case f.text && read:
		return unsupported("not readable")
	case f.text:
		return unsupported("not writable")
	case f.raw && read:
		return unsupported("File not open for reading")
	case f.raw:
		return unsupported("File not open for writing")
	case read:
		return unsupported("read")
	}
	return unsupported("write")
}

func (f *File) notClosed(what string) error {
	if f.detached {
		return object.ValueErrorf("underlying buffer has been detached")
	}
	if !f.closedNow() {
		return nil
	}
	switch {
	case f.raw || f.mem != nil && f.text || what == "attribute":
		return object.ValueErrorf("I/O operation on closed file")
	case f.text || f.mem != nil || what == "":
		return object.ValueErrorf("I/O operation on closed file.")
	case what == "write":
		return object.ValueErrorf("write to closed file")
	}
	return object.ValueErrorf("%s of closed file", what)
}

// read reads n bytes or characters, all for n < 0.
func (f *File) read(th *object.Thread, n int) (Value, error) {
	if err := f.usable(true, "read"); err != nil {
		return object.Null, err
	}
	switch {
	case f.mem != nil:
		b := f.mem.read(n, f.text)
		if f.text {
			return object.NewStr(string(b)), nil
		}
		return object.NewBytes(b), nil
	case f.text:
		s, err := f.readText(th, n)
		return object.NewStr(s), err
	case f.raw && n >= 0:
		if len(f.ch.in) == 0 {
			if _, err := f.ch.more(th, n); err != nil {
				return object.Null, err
			}
		}
		return object.NewBytes(f.ch.take(min(n, len(f.ch.in)))), nil
	}
	b, err := f.ch.read(th, n)
	return object.NewBytes(b), err
}

// readLine reads a line, or limit bytes or characters of it.
func (f *File) readLine(th *object.Thread, limit int) (Value, error) {
	if err := f.usable(true, "readline"); err != nil {
		return object.Null, err
	}
	switch {
	case f.mem != nil:
		b := f.mem.readLine(limit, f.text, f.newline)
		if f.text {
			return object.NewStr(string(b)), nil
		}
		return object.NewBytes(b), nil
	case f.text:
		s, err := f.readTextLine(th, limit)
		return object.NewStr(s), err
	}
	b, err := f.ch.readLine(th, limit)
	return object.NewBytes(b), err
}

func (f *File) close(th *object.Thread) error {
	if f.detached {
		return object.ValueErrorf("underlying buffer has been detached")
	}
	if f.closed {
		return nil
	}
	f.closed = true
	if f.mem != nil {
		f.mem.data = nil
	}
	if f.ch == nil {
		return nil
	}
	return f.ch.close(th)
}

// Shutdown flushes everything; the error is that of standard output.
func Shutdown(th *object.Thread) error {
	for ch := range stateOf.Of(th).open {
		if ch != Stdout(th).ch && ch != Stderr(th).ch {
			ch.flush(th)
		}
	}
	err := Stdout(th).Flush(th)
	Stderr(th).Flush(th)
	return err
}

// FileOf is a binary file over an open one.
func FileOf(th *object.Thread, f *os.File, read bool) Value {
	x := &File{ch: &channel{dev: f, limit: chunkSize}, name: object.Int(int64(f.Fd())), mode: "wb", writable: !read, readable: read}
	x.Header = object.NewHeader(BufferedWriterType)
	if read {
		x.Header, x.mode = object.NewHeader(BufferedReaderType), "rb"
		x.ch.dev = &interruptible{File: f, machine: th.Machine}
	}
	stateOf.Of(th).open[x.ch] = true
	return x.Ref()
}

// OSFile is the open file of the operating system behind a file object.
func OSFile(v Value) (*os.File, bool) {
	f, ok := AsFile(v)
	if !ok || f.ch == nil || f.closedNow() {
		return nil, false
	}
	switch d := f.ch.dev.(type) {
	case *os.File:
		return d, true
	case *interruptible:
		return d.File, true
	case objectDevice:
		return OSFile(d.v)
	}
	return nil, false
}

// PathOf is the file name in a str, bytes or path-like object.
func PathOf(th *object.Thread, v Value) (string, error) {
	if s, ok := object.Text(v); ok {
		return s, nil
	}
	if b, ok := object.AsBytes(v); ok {
		return string(b.B), nil
	}
	m, err := object.LookupSpecial(th, v, "__fspath__")
	if err != nil {
		return "", err
	}
	if m.IsNull() {
		return "", object.TypeErrorf("expected str, bytes or os.PathLike object, not %s", v.Type().Name)
	}
	r, err := object.Call(th, m)
	if err != nil {
		return "", err
	}
	if s, ok := object.Text(r); ok {
		return s, nil
	}
	if b, ok := object.AsBytes(r); ok {
		return string(b.B), nil
	}
	return "", object.TypeErrorf("expected %s.__fspath__() to return str or bytes, not %s", v.Type().Name, r.Type().Name)
}
