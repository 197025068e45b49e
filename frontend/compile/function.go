package compile

import (
	"slices"

	"sort"
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/frontend/syntax"
)

// enterUnit starts the code object of a function-like scope; leaveUnit ends it.
func (c *compiler) enterUnit(s *scope, name string, firstLine int) *unit {
	c.u = c.newUnit(s, name, c.qualName(name), firstLine)
	return c.u
}

// leaveUnit assembles the current code object and returns to the one around.
func (c *compiler) leaveUnit() *bytecode.Code {
	u := c.u
	code := c.finish()
	c.u = u.parent
	return code
}

// qualName gives the dotted name of a definition in the current unit.
func (c *compiler) qualName(name string) string {
	u := c.u
	if u.scope.typeParams && !strings.HasPrefix(name, "<") {
		u = u.parent // the definition that the parameters belong to
	}
	if u.scope.kind == moduleScope {
		return name
	}
	// A name declared global belongs to the module.
	if sym := u.scope.syms[c.mangle(name)]; sym != nil && sym.global && !strings.HasPrefix(name, "<") {
		return name
	}
	if u.scope.isFunction() && u.scope.comp == notComp {
		return u.code.QualName + ".<locals>." + name
	}
	return u.code.QualName + "." + name
}

func (c *compiler) decorators(list []ast.Expr) {
	for _, d := range list {
		c.expr(d)
	}
}

// applyDecorators calls the decorators with what is on top of the stack.
func (c *compiler) applyDecorators(list []ast.Expr) {
	for i := len(list) - 1; i >= 0; i-- {
		c.mark(list[i])
		// The function takes the place of self_or_NULL: it is the only argument.
		c.emitArg(bytecode.CALL, 0)
	}
}

func firstLine(n ast.Ast, decorators []ast.Expr) int {
	if len(decorators) > 0 {
		return decorators[0].GetLineno()
	}
	return n.GetLineno()
}

func (c *compiler) functionDef(s *ast.FunctionDef) {
	c.decorators(s.DecoratorList)
	line := firstLine(s, s.DecoratorList)
	here := c.posOf(s)
	c.u.pos = here
	if list := c.tree.TypeParams[s]; len(list) > 0 {
		c.generic(s, string(s.Name), list, func() int { return len(c.functionAttributes(s.Args)) }, func() {
			var attrs []int
			for i, name := range defaultParams(s.Args) {
				c.emitArg(bytecode.LOAD_FAST, i)
				if name == ".defaults" {
					attrs = append(attrs, bytecode.FuncAttrDefaults)
				} else {
					attrs = append(attrs, bytecode.FuncAttrKwDefaults)
				}
			}
			c.functionObject(s, line, attrs)
			c.emitArg(bytecode.SWAP, 2)
			c.emitArg(bytecode.CALL_INTRINSIC_2, bytecode.IntrinsicSetTypeParams)
		})
	} else {
		attrs := c.functionAttributes(s.Args)
		c.u.pos = here
		c.functionObject(s, line, attrs)
	}
	c.applyDecorators(s.DecoratorList)
	c.u.pos = here
	c.checkForbidden(s, string(s.Name))
	c.nameOp(string(s.Name), ast.Store)
}

// functionObject pushes the function of a definition. attrs are the attributes
// that are on the stack already.
func (c *compiler) functionObject(s *ast.FunctionDef, line int, attrs []int) {
	here := c.u.pos
	if list := annotationList(s.Args, s.Returns); len(list) > 0 {
		c.functionAnnotate(s, list)
		attrs = append(attrs, bytecode.FuncAttrAnnotate)
	}
	scope := c.scopes[scopeKey{s, false}]
	u := c.enterUnit(scope, string(s.Name), line)
	c.signature(u, s.Args)
	if u.parent.scope.kind == classScope {
		u.code.Flags |= bytecode.FlagMethod
	}
	if doc, ok := docstring(s.Body); ok {
		u.code.Doc, u.code.HasDoc = doc, true
		u.code.Flags |= bytecode.FlagHasDocstring
	}
	if place, ok := c.tree.Place(s); ok {
		c.leave(u.code, place)
		u.code.FreeVars = freeNames(scope)
	} else {
		c.functionBody(s)
	}
	c.u = u.parent
	c.u.pos = here
	c.makeFunction(u.code, scope)
	c.setAttributes(attrs)
}

// functionBody generates the code of a definition's body in the current unit.
func (c *compiler) functionBody(s *ast.FunctionDef) {
	body := s.Body
	if doc, ok := docstring(body); ok {
		c.u.constant(doc)
		body = body[1:]
	}
	c.functionStart(c.u.code.FirstLine)
	c.stmts(body)
	c.functionEnd()
	c.finish()
}

// functionAttributes puts defaults on the stack and returns the attributes that
// they are, in the order pushed.
func (c *compiler) functionAttributes(args *ast.Arguments) []int {
	var attrs []int
	if len(args.Defaults) > 0 {
		if v, ok := c.foldItems(args.Defaults); ok {
			c.constant(bytecode.Tuple(v))
		} else {
			for _, d := range args.Defaults {
				c.expr(d)
			}
			c.emitArg(bytecode.BUILD_TUPLE, len(args.Defaults))
		}
		attrs = append(attrs, bytecode.FuncAttrDefaults)
	}
	n := 0
	for i, d := range args.KwDefaults {
		if d != nil {
			c.constant(c.mangle(string(args.Kwonlyargs[i].Arg)))
			c.expr(d)
			n++
		}
	}
	if n > 0 {
		c.emitArg(bytecode.BUILD_MAP, n)
		attrs = append(attrs, bytecode.FuncAttrKwDefaults)
	}
	return attrs
}

func (c *compiler) setAttributes(attrs []int) {
	for i := len(attrs) - 1; i >= 0; i-- {
		c.emitArg(bytecode.SET_FUNCTION_ATTRIBUTE, attrs[i])
	}
}

func (c *compiler) signature(u *unit, args *ast.Arguments) {
	u.code.ArgCount = len(args.Args)
	u.code.PosOnlyArgCount = c.tree.PosOnly[args]
	u.code.KwOnlyArgCount = len(args.Kwonlyargs)
	if args.Vararg != nil {
		u.code.Flags |= bytecode.FlagVarArgs
	}
	if args.Kwarg != nil {
		u.code.Flags |= bytecode.FlagVarKeywords
	}
}

// functionStart emits the head of a function. A generator function returns its
// generator there; all that follows is protected by a handler that turns
// StopIteration into RuntimeError.
func (c *compiler) functionStart(line int) {
	u := c.u
	u.pos = bytecode.Pos{Line: int32(line), EndLine: int32(line), Col: 0, EndCol: 0}
	if u.scope.isGenerator {
		u.pos = bytecode.Pos{Line: int32(line), EndLine: int32(line), Col: -1, EndCol: -1}
		c.emit(bytecode.RETURN_GENERATOR)
		c.emit(bytecode.POP_TOP)
		u.pos = bytecode.Pos{Line: int32(line), EndLine: int32(line), Col: 0, EndCol: 0}
		c.setup(&label{}, true, 0)
	}
	c.emitArg(bytecode.RESUME, 0)
}

func (c *compiler) functionEnd() {
	c.implicitReturn()
	c.generatorEnd()
}

func (c *compiler) generatorEnd() {
	u := c.u
	if !u.scope.isGenerator {
		return
	}
	handler := u.region.handler
	c.popRegion()
	c.place(handler)
	c.emitNone(bytecode.CALL_INTRINSIC_1, bytecode.IntrinsicStopIteration)
	c.emitNone(bytecode.RERAISE, 1)
}

func (c *compiler) lambda(e *ast.Lambda) {
	attrs := c.functionAttributes(e.Args)
	here := c.u.pos
	scope := c.scopes[scopeKey{e, false}]
	u := c.enterUnit(scope, "<lambda>", e.GetLineno())
	c.signature(u, e.Args)
	if u.parent.scope.kind == classScope {
		u.code.Flags |= bytecode.FlagMethod
	}
	c.functionStart(e.GetLineno())
	c.expr(e.Body)
	if scope.isGenerator {
		c.mark(e.Body)
		c.emit(bytecode.RETURN_VALUE)
		c.generatorEnd()
	} else {
		c.mark(e.Body)
		c.emit(bytecode.RETURN_VALUE)
	}
	code := c.leaveUnit()
	c.u.pos = here
	c.makeFunction(code, scope)
	c.setAttributes(attrs)
}

func (c *compiler) typeAlias(s *syntax.TypeAlias) {
	name := string(s.Name.Id)
	c.checkForbidden(s.Name, name)
	alias := func() {
		c.lazyFunction(scopeKey{s, false}, name, s.Value)
		c.emitArg(bytecode.BUILD_TUPLE, 3)
		c.emitArg(bytecode.CALL_INTRINSIC_1, bytecode.IntrinsicTypeAlias)
	}
	if list := c.tree.TypeParams[s]; len(list) > 0 {
		c.generic(s, name, list, func() int { return 0 }, func() {
			c.constant(name)
			c.emitArg(bytecode.SWAP, 2)
			alias()
		})
	} else {
		c.constant(name)
		c.constant(nil)
		alias()
	}
	c.nameOp(name, ast.Store)
}

func (c *compiler) classDef(s *ast.ClassDef) {
	c.checkKeywords(s.Keywords)
	c.decorators(s.DecoratorList)
	line := firstLine(s, s.DecoratorList)
	here := c.posOf(s)
	c.u.pos = here
	if list := c.tree.TypeParams[s]; len(list) > 0 {
		c.generic(s, string(s.Name), list, func() int { return 0 }, func() {
			c.nameOp(".type_params", ast.Store)
			c.classObject(s, line, true)
		})
	} else {
		c.classObject(s, line, false)
	}
	c.applyDecorators(s.DecoratorList)
	c.u.pos = here
	c.checkForbidden(s, string(s.Name))
	c.nameOp(string(s.Name), ast.Store)
}

// classObject pushes the class of a definition.
func (c *compiler) classObject(s *ast.ClassDef, line int, generic bool) {
	here := c.u.pos
	inline := plainArguments(s.Bases, s.Keywords) && len(s.Bases)+2*len(s.Keywords) < maxInline
	if generic && !inline {
		c.nameOp(".type_params", ast.Load)
		c.emitArg(bytecode.CALL_INTRINSIC_1, bytecode.IntrinsicGeneric)
		c.nameOp(genericBase, ast.Store)
	}
	c.emit(bytecode.LOAD_BUILD_CLASS)
	c.emit(bytecode.PUSH_NULL)
	scope := c.scopes[scopeKey{s, false}]
	u := c.enterUnit(scope, string(s.Name), line)
	u.code.Flags &^= bytecode.FlagOptimized | bytecode.FlagNewLocals
	c.classBody(s, line, generic)
	code := c.leaveUnit()
	c.u.pos = here
	c.makeFunction(code, scope)
	c.constant(string(s.Name))
	if !generic {
		c.arguments(2, s.Bases, s.Keywords)
		return
	}
	// Generic[type parameters] is one more base class.
	if !inline {
		base := &ast.Name{ExprBase: ast.ExprBase{Pos: s.Pos}, Id: genericBase, Ctx: ast.Load}
		c.arguments(2, append(slices.Clone(s.Bases), base), s.Keywords)
		return
	}
	for _, base := range s.Bases {
		c.expr(base)
	}
	c.nameOp(".type_params", ast.Load)
	c.emitArg(bytecode.CALL_INTRINSIC_1, bytecode.IntrinsicGeneric)
	c.arguments(3+len(s.Bases), nil, s.Keywords)
}

// genericBase is the variable for the base Generic[...] of a class whose bases are unpacked.
const genericBase = ".generic_base"

func (c *compiler) classBody(s *ast.ClassDef, line int, generic bool) {
	u := c.u
	start := bytecode.Pos{Line: int32(line), EndLine: int32(line), Col: 0, EndCol: 0}
	u.pos = start
	c.emitArg(bytecode.RESUME, 0)
	c.nameOp("__name__", ast.Load)
	c.nameOp("__module__", ast.Store)
	c.constant(u.code.QualName)
	c.nameOp("__qualname__", ast.Store)
	c.constant(int64(line))
	c.nameOp("__firstlineno__", ast.Store)
	if generic {
		c.nameOp(".type_params", ast.Load)
		c.nameOp("__type_params__", ast.Store)
	}
	if u.scope.needsClassDict {
		c.emit(bytecode.LOAD_LOCALS)
		c.derefOp(bytecode.STORE_DEREF, "__classdict__")
	}
	body := s.Body
	if doc, ok := docstring(body); ok {
		u.code.Doc, u.code.HasDoc = doc, true
		c.mark(body[0])
		c.constant(doc)
		c.nameOp("__doc__", ast.Store)
		body = body[1:]
	}
	c.startConditional()
	if len(u.scope.annotated) > 0 && c.future {
		c.emit(bytecode.SETUP_ANNOTATIONS)
	}
	c.stmts(body)
	u.pos = start
	if len(u.scope.annotated) > 0 && !c.future {
		c.annotateFunction()
		c.nameOp("__annotate_func__", ast.Store)
	}
	u.pos = bytecode.NoPos
	sort.Strings(u.scope.staticAttrs)
	attrs := make(bytecode.Tuple, len(u.scope.staticAttrs))
	for i, a := range u.scope.staticAttrs {
		attrs[i] = a
	}
	c.constant(attrs)
	c.nameOp("__static_attributes__", ast.Store)
	if u.scope.needsClassDict {
		c.derefOp(opLoadClosure, "__classdict__")
		c.nameOp("__classdictcell__", ast.Store)
	}
	if u.scope.needsClass {
		c.derefOp(opLoadClosure, "__class__")
		c.emitArg(bytecode.COPY, 1)
		c.nameOp("__classcell__", ast.Store)
	} else {
		c.constant(nil)
	}
	c.emit(bytecode.RETURN_VALUE)
}

// cleanDoc removes the indentation of a docstring, as CPython's compiler does
// since 3.13: leading blanks of the first line, and of the others what the least
// indented of them has.
func cleanDoc(doc string) string {
	doc = expandTabs(doc)
	lines := strings.Split(doc, "\n")
	margin := -1
	for _, line := range lines[1:] {
		if text := strings.TrimLeft(line, " "); text != "" {
			if n := len(line) - len(text); margin < 0 || n < margin {
				margin = n
			}
		}
	}
	lines[0] = strings.TrimLeft(lines[0], " ")
	for i, line := range lines[1:] {
		n := len(line) - len(strings.TrimLeft(line, " "))
		lines[i+1] = line[min(n, max(margin, 0)):]
	}
	return strings.Join(lines, "\n")
}

func expandTabs(s string) string {
	if !strings.Contains(s, "\t") {
		return s
	}
	var b strings.Builder
	col := 0
	for _, r := range s {
		switch r {
		case '\t':
			n := 8 - col%8
			b.WriteString(strings.Repeat(" ", n))
			col += n
		case '\n', '\r':
			b.WriteRune(r)
			col = 0
		default:
			b.WriteRune(r)
			col++
		}
	}
	return b.String()
}
