package ops

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// This file plans x[i, mask, ...]: which elements of the tensor the index tensors name.

// expandMasks replaces boolean (and uint8) index tensors by one integer index for each dimension of the mask.
// A mask of k dimensions may be followed by k-1 empty slots, which it takes.
func expandMasks(ctx *Context, self Value, indices []Value) []Value {
	var out []Value
	sizes := sizesOf(self)
	skip := 0
	for _, v := range indices {
		if skip > 0 && v == nil {
			skip--
			continue
		}
		skip = 0
		if v == nil || !(dtypeOf(v) == tensor.Bool || dtypeOf(v) == tensor.Uint8) {
			out = append(out, v)
			continue
		}
		if dtypeOf(v) == tensor.Uint8 {
			ctx.warn("%s", byteIndex)
		}
		m := metaOf(v)
		for j := range m.Sizes {
			at := len(out) + j
			if at >= len(sizes) || !ctx.expect(m.Sizes[j].Eq(sizes[at])) {
				if at >= len(sizes) {
					throw("IndexError", "too many indices for tensor of dimension %d", len(sizes))
				}
				throw("IndexError", "The shape of the mask %s at index %d does not match the shape of the indexed tensor %s at index %d", sizesText(m.Sizes), j, sizesText(sizes), at)
			}
		}
		skip = len(m.Sizes) - 1
		if t, ok := v.(*tensor.Tensor); ok && Readable(t) != nil || IsMapped(v) {
			throwRuntime("vmap: We do not support batching operators that can support dynamic shape. Attempting to batch over indexing with a boolean mask.")
		}
		nz := ctx.call1("nonzero", v)
		for j := range m.Sizes {
			out = append(out, ctx.selectAt(nz, 1, int64(j)))
		}
		if len(m.Sizes) == 0 {
			throw("IndexError", "magneto: a 0-d mask must be lifted before indexing")
		}
	}
	if len(out) > len(sizes) {
		throw("IndexError", "too many indices for tensor of dimension %d (got %d)", len(sizes), len(out))
	}
	return out
}

// indexPlan is the geometry of advanced indexing: index dimensions are replaced by the broadcast shape of the indices,
// in place if they are adjacent, else first.
type indexPlan struct {
	indexed []int          // dimensions with an index, in order
	shape   []symbolic.Int // broadcast shape of the indices
	at      int            // where shape goes in the result
	rest    []int          // other dimensions, in order
}

func planIndex(ctx *Context, sizes []symbolic.Int, indices []Value) indexPlan {
	var p indexPlan
	var shapes [][]symbolic.Int
	for d := range sizes {
		if d < len(indices) && indices[d] != nil {
			if t := dtypeOf(indices[d]); t != tensor.Int64 && t != tensor.Int32 {
				throw("IndexError", "tensors used as indices must be long, int, byte or bool tensors")
			}
			p.indexed = append(p.indexed, d)
			shapes = append(shapes, sizesOf(indices[d]))
		} else {
			p.rest = append(p.rest, d)
		}
	}
	for i, s := range shapes {
		if i == 0 {
			p.shape = s
			continue
		}
		p.shape = broadcastIndices(ctx, p.shape, s, shapes)
	}
	adjacent := true
	for i := 1; i < len(p.indexed); i++ {
		adjacent = adjacent && p.indexed[i] == p.indexed[i-1]+1
	}
	if adjacent && len(p.indexed) > 0 {
		p.at = p.indexed[0]
	}
	return p
}

func broadcastIndices(ctx *Context, a, b []symbolic.Int, all [][]symbolic.Int) (out []symbolic.Int) {
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(*Error); !ok {
				panic(e)
			}
			text := ""
			for i, s := range all {
				if i > 0 {
					text += ", "
				}
				text += sizesText(s)
			}
			throw("IndexError", "shape mismatch: indexing tensors could not be broadcast together with shapes %s", text)
		}
	}()
	return broadcast2(ctx, a, b)
}

func (p indexPlan) outSizes(sizes []symbolic.Int) []symbolic.Int {
	var out []symbolic.Int
	for i, d := range p.rest {
		if i == p.at {
			out = append(out, p.shape...)
		}
		out = append(out, sizes[d])
	}
	if p.at >= len(p.rest) {
		out = append(out, p.shape...)
	}
	return out
}

func hasMask(indices []Value) bool {
	for _, v := range indices {
		if v != nil && (dtypeOf(v) == tensor.Bool || dtypeOf(v) == tensor.Uint8) {
			return true
		}
	}
	return false
}

func indexMeta(ctx *Context, a Args) []*Fake {
	f := a.fake(0)
	p := planIndex(ctx, f.Sizes, integerIndices(ctx, a))
	return fakes(NewFake(f.DType, p.outSizes(f.Sizes)))
}

// offsets computes, for each element of the broadcast indices, the position in self relative to its offset.
func (p indexPlan) offsets(self *tensor.Tensor, indices []Value) []int {
	shape := constants(p.shape)
	n := tensor.Numel(shape)
	out := make([]int, n)
	for at, d := range p.indexed { // by their place among these PyTorch names them in errors
		ix := expandTensor(Args(indices).tensor(d), shape).Ints()
		size, stride := int64(self.Size(d)), self.Strides()[d]
		for i, v := range ix {
			if v < -size || v >= size {
				throw("IndexError", "index %d is out of bounds for dimension %d with size %d", v, at, size)
			}
			if v < 0 {
				v += size
			}
			out[i] += int(v) * stride
		}
	}
	return out
}

// eachIndexed visits the positions of self for all elements of the indexed result, which is seen as
// [indices, rest...]; row gives the position of each rest element.
func (p indexPlan) restView(self *tensor.Tensor) (sizes, strides []int) {
	for _, d := range p.rest {
		sizes, strides = append(sizes, self.Size(d)), append(strides, self.Strides()[d])
	}
	return sizes, strides
}

// integerIndices are the indices of a call with masks replaced.
func integerIndices(ctx *Context, a Args) []Value {
	indices := a.list(1)
	if hasMask(indices) {
		return expandMasks(ctx, a[0], indices)
	}
	return indices
}

func indexKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	self, indices := resolved(a.tensor(0)), integerIndices(ctx, a)
	p := planIndex(ctx, sizesOf(self), indices)
	if out[0].Numel() == 0 {
		if self.Numel() > 0 {
			p.offsets(self, indices)
		}
		return
	}
	offsets := p.offsets(self, indices)
	restSizes, restStrides := p.restView(self)
	// The destination as [indices flattened, rest...].
	o := out[0]
	k := len(p.shape)
	dstRest := append(append([]int(nil), o.Strides()[:p.at]...), o.Strides()[p.at+k:]...)
	step := 1
	if k > 0 {
		step = o.Strides()[p.at+k-1]
	}
	if runOf(restSizes, restStrides) == 1 && gatherElements(o, o.Offset(), step, self, self.Offset(), offsets) {
		return
	}
	if sameLine(restSizes, restStrides) && sameLine(restSizes, dstRest) {
		size, run := o.DType().Size(), tensor.Numel(restSizes)
		to, data := o.Storage().Bytes(), self.Storage().Bytes()
		for i, from := range offsets {
			at, source := o.Offset()+i*step, self.Offset()+from
			copy(to[at*size:(at+run)*size], data[source*size:(source+run)*size])
		}
		return
	}
	for i, from := range offsets {
		tensor.CopyStrided(o.DType(), restSizes, o.Storage(), dstRest, o.Offset()+i*step, self.Storage(), restStrides, self.Offset()+from)
	}
}

// loneMask is the mask that is the only index, nil if there are others.
func loneMask(indices []Value) (mask Value) {
	for _, v := range indices {
		if v == nil {
			continue
		}
		if mask != nil || dtypeOf(v) != tensor.Bool && dtypeOf(v) != tensor.Uint8 {
			return nil
		}
		mask = v
	}
	return mask
}

// indexPutInto writes values (broadcast) to the indexed positions of t, adding when accumulate. A single value goes to the
// places of a mask as if they were filled with its number, which may be of another type.
func indexPutInto(ctx *Context, t *tensor.Tensor, indices []Value, values *tensor.Tensor, accumulate bool) {
	if mask := loneMask(indices); mask != nil && values.Numel() == 1 && !accumulate {
		refuseByteMask(indices)
		if values.DType() != t.DType() {
			values = tensor.Scalar(t.DType(), converted(values.Item(), t.DType(), false))
		}
	}
	if hasMask(indices) {
		indices = expandMasks(ctx, t, indices)
	}
	p := planIndex(ctx, sizesOf(t), indices)
	sizes := constants(p.outSizes(sizesOf(t)))
	if !expandableTo(ctx, sizesOf(values), symbolic.Ints(sizes)) {
		// leading dimensions of size 1 may be dropped
		s := values.Sizes()
		for len(s) > len(sizes) && s[0] == 1 {
			s = s[1:]
		}
		if !expandableTo(ctx, symbolic.Ints(s), symbolic.Ints(sizes)) {
			throwRuntime("shape mismatch: value tensor of shape %s cannot be broadcast to indexing result of shape %s", sizesText(sizesOf(values)), sizesText(symbolic.Ints(sizes)))
		}
		values = values.Window(s, values.Strides()[values.Dim()-len(s):], values.Offset())
	}
	if values.DType() != t.DType() {
		throwRuntime("Index put requires the source and destination dtypes match, got %s for the destination and %s for the source.", t.DType().ScalarName(), values.DType().ScalarName())
	}
	if tensor.Numel(sizes) == 0 {
		return
	}
	if values.Storage() == t.Storage() {
		values = values.Compact()
	}
	v := expandTensor(values, sizes)
	offsets := p.offsets(t, indices)
	restSizes, restStrides := p.restView(t)
	switch run := runOf(restSizes, restStrides); {
	case run == 1 && putElements(t, t.Offset(), offsets, v, accumulate), run > 1 && p.at == 0 && putRows(ctx, t, offsets, v, run, accumulate):
		return
	}
	k := len(p.shape)
	srcRest := append(append([]int(nil), v.Strides()[:p.at]...), v.Strides()[p.at+k:]...)
	// positions within the broadcast indices may have any strides in v
	index := make([]int, k)
	at := v.Offset()
	for _, to := range offsets {
		if accumulate {
			dst := t.Window(restSizes, restStrides, t.Offset()+to)
			addInPlace(ctx, dst, v.Window(restSizes, srcRest, at))
		} else {
			tensor.Copy(t.Window(restSizes, restStrides, t.Offset()+to), v.Window(restSizes, srcRest, at))
		}
		for d := k - 1; d >= 0; d-- {
			index[d]++
			at += v.Strides()[p.at+d]
			if index[d] < sizes[p.at+d] {
				break
			}
			at -= v.Strides()[p.at+d] * sizes[p.at+d]
			index[d] = 0
		}
	}
}

func addInPlace(ctx *Context, dst, src *tensor.Tensor) {
	if addTyped(dst, src) {
		return
	}
	if dst.Numel() == 1 {
		one := tensor.New(dst.DType())
		switch {
		case dst.DType().IsIntOrBool():
			tensor.StoreInts(one, []int64{dst.Ints()[0] + src.Ints()[0]})
		case dst.DType().IsComplex():
			tensor.StoreComplexes(one, []complex128{dst.Complexes()[0] + src.Complexes()[0]})
		default:
			tensor.StoreFloats(one, []float64{dst.Floats()[0] + src.Floats()[0]})
		}
		tensor.Copy(dst, one.Window(dst.Sizes(), make([]int, dst.Dim()), 0))
		return
	}
	sum := tensor.New(dst.DType(), dst.Sizes()...)
	addKernel(ctx, Args{dst, src, int64(1)}, []*tensor.Tensor{sum})
	tensor.Copy(dst, sum)
}
