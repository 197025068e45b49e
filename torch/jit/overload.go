package jit

import (
	"github.com/magneto-go/magneto/script/front"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/object"
)

// declaredOverloads are the signatures that scripts have given a function by torch.jit._overload; f is what implements them.
func declaredOverloads(th *object.Thread, f *object.Function) []*object.Function {
	table, err := helper(th, "torch.jit._script", "_overloads")
	front.Check(err)
	d, _ := object.AsDict(table)
	list, ok := d.Lookup(attrText(th, f.Ref(), "__module__") + "." + attrText(th, f.Ref(), "__qualname__"))
	if !ok {
		return nil
	}
	items, _ := object.ToSlice(th, list)
	var out []*object.Function
	for _, v := range items {
		g, ok := object.AsFunction(v)
		if !ok || g == f {
			return nil
		}
		out = append(out, g)
	}
	return out
}

// overloadedFunction is a function with its declared signatures.
func overloadedFunction(th *object.Thread, f *object.Function, declared []*object.Function) front.Sugared {
	s := states.Of(th)
	list := s.overloaded[f]
	if list == nil {
		for _, g := range declared {
			fn := &ir.Function{Source: f}
			fn.Name = f.Name.S
			fn.Qualified = s.unique(qualifiedName(th, f.Ref()))
			fn.Define = func() error { return compileOverload(th, f, g, fn) }
			list = append(list, fn)
		}
		s.overloaded[f] = list
	}
	return front.Overloaded{Base: front.Base{Name: "function"}, Functions: list}
}

// overloadedMethod is a method of a module with its declared signatures: methods NAME__0, NAME__1, ...
func overloadedMethod(m moduleValue, info *moduleInfo, f *object.Function, name string, declared []*object.Function) front.Sugared {
	c := m.t.Class
	var list []*ir.Function
	for i, g := range declared {
		own := name + "__" + itoa(i)
		fn := c.Method(own)
		if fn == nil {
			fn = &ir.Function{Name: own, Qualified: m.t.Name + "." + own, Source: f}
			fn.Define = func() error {
				def, err := overloadDef(info.th, f, g, fn)
				if err != nil {
					return err
				}
				fn.Name = own
				t := m.t
				def.Self, def.Types = t, append([]*ir.Type{t}, def.Types[min(1, len(def.Types)):]...)
				def.SelfValue = func(v *ir.Value) front.Sugared { return moduleValue{front.Base{Name: "module"}, v, t} }
				return front.Compile(def)
			}
			c.Methods = append(c.Methods, fn)
		}
		list = append(list, fn)
	}
	return front.Overloaded{Base: front.Base{Name: "method"}, Functions: list, Self: m.v}
}

// compileOverload compiles the body of f with the signature of g.
func compileOverload(th *object.Thread, f, g *object.Function, fn *ir.Function) error {
	def, err := overloadDef(th, f, g, fn)
	if err != nil {
		return err
	}
	return front.Compile(def)
}

func overloadDef(th *object.Thread, f, g *object.Function, fn *ir.Function) (*front.Def, error) {
	def, err := defOf(th, f, fn)
	if err != nil {
		return nil, err
	}
	signature, err := defOf(th, g, fn)
	if err != nil {
		return nil, err
	}
	def.Defaults = signature.Defaults
	if signature.Types != nil {
		def.Types, def.Return = signature.Types, signature.Return
		return def, nil
	}
	for _, a := range signature.Node.Args.Args {
		t := ir.Tensor
		if a.Annotation != nil {
			var why string
			if t, why = front.TypeExpr(a.Annotation, signature.Host); t == nil {
				return nil, object.RuntimeErrorf("%s", why)
			}
		}
		def.Types = append(def.Types, t)
	}
	if x := signature.Node.Returns; x != nil {
		def.Return, _ = front.TypeExpr(x, signature.Host)
	}
	return def, nil
}

// choiceOf is a function of this library that stands for one of two, by a flag that its caller must give as a constant.
func choiceOf(th *object.Thread, name string, r ir.Range) front.Sugared {
	table, err := helper(th, "torch.jit._functional", "_choices")
	front.Check(err)
	d, _ := object.AsDict(table)
	v, ok := d.Lookup(name)
	if !ok {
		return nil
	}
	t, _ := object.AsTuple(v)
	at, _ := t.Items[3].AsInt()
	return front.Choice{Base: front.Base{Name: "function"}, Flag: textArg(t.Items[2]), At: int(at), Yes: scriptedLibrary(th, textArg(t.Items[0]), r), No: scriptedLibrary(th, textArg(t.Items[1]), r)}
}
