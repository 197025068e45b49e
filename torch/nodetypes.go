package torch

import (
	"regexp"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// This file has the objects and classes by which scripts see the nodes of the history.

var nodeTypes = namedTypes{types: map[string]*object.Type{}}

// nodeObject is the Python object of an autograd node.
func nodeObject(n *ops.Node) Value {
	if n == nil {
		return object.None
	}
	if w, ok := n.Wrapper.(Value); ok {
		return w
	}
	v := object.NewNative(nodeType(n), n)
	n.Wrapper = v
	return v
}

func nodeType(n *ops.Node) *object.Type {
	name := n.Name()
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == ':' {
			name = name[i+1:]
			break
		}
	}
	return nodeTypes.get(name, func() *object.Type { return newNodeType(name) })
}

// nodeClasses is torch._C._functions: the classes of the nodes by their names.
func nodeClasses(*object.Thread) *object.Module {
	m := object.NewModule("torch._C._functions")
	m.Lazy = func(th *object.Thread, attr *object.Str) (Value, error) {
		switch name := attr.S; {
		case name == "DelayedError" || name == "UndefinedGrad":
			return importAttribute(th, "torch.autograd.function", name)
		case name == "AccumulateGrad" || name == "Error" || name == "CopySlices" || nodeNames.MatchString(name):
			return nodeTypes.get(name, func() *object.Type { return newNodeType(name) }).Ref(), nil
		}
		return object.Null, nil
	}
	return m
}

var nodeNames = regexp.MustCompile(`^[A-Z]\w*Backwards?\d*$`)

func newNodeType(name string) *object.Type {
	spec := nodeSpec()
	spec.GetAttr = nodeAttribute
	spec.Getset = append(spec.Getset, savedGetters(name)...)
	return object.NewType(name, "", nil, spec)
}

func nodeSpec() object.Spec {
	node := func(v Value) *ops.Node { return payload[*ops.Node](v) }
	spec := object.Spec{Layout: object.LayoutNative, HasDict: true, NoNew: true, Getset: []object.GetsetDef{
		getter("next_functions", func(th *object.Thread, v Value) Value {
			var items []Value
			for _, e := range node(v).ShownEdges() {
				items = append(items, object.NewTuple(nodeObject(e.Node), object.Int(int64(e.Nr))).Ref())
			}
			return object.NewTuple(items...).Ref()
		}),
		getter("variable", func(th *object.Thread, v Value) Value { return FromOps(th, node(v).Variable()) }),
		{Name: "metadata", Get: func(th *object.Thread, v Value) (Value, error) {
			d := object.InstanceDict(v)
			if m, ok := d.GetStr(object.Intern("_metadata")); ok {
				return m, nil
			}
			m := object.NewDict()
			if n := node(v); n.Trace != "" {
				var lines []Value
				for _, line := range strings.SplitAfter(n.Trace, "\n  File ") {
					lines = append(lines, object.NewStr(line))
				}
				m.SetStr(object.Intern("traceback_"), object.NewList(lines...).Ref())
				if n.Parent != nil {
					m.SetStr(object.Intern("parent_"), nodeObject(n.Parent))
				}
			}
			d.SetStr(object.Intern("_metadata"), m.Ref())
			return m.Ref(), nil
		}},
		getter("requires_grad", func(*object.Thread, Value) Value { return object.True }),
		{Name: "_input_metadata", Get: func(th *object.Thread, v Value) (Value, error) {
			return inputMetadata(th, node(v))
		}},
	}, Methods: []object.Method{
		{Name: "name", NoArgs: func(th *object.Thread, v Value) (Value, error) { return object.NewStr(node(v).Name()), nil }},
		{Name: "_sequence_nr", NoArgs: func(th *object.Thread, v Value) (Value, error) { return object.Int(node(v).Sequence()), nil }},
		{Name: "register_hook", OneArg: func(th *object.Thread, v, fn Value) (Value, error) {
			h := &ops.NodeHook{Fn: nodeHook(th, fn, false), Name: functionName(th, fn), Script: fn}
			n := node(v)
			n.PostHooks = append(n.PostHooks, h)
			return removable(th, func() { n.PostHooks = without(n.PostHooks, h) })
		}},
		{Name: "register_prehook", OneArg: func(th *object.Thread, v, fn Value) (Value, error) {
			h := &ops.NodeHook{Fn: nodeHook(th, fn, true), Name: functionName(th, fn), Script: fn}
			n := node(v)
			n.PreHooks = append(n.PreHooks, h)
			return removable(th, func() { n.PreHooks = without(n.PreHooks, h) })
		}},
	}}
	spec.Call = func(th *object.Thread, v Value, args, kwNames []Value) (Value, error) {
		if n := len(node(v).Received()); n > 0 && len(args) != n {
			return object.Null, object.TypeErrorf("expected %d arguments, got %d instead", n, len(args))
		}
		for i, arg := range args {
			if _, ok := operand(arg); !ok && !arg.IsNone() {
				return object.Null, object.TypeErrorf("argument %d is not a Variable", i)
			}
		}
		list, err := toList(th, args)
		if err != nil {
			return object.Null, err
		}
		out, err := Context(th).ApplyNode(node(v), list.([]ops.Value))
		if err != nil {
			return object.Null, raise(err)
		}
		edges := node(v).ShownEdges()
		if len(edges) == 1 && len(out) == 1 {
			return FromOps(th, out[0]), nil
		}
		for len(out) < len(edges) {
			out = append(out, nil)
		}
		return object.NewTuple(fromList(th, out)...).Ref(), nil
	}
	return spec
}
