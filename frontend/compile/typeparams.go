package compile

import (
	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/frontend/syntax"
)

// Type parameters live in the scope of a function of their own, around the generic
// function, class or alias. It is called at once, makes the parameters, and
// returns the definition.

// typeParams opens the scope of type parameters, if there are any. args are the
// names of what is passed in: the defaults of a function, which are evaluated
// outside. class names the class that the parameters belong to, if they do.
func (b *scopeBuilder) typeParams(list []*syntax.TypeParam, args []string, class string) bool {
	if len(list) == 0 {
		return false
	}
	s := b.push(scopeKey{list[0], false}, functionScope)
	s.typeParams = true
	s.what = "the definition of a generic"
	if class != "" {
		s.className, s.mangled = class, map[string]bool{}
		for _, p := range list {
			s.mangled[string(p.Name)] = true
		}
	}
	for _, name := range args {
		b.parameter(name)
	}
	b.seeClass(s)
	for _, p := range list {
		if sym := s.syms[b.mangle(string(p.Name))]; sym != nil && sym.bound {
			b.fail(p, "duplicate type parameter '%s'", p.Name)
		}
		b.bind(string(p.Name))
		kind := map[syntax.TypeParamKind]string{syntax.TypeVarTuple: "TypeVarTuple", syntax.ParamSpec: "ParamSpec"}[p.Kind]
		if kind == "" {
			kind = "TypeVar"
		}
		bound := " bound"
		if _, ok := p.Bound.(*ast.Tuple); ok {
			bound = " constraint"
		}
		b.lazyExpr(scopeKey{p, true}, p.Bound, "a "+kind+bound)
		if p.Default != nil {
			b.lazyExpr(scopeKey{p.Default, true}, p.Default, "a "+kind+" default")
		}
	}
	return true
}

// lazyExpr builds the scope of an expression that is evaluated on demand.
func (b *scopeBuilder) lazyExpr(key scopeKey, e ast.Expr, what string) {
	if e == nil {
		return
	}
	s := b.pushLazy(key, what)
	b.parameter(formatParam)
	b.seeClass(s)
	b.expr(e)
	b.pop()
}

// defaultParams names the arguments that carry a function's defaults.
func defaultParams(args *ast.Arguments) []string {
	var names []string
	if len(args.Defaults) > 0 {
		names = append(names, ".defaults")
	}
	for _, d := range args.KwDefaults {
		if d != nil {
			return append(names, ".kwdefaults")
		}
	}
	return names
}

// generic compiles a definition with type parameters. define emits the definition
// inside; the tuple of the parameters is on the stack then. args emits the
// arguments of the function around, outside.
func (c *compiler) generic(n ast.Ast, name string, list []*syntax.TypeParam, args func() int, define func()) {
	here := c.u.pos
	scope := c.scopes[scopeKey{list[0], false}]
	u := c.enterUnit(scope, "<generic parameters of "+name+">", n.GetLineno())
	u.code.ArgCount = len(scope.params)
	c.functionStart(n.GetLineno())
	u.pos = here
	for _, p := range list {
		c.typeParam(p)
	}
	c.mark(list[0])
	c.emitArg(bytecode.BUILD_TUPLE, len(list))
	u.pos = here
	define()
	c.emit(bytecode.RETURN_VALUE)
	code := c.leaveUnit()
	c.u.pos = here
	c.makeFunction(code, scope)
	c.emit(bytecode.PUSH_NULL)
	count := args()
	c.u.pos = here
	c.emitArg(bytecode.CALL, count)
}

// typeParam makes one parameter, binds its name and leaves it on the stack.
func (c *compiler) typeParam(p *syntax.TypeParam) {
	defer c.at(p)()
	name := string(p.Name)
	c.checkForbidden(p, name)
	c.constant(name)
	switch {
	case p.Kind == syntax.TypeVarTuple:
		c.emitArg(bytecode.CALL_INTRINSIC_1, bytecode.IntrinsicTypeVarTuple)
	case p.Kind == syntax.ParamSpec:
		c.emitArg(bytecode.CALL_INTRINSIC_1, bytecode.IntrinsicParamSpec)
	case p.Bound == nil:
		c.emitArg(bytecode.CALL_INTRINSIC_1, bytecode.IntrinsicTypeVar)
	default:
		c.lazyFunction(scopeKey{p, true}, name, p.Bound)
		kind := bytecode.IntrinsicTypeVarBound
		if _, ok := p.Bound.(*ast.Tuple); ok {
			kind = bytecode.IntrinsicTypeVarConstraints
		}
		c.emitArg(bytecode.CALL_INTRINSIC_2, kind)
	}
	if p.Default != nil {
		c.lazyFunction(scopeKey{p.Default, true}, name, p.Default)
		c.emitArg(bytecode.CALL_INTRINSIC_2, bytecode.IntrinsicTypeParamDefault)
	}
	c.emitArg(bytecode.COPY, 1)
	c.nameOp(name, ast.Store)
}

// lazyFunction pushes a function that evaluates an expression. It takes the wanted
// format, as those that evaluate annotations, with the default 1 (VALUE).
func (c *compiler) lazyFunction(key scopeKey, name string, e ast.Expr) {
	c.constant(bytecode.Tuple{int64(1)})
	scope := c.scopes[key]
	here := c.u.pos
	u := c.enterUnit(scope, name, e.GetLineno())
	u.code.ArgCount, u.code.PosOnlyArgCount = 1, 1
	c.functionStart(e.GetLineno())
	if star, ok := e.(*ast.Starred); ok {
		c.expr(star.Value)
		c.emitArg(bytecode.UNPACK_SEQUENCE, 1)
	} else {
		c.expr(e)
	}
	c.emit(bytecode.RETURN_VALUE)
	code := c.leaveUnit()
	code.LocalsPlus[0] = "format"
	c.u.pos = here
	c.makeFunction(code, scope)
	c.emitArg(bytecode.SET_FUNCTION_ATTRIBUTE, bytecode.FuncAttrDefaults)
}
