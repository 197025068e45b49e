package jit

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// Fold runs an operator on constants while compiling.
func (h *runtime) Fold(n *ir.Node, args []ir.Constant) ([]ir.Constant, bool) {
	th := h.th
	if n.Kind == "prim::ListConstruct" {
		return []ir.Constant{{V: args}}, true
	}
	if n.Kind == "prim::DictConstruct" {
		var d ir.DictConst
		for i := 0; i+1 < len(args); i += 2 {
			d.Keys, d.Values = append(d.Keys, args[i]), append(d.Values, args[i+1])
		}
		return []ir.Constant{{V: d}}, true
	}
	if n.Kind == "prim::TupleConstruct" {
		if n.Outputs[0].Type.Name != "" {
			return nil, false
		}
		return []ir.Constant{{V: ir.TupleConst(args)}}, true
	}
	if n.Kind == "prim::TupleIndex" || n.Kind == "prim::TupleUnpack" {
		t, ok := args[0].V.(ir.TupleConst)
		if !ok {
			return nil, false
		}
		if n.Kind == "prim::TupleUnpack" {
			return t, len(t) == len(n.Outputs)
		}
		i, ok := args[1].V.(int64)
		if i < 0 {
			i += int64(len(t))
		}
		if !ok || i < 0 || i >= int64(len(t)) {
			return nil, false
		}
		return []ir.Constant{t[i]}, true
	}
	if k, ok := exec.NumberOperand(n); ok {
		args = slices.Clone(args)
		args[1] = k
	}
	vals := make([]Value, len(args))
	for i, c := range args {
		if f, ok := c.V.(*ir.FunctionConst); ok && f != nil {
			return nil, false
		}
		v, err := exec.ConstantValue(th, h, c)
		if err != nil {
			return nil, false
		}
		vals[i] = v
	}
	f := exec.OperatorOf(n, h)
	if f == nil {
		return nil, false
	}
	out, err := f(th, vals)
	if err != nil {
		return nil, false
	}
	if len(n.Outputs) != 1 {
		t, ok := object.AsTuple(out)
		if !ok || len(t.Items) != len(n.Outputs) {
			return nil, false
		}
		list := make([]ir.Constant, len(t.Items))
		for i, v := range t.Items {
			if list[i], ok = foldedConstant(th, v); !ok {
				return nil, false
			}
		}
		return list, true
	}
	c, ok := foldedConstant(th, out)
	return []ir.Constant{c}, ok
}

// foldedConstant is a result as a constant: tensors remember that an operator gave them.
func foldedConstant(th *object.Thread, v Value) (ir.Constant, bool) {
	c, ok := constantOf(th, v)
	if t, isTensor := c.V.(tensorConst); isTensor {
		t.folded = true
		c.V = t
	}
	return c, ok
}

// Text is a tensor or a member of an enum as scripts print it.
func (h *runtime) Text(th *object.Thread, v Value) (string, bool) {
	if isEnum(th, v.Type()) {
		return "Enum<" + v.Type().Name + "." + attrText(th, v, "name") + ">", true
	}
	t, ok := torch.Unwrap(v)
	if !ok {
		return "", false
	}
	return cppText(t), true
}

// tensorConst is a tensor as a constant of a graph.
type tensorConst struct {
	t      *tensor.Tensor
	folded bool // an operator on constants gave it, and not the function
}

// ConstantType is the tensor's type with its shape.
func (c tensorConst) ConstantType() *ir.Type { return tensorType(c.t) }

// ConstantText is the tensor as graphs show it.
func (c tensorConst) ConstantText() string {
	n := c.t.Numel()
	if n == 1 {
		return fmt.Sprintf("{%s}", scalarText(c.t))
	}
	if n > 10 {
		return "<Tensor>"
	}
	return strings.ReplaceAll(cppText(c.t), "\n", " ")
}

// ConstantEqual says whether two tensors are equal in dtype, sizes and elements.
func (c tensorConst) ConstantEqual(o ir.TensorConst) bool {
	d, ok := o.(tensorConst)
	if !ok {
		return false
	}
	if c.t == d.t {
		return true
	}
	if c.t.DType() != d.t.DType() || fmt.Sprint(c.t.Sizes()) != fmt.Sprint(d.t.Sizes()) {
		return false
	}
	return cppText(c.t) == cppText(d.t) && c.t.Numel() <= 10
}

// ConstantNumber is the element of a tensor without dimensions that the function had from the start. Booleans are no numbers.
func (c tensorConst) ConstantNumber() (ir.Constant, bool) {
	if c.folded || len(c.t.Sizes()) > 0 || c.t.IsMeta() {
		return ir.Constant{}, false
	}
	switch v := c.t.Item().(type) {
	case int64, float64, complex128:
		return ir.Constant{V: v}, true
	}
	return ir.Constant{}, false
}

// scalarText is the element of a tensor as C++ streams write it: with six digits.
func scalarText(t *tensor.Tensor) string {
	switch v := t.Item().(type) {
	case float64:
		return streamText(v)
	case complex128:
		return "(" + streamText(real(v)) + "," + streamText(imag(v)) + ")"
	case bool:
		if v {
			return "1"
		}
		return "0"
	default:
		return fmt.Sprint(v)
	}
}

func streamText(v float64) string {
	if math.IsNaN(v) {
		return "nan"
	}
	return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(v, 'g', 6, 64)), "+")
}

// tensorType is the type of a tensor with its shape.
func tensorType(t *tensor.Tensor) *ir.Type {
	grad := t.NeedsGrad()
	s := &ir.Shape{ScalarType: t.DType().ScalarName(), Ranked: true, RequiresGrad: &grad, Device: t.Device().String()}
	for _, n := range t.Sizes() {
		s.Sizes = append(s.Sizes, int64(n))
	}
	for _, n := range t.Strides() {
		s.Strides = append(s.Strides, int64(n))
	}
	return &ir.Type{Kind: ir.TensorKind, Shape: s}
}
