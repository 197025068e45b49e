package builtins

import (
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/vm/object"
)

// What the parser sees to, and programs that build trees may get wrong: see CPython's Python/ast.c for the list of it.

// assignable are the classes of what can be assigned to and deleted.
var assignable = map[string]bool{"Name": true, "Attribute": true, "Subscript": true, "Starred": true, "List": true, "Tuple": true}

// target refuses what cannot stand where something is stored or deleted.
func (b *treeBuilder) target(kind string) {
	if b.want > ast.Load && !assignable[kind] {
		b.fail(object.ValueErrorf("expression which can't be assigned to in %s context", contextName(b.want)))
	}
}

func contextName(c ast.ExprContext) string { return strings.TrimSuffix(c.String(), "()") }

// check refuses a node whose parts do not go together.
func (b *treeBuilder) check(n any) {
	switch n := n.(type) {
	case *ast.Dict:
		b.must(len(n.Keys) == len(n.Values), "Dict doesn't have the same number of keys as values")
	case *ast.Compare:
		b.must(len(n.Ops) == len(n.Comparators), "Compare has a different number of comparators and operands")
	case *ast.Arguments:
		b.must(len(n.Defaults) <= len(n.Args), "more positional defaults than args on arguments")
		b.must(len(n.Kwonlyargs) == len(n.KwDefaults), "length of kwonlyargs is not the same as kw_defaults on arguments")
	case *ast.Try:
		b.must(len(n.Handlers) > 0 || len(n.Finalbody) > 0, "Try has neither except handlers nor finalbody")
		b.must(len(n.Handlers) > 0 || len(n.Orelse) == 0, "Try has orelse but no except handlers")
	case *ast.Raise:
		b.must(n.Exc != nil || n.Cause == nil, "Raise with cause but no exception")
	case *ast.ImportFrom:
		b.must(n.Level >= 0, "Negative ImportFrom level")
	case *ast.Name:
		b.must(n.Id != "None" && n.Id != "True" && n.Id != "False", "identifier field can't represent '%s' constant", n.Id)
	case *ast.AugAssign:
		switch n.Target.(type) {
		case *ast.Name, *ast.Attribute, *ast.Subscript:
		default:
			b.fail(object.Raisef(object.SystemError, "invalid node type for augmented assignment"))
		}
	case *syntax.AnnAssign:
		if _, name := n.Target.(*ast.Name); n.Simple && !name {
			b.fail(object.TypeErrorf("AnnAssign with simple non-Name target"))
		}
	case *syntax.FormattedValue:
		if n.Conversion != 0 && !strings.ContainsRune("sra", rune(n.Conversion)) {
			b.fail(object.Raisef(object.SystemError, "Unrecognized conversion character %d", n.Conversion))
		}
	case *syntax.MatchMapping:
		b.must(len(n.Keys) == len(n.Patterns), "MatchMapping doesn't have the same number of keys as patterns")
	case *syntax.MatchClass:
		b.must(len(n.KwdAttrs) == len(n.KwdPatterns), "MatchClass doesn't have the same number of keyword attributes as patterns")
	case *syntax.MatchOr:
		b.must(len(n.Patterns) > 1, "MatchOr requires at least 2 patterns")
	}
}

func (b *treeBuilder) must(holds bool, format string, args ...any) {
	if !holds {
		b.fail(object.ValueErrorf(format, args...))
	}
}
