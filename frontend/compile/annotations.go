package compile

import (
	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/frontend/syntax"
)

// Functions that evaluate annotations when they are asked for.

// formatParam is the parameter of functions that evaluate annotations while they are compiled, when it must not hide a
// name in the annotation. In the code it is "format".
const formatParam = ".format"

// annotateStart begins a function that evaluates the annotations of the function owner or, without one, of the variables
// of the current module or class. It is called with the wanted format, and supports those up to VALUE_WITH_FAKE_GLOBALS (2).
func (c *compiler) annotateStart(s *scope, owner string, line int) {
	here := c.u.pos
	const name = "__annotate__"
	qualname := name
	if owner != "" {
		qualname = c.qualName(owner) + "." + name
	} else if c.u.scope.kind == classScope {
		qualname = c.u.code.QualName + "." + name
	}
	c.u = c.newUnit(s, name, qualname, line)
	u := c.u
	u.code.ArgCount, u.code.PosOnlyArgCount = 1, 1
	c.functionStart(line)
	c.u.pos = here
	body := &label{}
	c.emitArg(bytecode.LOAD_FAST, 0)
	c.constant(int64(2))
	c.emitArg(bytecode.COMPARE_OP, bytecode.CompareGreater<<bytecode.CompareShift|int(bytecode.CompareMasks[bytecode.CompareGreater]))
	c.emitJump(bytecode.POP_JUMP_IF_FALSE, body)
	c.emitArg(bytecode.LOAD_COMMON_CONSTANT, bytecode.CommonNotImplementedError)
	c.emitArg(bytecode.RAISE_VARARGS, 1)
	c.place(body)
}

// functionAnnotate pushes the function that evaluates a function's annotations.
func (c *compiler) functionAnnotate(s *ast.FunctionDef, list []annotation) {
	scope := c.scopes[scopeKey{s, true}]
	here := c.u.pos
	c.annotateStart(scope, string(s.Name), s.GetLineno())
	for _, a := range list {
		c.constant(c.mangle(a.name))
		if c.future {
			c.constant(unparse(c.tree, a.expr))
		} else if star, ok := a.expr.(*ast.Starred); ok {
			c.expr(star.Value)
			c.emitArg(bytecode.UNPACK_SEQUENCE, 1)
		} else {
			c.expr(a.expr)
		}
	}
	c.emitArg(bytecode.BUILD_MAP, len(list))
	c.emit(bytecode.RETURN_VALUE)
	code := c.leaveUnit()
	code.LocalsPlus[0] = "format"
	c.u.pos = here
	c.makeFunction(code, scope)
}

// annotateFunction pushes the function that evaluates the annotations of the
// variables of the current module or class.
func (c *compiler) annotateFunction() {
	s := c.u.scope
	here := c.u.pos
	line := c.u.code.FirstLine
	c.annotateStart(s.annotations, "", line)
	c.emitArg(bytecode.BUILD_MAP, 0)
	bodyPos := c.u.pos
	reached := int64(0)
	for _, a := range s.annotated {
		next := &label{}
		c.mark(a.node)
		if a.conditional {
			c.constant(reached)
			reached++
			c.nameOp(conditionalSet, ast.Load)
			c.emitArg(bytecode.CONTAINS_OP, 0)
			c.emitJump(bytecode.POP_JUMP_IF_FALSE, next)
		}
		c.expr(a.node.Annotation)
		c.emitArg(bytecode.COPY, 2)
		c.constant(a.name)
		c.u.pos = bodyPos
		c.emit(bytecode.STORE_SUBSCR)
		c.place(next)
	}
	c.emit(bytecode.RETURN_VALUE)
	code := c.leaveUnit()
	code.LocalsPlus[0] = "format"
	c.u.pos = here
	c.makeFunction(code, s.annotations)
}

// startConditional makes the set of annotations that have been reached.
func (c *compiler) startConditional() {
	if c.u.scope.needsConditional {
		c.emitArg(bytecode.BUILD_SET, 0)
		c.nameOp(conditionalSet, ast.Store)
	}
}

// reachAnnotation notes that the statement of an annotated variable runs, where that matters.
func (c *compiler) reachAnnotation(s *syntax.AnnAssign) {
	index := int64(0)
	for _, a := range c.u.scope.annotated {
		if a.node == s {
			if a.conditional {
				c.nameOp(conditionalSet, ast.Load)
				c.constant(index)
				c.emitArg(bytecode.SET_ADD, 1)
				c.emit(bytecode.POP_TOP)
			}
			return
		}
		if a.conditional {
			index++
		}
	}
}
