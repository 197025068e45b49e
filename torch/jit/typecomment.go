package jit

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/script/front"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/object"
)

// Comments give types as in Python 2: one "# type: (A, B) -> C" in a function, or one for each parameter and "# type: (...) -> C". Every comment of
// this kind counts that stands anywhere in the source of a function, as in PyTorch.

const pep484 = "https://www.python.org/dev/peps/pep-0484/#suggested-syntax-for-python-2-7-and-straddling-code"

var (
	ignoreComment = regexp.MustCompile(`# type: ignore(\[[a-zA-Z-]+\])?$`)
	// misspelt is what is meant as a type comment, but is none.
	misspelt = regexp.MustCompile(`#[\t ]*type[\t ]*:`)
	eachForm = regexp.MustCompile(`# type: \(\.\.\.\)[\t ]*->`)
)

// typeComments notes the types that comments in the lines of a function give.
func typeComments(node *ast.FunctionDef, d *front.Def, lines []string) error {
	line, err := typeLine(lines)
	if line == "" || err != nil {
		return err
	}
	args, result, err := splitTypeLine(line)
	if err != nil {
		return err
	}
	params, kind := len(node.Args.Args)+len(node.Args.Kwonlyargs), "function"
	if len(node.Args.Args) > 0 && string(node.Args.Args[0].Arg) == "self" {
		params, kind = params-1, "method"
		d.Types, d.Sizes = append(d.Types, nil), append(d.Sizes, 0)
	}
	if len(args) != params {
		head := d.Range(node)
		if n := len(node.Args.Args); n > 0 {
			head.To = d.Range(node.Args.Args[n-1]).To
		}
		return &front.Error{Range: head, Msg: fmt.Sprintf("Number of type annotations (%d) did not match the number of %s parameters (%d)", len(args), kind, params)}
	}
	typed := func(x ast.Expr) (*ir.Type, error) {
		t, why := front.TypeExpr(x, d.Host)
		if t != nil {
			return t, nil
		}
		if name := strings.TrimSuffix(strings.TrimPrefix(why, "Unknown type name '"), "'"); strings.HasPrefix(why, "Unknown") && strings.Contains(line, name) {
			why += fmt.Sprintf(":\n%s\n%*s%s <--- HERE\n", line, strings.Index(line, name), "", strings.Repeat("~", len(name)))
		}
		if sub, ok := x.(*ast.Subscript); ok && strings.Contains(why, "Broadcastable") {
			if name, ok := sub.Value.(*ast.Name); ok {
				from, to := strings.Index(line, string(name.Id)), 0
				to = from + len(name.Id)
				if strings.HasPrefix(why, "subscript") {
					from, to = to, to+strings.IndexByte(line[to:], ']')
				}
				why = fmt.Sprintf("\n%s:\n%s\n%*s%s <--- HERE\n", why, line, from, "", strings.Repeat("~", to-from))
			}
		}
		return nil, object.RuntimeErrorf("%s", why)
	}
	for _, x := range args {
		t, err := typed(x)
		if err != nil {
			return err
		}
		d.Types, d.Sizes = append(d.Types, t), append(d.Sizes, front.BroadcastSize(x))
	}
	if result == nil {
		return nil
	}
	d.Return, err = typed(result)
	return err
}

// headLines are the lines of a function up to its first statement, in a text that holds others.
func headLines(p *parsedFile, node *ast.FunctionDef) []string {
	lines := strings.Split(p.text, "\n")
	from, to := int(p.tree.Span(node).Line), int(p.tree.Span(node.Body[0]).Line)
	return lines[max(from-1, 0):min(to, len(lines))]
}

// typeLine finds the comment with the types of a function, or makes it of several; "" if there is none.
func typeLine(lines []string) (string, error) {
	var found []string
	for _, line := range lines {
		if strings.Contains(line, "# type:") && !ignoreComment.MatchString(line) {
			found = append(found, line)
		}
	}
	switch len(found) {
	case 0:
		for i, line := range lines {
			if misspelt.MatchString(line) && !ignoreComment.MatchString(line) {
				return "", object.RuntimeErrorf("The annotation prefix in line %d is probably invalid.\nIt must be '# type:'\nSee PEP 484 (%s)\nfor examples", i, pep484)
			}
		}
		return "", nil
	case 1:
		return strings.TrimSpace(found[0]), nil
	}
	var each []string
	for _, line := range found {
		if eachForm.MatchString(line) {
			_, result, _ := strings.Cut(line, "->")
			return "# type: (" + strings.Join(each, ", ") + ") -> " + strings.TrimSpace(result), nil
		}
		_, t, _ := strings.Cut(line, "# type:")
		each = append(each, strings.TrimSpace(t))
	}
	return "", object.RuntimeErrorf("Return type line '# type: (...) -> ...' not found on multiline type annotation\nfor type lines:\n%s\n(See PEP 484 %s)",
		strings.Join(found, "\n"), pep484)
}

// splitTypeLine reads a comment: the types of the parameters, and that of the result, nil where it is left out.
func splitTypeLine(line string) (args []ast.Expr, result ast.Expr, err error) {
	rest, ok := strings.CutPrefix(line, "# type:")
	if !ok {
		return nil, nil, unexpected("type comment", line, 0)
	}
	at := len(line) - len(strings.TrimLeft(rest, " \t"))
	rest, _, _ = strings.Cut(line[at:], " #")
	if !strings.HasPrefix(rest, "(") {
		return nil, nil, unexpected("(", line, at)
	}
	given, returned, arrow := strings.Cut(rest, "->")
	if strings.Count(given, "(") > strings.Count(given, ")") {
		return nil, nil, unexpected(")", line, len(line))
	}
	read := func(text string) (ast.Expr, error) {
		tree, err := syntax.Parse("<type comment>", []byte(strings.TrimSpace(text)), syntax.Eval)
		if err != nil {
			return nil, unexpected("ident", line, len(line))
		}
		return tree.Root.(*ast.Expression).Body, nil
	}
	if arrow {
		if result, err = read(returned); err != nil {
			return nil, nil, err
		}
	}
	given = strings.TrimSuffix(strings.TrimSpace(given), ")") + ",)" // also of one parameter, and of none, a tuple
	if strings.TrimSpace(given) == "(,)" {
		return nil, result, nil
	}
	all, err := read(given)
	if err != nil {
		return nil, nil, err
	}
	return all.(*ast.Tuple).Elts, result, nil
}

// unexpected is the error for what stands at a place of a comment in the place of something else.
func unexpected(want, line string, at int) error {
	if at >= len(line) {
		return object.RuntimeErrorf("expected %s but found 'eof' here:\n%s\n", want, line)
	}
	end := at
	for end < len(line) && (line[end] == '_' || line[end] >= '0' && line[end] <= '9' || line[end]|0x20 >= 'a' && line[end]|0x20 <= 'z') {
		end++
	}
	word := line[at:max(end, at+1)]
	found := word
	if end > at && word != "def" && word != "return" && word != "if" && word != "for" {
		found = "ident"
	}
	return object.RuntimeErrorf("expected %s but found '%s' here:\n%s\n%s%s <--- HERE\n", want, found, line, strings.Repeat(" ", at), strings.Repeat("~", len(word)))
}
