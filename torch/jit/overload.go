package jit

import (
	"strings"

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

// overload is one of several forms of a method: its signature, and the function whose body it has.
type overload struct{ signature, body *object.Function }

// methodOverloads are the forms of a method of a module: those that scripts have declared, or those that this library has for one of its own.
func methodOverloads(info *moduleInfo, f *object.Function, name string) (out []overload) {
	for _, g := range declaredOverloads(info.th, f) {
		out = append(out, overload{g, f})
	}
	module, _ := object.Text(f.Module())
	if out != nil || !strings.HasPrefix(module, "torch.nn.") {
		return out
	}
	find, err := helper(info.th, "torch.jit._modules", "overloads_of")
	front.Check(err)
	list, err := object.Call(info.th, find, info.proto, object.NewStr(name))
	front.Check(err)
	items, _ := object.ToSlice(info.th, list)
	for _, v := range items {
		if g, ok := object.AsFunction(v); ok {
			out = append(out, overload{g, g})
		}
	}
	return out
}

// overloadedMethod is a method of a module with its forms: methods NAME__0, NAME__1, ...
func overloadedMethod(m moduleValue, info *moduleInfo, name string, forms []overload) front.Sugared {
	return front.Overloaded{Base: front.Base{Name: "method"}, Functions: formsOf(m.t, info, name, forms), Self: m.v}
}

// formsOf are the methods of a module type that the forms of one are.
func formsOf(t *ir.Type, info *moduleInfo, name string, forms []overload) (list []*ir.Function) {
	c := t.Class
	for i, form := range forms {
		own := name + "__" + itoa(i)
		fn := c.Method(own)
		if fn == nil {
			fn = &ir.Function{Name: own, Qualified: t.Name + "." + own, Source: form.body}
			fn.Define = func() error {
				def, err := overloadDef(info.th, form.body, form.signature, fn)
				if err != nil {
					return err
				}
				fn.Name = own
				def.Self, def.Types = t, append([]*ir.Type{t}, def.Types[min(1, len(def.Types)):]...)
				def.SelfValue = func(v *ir.Value) front.Sugared { return moduleValue{front.Base{Name: "module"}, v, t} }
				return front.Compile(def)
			}
			c.Methods = append(c.Methods, fn)
		}
		list = append(list, fn)
	}
	return list
}

// compileForms compiles the forms of a method of a module of this library; it tells whether there are several.
func compileForms(th *object.Thread, t *ir.Type, info *moduleInfo, name string) (several bool, err error) {
	f, ok := object.AsFunction(attr(th, info.class.Ref(), name))
	if !ok {
		return false, nil
	}
	module, _ := object.Text(f.Module())
	if !strings.HasPrefix(module, "torch.nn.") {
		return false, nil
	}
	for _, fn := range formsOf(t, info, name, methodOverloads(info, f, name)) {
		if err := ensure(th, fn); err != nil {
			return true, err
		}
		several = true
	}
	return several, nil
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
	return front.Choice{Base: front.Base{Name: "boolean dispatch"}, Flag: textArg(t.Items[2]), At: int(at), Yes: scriptedLibrary(th, textArg(t.Items[0]), r), No: scriptedLibrary(th, textArg(t.Items[1]), r)}
}
