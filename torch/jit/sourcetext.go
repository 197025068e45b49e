package jit

import (
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/script/front"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/object"
)

// What a text of functions may not have (torch.jit.CompilationUnit), though Python does: the script parser knows less of the language.

// definitionIn is the function that a statement of a text defines, or the error for what is none.
func definitionIn(d *front.Def, st ast.Stmt, taken bool) (*ast.FunctionDef, error) {
	def, ok := st.(*ast.FunctionDef)
	text := d.Source.Text
	switch {
	case !ok || strings.HasPrefix(text[d.Range(st).From:], "async"):
		return nil, expectedToken(text, d.Range(st).From, "def")
	case len(def.DecoratorList) > 0:
		return nil, expectedToken(text, strings.LastIndexByte(text[:d.Range(def.DecoratorList[0]).From], '@'), "def")
	case taken:
		return nil, object.RuntimeErrorf("method '%s' already defined.", def.Name)
	case def.Args.Vararg != nil:
		return nil, expectedToken(text, d.Range(def.Args.Vararg).From, ")")
	case def.Args.Kwarg != nil:
		return nil, expectedToken(text, strings.LastIndex(text[:d.Range(def.Args.Kwarg).From], "**"), "ident")
	case d.Tree.PosOnly[def.Args] > 0:
		last := d.Range(def.Args.Args[d.Tree.PosOnly[def.Args]-1]).To
		return nil, expectedToken(text, last+strings.IndexByte(text[last:], '/'), "ident")
	}
	return def, nil
}

// expectedToken is the error for a token where another one is expected.
func expectedToken(text string, at int, expected string) error {
	found, end := ir.TokenAt(text, at)
	if strings.HasPrefix(text[at:], "**") {
		found, end = "pow operator", at+2
	}
	return object.RuntimeErrorf("expected %s but found '%s' here:\n%s", expected, found, ir.Highlight("<string>", text, at, max(end, at+1)))
}

// keywordDefaults are the defaults of the parameters that are passed by keyword only; nil for those without.
func keywordDefaults(th *object.Thread, p *parsedFile, args *ast.Arguments) ([]*ir.Constant, error) {
	out := make([]*ir.Constant, len(args.Kwonlyargs))
	for i, x := range args.KwDefaults {
		if x == nil || i >= len(out) {
			continue
		}
		c, err := literalConstant(th, p, x)
		if err != nil {
			return nil, err
		}
		out[i] = &c
	}
	return out, nil
}
