package variables

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// What bodies of higher-order operators must return: steps give back what they carry, conditions give one truth, branches give the same structure.

// leavesOf lists what nested containers hold, constants too.
func (t *Trace) leavesOf(th *object.Thread, x Tracker) ([]Tracker, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return nil, err
	}
	c, ok := x.(*Container)
	if !ok {
		return []Tracker{x}, nil
	}
	var out []Tracker
	add := func(e Tracker) error {
		leaves, err := t.leavesOf(th, e)
		out = append(out, leaves...)
		return err
	}
	if d, ok := object.AsDict(c.V); ok {
		return out, d.Each(th, func(th *object.Thread, _, v object.Value) error { return add(t.FromValue(v)) })
	}
	for _, e := range t.Items(th, c) {
		if err := add(e); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// sameMetadata refuses leaves that differ from others in number, kind, shape, element type, strides or, where that is asked for, memory format; what names both.
func (t *Trace) sameMetadata(th *object.Thread, operator, what string, lhs, rhs []Tracker, format bool) error {
	refuse := func(text string) error {
		return &HigherOrderError{operator, &Unsupported{Title: text, Unprefixed: true}}
	}
	if len(lhs) != len(rhs) {
		return refuse(fmt.Sprintf("Expected %s to have same number of outputs but got lhs:[%s] and rhs:[%s]", what, t.leafTexts(th, lhs), t.leafTexts(th, rhs)))
	}
	var lines []string
	for i := range lhs {
		if how := t.differ(th, lhs[i], rhs[i], format); how != "" {
			lines = append(lines, fmt.Sprintf("pair[%d] differ in %s, where lhs is %s and rhs is %s", i, how, t.leafText(th, lhs[i]), t.leafText(th, rhs[i])))
		}
	}
	if lines == nil {
		return nil
	}
	return refuse("Expected " + what + " to have same metadata but found:\n" + strings.Join(lines, "\n"))
}

// differ tells how two leaves differ; "" if they do not.
func (t *Trace) differ(th *object.Thread, a, b Tracker, format bool) string {
	x, okX := a.(*Tensor)
	y, okY := b.(*Tensor)
	if !okX || !okY {
		if okX == okY {
			return ""
		}
		return fmt.Sprintf("type: %s vs %s", t.leafText(th, a), t.leafText(th, b))
	}
	var parts []string
	if !sameSizes(x.Fake.Sizes, y.Fake.Sizes) {
		parts = append(parts, fmt.Sprintf("'shape: torch.Size(%s) vs torch.Size(%s)'", ops.SizesText(x.Fake), ops.SizesText(y.Fake)))
	}
	if x.Fake.DType != y.Fake.DType {
		parts = append(parts, fmt.Sprintf("'dtype: %v vs %v'", x.Fake.DType, y.Fake.DType))
	}
	if !sameSizes(x.Fake.Strides, y.Fake.Strides) {
		parts = append(parts, fmt.Sprintf("'stride: %s vs %s'", tupleOfNumbers(x.Fake.Strides), tupleOfNumbers(y.Fake.Strides)))
	}
	if a, b := formatOf(x.Fake), formatOf(y.Fake); format && a != b {
		parts = append(parts, fmt.Sprintf("'memory_format: %s vs %s'", a, b))
	}
	return strings.Join(parts, ", ")
}

// tupleOfNumbers is a tuple of numbers as Python writes it.
func tupleOfNumbers(list []symbolic.Int) string {
	parts := make([]string, len(list))
	for i, n := range list {
		parts[i] = n.String()
	}
	if len(parts) == 1 {
		return "(" + parts[0] + ",)"
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// formatOf is the memory format that the strides of a tensor show, None for none.
func formatOf(f *ops.Fake) string {
	step := symbolic.IntOf(1)
	for d := len(f.Sizes) - 1; d >= 0; d-- {
		if size, known := f.Sizes[d].Const(); known && size == 1 {
			continue
		}
		if f.Strides[d].String() != step.String() {
			return "None"
		}
		step = step.Mul(f.Sizes[d])
	}
	return "torch.contiguous_format"
}

// sameSizes tells whether sizes are the same as far as tracing knows; symbols without a value may be.
func sameSizes(a, b []symbolic.Int) bool {
	return slices.EqualFunc(a, b, func(x, y symbolic.Int) bool {
		m, okX := x.Const()
		n, okY := y.Const()
		return !okX || !okY || m == n
	})
}

func (t *Trace) leafTexts(th *object.Thread, leaves []Tracker) string {
	texts := make([]string, len(leaves))
	for i, x := range leaves {
		texts[i] = t.leafText(th, x)
	}
	return strings.Join(texts, ", ")
}

// leafText is a leaf as PyTorch shows what stands for it while tracing.
func (t *Trace) leafText(th *object.Thread, x Tracker) string {
	switch x := x.(type) {
	case *Tensor:
		return t.fakeTensorText(th, &ops.Fake{DType: x.Fake.DType, Sizes: x.Fake.Sizes})
	case *Constant:
		return guards.ReprOf(th, x.V)
	case *SymInt:
		return x.Expr.String()
	}
	return t.Describe(th, x, false)
}

// loopCondition looks at what the condition of a loop gives: a truth that is known, or nothing where the loop needs a tensor's.
func (t *Trace) loopCondition(th *object.Thread, operator string, b *Body) (known, holds bool, err error) {
	refuse := func(title, context, explanation string) error {
		return &HigherOrderError{operator, &Unsupported{Title: title, Context: context, Explanation: explanation}}
	}
	switch x := t.Peek(b.value).(type) {
	case *Constant:
		yes, err := object.IsTrue(th, x.V)
		if err != nil || !yes {
			return true, false, err
		}
		text := guards.ReprOf(th, x.V)
		return true, true, refuse("torch.while_loop: infinite loop detected", "ConstantVariable("+x.V.Type().ShortName()+": "+text+")",
			"Infinite loop detected because while_loop's cond_fn always returns the same value "+text+".")
	case *Tensor:
		if len(x.Fake.Sizes) != 0 || x.Fake.DType != tensor.Bool {
			return false, false, refuse("torch.while_loop: unsupported cond_fn return type", "TensorVariable()",
				fmt.Sprintf("Expected cond_fn to return a scalar tensor or a bool but got torch.Size(%s).", ops.SizesText(x.Fake)))
		}
	}
	return false, false, nil
}

// carryAndOut are the two things that a step of a scan gives.
func (t *Trace) carryAndOut(th *object.Thread, step Tracker) ([]Tracker, error) {
	parts, err := t.Unpack(th, step)
	if err != nil || len(parts) == 2 {
		return parts, err
	}
	kinds := make([]string, len(parts))
	for i, x := range parts {
		kinds[i] = t.Describe(th, x, false)
	}
	text := "[" + strings.Join(kinds, ", ") + "]"
	return nil, &Unsupported{Title: "torch.scan: improper combine_fn number of returns", Context: text, Explanation: "Expect combine_fn to return a tuple (next_carry, y) but got " + text + "."}
}

// onlyTensors refuses outputs of a step that are no tensors; None may be among them.
func (t *Trace) onlyTensors(th *object.Thread, out Tracker) error {
	leaves, err := t.leavesOf(th, out)
	if err != nil {
		return err
	}
	for _, x := range leaves {
		if c, ok := x.(*Constant); ok && !c.V.IsNone() {
			exc := object.NewException(object.AssertionError, "Expected leaf to be a Tensor or None, got "+guards.ReprOf(th, c.V.Type().Ref()))
			t.FakeErrors = append(t.FakeErrors, exc)
			return exc
		}
	}
	return nil
}

// sameStructure tells whether two results are nested in the same way, as far as both are containers.
func (t *Trace) sameStructure(th *object.Thread, x, y Tracker) bool {
	a, okA := t.Peek(x).(*Container)
	b, okB := t.Peek(y).(*Container)
	if !okA || !okB {
		return okA == okB
	}
	if t.TypeOf(a) != t.TypeOf(b) {
		return false
	}
	d, isDict := object.AsDict(a.V)
	if e, ok := object.AsDict(b.V); ok && isDict {
		same := d.Len() == e.Len()
		_ = d.Each(th, func(th *object.Thread, k, v object.Value) error {
			w, found, err := e.Get(th, k)
			same = same && err == nil && found && t.sameStructure(th, t.FromValue(v), t.FromValue(w))
			return nil
		})
		return same
	}
	items, others := t.Items(th, a), t.Items(th, b)
	if len(items) != len(others) {
		return false
	}
	for i, e := range items {
		if !t.sameStructure(th, e, others[i]) {
			return false
		}
	}
	return true
}
