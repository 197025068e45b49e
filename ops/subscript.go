package ops

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// IndexItem is one element of a subscript x[...]: Int (int64 or symbolic.Int), Slice, NewAxis, Ellipsis, bool, or a tensor.
type IndexItem = any

// Slice is a slice in a subscript; absent parts are nil.
type Slice struct{ Start, Stop, Step Value }

// NewAxis is None in a subscript.
type NewAxis struct{}

// Ellipsis is ... in a subscript.
type Ellipsis struct{}

// Index evaluates x[items...] by select, slice and unsqueeze views and at most one advanced index.
func Index(x Value, items []IndexItem) (v Value, err error) {
	defer catch(&err)
	view, indices := applyBasic(x, items)
	if indices == nil {
		if view == x {
			return call1("alias", x), nil
		}
		return view, nil
	}
	return call1("index.Tensor", view, expandMasks(view, indices)), nil
}

// IndexPut evaluates x[items...] = value.
func IndexPut(x Value, items []IndexItem, value Value) (err error) {
	defer catch(&err)
	view, indices := applyBasic(x, items)
	if indices == nil {
		if !isTensor(value) {
			call("fill_.Scalar", view, value)
			return nil
		}
		value = dropLeading(value, dimOf(view))
		s := sizesOf(view)
		if !equalSyms(sizesOf(value), s) {
			value = expand(value, s)
		}
		call("copy_", view, value)
		return nil
	}
	expanded := expandMasks(view, indices)
	if !isTensor(value) {
		if len(indices) == 1 && indices[0] != nil && dtypeOf(indices[0]) == tensor.Bool && sameSizes(sizesOf(indices[0]), sizesOf(view)) {
			call("masked_fill_.Scalar", view, indices[0], value)
			return nil
		}
		value = scalarTensor(value, dtypeOf(view))
	} else {
		p := planIndex(sizesOf(view), expanded)
		value = dropLeading(value, len(p.outSizes(sizesOf(view))))
	}
	call("index_put_", view, expanded, value, false)
	return nil
}

// dropLeading removes leading dimensions of size 1 beyond n.
func dropLeading(v Value, n int) Value {
	s := sizesOf(v)
	k := 0
	for len(s)-k > n && isOne(s[k]) {
		k++
	}
	if k == 0 {
		return v
	}
	return view(v, s[k:])
}

// applyBasic applies integers, slices, None and Ellipsis, and collects index tensors by dimension of the result.
func applyBasic(x Value, items []IndexItem) (Value, []Value) {
	specified := 0
	for _, it := range items {
		switch it := it.(type) {
		case NewAxis, Ellipsis, bool:
		case *tensor.Tensor:
			if it.DType() == tensor.Bool || it.DType() == tensor.Uint8 {
				specified += it.Dim()
			} else {
				specified++
			}
		case *Fake:
			if it.DType == tensor.Bool || it.DType == tensor.Uint8 {
				specified += len(it.Sizes)
			} else {
				specified++
			}
		default:
			specified++
		}
	}
	n := dimOf(x)
	if specified > n {
		if n == 0 && len(items) == 1 && specified == 1 {
			throw("IndexError", "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a 0-dim tensor to a number")
		}
		throw("IndexError", "too many indices for tensor of dimension %d", n)
	}
	d, original := 0, 0 // dimension of the result so far, and of x
	var indices []Value
	record := func(v Value) {
		for len(indices) <= d {
			indices = append(indices, nil)
		}
		indices[d] = v
	}
	for _, it := range items {
		switch it := it.(type) {
		case Ellipsis:
			d += n - specified
			original += n - specified
		case NewAxis:
			x = unsqueeze(x, d)
			d++
		case bool:
			x = unsqueeze(x, d)
			record(boolIndex(it))
			d++
		case Slice:
			x = applySlice(x, d, it)
			d++
			original++
		case *tensor.Tensor, *Fake:
			dt := dtypeOf(it)
			if dimOf(it) == 0 && dt.IsIntOrBool() {
				if dt != tensor.Bool && dt != tensor.Uint8 {
					x = selectIndex(x, d, original, scalarOf(it))
					original++
					continue
				}
				x = unsqueeze(x, d)
				record(boolIndex(toFloat(scalarOf(it)) != 0))
				d++
				continue
			}
			record(it)
			original += max(1, pick(dt == tensor.Bool || dt == tensor.Uint8, dimOf(it), 1))
			if dt == tensor.Bool || dt == tensor.Uint8 {
				d += dimOf(it)
			} else {
				d++
			}
		default:
			x = selectIndex(x, d, original, it)
			original++
		}
	}
	return x, indices
}

func scalarOf(v Value) Value {
	if t, ok := v.(*tensor.Tensor); ok {
		return t.Item()
	}
	return call1("item", v)
}

func boolIndex(b bool) Value {
	if b {
		return tensor.New(tensor.Int64, 1)
	}
	return tensor.New(tensor.Int64, 0)
}

func selectIndex(x Value, d, original int, i Value) Value {
	index, size := toSym(i), sizeOf(x, d)
	if c, ok := index.Const(); ok {
		if n, ok := size.Const(); ok && (c < -n || c >= n) {
			throw("IndexError", "index %d is out of bounds for dimension %d with size %d", c, original, n)
		}
	}
	return selectAt(x, d, intValue(index))
}

func applySlice(x Value, d int, s Slice) Value {
	step := symbolic.IntOf(1)
	if s.Step != nil {
		step = toSym(s.Step)
		if c, ok := step.Const(); ok {
			if c == 0 {
				throw("ValueError", "slice step cannot be zero")
			}
			if c < 0 {
				throw("ValueError", "step must be greater than zero")
			}
		}
	}
	start, stop := orDefault(s.Start, int64(0)), orDefault(s.Stop, maxInt64)
	return call1("slice.Tensor", x, int64(d), start, stop, intValue(step))
}
