package torch

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// What scripts ask of the overloads of torch.ops beside calling them: their tags, whether they are made of others, and for which
// dispatch keys there are kernels.

// tagsText lists the tags of PyTorch's operators.
//
//go:embed optags.txt
var tagsText string

// operatorTags maps operators ("add", or "add.Tensor" for one overload) to the tags that they have beside those that follow from their names.
var operatorTags = sync.OnceValue(func() map[string][]string {
	tags, tag := map[string][]string{}, ""
	for line := range strings.Lines(tagsText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		if name, head := strings.CutSuffix(strings.TrimSpace(line), ":"); head {
			tag = name
			continue
		}
		for name := range strings.FieldsSeq(line) {
			tags[name] = append(tags[name], tag)
		}
	}
	return tags
})

// tagNames are the tags of an operator of aten, in their order.
func tagNames(o *Overload) []string {
	names := slices.Concat(operatorTags()[o.Name], operatorTags()[o.Name+"."+overloadName(o.Op)], []string{"pt2_compliant_tag"})
	switch o.Op.Variant {
	case ops.InPlace:
		names = append(names, "inplace")
	case ops.Out:
		names = append(names, "out")
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// tagList is the list of the tags of an overload: those that a script has given, or what is known of aten.
func tagList(th *object.Thread, v Value) (Value, error) {
	o := overloadOf(th, v)
	known := objectsOf.Of(th).tags
	if tags, ok := known[o.Op]; ok {
		return tags, nil
	}
	list := object.NewList()
	if o.Namespace == "aten" {
		tags, err := pythonAttribute(th, "torch._c_names", "Tag")
		if err != nil {
			return object.Null, err
		}
		for _, name := range tagNames(o) {
			tag, err := object.GetAttr(th, tags, name)
			if err != nil {
				return object.Null, err
			}
			list.Items = append(list.Items, tag)
		}
	}
	known[o.Op] = list.Ref()
	return list.Ref(), nil
}

// compositeOverload says whether PyTorch has no kernels of an operator, since it is made of others for every key.
func compositeOverload(op *ops.Op) bool {
	return op.IsComposite() && !op.IsWhole() && op.Variant == ops.Plain
}

// hasKernel says for one of the keys by which kernels are registered whether PyTorch has one of the operator.
func hasKernel(op *ops.Op, key string) bool {
	switch key {
	case "CompositeImplicitAutograd":
		return compositeOverload(op)
	case "CPU":
		return !compositeOverload(op) && !op.IsView() && op.Name != "clone" && op.Name != "detach"
	case "CompositeExplicitAutograd":
		return !compositeOverload(op) && (op.IsView() || op.Name == "clone" || op.Name == "detach")
	case "Meta":
		return !compositeOverload(op)
	case "AutogradCPU":
		return !compositeOverload(op)
	}
	return false
}

// nameOfKey is the name of a torch._C.DispatchKey, or the text itself.
func nameOfKey(th *object.Thread, v Value) (string, error) {
	if text, ok := object.Text(v); ok {
		return text, nil
	}
	name, err := object.GetAttr(th, v, "name")
	if err != nil {
		return "", object.TypeErrorf("a dispatch key is expected, not %s", v.Type().Name)
	}
	text, _ := object.Text(name)
	return text, nil
}

// ofView says whether the schema lets results share memory with an argument and writes to none: so is a view seen from Python, composites among them.
func ofView(op *ops.Op) bool {
	read := false
	for _, p := range op.Schema().Params {
		if strings.HasSuffix(p.Alias, "!") {
			return false
		}
		read = read || p.Alias != ""
	}
	return read
}

// overloadParts are methods and attributes of overloads.
func overloadParts(spec *object.Spec) {
	of := overloadOf
	attribute := func(name string, f func(th *object.Thread, v Value) (Value, error)) object.GetsetDef {
		return object.GetsetDef{Name: name, Get: f}
	}
	spec.Getset = append(spec.Getset,
		attribute("tags", tagList), attribute("_tags", tagList),
		getter("is_view", func(th *object.Thread, v Value) Value { return object.Bool(ofView(of(th, v).Op)) }),
		getter("_opname", func(th *object.Thread, v Value) Value { return object.NewStr(of(th, v).Name) }),
		getter("_op", func(th *object.Thread, v Value) Value { return v }),
		getter("_defined_in_python", func(th *object.Thread, v Value) Value { return object.Bool(of(th, v).Namespace != "aten") }),
		attribute("_nondeterministic_seeded", func(th *object.Thread, v Value) (Value, error) {
			return object.Bool(slices.Contains(tagNames(of(th, v)), "nondeterministic_seeded")), nil
		}))
	spec.Methods = append(spec.Methods,
		object.Method{Name: "has_kernel_for_dispatch_key", OneArg: func(th *object.Thread, v, key Value) (Value, error) {
			name, err := nameOfKey(th, key)
			return object.Bool(hasKernel(of(th, v).Op, name)), err
		}},
		object.Method{Name: "has_kernel_for_any_dispatch_key", OneArg: func(th *object.Thread, v, keys Value) (Value, error) {
			items, err := object.ToSlice(th, keys)
			if err != nil {
				return object.Null, err
			}
			for _, key := range items {
				if name, err := nameOfKey(th, key); err != nil || hasKernel(of(th, v).Op, name) {
					return object.Bool(err == nil), err
				}
			}
			return object.False, nil
		}},
		object.Method{Name: "decompose", Fn: func(th *object.Thread, args, kwNames []Value) (Value, error) {
			if !compositeOverload(of(th, args[0]).Op) {
				return object.NotImplemented, nil
			}
			return object.CallArgs(th, args[0], args[1:], kwNames)
		}},
		object.Method{Name: "redispatch", Fn: func(th *object.Thread, args, kwNames []Value) (Value, error) {
			if len(args)-len(kwNames) < 2 {
				return object.Null, object.TypeErrorf("redispatch(): a set of dispatch keys is expected before the arguments")
			}
			return object.CallArgs(th, args[0], args[2:], kwNames)
		}})
}
