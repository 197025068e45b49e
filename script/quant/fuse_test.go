package quant

import (
	"strings"
	"testing"

	"github.com/magneto-go/magneto/script/ir"
)

// TestFuse tells which operators are left of graphs after they are fused, in their order.
func TestFuse(t *testing.T) {
	const quantized = "  %xd : Tensor = aten::dequantize(%x)\n"
	for _, c := range []struct {
		name, inputs, body, want string
		dynamic                  bool
	}{
		{"relu becomes one with the sum before it", "%x, %y, %s, %z, %t",
			quantized + `  %yd : Tensor = aten::dequantize(%y)
  %one : int = prim::Constant[value=1]()
  %a : Tensor = aten::add(%xd, %yd, %one)
  %r : Tensor = aten::relu(%a)
  %q : Tensor = aten::quantize_per_tensor(%r, %s, %z, %t)
`, "quantized::add_relu", false},
		{"a sum with a factor stays", "%x, %y, %s, %z, %t",
			quantized + `  %yd : Tensor = aten::dequantize(%y)
  %two : int = prim::Constant[value=2]()
  %a : Tensor = aten::add(%xd, %yd, %two)
  %q : Tensor = aten::quantize_per_tensor(%a, %s, %z, %t)
`, "aten::dequantize aten::dequantize prim::Constant aten::add aten::quantize_per_tensor", false},
		{"a function of known scale needs no other operator", "%x, %s, %z, %t",
			quantized + `  %a : Tensor = aten::sigmoid(%xd)
  %q : Tensor = aten::quantize_per_tensor(%a, %s, %z, %t)
`, "aten::sigmoid", false},
		{"alpha stands behind scale and zero point", "%x, %alpha, %s, %z, %t",
			quantized + `  %a : Tensor = aten::celu(%xd, %alpha)
  %q : Tensor = aten::quantize_per_tensor(%a, %s, %z, %t)
`, "quantized::celu", false},
		{"what is read elsewhere stays", "%x, %s, %z, %t",
			quantized + `  %a : Tensor = aten::hardswish(%xd)
  %b : Tensor = aten::relu(%a)
  %q0 : Tensor = aten::quantize_per_tensor(%a, %s, %z, %t)
  %q : Tensor = aten::mul(%q0, %b)
`, "aten::dequantize aten::hardswish aten::relu aten::quantize_per_tensor aten::mul", false},
		{"a weight of half precision", "%x, %w, %b",
			`  %s : Tensor = aten::_saturate_weight_to_fp16(%w)
  %q : Tensor = aten::linear(%x, %s, %b)
`, "quantized::linear_prepack_fp16 quantized::linear_dynamic_fp16", true},
	} {
		g, err := ir.Parse("graph("+c.inputs+"):\n"+c.body+"  return (%q)\n", false, nil, nil)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		Fuse(g, c.dynamic)
		var left []string
		g.Block.Walk(func(n *ir.Node) { left = append(left, n.Kind) })
		if got := strings.Join(left, " "); got != c.want {
			t.Errorf("%s: %s are left, not %s", c.name, got, c.want)
		}
	}
}
