package variables

import (
	"slices"

	"github.com/magneto-go/magneto/ops"
)

// Some operators are composed of others in PyTorch, one of which asks for data: its name and what it asks for.
var askData = map[string]struct{ operator, kind string }{
	"cov":                             {"aten.equal.default", asksNumber},
	"corrcoef":                        {"aten.equal.default", asksNumber},
	"linalg_lstsq":                    {"aten.linalg_lstsq.default", asksSize},
	"nn.functional.ctc_loss":          {"aten._ctc_loss.Tensor", asksSize},
	"nn.functional.gaussian_nll_loss": {"Eq(u0, 1)", asksCondition},
}

// What is asked for.
const (
	asksNumber    = "number"
	asksSize      = "size"
	asksCondition = "condition"
)

// asksForData is the graph break of an operator that asks for data, nil for others, and where the variance that is asked for is a number.
func (t *Trace) asksForData(op *ops.Op, args []Tracker, kwargs []KW) error {
	a, ok := askData[op.Name]
	switch {
	case !ok:
		return nil
	case a.kind == asksCondition && !t.variesBy(args, kwargs):
		return nil
	case a.kind == asksNumber:
		return dataDependentOperator(a.operator, "Consider wrapping the operator into a PyTorch-understood custom operator (see https://pytorch.org/tutorials/advanced/custom_ops_landing_page.html)")
	case a.kind == asksCondition:
		return Unsupportedf("Could not guard on data-dependent expression", a.operator, "Could not guard on data-dependent expression %s (unhinted: %s).  (Size-like symbols: none)", a.operator, a.operator)
	case t.Config.CaptureDynamicOutputs || t.Config.OneGraph:
		return nil
	}
	return dynamicShape(a.operator)
}

// variesBy tells whether the argument var, the third, is a tensor.
func (t *Trace) variesBy(args []Tracker, kwargs []KW) bool {
	if len(args) > 2 {
		_, tensor := t.Peek(args[2]).(*Tensor)
		return tensor
	}
	return slices.ContainsFunc(kwargs, func(kw KW) bool {
		_, tensor := t.Peek(kw.Value).(*Tensor)
		return tensor && kw.Name == "var"
	})
}
