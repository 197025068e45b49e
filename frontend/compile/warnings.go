package compile

import (
	"math/big"
	"slices"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/frontend/syntax"
)

// Warnings of what a program can hardly mean.

// warn notes a warning, once where code is compiled for several ways out of a statement.
func (c *compiler) warn(n ast.Ast, msg string) {
	w := syntax.Warning{Msg: msg, Span: c.tree.Span(n)}
	if !slices.Contains(c.tree.Warnings, w) {
		c.tree.Warnings = append(c.tree.Warnings, w)
	}
}

// checkCallee warns of calls of literals: probably a comma is missing.
func (c *compiler) checkCallee(e ast.Expr) {
	if kind := literalType(e); kind != "" && kind != "function" {
		c.warn(e, "'"+kind+"' object is not callable; perhaps you missed a comma?")
	}
}

// checkSubscript warns of subscriptions that must fail.
func (c *compiler) checkSubscript(e *ast.Subscript) {
	if e.Ctx != ast.Load {
		return
	}
	kind := literalType(e.Value)
	switch kind {
	case "", "dict":
	case "str", "bytes", "tuple", "list":
		index, ok := e.Slice.(*ast.Index)
		if !ok {
			return
		}
		if k := literalType(index.Value); k != "" && k != "int" && k != "bool" {
			c.warn(e, kind+" indices must be integers or slices, not "+k+"; perhaps you missed a comma?")
		}
	default:
		c.warn(e, "'"+kind+"' object is not subscriptable; perhaps you missed a comma?")
	}
}

// checkCompare warns of identity tests with literals, the first of a chain.
func (c *compiler) checkCompare(e *ast.Compare) {
	left := e.Left
	for i, op := range e.Ops {
		right := e.Comparators[i]
		if op == ast.Is || op == ast.IsNot {
			for _, side := range []ast.Expr{left, right} {
				kind := c.valueType(side)
				if kind == "" {
					continue
				}
				if op == ast.Is {
					c.warn(e, `"is" with '`+kind+`' literal. Did you mean "=="?`)
				} else {
					c.warn(e, `"is not" with '`+kind+`' literal. Did you mean "!="?`)
				}
				return
			}
		}
		left = right
	}
}

// valueType is the type of a constant whose identity says nothing, "" for other expressions.
func (c *compiler) valueType(e ast.Expr) string {
	switch e.(type) {
	case *syntax.Constant, *ast.Tuple:
	default:
		return ""
	}
	v, ok := c.fold(e)
	if !ok {
		return ""
	}
	switch v.(type) {
	case string:
		return "str"
	case bytecode.Bytes:
		return "bytes"
	case int64, *big.Int:
		return "int"
	case float64:
		return "float"
	case complex128:
		return "complex"
	case bytecode.Tuple:
		return "tuple"
	}
	return ""
}

// literalType is the type of what a literal or display makes, "" for other expressions.
func literalType(e ast.Expr) string {
	switch e := e.(type) {
	case *syntax.Constant:
		switch e.Value.(type) {
		case nil:
			return "NoneType"
		case bool:
			return "bool"
		case string:
			return "str"
		case syntax.Bytes:
			return "bytes"
		case int64, *big.Int:
			return "int"
		case float64:
			return "float"
		case complex128:
			return "complex"
		case syntax.EllipsisValue:
			return "ellipsis"
		}
	case *syntax.JoinedStr:
		return "str"
	case *ast.Tuple:
		return "tuple"
	case *ast.List, *ast.ListComp:
		return "list"
	case *ast.Dict, *ast.DictComp:
		return "dict"
	case *ast.Set, *ast.SetComp:
		return "set"
	case *ast.GeneratorExp:
		return "generator"
	case *ast.Lambda:
		return "function"
	}
	return ""
}
