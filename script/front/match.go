package front

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/script/ir"
)

// Named is an argument of a call: a value of the graph, with the name of its keyword or "".
type Named struct {
	Name  string
	Range ir.Range
	Value *ir.Value
	// Const stands for Value where the argument is a constant that is not in the graph yet.
	Const *ir.Constant
	Type  *ir.Type
}

func (e *Emitter) argValue(a *Named) *ir.Value {
	if a.Value == nil {
		a.Value = e.constant(*a.Const, a.Type, a.Range)
	}
	return a.Value
}

// matched is a call that fits a schema.
type matched struct {
	schema *ir.Schema
	inputs []*ir.Value
	types  []*ir.Type // of the results
}

// matchSchema brings arguments into the order and types of a schema; why tells what does not fit.
func (e *Emitter) matchSchema(s *ir.Schema, r ir.Range, args, kwargs []Named, self *Named, convert bool) (m *matched, why string) {
	args = slices.Clone(args)
	if self != nil {
		if s.Find("self") != 0 {
			kwargs = append([]Named{{Name: "self", Range: self.Range, Value: self.Value}}, kwargs...)
		} else {
			args = append([]Named{*self}, args...)
		}
	}
	free := map[string]*ir.Type{}
	used := make([]bool, len(kwargs))
	m = &matched{schema: s}
	next := 0
	for i := range s.Args {
		p := &s.Args[i]
		var v *ir.Value
		switch {
		case i > 0 && self != nil && p.Name == "self":
			used[0] = true
			if v, why = e.matchArgument(p, r, p.Type, e.argValue(self), convert, free); why != "" {
				return nil, why
			}
		case !p.KwOnly && next < len(args):
			if (convert || i > 0) && (i > 0 || self == nil) && varargsAsList(s, i, args, next) { // x.view(n) is no view of a dtype
				rest := args[next:]
				next = len(args)
				var list []*ir.Value
				for k := range rest {
					list = append(list, e.argValue(&rest[k]))
				}
				elem := p.Type.Elem[0]
				if p.Type.Kind == ir.OptionalKind {
					elem = elem.Elem[0]
				}
				one := &ir.Argument{Name: "<varargs>", Type: elem}
				for k, x := range list {
					list[k], why = e.matchArgument(one, r, elem, x, convert, free)
					if why != "" {
						return nil, why
					}
				}
				v = e.insert("prim::ListConstruct", ir.Range{}, ir.ListOf(elem), list...)
				break
			}
			a := &args[next]
			next++
			v = e.argValue(a)
			if v, why = e.matchArgument(p, r, p.Type, v, convert, free); why != "" {
				return nil, why
			}
		default:
			found := -1
			for k := range kwargs {
				if kwargs[k].Name == p.Name || kwargs[k].Name == "input" && p.Name == "self" && strings.HasPrefix(s.Name, "aten::") {
					if used[k] {
						return nil, fmt.Sprintf("argument %s specified twice in schema, submit a bug report!", p.Name)
					}
					found = k
					break
				}
			}
			if found >= 0 {
				used[found] = true
				v = e.argValue(&kwargs[found])
				if v, why = e.matchArgument(p, r, p.Type, v, convert, free); why != "" {
					return nil, why
				}
				break
			}
			if !p.HasDef {
				return nil, fmt.Sprintf("Argument %s not provided.\n", p.Name)
			}
			t := p.Type
			if p.Default.V == nil {
				t = ir.None
			} else if t.Kind == ir.OptionalKind {
				t = t.Elem[0]
			}
			if t.Kind != ir.NoneKind {
				t = nil
			}
			c := p.Default
			if p.Type.Kind == ir.FloatKind {
				if n, ok := c.V.(int64); ok {
					c = ir.Constant{V: float64(n)}
				}
			}
			if list, ok := c.V.([]ir.Constant); ok && len(list) == 0 {
				t = p.Type
			}
			v = e.constant(c, t, ir.Range{})
			if p.Size > 0 && v.Type.Kind == ir.IntKind || p.Size > 0 && v.Type.Kind == ir.FloatKind { // one number for a list of them
				if v, why = e.matchArgument(p, r, p.Type, v, true, free); why != "" {
					return nil, why
				}
			}
		}
		m.inputs = append(m.inputs, v)
	}
	if s.VarArgs {
		for ; next < len(args); next++ {
			m.inputs = append(m.inputs, e.argValue(&args[next]))
		}
	}
	if next < len(args) {
		n := len(args)
		if self != nil && s.Find("self") == 0 {
			n, next = n-1, next-1
		}
		return nil, fmt.Sprintf("Expected at most %d arguments but found %d positional arguments.\n", next, n)
	}
	for k := range kwargs {
		if !used[k] {
			if s.Find(kwargs[k].Name) >= 0 {
				return nil, fmt.Sprintf("Argument %s specified twice in positional and keyword arguments.", kwargs[k].Name)
			}
			return nil, fmt.Sprintf("Keyword argument %s unknown.\n", kwargs[k].Name)
		}
	}
	for _, ret := range s.Returns {
		m.types = append(m.types, substitute(ret.Type, free))
	}
	return m, ""
}

// varargsAsList says whether the arguments from here on make up the list that is the last positional parameter.
func varargsAsList(s *ir.Schema, i int, args []Named, next int) bool {
	last := i+1 == len(s.Args) || s.Args[i+1].KwOnly
	p := &s.Args[i]
	if !last || s.VarArgs {
		return false
	}
	t := p.Type
	if t.Kind == ir.OptionalKind {
		t = t.Elem[0]
	}
	if t.Kind != ir.ListKind || t.Elem[0].Kind == ir.VarKind {
		return false
	}
	if p.Size > 0 {
		return false // one number stands for all
	}
	if args[next].Value == nil {
		return true
	}
	actual := args[next].Value.Type
	return actual.Kind != ir.ListKind && !actual.IsSubtype(p.Type) && !becomesList(actual, t)
}

// becomesList says whether a value of the type passes for a list: it is one, or a tuple of such elements.
func becomesList(actual, list *ir.Type) bool {
	if actual.IsSubtype(list) {
		return true
	}
	return actual.Kind == ir.TupleKind && !slices.ContainsFunc(actual.Elem, func(m *ir.Type) bool { return !m.IsSubtype(list.Elem[0]) })
}

// matchArgument converts one argument to the type of its parameter.
func (e *Emitter) matchArgument(p *ir.Argument, r ir.Range, t *ir.Type, v *ir.Value, convert bool, free map[string]*ir.Type) (*ir.Value, string) {
	// one number stands for a list of fixed length
	if p.Size > 0 {
		list := t
		if list.Kind == ir.OptionalKind {
			list = list.Elem[0]
		}
		if list.Kind == ir.ListKind && (v.Type.Kind == list.Elem[0].Kind || convert && v.Type.Kind == ir.IntKind && list.Elem[0].Kind == ir.FloatKind) {
			same := make([]*ir.Value, p.Size)
			for i := range same {
				same[i] = v
			}
			v = e.insert("prim::ListConstruct", ir.Range{}, list, same...)
		}
	}
	declared := t
	if t.ContainsFree() {
		bound, why := matchFree(t, v.Type, free)
		if why != "" {
			return nil, fmt.Sprintf("Could not match type %s to %s in argument '%s': %s", shownType(v.Type), t.Repr(), p.Name, why)
		}
		t = bound
	}
	v = e.implicitly(t, r, v, convert)
	if !v.Type.IsSubtype(t) {
		text := e.expected(declared, p, v)
		if v.Type.Kind == ir.ListKind && v.Type.Elem[0].Kind == ir.TensorKind {
			text += "Empty lists default to List[Tensor]. Add a variable annotation to the assignment to create an empty list of another type (torch.jit.annotate(List[T, []]) where T is the type of elements in the list for Python 2)\n"
		}
		return nil, text
	}
	return v, ""
}

// emptyLiteral says whether a value is [], which no variable has and nothing else reads: it has no type of its own yet.
func emptyLiteral(v *ir.Value) bool {
	return v.Node().Kind == "prim::EmptyListLiteral" && !v.HasUses()
}

func (e *Emitter) expected(t *ir.Type, p *ir.Argument, v *ir.Value) string {
	text := fmt.Sprintf("Expected a value of type '%s' for argument '%s' but instead found type '%s'.\n", t.Repr(), p.Name, v.Type.Repr())
	if p.Name == "" {
		text = fmt.Sprintf("Expected a value of type '%s' but instead found type '%s'.\n", t.Repr(), v.Type.Repr())
	}
	if v.Type.Kind == ir.TensorKind && v.Type.Inferred {
		text += fmt.Sprintf("Inferred the value for argument '%s' to be of type 'Tensor' because it was not annotated with an explicit type.\n", p.Name)
	}
	return text
}

// shownType is a type in messages: of a tensor, whether nothing says that it is one.
func shownType(t *ir.Type) string {
	if t.Kind == ir.TensorKind && t.Inferred {
		return "Tensor (inferred)"
	}
	return t.Repr()
}

// matchFree binds the type variables of t to parts of actual.
func matchFree(t, actual *ir.Type, free map[string]*ir.Type) (*ir.Type, string) {
	switch t.Kind {
	case ir.VarKind:
		if bound := free[t.Name]; bound != nil {
			u := ir.Unify(bound, actual, false)
			if u != nil {
				return bound, ""
			}
			return nil, fmt.Sprintf("Type variable '%s' previously matched to type %s is matched to type %s.\n", t.Name, bound.Repr(), actual.Repr())
		}
		free[t.Name] = actual
		return actual, ""
	case ir.OptionalKind:
		if actual.Kind == ir.OptionalKind {
			inner, why := matchFree(t.Elem[0], actual.Elem[0], free)
			if why != "" {
				return nil, why
			}
			return ir.OptionalOf(inner), ""
		}
		if actual.IsNone() {
			if name := t.Elem[0].Name; t.Elem[0].Kind == ir.VarKind && free[name] == nil {
				return nil, "Cannot match an Optional type to None, because there is no way to determine T from None.\n"
			}
			return substitute(t, free), ""
		}
		inner, why := matchFree(t.Elem[0], actual, free)
		if why != "" {
			return nil, why
		}
		return ir.OptionalOf(inner), ""
	}
	if !t.ContainsFree() {
		return t, ""
	}
	if t.Kind == ir.ListKind && actual.Kind == ir.TupleKind && len(actual.Elem) > 0 {
		u := actual.Elem[0]
		for _, m := range actual.Elem[1:] {
			if u = ir.Unify(u, m, false); u == nil {
				return nil, fmt.Sprintf("Cannot match %s to %s.\n", t.Repr(), actual.Repr())
			}
		}
		inner, why := matchFree(t.Elem[0], u, free)
		if why != "" {
			return nil, why
		}
		return ir.ListOf(inner), ""
	}
	if t.Kind != actual.Kind || len(t.Elem) != len(actual.Elem) {
		pattern := t.Repr()
		switch t.Kind {
		case ir.DictKind:
			pattern = "a dict"
		case ir.FutureKind:
			pattern = "a future"
		}
		return nil, fmt.Sprintf("Cannot match %s to %s.\n", pattern, shownType(actual))
	}
	elem := make([]*ir.Type, len(t.Elem))
	for i := range elem {
		var why string
		if elem[i], why = matchFree(t.Elem[i], actual.Elem[i], free); why != "" {
			return nil, why
		}
	}
	out := *t
	out.Elem = elem
	return &out, ""
}

func substitute(t *ir.Type, free map[string]*ir.Type) *ir.Type {
	if t.Kind == ir.VarKind {
		if b := free[t.Name]; b != nil {
			return b
		}
		return t
	}
	if !t.ContainsFree() {
		return t
	}
	out := *t
	out.Elem = make([]*ir.Type, len(t.Elem))
	for i := range t.Elem {
		out.Elem[i] = substitute(t.Elem[i], free)
	}
	if t.Kind == ir.OptionalKind {
		return ir.OptionalOf(out.Elem[0])
	}
	return &out
}

// implicitly converts a value to a type where the language does so unasked; else it gives the value back as it is.
func (e *Emitter) implicitly(t *ir.Type, r ir.Range, v *ir.Value, convert bool) *ir.Value {
	if t.Kind == ir.OptionalKind && v.Type.Kind != ir.OptionalKind && !v.Type.IsNone() {
		if v.Type.IsSubtype(t.Elem[0]) {
			return v
		}
		return e.implicitly(t.Elem[0], r, v, convert)
	}
	if emptyLiteral(v) && t.Kind == ir.ListKind && !v.Type.IsSubtype(t) {
		return e.insert("prim::ListConstruct", ir.Range{}, t)
	}
	// a tuple of one kind of element passes for a list
	if v.Type.Kind == ir.TupleKind {
		if t.Kind == ir.ListKind {
			ok := true
			for _, m := range v.Type.Elem {
				ok = ok && (m.IsSubtype(t.Elem[0]) || t.Elem[0].Kind == ir.NumberKind)
			}
			if ok {
				return e.insert("prim::ListConstruct", ir.Range{}, t, e.unpackTuple(v, r)...)
			}
		}
		if t.Kind == ir.TupleKind && len(t.Elem) == len(v.Type.Elem) && !v.Type.IsSubtype(t) && t.Name == "" {
			parts := e.unpackTuple(v, r)
			for i := range parts {
				parts[i] = e.implicitly(t.Elem[i], r, parts[i], convert)
			}
			return e.tuple(r, parts)
		}
	}
	if v.Type.IsSubtype(t) || !convert {
		return v
	}
	fromTensor, fromNumber, fromBool := v.Type.Kind == ir.TensorKind, v.Type.Kind == ir.NumberKind, v.Type.Kind == ir.BoolKind
	switch {
	case t.Kind == ir.FloatKind && fromBool:
		return e.insertOp("aten::Float", r, v)
	case (t.Kind == ir.IntKind || t.Kind == ir.NumberKind) && fromBool:
		return e.insertOp("aten::Int", r, v)
	case t.Kind == ir.FloatKind && fromTensor:
		return e.insertOp("aten::FloatImplicit", r, v)
	case t.Kind == ir.IntKind && fromTensor:
		return e.insertOp("aten::IntImplicit", r, v)
	case t.Kind == ir.ComplexKind && fromTensor:
		return e.insertOp("aten::ComplexImplicit", r, v)
	case t.Kind == ir.NumberKind && fromTensor:
		return e.insertOp("aten::ScalarImplicit", r, v)
	case t.Kind == ir.FloatKind && fromNumber:
		return e.insertOp("aten::Float", r, v)
	case t.Kind == ir.IntKind && fromNumber:
		return e.insertOp("aten::Int", r, v)
	case t.Kind == ir.ComplexKind && fromNumber:
		return e.insertOp("aten::Complex", r, v)
	case t.Kind == ir.DeviceKind && v.Type.Kind == ir.StrKind:
		return e.insertOp("aten::device", r, v)
	}
	return v
}

// insertOp inserts a call of an operator by its first overload that fits.
func (e *Emitter) insertOp(kind string, r ir.Range, args ...*ir.Value) *ir.Value {
	named := make([]Named, len(args))
	for i, v := range args {
		named[i] = Named{Value: v, Range: r}
	}
	return e.builtin(kind, r, named, nil, nil)
}

// builtin calls an operator: the overloads in their order, without conversions first, then with them.
func (e *Emitter) builtin(kind string, r ir.Range, args, kwargs []Named, self *Named) *ir.Value {
	schemas := e.overloads(kind)
	var whys []string
	for _, convert := range []bool{false, true} {
		whys = whys[:0]
		if convert || len(schemas) > 1 {
			for _, s := range schemas {
				m, why := e.matchSchema(s, r, args, kwargs, self, convert || len(schemas) == 1)
				if m != nil {
					return e.emitMatched(kind, r, m)
				}
				whys = append(whys, s.String()+":\n  "+strings.ReplaceAll(strings.TrimSuffix(why, "\n"), "\n", "\n  "))
			}
			for _, f := range builtinFunctions()[kind] {
				m, why := e.matchSchema(f.Schema, r, args, kwargs, self, convert)
				if m != nil {
					out := e.g.InsertGraph(f.Graph, m.inputs)
					return out[0]
				}
				whys = append(whys, f.Schema.String()+":\n  "+strings.ReplaceAll(strings.TrimSuffix(why, "\n"), "\n", "\n  "))
			}
		}
	}
	if len(whys) == 0 {
		unknownOperator(r, kind)
	}
	if len(whys) == 1 {
		Fail(r, "\n%s", strings.ReplaceAll(whys[0], "\n  ", "\n")+"\n")
	}
	Fail(r, "Arguments for call are not valid.\nThe following variants are available:\n  \n  %s\n\nThe original call is", strings.Join(whys, "\n  \n  "))
	return nil
}

func (e *Emitter) overloads(kind string) []*ir.Schema {
	if list := ir.Overloads(kind); list != nil {
		return list
	}
	return e.host.Operators(kind)
}

// emitMatched inserts the node of a call; several results come as a tuple.
func (e *Emitter) emitMatched(kind string, r ir.Range, m *matched) *ir.Value {
	n := e.g.Create(kind, m.inputs, 0)
	n.Schema, n.Range = m.schema, r
	for i, t := range m.types {
		v := n.AddOutput(t)
		_ = i
		_ = v
	}
	e.g.Insert(n)
	return e.packOutputs(n, m.schema, r)
}

func (e *Emitter) packOutputs(n *ir.Node, s *ir.Schema, r ir.Range) *ir.Value {
	switch len(n.Outputs) {
	case 1:
		return n.Outputs[0]
	case 0:
		empty := e.g.CreateTyped("prim::TupleConstruct", ir.TupleOf())
		empty.Range = r
		return e.g.Insert(empty).Outputs[0]
	}
	t := e.g.CreateTyped("prim::TupleConstruct", ir.None, n.Outputs...)
	elem := make([]*ir.Type, len(n.Outputs))
	fields := make([]string, len(n.Outputs))
	named := true
	for i, v := range n.Outputs {
		elem[i], fields[i] = v.Type, s.Returns[i].Name
		named = named && fields[i] != ""
	}
	t.Outputs[0].Type = ir.TupleOf(elem...)
	if named {
		t.Outputs[0].Type = &ir.Type{Kind: ir.TupleKind, Elem: elem, Fields: fields}
	}
	return e.g.Insert(t).Outputs[0]
}
