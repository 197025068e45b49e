package ir

import "testing"

func TestSchemasParse(t *testing.T) {
	for _, name := range Operators() {
		for i, s := range Overloads(name) {
			if s.String() != table()[name][i] {
				t.Errorf("%s becomes %s", table()[name][i], s)
			}
		}
	}
}

func TestGraphTextRoundTrip(t *testing.T) {
	text := `graph(%x : Tensor,
      %n : int):
  %2 : bool = prim::Constant[value=1]()
  %3 : str = prim::Constant[value="a\n"]()
  %4 : Tensor = prim::Loop(%n, %2, %x)
    block0(%i : int, %a.1 : Tensor):
      %7 : Tensor = aten::add(%a.1, %x, %i)
      %8 : Tensor?[] = prim::ListConstruct(%7)
      -> (%2, %7)
   = prim::Print(%3)
  return (%4)
`
	g, err := Parse(text, true, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := g.String(); got != text {
		t.Errorf("got\n%s", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("graph(%x : Tensor):\n  %1 : int = prim::Constant[value=1]()\n  %2 : Tensor = aten::add(%x, %x, %1)\n  return (%2)\n")
	f.Add("graph(%x : Float(2, *, strides=[1, 1], requires_grad=0, device=cpu)):\n  return (%x)\n")
	f.Add("graph(%x : Float(*)):\n  return (%x)\n")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Parse(text, true, nil, nil)
		if err != nil {
			return
		}
		if _, err := Parse(g.String(), true, nil, nil); err != nil {
			t.Errorf("%q prints as %q: %v", text, g.String(), err)
		}
	})
}
