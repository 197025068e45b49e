package builtins

import (
	"reflect"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/vm/object"
)

// What compile() asks of the nodes of a tree, by class and field.

// treeNodes has the parser's node for each class of module ast that stands for one.
var treeNodes = func() map[string]reflect.Type {
	m := map[string]reflect.Type{}
	for _, n := range []any{
		ast.Module{}, ast.Interactive{}, ast.Expression{},
		ast.FunctionDef{}, ast.ClassDef{}, ast.Return{}, ast.Delete{}, ast.Assign{}, ast.AugAssign{}, ast.For{}, ast.While{}, ast.If{}, ast.With{}, ast.Raise{}, ast.Try{},
		ast.Assert{}, ast.Import{}, ast.ImportFrom{}, ast.Global{}, ast.Nonlocal{}, ast.Pass{}, ast.Break{}, ast.Continue{},
		ast.BoolOp{}, ast.BinOp{}, ast.UnaryOp{}, ast.Lambda{}, ast.IfExp{}, ast.Dict{}, ast.Set{}, ast.ListComp{}, ast.SetComp{}, ast.DictComp{}, ast.GeneratorExp{},
		ast.Yield{}, ast.YieldFrom{}, ast.Compare{}, ast.Call{}, ast.Attribute{}, ast.Subscript{}, ast.Starred{}, ast.Name{}, ast.List{}, ast.Tuple{}, ast.Slice{},
		ast.ExceptHandler{}, ast.ExprStmt{}, ast.Keyword{}, ast.WithItem{}, ast.Arguments{}, ast.Arg{}, ast.Alias{}, ast.Comprehension{}, syntax.MatchCase{},
		syntax.Constant{}, syntax.Await{}, syntax.JoinedStr{}, syntax.FormattedValue{}, syntax.NamedExpr{}, syntax.AnnAssign{}, syntax.TypeAlias{}, syntax.TryStar{},
		syntax.Match{}, syntax.MatchValue{}, syntax.MatchSingleton{}, syntax.MatchSequence{}, syntax.MatchMapping{}, syntax.MatchClass{}, syntax.MatchStar{},
		syntax.MatchAs{}, syntax.MatchOr{},
	} {
		t := reflect.TypeOf(n)
		m[syntax.ClassName(t.Name())] = t
	}
	for name, n := range map[string]any{
		"AsyncFunctionDef": ast.FunctionDef{}, "AsyncFor": ast.For{}, "AsyncWith": ast.With{},
		"TypeVar": syntax.TypeParam{}, "TypeVarTuple": syntax.TypeParam{}, "ParamSpec": syntax.TypeParam{},
	} {
		m[name] = reflect.TypeOf(n)
	}
	return m
}()

// optionalFields may be None, or missing.
var optionalFields = map[string]bool{
	"FunctionDef.Returns": true, "Return.Value": true, "Raise.Exc": true, "Raise.Cause": true, "Assert.Msg": true, "Yield.Value": true, "Slice.Lower": true,
	"Slice.Upper": true, "Slice.Step": true, "ExceptHandler.ExprType": true, "arg.Annotation": true, "withitem.OptionalVars": true, "AnnAssign.Value": true,
	"FormattedValue.FormatSpec": true, "match_case.Guard": true, "MatchAs.Pattern": true, "arguments.Vararg": true, "arguments.Kwarg": true,
	"AsyncFunctionDef.Returns": true,
}

// contexts are those of what fields hold, where it is not Load.
var contexts = map[string]ast.ExprContext{
	"Assign.Targets": ast.Store, "AugAssign.Target": ast.Store, "AnnAssign.Target": ast.Store, "For.Target": ast.Store, "AsyncFor.Target": ast.Store,
	"comprehension.Target": ast.Store, "withitem.OptionalVars": ast.Store, "NamedExpr.Target": ast.Store, "TypeAlias.Name": ast.Store, "Delete.Targets": ast.Del,
}

// inherits are the fields whose expressions have the context of the node.
var inherits = map[string]bool{"Tuple.Elts": true, "List.Elts": true, "Starred.Value": true}

// leastItems is how many items lists must have.
var leastItems = map[string]int{
	"FunctionDef.Body": 1, "AsyncFunctionDef.Body": 1, "ClassDef.Body": 1, "For.Body": 1, "AsyncFor.Body": 1, "While.Body": 1, "If.Body": 1, "With.Body": 1, "With.Items": 1,
	"AsyncWith.Body": 1, "AsyncWith.Items": 1, "Try.Body": 1, "TryStar.Body": 1, "TryStar.Handlers": 1, "ExceptHandler.Body": 1, "match_case.Body": 1, "Match.Cases": 1,
	"Assign.Targets": 1, "Delete.Targets": 1, "Import.Names": 1, "ImportFrom.Names": 1, "Global.Names": 1, "Nonlocal.Names": 1, "Compare.Comparators": 1, "BoolOp.Values": 2,
	"ListComp.Generators": 1, "SetComp.Generators": 1, "DictComp.Generators": 1, "GeneratorExp.Generators": 1,
}

func tooFew(kind, field string) error {
	switch field {
	case "Generators":
		return object.ValueErrorf("comprehension with no generators")
	case "Comparators":
		return object.ValueErrorf("Compare with no comparators")
	case "Values":
		return object.ValueErrorf("BoolOp with less than 2 values")
	}
	return object.ValueErrorf("empty %s on %s", syntax.FieldName(field), kind)
}
