package compile

import (
	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/syntax"
)

// The scopes of annotations.

func (b *scopeBuilder) annAssign(s *syntax.AnnAssign) {
	if name, ok := s.Target.(*ast.Name); ok {
		id := b.mangle(string(name.Id))
		sym := b.cur.symbol(id)
		if s.Simple {
			if sym.global && b.cur.kind != moduleScope {
				b.fail(s, "annotated name '%s' can't be global", id)
			}
			if sym.nonlocal {
				b.fail(s, "annotated name '%s' can't be nonlocal", id)
			}
			sym.annot = true
			sym.bound = true
		} else if s.Value != nil {
			sym.bound = true
		}
		switch {
		case b.cur.isFunction():
			b.checkAnnotation(s.Annotation)
		case s.Simple:
			conditional := !b.future && (b.cur.conditional > 0 || b.cur.kind == moduleScope)
			b.cur.annotated = append(b.cur.annotated, &annotated{id, s, conditional})
			b.deferAnnotation(s.Annotation)
			if conditional {
				b.cur.needsConditional = true
				b.cur.annotations.symbol(conditionalSet).used = true
			}
		}
	} else {
		if attr, ok := s.Target.(*ast.Attribute); ok && s.Value == nil {
			b.expr(attr.Value) // nothing is assigned
		} else {
			b.expr(s.Target)
		}
		if b.cur.isFunction() {
			b.checkAnnotation(s.Annotation)
		} else {
			b.expr(s.Annotation)
		}
	}
	b.expr(s.Value)
}

// checkAnnotation looks for what no annotation may hold in one that is not evaluated.
func (b *scopeBuilder) checkAnnotation(e ast.Expr) {
	host := b.cur
	b.push(scopeKey{e, true}, annotationScope).what = "an annotation"
	b.expr(e)
	b.pop()
	host.children = host.children[:len(host.children)-1]
}

// deferAnnotation puts an annotation of a module or class variable into the
// scope of the function __annotate__.
func (b *scopeBuilder) deferAnnotation(e ast.Expr) {
	host := b.cur
	if host.annotations == nil {
		host.annotations = b.pushLazy(scopeKey{nil, true}, "an annotation")
		b.parameter(formatParam)
		b.seeClass(host.annotations)
		b.pop()
	}
	b.cur = host.annotations
	if b.future {
		b.checkAnnotation(e)
	} else {
		b.expr(e)
	}
	b.cur = host
}

// annotations builds the scope for a function's annotations, if it has any.
func (b *scopeBuilder) annotations(key scopeKey, args *ast.Arguments, returns ast.Expr) {
	list := annotationList(args, returns)
	if len(list) == 0 {
		return
	}
	s := b.pushLazy(key, "an annotation")
	b.parameter(formatParam)
	b.seeClass(s)
	for _, a := range list {
		if b.future {
			b.checkAnnotation(a.expr)
		} else {
			b.expr(a.expr)
		}
	}
	b.pop()
}

type annotation struct {
	name string
	expr ast.Expr
}

// annotationList returns the annotations of a function in the order of
// __annotations__.
func annotationList(args *ast.Arguments, returns ast.Expr) []annotation {
	var list []annotation
	add := func(a *ast.Arg) {
		if a != nil && a.Annotation != nil {
			list = append(list, annotation{name: string(a.Arg), expr: a.Annotation})
		}
	}
	for _, a := range args.Args {
		add(a)
	}
	add(args.Vararg)
	for _, a := range args.Kwonlyargs {
		add(a)
	}
	add(args.Kwarg)
	if returns != nil {
		list = append(list, annotation{name: "return", expr: returns})
	}
	return list
}

// seeClass gives an annotation scope in a class access to the class's names.
func (b *scopeBuilder) seeClass(s *scope) {
	if s.parent.typeParams && s.parent.seesClass {
		s.seesClass = true
		s.symbol("__classdict__").used = true
	} else if s.parent.kind == classScope {
		s.seesClass = true
		s.parent.needsClassDict = true
		s.symbol("__classdict__").used = true
	}
}
