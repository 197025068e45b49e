package ops

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// indexChecks are the checks of operators that pick or place elements by an index, an addition to argumentChecks.
var indexChecks = map[string]func(ctx *Context, a Args){
	"index_copy": indexCopyCheck,
	"index_fill": func(ctx *Context, a Args) {
		if dtypeOf(a[2]) != tensor.Int64 {
			throw("IndexError", "index_fill_(): Expected dtype int64 for index.")
		}
		check(dimOf(a[2]) <= 1, "Index has to be a vector/scalar")
		if d, ok := scalarDType(a[3]); ok && d.IsComplex() && !dtypeOf(a[0]).IsComplex() {
			throwRuntime("index_fill_(): Converting complex Scalar to non-complex type is not supported")
		}
	},
	"index_add":    func(ctx *Context, a Args) { accumulatedSlices(ctx, "index_add_()", a) },
	"index_reduce": func(ctx *Context, a Args) { accumulatedSlices(ctx, "index_reduce_()", a) },
	"take": func(ctx *Context, a Args) {
		longIndex("take()", a[1])
		if isConst(numelOf(a[0]), 0) && !isConst(numelOf(a[1]), 0) {
			throw("IndexError", "take(): tried to take from an empty tensor")
		}
		flatPlaces(a[0], a[1])
	},
	"put": func(ctx *Context, a Args) {
		longIndex("put_()", a[1])
		check(dtypeOf(a[0]) == dtypeOf(a[2]), "put_(): self and source expected to have the same dtype, but got self.dtype = %s and source.dtype = %s", dtypeOf(a[0]).ScalarName(), dtypeOf(a[2]).ScalarName())
		if n, k := numelOf(a[2]), numelOf(a[1]); !sameSize(ctx, n, k) {
			throw("IndexError", "put_(): Expected source and index to have the same number of elements, but got source.numel() = %s, index.numel() = %s", n, k)
		}
		if isConst(numelOf(a[0]), 0) && !isConst(numelOf(a[1]), 0) {
			throw("IndexError", "put_(): Tried to put elements into an empty tensor")
		}
		flatPlaces(a[0], a[1])
	},
	"take_along_dim": func(ctx *Context, a Args) {
		check(dtypeOf(a[1]) == tensor.Int64, "torch.take_along_dim(): dtype of indices should be Long but got %s", dtypeOf(a[1]).ScalarName())
	},
	"repeat_interleave": func(ctx *Context, a Args) {
		repeats := a[0]
		if len(a) > 2 {
			repeats = a[1]
		}
		if !isTensor(repeats) {
			if n, known := a.sym(1).Const(); known {
				check(n >= 0, "Repeats must be non-negative")
			}
			return
		}
		if len(a) == 2 {
			check(dimOf(repeats) == 1, "repeat_interleave only accept 1D vector as repeat")
		}
		check(dimOf(repeats) <= 1, "repeats must be 0-dim or 1-dim tensor")
		if d := dtypeOf(repeats); d != tensor.Int64 && d != tensor.Int32 {
			notImplemented("repeat_interleave_cpu", d)
		}
	},
	"nonzero_static": func(ctx *Context, a Args) {
		if n, known := a.sym(1).Const(); known {
			check(n >= 0, "nonzero_static: 'size' must be an non-negative integer")
		}
	},
	"bucketize": func(ctx *Context, a Args) {
		check(dimOf(a[1]) == 1, "boundaries tensor must be 1 dimension, but got dim(%d)", dimOf(a[1]))
	},
	"index_put": func(ctx *Context, a Args) {
		n := 0
		for _, v := range a.list(1) {
			switch {
			case !isTensor(v):
			case dtypeOf(v) == tensor.Bool || dtypeOf(v) == tensor.Uint8:
				n += dimOf(v)
			default:
				n++
			}
		}
		if n > dimOf(a[0]) {
			throw("IndexError", "too many indices for tensor of dimension %d (got %d)", dimOf(a[0]), n)
		}
	},
}

func indexCopyCheck(ctx *Context, a Args) {
	self, index, source := a[0], a[2], a[3]
	n := dimOf(self)
	d := wrapDim(a.int(1), n)
	if dimOf(index) > 1 {
		throw("IndexError", "index_copy_(): Index should have dimension 1 or 0 (got %d)", dimOf(index))
	}
	count := numelOf(index)
	switch scalar := dimOf(source) == 0; {
	case scalar && !sameSize(ctx, count, one):
		throw("IndexError", "index_copy_(): When source is scalar, index should have one element (got %s)", count)
	case !scalar && n != 0 && dimOf(source) != n:
		throw("IndexError", "index_copy_(): When source and destination are not scalars, their dimensionality must match. Source dimensionality (%d), destination dimensionality (%d)", dimOf(source), n)
	}
	longIndex("index_copy_()", index)
	check(dtypeOf(self) == dtypeOf(source), "index_copy_(): self and source expected to have the same dtype, but got (self) %s and (source) %s", dtypeOf(self).ScalarName(), dtypeOf(source).ScalarName())
	if to, from := otherSizes(self, d), otherSizes(source, d); !expectSameSizes(ctx, to, from) {
		throwRuntime("index_copy_(): Source/destination tensor must have same slice shapes. Destination slice shape: %s at dimension %d and source slice shape: %s at dimension 0.", sizesWords(to), d, sizesWords(from))
	}
	if dimOf(source) > 0 && !sameSize(ctx, count, sizeOf(source, d)) {
		throw("IndexError", "index_copy_(): Number of indices (%s) should be equal to source.size(dim) (%s)", count, sizeOf(source, d))
	}
}

// accumulatedSlices checks what index_add and index_reduce ask of index and source.
func accumulatedSlices(ctx *Context, name string, a Args) {
	self, index, source := a[0], a[2], a[3]
	if dimOf(index) > 1 {
		throw("IndexError", "%s: Index is supposed to be a vector, but got dim: %d with type: %s and size: %s", name, dimOf(index), dtypeOf(index).ScalarName(), sizesText(sizesOf(index)))
	}
	if d := dtypeOf(index); d != tensor.Int64 && d != tensor.Int32 {
		throwRuntime("%s: Expected dtype int32/int64 for index but got: %s", name, d.ScalarName())
	}
	check(dtypeOf(self) == dtypeOf(source), "%s: self (%s) and source (%s) must have the same scalar type", name, dtypeOf(self).ScalarName(), dtypeOf(source).ScalarName())
	d := wrapDim(a.int(1), dimOf(self))
	count, rows := numelOf(index), one
	if dimOf(source) > 0 {
		rows = sizeOf(source, d)
	}
	check(expectSame(ctx, count, rows), "%s: Number of indices (%s) should be equal to source.size(dim): (%s), for dim: %d", name, count, rows, d)
	to, from := sizesOf(self), sizesOf(source)
	if len(to) != len(from) && !(len(to) <= 1 && len(from) <= 1 && (len(to) == 1 || sameSize(ctx, numelOf(source), one) && dimOf(source) == 0)) || !sameSizes(ctx, otherSizes(self, d), otherSizes(source, d)) {
		throwRuntime("source tensor shape must match self tensor shape, excluding the specified dimension. Got self.shape = %s source.shape = %s", sizesText(to), sizesText(from))
	}
}

// otherSizes are the sizes of v but for that of dimension d.
func otherSizes(v Value, d int) []symbolic.Int {
	if dimOf(v) <= 1 {
		return nil
	}
	return without(sizesOf(v), d)
}

// sizesWords are sizes with spaces between them.
func sizesWords(sizes []symbolic.Int) string {
	text := ""
	for i, n := range sizes {
		if i > 0 {
			text += " "
		}
		text += n.String()
	}
	return text
}

func longIndex(name string, index Value) {
	check(dtypeOf(index) == tensor.Int64, "%s: Expected a long tensor for index, but got %s", name, dtypeOf(index).ScalarName())
}

// flatPlaces checks that indices lie within the elements of self, seen as one row.
func flatPlaces(self, index Value) {
	t, ok := readable(index)
	n, known := numelOf(self).Const()
	if !ok || !known {
		return
	}
	for _, i := range t.Ints() {
		if i < -n || i >= n {
			throw("IndexError", "out of range: tried to access index %d on a tensor of %d elements.", i, n)
		}
	}
}

// indicesWithin refuses indices that are no places along dimension d of v, where both are known.
func indicesWithin(index, v Value, d int) {
	t, ok := index.(*tensor.Tensor)
	if !ok || t.Layer != nil || t.IsMeta() || DispatcherOf(t) != nil {
		return
	}
	n, known := int64(1), true
	if dimOf(v) > 0 {
		n, known = sizeOf(v, d).Const()
	}
	for _, i := range tensor.LoadInts(t.Contiguous(), t.Numel()) {
		requireKind(!known || i >= 0 && i < n, "IndexError", "index out of range in self")
	}
}
