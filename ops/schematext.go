package ops

import (
	"regexp"
	"strings"
)

// SchemaText is the text form of the schema, as torch.ops.aten.add_.Tensor._schema prints it: as it was declared, with the parameters and results that the variants in place and with out= have otherwise.
func (op *Op) SchemaText() string {
	text := op.e.S
	arrow := strings.LastIndex(text, "->")
	head, results := strings.TrimSpace(text[:arrow]), strings.TrimSpace(text[arrow+2:])
	name, params, _ := strings.Cut(strings.TrimSuffix(head, ")"), "(")
	switch {
	case op.Variant == InPlace:
		name, params, results = op.String(), writesFirst(params), "Tensor(a!)"
		if strings.HasPrefix(params, "Tensor(a!)[]") {
			results = "()"
		}
	case op.Variant == Out:
		schema := op.Schema()
		name = op.String()
		results = aliased(schema.Returns)
		params = factoryParams.ReplaceAllString(params, "")
		outs := schema.Params[len(schema.Params)-len(schema.Returns):]
		if !strings.Contains(params, ", *") {
			params += ", *"
		}
		for _, p := range outs {
			params += ", Tensor(" + p.Alias + ") " + p.Name
		}
	case strings.HasSuffix(results, "Tensor(a)[]") && !strings.Contains(name, "::"): // each result is a view; scripts say what they mean themselves
		params = strings.Replace(params, "Tensor(a) ", "Tensor(a -> *) ", 1)
	}
	if op.stands != nil {
		name = op.String()
	}
	return listDefaults.ReplaceAllStringFunc(name+"("+params+") -> "+results, func(list string) string { return strings.ReplaceAll(list, ",", ", ") })
}

// factoryParams are the parameters that functions which make tensors have, and not those that write into one.
var factoryParams = regexp.MustCompile(`, ScalarType\? dtype=\w+, Layout\? layout=None, Device\? device=None, bool\? pin_memory=None`)

// listDefaults are defaults that are lists, which schemas print with blanks.
var listDefaults = regexp.MustCompile(`=\[-?[0-9]+(,-?[0-9]+)+\]`)

// writesFirst marks the first parameter as written to.
func writesFirst(params string) string {
	kind, rest, _ := strings.Cut(params, " ")
	return strings.Replace(strings.Replace(kind, "(a)", "", 1), "Tensor", "Tensor(a!)", 1) + " " + rest
}

// aliased is the text of results that are parameters.
func aliased(returns []Return) string {
	texts := make([]string, len(returns))
	for i, r := range returns {
		texts[i] = strings.TrimSuffix("Tensor("+r.Alias+") "+r.Name, " ")
	}
	if len(texts) == 1 {
		return texts[0]
	}
	return "(" + strings.Join(texts, ", ") + ")"
}
