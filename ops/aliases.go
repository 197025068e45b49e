package ops

import (
	"slices"
	"strings"
)

// aliases are further names of operators in torch, its submodules, and on tensors.
var aliases = []alias{
	{"concat", "cat"}, {"concatenate", "cat"}, {"row_stack", "vstack"}, {"moveaxis", "movedim"}, {"swapdims", "swapaxes"},
	{"absolute", "abs"}, {"negative", "neg"}, {"fix", "trunc"}, {"subtract", "sub"}, {"multiply", "mul"}, {"divide", "div"},
	{"true_divide", "div"}, {"greater", "gt"}, {"greater_equal", "ge"}, {"less", "lt"}, {"less_equal", "le"}, {"not_equal", "ne"},
	{"arccos", "acos"}, {"arcsin", "asin"}, {"arctan", "atan"}, {"arctan2", "atan2"}, {"arcsinh", "asinh"}, {"arccosh", "acosh"}, {"arctanh", "atanh"},
	{"clip", "clamp"}, {"ger", "outer"}, {"trapz", "trapezoid"}, {"special.expit", "sigmoid"}, {"special.exp2", "exp2"}, {"special.expm1", "expm1"},
	{"special.erf", "erf"}, {"special.erfc", "erfc"}, {"special.erfinv", "erfinv"}, {"special.gammaln", "lgamma"}, {"special.digamma", "digamma"},
	{"special.psi", "digamma"}, {"special.log1p", "log1p"}, {"special.logit", "logit"}, {"special.logsumexp", "logsumexp"}, {"special.i0", "i0"},
	{"special.sinc", "sinc"}, {"special.xlogy", "xlogy"}, {"special.round", "round"}, {"special.polygamma", "polygamma"},
	{"special.gammainc", "igamma"}, {"special.gammaincc", "igammac"}, {"special.multigammaln", "mvlgamma"}, {"special.softmax", "softmax"}, {"special.log_softmax", "log_softmax"},
	{"swapaxes_", "transpose_"}, {"swapdims_", "transpose_"},
	{"linalg.vecdot", "linalg.vecdot"}, {"linalg.diagonal", "diagonal"},
}

// Aliased is the operator that aten has a further name for, the name itself if it is none.
func Aliased(name string) string {
	root, inPlace := strings.CutSuffix(name, "_")
	for _, a := range aliases {
		switch strings.ReplaceAll(a.name, ".", "_") {
		case name:
			return a.of
		case root:
			if inPlace {
				return a.of + "_"
			}
		}
	}
	return name
}

// furtherOverloads are overloads of further names that are called otherwise than those of the operator.
var furtherOverloads = map[string]string{
	"special_xlogy.Tensor": "", "special_xlogy.Scalar_Self": "self_scalar", "special_xlogy.Scalar_Other": "other_scalar", "special_xlogy.OutTensor": "out",
	"special_xlogy.OutScalar_Self": "self_scalar_out", "special_xlogy.OutScalar_Other": "other_scalar_out", "swapaxes_.int": "", "swapdims_.int": "",
}

// nameFurther makes operators of the further names of aten, which graphs that show composite operators have; elsewhere they are those that they stand for.
func (r *registry) nameFurther() {
	named := map[string][]*Op{}
	for _, op := range r.ops {
		named[op.Name] = append(named[op.Name], op)
	}
	r.further = map[string][]*Op{}
	for _, a := range aliases {
		name, of := strings.ReplaceAll(a.name, ".", "_"), strings.ReplaceAll(a.of, ".", "_")
		if len(named[name]) > 0 || name == of {
			continue
		}
		for _, suffix := range []string{"", "_"} {
			for _, op := range named[of+suffix] {
				further := &Op{Name: name + suffix, Overload: op.Overload, Functional: op.Functional, Variant: op.Variant, e: op.e, out: op.out, stands: op}
				if overload, ok := furtherOverloads[further.String()]; ok {
					further.Overload = overload
				}
				further.readSchema()
				r.further[further.Name] = append(r.further[further.Name], further)
			}
		}
	}
}

// Further are the overloads of a further name of an operator, nil for others.
func Further(name string) []*Op { return reg().further[name] }

// CallNamed is Call of an operator that a packet was bound to, by the packet's own name where somebody sees composite operators.
func (ctx *Context) CallNamed(p *Packet, op *Op, args []Value) ([]Value, error) {
	if ctx.recordsWhole() {
		for _, f := range reg().further[p.Name] {
			if f.stands == op {
				op = f
			}
		}
	}
	return ctx.Call(op, args)
}

// calledFurther is an operator that was called by a further name.
func (ctx *Context) calledFurther(op *Op, args []Value) []Value {
	l := ctx.wholeRecorder(op)
	if l == nil {
		return ctx.route(op.stands, args)
	}
	given := slices.Clone(args)
	ctx.depth--
	outs := ctx.dispatch(op.stands, l.below(ctx, op, args))
	ctx.depth++
	l.r.Record(op, given, outs)
	return outs
}
