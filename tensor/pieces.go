package tensor

import (
	"math"
	"slices"
)

// A new tensor lies in one piece with its storage, its version and, up to maxInlineDims dimensions, its geometry; one of few
// bytes with those, too. Programs make many tensors of a few elements, for which each further object would cost as much as
// the arithmetic.

const (
	maxInlineDims  = 4
	maxInlineBytes = 64
)

// piece is a tensor with all that belongs to it alone.
type piece struct {
	Tensor
	storage Storage
	version Version
	dims    [2 * maxInlineDims]int
}

// smallPiece has the elements as well. They come first, so that they are aligned as the object is, whose size is a multiple
// of the alignment.
type smallPiece struct {
	data [maxInlineBytes]byte
	piece
	_ [(alignment - pieceSize%alignment) % alignment]byte
}

// newTensor allocates a tensor, contiguous if strides is nil. It keeps none of the slices, so that callers may have them on
// their stack.
func newTensor(dtype DType, sizes, strides []int, zero bool) *Tensor {
	var buffer [16]int
	rank := len(sizes)
	if strides == nil {
		if strides = buffer[:0]; rank > len(buffer) {
			strides = make([]int, 0, rank)
		}
		strides = strides[:rank]
		setContiguous(strides, sizes)
	}
	n := StorageLength(sizes, strides)
	if n > math.MaxInt/dtype.Size() {
		panic(overflow(slices.Clone(sizes)))
	}
	n *= dtype.Size()

	var p *piece
	if 0 < n && n <= maxInlineBytes {
		small := new(smallPiece)
		p = &small.piece
		p.storage.bytes = small.data[:n:n]
	} else {
		p = new(piece)
		p.storage.allocate(n, zero)
	}
	dims := p.dims[:]
	if rank > maxInlineDims {
		dims = make([]int, 2*rank)
	}
	t := &p.Tensor
	t.sizes, t.strides = dims[:rank:rank], dims[rank:2*rank:2*rank]
	copy(t.sizes, sizes)
	copy(t.strides, strides)
	t.storage, t.version, t.dtype, t.device = &p.storage, &p.version, dtype, CPU
	p.storage.holders = 1
	return t
}
