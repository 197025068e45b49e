package magneto

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/magneto-go/magneto/tensor"
)

// Tensor is a tensor of numbers. Those of machines and those of Go are the same: what one writes into the memory the other sees.
type Tensor struct{ t *tensor.Tensor }

// Element are the Go types of elements: bool, uint8, int8, int16, int32, int64, float32, float64, complex64 and complex128. Other
// dtypes have none.
type Element interface {
	bool | uint8 | int8 | int16 | int32 | int64 | float32 | float64 | complex64 | complex128
}

// NewTensor is a tensor over a slice, in row-major order and without copying; without a shape it has one dimension. The slice must
// have as many elements as the shape says, and may be written to as long as nothing computes with the tensor.
func NewTensor[T Element](data []T, shape ...int) (*Tensor, error) {
	if len(shape) == 0 {
		shape = []int{len(data)}
	}
	n := 1
	for _, size := range shape {
		if size < 0 {
			return nil, fmt.Errorf("negative size %d", size)
		}
		n *= size
	}
	if n != len(data) {
		return nil, fmt.Errorf("%d elements for a shape of %d", len(data), n)
	}
	strides := make([]int, len(shape))
	stride := 1
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i] = stride
		stride *= max(shape[i], 1)
	}
	var memory []byte
	if len(data) > 0 {
		memory = unsafe.Slice((*byte)(unsafe.Pointer(&data[0])), len(data)*int(unsafe.Sizeof(data[0])))
	}
	return &Tensor{tensor.FromStorage(tensor.Over(memory), dtypeOf[T](), slices.Clone(shape), strides, 0)}, nil
}

// Data is the memory of a contiguous tensor with elements of type T, in row-major order and without copying.
func Data[T Element](t *Tensor) ([]T, error) {
	if want := dtypeOf[T](); t.t.DType() != want {
		return nil, fmt.Errorf("the dtype is %s and not %s", t.t.DType().Name(), want.Name())
	}
	stride := 1
	for i := t.t.Dim() - 1; i >= 0; i-- {
		if t.t.Size(i) != 1 && t.t.Strides()[i] != stride {
			return nil, fmt.Errorf("the tensor is not contiguous: its sizes are %v, its strides %v", t.t.Sizes(), t.t.Strides())
		}
		stride *= t.t.Size(i)
	}
	n := t.t.Numel()
	if n == 0 {
		return nil, nil
	}
	var zero T
	memory := t.t.Storage().Bytes()[t.t.Offset()*int(unsafe.Sizeof(zero)):]
	return unsafe.Slice((*T)(unsafe.Pointer(&memory[0])), n), nil
}

// Shape is the sizes.
func (t *Tensor) Shape() []int { return slices.Clone(t.t.Sizes()) }

// DType is the name of the dtype, such as float32.
func (t *Tensor) DType() string { return t.t.DType().Name() }

func dtypeOf[T Element]() tensor.DType {
	var zero T
	switch any(zero).(type) {
	case bool:
		return tensor.Bool
	case uint8:
		return tensor.Uint8
	case int8:
		return tensor.Int8
	case int16:
		return tensor.Int16
	case int32:
		return tensor.Int32
	case int64:
		return tensor.Int64
	case float32:
		return tensor.Float32
	case float64:
		return tensor.Float64
	case complex64:
		return tensor.Complex64
	}
	return tensor.Complex128
}
