package numpy

import (
	"os"

	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// mapping is the part of a file that an array lies over.
type mapping struct {
	data []byte
	sync func() error
}

// mapKey names a file as it was when it was mapped, and how.
type mapKey struct {
	path     string
	size     int64
	modified int64
	mode     string
}

// mapped remembers mappings, which are never taken back, since tensors and slices may point into them: a script that maps its data
// anew for each batch has one.
var mapped = object.NewState(func(*object.Thread) *map[mapKey]*mapping { return &map[mapKey]*mapping{} })

// mapFile is _map_file(path, dtype, offset, count, mode): an array with one axis over a part of a file.
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
	m, err := mapOf(th, path, mode)
	if err != nil {
		return object.Null, object.Raisef(object.OSError, "%s", err)
	}
	size := dt.size()
	if offset < 0 || n < 0 || n > (len(m.data)-offset)/size {
		return object.Null, object.ValueErrorf("mmap length is greater than file size")
	}
	data := m.data[offset : offset+n*size]
	a := &Array{dt: dt, shape: []int{n}, strides: []int{1}, mem: &memory{file: m}, readOnly: mode == "r"}
	if offset%size == 0 {
		a.mem.st = tensor.Over(data)
		a.mem.st.Hold()
	} else { // elements have to be aligned
		a.mem = newMemory(dt, n, false)
		copy(a.mem.st.Bytes(), data)
		a.mem.file = &mapping{data: data, sync: func() error {
			copy(data, a.mem.st.Bytes())
			return m.sync()
		}}
	}
	return Wrap(a), nil
}

// mapOf is the mapping of a whole file.
func mapOf(th *object.Thread, path, mode string) (*mapping, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	key := mapKey{path, info.Size(), info.ModTime().UnixNano(), mode}
	known := *mapped.Of(th)
	if m := known[key]; m != nil && mode == "r" {
		return m, nil
	}
	m, err := mapWhole(path, int(info.Size()), mode)
	if err == nil && mode == "r" {
		known[key] = m
	}
	return m, err
}

// flushMap writes what a script has changed in a mapped array to its file.
func flushMap(th *object.Thread, x []Value) (Value, error) {
	a, ok := AsArray(x[0])
	if !ok || a.mem.file == nil {
		return object.None, nil
	}
	if err := a.mem.file.sync(); err != nil {
		return object.Null, object.Raisef(object.OSError, "%s", err)
	}
	return object.None, nil
}
