package compile

import (
	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/frontend/syntax"
)

func (c *compiler) try(s *ast.Try) {
	if len(s.Finalbody) > 0 {
		c.finally(s, s.Finalbody, func() {
			if len(s.Handlers) > 0 {
				c.tryExcept(s)
			} else {
				c.stmts(s.Body)
			}
		})
		return
	}
	c.tryExcept(s)
}

func (c *compiler) tryStar(s *syntax.TryStar) {
	if len(s.Finalbody) > 0 {
		c.finally(s, s.Finalbody, func() { c.tryExceptStar(s) })
		return
	}
	c.tryExceptStar(s)
}

// finally compiles body, then final both for the normal way out and, in a
// handler, for exceptions. Returns and the like run it through unwind.
func (c *compiler) finally(s ast.Stmt, final []ast.Stmt, body func()) {
	end, exit, cleanup := &label{}, &label{}, &label{}
	c.emit(bytecode.NOP)
	c.setup(end, false, 0)
	c.push(&frame{kind: frameFinally, final: final, node: s})
	body()
	c.popRegion()
	c.popFrame()
	c.stmts(final)
	c.jumpNone(opJump, exit)

	c.place(end)
	c.push(&frame{kind: frameFinallyEnd, node: s})
	c.setup(cleanup, true, 0)
	c.emitNone(bytecode.PUSH_EXC_INFO, 0)
	c.stmts(final)
	c.emitNone(bytecode.RERAISE, 0)
	c.popFrame()
	c.popRegion()
	c.place(cleanup)
	c.popExceptAndReraise()
	c.place(exit)
}

// popExceptAndReraise ends a handler in which another exception was raised.
func (c *compiler) popExceptAndReraise() {
	c.emitNone(bytecode.COPY, 3)
	c.emitNone(bytecode.POP_EXCEPT, 0)
	c.emitNone(bytecode.RERAISE, 1)
}

// tryBody compiles what is tried and the else clause, which goes on at end, and begins the handlers.
func (c *compiler) tryBody(node ast.Ast, body, orelse []ast.Stmt, end, cleanup *label) {
	except := &label{}
	c.emit(bytecode.NOP)
	c.setup(except, false, 0)
	c.push(&frame{kind: frameTry, node: node})
	c.stmts(body)
	c.popFrame()
	c.popRegion()
	c.stmts(orelse)
	c.jumpNone(opJump, end)

	c.place(except)
	c.setup(cleanup, true, 0)
	c.emitNone(bytecode.PUSH_EXC_INFO, 0)
	c.push(&frame{kind: frameCatching, node: node})
}

func (c *compiler) tryExcept(s *ast.Try) {
	end, cleanup := &label{}, &label{}
	c.tryBody(s, s.Body, s.Orelse, end, cleanup)
	catching := c.u.region
	for _, h := range s.Handlers {
		next := &label{}
		c.mark(h)
		if h.ExprType != nil {
			c.expr(h.ExprType)
			c.emit(bytecode.CHECK_EXC_MATCH)
			c.emitJump(bytecode.POP_JUMP_IF_FALSE, next)
		}
		if h.Name != "" {
			c.namedHandler(h, end)
		} else {
			c.emit(bytecode.POP_TOP)
			c.push(&frame{kind: frameHandler, node: h})
			c.stmts(h.Body)
			c.popFrame()
			c.popRegion()
			c.emitNone(bytecode.POP_EXCEPT, 0)
			c.jumpNone(opJump, end)
		}
		c.u.region = catching
		c.place(next)
	}
	c.emitNone(bytecode.RERAISE, 0)
	c.popFrame()
	c.popRegion()
	c.place(cleanup)
	c.popExceptAndReraise()
	c.place(end)
}

// namedHandler compiles "except ... as name": the name is unbound at the end,
// however the clause is left.
func (c *compiler) namedHandler(h *ast.ExceptHandler, end *label) {
	name := string(h.Name)
	c.checkForbidden(h, name)
	cleanup := &label{}
	c.nameOp(name, ast.Store)
	c.setup(cleanup, true, 0)
	c.push(&frame{kind: frameHandler, name: name, node: h})
	c.stmts(h.Body)
	c.popFrame()
	c.popRegion()
	catching := c.u.region
	c.popRegion()
	c.emitNone(bytecode.POP_EXCEPT, 0)
	c.unbind(name)
	c.jumpNone(opJump, end)

	c.u.region = catching
	c.place(cleanup)
	c.unbind(name)
	c.emitNone(bytecode.RERAISE, 1)
}

// unbind deletes a name that may be unbound already.
func (c *compiler) unbind(name string) {
	pos := c.u.pos
	c.u.pos = bytecode.NoPos
	c.constant(nil)
	c.nameOp(name, ast.Store)
	c.nameOp(name, ast.Del)
	c.u.pos = pos
}

// tryExceptStar compiles except* clauses. On the stack of the handlers are the
// original exception, a list of what the clauses raised or left over, and the
// rest that is not yet caught.
func (c *compiler) tryExceptStar(s *syntax.TryStar) {
	end, cleanup, reraiseStar := &label{}, &label{}, &label{}
	c.tryBody(s, s.Body, s.Orelse, end, cleanup)
	catching := c.u.region
	for i, h := range s.Handlers {
		next, handleMatch, except := &label{}, &label{}, &label{}
		c.mark(h)
		if i == 0 {
			// exc -- exc list exc
			c.emitArg(bytecode.BUILD_LIST, 0)
			c.emitArg(bytecode.COPY, 2)
		}
		c.expr(h.ExprType)
		c.emit(bytecode.CHECK_EG_MATCH)
		c.emitArg(bytecode.COPY, 1)
		c.emitJump(bytecode.POP_JUMP_IF_NONE, handleMatch)
		if h.Name != "" {
			c.nameOp(string(h.Name), ast.Store)
		} else {
			c.emit(bytecode.POP_TOP)
		}
		c.setup(except, true, 0)
		c.push(&frame{kind: frameStar, name: string(h.Name), node: h})
		c.stmts(h.Body)
		c.popFrame()
		c.popRegion()
		if h.Name != "" {
			c.unbind(string(h.Name))
		}
		c.jumpNone(opJump, next)
		// An exception in the clause joins the list:
		// orig list rest lasti exc -- orig list rest
		c.u.region = catching
		c.place(except)
		if h.Name != "" {
			c.unbind(string(h.Name))
		}
		c.emitNone(bytecode.LIST_APPEND, 3)
		c.emitNone(bytecode.POP_TOP, 0)
		c.jumpNone(opJump, next)
		// No match: drop the None.
		c.place(handleMatch)
		c.mark(h)
		c.emit(bytecode.POP_TOP)
		c.place(next)
		if i == len(s.Handlers)-1 {
			c.emitNone(bytecode.LIST_APPEND, 1)
			c.jumpNone(opJump, reraiseStar)
		}
	}
	c.popFrame()
	reraise := &label{}
	c.place(reraiseStar)
	c.emitNone(bytecode.CALL_INTRINSIC_2, bytecode.IntrinsicPrepReraiseStar)
	c.emitNone(bytecode.COPY, 1)
	c.jumpNone(bytecode.POP_JUMP_IF_NOT_NONE, reraise)
	c.emitNone(bytecode.POP_TOP, 0)
	c.popRegion()
	c.emitNone(bytecode.POP_EXCEPT, 0)
	c.jumpNone(opJump, end)
	c.u.region = catching
	c.place(reraise)
	c.popRegion()
	c.emitNone(bytecode.SWAP, 2)
	c.emitNone(bytecode.POP_EXCEPT, 0)
	c.emitNone(bytecode.RERAISE, 0)
	c.place(cleanup)
	c.popExceptAndReraise()
	c.place(end)
}

func (c *compiler) with(s *ast.With, index int) {
	item := s.Items[index]
	final, exit, cleanup, suppress := &label{}, &label{}, &label{}, &label{}
	c.expr(item.ContextExpr)
	c.mark(item.ContextExpr)
	here := c.u.pos
	enter, leave, async := bytecode.SpecialEnter, bytecode.SpecialExit, c.tree.Async[s]
	if async {
		enter, leave = bytecode.SpecialAsyncEnter, bytecode.SpecialAsyncExit
	}
	c.emitArg(bytecode.COPY, 1)
	c.emitArg(bytecode.LOAD_SPECIAL, leave)
	c.emitArg(bytecode.SWAP, 2)
	c.emitArg(bytecode.SWAP, 3)
	c.emitArg(bytecode.LOAD_SPECIAL, enter)
	c.emitArg(bytecode.CALL, 0)
	if async {
		c.await(1)
	}
	c.setup(final, true, 1)
	c.push(&frame{kind: frameWith, node: item.ContextExpr, async: async})
	if item.OptionalVars != nil {
		c.store(item.OptionalVars)
	} else {
		c.emit(bytecode.POP_TOP)
	}
	if index+1 < len(s.Items) {
		c.with(s, index+1)
	} else {
		c.stmts(s.Body)
	}
	c.popFrame()
	c.popRegion()
	c.u.pos = here
	c.exitWithNone()
	if async {
		c.await(2)
	}
	c.emit(bytecode.POP_TOP)
	c.emitJump(opJump, exit)

	c.place(final)
	c.setup(cleanup, true, 0)
	c.emit(bytecode.PUSH_EXC_INFO)
	c.emit(bytecode.WITH_EXCEPT_START)
	if async {
		c.await(2)
	}
	c.emit(bytecode.TO_BOOL)
	c.emitJump(bytecode.POP_JUMP_IF_TRUE, suppress)
	c.emitArg(bytecode.RERAISE, 2)
	c.place(suppress)
	c.emit(bytecode.POP_TOP)
	c.popRegion()
	c.emit(bytecode.POP_EXCEPT)
	c.emit(bytecode.POP_TOP)
	c.emit(bytecode.POP_TOP)
	c.emit(bytecode.POP_TOP)
	c.emitJump(opJump, exit)
	c.place(cleanup)
	c.popExceptAndReraise()
	c.place(exit)
}

// exitWithNone calls the __exit__ method on the stack for the normal way out.
func (c *compiler) exitWithNone() {
	for range 3 {
		c.constant(nil)
	}
	c.emitArg(bytecode.CALL, 3)
}
