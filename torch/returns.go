package torch

import (
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// returnTypes are the named tuples of torch.return_types by name.
var returnTypes = namedTypes{types: map[string]*object.Type{}}

// NamedResult is the named tuple of an operator with several named results; it keeps items.
func NamedResult(op *ops.Op, items []Value) Value {
	var names []string
	for _, r := range op.Schema().Returns {
		names = append(names, r.Name)
	}
	name := op.Name
	if op.Variant == ops.Out {
		name += "_out"
	}
	return object.NewTupleOf(returnType(name, names), items...)
}

func returnType(name string, fields []string) *object.Type {
	return returnTypes.get(name, func() *object.Type { return newReturnType(name, fields) })
}

func newReturnType(name string, fields []string) *object.Type {
	getset := make([]object.GetsetDef, len(fields))
	values := make([]Value, len(fields))
	for i, f := range fields {
		getset[i] = object.GetsetDef{Name: f, Get: func(th *object.Thread, self Value) (Value, error) {
			t, _ := object.AsTuple(self)
			return t.Items[i], nil
		}}
		values[i] = object.NewStr(f)
	}
	spec := object.Spec{Getset: getset, Attrs: map[string]Value{
		"n_fields": object.Int(int64(len(fields))), "n_sequence_fields": object.Int(int64(len(fields))),
		"n_unnamed_fields": object.Int(0), "__match_args__": object.NewTuple(values...).Ref(),
	}}
	spec.Repr = func(th *object.Thread, self Value) (Value, error) {
		t, _ := object.AsTuple(self)
		parts := make([]string, len(fields))
		for i, f := range fields {
			text, err := object.Repr(th, t.Items[i])
			if err != nil {
				return object.Null, err
			}
			parts[i] = f + "=" + text
		}
		return object.NewStr("torch.return_types." + name + "(\n" + strings.Join(parts, ",\n") + ")"), nil
	}
	spec.New = func(th *object.Thread, cls *object.Type, args, kwNames []Value) (Value, error) {
		if len(args) == 2 {
			return object.Null, object.TypeErrorf("torch.return_types.%s() takes a dict as second arg, if any", name)
		}
		if len(args) != 1 {
			return object.Null, object.TypeErrorf("structseq() expects one sequence")
		}
		items, err := object.ToSlice(th, args[0])
		if err != nil {
			return object.Null, err
		}
		return object.NewTupleOf(cls, items...), nil
	}
	return object.NewType(name, "torch.return_types", object.TupleType, spec)
}

func buildReturnTypes(th *object.Thread) *object.Module {
	m := object.NewModule("torch.return_types")
	m.Lazy = func(th *object.Thread, name *object.Str) (Value, error) {
		for _, op := range ops.Table() {
			if r := op.Schema().Returns; op.Name == strings.TrimSuffix(name.S, "_out") && len(r) > 1 && r[0].Name != "" {
				var fields []string
				for _, x := range r {
					fields = append(fields, x.Name)
				}
				return returnType(name.S, fields).Ref(), nil
			}
		}
		if fields := pythonReturns[name.S]; fields != nil {
			return returnType(name.S, fields).Ref(), nil
		}
		return object.Null, nil
	}
	return m
}

// pythonReturns are the results of functions that are written in Python: the names of their parts.
var pythonReturns = map[string][]string{
	"histogram": {"hist", "bin_edges"}, "histogramdd": {"hist", "bin_edges"}, "lu_unpack": {"P", "L", "U"}, "linalg_lu_factor": {"LU", "pivots"},
	"linalg_lu_factor_ex": {"LU", "pivots", "info"}, "linalg_inv_ex": {"inverse", "info"}, "linalg_solve_ex": {"result", "info"},
}
