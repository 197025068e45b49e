package compile

import (
	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/bytecode"
)

// comprehension compiles list, set and dict comprehensions in place, and
// generator expressions as functions that are called with the outermost iterator.
func (c *compiler) comprehension(e ast.Expr, gens []ast.Comprehension, elt, value ast.Expr) {
	s := c.scopes[scopeKey{e, false}]
	here := c.u.pos
	if !s.inlined {
		c.comprehensionFunction(e, s, gens, elt, value)
		c.iterator(gens[0])
		c.u.pos = here
		c.emitArg(bytecode.CALL, 0)
		return
	}
	c.iterator(gens[0])
	c.u.pos = here
	saved := c.hideLocals(s)
	c.u.comps = append(c.u.comps, s)
	var cleanup *label
	if len(saved) > 0 {
		c.emitArg(bytecode.SWAP, len(saved)+1)
		cleanup = &label{}
		c.setup(cleanup, false, 0)
	}
	c.comprehensionLoop(s, gens, elt, value, true)
	c.u.comps = c.u.comps[:len(c.u.comps)-1]
	c.u.pos = here
	if cleanup == nil {
		return
	}
	end := &label{}
	c.popRegion()
	restore := func() {
		c.emitArg(bytecode.SWAP, len(saved)+1)
		for i := len(saved) - 1; i >= 0; i-- {
			c.emitInstr(instr{op: bytecode.STORE_FAST, arg: c.u.varname(saved[i]), maybeNull: true, pos: c.u.pos})
		}
	}
	c.jumpNone(opJump, end)
	c.place(cleanup)
	c.emitNone(bytecode.SWAP, 2)
	c.emitNone(bytecode.POP_TOP, 0)
	restore()
	c.emitNone(bytecode.RERAISE, 0)
	c.place(end)
	restore()
}

// hideLocals saves and unbinds the slots that the variables of an inlined
// comprehension use, and returns their names.
func (c *compiler) hideLocals(s *scope) []string {
	var saved []string
	for _, v := range hiddenNames(s) {
		name, sym := v.name, v.sym
		slot := int(c.u.varname(name))
		c.emitArg(bytecode.LOAD_FAST_AND_CLEAR, slot)
		if sym.cell {
			c.u.extraCells = append(c.u.extraCells, name)
			c.derefOp(bytecode.MAKE_CELL, name)
		}
		saved = append(saved, name)
	}
	return saved
}

type hiddenName struct {
	name string
	sym  *symbol
}

// hiddenNames returns the variables of an inlined comprehension, and of those
// inlined in it.
func hiddenNames(s *scope) []hiddenName {
	var list []hiddenName
	seen := map[string]bool{}
	add := func(name string, sym *symbol) {
		if !seen[name] {
			seen[name] = true
			list = append(list, hiddenName{name, sym})
		}
	}
	for _, name := range s.order {
		if sym := s.syms[name]; sym.bound && !sym.nonlocal && !sym.global {
			add(name, sym)
		}
	}
	for _, child := range s.children {
		if child.inlined {
			for _, v := range hiddenNames(child) {
				if own := s.syms[v.name]; own != nil && (!own.bound || own.nonlocal || own.global) {
					continue // s uses the variable of that name outside
				}
				add(v.name, v.sym)
			}
		}
	}
	return list
}

var compNames = map[compKind]string{listComp: "<listcomp>", setComp: "<setcomp>", dictComp: "<dictcomp>", generatorComp: "<genexpr>"}

func (c *compiler) comprehensionFunction(e ast.Expr, s *scope, gens []ast.Comprehension, elt, value ast.Expr) {
	here := c.u.pos
	line := e.GetLineno()
	u := c.enterUnit(s, compNames[s.comp], line)
	u.code.ArgCount = 1
	c.functionStart(line)
	c.mark(e)
	c.comprehensionLoop(s, gens, elt, value, false)
	if s.comp == generatorComp {
		c.functionEnd()
	} else {
		c.mark(e)
		c.emit(bytecode.RETURN_VALUE)
	}
	code := c.leaveUnit()
	c.u.pos = here
	c.makeFunction(code, s)
}

// comprehensionLoop compiles the loops. The outermost iterator is on the stack
// (inlined) or the first argument.
func (c *compiler) comprehensionLoop(s *scope, gens []ast.Comprehension, elt, value ast.Expr, onStack bool) {
	switch s.comp {
	case listComp:
		c.emitArg(bytecode.BUILD_LIST, 0)
	case setComp:
		c.emitArg(bytecode.BUILD_SET, 0)
	case dictComp:
		c.emitArg(bytecode.BUILD_MAP, 0)
	}
	if onStack && s.comp != generatorComp {
		c.emitArg(bytecode.SWAP, 2)
	}
	c.comprehensionGenerator(s, gens, 0, 0, elt, value, onStack)
}

func (c *compiler) comprehensionGenerator(s *scope, gens []ast.Comprehension, index, depth int, elt, value ast.Expr, onStack bool) {
	g := gens[index]
	here := c.u.pos
	start, skip, anchor := &label{}, &label{}, &label{}
	loops := true
	if index == 0 {
		if !onStack {
			c.emitArg(bytecode.LOAD_FAST, 0)
		}
	} else if single, ok := singleItem(g.Iter); ok && !c.tree.Async[g.Target] {
		// for y in [x]: an assignment.
		c.expr(single)
		loops = false
	} else {
		c.iterator(g)
		c.u.pos = here
	}
	async := c.tree.Async[g.Target]
	if loops {
		depth++
		c.mark(g.Iter)
		c.place(start)
		if async {
			anchor = c.nextAwaited()
		} else {
			c.emitJump(bytecode.FOR_ITER, anchor)
		}
	}
	c.store(g.Target)
	c.u.pos = here
	for _, cond := range g.Ifs {
		c.jumpIf(cond, skip, false)
	}
	if index+1 < len(gens) {
		c.comprehensionGenerator(s, gens, index+1, depth, elt, value, onStack)
	} else {
		switch s.comp {
		case generatorComp:
			c.expr(elt)
			c.mark(elt)
			c.yieldValue()
			c.emit(bytecode.POP_TOP)
		case listComp:
			c.expr(elt)
			c.mark(elt)
			c.emitArg(bytecode.LIST_APPEND, depth+1)
		case setComp:
			c.expr(elt)
			c.mark(elt)
			c.emitArg(bytecode.SET_ADD, depth+1)
		case dictComp:
			c.expr(elt)
			c.expr(value)
			c.mark(elt)
			end := c.posOf(value)
			c.u.pos.EndLine, c.u.pos.EndCol = end.EndLine, end.EndCol
			c.emitArg(bytecode.MAP_ADD, depth+1)
		}
	}
	c.place(skip)
	if loops {
		c.emitJump(opJump, start)
		c.place(anchor)
		c.mark(g.Iter)
		if async {
			c.emit(bytecode.END_ASYNC_FOR)
		} else {
			c.emit(bytecode.END_FOR)
			c.emit(bytecode.POP_ITER)
		}
	}
	c.u.pos = here
}

// iterator pushes what a for clause goes over.
func (c *compiler) iterator(g ast.Comprehension) {
	c.iterable(g.Iter)
	c.mark(g.Iter)
	if c.tree.Async[g.Target] {
		c.emit(bytecode.GET_AITER)
	} else {
		c.emit(bytecode.GET_ITER)
	}
}

// singleItem returns the item of a list or tuple display of one.
func singleItem(e ast.Expr) (ast.Expr, bool) {
	var elts []ast.Expr
	switch e := e.(type) {
	case *ast.List:
		elts = e.Elts
	case *ast.Tuple:
		elts = e.Elts
	}
	if len(elts) != 1 {
		return nil, false
	}
	_, star := elts[0].(*ast.Starred)
	return elts[0], !star
}
