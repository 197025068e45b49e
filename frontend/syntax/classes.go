package syntax

import (
	"strings"
	"unicode"
)

// How module ast names what is in a tree.

var (
	classNames = map[string]string{"ExprStmt": "Expr", "Keyword": "keyword", "WithItem": "withitem", "Arguments": "arguments", "Arg": "arg", "Alias": "alias",
		"Comprehension": "comprehension", "MatchCase": "match_case"}
	placeless = map[string]bool{"Module": true, "Expression": true, "Interactive": true, "arguments": true, "comprehension": true, "withitem": true, "match_case": true}
)

// ClassName is the class of module ast for a type of node.
func ClassName(node string) string {
	if name, ok := classNames[node]; ok {
		return name
	}
	return node
}

// HasPlace tells whether the objects of a class of module ast have a position.
func HasPlace(class string) bool { return !placeless[class] }

// FieldName is the attribute for a field of a node: decorator_list for DecoratorList.
func FieldName(field string) string {
	switch field {
	case "ExprType":
		return "type"
	case "AsName":
		return "asname"
	}
	var b strings.Builder
	for i, r := range field {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
