package compile

import (
	"fmt"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/frontend/syntax"
)

// Pseudo instructions live only until finish: they are replaced there.
const (
	// opSetup starts a protected region; the argument is how many entries of
	// the current stack its handler drops.
	opSetup bytecode.Opcode = bytecode.OpcodeCount + iota
	// opJump jumps forward or backward; opJumpNoInterrupt is backward without a
	// poll for interrupts.
	opJump
	opJumpNoInterrupt
	// opLoadClosure pushes the cell of a name, for a closure.
	opLoadClosure
)

// instr is an instruction on its way to bytecode.AsmInstr.
type instr struct {
	op        bytecode.Opcode
	arg       int32
	target    *label  // of jumps
	region    *region // the innermost protected region that it is in
	setup     *region // of opSetup
	pos       bytecode.Pos
	deref     string // the variable of instructions on cells
	maybeNull bool   // of STORE_FAST: the value may be NULL
	threaded  bool   // a jump that led to another jump
}

// label is a place in the code; it is put before the next instruction.
type label struct{ block *block }

// region is a range of instructions with an exception handler.
type region struct {
	outer   *region
	handler *label
	lasti   bool
	depth   int32 // computed from the stack depth at opSetup
	known   bool
}

// count returns the number of regions around, including r.
func (r *region) count() int {
	n := 0
	for ; r != nil; r = r.outer {
		n++
	}
	return n
}

// unit is the code object being generated for one scope.
type unit struct {
	parent *unit
	scope  *scope
	code   *bytecode.Code

	blocks []*block
	all    []instr // the instructions of all blocks, until finish
	cur    *block
	region *region
	frames []*frame // statements that are left by return, break and continue
	pos    bytecode.Pos

	// comps are the inlined comprehensions that the current point is in.
	comps []*scope

	varnames map[string]int32
	names    map[string]int32
	consts   constTable

	extraCells []string // cells of inlined comprehensions
}

// constTable finds the index of a constant quickly.
type constTable struct {
	strings map[string]int32
	ints    map[int64]int32
	others  map[string][]int32
}

func (c *compiler) newUnit(s *scope, name, qualname string, firstLine int) *unit {
	u := &unit{parent: c.u, scope: s, varnames: map[string]int32{}}
	u.code = &bytecode.Code{Name: name, QualName: qualname, Filename: c.tree.Filename, FirstLine: firstLine}
	u.cur = &block{}
	u.blocks = []*block{u.cur}
	for _, p := range s.params {
		u.varname(p)
	}
	if s.isFunction() {
		u.code.Flags = bytecode.FlagOptimized | bytecode.FlagNewLocals
		if c.u != nil && nestedScope(s) {
			u.code.Flags |= bytecode.FlagNested
		}
		switch {
		case s.isCoroutine && s.yields:
			u.code.Flags |= bytecode.FlagAsyncGenerator
		case s.isCoroutine:
			u.code.Flags |= bytecode.FlagCoroutine
		case s.isGenerator:
			u.code.Flags |= bytecode.FlagGenerator
		}
	}
	if c.future {
		u.code.Flags |= bytecode.FlagAnnotations
	}
	u.pos = bytecode.Pos{Line: int32(firstLine), EndLine: int32(firstLine)}
	return u
}

func nestedScope(s *scope) bool {
	for p := s.parent; p != nil; p = p.parent {
		if p.isFunction() {
			return true
		}
	}
	return false
}

func (u *unit) varname(name string) int32 {
	if i, ok := u.varnames[name]; ok {
		return i
	}
	i := int32(len(u.varnames))
	u.varnames[name] = i
	u.code.LocalsPlus = append(u.code.LocalsPlus, name)
	return i
}

func (u *unit) name(name string) int32 {
	if i, ok := u.names[name]; ok {
		return i
	}
	i := int32(len(u.names))
	set(&u.names, name, i)
	u.code.Names = append(u.code.Names, name)
	return i
}

func (u *unit) constant(v any) int32 {
	add := func() int32 {
		u.code.Consts = append(u.code.Consts, v)
		return int32(len(u.code.Consts) - 1)
	}
	switch x := v.(type) {
	case string:
		i, ok := u.consts.strings[x]
		if !ok {
			i = add()
			set(&u.consts.strings, x, i)
		}
		return i
	case int64:
		i, ok := u.consts.ints[x]
		if !ok {
			i = add()
			set(&u.consts.ints, x, i)
		}
		return i
	case *bytecode.Code:
		return add()
	}
	key := fmt.Sprintf("%T", v)
	for _, i := range u.consts.others[key] {
		if bytecode.SameConst(u.code.Consts[i], v) {
			return i
		}
	}
	i := add()
	set(&u.consts.others, key, append(u.consts.others[key], i))
	return i
}

// set sets an entry of a table that is made with its first one: most bodies are left for later, and their units need none.
func set[K comparable, V any](table *map[K]V, key K, v V) {
	if *table == nil {
		*table = map[K]V{}
	}
	(*table)[key] = v
}

// Emitting instructions. Their position is the compiler's current one.

func (c *compiler) emitInstr(in instr) {
	u := c.u
	in.region = u.region
	if u.all == nil {
		u.all = c.spare.instrs()
	}
	u.all = append(u.all, in)
	if in.target != nil || in.op < bytecode.OpcodeCount && in.op.Ends() {
		c.startBlock(&label{})
	}
}

func (c *compiler) emit(op bytecode.Opcode) { c.emitInstr(instr{op: op, pos: c.u.pos}) }

func (c *compiler) emitArg(op bytecode.Opcode, arg int) {
	c.emitInstr(instr{op: op, arg: int32(arg), pos: c.u.pos})
}

func (c *compiler) emitJump(op bytecode.Opcode, target *label) {
	c.emitInstr(instr{op: op, target: target, pos: c.u.pos})
}

// emitNone emits an instruction that belongs to no line.
func (c *compiler) emitNone(op bytecode.Opcode, arg int) {
	c.emitInstr(instr{op: op, arg: int32(arg), pos: bytecode.NoPos})
}

func (c *compiler) jumpNone(op bytecode.Opcode, target *label) {
	c.emitInstr(instr{op: op, target: target, pos: bytecode.NoPos})
}

// place puts a label here.
func (c *compiler) place(l *label) { c.startBlock(l) }

func (c *compiler) startBlock(l *label) {
	u := c.u
	if u.cur.from == len(u.all) {
		l.block = u.cur
		return
	}
	b := &block{from: len(u.all)}
	l.block = b
	u.blocks = append(u.blocks, b)
	u.cur = b
}

// constant emits the load of a constant.
func (c *compiler) constant(v any) {
	if i, ok := v.(int64); ok && i >= 0 && i < 256 {
		c.emitArg(bytecode.LOAD_SMALL_INT, int(i))
		return
	}
	c.emitArg(bytecode.LOAD_CONST, int(c.u.constant(v)))
}

// at sets the position of the following instructions to that of node n, and
// returns a function that restores it.
func (c *compiler) at(n ast.Ast) (restore func()) {
	old := c.u.pos
	c.u.pos = c.posOf(n)
	return func() { c.u.pos = old }
}

// mark sets the position of the following instructions.
func (c *compiler) mark(n ast.Ast) { c.u.pos = c.posOf(n) }

func (c *compiler) posOf(n ast.Ast) bytecode.Pos {
	s := c.tree.Span(n)
	return bytecode.Pos{Line: s.Line, EndLine: s.EndLine, Col: s.Col, EndCol: s.EndCol}
}

// setup starts a region protected by handler. drop is the number of stack entries
// at this point that the handler does not keep.
func (c *compiler) setup(handler *label, lasti bool, drop int) {
	r := &region{outer: c.u.region, handler: handler, lasti: lasti}
	c.emitInstr(instr{op: opSetup, arg: int32(drop), setup: r, pos: bytecode.NoPos})
	// The region begins in a block of its own, so that blocks have one region.
	c.u.region = r
}

// popRegion ends the innermost protected region.
func (c *compiler) popRegion() {
	c.u.region = c.u.region.outer
	c.emitNone(bytecode.NOP, 0)
}

// Frames: what has to be done when control leaves a statement.

type frameKind int

const (
	frameWhile frameKind = iota
	frameFor
	frameTry        // the body of try with except clauses
	frameFinally    // the body of try with a finally clause
	frameFinallyEnd // the finally clause, run for an exception
	frameWith       // the body of with
	frameHandler    // an except clause
	frameStar       // an except* clause: nothing may leave it
	frameCatching   // between except clauses
	framePopValue   // a return value is on the stack, under what follows
)

type frame struct {
	kind  frameKind
	start *label // where continue goes
	exit  *label // where break goes
	final []ast.Stmt
	name  string // of an except clause: the variable to unbind
	node  ast.Ast
	async bool // of with
}

func (c *compiler) push(f *frame) {
	c.u.frames = append(c.u.frames, f)
	if len(c.u.frames) > 20 && f.kind != framePopValue && f.kind != frameCatching {
		nested := 0
		for _, g := range c.u.frames {
			if g.kind != framePopValue && g.kind != frameCatching && g.kind != frameFinallyEnd {
				nested++
			}
		}
		if nested > 20 {
			panic(c.tree.ErrorAt(nodeOr(f.node, c.stmtNode), "too many statically nested blocks"))
		}
	}
}

func nodeOr(n, other ast.Ast) ast.Ast {
	if n != nil {
		return n
	}
	return other
}

func (c *compiler) popFrame() { c.u.frames = c.u.frames[:len(c.u.frames)-1] }

// unwind emits what leaving frame f takes. keep means that the top of the stack
// is a value to be preserved. It changes the current region as leaving does; the
// caller restores it after the jump.
func (c *compiler) unwind(f *frame, keep bool) {
	swap := func() {
		if keep {
			c.emitArg(bytecode.SWAP, 2)
		}
	}
	switch f.kind {
	case frameFor:
		swap()
		c.emit(bytecode.POP_TOP)
	case frameTry:
		c.popRegion()
	case frameFinally:
		c.popRegion()
		if keep {
			c.push(&frame{kind: framePopValue})
		}
		c.stmts(f.final)
		if keep {
			c.popFrame()
		}
		c.u.pos = bytecode.NoPos
	case frameFinallyEnd:
		swap()
		c.emit(bytecode.POP_TOP)
		swap()
		c.popRegion()
		c.emit(bytecode.POP_EXCEPT)
	case frameWith:
		c.mark(f.node)
		c.popRegion()
		if keep {
			c.emitArg(bytecode.SWAP, 3)
			c.emitArg(bytecode.SWAP, 2)
		}
		c.exitWithNone()
		if f.async {
			c.await(2)
		}
		c.emit(bytecode.POP_TOP)
		c.u.pos = bytecode.NoPos
	case frameStar:
		c.fail(c.stmtNode, "'break', 'continue' and 'return' cannot appear in an except* block")
	case frameHandler:
		if f.name != "" {
			c.popRegion()
		}
		swap()
		c.popRegion()
		c.emit(bytecode.POP_EXCEPT)
		if f.name != "" {
			c.constant(nil)
			c.nameOp(f.name, ast.Store)
			c.nameOp(f.name, ast.Del)
		}
	case framePopValue:
		swap()
		c.emit(bytecode.POP_TOP)
	}
}

// unwindTo leaves frames from the innermost on, up to the innermost loop if
// toLoop is set (which it returns), else all of them.
func (c *compiler) unwindTo(toLoop, keep bool) *frame {
	u := c.u
	if len(u.frames) == 0 {
		return nil
	}
	all := u.frames
	defer func() { u.frames = all }()
	for len(u.frames) > 0 {
		top := u.frames[len(u.frames)-1]
		if toLoop && (top.kind == frameWhile || top.kind == frameFor) {
			return top
		}
		u.frames = u.frames[:len(u.frames)-1]
		// Three-index slice: pushes while unwinding must not overwrite all.
		u.frames = u.frames[:len(u.frames):len(u.frames)]
		c.unwind(top, keep)
	}
	return nil
}

func failAt(tree *syntax.Tree, n ast.Ast, format string, args ...any) {
	panic(tree.ErrorAt(n, fmt.Sprintf(format, args...)))
}

func (c *compiler) fail(n ast.Ast, format string, args ...any) { failAt(c.tree, n, format, args...) }
