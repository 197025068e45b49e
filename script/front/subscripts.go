package front

import (
	"github.com/go-python/gpython/ast"
	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/script/ir"
)

// Subscripts of tensors, tuples and classes of scripts, with slices.

// slicers are the parts of a subscript.
func slicers(s ast.Slicer) []ast.Slicer {
	switch s := s.(type) {
	case *ast.ExtSlice:
		return s.Dims
	case *ast.Index:
		if t, ok := s.Value.(*ast.Tuple); ok {
			out := make([]ast.Slicer, len(t.Elts))
			for i, x := range t.Elts {
				out[i] = &ast.Index{Value: x}
			}
			return out
		}
	}
	return []ast.Slicer{s}
}

func (e *Emitter) subscript(x *ast.Subscript, r ir.Range, hint *ir.Type) Sugared {
	object := e.sugar(x.Value, nil, 1)
	dims := slicers(x.Slice)
	for i, d := range dims {
		dims[i] = e.sliceObject(d)
	}
	if len(dims) != 1 {
		v := object.Value(e, r)
		if !v.Type.IsSubtype(ir.Tensor) {
			Fail(r, "Unsupported operation: attempted to use multidimensional indexing on a non-tensor type")
		}
		return Simple{e.gather(r, v, dims)}
	}
	if s, ok := dims[0].(*ast.Slice); ok {
		if t, ok := object.(Slicer); ok {
			return t.Slice(e, r, e.staticBound(s.Lower), e.staticBound(s.Upper), e.staticBound(s.Step))
		}
		v := object.Value(e, r)
		if v.Type.IsSubtype(ir.Tensor) {
			return Simple{e.gather(r, v, dims)}
		}
		return Simple{e.slice(r, v, nil, s)}
	}
	index := dims[0].(*ast.Index)
	simple, isSimple := object.(Simple)
	if !isSimple {
		at := e.expr(index.Value, nil)
		if c, ok := object.(Container); ok && hint != nil && hint.Kind == ir.InterfaceKind {
			return Simple{c.ItemAs(e, r, at, hint)}
		}
		e.indexed = e.rng(x.Value)
		return object.Item(e, r, at)
	}
	if simple.V.Type.IsModule() && hint != nil && hint.Kind == ir.InterfaceKind {
		return Simple{e.insert("prim::ModuleContainerIndex", r, hint, simple.V, e.expr(index.Value, nil))}
	}
	if simple.V.Type.IsSubtype(ir.Tensor) {
		e.expr(index.Value, nil)
		return Simple{e.gather(r, simple.V, dims)}
	}
	if simple.V.Type.Kind == ir.TupleKind {
		return Simple{e.tupleIndex(r, simple.V, e.expr(index.Value, nil))}
	}
	return object.Item(e, r, e.expr(index.Value, nil))
}

// Container is a sugared value that gives, by an index that is known when the script runs, one of its parts as an interface that all of them have.
type Container interface {
	ItemAs(e *Emitter, r ir.Range, index *ir.Value, as *ir.Type) *ir.Value
}

// Slicer is a sugared value that can be sliced with constant bounds.
type Slicer interface {
	Slice(e *Emitter, r ir.Range, lower, upper, step *int64) Sugared
}

func (e *Emitter) staticBound(x ast.Expr) *int64 {
	if x == nil {
		return nil
	}
	v := e.expr(x, nil)
	i, ok := constInt(v)
	if !ok {
		Fail(e.rng(x), "Expected integer literal for slice bound")
	}
	return &i
}

func (e *Emitter) tupleIndex(r ir.Range, v, index *ir.Value) *ir.Value {
	if index.Type.Kind != ir.IntKind {
		Fail(r, "tuple index must be an integer")
	}
	i, ok := constInt(index)
	if !ok {
		first := v.Type.Elem
		for _, t := range first {
			if !t.Equal(first[0]) {
				Fail(r, "Cannot index into a %s with a non-integer literal because we cannot resolve the output type", v.Type.Repr())
			}
		}
		if len(first) == 0 {
			Fail(r, "tuple index out of range")
		}
		return e.insert("prim::TupleIndex", ir.Range{}, first[0], v, index)
	}
	n := int64(len(v.Type.Elem))
	at := i
	if at < 0 {
		at += n
	}
	if at < 0 || at >= n {
		Fail(r, "Tuple index out of range. Tuple is length %d and index is %d", n, i)
	}
	return e.insert("prim::TupleIndex", r, v.Type.Elem[at], v, index)
}

// gather is a tensor's subscript.
func (e *Emitter) gather(r ir.Range, v *ir.Value, dims []ast.Slicer) *ir.Value {
	sliced, indices := e.indexTensor(r, v, dims)
	if len(indices) == 0 {
		return sliced
	}
	list := e.insert("prim::ListConstruct", ir.Range{}, ir.ListOf(ir.OptionalOf(ir.Tensor)), indices...)
	return e.insertOp("aten::index", r, sliced, list)
}

// listAsTensor is a list that stands as an index: its elements are numbers of places, bools too.
func (e *Emitter) listAsTensor(list *ir.Value) *ir.Value {
	dtype := e.constant(ir.Constant{V: int64(4)}, nil, ir.Range{})
	return e.builtin("aten::tensor", ir.Range{}, []Named{{Value: list}}, []Named{{Name: "dtype", Value: dtype}}, nil)
}

// indexTensor applies the integers, slices and Nones of a subscript; tensors that index are left, by their dimension.
func (e *Emitter) indexTensor(r ir.Range, v *ir.Value, subs []ast.Slicer) (*ir.Value, []*ir.Value) {
	dims := make([]int64, len(subs))
	vals := make([]*ir.Value, len(subs))
	isDots := func(s ast.Slicer) bool {
		i, ok := s.(*ast.Index)
		if !ok {
			return false
		}
		if name, ok := i.Value.(*ast.Name); ok { // as graphs of torch.fx write it
			return name.Id == "Ellipsis"
		}
		c, ok := i.Value.(*syntax.Constant)
		return ok && c.Value == any(syntax.EllipsisValue{})
	}
	handle := func(i int, dim int64, back bool) int64 {
		dims[i] = dim
		step := int64(1)
		if back {
			step = -1
		}
		index, ok := subs[i].(*ast.Index)
		if !ok {
			return dim + step
		}
		e.expr(index.Value, nil) // looked at first: it might be a slice
		x := e.expr(index.Value, nil)
		if x.Type.Kind == ir.ListKind {
			x = e.listAsTensor(x)
		}
		vals[i] = x
		switch {
		case x.Type.IsNone():
			if back {
				return dim
			}
			return dim + 1
		case x.Type.Kind == ir.IntKind:
			if back {
				return dim - 1
			}
			return dim
		case x.Type.IsSubtype(ir.OptionalOf(ir.Tensor)):
			if back {
				Fail(r, "Ellipses followed by tensor indexing is currently not supported")
			}
			return dim + 1
		}
		Fail(r, "Unsupported operation: indexing tensor with unsupported index type '%s'. Only ints, slices, lists and tensors are supported", x.Type.Repr())
		return 0
	}
	at, dim := 0, int64(0)
	for ; at < len(subs) && !isDots(subs[at]); at++ {
		dim = handle(at, dim, false)
	}
	back := int64(-1)
	for i := len(subs) - 1; i > at; i-- {
		if isDots(subs[i]) {
			Fail(r, "An index can only have a single ellipsis ('...')")
		}
		back = handle(i, back, true)
	}
	var tensors []*ir.Value
	for i, s := range subs {
		if i == at {
			continue
		}
		if slice, ok := s.(*ast.Slice); ok {
			v = e.slice(r, v, e.constant(ir.Constant{V: dims[i]}, nil, r), slice)
			continue
		}
		switch x := vals[i]; {
		case x.Type.IsNone():
			v = e.insertOp("aten::unsqueeze", r, v, e.constant(ir.Constant{V: dims[i]}, nil, r))
		case x.Type.Kind == ir.IntKind:
			v = e.insertOp("aten::select", r, v, e.constant(ir.Constant{V: dims[i]}, nil, r), x)
		default:
			for int64(len(tensors)) <= dims[i] {
				tensors = append(tensors, nil)
			}
			tensors[dims[i]] = x
		}
	}
	for i, t := range tensors {
		if t == nil {
			tensors[i] = e.constant(ir.Constant{}, nil, r)
		}
	}
	return v, tensors
}

// slice is a[lower:upper:step]; dim is nil for what is no tensor.
func (e *Emitter) slice(r ir.Range, v, dim *ir.Value, s *ast.Slice) *ir.Value {
	args := []Named{{Value: v, Range: r}}
	if dim != nil {
		args = append(args, Named{Value: dim, Range: r})
	}
	if v.Type.Kind == ir.TupleKind {
		return e.tupleSlice(r, v, s)
	}
	bounds := [3]*ir.Value{}
	for i, x := range []ast.Expr{s.Lower, s.Upper, s.Step} {
		if x != nil {
			bounds[i] = e.expr(x, nil)
		}
	}
	if bounds[2] == nil {
		at := ir.Range{}
		if dim != nil {
			at = r
		}
		bounds[2] = e.constant(ir.Constant{V: int64(1)}, nil, at)
	}
	for _, v := range bounds {
		if v == nil {
			v = e.constant(ir.Constant{}, nil, ir.Range{})
		}
		args = append(args, Named{Value: v, Range: r})
	}
	return e.builtin("aten::slice", r, args, nil, nil)
}

func (e *Emitter) tupleSlice(r ir.Range, v *ir.Value, s *ast.Slice) *ir.Value {
	n := int64(len(v.Type.Elem))
	var parts [3]*int64
	for i, x := range []ast.Expr{s.Lower, s.Upper, s.Step} {
		if x == nil {
			continue
		}
		at, ok := constInt(e.expr(x, nil))
		if !ok {
			Fail(r, "tuple slice indices must be integer constants")
		}
		parts[i] = &at
	}
	lo, hi, step := parts[0], parts[1], parts[2]
	from, to, by := SliceBounds(n, lo, hi, step)
	if by == 0 {
		Fail(r, "slice step cannot be zero")
	}
	var out []*ir.Value
	for i := from; by > 0 && i < to || by < 0 && i > to; i += by {
		at := e.constant(ir.Constant{V: i}, nil, ir.Range{})
		out = append(out, e.insert("prim::TupleIndex", ir.Range{}, v.Type.Elem[i], v, at))
	}
	return e.tuple(ir.Range{}, out)
}

// SliceBounds are the bounds of a slice over n items, as Python has them.
func SliceBounds(n int64, lo, hi, step *int64) (from, to, by int64) {
	by = 1
	if step != nil {
		by = *step
	}
	clamp := func(p *int64, def, low, high int64) int64 {
		if p == nil {
			return def
		}
		v := *p
		if v < 0 {
			v += n
		}
		return min(max(v, low), high)
	}
	if by < 0 {
		return clamp(lo, n-1, -1, n-1), clamp(hi, -1, -1, n-1), by
	}
	return clamp(lo, 0, 0, n), clamp(hi, n, 0, n), by
}
