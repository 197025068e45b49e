package builtins

import (
	"bytes"
	"io"
	"os"
	"syscall"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// stream is a standard stream that is no file of the operating system.
type stream struct {
	io.Reader
	io.Writer
}

func (stream) Seek(int64, int) (int64, error) { return 0, syscall.ESPIPE }
func (stream) Truncate(int64) error           { return syscall.EINVAL }
func (stream) Close() error                   { return nil }

// openOwn opens a file of a machine that has files of its own, which is read whole.
func openOwn(th *object.Thread, m *interp.Machine, path string, flags int) (device, error) {
	if flags&(os.O_WRONLY|os.O_RDWR|os.O_CREATE) != 0 {
		return nil, OSError(th, syscall.EROFS, path)
	}
	if st, err := m.Stat(path); err == nil && st.IsDir() {
		return nil, OSError(th, syscall.EISDIR, path)
	}
	text, err := m.ReadFile(path)
	if err != nil {
		return nil, OSError(th, err, path)
	}
	return content{bytes.NewReader(text)}, nil
}

// content is the content of such a file.
type content struct{ *bytes.Reader }

func (content) Write([]byte) (int, error) { return 0, syscall.EBADF }
func (content) Truncate(int64) error      { return syscall.EINVAL }
func (content) Close() error              { return nil }
