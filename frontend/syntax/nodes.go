package syntax

import (
	"strings"

	"github.com/go-python/gpython/ast"
)

// The tree is made of the nodes of gpython's ast package, which know Python 3.4,
// and of those below. How newer syntax is put into gpython's nodes:
//
//   - A call or class definition keeps every *args argument as an ast.Starred in
//     Args (Bases), and every **kwargs as an ast.Keyword without a name; the
//     fields Starargs and Kwargs are not used.
//   - Positional-only parameters are the first Tree.PosOnly[args] of args.Args.
//   - What is written with async is in Tree.Async.
//   - A dict display has a nil key for each ** item.

// Constant is a literal. It stands for gpython's Num, Str, Bytes, NameConstant
// and Ellipsis, which hold values of gpython's own runtime: those cannot be
// compared cheaply and would tie the compiler to a second object model.
//
// Value is nil (None), bool, int64, *big.Int, float64, complex128, string
// (lone surrogates in WTF-8), Bytes or EllipsisValue.
type Constant struct {
	ast.ExprBase
	Value any
}

// Bytes is the value of a bytes literal.
type Bytes string

// EllipsisValue is the value of the literal "...".
type EllipsisValue struct{}

// MatMult is the operator "@"; it continues gpython's list of operators.
const MatMult = ast.FloorDiv + 1

// Await is await value.
type Await struct {
	ast.ExprBase
	Value ast.Expr
}

// JoinedStr is an f-string: a sequence of string Constants and FormattedValues.
type JoinedStr struct {
	ast.ExprBase
	Values []ast.Expr
}

// FormattedValue is a replacement field. Conversion is 0, 's', 'r' or 'a'.
type FormattedValue struct {
	ast.ExprBase
	Value      ast.Expr
	Conversion byte
	FormatSpec *JoinedStr // may be nil
}

// NamedExpr is target := value.
type NamedExpr struct {
	ast.ExprBase
	Target *ast.Name
	Value  ast.Expr
}

// AnnAssign is target: annotation [= value]. Simple means that the target is a
// name without parentheses.
type AnnAssign struct {
	ast.StmtBase
	Target     ast.Expr
	Annotation ast.Expr
	Value      ast.Expr
	Simple     bool
}

// TypeAlias is type name = value.
type TypeAlias struct {
	ast.StmtBase
	Name  *ast.Name
	Value ast.Expr
}

// TypeParam is a type parameter: T, *Ts or **P.
type TypeParam struct {
	ast.AST
	Kind    TypeParamKind
	Name    ast.Identifier
	Bound   ast.Expr // of T: bound; may be nil; a tuple display gives constraints
	Default ast.Expr // may be nil
}

// TypeParamKind is the kind of a type parameter.
type TypeParamKind int

const (
	TypeVar TypeParamKind = iota
	TypeVarTuple
	ParamSpec
)

// TryStar is a try statement with except* clauses.
type TryStar struct {
	ast.StmtBase
	Body      []ast.Stmt
	Handlers  []*ast.ExceptHandler
	Orelse    []ast.Stmt
	Finalbody []ast.Stmt
}

// Match is a match statement.
type Match struct {
	ast.StmtBase
	Subject ast.Expr
	Cases   []*MatchCase
}

// MatchCase is one case block.
type MatchCase struct {
	ast.AST
	Pattern Pattern
	Guard   ast.Expr
	Body    []ast.Stmt
}

// Pattern is a pattern of a case block.
type Pattern interface {
	ast.Ast
	patternNode()
}

// PatternBase is embedded in all patterns.
type PatternBase struct{ ast.AST }

func (*PatternBase) patternNode() {}

type (
	// MatchValue compares with a literal or dotted name.
	MatchValue struct {
		PatternBase
		Value ast.Expr
	}
	// MatchSingleton is None, True or False, compared by identity.
	MatchSingleton struct {
		PatternBase
		Value any
	}
	// MatchSequence matches a sequence; at most one item is a MatchStar.
	MatchSequence struct {
		PatternBase
		Patterns []Pattern
	}
	// MatchMapping matches keys; Rest, if not empty, takes the other items.
	MatchMapping struct {
		PatternBase
		Keys     []ast.Expr
		Patterns []Pattern
		Rest     ast.Identifier
	}
	// MatchClass matches an instance and its attributes.
	MatchClass struct {
		PatternBase
		Cls         ast.Expr
		Patterns    []Pattern
		KwdAttrs    []ast.Identifier
		KwdPatterns []Pattern
	}
	// MatchStar is *name in a sequence; an empty name is "_".
	MatchStar struct {
		PatternBase
		Name ast.Identifier
	}
	// MatchAs is "pattern as name", a capture (no pattern), or "_" (neither).
	MatchAs struct {
		PatternBase
		Pattern Pattern
		Name    ast.Identifier
	}
	// MatchOr is pattern | pattern.
	MatchOr struct {
		PatternBase
		Patterns []Pattern
	}
)

// Span is the source range of a node: lines from 1, columns in bytes from 0, the
// end exclusive.
type Span struct {
	Line, Col, EndLine, EndCol int32
}

// Tree is a parsed program.
type Tree struct {
	Filename string
	Source   string  // the text that positions refer to
	Root     ast.Mod // *ast.Module, *ast.Expression or *ast.Interactive
	Warnings []Warning

	// TypeParams holds the type parameters of functions, classes and type aliases
	// that have any.
	TypeParams map[ast.Ast][]*TypeParam

	// PosOnly counts the positional-only parameters of functions that have any.
	PosOnly map[*ast.Arguments]int

	// Async holds what was written with async: functions, for loops, with statements, and the targets of the for clauses of comprehensions.
	Async map[ast.Ast]bool

	spans  map[ast.Ast]Span
	places map[*ast.FunctionDef]Place // of the functions of an outline
}

// Span returns the source range of a node of the tree.
func (t *Tree) Span(n ast.Ast) Span {
	if s, ok := t.spans[n]; ok {
		return s
	}
	line, col := int32(n.GetLineno()), int32(n.GetColOffset())
	return Span{line, col, line, col}
}

// SetSpan gives a node of a tree that is being built its source range.
func (t *Tree) SetSpan(n ast.Ast, s Span) {
	if t.spans == nil {
		t.spans = map[ast.Ast]Span{}
	}
	t.spans[n] = s
}

// WarningError is the SyntaxError that a warning becomes where warnings are errors.
func (t *Tree) WarningError(w Warning) *SyntaxError {
	if w.Error != "" {
		w.Msg = w.Error
	}
	return errorAt(t.Filename, t.Source, "SyntaxError", int(w.Span.Line), int(w.Span.Col), int(w.Span.EndLine), int(w.Span.EndCol), w.Msg)
}

// ErrorAt returns a SyntaxError at a node, for errors that the parser does not
// find.
func (t *Tree) ErrorAt(n ast.Ast, msg string) *SyntaxError {
	s := t.Span(n)
	return errorAt(t.Filename, t.Source, "SyntaxError", int(s.Line), int(s.Col), int(s.EndLine), int(s.EndCol), msg)
}

// Text returns the source text of a node.
func (t *Tree) Text(n ast.Ast) string {
	s := t.Span(n)
	from, to := t.offset(s.Line, s.Col), t.offset(s.EndLine, s.EndCol)
	if from < 0 || to < from || to > len(t.Source) {
		return ""
	}
	return t.Source[from:to]
}

// offset converts a position to a byte offset.
func (t *Tree) offset(line, col int32) int {
	at := 0
	for ; line > 1; line-- {
		i := strings.IndexByte(t.Source[at:], '\n')
		if i < 0 {
			return -1
		}
		at += i + 1
	}
	return at + int(col)
}
