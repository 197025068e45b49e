package front

import (
	"fmt"
	"strings"
	"sync"

	"github.com/magneto-go/magneto/script/ir"
)

// builtinFunctions are overloads of operators that are written in other operators; a call of one is replaced by its body, whose nodes
// point into the text that the function has.
var builtinFunctions = sync.OnceValue(func() map[string][]*ir.Function {
	l := &builtinLibrary{functions: map[string][]*ir.Function{}}
	for _, number := range []string{"float", "int", "complex"} {
		l.add(number, arithmeticOfNumbers)
		if number != "complex" {
			l.add(number, orderOfNumbers)
		}
	}
	for _, other := range []string{"Scalar", "Tensor"} {
		l.add("", []builtinText{{"floordiv", "self : Tensor, other : " + other, "torch.floor_divide(self, other)", []builtinNode{{"%c : Tensor = aten::floor_divide(%self, %other)", ""}}}})
	}
	l.add(fieldPrefix, fieldsOfTensors)
	l.single("def __contains__(self: str, key: str) -> bool:\n    return ", 4, builtinText{"__contains__", "self : str, key : str", "self.find(key, 0, len(self)) != -1", []builtinNode{{"%zero : int = prim::Constant[value=0]()", "0"},
		{"%none : int = prim::Constant[value=-1]()", "1"}, {"%n : int = aten::len(%self)", "len(self)"}, {"%at : int = aten::find(%self, %key, %zero, %n)", "self.find"}, {"%c : bool = aten::ne(%at, %none)", ""}}})
	l.single("def device(type: str) -> Device:\n    return ", 1, builtinText{"device", "type : str", "torch.device(type)", []builtinNode{{"%c : Device = aten::device(%type)", ""}}})
	return l.functions
})

// builtinText is a function of one expression: its name, its parameters (of a number and a tensor where they are not given) and its nodes.
type builtinText struct {
	name, params, expr string
	nodes              []builtinNode
}

// builtinNode is a node and the part of the expression that it stands for: all of it if it does not say, nothing if it says "-".
type builtinNode struct{ text, part string }

var arithmeticOfNumbers = []builtinText{
	{"mul", "", "b * a", []builtinNode{{"%c : Tensor = aten::mul(%b, %a)", ""}}},
	{"add", "", "b + a", []builtinNode{{"%one : int = prim::Constant[value=1]()", "-"}, {"%c : Tensor = aten::add(%b, %a, %one)", ""}}},
	{"ne", "", "b != a", []builtinNode{{"%c : Tensor = aten::ne(%b, %a)", ""}}},
	{"eq", "", "b == a", []builtinNode{{"%c : Tensor = aten::eq(%b, %a)", ""}}},
	{"sub", "", "torch.neg(b) + a", []builtinNode{{"%one : int = prim::Constant[value=1]()", "-"}, {"%n : Tensor = aten::neg(%b)", "torch.neg"}, {"%c : Tensor = aten::add(%n, %a, %one)", ""}}},
	{"div", "", "torch.reciprocal(b) * a", []builtinNode{{"%n : Tensor = aten::reciprocal(%b)", "torch.reciprocal"}, {"%c : Tensor = aten::mul(%n, %a)", ""}}},
}

var orderOfNumbers = []builtinText{
	{"lt", "", "b > a", []builtinNode{{"%c : Tensor = aten::gt(%b, %a)", ""}}},
	{"le", "", "b >= a", []builtinNode{{"%c : Tensor = aten::ge(%b, %a)", ""}}},
	{"gt", "", "b < a", []builtinNode{{"%c : Tensor = aten::lt(%b, %a)", ""}}},
	{"ge", "", "b <= a", []builtinNode{{"%c : Tensor = aten::le(%b, %a)", ""}}},
}

// fieldPrefix stands before the names of attributes of tensors, which are functions too.
const fieldPrefix = "prim::field_"

var fieldsOfTensors = []builtinText{
	{"ndim", "x : Tensor", "x.dim()", []builtinNode{{"%c : int = aten::dim(%x)", ""}}},
	{"T", "x : Tensor", "x.numpy_T()", []builtinNode{{"%c : Tensor = aten::numpy_T(%x)", ""}}},
	{"H", "x : Tensor", "x.matrix_H()", []builtinNode{{"%c : Tensor = aten::matrix_H(%x)", ""}}},
	{"mT", "x : Tensor", "x.mT", []builtinNode{{"%c : Tensor = aten::mT(%x)", "-"}}},
	{"mH", "x : Tensor", "x.mH", []builtinNode{{"%c : Tensor = aten::mH(%x)", "-"}}},
	{"shape", "x : Tensor", "x.size()", []builtinNode{{"%c : int[] = aten::size(%x)", ""}}},
}

type builtinLibrary struct{ functions map[string][]*ir.Function }

// add makes the functions of one text, for a kind of number.
func (l *builtinLibrary) add(number string, list []builtinText) {
	var text strings.Builder
	text.WriteByte('\n')
	starts := make([]int, len(list))
	for i, f := range list {
		fmt.Fprintf(&text, "def %s(%s) -> Tensor:\n  return ", f.name, f.parameters(number))
		starts[i] = text.Len()
		text.WriteString(f.expr + "\n")
	}
	source := &ir.Source{File: "<string>", Text: text.String(), FirstLine: 1}
	for i, f := range list {
		l.function(f, number, source, starts[i])
	}
}

// single makes a function that has a text of its own, whose first line is at a line.
func (l *builtinLibrary) single(head string, line int, f builtinText) {
	l.function(f, "", &ir.Source{File: "<string>", Text: head + f.expr + "\n", FirstLine: line}, len(head))
}

func (f *builtinText) parameters(number string) string {
	if f.params != "" {
		return f.params
	}
	return "a : " + number + ", b : Tensor"
}

func (l *builtinLibrary) function(f builtinText, number string, source *ir.Source, start int) {
	var text strings.Builder
	var inputs []string
	for p := range strings.SplitSeq(f.parameters(number), ", ") {
		inputs = append(inputs, "%"+p)
	}
	fmt.Fprintf(&text, "graph(%s):\n", strings.Join(inputs, ", "))
	for _, n := range f.nodes {
		text.WriteString("  " + n.text + "\n")
	}
	text.WriteString("  return (%c)\n")
	g, err := ir.Parse(text.String(), false, nil, nil)
	if err != nil {
		panic("front: " + err.Error())
	}
	n := g.Block.First()
	for _, node := range f.nodes {
		if from := strings.LastIndex(f.expr, node.part); node.part == "" {
			n.Range = ir.Range{Source: source, From: start, To: start + len(f.expr)}
		} else if from >= 0 && node.part != "-" {
			n.Range = ir.Range{Source: source, From: start + from, To: start + from + len(node.part)}
		}
		n = n.Next()
	}
	made := &ir.Function{Name: f.name, Graph: g, Schema: &ir.Schema{Name: f.name, Returns: []ir.Argument{{Type: g.Outputs()[0].Type}}}}
	for _, v := range g.Inputs() {
		made.Schema.Args = append(made.Schema.Args, ir.Argument{Name: v.Name(), Type: v.Type})
	}
	kind := "aten::" + f.name
	if number == fieldPrefix {
		kind = fieldPrefix + f.name
	}
	l.functions[kind] = append(l.functions[kind], made)
}
