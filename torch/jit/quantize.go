package jit

import (
	"slices"

	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/script/quant"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// quantFunctions are the passes that quantise modules, as torch.jit._quantize calls them.
func quantFunctions() map[string]object.CallFunc {
	return map[string]object.CallFunc{
		"clone_module": cloneModule,
		"observe":      observeModule,
		"convert":      convertModule,
		"fuse_quant":   fuseQuantized,
		"fold_prepack": foldPackings,
		"fold_convbn":  foldNorms,
	}
}

// cloneModule is a copy of a module in which each submodule has a type of its own; args are the module and whether it shares the values of the attributes.
func cloneModule(th *object.Thread, args, _ []Value) (Value, error) {
	c := &cloner{th: th, share: args[1] == object.True, objects: map[*exec.Object]*exec.Object{}, tensors: map[uint64]Value{}}
	out, err := c.module(objectArg(args[0]))
	if err != nil {
		return object.Null, raised(th, err)
	}
	return object.NewNative(exec.ObjectType, out), nil
}

type cloner struct {
	th *object.Thread
	// share keeps the values of attributes; sameTypes the types of modules.
	share, sameTypes bool
	objects          map[*exec.Object]*exec.Object
	tensors          map[uint64]Value
}

func (c *cloner) module(o *exec.Object) (*exec.Object, error) {
	if made := c.objects[o]; made != nil {
		return made, nil
	}
	out := &exec.Object{Type: o.Type}
	c.objects[o] = out
	for i := range o.Type.Class.Attrs {
		v, err := c.value(o.Type.Class.Attrs[i].Type, o.Get(i))
		if err != nil {
			return nil, err
		}
		out.Slots = append(out.Slots, v)
	}
	if c.sameTypes {
		return out, nil
	}
	old := o.Type.Class
	out.Type = ir.NewClass(states.Of(c.th).unique(o.Type.Name), true)
	class := out.Type.Class
	class.Constants, class.Properties, class.Source = old.Constants, old.Properties, nil
	class.Attrs = slices.Clone(old.Attrs)
	for i, v := range out.Slots {
		if child, ok := payload[*exec.Object](v); ok && child.Type.IsModule() {
			class.Attrs[i].Type = child.Type
		}
	}
	for _, list := range []struct{ from, to *[]*ir.Function }{{&old.Methods, &class.Methods}, {&old.PreHooks, &class.PreHooks}, {&old.Hooks, &class.Hooks}} {
		for _, m := range *list.from {
			if m.Define != nil && m.Graph == nil {
				continue // nothing has called it
			}
			*list.to = append(*list.to, c.method(m, out.Type))
		}
	}
	return out, nil
}

// method is a copy of a method for a module of another type.
func (c *cloner) method(m *ir.Function, t *ir.Type) *ir.Function {
	g := m.Graph.Copy()
	g.Inputs()[0].Type = t
	g.Block.Walk(func(n *ir.Node) {
		if n.Kind == "prim::GetAttr" && n.Inputs[0].Type.Class != nil {
			held := n.Inputs[0].Type.Class
			if i := held.Attr(n.StrAttr("name")); i >= 0 {
				n.Output().Type = held.Attrs[i].Type
			}
		}
	})
	schema := *m.Schema
	schema.Args = slices.Clone(schema.Args)
	schema.Args[0].Type = t
	return &ir.Function{Name: m.Name, Qualified: t.Name + "." + m.Name, Graph: g, Schema: &schema}
}

// value is a copy of what an attribute holds.
func (c *cloner) value(t *ir.Type, v Value) (Value, error) {
	if child, ok := payload[*exec.Object](v); ok && child.Type.IsModule() {
		made, err := c.module(child)
		if err != nil {
			return object.Null, err
		}
		return object.NewNative(exec.ObjectType, made), nil
	}
	if c.share {
		return v, nil
	}
	if _, ok := torch.Unwrap(v); ok {
		id := object.ID(v)
		if made, ok := c.tensors[id]; ok {
			return made, nil
		}
		f, err := helper(c.th, "copy", "deepcopy")
		if err != nil {
			return object.Null, err
		}
		made, err := object.Call(c.th, f, v)
		c.tensors[id] = made
		return made, err
	}
	plain, err := toPython(c.th, v)
	if err != nil {
		return v, nil // an object of this library, which nothing changes
	}
	if made, ok := fits(c.th, plain, t, true); ok {
		return made, nil
	}
	return v, nil
}

// quantHost is what the passes of quantisation need of torch.
type quantHost struct{ th *object.Thread }

func (h quantHost) Child(m *exec.Object, name string) *exec.Object {
	i := m.Type.Class.Attr(name)
	if i < 0 {
		return nil
	}
	o, ok := payload[*exec.Object](m.Get(i))
	if !ok || !o.Type.IsModule() {
		return nil
	}
	return o
}

func (h quantHost) Copied(o *exec.Object) (*exec.Object, error) {
	c := &cloner{th: h.th, sameTypes: true, objects: map[*exec.Object]*exec.Object{}, tensors: map[uint64]Value{}}
	return c.module(o)
}

func (h quantHost) SetChild(m *exec.Object, name string, child *exec.Object) {
	h.set(m, name, child.Type, object.NewNative(exec.ObjectType, child))
}

func (h quantHost) set(m *exec.Object, name string, t *ir.Type, v Value) {
	i := m.Type.Class.Attr(name)
	if i < 0 {
		i = len(m.Type.Class.Attrs)
		m.Type.Class.Attrs = append(m.Type.Class.Attrs, ir.Attr{Name: name, Type: t})
	}
	m.Set(i, v)
}

func (h quantHost) SetAttribute(m *exec.Object, p quant.Parameter, name string) {
	h.set(m, name, p.Type, p.Value)
}

// ask calls a function of torch.jit._quantize with an observer.
func (h quantHost) ask(name string, observer *exec.Object, more ...Value) (Value, error) {
	f, err := helper(h.th, "torch.jit._quantize", name)
	if err != nil {
		return object.Null, err
	}
	return object.Call(h.th, f, append([]Value{object.NewNative(exec.ObjectType, observer)}, more...)...)
}

func (h quantHost) Half(observer *exec.Object) bool {
	v, err := h.ask("is_half", observer)
	return err == nil && v == object.True
}

func (h quantHost) CustomOperator(observer *exec.Object) string {
	v, err := h.ask("custom_operator", observer)
	if err != nil {
		return ""
	}
	return textArg(v)
}

// Watch computes the value, of which the graph makes others only, and calls the observer.
func (h quantHost) Watch(m *exec.Object, v *ir.Value, observer *exec.Object) error {
	x, err := h.compute(m, v)
	if err != nil {
		return err
	}
	_, err = h.ask("watch", observer, x)
	return err
}

func (h quantHost) compute(m *exec.Object, v *ir.Value) (Value, error) {
	n := v.Node()
	if n.Kind == "prim::Param" {
		if v.Offset() != 0 {
			return object.Null, object.RuntimeErrorf("Weight value is required to be computed from attributes of the module for dynamic quantization")
		}
		return object.NewNative(exec.ObjectType, m), nil
	}
	if c, ok := v.ConstantOf(); ok {
		return exec.ConstantValue(h.th, runtimeOf(h.th), c)
	}
	inputs := make([]Value, len(n.Inputs))
	for i, in := range n.Inputs {
		var err error
		if inputs[i], err = h.compute(m, in); err != nil {
			return object.Null, err
		}
	}
	if n.Kind == "prim::GetAttr" {
		o, ok := payload[*exec.Object](inputs[0])
		if !ok || o.Type.Class.Attr(n.StrAttr("name")) < 0 {
			return object.Null, object.RuntimeErrorf("there is no attribute %s", n.StrAttr("name"))
		}
		return o.Get(o.Type.Class.Attr(n.StrAttr("name"))), nil
	}
	f := exec.OperatorOf(n, runtimeOf(h.th))
	if f == nil || len(n.Outputs) != 1 {
		return object.Null, object.RuntimeErrorf("Weight value is computed by %s, which cannot be run ahead for dynamic quantization", n.Kind)
	}
	return f(h.th, inputs)
}

func (h quantHost) Parameters(observer *exec.Object, dynamic bool) (quant.Parameters, error) {
	v, err := h.ask("parameters", observer, object.Bool(dynamic))
	if err != nil {
		return quant.Parameters{}, err
	}
	parts, _ := object.AsTuple(v)
	out := quant.Parameters{PerChannel: parts.Items[0] == object.True, ReduceRange: parts.Items[1] == object.True}
	rows, err := object.ToSlice(h.th, parts.Items[2])
	if err != nil {
		return out, err
	}
	for _, row := range rows {
		pair, _ := object.AsTuple(row)
		t := valueType(h.th, pair.Items[1])
		if x, ok := torch.Unwrap(pair.Items[1]); ok {
			t = tensorType(x)
		}
		out.List = append(out.List, quant.Parameter{Name: textArg(pair.Items[0]), Type: t, Value: pair.Items[1]})
	}
	return out, nil
}

// Prepare puts forks in their places, and makes linear layers of what they consist of.
func (h quantHost) Prepare(g *ir.Graph) error {
	ir.InlineForks(g)
	ir.FuseLinear(g)
	quant.PlainConvolutions(g)
	ir.RemoveListMutation(g)
	return nil
}

func (h quantHost) Warn(text string) error {
	f, err := helper(h.th, "warnings", "warn")
	if err != nil {
		return err
	}
	_, err = object.Call(h.th, f, object.NewStr(text))
	return err
}

// observeModule puts observers into a module that has its types for itself; args are the module, the name of a method, a list of pairs of a submodule and a pair of
// observers, and whether inputs are quantised at each call.
func observeModule(th *object.Thread, args, _ []Value) (Value, error) {
	rows, err := object.ToSlice(th, args[2])
	if err != nil {
		return object.Null, err
	}
	configs := map[*exec.Object]*quant.Config{}
	for _, row := range rows {
		r, _ := object.AsTuple(row)
		configs[objectArg(r.Items[0])] = &quant.Config{Activation: objectArg(r.Items[1]), Weight: objectArg(r.Items[2])}
	}
	if err := quant.Observe(quantHost{th}, objectArg(args[0]), textArg(args[1]), configs, args[3] == object.True); err != nil {
		return object.Null, asException(err)
	}
	return object.None, nil
}

// asException is an error of a pass as the program sees it.
func asException(err error) error {
	if _, ok := err.(*object.Exception); ok || err == nil {
		return err
	}
	return object.RuntimeErrorf("%s", err)
}

// convertModule puts operators that quantise in the places of observers; args are the module, the name of a method, and whether it is dynamic and for debugging.
func convertModule(th *object.Thread, args, _ []Value) (Value, error) {
	err := quant.Convert(quantHost{th}, objectArg(args[0]), textArg(args[1]), args[2] == object.True, args[3] == object.True, runtimeOf(th))
	return object.None, asException(err)
}

// fuseQuantized fuses operators in the graph of a method; args are the module, the name of the method and whether it is dynamic.
func fuseQuantized(th *object.Thread, args, _ []Value) (Value, error) {
	g := objectArg(args[0]).Type.Class.Method(textArg(args[1])).Graph
	ir.EraseShapes(g)
	quant.Fuse(g, args[2] == object.True)
	return object.None, nil
}

// foldPackings packs the weights that are constants in a module's methods, and makes attributes of them.
func foldPackings(th *object.Thread, args, _ []Value) (Value, error) {
	o := objectArg(args[0])
	number := 0
	return object.None, eachMethod(th, o, func(g *ir.Graph) error {
		for _, n := range quant.Packings(g) {
			packed, err := quantHost{th}.compute(o, n.Output())
			if err != nil {
				return err
			}
			if c, isTensor := constantOf(th, packed); isTensor {
				k := g.NewConstant(c, nil)
				k.InsertBefore(n)
				n.Output().ReplaceAll(k.Output())
				n.Destroy()
				continue
			}
			name := "quantized_forward._jit_pass_packed_weight_" + itoa(number)
			number++
			quantHost{th}.set(o, name, n.Output().Type, packed)
			read := g.CreateTyped("prim::GetAttr", n.Output().Type, g.Inputs()[0])
			read.SetAttr("name", ir.Constant{V: name})
			read.InsertBefore(n)
			read.Output().SetName(name)
			n.Output().ReplaceAll(read.Output())
			n.Destroy()
		}
		ir.EliminateDead(g, true)
		return nil
	})
}

// singleUses gives each call of a submodule, after the first, a submodule of its own that shares its tensors.
func singleUses(th *object.Thread, args, _ []Value) (Value, error) {
	o, ok := payload[*exec.Object](args[0])
	if !ok {
		return object.Null, object.TypeErrorf("a module is expected")
	}
	host := quantHost{th}
	used, number := map[string]bool{}, 0
	return object.None, eachMethod(th, o, func(g *ir.Graph) error {
		g.Block.Walk(func(n *ir.Node) {
			if n.Kind != "prim::CallMethod" || n.Inputs[0].Node().Kind != "prim::GetAttr" {
				return
			}
			read := n.Inputs[0].Node()
			name := read.StrAttr("name")
			child := host.Child(o, name)
			if child == nil || read.Inputs[0] != g.Inputs()[0] {
				return
			}
			if !used[name] {
				used[name] = true
				return
			}
			fresh := name + "_" + itoa(number)
			number++
			host.SetChild(o, fresh, &exec.Object{Type: child.Type, Slots: slices.Clone(whole(child).Slots), Params: child.Params, Buffers: child.Buffers})
			again := g.CreateTyped("prim::GetAttr", child.Type, g.Inputs()[0])
			again.SetAttr("name", ir.Constant{V: fresh})
			again.InsertBefore(n)
			n.ReplaceInput(0, again.Output())
		})
		return nil
	})
}
