package front

import (
	"math"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/script/ir"
)

// SliceObject is what slice(...) gives: bounds that a subscript takes in the place of its own.
type SliceObject struct {
	Base
	bounds ast.Slice
}

// emitted is an expression that is emitted already.
type emitted struct {
	ast.Expr
	Sugared Sugared
	named   bool // PyTorch gives it a variable, whose load has a number
}

// emitSliceCall is slice(stop) or slice(start, stop[, step]).
func emitSliceCall(e *Emitter, r ir.Range, c *callExpr, _ *ir.Type) Sugared {
	n := len(c.Args)
	if len(c.Keywords) > 0 {
		Fail(r, "Slice does not accept any keyword arguments")
	}
	if n == 0 || n > 3 {
		Fail(r, "slice accepts exactly 1, 2 or 3 arguments, got: %d", n)
	}
	given := c.Args
	if n == 1 {
		given = []ast.Expr{nil, given[0]}
	}
	var parts [3]ast.Expr
	var vals [3]*ir.Value
	for i, x := range given {
		if x != nil {
			vals[i] = e.expr(x, nil)
		}
	}
	for i, missing := range []int64{0, math.MaxInt64, 1} {
		v := vals[i]
		if v == nil || v.Type.IsNone() {
			v = e.constant(ir.Constant{V: missing}, nil, r)
		}
		parts[i] = &emitted{c.Func, Simple{v}, false}
	}
	return SliceObject{Base{"Python slice value"}, ast.Slice{Lower: parts[0], Upper: parts[1], Step: parts[2]}}
}

// sliceObject makes a slice of an index that is a slice object.
func (e *Emitter) sliceObject(d ast.Slicer) ast.Slicer {
	i, ok := d.(*ast.Index)
	if !ok {
		return d
	}
	var s Sugared
	switch x := i.Value.(type) {
	case *ast.Name:
		s, _ = e.known(string(x.Id))
	case *ast.Call:
		name, ok := x.Func.(*ast.Name)
		if !ok || string(name.Id) != "slice" {
			return d
		}
		if _, own := e.known("slice"); own {
			return d
		}
		s = e.sugar(x, nil, 1)
	}
	if o, ok := s.(SliceObject); ok {
		return &o.bounds
	}
	return d
}
