package jit

import (
	"strings"

	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/object"
)

// The methods of the nodes of graphs.

func nodeMethods() []object.Method {
	n := mustPayload[*ir.Node]
	list := func(name string, f func(n *ir.Node) []*ir.Value) object.Method {
		return noArgs(name, func(th *object.Thread, v Value) (Value, error) { return iterator(th, valueObjects(f(n(v)))) })
	}
	size := func(name string, f func(n *ir.Node) int) object.Method {
		return noArgs(name, func(th *object.Thread, v Value) (Value, error) { return object.Int(int64(f(n(v)))), nil })
	}
	at := func(name string, f func(n *ir.Node) []*ir.Value) object.Method {
		return withArgs(name, func(th *object.Thread, a []Value) (Value, error) {
			vals := f(n(a[0]))
			if i := intArg(a[1]); i >= 0 && i < len(vals) {
				return valueObject(vals[i]), nil
			}
			return object.Null, object.IndexErrorf("index out of range")
		})
	}
	one := func(name string, f func(n *ir.Node) []*ir.Value) object.Method {
		return noArgs(name, func(th *object.Thread, v Value) (Value, error) {
			vals := f(n(v))
			if len(vals) != 1 {
				return object.Null, object.RuntimeErrorf("the node has %d %ss, not one", len(vals), name)
			}
			return valueObject(vals[0]), nil
		})
	}
	in := func(n *ir.Node) []*ir.Value { return n.Inputs }
	out := func(n *ir.Node) []*ir.Value { return n.Outputs }
	void := func(name string, f func(a []Value)) object.Method {
		return withArgs(name, func(th *object.Thread, a []Value) (Value, error) { f(a); return object.None, nil })
	}
	ms := []object.Method{
		{Name: "findNode", Fn: func(th *object.Thread, a, kw []Value) (Value, error) {
			for _, b := range n(a[0]).Blocks {
				if all := b.FindNodes(textArg(a[1]), deepArg(a, kw)); len(all) > 0 {
					return nodeObject(all[0]), nil
				}
			}
			return object.None, nil
		}},
		{Name: "findAllNodes", Fn: func(th *object.Thread, a, kw []Value) (Value, error) {
			out := object.NewList()
			for _, b := range n(a[0]).Blocks {
				out.Items = append(out.Items, nodeObjects(b.FindNodes(textArg(a[1]), deepArg(a, kw)))...)
			}
			return out.Ref(), nil
		}},
		checked("isBefore", func(th *object.Thread, a []Value) (Value, error) { return object.Bool(n(a[0]).IsBefore(n(a[1]))), nil }, is[*ir.Node]),
		checked("isAfter", func(th *object.Thread, a []Value) (Value, error) { return object.Bool(n(a[1]).IsBefore(n(a[0]))), nil }, is[*ir.Node]),
		checked("namedInput", func(th *object.Thread, a []Value) (Value, error) {
			if s := ir.MatchSchema(n(a[0])); s != nil {
				if i := s.Find(textArg(a[1])); i >= 0 && i < len(n(a[0]).Inputs) {
					return valueObject(n(a[0]).Inputs[i]), nil
				}
			}
			return object.Null, object.RuntimeErrorf("%s has no input %s", n(a[0]).Kind, textArg(a[1]))
		}, isText),
		noArgs("kind", func(th *object.Thread, v Value) (Value, error) { return object.NewStr(n(v).Kind), nil }),
		noArgs("schema", func(th *object.Thread, v Value) (Value, error) {
			if s := ir.MatchSchema(n(v)); s != nil {
				return object.NewStr(s.String()), nil
			}
			return object.NewStr("(no schema)"), nil
		}),
		checked("matches", func(th *object.Thread, a []Value) (Value, error) {
			want, err := ir.ParseSchema(textArg(a[1]))
			if err != nil {
				return object.Null, raised(th, err)
			}
			s := ir.MatchSchema(n(a[0]))
			if s == nil {
				return object.False, nil
			}
			want.Overload = s.Overload // which the text of a pattern may leave out
			return object.Bool(s.String() == want.String()), nil
		}, isText),
		noArgs("scopeName", func(th *object.Thread, v Value) (Value, error) { return object.NewStr(n(v).Scope), nil }),
		noArgs("sourceRange", func(th *object.Thread, v Value) (Value, error) { return object.NewStr(n(v).Range.Highlight()), nil }),
		list("inputs", in), list("outputs", out), size("inputsSize", func(n *ir.Node) int { return len(n.Inputs) }), size("outputsSize", func(n *ir.Node) int { return len(n.Outputs) }),
		at("inputsAt", in), at("outputsAt", out), one("input", in), one("output", out),
		noArgs("hasUses", func(th *object.Thread, v Value) (Value, error) { return object.Bool(n(v).HasUses()), nil }),
		noArgs("hasMultipleOutputs", func(th *object.Thread, v Value) (Value, error) { return object.Bool(len(n(v).Outputs) > 1), nil }),
		noArgs("mustBeNone", func(th *object.Thread, v Value) (Value, error) {
			return object.Bool(len(n(v).Outputs) == 1 && n(v).Outputs[0].Type.IsNone()), nil
		}),
		noArgs("isNondeterministic", func(th *object.Thread, v Value) (Value, error) { return object.Bool(random(n(v))), nil }),
		noArgs("owningBlock", func(th *object.Thread, v Value) (Value, error) { return blockObject(n(v).Block()), nil }),
		noArgs("owningGraph", func(th *object.Thread, v Value) (Value, error) { return graphObject(n(v).Graph()), nil }),
		noArgs("next", func(th *object.Thread, v Value) (Value, error) { return nodeObject(n(v).Next()), nil }),
		noArgs("prev", func(th *object.Thread, v Value) (Value, error) { return nodeObject(n(v).Prev()), nil }),
		noArgs("blocks", func(th *object.Thread, v Value) (Value, error) {
			var items []Value
			for _, b := range n(v).Blocks {
				items = append(items, blockObject(b))
			}
			return iterator(th, items)
		}),
		noArgs("addBlock", func(th *object.Thread, v Value) (Value, error) { return blockObject(n(v).AddBlock()), nil }),
		withArgs("destroy", func(th *object.Thread, a []Value) (Value, error) {
			if n(a[0]).HasUses() {
				return object.Null, object.RuntimeErrorf("outputs_[i]->uses().empty() INTERNAL ASSERT FAILED: %s is destroyed while its results are read", n(a[0]).Kind)
			}
			n(a[0]).Destroy()
			return object.None, nil
		}),
		void("insertBefore", func(a []Value) { n(a[0]).InsertBefore(n(a[1])) }),
		void("insertAfter", func(a []Value) { n(a[0]).InsertAfter(n(a[1])) }),
		void("moveBefore", func(a []Value) { n(a[0]).MoveBefore(n(a[1])) }),
		void("moveAfter", func(a []Value) { n(a[0]).MoveAfter(n(a[1])) }),
		void("replaceInput", func(a []Value) { n(a[0]).ReplaceInput(intArg(a[1]), mustPayload[*ir.Value](a[2])) }),
		void("replaceInputWith", func(a []Value) {
			n(a[0]).ReplaceInputWith(mustPayload[*ir.Value](a[1]), mustPayload[*ir.Value](a[2]))
		}),
		void("replaceAllUsesWith", func(a []Value) {
			from, to := n(a[0]), n(a[1])
			for i, v := range from.Outputs {
				v.ReplaceAll(to.Outputs[i])
			}
		}),
		void("addInput", func(a []Value) { n(a[0]).AddInput(mustPayload[*ir.Value](a[1])) }),
		void("removeInput", func(a []Value) { n(a[0]).RemoveInput(intArg(a[1])) }),
		void("removeAllInputs", func(a []Value) { n(a[0]).RemoveInputs() }),
		void("eraseOutput", func(a []Value) { n(a[0]).EraseOutput(intArg(a[1])) }),
		void("copyAttributes", func(a []Value) {
			for _, x := range n(a[1]).Attrs() {
				n(a[0]).SetAttr(x.Name, x.Value)
			}
		}),
		void("copyMetadata", func(a []Value) { n(a[0]).Range, n(a[0]).Scope = n(a[1]).Range, n(a[1]).Scope }),
		withArgs("addOutput", func(th *object.Thread, a []Value) (Value, error) {
			return valueObject(n(a[0]).AddOutput(ir.Tensor)), nil
		}),
		withArgs("removeAttribute", func(th *object.Thread, a []Value) (Value, error) { n(a[0]).RemoveAttr(textArg(a[1])); return a[0], nil }),
		withArgs("hasAttribute", func(th *object.Thread, a []Value) (Value, error) {
			return object.Bool(n(a[0]).Attr(textArg(a[1])) != nil), nil
		}),
		noArgs("hasAttributes", func(th *object.Thread, v Value) (Value, error) { return object.Bool(len(n(v).Attrs()) > 0), nil }),
		noArgs("attributeNames", func(th *object.Thread, v Value) (Value, error) {
			var names []string
			for _, a := range n(v).Attrs() {
				if a.Name != "function" {
					names = append(names, a.Name)
				}
			}
			return object.StrList(names), nil
		}),
		withArgs("kindOf", func(th *object.Thread, a []Value) (Value, error) {
			return object.NewStr(attrKind(n(a[0]).Attr(textArg(a[1])))), nil
		}),
		withArgs("getModuleHierarchy", func(th *object.Thread, a []Value) (Value, error) { return object.NewStr(""), nil }),
	}
	for _, letter := range []string{"i", "f", "s", "is", "fs", "ss", "t", "ts", "z", "zs", "ival", "c", "ty", "tys"} {
		ms = append(ms, withArgs(letter, func(th *object.Thread, a []Value) (Value, error) {
			const plain = "ifst"
			if kind := attrKind(n(a[0]).Attr(textArg(a[1]))); kind != letter && strings.Contains(plain, kind) && strings.Contains(plain, letter) {
				return object.Null, object.RuntimeErrorf("required keyword attribute '%s' has the wrong type", textArg(a[1]))
			}
			return nodeAttr(th, n(a[0]), textArg(a[1]))
		}),
			withArgs(letter+"_", func(th *object.Thread, a []Value) (Value, error) {
				c, ok := constantOf(th, a[2])
				if !ok {
					return object.Null, object.RuntimeErrorf("an attribute of type %s is not supported", a[2].Type().Name)
				}
				n(a[0]).SetAttr(textArg(a[1]), c)
				return a[0], nil
			}))
	}
	ms = append(ms, withArgs("g", func(th *object.Thread, a []Value) (Value, error) {
		if g, ok := n(a[0]).Attr(textArg(a[1])).(*ir.Graph); ok {
			return graphObject(g), nil
		}
		return object.Null, object.RuntimeErrorf("the node has no graph %s", textArg(a[1]))
	}), withArgs("g_", func(th *object.Thread, a []Value) (Value, error) {
		n(a[0]).SetAttr(textArg(a[1]), mustPayload[*ir.Graph](a[2]))
		return a[0], nil
	}), noArgs("toIValue", func(th *object.Thread, v Value) (Value, error) { return nodeAttr(th, n(v), "value") }))
	return ms
}
