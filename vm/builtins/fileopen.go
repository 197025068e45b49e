package builtins

import (
	"os"
	"strings"
	"syscall"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// openMode is the mode of open, taken apart.
type openMode struct {
	kind                 byte // r w a x
	plus, binary, isText bool
}

func parseMode(mode string) (openMode, error) {
	var m openMode
	seen := map[rune]bool{}
	for _, c := range mode {
		if seen[c] || !strings.ContainsRune("rwaxbt+", c) {
			return m, object.ValueErrorf("invalid mode: %s", object.ReprStr(mode))
		}
		seen[c] = true
		switch c {
		case 'b':
			m.binary = true
		case 't':
			m.isText = true
		case '+':
			m.plus = true
		}
	}
	kinds := 0
	for _, c := range "rwax" {
		if seen[c] {
			kinds++
			m.kind = byte(c)
		}
	}
	switch {
	case m.binary && m.isText:
		return m, object.ValueErrorf("can't have text and binary mode at once")
	case kinds > 1:
		return m, object.ValueErrorf("must have exactly one of create/read/write/append mode")
	case kinds == 0:
		return m, object.ValueErrorf("Must have exactly one of create/read/write/append mode and at most one plus")
	}
	return m, nil
}

func (m openMode) flags() int {
	flags := map[byte]int{'r': os.O_RDONLY, 'w': os.O_WRONLY | os.O_CREATE | os.O_TRUNC, 'a': os.O_WRONLY | os.O_CREATE | os.O_APPEND,
		'x': os.O_WRONLY | os.O_CREATE | os.O_EXCL}[m.kind]
	if m.plus {
		flags = flags&^(os.O_WRONLY|os.O_RDONLY) | os.O_RDWR
	}
	return flags
}

func (m openMode) readable() bool { return m.kind == 'r' || m.plus }
func (m openMode) writable() bool { return m.kind != 'r' || m.plus }

// Open is open(file, mode, ...).
func Open(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("open", args, kw, "file", "|", "mode", "buffering", "encoding", "errors", "newline", "closefd", "opener")
	if err != nil {
		return object.Null, err
	}
	mode, err := textOption(a[1], "r", "open", "mode")
	if err != nil {
		return object.Null, err
	}
	m, err := parseMode(mode)
	if err != nil {
		return object.Null, err
	}
	buffering, err := intArg(th, a, 2, -1)
	if err != nil {
		return object.Null, err
	}
	f := &File{name: a[0], mode: mode, text: !m.binary, readable: m.readable(), writable: m.writable()}
	given := func(v Value) bool { return !v.IsNull() && !v.IsNone() }
	if m.binary {
		for i, name := range []string{"an encoding", "an errors", "a newline"} {
			if given(a[3+i]) {
				return object.Null, object.ValueErrorf("binary mode doesn't take %s argument", name)
			}
		}
	} else if err := f.textOptions(th, "open", a[3], a[4], a[5]); err != nil {
		return object.Null, err
	}
	closefd := true
	if !a[6].IsNull() {
		if closefd, err = object.IsTrue(th, a[6]); err != nil {
			return object.Null, err
		}
	}
	file, err := openFile(th, a[0], m.flags(), closefd, a[7])
	if err != nil {
		return object.Null, err
	}
	if buffering == 0 && f.text {
		file.Close()
		return object.Null, object.ValueErrorf("can't have unbuffered text I/O")
	}
	f.lines = buffering == 1 && f.text
	f.ch = &channel{dev: file, limit: chunkSize, keep: !closefd, append: m.kind == 'a'}
	if buffering > 1 {
		f.ch.limit = buffering
	}
	f.Header = object.NewHeader(TextFileType)
	if !f.text {
		switch {
		case buffering == 0:
			f.ch.limit, f.raw = 0, true
			f.Header = object.NewHeader(FileIOType)
			f.mode = rawMode(m)
		case m.plus:
			f.Header = object.NewHeader(BufferedRandomType)
			f.mode = rawMode(m)
		case m.writable():
			f.Header = object.NewHeader(BufferedWriterType)
		default:
			f.Header = object.NewHeader(BufferedReaderType)
		}
	}
	if m.kind == 'a' {
		f.ch.dev.Seek(0, 2)
	}
	stateOf.Of(th).open[f.ch] = true
	return f.Ref(), nil
}

// rawMode is how a raw file shows its mode.
func rawMode(m openMode) string {
	switch {
	case m.kind == 'a' && m.plus:
		return "ab+"
	case m.kind == 'x' && m.plus:
		return "xb+"
	case m.plus:
		return "rb+"
	}
	return string(m.kind) + "b"
}

// openFile opens a path, or takes a descriptor as an open file.
func openFile(th *object.Thread, name Value, flags int, closefd bool, opener Value) (device, error) {
	descriptor := func(v Value) (device, error) {
		fd, err := object.ToInt(th, v)
		if err != nil {
			return nil, err
		}
		if fd < 0 {
			return nil, object.ValueErrorf("negative file descriptor")
		}
		var st syscall.Stat_t
		if err := syscall.Fstat(fd, &st); err != nil {
			return nil, OSError(th, err, "")
		}
		if !closefd { // Go's finaliser must not close it either
			if fd, err = syscall.Dup(fd); err != nil {
				return nil, OSError(th, err, "")
			}
		}
		return os.NewFile(uintptr(fd), ""), nil
	}
	if name.IsInt() {
		return descriptor(name)
	}
	path, err := PathOf(th, name)
	if err != nil {
		return nil, err
	}
	if !closefd {
		return nil, object.ValueErrorf("Cannot use closefd=False with file name")
	}
	if strings.IndexByte(path, 0) >= 0 {
		return nil, object.ValueErrorf("embedded null byte")
	}
	if !opener.IsNull() && !opener.IsNone() {
		fd, err := object.Call(th, opener, name, object.Int(int64(flags|syscall.O_CLOEXEC)))
		if err != nil {
			return nil, err
		}
		return descriptor(fd)
	}
	FlushFiles(th)
	if m := interp.MachineOf(th); m.Own() {
		return openOwn(th, m, path, flags)
	}
	f, err := os.OpenFile(path, flags, 0o666)
	if err != nil {
		return nil, OSError(th, err, path)
	}
	if st, err := f.Stat(); err == nil && st.IsDir() {
		f.Close()
		return nil, object.NewOSError(th, int(syscall.EISDIR), "Is a directory", path)
	}
	return f, nil
}

// textOptions sets encoding, errors and newline of a text file.
func (f *File) textOptions(th *object.Thread, fname string, encoding, errs, newline Value) (err error) {
	if f.encoding, err = textOption(encoding, "utf-8", fname, "encoding"); err != nil {
		return err
	}
	if f.errs, err = textOption(errs, "strict", fname, "errors"); err != nil {
		return err
	}
	if f.encoding == "locale" {
		f.encoding = "utf-8"
	}
	if _, err := object.Encode(th, "", f.encoding, "strict"); err != nil && !isSignedUTF8(f.encoding) {
		return err
	}
	f.newline, err = newlineOf(newline, fname, "%s")
	return err
}

func textOption(v Value, def, fname, name string) (string, error) {
	if v.IsNull() || v.IsNone() {
		return def, nil
	}
	s, ok := object.Text(v)
	if !ok {
		return "", object.TypeErrorf("%s() argument '%s' must be str, not %s", fname, name, v.Type().Name)
	}
	return s, nil
}

func intArg(th *object.Thread, args []Value, i, def int) (int, error) {
	if i >= len(args) || args[i].IsNull() || args[i].IsNone() {
		return def, nil
	}
	return object.ToInt(th, args[i])
}
