package compile

import (
	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/frontend/syntax"
)

// Assignments, and del.

// unpackDisplay compiles the value of a, b = x, y: the tuple is built only to be
// taken apart, and peephole removes both.
func (c *compiler) unpackDisplay(s *ast.Assign) bool {
	value, ok := s.Value.(*ast.Tuple)
	if !ok || len(s.Targets) != 1 || len(value.Elts) < 2 || len(value.Elts) > 3 || !plainArguments(value.Elts, nil) {
		return false
	}
	var elts []ast.Expr
	switch t := s.Targets[0].(type) {
	case *ast.Tuple:
		elts = t.Elts
	case *ast.List:
		elts = t.Elts
	}
	if len(elts) != len(value.Elts) || !plainArguments(elts, nil) {
		return false
	}
	defer c.at(value)()
	for _, e := range value.Elts {
		c.expr(e)
	}
	c.emitArg(bytecode.BUILD_TUPLE, len(value.Elts))
	return true
}

func (c *compiler) augAssign(s *ast.AugAssign) {
	op := binaryOpArg(s.Op) + bytecode.BinaryInPlace
	switch t := s.Target.(type) {
	case *ast.Name:
		c.mark(t)
		c.nameOp(string(t.Id), ast.Load)
		c.expr(s.Value)
		c.mark(s)
		c.emitArg(bytecode.BINARY_OP, op)
		c.mark(t)
		c.checkForbidden(t, string(t.Id))
		c.nameOp(string(t.Id), ast.Store)
	case *ast.Attribute:
		c.expr(t.Value)
		c.mark(t)
		c.emitArg(bytecode.COPY, 1)
		name := int(c.u.name(c.mangle(string(t.Attr))))
		c.emitArg(bytecode.LOAD_ATTR, name<<1)
		c.expr(s.Value)
		c.mark(s)
		c.emitArg(bytecode.BINARY_OP, op)
		c.mark(t)
		c.emitArg(bytecode.SWAP, 2)
		c.emitArg(bytecode.STORE_ATTR, name)
	case *ast.Subscript:
		c.expr(t.Value)
		if sl, ok := twoPartSlice(c, t.Slice); ok {
			c.slicePart(sl.Lower)
			c.slicePart(sl.Upper)
			c.mark(t)
			for range 3 {
				c.emitArg(bytecode.COPY, 3)
			}
			c.emit(bytecode.BINARY_SLICE)
			c.expr(s.Value)
			c.mark(s)
			c.emitArg(bytecode.BINARY_OP, op)
			c.mark(t)
			c.emitArg(bytecode.SWAP, 4)
			c.emitArg(bytecode.SWAP, 3)
			c.emitArg(bytecode.SWAP, 2)
			c.emit(bytecode.STORE_SLICE)
			return
		}
		c.slicer(t.Slice)
		c.mark(t)
		c.emitArg(bytecode.COPY, 2)
		c.emitArg(bytecode.COPY, 2)
		c.emitArg(bytecode.BINARY_OP, bytecode.BinarySubscript)
		c.expr(s.Value)
		c.mark(s)
		c.emitArg(bytecode.BINARY_OP, op)
		c.mark(t)
		c.emitArg(bytecode.SWAP, 3)
		c.emitArg(bytecode.SWAP, 2)
		c.emit(bytecode.STORE_SUBSCR)
	}
}

func (c *compiler) annAssign(s *syntax.AnnAssign) {
	if name, ok := s.Target.(*ast.Name); ok {
		c.checkForbidden(name, string(name.Id))
	}
	if s.Value != nil {
		c.expr(s.Value)
		c.store(s.Target)
	}
	inBody := !c.u.scope.isFunction()
	switch t := s.Target.(type) {
	case *ast.Name:
		if s.Simple && inBody && c.future {
			c.constant(unparse(c.tree, s.Annotation))
			c.nameOp("__annotations__", ast.Load)
			c.constant(c.mangle(string(t.Id)))
			c.emit(bytecode.STORE_SUBSCR)
			return
		}
		if s.Simple { // evaluated by __annotate__, or in a function not at all
			if inBody {
				c.mark(s)
				c.reachAnnotation(s)
			}
			return
		}
	case *ast.Attribute:
		if s.Value == nil {
			c.expr(t.Value)
			c.emit(bytecode.POP_TOP)
		}
	case *ast.Subscript:
		if s.Value == nil {
			c.expr(t.Value)
			c.emit(bytecode.POP_TOP)
			c.slicer(t.Slice)
			c.emit(bytecode.POP_TOP)
		}
	}
	if inBody && !c.future {
		c.expr(s.Annotation)
		c.emit(bytecode.POP_TOP)
	}
}

// store compiles an assignment of the top of the stack to a target.
func (c *compiler) store(e ast.Expr) {
	switch t := e.(type) {
	case *ast.Name:
		c.mark(t)
		c.checkForbidden(t, string(t.Id))
		c.nameOp(string(t.Id), ast.Store)
	case *ast.Attribute:
		c.expr(t.Value)
		c.mark(t)
		c.checkForbidden(t, string(t.Attr))
		c.emitArg(bytecode.STORE_ATTR, int(c.u.name(c.mangle(string(t.Attr)))))
	case *ast.Subscript:
		c.expr(t.Value)
		if sl, ok := twoPartSlice(c, t.Slice); ok {
			c.slicePart(sl.Lower)
			c.slicePart(sl.Upper)
			c.mark(t)
			c.emit(bytecode.STORE_SLICE)
			return
		}
		c.slicer(t.Slice)
		c.mark(t)
		c.emit(bytecode.STORE_SUBSCR)
	case *ast.Tuple:
		c.unpack(t, t.Elts)
	case *ast.List:
		c.unpack(t, t.Elts)
	case *ast.Starred:
		c.fail(e, "starred assignment target must be in a list or tuple")
	default:
		c.fail(e, "cannot assign to this expression")
	}
}

func (c *compiler) checkForbidden(n ast.Ast, name string) {
	if name == "__debug__" {
		c.fail(n, "cannot assign to __debug__")
	}
}

func (c *compiler) unpack(n ast.Ast, elts []ast.Expr) {
	c.mark(n)
	star := -1
	for i, e := range elts {
		if _, ok := e.(*ast.Starred); !ok {
			continue
		}
		if star >= 0 {
			c.fail(n, "multiple starred expressions in assignment")
		}
		if i >= 256 || len(elts)-i-1 >= 1<<23 {
			c.fail(n, "too many expressions in star-unpacking assignment")
		}
		star = i
	}
	if star >= 0 {
		c.emitArg(bytecode.UNPACK_EX, star|(len(elts)-star-1)<<8)
	} else {
		c.emitArg(bytecode.UNPACK_SEQUENCE, len(elts))
	}
	for i, e := range elts {
		if i == star {
			e = e.(*ast.Starred).Value
		}
		c.store(e)
	}
}

func (c *compiler) del(e ast.Expr) {
	switch t := e.(type) {
	case *ast.Name:
		c.mark(t)
		if t.Id == "__debug__" {
			c.fail(t, "cannot delete __debug__")
		}
		c.nameOp(string(t.Id), ast.Del)
	case *ast.Attribute:
		if t.Attr == "__debug__" {
			c.fail(t, "cannot delete __debug__")
		}
		c.expr(t.Value)
		c.mark(t)
		c.emitArg(bytecode.DELETE_ATTR, int(c.u.name(c.mangle(string(t.Attr)))))
	case *ast.Subscript:
		c.expr(t.Value)
		c.slicer(t.Slice)
		c.mark(t)
		c.emit(bytecode.DELETE_SUBSCR)
	case *ast.Tuple:
		for _, elt := range t.Elts {
			c.del(elt)
		}
	case *ast.List:
		for _, elt := range t.Elts {
			c.del(elt)
		}
	default:
		c.fail(e, "cannot delete this expression")
	}
}
