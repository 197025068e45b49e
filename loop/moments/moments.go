// Package moments has the sums over rows of layer norm in float32, in the order in which PyTorch's kernels for AVX2 take them, so that the last digits are the same: means and variances by Welford's
// update ("Note on a method for calculating corrected sums of squares and products", 1962) in eight lanes, whose chunks are merged pairwise (Chan, Golub and LeVeque, "Updating formulae and a pairwise algorithm
// for computing sample variances", 1979), and the two sums of the derivative.
//
// It is a part of this module; package magneto is for use from outside.
package moments

import (
	"fmt"
	"math/bits"
	"sync"
	"unsafe"

	"github.com/magneto-go/magneto/loop/asm"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/portable"
)

const (
	lanes = 8
	chunk = 16 // vectors that are updated before they are merged
)

// vector is the lanes of a partial result.
type vector [lanes]float32

// Engine makes the kernels when they are first needed. It is safe for concurrent use.
type Engine struct {
	isa  exec.ISA
	once sync.Once
	code [3]*exec.Code // of moments, sums and squares
	err  error
}

// New makes an engine for an instruction set.
func New(isa exec.ISA) *Engine { return &Engine{isa: isa} }

// Rows computes rows one after the other.
type Rows struct {
	e     *Engine
	frame *frame
	parts []chunkMoments
}

// chunkMoments are the mean and the sum of squared differences of a chunk, by lane.
type chunkMoments struct{ mean, squares vector }

// frame is what the kernels take. Counts in vectors.
type frame struct {
	x, dy, weight unsafe.Pointer
	whole, last   int // chunks of 16 vectors, and the vectors behind them
	to            unsafe.Pointer
	reciprocals   [chunk]float32
	first, second vector // sums of dy·x·weight and dy·weight
}

const (
	frameX = 8 * iota
	frameDY
	frameWeight
	frameWhole
	frameLast
	frameTo
	frameReciprocals
	frameFirst  = frameReciprocals + 4*chunk
	frameSecond = frameFirst + 4*lanes
)

// FMA is a·b + c rounded once.
func FMA(a, b, c float32) float32 { return portable.FMA32(a, b, c) }

// Rows prepares for rows.
func (e *Engine) Rows() (*Rows, error) {
	e.once.Do(func() {
		for i, emit := range []func(a *asm.Asm){emitMoments, emitSums, emitSquares} {
			if e.isa == exec.Portable || e.err != nil {
				return
			}
			var a asm.Asm
			emit(&a)
			e.code[i], e.err = exec.New(a.Finish())
		}
	})
	if e.err != nil {
		return nil, fmt.Errorf("moments: %w", e.err)
	}
	r := &Rows{e: e, frame: &frame{}}
	for i := range r.frame.reciprocals {
		r.frame.reciprocals[i] = 1 / float32(i+1)
	}
	return r, nil
}

// moments are the mean of n elements and the sum of squared differences from it, of one or of several lanes.
type moments struct {
	n             int
	mean, squares float32
}

// merged adds moments as the scalar code does: fused.
func (m moments) merged(o moments) moments {
	n := m.n + o.n
	if n == 0 {
		return m
	}
	share, delta := float32(o.n)/float32(n), o.mean-m.mean
	return moments{n, portable.FMA32(share, delta, m.mean), m.squares + portable.FMA32(delta*delta*share, float32(m.n), o.squares)}
}

// mergedApart adds moments as the code for vectors does: rounding each step.
func (m moments) mergedApart(o moments) moments {
	n := m.n + o.n
	if n == 0 {
		return m
	}
	share, delta := float32(o.n)/float32(n), o.mean-m.mean
	return moments{n, m.mean + float32(share*delta), m.squares + o.squares + float32(delta*delta*share*float32(m.n))}
}

// Moments is the mean of n contiguous elements, and the sum of their squared differences from it.
func (r *Rows) Moments(x unsafe.Pointer, n int) (mean, squares float32) {
	vectors := n / lanes
	chunks := (vectors + chunk - 1) / chunk
	if len(r.parts) < chunks {
		r.parts = make([]chunkMoments, chunks)
	}
	r.update(x, vectors)
	var rest moments
	for i := vectors * lanes; i < n; i++ {
		v := *(*float32)(unsafe.Add(x, 4*i))
		delta := v - rest.mean
		rest.n++
		rest.mean += delta / float32(rest.n)
		rest.squares += float32(delta * (v - rest.mean))
	}
	for lane := range lanes {
		rest = rest.merged(r.lane(lane, vectors, chunks))
	}
	return rest.mean, rest.squares
}

// lane merges the chunks of a lane: level j of the stack has up to 2ʲ chunks.
func (r *Rows) lane(lane, vectors, chunks int) moments {
	var stack [64]moments
	levels := 0
	if chunks > 1 {
		levels = bits.Len(uint(chunks - 1))
	}
	for i := range chunks {
		part := moments{min(chunk, vectors-i*chunk), r.parts[i].mean[lane], r.parts[i].squares[lane]}
		stack[0] = stack[0].mergedApart(part)
		for j, mask := 1, i+1; j < levels && mask&1 == 0; j, mask = j+1, mask>>1 {
			stack[j], stack[j-1] = stack[j].mergedApart(stack[j-1]), moments{}
		}
	}
	for j := 1; j < levels; j++ {
		stack[0] = stack[0].mergedApart(stack[j])
	}
	return stack[0]
}

// update fills the parts.
func (r *Rows) update(x unsafe.Pointer, vectors int) {
	if vectors == 0 {
		return
	}
	if r.e.isa == exec.Portable {
		for v := range vectors {
			part := &r.parts[v/chunk]
			if v%chunk == 0 {
				*part = chunkMoments{}
			}
			for l := range lanes {
				value := *(*float32)(unsafe.Add(x, 4*(v*lanes+l)))
				delta := value - part.mean[l]
				part.mean[l] = portable.FMA32(delta, r.frame.reciprocals[v%chunk], part.mean[l])
				part.squares[l] = portable.FMA32(delta, value-part.mean[l], part.squares[l])
			}
		}
		return
	}
	f := r.frame
	f.x, f.whole, f.last, f.to = x, vectors/chunk, vectors%chunk, unsafe.Pointer(&r.parts[0])
	r.e.code[0].Call(0, unsafe.Pointer(f))
}

// Sums are Σ dy·x·weight and Σ dy·weight over n contiguous elements. weight may be nil.
func (r *Rows) Sums(dy, x, weight unsafe.Pointer, n int) (products, sum float32) {
	at := func(p unsafe.Pointer, i int) float32 { return *(*float32)(unsafe.Add(p, 4*i)) }
	term := func(i int) (product, single, last float32) { // of the products without the last factor
		if weight == nil {
			return at(dy, i), at(dy, i), at(x, i)
		}
		return at(dy, i) * at(x, i), at(dy, i) * at(weight, i), at(weight, i)
	}
	if n < lanes {
		for i := range n {
			p, s, last := term(i)
			products += float32(p * last)
			sum += s
		}
		return products, sum
	}
	f := r.frame
	vectors := n / lanes
	f.first, f.second = vector{}, vector{}
	if r.e.isa == exec.Portable {
		for i := range vectors * lanes {
			p, s, last := term(i)
			f.first[i%lanes] += float32(p * last)
			f.second[i%lanes] += s
		}
	} else {
		f.x, f.dy, f.weight, f.whole = x, dy, weight, vectors
		r.e.code[1].Call(0, unsafe.Pointer(f))
	}
	for i := vectors * lanes; i < n; i++ {
		p, s, last := term(i)
		f.first[i%lanes] = portable.FMA32(p, last, f.first[i%lanes])
		if weight == nil {
			f.second[i%lanes] += s
		} else {
			f.second[i%lanes] = portable.FMA32(at(dy, i), last, f.second[i%lanes])
		}
	}
	return f.first.fold(), f.second.fold()
}

// fold adds the halves, and theirs.
func (v vector) fold() float32 {
	for n := lanes / 2; n > 0; n /= 2 {
		for i := range n {
			v[i] += v[i+n]
		}
	}
	return v[0]
}

// Squares is the sum of the squares of n contiguous elements, for their norm: in eight lanes, which are added one after the other. Of what is left, four are squared and added like these, three fused.
func (r *Rows) Squares(x unsafe.Pointer, n int) float32 {
	at := func(i int) float32 { return *(*float32)(unsafe.Add(x, 4*i)) }
	f := r.frame
	vectors := n / lanes
	f.first = vector{}
	if r.e.isa == exec.Portable {
		for i := range vectors * lanes {
			f.first[i%lanes] += float32(at(i) * at(i))
		}
	} else if vectors > 0 {
		f.x, f.whole = x, vectors
		r.e.code[2].Call(0, unsafe.Pointer(f))
	}
	sum := f.first[0]
	for _, v := range f.first[1:] {
		sum += v
	}
	i := vectors * lanes
	for end := i + (n-i)/4*4; i < end; i++ {
		sum += float32(at(i) * at(i))
	}
	for ; i < n; i++ {
		sum = portable.FMA32(at(i), at(i), sum)
	}
	return sum
}
