package compile

import (
	"sort"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/bytecode"
)

func (c *compiler) mangle(name string) string { return c.u.scope.mangle(name) }

// resolveName finds how the current point in the code reaches a mangled name,
// and the scope that says so.
func (c *compiler) resolveName(name string) (binding, *scope) {
	u := c.u
	for i := len(u.comps) - 1; i >= 0; i-- {
		s := u.comps[i]
		if sym := s.syms[name]; sym != nil && sym.bound && !sym.nonlocal && !sym.global {
			return s.lookup(name), s
		}
		if s.parent.kind == classScope {
			return s.lookup(name), s // the names of a class body are not visible inside
		}
	}
	return u.scope.lookup(name), u.scope
}

// nameOp loads, stores or deletes a name.
func (c *compiler) nameOp(id string, ctx ast.ExprContext) {
	name := c.mangle(id)
	bound, s := c.resolveName(name)
	if name == conditionalSet && s.kind == classScope && s.needsConditional {
		c.derefOp(pick(ctx, bytecode.LOAD_DEREF, bytecode.STORE_DEREF, bytecode.DELETE_DEREF), name)
		return
	}
	switch bound {
	case bindLocal:
		if s.isFunction() {
			c.emitArg(pick(ctx, bytecode.LOAD_FAST, bytecode.STORE_FAST, bytecode.DELETE_FAST), int(c.u.varname(name)))
			return
		}
	case bindCell, bindFree:
		op := pick(ctx, bytecode.LOAD_DEREF, bytecode.STORE_DEREF, bytecode.DELETE_DEREF)
		if ctx == ast.Load && name != "__classdict__" && name != conditionalSet {
			if s.kind == classScope {
				c.emit(bytecode.LOAD_LOCALS)
				op = bytecode.LOAD_FROM_DICT_OR_DEREF
			} else if s.seesClass && bound == bindFree {
				c.nameOp("__classdict__", ast.Load)
				op = bytecode.LOAD_FROM_DICT_OR_DEREF
			}
		}
		c.derefOp(op, name)
		return
	case bindGlobalImplicit:
		if s.isFunction() {
			c.globalOp(name, ctx, s.seesClass)
			return
		}
	case bindGlobalExplicit:
		c.globalOp(name, ctx, false)
		return
	}
	c.emitArg(pick(ctx, bytecode.LOAD_NAME, bytecode.STORE_NAME, bytecode.DELETE_NAME), int(c.u.name(name)))
}

func (c *compiler) globalOp(name string, ctx ast.ExprContext, seesClass bool) {
	if ctx == ast.Load {
		if seesClass {
			c.nameOp("__classdict__", ast.Load)
			c.emitArg(bytecode.LOAD_FROM_DICT_OR_GLOBALS, int(c.u.name(name)))
			return
		}
		c.emitArg(bytecode.LOAD_GLOBAL, int(c.u.name(name))<<1)
		return
	}
	c.emitArg(pick(ctx, 0, bytecode.STORE_GLOBAL, bytecode.DELETE_GLOBAL), int(c.u.name(name)))
}

func pick(ctx ast.ExprContext, load, store, del bytecode.Opcode) bytecode.Opcode {
	switch ctx {
	case ast.Store:
		return store
	case ast.Del:
		return del
	}
	return load
}

func (c *compiler) derefOp(op bytecode.Opcode, name string) {
	c.emitInstr(instr{op: op, deref: name, pos: c.u.pos})
}

// makeFunction emits the creation of a function from code, with the closure that
// the code's scope needs.
func (c *compiler) makeFunction(code *bytecode.Code, s *scope) {
	frees := freeNames(s)
	if len(frees) > 0 {
		for _, name := range frees {
			c.derefOp(opLoadClosure, name)
		}
		c.emitArg(bytecode.BUILD_TUPLE, len(frees))
	}
	c.constant(code)
	c.emit(bytecode.MAKE_FUNCTION)
	if len(frees) > 0 {
		c.emitArg(bytecode.SET_FUNCTION_ATTRIBUTE, bytecode.FuncAttrClosure)
	}
}

// freeNames returns the names of a scope's closure in their fixed order.
func freeNames(s *scope) []string {
	names := make([]string, 0, len(s.frees))
	for name := range s.frees {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// cellNames returns the variables of a scope that are cells, in their fixed order.
func cellNames(s *scope) []string {
	if s.kind == classScope {
		var names []string
		if s.needsClass {
			names = append(names, "__class__")
		}
		if s.needsClassDict {
			names = append(names, "__classdict__")
		}
		if s.needsConditional {
			names = append(names, conditionalSet)
		}
		return names
	}
	var names []string
	if s.isFunction() {
		for _, name := range s.order {
			if s.lookup(name) == bindCell {
				names = append(names, name)
			}
		}
	}
	sort.Strings(names)
	return names
}
