package tensor

import (
	"fmt"
	"math/bits"
	"slices"
	"sort"
	"strings"
)

// ContiguousStrides are the row-major strides; a dimension of size 0 counts as 1.
func ContiguousStrides(sizes []int) []int {
	strides := make([]int, len(sizes))
	setContiguous(strides, sizes)
	return strides
}

func setContiguous(strides, sizes []int) {
	step := 1
	for i := len(sizes) - 1; i >= 0; i-- {
		strides[i] = step
		step *= max(sizes[i], 1)
	}
}

// ChannelsLastStrides are the strides with dimension 1 innermost, for 4 (NHWC) or 5 (NDHWC) dimensions.
func ChannelsLastStrides(sizes []int) []int {
	strides := make([]int, len(sizes))
	step := 1
	set := func(i int) {
		strides[i] = step
		step *= max(sizes[i], 1)
	}
	set(1)
	for i := len(sizes) - 1; i >= 2; i-- {
		set(i)
	}
	set(0)
	return strides
}

// StorageLength is the number of elements that a tensor with offset 0 reaches.
func StorageLength(sizes, strides []int) int {
	n := 1
	for i, s := range sizes {
		if s == 0 {
			return 0
		}
		hi, lo := bits.Mul64(uint64(s-1), uint64(strides[i]))
		if hi != 0 || lo > maxLength || n > maxLength {
			panic(overflow(slices.Clone(sizes)))
		}
		n += int(lo)
	}
	return n
}

// maxLength keeps sums of lengths in an int.
const maxLength = 1 << 61

func overflow(sizes []int) *AllocationError {
	return &AllocationError{fmt.Sprintf("Storage size calculation overflowed with sizes=%s", strings.ReplaceAll(fmt.Sprint(sizes), " ", ", "))}
}

// IsContiguous ignores dimensions of size 1 and is true for empty tensors.
func (t *Tensor) IsContiguous() bool { return isContiguous(t.sizes, t.strides) }

func isContiguous(sizes, strides []int) bool {
	step := 1
	for i := len(sizes) - 1; i >= 0; i-- {
		if sizes[i] == 0 {
			return true
		}
		if sizes[i] != 1 && strides[i] != step {
			return Numel(sizes) == 0
		}
		step *= sizes[i]
	}
	return true
}

// IsContiguousIn checks one memory format.
func (t *Tensor) IsContiguousIn(m MemoryFormat) bool {
	switch m {
	case ChannelsLast:
		return len(t.sizes) == 4 && sameLayout(t.sizes, t.strides, ChannelsLastStrides(t.sizes))
	case ChannelsLast3d:
		return len(t.sizes) == 5 && sameLayout(t.sizes, t.strides, ChannelsLastStrides(t.sizes))
	}
	return t.IsContiguous()
}

func sameLayout(sizes, a, b []int) bool {
	for i, s := range sizes {
		if s != 1 && a[i] != b[i] {
			return false
		}
	}
	return true
}

// IsDense says whether the elements fill one stretch of memory without overlap, in some order of dimensions.
func (t *Tensor) IsDense() bool { return IsDense(t.sizes, t.strides) }

func IsDense(sizes, strides []int) bool {
	if len(sizes) == 1 {
		return sizes[0] < 2 || strides[0] == 1
	}
	if isContiguous(sizes, strides) {
		return true
	}
	step := 1
	for _, d := range DimsByStride(sizes, strides) {
		if sizes[d] == 0 {
			return true
		}
		if sizes[d] == 1 {
			continue
		}
		if strides[d] != step {
			return false
		}
		step *= sizes[d]
	}
	return true
}

// DimsByStride lists the dimensions from the innermost (smallest stride) outwards; among equal ones the later first.
func DimsByStride(sizes, strides []int) []int {
	dims := make([]int, len(sizes))
	for i := range dims {
		dims[i] = len(sizes) - 1 - i
	}
	sort.SliceStable(dims, func(a, b int) bool { return strides[dims[a]] < strides[dims[b]] })
	return dims
}

// MayOverlap says whether two index tuples can reach the same element (an expanded tensor).
func (t *Tensor) MayOverlap() bool {
	if t.Numel() == 0 {
		return false
	}
	for i, s := range t.sizes {
		if s > 1 && t.strides[i] == 0 {
			return true
		}
	}
	return false
}

// MayShare says whether the elements of two tensors lie in stretches of one memory that meet.
func (t *Tensor) MayShare(o *Tensor) bool {
	if t.Storage() != o.Storage() || t.Numel() == 0 || o.Numel() == 0 {
		return false
	}
	first, last := t.stretch()
	begin, end := o.stretch()
	return first <= end && begin <= last
}

// stretch are the places of the first and of the last byte.
func (t *Tensor) stretch() (first, last int) {
	for i, n := range t.sizes {
		last += (n - 1) * t.strides[i]
	}
	size := t.dtype.Size()
	first = t.offset * size
	return first, first + (last+1)*size - 1
}

// SetDevice moves the label of the tensor; data, if any, stays.
func (t *Tensor) SetDevice(d Device) {
	if t.device = nil; d != CPU {
		t.device = &d
	}
}
