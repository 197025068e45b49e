package builtins

import (
	"bytes"
	"io"
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

func tellMethod(th *object.Thread, v Value) (Value, error) {
	f := fileOf(v)
	if f.bare() {
		return callMethod(th, v, "seek", object.Int(0), object.Int(1))
	}
	what := "attribute"
	if f.text || f.mem != nil {
		what = ""
	}
	if err := f.notClosed(what); err != nil {
		return object.Null, err
	}
	if f.mem != nil {
		return object.Int(int64(f.mem.tell(f.text))), nil
	}
	if f.stepped {
		return object.Null, object.Raisef(object.OSError, "telling position disabled by next() call")
	}
	n, err := f.ch.tell(th)
	if err != nil && f.text {
		err = unsupported("underlying stream is not seekable")
	}
	return object.Int(n), err
}

func seekMethod(th *object.Thread, args, kw []Value) (Value, error) {
	f := fileOf(args[0])
	args, err := object.Args("seek", args, kw, "self", "offset", "|", "whence", "/")
	if err != nil {
		return object.Null, err
	}
	if f.bare() {
		return object.Null, unsupported("seek")
	}
	if err := f.notClosed("seek"); err != nil {
		return object.Null, err
	}
	offset, err := object.ToInt(th, args[1])
	if err != nil {
		return object.Null, err
	}
	whence, err := intArg(th, args, 2, 0)
	if err != nil {
		return object.Null, err
	}
	if f.mem != nil {
		n, err := f.seekMemory(offset, whence)
		return object.Int(int64(n)), err
	}
	if whence < 0 || whence > 2 {
		if f.text {
			return object.Null, object.ValueErrorf("invalid whence (%d, should be 0, 1 or 2)", whence)
		}
		return object.Null, object.ValueErrorf("whence value %d unsupported", whence)
	}
	if f.text {
		switch {
		case whence == 1 && offset != 0:
			return object.Null, unsupported("can't do nonzero cur-relative seeks")
		case whence == 2 && offset != 0:
			return object.Null, unsupported("can't do nonzero end-relative seeks")
		case offset < 0:
			return object.Null, object.ValueErrorf("negative seek position %d", offset)
		}
		f.stepped = false
	}
	n, err := f.ch.seek(th, int64(offset), whence)
	if f.text {
		f.began = n > 0
		if err != nil && !object.ErrorIs(err, object.ValueError) {
			err = unsupported("underlying stream is not seekable")
		}
	}
	return object.Int(n), err
}

func truncateMethod(th *object.Thread, args, kw []Value) (Value, error) {
	f := fileOf(args[0])
	if f.bare() {
		return object.Null, unsupported("truncate")
	}
	if err := f.notClosed("truncate"); err != nil {
		return object.Null, err
	}
	if f.mem != nil {
		n, err := intArg(th, args, 1, f.mem.tell(f.text))
		if err == nil {
			err = f.truncateMemory(n)
		}
		return object.Int(int64(n)), err
	}
	if err := f.ch.flush(th); err != nil {
		return object.Null, err
	}
	here, err := f.ch.tell(th)
	if err != nil {
		return object.Null, err
	}
	n, err := intArg(th, args, 1, int(here))
	if err != nil {
		return object.Null, err
	}
	if !f.writable {
		return object.Null, f.usable(false, "truncate")
	}
	if err := f.ch.dev.Truncate(int64(n)); err != nil {
		return object.Null, OSError(th, err, "")
	}
	return object.Int(int64(n)), nil
}

func reconfigure(th *object.Thread, args, kw []Value) (Value, error) {
	f := fileOf(args[0])
	a, err := object.Args("reconfigure", args, kw, "self", "*", "|", "encoding", "errors", "newline", "line_buffering", "write_through")
	if err != nil {
		return object.Null, err
	}
	if !f.text || f.ch == nil {
		return object.Null, unsupported("reconfigure")
	}
	if err := f.Flush(th); err != nil {
		return object.Null, err
	}
	old := *f
	if err := f.textOptions(th, "reconfigure", a[1], a[2], a[3]); err != nil {
		return object.Null, err
	}
	if a[1].IsNull() || a[1].IsNone() {
		f.encoding = old.encoding
		if a[2].IsNull() || a[2].IsNone() {
			f.errs = old.errs
		}
	}
	if a[3].IsNull() {
		f.newline = old.newline
	}
	for i, flag := range []*bool{&f.lines, &f.through} {
		if v := a[4+i]; !v.IsNull() && !v.IsNone() {
			if *flag, err = object.IsTrue(th, v); err != nil {
				return object.Null, err
			}
		}
	}
	return object.None, nil
}

// baseOf is the buffer of a text file or the raw file of a buffered one: another view of the same channel.
func (f *File) baseOf() Value {
	if !f.base.IsNull() {
		return f.base
	}
	x := &File{ch: f.ch, readable: f.readable, writable: f.writable, name: f.name, mode: f.mode}
	m, err := parseMode(strings.ReplaceAll(f.mode, "t", ""))
	if err == nil && !m.binary {
		x.mode = f.mode + "b"
	}
	switch {
	case !f.text:
		x.raw = true
		x.Header = object.NewHeader(FileIOType)
	case f.readable && f.writable:
		x.Header, x.mode = object.NewHeader(BufferedRandomType), rawMode(m)
	case f.writable:
		x.Header = object.NewHeader(BufferedWriterType)
	default:
		x.Header = object.NewHeader(BufferedReaderType)
	}
	f.base = x.Ref()
	return f.base
}

// wrap makes f a view of another file: of its channel where it has one, through its methods where not.
func (f *File) wrap(th *object.Thread, base Value, limit int) error {
	f.base, f.closed, f.detached = base, false, false
	if b, ok := AsFile(base); ok && b.ch != nil {
		if err := b.notClosed(""); err != nil {
			return err
		}
		f.ch, f.readable, f.writable = b.ch, b.readable, b.writable
		return nil
	}
	f.ch = &channel{dev: objectDevice{base, th.Machine}, limit: limit}
	stateOf.Of(th).open[f.ch] = true
	ask := func(name string) (bool, error) {
		m, err := object.LookupAttr(th, base, object.Intern(name))
		if err != nil || m.IsNull() {
			return true, err
		}
		r, err := object.Call(th, m)
		if err != nil {
			return false, err
		}
		return object.IsTrue(th, r)
	}
	var err error
	if f.readable, err = ask("readable"); err == nil {
		f.writable, err = ask("writable")
	}
	return err
}

func initTextIOWrapper(th *object.Thread, v Value, args, kw []Value) error {
	f := fileOf(v)
	a, err := object.Args("TextIOWrapper", args, kw, "buffer", "|", "encoding", "errors", "newline", "line_buffering", "write_through")
	if err != nil {
		return err
	}
	f.text = true
	if err := f.textOptions(th, "TextIOWrapper", a[1], a[2], a[3]); err != nil {
		return err
	}
	for i, flag := range []*bool{&f.lines, &f.through} {
		if v := a[4+i]; !v.IsNull() {
			if *flag, err = object.IsTrue(th, v); err != nil {
				return err
			}
		}
	}
	return f.wrap(th, a[0], chunkSize)
}

func initBuffered(read, write bool) func(th *object.Thread, v Value, args, kw []Value) error {
	return func(th *object.Thread, v Value, args, kw []Value) error {
		f := fileOf(v)
		a, err := object.Args(v.Type().Name, args, kw, "raw", "|", "buffer_size")
		if err != nil {
			return err
		}
		size, err := intArg(th, a, 1, chunkSize)
		if err != nil {
			return err
		}
		if size <= 0 {
			return object.ValueErrorf("buffer size must be strictly positive")
		}
		f.text = false
		if err := f.wrap(th, a[0], size); err != nil {
			return err
		}
		if read && !f.readable {
			return unsupported("File or stream is not readable.")
		}
		if write && !f.writable {
			return unsupported("File or stream is not writable.")
		}
		f.readable, f.writable = read, write
		if f.ch.limit == 0 {
			f.ch.limit = size
		}
		return nil
	}
}

func initFileIO(th *object.Thread, v Value, args, kw []Value) error {
	f := fileOf(v)
	a, err := object.Args("FileIO", args, kw, "file", "|", "mode", "closefd", "opener")
	if err != nil {
		return err
	}
	mode, err := textOption(a[1], "r", "FileIO", "mode")
	if err != nil {
		return err
	}
	m, err := parseMode(mode)
	if err != nil {
		return err
	}
	closefd := true
	if !a[2].IsNull() {
		if closefd, err = object.IsTrue(th, a[2]); err != nil {
			return err
		}
	}
	file, err := openFile(th, a[0], m.flags(), closefd, a[3])
	if err != nil {
		return err
	}
	f.ch = &channel{dev: file, keep: !closefd}
	f.name, f.mode, f.raw, f.readable, f.writable = a[0], rawMode(m), true, m.readable(), m.writable()
	if m.kind == 'a' {
		file.Seek(0, io.SeekEnd)
	}
	stateOf.Of(th).open[f.ch] = true
	return nil
}

// ioAttributes are those of all files.
func ioAttributes() []object.GetsetDef {
	missing := func(v Value, name string) error {
		return object.AttributeErrorf(v, object.Intern(name), "'%s' object has no attribute '%s'", v.Type().FullName(), name)
	}
	text := func(name string, get func(f *File) Value) object.GetsetDef {
		return object.GetsetDef{Name: name, Get: func(th *object.Thread, v Value) (Value, error) {
			f := fileOf(v)
			if !f.text {
				return object.Null, missing(v, name)
			}
			if f.bare() || f.mem != nil && name != "newlines" && name != "line_buffering" {
				if name == "encoding" || name == "errors" || name == "newlines" {
					return object.None, nil
				}
				return object.Null, missing(v, name)
			}
			return get(f), nil
		}}
	}
	return []object.GetsetDef{
		{Name: "closed", Get: func(th *object.Thread, v Value) (Value, error) { return object.Bool(fileOf(v).closedNow()), nil }},
		{Name: "name", Get: func(th *object.Thread, v Value) (Value, error) {
			if d := fileOf(v).Dict(); d != nil {
				if x, ok := d.Lookup("name"); ok {
					return x, nil
				}
			}
			if name := fileOf(v).nameOf(th); !name.IsNull() {
				return name, nil
			}
			return object.Null, missing(v, "name")
		}, Set: func(th *object.Thread, v, x Value) error { object.InstanceDict(v).Put("name", x); return nil }},
		{Name: "mode", Get: func(th *object.Thread, v Value) (Value, error) {
			if d := fileOf(v).Dict(); d != nil {
				if x, ok := d.Lookup("mode"); ok {
					return x, nil
				}
			}
			if f := fileOf(v); f.mode != "" {
				return object.NewStr(f.mode), nil
			}
			return object.Null, missing(v, "mode")
		}, Set: func(th *object.Thread, v, x Value) error { object.InstanceDict(v).Put("mode", x); return nil }},
		text("encoding", func(f *File) Value { return object.NewStr(f.encoding) }),
		text("errors", func(f *File) Value { return object.NewStr(f.errs) }),
		text("newlines", func(f *File) Value {
			if f.mem != nil && f.newline <= newlineKeep {
				seen := *f
				seen.translate(bytes.Clone(f.mem.data))
				return seen.seen.value()
			}
			return f.seen.value()
		}),
		text("line_buffering", func(f *File) Value { return object.Bool(f.lines) }),
		text("write_through", func(f *File) Value { return object.Bool(f.through) }),
		{Name: "buffer", Get: func(th *object.Thread, v Value) (Value, error) {
			f := fileOf(v)
			if !f.text || f.ch == nil {
				return object.Null, missing(v, "buffer")
			}
			if f.detached {
				return object.Null, f.notClosed("")
			}
			return f.baseOf(), nil
		}},
		{Name: "raw", Get: func(th *object.Thread, v Value) (Value, error) {
			f := fileOf(v)
			if f.text || f.raw || f.ch == nil {
				return object.Null, missing(v, "raw")
			}
			return f.baseOf(), nil
		}},
		{Name: "closefd", Get: func(th *object.Thread, v Value) (Value, error) {
			if f := fileOf(v); f.raw {
				return object.Bool(!f.ch.keep), nil
			}
			return object.Null, missing(v, "closefd")
		}},
	}
}
