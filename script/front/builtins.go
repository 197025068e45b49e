package front

import (
	"strings"
	"sync"

	"github.com/magneto-go/magneto/script/ir"
)

// builtinFunctions are overloads of operators that are written in other operators; a call of one is replaced by its body.
var builtinFunctions = sync.OnceValue(func() map[string][]*ir.Function {
	out := map[string][]*ir.Function{}
	add := func(kind, text string) {
		g, err := ir.Parse(text, false, nil, nil)
		if err != nil {
			panic("front: " + err.Error())
		}
		f := &ir.Function{Name: strings.TrimPrefix(kind, "aten::"), Graph: g, Schema: &ir.Schema{Name: strings.TrimPrefix(kind, "aten::")}}
		for _, v := range g.Inputs() {
			f.Schema.Args = append(f.Schema.Args, ir.Argument{Name: v.Name(), Type: v.Type})
		}
		f.Schema.Returns = []ir.Argument{{Type: g.Outputs()[0].Type}}
		out[kind] = append(out[kind], f)
	}
	for _, number := range []string{"float", "int", "complex"} {
		head := "graph(%a : " + number + ", %b : Tensor):\n"
		body := func(kind, text string) { add(kind, head+text) }
		body("aten::mul", "  %c : Tensor = aten::mul(%b, %a)\n  return (%c)\n")
		body("aten::add", "  %one : int = prim::Constant[value=1]()\n  %c : Tensor = aten::add(%b, %a, %one)\n  return (%c)\n")
		body("aten::ne", "  %c : Tensor = aten::ne(%b, %a)\n  return (%c)\n")
		body("aten::eq", "  %c : Tensor = aten::eq(%b, %a)\n  return (%c)\n")
		body("aten::sub", "  %n : Tensor = aten::neg(%b)\n  %one : int = prim::Constant[value=1]()\n  %c : Tensor = aten::add(%n, %a, %one)\n  return (%c)\n")
		body("aten::div", "  %n : Tensor = aten::reciprocal(%b)\n  %c : Tensor = aten::mul(%n, %a)\n  return (%c)\n")
		if number != "complex" {
			body("aten::lt", "  %c : Tensor = aten::gt(%b, %a)\n  return (%c)\n")
			body("aten::le", "  %c : Tensor = aten::ge(%b, %a)\n  return (%c)\n")
			body("aten::gt", "  %c : Tensor = aten::lt(%b, %a)\n  return (%c)\n")
			body("aten::ge", "  %c : Tensor = aten::le(%b, %a)\n  return (%c)\n")
		}
	}
	add("aten::floordiv", "graph(%self : Tensor, %other : Tensor):\n  %c : Tensor = aten::floor_divide(%self, %other)\n  return (%c)\n")
	add("aten::__contains__", "graph(%self : str, %key : str):\n  %zero : int = prim::Constant[value=0]()\n  %none : int = prim::Constant[value=-1]()\n  %n : int = aten::len(%self)\n  %at : int = aten::find(%self, %key, %zero, %n)\n  %c : bool = aten::ne(%at, %none)\n  return (%c)\n")
	for _, number := range []string{"int", "float"} {
		add("aten::floordiv", "graph(%self : Tensor, %other : "+number+"):\n  %c : Tensor = aten::floor_divide(%self, %other)\n  return (%c)\n")
	}
	return out
})
