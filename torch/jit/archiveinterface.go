package jit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/front"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/object"
)

// Interfaces in archives: how their signatures are written and read, and the modules that stand behind them.

// held writes the classes of the modules that stand behind interfaces.
func (s *sources) held(o *exec.Object) error {
	for i := range o.Type.Class.Attrs {
		inner, ok := payload[*exec.Object](o.Get(i))
		if !ok {
			continue
		}
		if t := o.Type.Class.Attrs[i].Type; t.Kind == ir.InterfaceKind {
			for _, m := range t.Class.Signatures {
				if f := inner.Type.Class.Method(m.Name); f != nil {
					if err := f.Ensure(); err != nil {
						return err
					}
				}
			}
		}
		if err := s.class(inner.Type); err != nil {
			return err
		}
		if err := s.held(inner); err != nil {
			return err
		}
	}
	return nil
}

// iface writes the signatures of an interface.
func (s *sources) iface(t *ir.Type) error {
	kind := "Interface"
	if t.Class.Module {
		kind = "ModuleInterface"
	}
	list := slices.Clone(t.Class.Signatures)
	slices.SortFunc(list, func(a, b *ir.Schema) int { return strings.Compare(a.Name, b.Name) })
	var text strings.Builder
	fmt.Fprintf(&text, "class %s(%s):\n", shortName(t), kind)
	for _, m := range list {
		text.WriteString("  def " + m.Name + "(self")
		for _, a := range m.Args[1:] {
			if err := s.types(a.Type); err != nil {
				return err
			}
			text.WriteString(", " + a.Name + ": " + a.Type.Annotation())
		}
		ret := ir.None
		if len(m.Returns) > 0 {
			ret = m.Returns[0].Type
		}
		fmt.Fprintf(&text, ") -> %s:\n    pass\n", ret.Annotation())
	}
	s.file(t.Name).WriteString(text.String())
	return nil
}

// iface reads the signatures of an interface.
func (im *importer) iface(def *ast.ClassDef, qualified, own string, module bool) *ir.Type {
	t := ir.NewInterface(own, module, nil)
	im.types[qualified] = t
	read := func(x ast.Expr) *ir.Type {
		at, why := front.TypeExpr(x, im)
		if at == nil {
			front.Check(object.RuntimeErrorf("%s", why))
		}
		return at
	}
	for _, st := range def.Body {
		m, ok := st.(*ast.FunctionDef)
		if !ok || len(m.Args.Args) == 0 || m.Returns == nil {
			continue
		}
		schema := &ir.Schema{Name: string(m.Name), Args: []ir.Argument{{Name: "self", Type: t}}, Returns: []ir.Argument{{Type: read(m.Returns)}}}
		for _, a := range m.Args.Args[1:] {
			if a.Annotation == nil {
				front.Check(object.RuntimeErrorf("the interface %s of the archive has a parameter without a type", own))
			}
			schema.Args = append(schema.Args, ir.Argument{Name: string(a.Arg), Type: read(a.Annotation)})
		}
		t.Class.Signatures = append(t.Class.Signatures, schema)
	}
	return t
}
