package jit

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// freezeModule makes an object whose methods hold the attributes of another as constants: args are the script object, and the names of
// methods and attributes to keep, and whether calls by interfaces are taken too.
func freezeModule(th *object.Thread, args, _ []Value) (Value, error) {
	o := mustPayload[*exec.Object](args[0])
	items, err := object.ToSlice(th, args[1])
	if err != nil {
		return object.Null, err
	}
	kept := []string{}
	for _, x := range items {
		kept = append(kept, textArg(x))
	}
	f := &freezer{th: th, old: o, kept: kept, mutated: map[string]bool{}, asInterfaces: len(args) > 2 && args[2] == object.False}
	out, err := f.run()
	return out, raised(th, err)
}

type freezer struct {
	th      *object.Thread
	old     *exec.Object
	kept    []string
	mutated map[string]bool // paths of attributes that some method changes
	// asInterfaces refuses calls by interfaces.
	asInterfaces bool
}

func (f *freezer) run() (Value, error) {
	class := f.old.Type.Class
	var methods []*ir.Function
	for _, m := range class.Methods {
		if m.Name == "forward" || slices.Contains(f.kept, m.Name) {
			if err := m.Ensure(); err != nil {
				return object.Null, err
			}
			g := m.Graph.Copy()
			if err := f.inline(g); err != nil {
				return object.Null, err
			}
			ir.InlineForks(g)
			if slices.Contains(g.Outputs(), g.Inputs()[0]) {
				return object.Null, object.RuntimeErrorf("attempted to freeze a module that return itself")
			}
			if isSet(f.th, "autocast_mode") {
				if err := ir.Autocast(g, autocastClass, precisionsAround(f.th)); err != nil {
					return object.Null, object.RuntimeErrorf("%s", err)
				}
			}
			ir.EraseShapes(g) // what a trace has met does not hold of every call
			methods = append(methods, &ir.Function{Name: m.Name, Graph: g, Schema: m.Schema})
		}
	}
	for _, name := range f.kept {
		if _, found := f.value(name); !found && class.Method(name) == nil {
			return object.Null, object.RuntimeErrorf("Unknown name: %s", name)
		}
	}
	if len(methods) == 0 {
		return object.Null, object.RuntimeErrorf("Freezing needs a module with a method forward, or names of methods to keep")
	}
	reads := make([][]*ir.Node, len(methods))
	for i, m := range methods {
		reads[i] = readsInOrder(m.Graph)
	}
	// what depends on training alone is decided first: it hides writes
	for i, m := range methods {
		f.substitute(m.Graph, reads[i], func(path string) bool {
			return strings.HasSuffix("."+path, ".training") && !f.isKept(path)
		})
		ir.PropagateConstants(m.Graph, runtimeOf(f.th), false)
	}
	for _, m := range methods {
		if err := f.findWrites(m.Graph); err != nil {
			return object.Null, err
		}
	}
	f.spreadWrites()
	for i, m := range methods {
		f.substitute(m.Graph, reads[i], func(path string) bool { return !f.mutated[path] && !f.isKept(path) })
		ir.DropInactiveDropout(m.Graph)
		ir.CommonSubexpressions(m.Graph)
		ir.PropagateConstants(m.Graph, runtimeOf(f.th), false)
		if ir.UnrollConstantLoops(m.Graph) {
			ir.PropagateConstants(m.Graph, runtimeOf(f.th), false)
		}
		ir.Peephole(m.Graph)
		ir.PropagateConstants(m.Graph, runtimeOf(f.th), false)
		ir.PoolConstants(m.Graph)
		ir.CommonSubexpressions(m.Graph)
		ir.LowerSimpleTuples(m.Graph)
		ir.EliminateDead(m.Graph, true)
	}
	return f.build(methods)
}

// inline puts bodies in the places of calls, those by interfaces too, since the object is known.
func (f *freezer) inline(g *ir.Graph) error {
	for {
		if err := ir.Inline(g, runtimeOf(f.th)); err != nil {
			return err
		}
		more := false
		g.Block.Walk(func(n *ir.Node) {
			if n.Kind != "prim::GetAttr" || n.Outputs[0].Type.Kind != ir.InterfaceKind {
				return
			}
			v, _ := f.value(attrPath(n.Outputs[0]))
			if o, ok := payload[*exec.Object](v); ok {
				n.Outputs[0].Type, more = o.Type, true
			}
		})
		if !more {
			return nil
		}
		if f.asInterfaces {
			return object.RuntimeErrorf("attempted to freeze a module that uses interface attributes")
		}
	}
}

// isKept says whether an attribute is to stay, by itself or as part of a submodule that is to stay.
func (f *freezer) isKept(path string) bool {
	return slices.ContainsFunc(f.kept, func(name string) bool { return path == name || strings.HasPrefix(path, name+".") })
}

// attrPath is the path of an attribute read from the module, "" for other values.
func attrPath(v *ir.Value) string {
	if v.Node().Kind != "prim::GetAttr" {
		return ""
	}
	name := v.Node().StrAttr("name")
	in := v.Node().Inputs[0]
	if in.Node().Kind == "prim::Param" {
		return name
	}
	if base := attrPath(in); base != "" {
		return base + "." + name
	}
	return ""
}

// readsInOrder are the reads of attributes in the order in which their constants stand: those of a block come before those of the blocks in it, of
// which the last comes first.
func readsInOrder(g *ir.Graph) []*ir.Node {
	var out []*ir.Node
	for blocks := []*ir.Block{g.Block}; len(blocks) > 0; {
		b := blocks[len(blocks)-1]
		blocks = blocks[:len(blocks)-1]
		for n := b.First(); n != nil; n = n.Next() {
			if n.Kind == "prim::GetAttr" {
				out = append(out, n)
			}
			blocks = append(blocks, n.Blocks...)
		}
	}
	return out
}

// substitute puts constants in the places of attributes, one for each attribute, in the order of reads, in which constants take the places of what was
// read first.
func (f *freezer) substitute(g *ir.Graph, reads []*ir.Node, ok func(path string) bool) {
	known := map[string]*ir.Value{}
	for i, n := range reads {
		if n.Dead() {
			continue
		}
		if n.Kind != "prim::GetAttr" { // a constant of an earlier substitution
			continue
		}
		path := attrPath(n.Outputs[0])
		if path == "" || !ok(path) {
			continue
		}
		k := known[path]
		if k == nil {
			if k = f.constantFor(g, n, path); k == nil {
				continue
			}
			known[path] = k
			reads[i] = k.Node()
		}
		n.Outputs[0].ReplaceAll(k)
	}
	for i := len(reads) - 1; i >= 0; i-- {
		if n := reads[i]; !n.Dead() && n.Kind == "prim::Constant" && n != g.Block.First() {
			n.MoveBefore(g.Block.First())
		}
	}
}

// constantFor makes the constant that an attribute is; nil for what is none.
func (f *freezer) constantFor(g *ir.Graph, read *ir.Node, path string) *ir.Value {
	v, found := f.value(path)
	if !found {
		return nil
	}
	if _, isObject := payload[*exec.Object](v); isObject {
		return nil
	}
	c, isConst := heldConstant(f.th, v)
	if !isConst {
		return nil
	}
	if t, isTensor := c.V.(tensorConst); isTensor {
		x, err := torch.Context(f.th).Call(ops.Lookup("detach"), []ops.Value{t.t}) // it shares the memory of the attribute
		if err != nil {
			return nil
		}
		if c, isConst = constantOf(f.th, torch.FromOps(f.th, x[0])); !isConst {
			return nil
		}
	}
	t := read.Outputs[0].Type
	if _, isTensor := c.V.(tensorConst); isTensor || c.V == nil {
		t = nil
	}
	old := g.SetAt(g.Block.First())
	k := g.Constant(c, t)
	g.SetAt(old)
	k.SetName("self." + path)
	return k
}

// heldConstant is what a module or an archive holds as a constant, a dict too.
func heldConstant(th *object.Thread, v Value) (ir.Constant, bool) {
	d, ok := object.AsDict(v)
	if !ok {
		return constantOf(th, v)
	}
	var out ir.DictConst
	values := d.Values()
	for i, k := range d.Keys() {
		key, ok := constantOf(th, k)
		value, plain := constantOf(th, values[i])
		if !ok || !plain {
			return ir.Constant{}, false
		}
		out.Keys, out.Values = append(out.Keys, key), append(out.Values, value)
	}
	return ir.Constant{V: out}, true
}

// value is an attribute of the module by its path.
func (f *freezer) value(path string) (Value, bool) { return heldAt(f.old, path) }

// heldAt is an attribute of an object by its path, in which names may have dots themselves.
func heldAt(o *exec.Object, path string) (Value, bool) {
	if k := o.Type.Class.Attr(path); k >= 0 {
		return o.Get(k), true
	}
	for i := range path {
		if path[i] != '.' {
			continue
		}
		if k := o.Type.Class.Attr(path[:i]); k >= 0 {
			if child, ok := payload[*exec.Object](o.Get(k)); ok {
				if v, found := heldAt(child, path[i+1:]); found {
					return v, true
				}
			}
		}
	}
	return object.Null, false
}

// findWrites notes the attributes that a graph assigns or changes in place.
func (f *freezer) findWrites(g *ir.Graph) (err error) {
	g.Block.Walk(func(n *ir.Node) {
		if n.Kind == "prim::SetAttr" {
			if c, name := n.Inputs[0].Type.Class, n.StrAttr("name"); c.Attr(name) >= 0 && c.Attrs[c.Attr(name)].Type.Kind == ir.InterfaceKind {
				err = object.RuntimeErrorf("Freezing does not support SetAttr on an interface type. SetAttr is attempted on '%s'", name)
			}
			path := n.StrAttr("name")
			if base := attrPath(n.Inputs[0]); base != "" {
				path = base + "." + path
			}
			f.mutated[path] = true
		}
		s := ir.MatchSchema(n)
		if s == nil {
			return
		}
		for i := range s.Args {
			if s.Args[i].Writes() && i < len(n.Inputs) {
				f.noteWrite(n.Inputs[i], map[*ir.Value]bool{})
			}
		}
	})
	return err
}

// noteWrite notes the attributes that a value that is changed may be: itself, what it is a view of, or what a branch or a loop hands on.
func (f *freezer) noteWrite(v *ir.Value, seen map[*ir.Value]bool) {
	if seen[v] {
		return
	}
	seen[v] = true
	if path := attrPath(v); path != "" {
		f.mutated[path] = true
	}
	n := v.Node()
	switch {
	case n.Kind == "prim::If":
		for _, b := range n.Blocks {
			f.noteWrite(b.Outputs()[v.Offset()], seen)
		}
	case n.Kind == "prim::Loop":
		f.noteWrite(n.Inputs[2+v.Offset()], seen)
		f.noteWrite(n.Blocks[0].Outputs()[1+v.Offset()], seen)
	case n.Kind == "prim::Param":
		if loop := n.Block().Owner(); loop != nil && loop.Kind == "prim::Loop" && v.Offset() > 0 {
			f.noteWrite(loop.Inputs[1+v.Offset()], seen)
		}
	case len(n.Inputs) > 0:
		f.noteWrite(n.Inputs[0], seen)
	}
}

// spreadWrites notes the attributes that share memory, or containers, with those that are changed.
func (f *freezer) spreadWrites() {
	held := map[string][]any{}
	var walk func(o *exec.Object, prefix string)
	walk = func(o *exec.Object, prefix string) {
		for i, a := range o.Type.Class.Attrs {
			v := o.Get(i)
			if child, ok := payload[*exec.Object](v); ok && a.Type.IsModule() {
				walk(child, prefix+a.Name+".")
			} else {
				held[prefix+a.Name] = memoryOf(v, nil)
			}
		}
	}
	walk(f.old, "")
	changed := map[any]bool{}
	for path := range f.mutated {
		for _, m := range held[path] {
			changed[m] = true
		}
	}
	for path, memory := range held {
		if slices.ContainsFunc(memory, func(m any) bool { return changed[m] }) {
			f.mutated[path] = true
		}
	}
}

// memoryOf adds what a change of a value, or of something in it, may be seen in: storages of tensors, lists and dicts.
func memoryOf(v Value, out []any) []any {
	if t, ok := torch.Unwrap(v); ok {
		return append(out, t.Storage())
	}
	if l, ok := object.AsList(v); ok {
		out = append(out, l)
		for _, x := range l.Items {
			out = memoryOf(x, out)
		}
	} else if t, ok := object.AsTuple(v); ok {
		for _, x := range t.Items {
			out = memoryOf(x, out)
		}
	} else if d, ok := object.AsDict(v); ok {
		out = append(out, d)
		for _, x := range d.Values() {
			out = memoryOf(x, out)
		}
	}
	return out
}

// build makes the frozen object: its class has the attributes that are still read or kept.
func (f *freezer) build(methods []*ir.Function) (Value, error) {
	s := states.Of(f.th)
	needed := map[string]bool{}
	for _, path := range f.kept {
		for needed[path] = true; strings.Contains(path, "."); needed[path] = true {
			path = path[:strings.LastIndexByte(path, '.')]
		}
	}
	for _, m := range methods {
		m.Graph.Block.Walk(func(n *ir.Node) {
			path := ""
			switch n.Kind {
			case "prim::GetAttr":
				path = attrPath(n.Outputs[0])
			case "prim::SetAttr":
				path = n.StrAttr("name")
				if base := attrPath(n.Inputs[0]); base != "" {
					path = base + "." + path
				}
			}
			for path != "" {
				needed[path] = true
				dot := strings.LastIndexByte(path, '.')
				if dot < 0 {
					break
				}
				path = path[:dot]
			}
		})
	}
	o := f.prune(f.old, "", needed)
	o.Type.Name = s.unique(f.old.Type.Name)
	for _, m := range methods {
		m.Qualified = o.Type.Name + "." + m.Name
		m.Graph.Inputs()[0].Type = o.Type
		f.retype(m.Graph)
		schema := *m.Schema
		schema.Args = slices.Clone(schema.Args)
		schema.Args[0].Type = o.Type
		m.Schema = &schema
		o.Type.Class.Methods = append(o.Type.Class.Methods, m)
	}
	return object.NewNative(exec.ObjectType, o), nil
}

// prune is a copy of an object with the attributes that are needed.
func (f *freezer) prune(o *exec.Object, prefix string, needed map[string]bool) *exec.Object {
	t := ir.NewClass(o.Type.Name, true)
	out := &exec.Object{Type: t}
	for i, a := range o.Type.Class.Attrs {
		if !needed[prefix+a.Name] {
			continue
		}
		v := o.Get(i)
		switch child, ok := payload[*exec.Object](v); {
		case !ok || !a.Type.IsModule():
		case f.isKept(prefix + a.Name):
			v = object.NewNative(exec.ObjectType, whole(child))
		default:
			c := f.prune(child, prefix+a.Name+".", needed)
			c.Type.Name = states.Of(f.th).unique(child.Type.Name)
			a.Type = c.Type
			v = object.NewNative(exec.ObjectType, c)
		}
		t.Class.Attrs = append(t.Class.Attrs, a)
		out.Slots = append(out.Slots, v)
	}
	return out
}

// whole is a copy of a module with all of its attributes and methods, which shares its tensors.
func whole(o *exec.Object) *exec.Object {
	out := &exec.Object{Type: o.Type, Slots: slices.Clone(o.Slots)}
	for i, v := range out.Slots {
		if child, ok := payload[*exec.Object](v); ok && o.Type.Class.Attrs[i].Type.IsModule() {
			out.Slots[i] = object.NewNative(exec.ObjectType, whole(child))
		}
	}
	return out
}

// retype gives the reads of submodules their new types.
func (f *freezer) retype(g *ir.Graph) {
	g.Block.Walk(func(n *ir.Node) {
		if n.Kind == "prim::GetAttr" && n.Inputs[0].Type.Class != nil {
			c := n.Inputs[0].Type.Class
			if i := c.Attr(n.StrAttr("name")); i >= 0 {
				n.Outputs[0].Type = c.Attrs[i].Type
			}
		}
	})
}
