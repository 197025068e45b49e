package compile

import (
	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/bytecode"
)

func (c *compiler) call(e *ast.Call) {
	c.checkKeywords(e.Keywords)
	if attr, ok := e.Func.(*ast.Attribute); ok {
		if c.superMethod(e, attr) || c.methodCall(e, attr) {
			return
		}
	}
	if c.consumingCall(e) {
		return
	}
	c.checkCallee(e.Func)
	c.expr(e.Func)
	c.mark(e.Func)
	c.emit(bytecode.PUSH_NULL)
	c.mark(e)
	c.arguments(0, e.Args, e.Keywords)
}

// methodCall compiles a call of an attribute without making a bound method.
func (c *compiler) methodCall(e *ast.Call, attr *ast.Attribute) bool {
	if !plainArguments(e.Args, e.Keywords) || c.importedName(attr.Value) {
		return false
	}
	extra := 0
	if len(e.Keywords) > 0 {
		extra = 1
	}
	if len(e.Args)+len(e.Keywords)+extra >= maxInline {
		return false
	}
	c.expr(attr.Value)
	c.u.pos = c.attrPos(attr)
	c.emitArg(bytecode.LOAD_ATTR, int(c.u.name(c.mangle(string(attr.Attr))))<<1|1)
	c.finishMethodCall(e, attr)
	return true
}

// finishMethodCall compiles the arguments and the call when method and self are
// on the stack.
func (c *compiler) finishMethodCall(e *ast.Call, attr *ast.Attribute) {
	c.mark(e)
	for _, a := range e.Args {
		c.expr(a)
	}
	c.u.pos = c.attrPos(attr)
	if p := c.posOf(e); p.Line != c.u.pos.Line || p.EndLine != p.Line {
		c.u.pos.EndLine, c.u.pos.EndCol = p.EndLine, p.EndCol
	} else {
		c.u.pos = p
	}
	if len(e.Keywords) > 0 {
		pos := c.u.pos
		names := c.keywordValues(e.Keywords)
		c.mark(attr)
		c.emitArg(bytecode.LOAD_CONST, int(c.u.constant(names)))
		c.u.pos = pos
		c.emitArg(bytecode.CALL_KW, len(e.Args)+len(e.Keywords))
		return
	}
	c.emitArg(bytecode.CALL, len(e.Args))
}

// importedName reports whether e is a name that the module imports: its
// attributes are rarely methods.
func (c *compiler) importedName(e ast.Expr) bool {
	name, ok := e.(*ast.Name)
	if !ok {
		return false
	}
	if c.u.scope.kind == moduleScope && len(c.u.comps) > 0 {
		return false // CPython looks in the scope of the comprehension then
	}
	sym := c.top.syms[string(name.Id)]
	return sym != nil && sym.imported
}

func plainArguments(args []ast.Expr, keywords []*ast.Keyword) bool {
	for _, a := range args {
		if _, star := a.(*ast.Starred); star {
			return false
		}
	}
	for _, k := range keywords {
		if k.Arg == "" {
			return false
		}
	}
	return true
}

func (c *compiler) checkKeywords(keywords []*ast.Keyword) {
	seen := map[ast.Identifier]bool{}
	for _, k := range keywords {
		if k.Arg == "" {
			continue
		}
		if seen[k.Arg] {
			c.fail(k, "keyword argument repeated: %s", k.Arg)
		}
		if k.Arg == "__debug__" {
			c.fail(k, "cannot assign to __debug__")
		}
		seen[k.Arg] = true
	}
}

// keywordValues compiles the values of keyword arguments and returns their names.
func (c *compiler) keywordValues(keywords []*ast.Keyword) bytecode.Tuple {
	names := make(bytecode.Tuple, len(keywords))
	for i, k := range keywords {
		c.expr(k.Value)
		names[i] = c.mangle(string(k.Arg))
	}
	return names
}

// arguments compiles arguments and the call; the callable and a NULL are on the
// stack, and above them pushed arguments.
func (c *compiler) arguments(pushed int, args []ast.Expr, keywords []*ast.Keyword) {
	plain := plainArguments(args, keywords)
	if plain && pushed+len(args)+2*len(keywords) <= maxInline {
		for _, a := range args {
			c.expr(a)
		}
		if len(keywords) > 0 {
			names := c.keywordValues(keywords)
			c.emitArg(bytecode.LOAD_CONST, int(c.u.constant(names)))
			c.emitArg(bytecode.CALL_KW, pushed+len(args)+len(keywords))
			return
		}
		c.emitArg(bytecode.CALL, pushed+len(args))
		return
	}
	if star, ok := loneStar(args); ok && pushed == 0 {
		c.expr(star.Value)
	} else {
		c.collect(args, pushed, tupleDisplay)
	}
	if len(keywords) == 0 {
		c.emit(bytecode.PUSH_NULL)
		c.emit(bytecode.CALL_FUNCTION_EX)
		return
	}
	haveDict, pending := false, 0
	flush := func(upto int) {
		if pending == 0 {
			return
		}
		for _, k := range keywords[upto-pending : upto] {
			c.constant(c.mangle(string(k.Arg)))
			c.expr(k.Value)
		}
		c.emitArg(bytecode.BUILD_MAP, pending)
		if haveDict {
			c.emitArg(bytecode.DICT_MERGE, 1)
		}
		haveDict = true
		pending = 0
	}
	for i, k := range keywords {
		if k.Arg != "" {
			pending++
			continue
		}
		flush(i)
		if !haveDict {
			c.emitArg(bytecode.BUILD_MAP, 0)
			haveDict = true
		}
		c.expr(k.Value)
		c.emitArg(bytecode.DICT_MERGE, 1)
	}
	flush(len(keywords))
	c.emit(bytecode.CALL_FUNCTION_EX)
}

func loneStar(args []ast.Expr) (*ast.Starred, bool) {
	if len(args) != 1 {
		return nil, false
	}
	star, ok := args[0].(*ast.Starred)
	return star, ok
}

// superCall compiles super().name and super(A, b).name, without making a super
// object. It reports false, having emitted nothing, where that is not possible.
func (c *compiler) superCall(attr *ast.Attribute, method bool) bool {
	call, ok := attr.Value.(*ast.Call)
	if !ok || len(call.Keywords) > 0 {
		return false
	}
	name, ok := call.Func.(*ast.Name)
	if !ok || name.Id != "super" || c.u.scope.kind != functionScope {
		return false
	}
	if bound, _ := c.resolveName("super"); bound != bindGlobalImplicit {
		return false
	}
	if sym := c.top.syms["super"]; sym != nil && sym.bound {
		return false
	}
	twoArgs := 0
	switch len(call.Args) {
	case 2:
		if !plainArguments(call.Args, nil) {
			return false
		}
		twoArgs = 2
	case 0:
		if len(c.u.comps) > 0 || c.u.code.ArgCount == 0 {
			return false
		}
		if bound, _ := c.resolveName("__class__"); bound != bindFree {
			return false
		}
	default:
		return false
	}
	restore := c.at(call.Func)
	c.nameOp("super", ast.Load)
	if twoArgs != 0 {
		c.expr(call.Args[0])
		c.expr(call.Args[1])
	} else {
		c.mark(call)
		c.nameOp("__class__", ast.Load)
		c.nameOp(c.u.code.LocalsPlus[0], ast.Load)
	}
	restore()
	flags := twoArgs
	if method {
		flags |= 1
	}
	c.u.pos = c.attrPos(attr)
	c.emitArg(bytecode.LOAD_SUPER_ATTR, int(c.u.name(c.mangle(string(attr.Attr))))<<2|flags)
	return true
}

// superMethod compiles super().method(...).
func (c *compiler) superMethod(e *ast.Call, attr *ast.Attribute) bool {
	if !plainArguments(e.Args, e.Keywords) || !c.superCall(attr, true) {
		return false
	}
	c.finishMethodCall(e, attr)
	return true
}

// consumingCall compiles all(x for ...), any(x for ...) and tuple(x for ...) as
// loops, in case the name has its usual meaning when the program gets there.
func (c *compiler) consumingCall(e *ast.Call) bool {
	name, ok := e.Func.(*ast.Name)
	if !ok || len(e.Args) != 1 || len(e.Keywords) > 0 {
		return false
	}
	gen, ok := e.Args[0].(*ast.GeneratorExp)
	if !ok {
		return false
	}
	var common int
	var initial bool // the result when nothing ends the loop early
	switch name.Id {
	case "all":
		common, initial = bytecode.CommonAll, true
	case "any":
		common, initial = bytecode.CommonAny, false
	case "tuple":
		common = bytecode.CommonTuple
	default:
		return false
	}
	end, other, loop, cleanup := &label{}, &label{}, &label{}, &label{}
	c.expr(name)
	c.mark(name)
	c.emitArg(bytecode.COPY, 1)
	c.emitArg(bytecode.LOAD_COMMON_CONSTANT, common)
	c.emitArg(bytecode.IS_OP, 0)
	c.emitJump(bytecode.POP_JUMP_IF_FALSE, other)
	c.emit(bytecode.POP_TOP)
	isTuple := common == bytecode.CommonTuple
	if isTuple {
		c.emitArg(bytecode.BUILD_LIST, 0)
	}
	c.expr(gen)
	c.mark(gen)
	c.place(loop)
	c.emitJump(bytecode.FOR_ITER, cleanup)
	if isTuple {
		c.emitArg(bytecode.LIST_APPEND, 2)
		c.emitJump(opJump, loop)
	} else {
		c.emit(bytecode.TO_BOOL)
		again := bytecode.POP_JUMP_IF_FALSE
		if initial {
			again = bytecode.POP_JUMP_IF_TRUE
		}
		c.emitJump(again, loop)
		c.emitNone(bytecode.POP_ITER, 0)
		c.constant(!initial)
		c.emitJump(opJump, end)
	}
	c.place(cleanup)
	c.emitNone(bytecode.END_FOR, 0)
	c.emitNone(bytecode.POP_ITER, 0)
	if isTuple {
		c.emitArg(bytecode.CALL_INTRINSIC_1, bytecode.IntrinsicListToTuple)
	} else {
		c.constant(initial)
	}
	c.emitJump(opJump, end)
	c.place(other)
	c.mark(name)
	c.emit(bytecode.PUSH_NULL)
	c.mark(e)
	c.arguments(0, e.Args, nil)
	c.place(end)
	return true
}
