package variables

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// Realized tells whether something has looked at the value.
func (l *Lazy) Realized() bool { return l.real != nil }

// iteratorKinds says what logs call iterators.
var iteratorKinds = map[string]string{
	"range_iterator": "RangeIteratorVariable()", "zip": "ZipVariable()", "map": "MapVariable()", "filter": "FilterVariable()",
	"enumerate": "LocalGeneratorObjectVariable(enumerate)", "dict_keyiterator": "DictKeysIterator()", "dict_valueiterator": "DictValuesIterator()",
	"dict_itemiterator": "DictItemsIterator()", "dict_keys": "DictKeysVariable()", "dict_values": "DictValuesVariable()", "dict_items": "DictItemsVariable()",
	"range": "RangeVariable()", "slice": "SliceVariable()",
}

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
		return fmt.Sprintf("ConstantVariable(%s: %s)", x.V.Type().Name, guards.ReprOf(th, x.V))
	case *Null:
		return x.Kind()
	case *Method:
		if x.IsExit() {
			return "WithExitFunctionVariable()"
		}
	case *Attribute:
		kind := x.Kind()
		if _, ok := t.Peek(x.Obj).(*Container); ok {
			kind = "CallMethodVariable"
		}
		return fmt.Sprintf("%s(%s, %s)", kind, t.Describe(th, x.Obj, false), x.Name)
	case *Object:
		kind := x.Kind()
		if t.isModule(th, x.T) {
			kind = "UnspecializedNNModuleVariable"
			if strings.HasPrefix(x.T.ModuleName(), "torch.nn.") {
				kind = "UnspecializedBuiltinNNModuleVariable"
			}
		}
		return fmt.Sprintf("%s(%s)", kind, x.T.ShortName())
	case *Class:
		return fmt.Sprintf("%s(%s)", x.Kind(), guards.ReprOf(th, x.T.Ref()))
	case *Formatted:
		return fmt.Sprintf("%s(%s, %s, %s)", x.Kind(), guards.ReprOf(th, object.NewStr(x.Format)), t.DescribeAll(th, x.Args), t.DescribeKeywords(th, x.Kwargs))
	case *Generator:
		return x.Kind() + "(" + x.Fn.Fn.Name.S + ")"
	case *Container:
		return t.describeContainer(th, x)
	}
	return x.Kind() + "()"
}

// IsExit tells whether the method is the __exit__ that a with statement calls.
func (m *Method) IsExit() bool {
	f, ok := m.Func.(*Function)
	return ok && f.Fn.Code.Name == "__exit__"
}

func (t *Trace) describeContainer(th *object.Thread, c *Container) string {
	typ := c.V.Type()
	if words, ok := iteratorKinds[typ.Name]; ok {
		return words
	}
	switch typ {
	case object.ListIterType, object.TupleIterType:
		kind := "ListIteratorVariable"
		if typ == object.TupleIterType {
			kind = "TupleIteratorVariable"
		}
		length, index := iteratorPlace(th, c.V)
		return fmt.Sprintf("%s(length=%d, index=%d)", kind, length, index)
	}
	if typ.IsSubtype(object.ListType) || typ.IsSubtype(object.TupleType) {
		kind := c.Kind()
		if isSize(c.V) {
			kind = "SizeVariable"
		}
		n, _ := object.ContentLen(th, c.V)
		return fmt.Sprintf("%s(length=%d)", kind, n)
	}
	return c.Kind() + "()"
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
	if args, _ := object.Items(parts[1]); len(args) == 1 {
		length, _ = object.ContentLen(th, args[0])
	}
	n, _ := parts[2].AsInt()
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
