package numpy

import (
	"os"

	"github.com/magneto-go/magneto/vm/object"
)

// mapping is the part of a file that an array was read from.
type mapping struct {
	path   string
	offset int
}

// mapFile reads a part of a file as an array with one axis.
func mapFile(th *object.Thread, x []Value) (Value, error) {
	path, _ := object.Text(x[0])
	dt, ok := asDType(x[1])
	if !ok || dt.dom() == objects {
		return object.Null, object.ValueErrorf("magneto's numpy maps arrays of numbers only")
	}
	offset, err := object.ToInt(th, x[2])
	if err != nil {
		return object.Null, err
	}
	n, err := object.ToInt(th, x[3])
	if err != nil {
		return object.Null, err
	}
	mode, _ := object.Text(x[4])
	if err := checkSize(th, dt, []int{n}); err != nil {
		return object.Null, err
	}
	f, err := os.Open(path)
	if err != nil {
		return object.Null, object.Raisef(object.OSError, "%s", err)
	}
	defer f.Close()
	a := newArray(dt, n)
	if _, err := f.ReadAt(a.mem.st.Bytes(), int64(offset)); err != nil && n > 0 {
		return object.Null, object.Raisef(object.OSError, "%s", err)
	}
	a.mem.file = &mapping{path, offset}
	a.readOnly = mode == "r"
	return Wrap(a), nil
}

// flushMap writes the memory of an array back to its file.
func flushMap(th *object.Thread, x []Value) (Value, error) {
	a, ok := AsArray(x[0])
	if !ok || a.mem.file == nil {
		return object.None, nil
	}
	f, err := os.OpenFile(a.mem.file.path, os.O_WRONLY, 0)
	if err != nil {
		return object.Null, object.Raisef(object.OSError, "%s", err)
	}
	defer f.Close()
	if _, err := f.WriteAt(a.mem.st.Bytes(), int64(a.mem.file.offset)); err != nil {
		return object.Null, object.Raisef(object.OSError, "%s", err)
	}
	return object.None, nil
}
