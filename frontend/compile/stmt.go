package compile

import (
	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/frontend/syntax"
)

func (c *compiler) stmts(list []ast.Stmt) {
	for _, s := range list {
		c.stmt(s)
	}
}

func (c *compiler) stmt(s ast.Stmt) {
	c.stmtNode = s
	c.mark(s)
	switch s := s.(type) {
	case *ast.ExprStmt:
		c.exprStmt(s)
	case *ast.Assign:
		if !c.unpackDisplay(s) {
			c.expr(s.Value)
		}
		for i, t := range s.Targets {
			if i < len(s.Targets)-1 {
				c.mark(s)
				c.emitArg(bytecode.COPY, 1)
			}
			c.store(t)
		}
	case *ast.AugAssign:
		c.augAssign(s)
	case *syntax.AnnAssign:
		c.annAssign(s)
	case *ast.Return:
		c.returnStmt(s)
	case *ast.If:
		c.ifStmt(s)
	case *ast.For:
		c.forStmt(s)
	case *ast.While:
		c.whileStmt(s)
	case *ast.FunctionDef:
		c.functionDef(s)
	case *ast.ClassDef:
		c.classDef(s)
	case *ast.With:
		c.with(s, 0)
	case *ast.Try:
		c.try(s)
	case *syntax.TryStar:
		c.tryStar(s)
	case *ast.Raise:
		n := 0
		if s.Exc != nil {
			c.expr(s.Exc)
			n++
		}
		if s.Cause != nil {
			c.expr(s.Cause)
			n++
		}
		c.mark(s)
		c.emitArg(bytecode.RAISE_VARARGS, n)
	case *ast.Assert:
		c.assert(s)
	case *ast.Import:
		c.importStmt(s)
	case *ast.ImportFrom:
		c.importFrom(s)
	case *ast.Pass, *ast.Global, *ast.Nonlocal:
		if _, pass := s.(*ast.Pass); pass {
			c.emit(bytecode.NOP)
		}
	case *ast.Break:
		c.breakOrContinue(s, true)
	case *ast.Continue:
		c.breakOrContinue(s, false)
	case *ast.Delete:
		for _, t := range s.Targets {
			c.del(t)
		}
	case *syntax.Match:
		c.match(s)
	case *syntax.TypeAlias:
		c.typeAlias(s)
	default:
		c.fail(s, "this statement is not supported")
	}
}

func (c *compiler) exprStmt(s *ast.ExprStmt) {
	if c.interactive && c.u.parent == nil {
		c.expr(s.Value)
		c.mark(s)
		c.emitArg(bytecode.CALL_INTRINSIC_1, bytecode.IntrinsicPrint)
		c.emitNone(bytecode.POP_TOP, 0)
		return
	}
	if _, constant := s.Value.(*syntax.Constant); constant {
		c.emit(bytecode.NOP)
		return
	}
	c.expr(s.Value)
	c.mark(s)
	c.emitNone(bytecode.POP_TOP, 0)
}

func (c *compiler) returnStmt(s *ast.Return) {
	if !c.u.scope.isFunction() {
		c.fail(s, "'return' outside function")
	}
	u := c.u
	region := u.region
	keep := false
	var value any
	isConst := true
	if s.Value != nil {
		if value, isConst = c.fold(s.Value); !isConst {
			keep = true
			c.expr(s.Value)
		} else {
			c.mark(s.Value)
			c.emit(bytecode.NOP)
		}
	}
	c.mark(s)
	if s.Value == nil || isConst {
		c.emit(bytecode.NOP)
	}
	c.unwindTo(false, keep)
	if s.Value == nil {
		c.constant(nil)
	} else if isConst {
		old := c.u.pos
		if old.Line != 0 {
			c.mark(s.Value)
		}
		c.constant(value)
		c.u.pos = old
	}
	c.emit(bytecode.RETURN_VALUE)
	u.region = region
}

func (c *compiler) breakOrContinue(s ast.Stmt, isBreak bool) {
	region := c.u.region
	c.emit(bytecode.NOP)
	loop := c.unwindTo(true, false)
	if loop == nil {
		if isBreak {
			c.fail(s, "'break' outside loop")
		}
		c.fail(s, "'continue' not properly in loop")
	}
	if isBreak {
		c.unwind(loop, false)
		c.emitJump(opJump, loop.exit)
	} else {
		c.emitJump(opJump, loop.start)
	}
	c.u.region = region
}

func (c *compiler) ifStmt(s *ast.If) {
	end := &label{}
	next := end
	if len(s.Orelse) > 0 {
		next = &label{}
	}
	c.jumpIf(s.Test, next, false)
	c.stmts(s.Body)
	if len(s.Orelse) > 0 {
		c.jumpNone(opJump, end)
		c.place(next)
		c.stmts(s.Orelse)
	}
	c.place(end)
}

func (c *compiler) whileStmt(s *ast.While) {
	loop, anchor, end := &label{}, &label{}, &label{}
	c.place(loop)
	c.push(&frame{kind: frameWhile, start: loop, exit: end, node: s})
	c.jumpIf(s.Test, anchor, false)
	c.stmts(s.Body)
	c.jumpNone(opJump, loop)
	c.popFrame()
	c.place(anchor)
	c.stmts(s.Orelse)
	c.place(end)
}

// asyncFor is a for loop over an asynchronous iterator, whose __anext__ is awaited; StopAsyncIteration ends it.
func (c *compiler) asyncFor(s *ast.For) {
	start, end := &label{}, &label{}
	c.push(&frame{kind: frameFor, start: start, exit: end, node: s})
	c.expr(s.Iter)
	c.mark(s.Iter)
	iterPos := c.u.pos
	c.emit(bytecode.GET_AITER)
	c.place(start)
	stop := c.nextAwaited()
	c.store(s.Target)
	c.stmts(s.Body)
	c.jumpNone(opJump, start)
	c.place(stop)
	c.u.pos = iterPos
	c.emit(bytecode.END_ASYNC_FOR)
	c.popFrame()
	c.stmts(s.Orelse)
	c.place(end)
}

// nextAwaited pushes the next item of the asynchronous iterator on top of the stack. What that raises goes to the handler that is returned.
func (c *compiler) nextAwaited() *label {
	stop := &label{}
	c.setup(stop, false, 0)
	c.emit(bytecode.GET_ANEXT)
	c.constant(nil)
	c.yieldFrom()
	c.popRegion()
	return stop
}

func (c *compiler) forStmt(s *ast.For) {
	if c.tree.Async[s] {
		c.asyncFor(s)
		return
	}
	start, cleanup, end := &label{}, &label{}, &label{}
	c.push(&frame{kind: frameFor, start: start, exit: end, node: s})
	c.iterable(s.Iter)
	c.mark(s.Iter)
	iterPos := c.u.pos
	c.emit(bytecode.GET_ITER)
	c.place(start)
	c.emitJump(bytecode.FOR_ITER, cleanup)
	c.store(s.Target)
	c.stmts(s.Body)
	c.jumpNone(opJump, start)
	c.place(cleanup)
	c.u.pos = iterPos
	c.emit(bytecode.END_FOR)
	c.emit(bytecode.POP_ITER)
	c.popFrame()
	c.stmts(s.Orelse)
	c.place(end)
}

// iterable compiles what a loop iterates over: a list display of constants is
// as good as a tuple, which is a constant.
func (c *compiler) iterable(e ast.Expr) {
	if list, ok := e.(*ast.List); ok && plainArguments(list.Elts, nil) {
		defer c.at(e)()
		if v, ok := c.foldItems(list.Elts); ok {
			c.constant(bytecode.Tuple(v))
		} else {
			c.collect(list.Elts, 0, tupleDisplay)
		}
		return
	}
	if set, ok := e.(*ast.Set); ok {
		if v, ok := c.foldItems(set.Elts); ok {
			defer c.at(e)()
			c.constant(frozenSet(v))
			return
		}
	}
	c.expr(e)
}

func (c *compiler) assert(s *ast.Assert) {
	if t, ok := s.Test.(*ast.Tuple); ok && len(t.Elts) > 0 {
		c.warn(s, "assertion is always true, perhaps remove parentheses?")
	}
	if c.opts.Optimize {
		return
	}
	end := &label{}
	c.jumpIf(s.Test, end, true)
	c.mark(s)
	c.emitArg(bytecode.LOAD_COMMON_CONSTANT, bytecode.CommonAssertionError)
	if s.Msg != nil {
		c.expr(s.Msg)
		c.mark(s)
		c.emitArg(bytecode.CALL, 0)
	}
	c.mark(s.Test)
	c.emitArg(bytecode.RAISE_VARARGS, 1)
	c.place(end)
}

func (c *compiler) importStmt(s *ast.Import) {
	for _, a := range s.Names {
		c.mark(s)
		c.constant(int64(0))
		c.constant(nil)
		name := string(a.Name)
		c.emitArg(bytecode.IMPORT_NAME, int(c.u.name(name)))
		if a.AsName == "" {
			c.checkForbidden(a, name)
			c.nameOp(firstComponent(name), ast.Store)
			continue
		}
		// import a.b.c as x binds x to the last component.
		rest := name[len(firstComponent(name)):]
		dotted := rest != ""
		for rest != "" {
			part := firstComponent(rest[1:])
			rest = rest[1+len(part):]
			c.emitArg(bytecode.IMPORT_FROM, int(c.u.name(part)))
			if rest != "" {
				c.emitArg(bytecode.SWAP, 2)
				c.emit(bytecode.POP_TOP)
			}
		}
		c.checkForbidden(a, string(a.AsName))
		c.nameOp(string(a.AsName), ast.Store)
		if dotted {
			c.emit(bytecode.POP_TOP)
		}
	}
}

func (c *compiler) importFrom(s *ast.ImportFrom) {
	names := make(bytecode.Tuple, len(s.Names))
	for i, a := range s.Names {
		names[i] = string(a.Name)
	}
	c.constant(int64(s.Level))
	c.emitArg(bytecode.LOAD_CONST, int(c.u.constant(names)))
	c.emitArg(bytecode.IMPORT_NAME, int(c.u.name(string(s.Module))))
	if s.Names[0].Name == "*" {
		c.emitArg(bytecode.CALL_INTRINSIC_1, bytecode.IntrinsicImportStar)
		c.emit(bytecode.POP_TOP)
		return
	}
	for _, a := range s.Names {
		c.emitArg(bytecode.IMPORT_FROM, int(c.u.name(string(a.Name))))
		name := a.AsName
		if name == "" {
			name = a.Name
		}
		c.checkForbidden(a, string(name))
		c.nameOp(string(name), ast.Store)
	}
	c.emit(bytecode.POP_TOP)
}
