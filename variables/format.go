package variables

import (
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// Formatted is a string whose text is known only when the graph has run: str.format applied to Format and the
// arguments. Tracing can pass it on but not look at it.
type Formatted struct {
	sourced
	Format string
	Args   []Tracker
	Kwargs []KW
	epoch  int // the trace's count of in-place operators when the string was made
}

// Kind is the tracker's name in logs.
func (*Formatted) Kind() string { return "StringFormatVariable" }

func (t *Trace) newFormatted(th *object.Thread, format string, args []Tracker, kwargs []KW) (*Formatted, error) {
	s := &Formatted{Format: format, Args: make([]Tracker, len(args)), epoch: t.epoch}
	for i, a := range args {
		x, err := t.frozen(th, a)
		if err != nil {
			return nil, err
		}
		s.Args[i] = x
	}
	for _, kw := range kwargs {
		x, err := t.frozen(th, kw.Value)
		if err != nil {
			return nil, err
		}
		s.Kwargs = append(s.Kwargs, KW{kw.Name, x})
	}
	return s, nil
}

// Current tells whether the string can still be made: no tensor was changed in place since.
func (s *Formatted) Current(t *Trace) bool { return s.epoch == t.epoch }

// formatsLate tells whether an argument of str.format has its text only when the graph has run.
func (t *Trace) formatsLate(th *object.Thread, args []Tracker, kwargs []KW) (bool, error) {
	all := append([]Tracker(nil), args...)
	for _, kw := range kwargs {
		all = append(all, kw.Value)
	}
	for _, a := range all {
		if _, ok := t.Peek(a).(*Formatted); ok {
			return true, nil
		}
		a, err := t.deep(th, a)
		if err != nil {
			return false, err
		}
		switch a := a.(type) {
		case *Tensor, *SymInt, *SymFloat:
			return true, nil
		case *Container:
			if !t.IsConstant(th, a) {
				return true, nil
			}
		}
	}
	return false, nil
}

// frozen is x for use at a later time: containers are copied, since tracing may go on to change them.
func (t *Trace) frozen(th *object.Thread, x Tracker) (Tracker, error) {
	return t.frozenWithin(th, x, map[*Container]bool{})
}

// frozenWithin is frozen for what is in the open containers.
func (t *Trace) frozenWithin(th *object.Thread, x Tracker, open map[*Container]bool) (Tracker, error) {
	if _, ok := x.(*Formatted); ok {
		return x, nil
	}
	x, err := t.deep(th, x)
	if err != nil {
		return nil, err
	}
	c, ok := x.(*Container)
	if !ok {
		return x, nil
	}
	if open[c] {
		return nil, Unsupportedf("Failed to trace builtin operator", "str.format", "Dynamo cannot format a %s that contains itself and whose text depends on the graph.", c.Kind())
	}
	open[c] = true
	defer delete(open, c)
	copies := func(items []Tracker) ([]Tracker, error) {
		out := make([]Tracker, len(items))
		for i, e := range items {
			if out[i], err = t.frozenWithin(th, e, open); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	if c.V.Type() == t.Host.Size(th, nil).Type() {
		return c, nil
	}
	switch c.V.Type() {
	case object.ListType:
		items, err := copies(t.Items(th, c))
		return t.NewList(items), err
	case object.TupleType:
		items, err := copies(t.Items(th, c))
		return t.NewTuple(items), err
	case object.DictType:
		source, _ := object.AsDict(c.V)
		d := object.NewDict()
		err := source.Each(th, func(th *object.Thread, k, v object.Value) error {
			x, err := t.frozenWithin(th, t.FromValue(v), open)
			if err != nil {
				return err
			}
			return d.Set(th, k, t.ToValue(x))
		})
		return t.newContainer(d.Ref()), err
	}
	return nil, Unsupportedf("Failed to trace builtin operator", "str.format", "Dynamo cannot format a %s whose text depends on the graph.", c.Kind())
}

// Format is format(x, spec), as in the replacement fields of f-strings.
func (t *Trace) Format(th *object.Thread, x Tracker, spec string) (Tracker, error) {
	if strings.ContainsAny(spec, "{}") {
		return nil, Unsupportedf("Failed to trace builtin operator", "format", "Dynamo cannot format with the specification %q.", spec)
	}
	field := "{:" + spec + "}"
	if spec == "" {
		field = "{:}"
	}
	if s, ok := t.Peek(x).(*Formatted); ok {
		if spec == "" {
			return s, nil
		}
		return t.newFormatted(th, field, []Tracker{s}, nil)
	}
	x, err := t.Realize(th, x)
	if err != nil {
		return nil, err
	}
	if x, err = t.pin(th, x); err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case *Constant:
		s, err := object.Format(th, x.V, spec)
		return NewConstant(object.NewStr(s)), err
	case *Tensor:
		return t.newFormatted(th, field, []Tracker{x}, nil)
	case *Container:
		if t.hasSpecial(th, x, "__format__") {
			return t.callSpecial(th, x, "__format__", NewConstant(object.NewStr(spec)))
		}
		if spec != "" && isPrimitive(x.V.Type()) { // whatever text its class makes of it
			s, err := object.Format(th, object.Plain(x.V), spec)
			return NewConstant(object.NewStr(s)), err
		}
		if _, err := t.deep(th, x); err != nil {
			return nil, err
		}
		if !t.IsConstant(th, x) {
			return t.newFormatted(th, field, []Tracker{x}, nil)
		}
	case *Object:
		for _, name := range []string{"__format__", "__str__", "__repr__"} {
			if !t.hasSpecial(th, x, name) {
				continue
			}
			var args []Tracker
			if name == "__format__" {
				args = []Tracker{NewConstant(object.NewStr(spec))}
			}
			if name != "__format__" && spec != "" && t.plainlyFormatted(x) {
				break
			}
			r, err := t.callSpecial(th, x, name, args...)
			if err != nil || name == "__format__" {
				return r, err
			}
			return t.Format(th, r, spec)
		}
	}
	if spec != "" && t.plainlyFormatted(x) {
		return nil, object.TypeErrorf("unsupported format string passed to %s.__format__", t.TypeOf(x).Name)
	}
	c, err := t.Text(th, x, "str")
	if err != nil {
		return nil, err
	}
	return t.Format(th, c, spec)
}

// plainlyFormatted tells whether the class of x has the __format__ of object, which takes no specification.
func (t *Trace) plainlyFormatted(x Tracker) bool {
	_, owner := t.TypeOf(x).LookupWhere(object.Intern("__format__"))
	return owner == object.ObjectType
}

// IsConstant tells whether nothing in a container depends on the graph or on objects of the caller.
func (t *Trace) IsConstant(th *object.Thread, x Tracker) bool {
	return t.constantIn(th, x, map[*Container]bool{})
}

// constantIn is isConstant but for the containers that are being looked at, which may contain themselves.
func (t *Trace) constantIn(th *object.Thread, x Tracker, seen map[*Container]bool) bool {
	c, ok := t.Peek(x).(*Container)
	if !ok {
		_, constant := t.Peek(x).(*Constant)
		return constant
	}
	if seen[c] {
		return true
	}
	seen[c] = true
	if d, ok := object.AsDict(c.V); ok {
		constant := true
		d.Each(th, func(th *object.Thread, k, v object.Value) error {
			constant = constant && !isProxy(k) && t.constantIn(th, t.FromValue(v), seen)
			return nil
		})
		return constant
	}
	if _, sequence := object.Items(c.V); !sequence {
		return true
	}
	for _, e := range t.Items(th, c) {
		if !t.constantIn(th, e, seen) {
			return false
		}
	}
	return true
}

// Concatenate joins the pieces of an f-string.
func (t *Trace) Concatenate(th *object.Thread, parts []Tracker) (Tracker, error) {
	var format, text strings.Builder
	var args []Tracker
	escape := strings.NewReplacer("{", "{{", "}", "}}")
	for _, p := range parts {
		if l, lazy := t.Peek(p).(*Lazy); lazy {
			x, err := t.Realize(th, l)
			if err != nil {
				return nil, err
			}
			p = x
		}
		switch p := t.Peek(p).(type) {
		case *Constant:
			s, _ := object.AsStr(p.V)
			text.WriteString(s.S)
			format.WriteString(escape.Replace(s.S))
		case *Formatted:
			format.WriteString("{}")
			args = append(args, p)
		default:
			return nil, Unsupportedf("Failed to trace builtin operator", "BUILD_STRING", "Dynamo cannot build a string of a %s.", p.Kind())
		}
	}
	if args == nil {
		return NewConstant(object.NewStr(text.String())), nil
	}
	return t.newFormatted(th, format.String(), args, nil)
}
