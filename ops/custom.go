package ops

import (
	"fmt"
	"slices"
	"strings"
)

// Custom describes an operator that a script defines (torch.library).
type Custom struct {
	Schema string                              // with its namespace: "mylib::scale(Tensor x) -> Tensor"
	Meta   func(args []Value) ([]Value, error) // *Fake for tensors
	Eager  func(args []Value) ([]Value, error)
	Grad   GradFunc
}

// Define adds an operator to those of the context. Other contexts do not see it.
func (ctx *Context) Define(c Custom) (*Op, error) {
	s, err := ParseSchema(strings.Replace(c.Schema, "::", "__", 1))
	if err != nil {
		return nil, err
	}
	e := &entry{S: c.Schema, Grad: c.Grad, OwnTape: c.Grad == nil}
	if c.Eager != nil {
		e.Eager = func(ctx *Context, a Args) []Value {
			out, err := c.Eager(a)
			rethrow(err)
			return out
		}
	}
	if c.Meta != nil {
		described := func(_ *Context, a Args) []Value {
			out, err := c.Meta(a)
			rethrow(err)
			return out
		}
		if slices.ContainsFunc(s.Returns, func(r Return) bool { return r.Type.Base != "Tensor" || r.Type.List }) {
			e.FakeAnswer = described
		}
		e.Meta = func(ctx *Context, a Args) (fakes []*Fake) {
			for _, v := range described(ctx, a) {
				if f, ok := v.(*Fake); ok {
					fakes = append(fakes, f)
				}
			}
			return fakes
		}
	}
	op := &Op{Name: c.Schema[:strings.IndexAny(c.Schema, ".(")], Overload: s.Overload, e: e}
	op.schema.Store(s)
	if ctx.Defined(op.String()) != nil {
		return nil, fmt.Errorf("Tried to register an operator (%s) with the same name and overload name multiple times.", c.Schema)
	}
	op.readSchema()
	if ctx.custom == nil {
		ctx.custom = map[string]*Packet{}
	}
	p := ctx.custom[op.Name]
	if p == nil {
		space, name, _ := strings.Cut(op.Name, "::")
		p = &Packet{Name: op.Name, PyName: "torch.ops." + space + "." + name}
		ctx.custom[op.Name] = p
	}
	p.Ops = append(p.Ops, op)
	return op, nil
}

// Undefine takes an operator from those of the context.
func (ctx *Context) Undefine(op *Op) {
	if p := ctx.custom[op.Name]; p != nil {
		rest := &Packet{Name: p.Name, PyName: p.PyName}
		for _, other := range p.Ops {
			if other != op {
				rest.Ops = append(rest.Ops, other)
			}
		}
		if ctx.custom[op.Name] = rest; len(rest.Ops) == 0 {
			delete(ctx.custom, op.Name)
		}
	}
}

// Defined finds an operator that was defined in the context, by its full name; nil if there is none.
func (ctx *Context) Defined(name string) *Op {
	base, _, _ := strings.Cut(name, ".")
	if p := ctx.custom[base]; p != nil {
		for _, op := range p.Ops {
			if op.String() == name {
				return op
			}
		}
	}
	return nil
}

// DefinedPacket is all overloads of a name ("mylib::scale") that were defined in the context; nil if there is none.
func (ctx *Context) DefinedPacket(name string) *Packet { return ctx.custom[name] }
