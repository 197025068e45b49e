package syntax

import "github.com/go-python/gpython/ast"

// typeParams parses [T: bound = default, *Ts, **P] after the name of a function,
// class or type alias, if it is there.
func (p *parser) typeParams(owner ast.Ast) {
	if p.kind() != LSqb {
		return
	}
	p.next()
	if p.kind() == RSqb {
		p.failPoint(p.cur(), "Type parameter list cannot be empty")
	}
	var list []*TypeParam
	for p.kind() != RSqb {
		start := p.cur()
		param := &TypeParam{AST: ast.AST{Pos: pos(start)}}
		if p.accept(Star) {
			param.Kind = TypeVarTuple
		} else if p.accept(DoubleStar) {
			param.Kind = ParamSpec
		}
		param.Name = p.ident(p.expect(NameTok))
		if colon := p.cur(); p.accept(Colon) {
			param.Bound = p.expression()
			if kind := map[TypeParamKind]string{TypeVarTuple: "TypeVarTuple", ParamSpec: "ParamSpec"}[param.Kind]; kind != "" {
				what := "bound"
				if _, ok := param.Bound.(*ast.Tuple); ok {
					what = "constraints"
				}
				p.failFrom(colon, param.Bound, "cannot use %s with %s", what, kind)
			}
		}
		if p.accept(Equal) {
			if param.Kind == TypeVarTuple {
				param.Default = p.starExpression()
			} else {
				param.Default = p.expression()
			}
		} else if n := len(list); n > 0 && list[n-1].Default != nil {
			p.failToken(start, "non-default type parameter '%s' follows default type parameter", param.Name)
		}
		list = append(list, done(p, param))
		if !p.accept(Comma) {
			break
		}
	}
	p.expect(RSqb)
	if p.tree.TypeParams == nil {
		p.tree.TypeParams = map[ast.Ast][]*TypeParam{}
	}
	p.tree.TypeParams[owner] = list
}
