package builtins

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// A device is where the bytes of a file are: the operating system, or an object with methods read and write.
type device interface {
	Read(p []byte) (int, error)
	Write(p []byte) (int, error)
	Seek(offset int64, whence int) (int64, error)
	Truncate(size int64) error
	Close() error
}

// A channel is an open device with buffers. The views of a file as text, as buffered bytes and as raw bytes share one.
type channel struct {
	dev    device
	in     []byte // read from the device and not yet consumed
	out    []byte // to be written
	limit  int    // of out; 0 writes at once
	closed bool
	keep   bool // the device stays open when the file is closed
	append bool // writes go to the end of the device wherever it stands
}

const chunkSize = 8192

// more reads from the device; false at its end.
func (c *channel) more(th *object.Thread, size int) (bool, error) {
	if err := c.flush(th); err != nil {
		return false, err
	}
	p := make([]byte, max(size, chunkSize))
	n, err := c.dev.Read(p)
	c.in = append(c.in, p[:n]...)
	if n > 0 || err == nil || errors.Is(err, io.EOF) {
		return n > 0, nil
	}
	return false, OSError(th, err, "")
}

// take consumes n bytes of what was read.
func (c *channel) take(n int) []byte {
	b := c.in[:n:n]
	if c.in = c.in[n:]; len(c.in) == 0 {
		c.in = nil
	}
	return b
}

// read consumes n bytes, fewer at the end; all for n < 0.
func (c *channel) read(th *object.Thread, n int) ([]byte, error) {
	for n < 0 || len(c.in) < n {
		size := n - len(c.in)
		if n < 0 {
			size = min(max(len(c.in), chunkSize), 1<<20)
		}
		if more, err := c.more(th, min(size, 1<<24)); err != nil || !more {
			return c.take(len(c.in)), err
		}
	}
	return c.take(n), nil
}

// readLine consumes up to a newline, or limit bytes.
func (c *channel) readLine(th *object.Thread, limit int) ([]byte, error) {
	seen := 0
	for {
		if i := bytes.IndexByte(c.in[seen:], '\n'); i >= 0 {
			n := seen + i + 1
			if limit >= 0 {
				n = min(n, limit)
			}
			return c.take(n), nil
		}
		seen = len(c.in)
		if limit >= 0 && seen >= limit {
			return c.take(limit), nil
		}
		if more, err := c.more(th, chunkSize); err != nil || !more {
			return c.take(len(c.in)), err
		}
	}
}

func (c *channel) write(th *object.Thread, b []byte) error {
	if len(c.in) > 0 { // the device is ahead of the file
		if _, err := c.dev.Seek(int64(-len(c.in)), io.SeekCurrent); err != nil {
			return OSError(th, err, "")
		}
		c.in = nil
	}
	if len(c.out)+len(b) <= c.limit {
		c.out = append(c.out, b...)
		return nil
	}
	if err := c.flush(th); err != nil {
		return err
	}
	if len(b) <= c.limit {
		c.out = append(c.out, b...)
		return nil
	}
	return c.put(th, b)
}

func (c *channel) put(th *object.Thread, b []byte) error {
	for len(b) > 0 {
		n, err := c.dev.Write(b)
		if err != nil {
			return OSError(th, err, "")
		}
		b = b[n:]
	}
	return nil
}

// flush writes out what is buffered; what cannot be written is dropped.
func (c *channel) flush(th *object.Thread) error {
	if len(c.out) == 0 {
		return nil
	}
	b := c.out
	c.out = c.out[:0]
	return c.put(th, b)
}

func (c *channel) seek(th *object.Thread, offset int64, whence int) (int64, error) {
	if err := c.flush(th); err != nil {
		return 0, err
	}
	if whence == io.SeekCurrent {
		offset -= int64(len(c.in))
	}
	c.in = nil
	n, err := c.dev.Seek(offset, whence)
	if err != nil {
		return 0, OSError(th, err, "")
	}
	return n, nil
}

func (c *channel) tell(th *object.Thread) (int64, error) {
	n, err := c.dev.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, OSError(th, err, "")
	}
	return n - int64(len(c.in)) + int64(len(c.out)), nil
}

func (c *channel) close(th *object.Thread) error {
	if c.closed {
		return nil
	}
	err := c.flush(th)
	c.closed = true
	delete(stateOf.Of(th).open, c)
	if !c.keep {
		if e := c.dev.Close(); err == nil && e != nil {
			err = OSError(th, e, "")
		}
	}
	return err
}

// FlushFiles writes out what is buffered for any file. CPython writes a file when its last reference goes, which is not
// seen here: so that open(p, "w").write(s) can be followed by reading p, whatever looks at files calls this first.
func FlushFiles(th *object.Thread) {
	for ch := range stateOf.Of(th).open {
		if len(ch.out) > 0 && ch != Stdout(th).ch && ch != Stderr(th).ch {
			if _, ok := ch.dev.(*os.File); ok {
				ch.flush(th)
			}
		}
	}
}

// interruptible reads in the background, so that Ctrl-C ends a read that waits; what arrives later is for the next read.
type interruptible struct {
	*os.File
	machine *object.Machine
	pending chan chunk
	rest    chunk
}

type chunk struct {
	data []byte
	err  error
}

func (r *interruptible) Read(p []byte) (int, error) {
	th := r.machine.Running()
	if len(r.rest.data) == 0 && r.rest.err == nil {
		if r.pending == nil {
			r.pending = make(chan chunk, 1)
			go func(out chan<- chunk) {
				data := make([]byte, 1<<16)
				n, err := r.File.Read(data)
				out <- chunk{data[:n], err}
			}(r.pending)
		}
		rest, err := interp.Wait(th, r.pending)
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

// objectDevice is an object with methods read or readinto, write, seek and close.
type objectDevice struct {
	v       Value
	machine *object.Machine
}

func (d objectDevice) call(th *object.Thread, name string, args ...Value) (Value, error) {
	m, err := object.GetAttr(th, d.v, name)
	if err != nil {
		return object.Null, err
	}
	return object.Call(th, m, args...)
}

func (d objectDevice) Read(p []byte) (int, error) {
	th := d.machine.Running()
	name := "read" // of a raw file; of a buffered one, that which does not wait for more than there is
	if m, err := object.LookupAttr(th, d.v, object.Intern("read1")); err == nil && !m.IsNull() {
		name = "read1"
	}
	r, err := d.call(th, name, object.Int(int64(len(p))))
	if err != nil || r.IsNone() {
		return 0, err
	}
	b, err := object.BytesOf(r)
	if err != nil {
		return 0, object.TypeErrorf("underlying %s() should have returned a bytes-like object, not '%s'", name, r.Type().Name)
	}
	if len(b) > len(p) {
		return 0, object.Raisef(object.OSError, "%s() returned too much data: %d bytes requested, %d returned", name, len(p), len(b))
	}
	return copy(p, b), nil
}

func (d objectDevice) Write(p []byte) (int, error) {
	th := d.machine.Running()
	r, err := d.call(th, "write", object.NewBytes(append([]byte(nil), p...)))
	if err != nil {
		return 0, err
	}
	if n, ok := r.AsInt(); ok && n >= 0 && int(n) <= len(p) {
		return int(n), nil
	}
	return len(p), nil
}

func (d objectDevice) Seek(offset int64, whence int) (int64, error) {
	th := d.machine.Running()
	args := []Value{object.Int(offset), object.Int(int64(whence))}
	name := "seek"
	if offset == 0 && whence == io.SeekCurrent {
		name, args = "tell", nil
	}
	r, err := d.call(th, name, args...)
	if err != nil {
		return 0, err
	}
	n, err := object.ToInt(th, r)
	return int64(n), err
}

func (d objectDevice) Truncate(size int64) error {
	th := d.machine.Running()
	_, err := d.call(th, "truncate", object.Int(size))
	return err
}

func (d objectDevice) Flush() error {
	th := d.machine.Running()
	m, err := object.LookupAttr(th, d.v, object.Intern("flush"))
	if err == nil && !m.IsNull() {
		_, err = object.Call(th, m)
	}
	return err
}

func (d objectDevice) Close() error {
	th := d.machine.Running()
	_, err := d.call(th, "close")
	return err
}

// OSError turns a Go error of the file system into an OSError; an exception stays what it is.
func OSError(th *object.Thread, err error, filename string) error {
	if e, ok := err.(*object.Exception); ok {
		return e
	}
	var no syscall.Errno
	if errors.As(err, &no) {
		text := no.Error()
		text = strings.ToUpper(text[:1]) + text[1:]
		return object.NewOSError(th, int(no), text, filename)
	}
	for sentinel, no := range map[error]syscall.Errno{fs.ErrNotExist: syscall.ENOENT, fs.ErrPermission: syscall.EACCES, fs.ErrInvalid: syscall.EINVAL} {
		if errors.Is(err, sentinel) { // of a file system other than the operating system's
			return OSError(th, no, filename)
		}
	}
	return object.NewException(object.OSError, err.Error())
}
