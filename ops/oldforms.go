package ops

import (
	"slices"
	"strings"
)

// factorsLast turns a call of a deprecated form, with its factors before the tensors that they scale as Lua Torch had them,
// into one with keyword arguments: add(x, alpha, y), addcmul(x, value, a, b), addmm(beta, x, alpha, a, b).
func (p *Packet) factorsLast(args []Value, kwargs []KW) ([]Value, []KW, bool) {
	name := strings.TrimSuffix(p.Name, "_")
	switch name {
	case "add", "sub":
		if len(args) == 3 && isNumber(args[1]) && (isNumber(args[2]) || isTensor(args[2])) {
			return []Value{args[0], args[2]}, append(slices.Clone(kwargs), KW{"alpha", args[1]}), true
		}
	case "addcmul", "addcdiv":
		if len(args) == 4 && tensorsBut(args, 1) {
			return slices.Delete(slices.Clone(args), 1, 2), append(slices.Clone(kwargs), KW{"value", args[1]}), true
		}
	case "addmm", "addbmm", "addmv", "addr", "baddbmm":
		beta := pick(p.IsMethod, 1, 0)
		switch {
		case len(args) == 4 && tensorsBut(args, beta):
			return slices.Delete(slices.Clone(args), beta, beta+1), append(slices.Clone(kwargs), KW{"beta", args[beta]}), true
		case len(args) == 5 && tensorsBut(args, beta, 2):
			list := []Value{args[1-beta], args[3], args[4]}
			return list, append(slices.Clone(kwargs), KW{"beta", args[beta]}, KW{"alpha", args[2]}), true
		}
	}
	return nil, nil, false
}

// OldForm is the warning that a call of a deprecated form is worth; "" for others.
func (p *Packet) OldForm(args []Value, kwargs []KW) string {
	if len(args) < 3 || !isNumber(args[0]) && !isNumber(args[1]) {
		return ""
	}
	_, factors, ok := p.factorsLast(args, kwargs)
	if !ok {
		return ""
	}
	factors = factors[len(kwargs):]
	var parts []string
	for i := range p.Ops[0].Schema().Params {
		q := &p.Ops[0].Schema().Params[i]
		if q.KwOnly {
			break
		}
		if len(factors) > 0 && (i == 1 || i == 0 && factors[0].Name == "beta") {
			parts, factors = append(parts, "Number "+factors[0].Name), factors[1:]
		}
		if i > 0 || !p.IsMethod {
			parts = append(parts, "Tensor "+p.paramName(q))
		}
	}
	if !p.IsMethod {
		parts = append(parts, "*", "Tensor out = None")
	}
	text := "This overload of " + p.Name + " is deprecated:\n\t" + p.Name + "(" + strings.Join(parts, ", ") + ")\nConsider using one of the following signatures instead:"
	for _, op := range p.Ops {
		if op.Schema().Params[1].Type.Base == "Tensor" {
			text += "\n\t" + p.Name + p.Signature(op)
		}
	}
	return text
}

// tensorsBut says whether the arguments are tensors except at the given places, which hold numbers.
func tensorsBut(args []Value, places ...int) bool {
	for i, v := range args {
		if factor := slices.Contains(places, i); factor && !isNumber(v) || !factor && !isTensor(v) {
			return false
		}
	}
	return true
}
