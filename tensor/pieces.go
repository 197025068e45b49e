package tensor

import (
	"math"
	"slices"
	"unsafe"
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

// SmallPiece has the elements as well. They come first, so that they are aligned as the object is: objects that begin with one, and
// may have the wrapper of the tensor too, have a multiple of the alignment as their size.
type SmallPiece struct {
	data [maxInlineBytes]byte
	piece
}

// SmallPieceSize is the size of a SmallPiece, and Alignment what the size of objects that begin with one is a multiple of, in bytes.
const (
	SmallPieceSize = unsafe.Sizeof(SmallPiece{})
	Alignment      = 64
)

// aligned is a SmallPiece alone.
type aligned struct {
	SmallPiece
	_ [(Alignment - SmallPieceSize%Alignment) % Alignment]byte
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
	p := newPiece(n*dtype.Size(), zero)
	dims := p.dims[:]
	if rank > maxInlineDims {
		dims = make([]int, 2*rank)
	}
	t := p.tensor(dtype, dims, rank)
	copy(t.sizes, sizes)
	copy(t.strides, strides)
	return t
}

// newPiece allocates a piece whose storage has n bytes.
func newPiece(n int, zero bool) *piece {
	if 0 < n && n <= maxInlineBytes {
		return new(aligned).holding(n)
	}
	p := new(piece)
	p.storage.allocate(n, zero)
	return p
}

func (p *SmallPiece) holding(n int) *piece {
	p.storage.bytes = p.data[:n:n]
	return &p.piece
}

// SetRoom names memory in the same object where the wrapper of the tensor will be, see Tensor.Room.
func (p *SmallPiece) SetRoom(room any) { p.wrapper, p.vacant = room, true }

// tensor sets up the tensor of a piece; sizes, then strides, are in dims.
func (p *piece) tensor(dtype DType, dims []int, rank int) *Tensor {
	t := &p.Tensor
	t.sizes, t.strides = dims[:rank:rank], dims[rank:2*rank:2*rank]
	t.storage, t.version, t.dtype = &p.storage, &p.version, dtype
	p.storage.holders = 1
	return t
}

// Form is the type and the geometry of tensors that are made again and again.
type Form struct {
	dtype DType
	rank  int
	bytes int
	dims  [2 * maxInlineDims]int
	more  []int // instead of dims, of more dimensions
}

// NewForm is the form of tensors with these sizes and strides, in elements.
func NewForm(dtype DType, sizes, strides []int) *Form {
	f := &Form{dtype: dtype, rank: len(sizes), bytes: StorageLength(sizes, strides) * dtype.Size()}
	dims := f.dims[:0]
	if f.rank > maxInlineDims {
		dims = nil
	}
	if dims = append(append(dims, sizes...), strides...); f.rank > maxInlineDims {
		f.more = dims
	}
	return f
}

// Small tells whether a tensor of the form fits into a SmallPiece.
func (f *Form) Small() bool { return 0 < f.bytes && f.bytes <= maxInlineBytes }

// NewUninit allocates a tensor whose elements may be anything.
func (f *Form) NewUninit() *Tensor { return f.in(newPiece(f.bytes, false)) }

// NewIn makes a tensor in a new piece, into which it fits.
func (f *Form) NewIn(p *SmallPiece) *Tensor { return f.in(p.holding(f.bytes)) }

func (f *Form) in(p *piece) *Tensor {
	if f.more != nil {
		return p.tensor(f.dtype, slices.Clone(f.more), f.rank)
	}
	p.dims = f.dims
	return p.tensor(f.dtype, p.dims[:], f.rank)
}
