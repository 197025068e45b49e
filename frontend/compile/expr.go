package compile

import (
	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/frontend/syntax"
)

// maxInline bounds how many items are put on the stack before they are collected
// in a container.
const maxInline = 30

// expr compiles an expression; its value is left on the stack. The current
// position is restored.
func (c *compiler) expr(e ast.Expr) {
	old := c.u.pos
	c.mark(e)
	c.exprHere(e)
	c.u.pos = old
}

func (c *compiler) exprHere(e ast.Expr) {
	switch e := e.(type) {
	case *syntax.Constant:
		c.constant(constValue(e.Value))
	case *ast.Name:
		if e.Id == "__debug__" {
			c.constant(!c.opts.Optimize)
			return
		}
		c.nameOp(string(e.Id), ast.Load)
	case *ast.BinOp:
		if v, ok := c.fold(e); ok {
			c.constant(v)
			return
		}
		c.expr(e.Left)
		c.expr(e.Right)
		c.emitArg(bytecode.BINARY_OP, binaryOpArg(e.Op))
	case *ast.UnaryOp:
		c.unary(e)
	case *ast.BoolOp:
		c.boolOp(e)
	case *ast.Compare:
		c.compare(e)
	case *ast.Call:
		c.call(e)
	case *ast.Attribute:
		c.attribute(e)
	case *ast.Subscript:
		c.subscript(e)
	case *ast.Tuple:
		if v, ok := c.fold(e); ok {
			c.constant(v)
			return
		}
		c.collect(e.Elts, 0, tupleDisplay)
	case *ast.List:
		c.collect(e.Elts, 0, listDisplay)
	case *ast.Set:
		c.collect(e.Elts, 0, setDisplay)
	case *ast.Dict:
		c.dict(e)
	case *ast.IfExp:
		c.ifExp(e)
	case *ast.Lambda:
		c.lambda(e)
	case *ast.ListComp:
		c.comprehension(e, e.Generators, e.Elt, nil)
	case *ast.SetComp:
		c.comprehension(e, e.Generators, e.Elt, nil)
	case *ast.DictComp:
		c.comprehension(e, e.Generators, e.Key, e.Value)
	case *ast.GeneratorExp:
		c.comprehension(e, e.Generators, e.Elt, nil)
	case *ast.Yield:
		if e.Value != nil {
			c.expr(e.Value)
		} else {
			c.constant(nil)
		}
		c.yieldValue()
	case *ast.YieldFrom:
		c.expr(e.Value)
		c.emit(bytecode.GET_YIELD_FROM_ITER)
		c.constant(nil)
		c.yieldFrom()
	case *syntax.Await:
		c.expr(e.Value)
		c.await(0)
	case *syntax.NamedExpr:
		c.expr(e.Value)
		c.emitArg(bytecode.COPY, 1)
		c.store(e.Target)
	case *syntax.JoinedStr:
		c.joinedStr(e)
	case *syntax.FormattedValue:
		c.formattedValue(e)
	case *ast.Starred:
		c.fail(e, "can't use starred expression here")
	default:
		c.fail(e, "this expression is not supported")
	}
}

// constValue converts a literal's value from syntax's to bytecode's types.
func constValue(v any) any {
	switch x := v.(type) {
	case syntax.Bytes:
		return bytecode.Bytes(x)
	case syntax.EllipsisValue:
		return bytecode.EllipsisType{}
	}
	return v
}

var binaryOpArgs = map[ast.OperatorNumber]int{
	ast.Add: bytecode.BinaryAdd, ast.Sub: bytecode.BinarySubtract, ast.Mult: bytecode.BinaryMultiply,
	ast.Div: bytecode.BinaryTrueDivide, ast.Modulo: bytecode.BinaryRemainder, ast.Pow: bytecode.BinaryPower,
	ast.LShift: bytecode.BinaryLeftShift, ast.RShift: bytecode.BinaryRightShift, ast.BitOr: bytecode.BinaryOr,
	ast.BitXor: bytecode.BinaryXor, ast.BitAnd: bytecode.BinaryAnd, ast.FloorDiv: bytecode.BinaryFloorDivide,
	syntax.MatMult: bytecode.BinaryMatrixMultiply,
}

func binaryOpArg(op ast.OperatorNumber) int { return binaryOpArgs[op] }

func (c *compiler) unary(e *ast.UnaryOp) {
	if v, ok := c.fold(e); ok {
		c.constant(v)
		return
	}
	c.expr(e.Operand)
	switch e.Op {
	case ast.Not:
		c.emit(bytecode.TO_BOOL)
		c.emit(bytecode.UNARY_NOT)
	case ast.USub:
		c.emit(bytecode.UNARY_NEGATIVE)
	case ast.Invert:
		c.emit(bytecode.UNARY_INVERT)
	case ast.UAdd:
		c.emitArg(bytecode.CALL_INTRINSIC_1, bytecode.IntrinsicUnaryPositive)
	}
}

func (c *compiler) boolOp(e *ast.BoolOp) {
	end := &label{}
	jump := bytecode.POP_JUMP_IF_FALSE
	if e.Op == ast.Or {
		jump = bytecode.POP_JUMP_IF_TRUE
	}
	for _, v := range e.Values[:len(e.Values)-1] {
		c.expr(v)
		c.emitArg(bytecode.COPY, 1)
		c.emit(bytecode.TO_BOOL)
		c.emitJump(jump, end)
		c.emit(bytecode.POP_TOP)
	}
	c.expr(e.Values[len(e.Values)-1])
	c.place(end)
}

func (c *compiler) ifExp(e *ast.IfExp) {
	end, next := &label{}, &label{}
	c.jumpIf(e.Test, next, false)
	c.expr(e.Body)
	c.jumpNone(opJump, end)
	c.place(next)
	c.expr(e.Orelse)
	c.place(end)
}

var compareArgs = map[ast.CmpOp]int{
	ast.Lt: bytecode.CompareLess, ast.LtE: bytecode.CompareLessEqual, ast.Eq: bytecode.CompareEqual,
	ast.NotEq: bytecode.CompareNotEqual, ast.Gt: bytecode.CompareGreater, ast.GtE: bytecode.CompareGreaterEqual,
}

func (c *compiler) compareOp(op ast.CmpOp) {
	switch op {
	case ast.Is:
		c.emitArg(bytecode.IS_OP, 0)
	case ast.IsNot:
		c.emitArg(bytecode.IS_OP, 1)
	case ast.In:
		c.emitArg(bytecode.CONTAINS_OP, 0)
	case ast.NotIn:
		c.emitArg(bytecode.CONTAINS_OP, 1)
	default:
		n := compareArgs[op]
		c.emitArg(bytecode.COMPARE_OP, n<<bytecode.CompareShift|int(bytecode.CompareMasks[n]))
	}
}

func (c *compiler) compare(e *ast.Compare) {
	c.checkCompare(e)
	c.expr(e.Left)
	last := len(e.Ops) - 1
	if last == 0 {
		c.comparand(e, 0)
		c.compareOp(e.Ops[0])
		return
	}
	cleanup, end := &label{}, &label{}
	for i := 0; i < last; i++ {
		c.comparand(e, i)
		c.emitArg(bytecode.SWAP, 2)
		c.emitArg(bytecode.COPY, 2)
		c.compareOp(e.Ops[i])
		c.emitArg(bytecode.COPY, 1)
		c.emit(bytecode.TO_BOOL)
		c.emitJump(bytecode.POP_JUMP_IF_FALSE, cleanup)
		c.emit(bytecode.POP_TOP)
	}
	c.comparand(e, last)
	c.compareOp(e.Ops[last])
	c.jumpNone(opJump, end)
	c.place(cleanup)
	c.emitArg(bytecode.SWAP, 2)
	c.emit(bytecode.POP_TOP)
	c.place(end)
}

// comparand compiles the right side of the i-th operator. Membership tests in
// displays of constants become constants.
func (c *compiler) comparand(e *ast.Compare, i int) {
	right := e.Comparators[i]
	if op := e.Ops[i]; op == ast.In || op == ast.NotIn {
		c.iterable(right)
		return
	}
	c.expr(right)
}

func (c *compiler) attribute(e *ast.Attribute) {
	if c.superCall(e, false) {
		return
	}
	c.expr(e.Value)
	c.u.pos = c.attrPos(e)
	c.emitArg(bytecode.LOAD_ATTR, int(c.u.name(c.mangle(string(e.Attr))))<<1)
}

// attrPos is the position of an attribute access: where the expression spans
// lines, it begins at the attribute's name, so that errors point there.
func (c *compiler) attrPos(e *ast.Attribute) bytecode.Pos {
	p := c.posOf(e)
	if p.Line != p.EndLine {
		p.Line = p.EndLine
		if n := int32(len(e.Attr)); n <= p.EndCol {
			p.Col = p.EndCol - n
		} else {
			p.Col = 0
		}
	}
	return p
}

func (c *compiler) subscript(e *ast.Subscript) {
	c.checkSubscript(e)
	if v, ok := c.fold(e); ok {
		c.constant(v)
		return
	}
	c.expr(e.Value)
	if sl, ok := twoPartSlice(c, e.Slice); ok {
		c.slicePart(sl.Lower)
		c.slicePart(sl.Upper)
		c.emit(bytecode.BINARY_SLICE)
		return
	}
	c.slicer(e.Slice)
	c.emitArg(bytecode.BINARY_OP, bytecode.BinarySubscript)
}

// twoPartSlice reports whether a subscript is start:stop, not both constant,
// which has instructions of its own.
func twoPartSlice(c *compiler, s ast.Slicer) (*ast.Slice, bool) {
	sl, ok := s.(*ast.Slice)
	if !ok || sl.Step != nil {
		return nil, false
	}
	if _, constant := c.foldSlice(sl); constant {
		return nil, false
	}
	return sl, true
}

func (c *compiler) slicePart(e ast.Expr) {
	if e == nil {
		c.constant(nil)
		return
	}
	c.expr(e)
}

// slicer compiles the key of a subscription.
func (c *compiler) slicer(s ast.Slicer) {
	switch s := s.(type) {
	case *ast.Index:
		c.expr(s.Value)
	case *ast.Slice:
		defer c.at(s)()
		if v, ok := c.foldSlice(s); ok {
			c.constant(v)
			return
		}
		c.slicePart(s.Lower)
		c.slicePart(s.Upper)
		n := 2
		if s.Step != nil {
			c.expr(s.Step)
			n = 3
		}
		c.emitArg(bytecode.BUILD_SLICE, n)
	case *ast.ExtSlice:
		defer c.at(s)()
		if v, ok := c.foldSlicer(s); ok {
			c.constant(v)
			return
		}
		for _, d := range s.Dims {
			if ix, ok := d.(*ast.Index); ok {
				if _, star := ix.Value.(*ast.Starred); star {
					c.starredDims(s.Dims)
					return
				}
			}
		}
		for _, d := range s.Dims {
			c.slicer(d)
		}
		c.emitArg(bytecode.BUILD_TUPLE, len(s.Dims))
	}
}

// starredDims compiles a[x, *y, 1:2].
func (c *compiler) starredDims(dims []ast.Slicer) {
	c.emitArg(bytecode.BUILD_LIST, 0)
	for _, d := range dims {
		if ix, ok := d.(*ast.Index); ok {
			if star, ok := ix.Value.(*ast.Starred); ok {
				c.expr(star.Value)
				c.emitArg(bytecode.LIST_EXTEND, 1)
				continue
			}
		}
		c.slicer(d)
		c.emitArg(bytecode.LIST_APPEND, 1)
	}
	c.emitArg(bytecode.CALL_INTRINSIC_1, bytecode.IntrinsicListToTuple)
}

// display describes how a kind of container is built.
type display struct {
	build, add, extend bytecode.Opcode
	isTuple            bool
}

var (
	tupleDisplay = display{bytecode.BUILD_LIST, bytecode.LIST_APPEND, bytecode.LIST_EXTEND, true}
	listDisplay  = display{bytecode.BUILD_LIST, bytecode.LIST_APPEND, bytecode.LIST_EXTEND, false}
	setDisplay   = display{bytecode.BUILD_SET, bytecode.SET_ADD, bytecode.SET_UPDATE, false}
)

// collect builds a container of items. The first ones may be on the stack
// already: pushed says how many.
func (c *compiler) collect(elts []ast.Expr, pushed int, d display) {
	n := len(elts)
	starred := false
	for _, e := range elts {
		if _, ok := e.(*ast.Starred); ok {
			starred = true
		}
	}
	if !starred && pushed == 0 && n > 2 && !d.isTuple {
		if v, ok := c.foldItems(elts); ok {
			c.emitArg(d.build, 0)
			if d.build == bytecode.BUILD_SET {
				c.constant(frozenSet(v))
			} else {
				c.constant(bytecode.Tuple(v))
			}
			c.emitArg(d.extend, 1)
			return
		}
	}
	if n == 0 && pushed == 0 && d.isTuple {
		c.constant(bytecode.Tuple{})
		return
	}
	big := n+pushed > maxInline
	if !starred && !big {
		for _, e := range elts {
			c.expr(e)
		}
		op := d.build
		if d.isTuple {
			op = bytecode.BUILD_TUPLE
		}
		c.emitArg(op, n+pushed)
		return
	}
	built := false
	if big {
		c.emitArg(d.build, pushed)
		built = true
	}
	for i, e := range elts {
		if star, ok := e.(*ast.Starred); ok {
			if !built {
				c.emitArg(d.build, i+pushed)
				built = true
			}
			c.expr(star.Value)
			c.emitArg(d.extend, 1)
			continue
		}
		c.expr(e)
		if built {
			c.emitArg(d.add, 1)
		}
	}
	if d.isTuple {
		c.emitArg(bytecode.CALL_INTRINSIC_1, bytecode.IntrinsicListToTuple)
	}
}

func (c *compiler) dict(e *ast.Dict) {
	haveDict := false
	pending := 0
	flush := func(upto int) {
		if pending == 0 {
			return
		}
		c.subdict(e, upto-pending, upto)
		if haveDict {
			c.emitArg(bytecode.DICT_UPDATE, 1)
		}
		haveDict = true
		pending = 0
	}
	for i, key := range e.Keys {
		if key == nil {
			flush(i)
			if !haveDict {
				c.emitArg(bytecode.BUILD_MAP, 0)
				haveDict = true
			}
			c.expr(e.Values[i])
			c.emitArg(bytecode.DICT_UPDATE, 1)
			continue
		}
		pending++
		if pending > maxInline/2+1 {
			flush(i + 1)
		}
	}
	flush(len(e.Keys))
	if !haveDict {
		c.emitArg(bytecode.BUILD_MAP, 0)
	}
}

func (c *compiler) subdict(e *ast.Dict, from, to int) {
	big := (to-from)*2 > maxInline
	if big {
		c.emitArg(bytecode.BUILD_MAP, 0)
	}
	for i := from; i < to; i++ {
		c.expr(e.Keys[i])
		c.expr(e.Values[i])
		if big {
			c.emitArg(bytecode.MAP_ADD, 1)
		}
	}
	if !big {
		c.emitArg(bytecode.BUILD_MAP, to-from)
	}
}

func (c *compiler) joinedStr(e *syntax.JoinedStr) {
	if len(e.Values) == 0 {
		c.constant("")
		return
	}
	for _, v := range e.Values {
		c.expr(v)
	}
	if len(e.Values) > 1 {
		c.emitArg(bytecode.BUILD_STRING, len(e.Values))
	}
}

func (c *compiler) formattedValue(e *syntax.FormattedValue) {
	c.expr(e.Value)
	switch e.Conversion {
	case 's':
		c.emitArg(bytecode.CONVERT_VALUE, bytecode.ConvertStr)
	case 'r':
		c.emitArg(bytecode.CONVERT_VALUE, bytecode.ConvertRepr)
	case 'a':
		c.emitArg(bytecode.CONVERT_VALUE, bytecode.ConvertASCII)
	}
	if e.FormatSpec == nil {
		c.emit(bytecode.FORMAT_SIMPLE)
		return
	}
	c.expr(e.FormatSpec)
	c.emit(bytecode.FORMAT_WITH_SPEC)
}

// yieldValue emits a yield of the top of the stack.
func (c *compiler) yieldValue() {
	if c.u.scope.isCoroutine {
		c.emitArg(bytecode.CALL_INTRINSIC_1, bytecode.IntrinsicAsyncGenWrap)
	}
	c.emitArg(bytecode.YIELD_VALUE, 0)
	c.resume(1)
}

// resume emits the instruction at which a generator continues.
func (c *compiler) resume(kind int) {
	if kind == 1 && c.u.region.count() == 1 {
		kind |= 4
	}
	c.emitArg(bytecode.RESUME, kind)
}

// await awaits the top of the stack; kind is the argument of GET_AWAITABLE.
func (c *compiler) await(kind int) {
	c.emitArg(bytecode.GET_AWAITABLE, kind)
	c.constant(nil)
	c.yieldFrom()
}

// yieldFrom delegates to the iterator below the top of the stack.
func (c *compiler) yieldFrom() {
	send, fail, exit := &label{}, &label{}, &label{}
	c.place(send)
	c.emitJump(bytecode.SEND, exit)
	c.setup(fail, false, 0)
	c.emitArg(bytecode.YIELD_VALUE, 1)
	c.popRegion()
	c.resume(2)
	c.emitJump(opJumpNoInterrupt, send)
	c.place(fail)
	c.emit(bytecode.CLEANUP_THROW)
	c.place(exit)
	c.emit(bytecode.END_SEND)
}

// jumpIf jumps to target if e is true (or false); otherwise continues.
func (c *compiler) jumpIf(e ast.Expr, target *label, cond bool) {
	old := c.u.pos
	defer func() { c.u.pos = old }()
	switch e := e.(type) {
	case *ast.UnaryOp:
		if e.Op == ast.Not {
			c.jumpIf(e.Operand, target, !cond)
			return
		}
	case *ast.BoolOp:
		c.jumpIfBool(e, target, cond)
		return
	case *ast.IfExp:
		end, next := &label{}, &label{}
		c.jumpIf(e.Test, next, false)
		c.jumpIf(e.Body, target, cond)
		c.jumpNone(opJump, end)
		c.place(next)
		c.jumpIf(e.Orelse, target, cond)
		c.place(end)
		return
	case *ast.Compare:
		if len(e.Ops) > 1 {
			c.jumpIfChain(e, target, cond)
			return
		}
	}
	if v, ok := c.fold(e); ok {
		c.mark(e)
		c.emit(bytecode.NOP)
		if truth(v) == cond {
			c.emitJump(opJump, target)
		}
		return
	}
	c.expr(e)
	c.mark(e)
	c.emit(bytecode.TO_BOOL)
	op := bytecode.POP_JUMP_IF_FALSE
	if cond {
		op = bytecode.POP_JUMP_IF_TRUE
	}
	c.emitJump(op, target)
}

func (c *compiler) jumpIfBool(e *ast.BoolOp, target *label, cond bool) {
	onOr := e.Op == ast.Or
	next := target
	if onOr != cond {
		next = &label{}
	}
	last := len(e.Values) - 1
	for _, v := range e.Values[:last] {
		c.jumpIf(v, next, onOr)
	}
	c.jumpIf(e.Values[last], target, cond)
	if next != target {
		c.place(next)
	}
}

func (c *compiler) jumpIfChain(e *ast.Compare, target *label, cond bool) {
	c.checkCompare(e)
	c.mark(e)
	cleanup, end := &label{}, &label{}
	c.expr(e.Left)
	last := len(e.Ops) - 1
	for i := 0; i < last; i++ {
		c.comparand(e, i)
		c.emitArg(bytecode.SWAP, 2)
		c.emitArg(bytecode.COPY, 2)
		c.compareOp(e.Ops[i])
		c.emit(bytecode.TO_BOOL)
		c.emitJump(bytecode.POP_JUMP_IF_FALSE, cleanup)
	}
	c.comparand(e, last)
	c.compareOp(e.Ops[last])
	c.emit(bytecode.TO_BOOL)
	op := bytecode.POP_JUMP_IF_FALSE
	if cond {
		op = bytecode.POP_JUMP_IF_TRUE
	}
	c.emitJump(op, target)
	c.jumpNone(opJump, end)
	c.place(cleanup)
	c.emit(bytecode.POP_TOP)
	if !cond {
		c.jumpNone(opJump, target)
	}
	c.place(end)
}
