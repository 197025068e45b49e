package variables

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// Realized tells whether something has looked at the value.
func (l *Lazy) Realized() bool { return l.real != nil }

// Describe is a tracker in the words of logs, with what it holds. A lazy value is told as such where it was pushed before
// anything looked at it.
func (t *Trace) Describe(th *object.Thread, x Tracker, lazy bool) string {
	switch x := x.(type) {
	case *Lazy:
		if x.real == nil {
			return fmt.Sprintf("LazyVariableTracker(unrealized: %s)", x.V.Type())
		}
		real := t.Describe(th, x.real, false)
		if lazy {
			return "LazyVariableTracker(realized: " + real + ")"
		}
		return real
	case *Constant:
		if isEnumMember(x.V) {
			return "UserDefinedObjectVariable(" + x.V.Type().ShortName() + ")"
		}
		return fmt.Sprintf("ConstantVariable(%s: %s)", x.V.Type().ShortName(), guards.ReprOf(th, x.V))
	case *Null:
		return x.Kind()
	case *Method:
		if x.IsExit() {
			return "WithExitFunctionVariable()"
		} else if f, ok := x.Func.(*Function); ok {
			return fmt.Sprintf("%s(%s, %s)", x.Kind(), guards.ReprOf(th, f.Fn.Ref()), t.Describe(th, x.Self, false))
		}
	case *Attribute:
		kind := x.Kind()
		switch t.Peek(x.Obj).(type) {
		case *Container, *Constant:
			kind = "CallMethodVariable"
		}
		return fmt.Sprintf("%s(%s, %s)", kind, t.Describe(th, x.Obj, false), x.Name)
	case *Object:
		kind := x.Kind()
		if kind != "UserDefinedObjectVariable" && kind != "MutableMappingVariable" && kind != "InspectVariable" {
			return kind + "()"
		}
		if params, err := object.GetAttr(th, x.T.Ref(), "__dataclass_params__"); err == nil {
			if frozen, err := object.GetAttr(th, params, "frozen"); err == nil && frozen == object.True {
				kind = "FrozenDataClassVariable"
			}
		}
		if t.isModule(th, x.T) {
			kind = t.objectKind(th, x)
		}
		return fmt.Sprintf("%s(%s)", kind, x.T.ShortName())
	case *Class:
		if t.isAutogradFunction(th, x.T) {
			return "AutogradFunctionVariable()"
		}
		return t.classText(th, x)
	case *PyModule:
		return x.Kind() + "(" + guards.ReprOf(th, x.M.Ref()) + ")"
	case *Formatted:
		return fmt.Sprintf("%s(%s, %s, %s)", x.Kind(), guards.ReprOf(th, object.NewStr(x.Format)), t.DescribeAll(th, x.Args), t.DescribeKeywords(th, x.Kwargs))
	case *Generator:
		return x.Kind() + "(" + x.Fn.Fn.Name.S + ")"
	case *Container:
		return t.describeContainer(th, x)
	case *Builtin:
		if _, ok := t.Host.NumpyName(th, x.Fn); ok {
			return "NumpyVariable()"
		}
		if op := x.Fn.Type().ShortName(); op == "OpOverload" || op == "OpOverloadPacket" {
			text, _ := object.StrOf(th, x.Fn)
			return "TorchInGraphFunctionVariable(" + text + ", kind=AllowInGraphKind.DEFAULT)"
		}
		b, ok := object.AsBuiltin(x.Fn)
		if !ok {
			break
		}
		if b.Module == "math" || strings.HasPrefix(t.Host.FunctionPath(th, x.Fn), "torch.") {
			return fmt.Sprintf("TorchInGraphFunctionVariable(%s, kind=AllowInGraphKind.DEFAULT)", guards.ReprOf(th, x.Fn))
		}
		return "BuiltinVariable(" + b.Name + ")"
	}
	return x.Kind() + "()"
}

// objectKind is the kind of an object, which depends on its class.
func (t *Trace) objectKind(th *object.Thread, x *Object) string {
	switch {
	case !t.isModule(th, x.T):
		return x.Kind()
	case strings.HasPrefix(x.T.ModuleName(), "torch.nn."):
		return "UnspecializedBuiltinNNModuleVariable"
	}
	return "UnspecializedNNModuleVariable"
}

// IsExit tells whether the method is the __exit__ that a with statement calls.
func (m *Method) IsExit() bool {
	f, ok := m.Func.(*Function)
	return ok && f.Fn.Code.Name == "__exit__"
}

func (t *Trace) describeContainer(th *object.Thread, c *Container) string {
	typ := c.V.Type()
	switch typ.Name {
	case "list_iterator", "tuple_iterator", "list_reverseiterator":
		length, index := iteratorPlace(th, c.V)
		return fmt.Sprintf("%s(length=%d, index=%d)", c.Kind(), length, index)
	}
	if e, ok := object.AsException(c.V); ok && !typ.IsHeap() {
		return c.Kind() + "(" + guards.ReprOf(th, e.Type().Ref()) + ")"
	}
	if p, ok := object.AsProperty(c.V); ok {
		name := ""
		if f, ok := object.AsFunction(p.Get); ok {
			name = f.Name.S
		}
		return "PropertyVariable(" + name + ")"
	}
	if _, ok := object.AsCode(c.V); ok {
		return "ConstantVariable(code: " + guards.ReprOf(th, c.V) + ")"
	}
	n, _ := object.ContentLen(th, c.V)
	return c.described(n)
}

// described is a container of n items in the words of logs.
func (c *Container) described(n int) string {
	typ := c.V.Type()
	kind := c.Kind()
	if source, ok := nativeGenerators[typ.Name]; ok {
		return kind + "(" + source + ")"
	}
	switch {
	case typ == object.ListType, typ.IsSubtype(object.TupleType) && kind == "TupleVariable", kind == "SizeVariable":
		return fmt.Sprintf("%s(length=%d)", kind, n)
	case strings.HasPrefix(kind, "UserDefined"), kind == "NamedTupleVariable", kind == "DefaultDictVariable":
		return kind + "(" + typ.ShortName() + ")"
	}
	return kind + "()"
}

// iteratorPlace is how many items an iterator of a sequence goes through, and how many it has given.
func iteratorPlace(th *object.Thread, it object.Value) (length, index int) {
	state, err := object.CallMethod(th, it, "__reduce__")
	if err != nil {
		return 0, 0
	}
	parts, _ := object.Items(state)
	if len(parts) < 3 {
		return 0, 0 // it has come to its end
	}
	backwards := it.Type().Name == "list_reverseiterator"
	if args, _ := object.Items(parts[1]); len(args) == 1 {
		length, _ = object.ContentLen(th, args[0])
	}
	n, _ := parts[2].AsInt()
	if backwards {
		n = int64(length) - 1 - n
	}
	return length, int(n)
}

// DescribeAll is a list of trackers as breaks name the arguments of a call.
func (t *Trace) DescribeAll(th *object.Thread, args []Tracker) string {
	texts := mapped(args, func(a Tracker) string { return t.Describe(th, a, true) })
	return "[" + strings.Join(texts, ", ") + "]"
}

// DescribeKeywords is the dict of keyword arguments in the same words.
func (t *Trace) DescribeKeywords(th *object.Thread, kwargs []KW) string {
	texts := mapped(kwargs, func(kw KW) string { return "'" + kw.Name + "': " + t.Describe(th, kw.Value, true) })
	return "{" + strings.Join(texts, ", ") + "}"
}
