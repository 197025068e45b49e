package variables

import (
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/vm/object"
)

// This file has the arguments of nodes that the graph itself makes, by a call of their class: named tuples and frozen dataclasses.

// madeInGraph is a node that makes an instance of a class of the program, which no line of the program stands for.
func (t *Trace) madeInGraph(th *object.Thread, class *object.Type, args []any, kwargs []fxgraph.KW) *fxgraph.Node {
	target := &fxgraph.Function{Name: class.ShortName(), Qualified: t.Host.FunctionPath(th, class.Ref()), Impl: class.Ref()}
	return t.Graph.Create(fxgraph.CallFunction, target, args, kwargs, "")
}

// NamedTuple tells whether a class of the program is that of a named tuple.
func NamedTuple(th *object.Thread, class *object.Type) bool {
	return class != object.TupleType && class.IsHeap() && class.IsSubtype(object.TupleType) && !class.Lookup(th, object.Intern("_fields")).IsNull()
}

// frozenFields are the names of the fields of an instance of a frozen dataclass, false for other objects.
func frozenFields(th *object.Thread, x *Object) ([]string, bool) {
	parameters := x.T.Lookup(th, object.Intern("__dataclass_params__"))
	if parameters.IsNull() {
		return nil, false
	}
	frozen, err := object.GetAttr(th, parameters, "frozen")
	if yes, _ := frozen.AsBool(); err != nil || !yes {
		return nil, false
	}
	fields, ok := object.AsDict(x.T.Lookup(th, object.Intern("__dataclass_fields__")))
	if !ok {
		return nil, false
	}
	var names []string
	_ = fields.Each(th, func(_ *object.Thread, key, _ object.Value) error {
		if s, ok := object.AsStr(key); ok {
			names = append(names, s.S)
		}
		return nil
	})
	return names, true
}

// eachField gives f each field of an instance of a frozen dataclass; false for other objects.
func (t *Trace) eachField(th *object.Thread, x *Object, f func(name string, value Tracker) error) (bool, error) {
	names, ok := frozenFields(th, x)
	if !ok {
		return false, nil
	}
	for _, name := range names {
		v, err := t.GetAttr(th, x, name)
		if err == nil {
			v, err = t.Realize(th, v)
		}
		if err == nil {
			err = f(name, v)
		}
		if err != nil {
			return true, err
		}
	}
	return true, nil
}

// objectFX is an instance of a frozen dataclass as an argument of a node.
func (t *Trace) objectFX(th *object.Thread, x *Object) (any, error) {
	if arg, ok, err := t.registeredFX(th, x); ok || err != nil {
		return arg, err
	}
	var kwargs []fxgraph.KW
	ok, err := t.eachField(th, x, func(name string, value Tracker) error {
		v, err := t.FX(th, value)
		kwargs = append(kwargs, fxgraph.KW{Name: name, Value: v})
		return err
	})
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, missingProxy(x.Kind())
	}
	return t.madeInGraph(th, x.T, nil, kwargs), nil
}

// rebuiltObject is an instance of a frozen dataclass with converted fields; false for other objects.
func (t *Trace) rebuiltObject(th *object.Thread, x *Object, convert func(*object.Thread, Tracker) (object.Value, error)) (object.Value, bool, error) {
	var values, names []object.Value
	ok, err := t.eachField(th, x, func(name string, value Tracker) error {
		v, err := convert(th, value)
		values, names = append(values, v), append(names, object.StrValue(name))
		return err
	})
	if !ok || err != nil {
		return object.Null, ok, err
	}
	v, err := object.CallArgs(th, x.T.Ref(), values, names)
	return v, true, err
}

// noProxyTitle is of the break at a value that no argument of a node can stand for.
const noProxyTitle = "Failed to convert args/kwargs to proxy"

func missingProxy(context string) error {
	return Unsupportedf(noProxyTitle, context, "Missing `as_proxy()` implementation for some arg/kwarg.")
}

// inCall is an error at the arguments of a call: the break at one that has no proxy shows them all.
func (t *Trace) inCall(th *object.Thread, err error, args []Tracker, kwargs []KW) error {
	if u, ok := err.(*Unsupported); ok && u.Title == noProxyTitle {
		shown := func(x Tracker) string { return t.Describe(th, x, true) }
		u.Context = "call_function args: " + strings.Join(mapped(args, shown), " ") + " " + strings.Join(mapped(kwargs, func(kw KW) string { return shown(kw.Value) }), " ")
	}
	return err
}

func mapped[T any](of []T, to func(T) string) []string {
	texts := make([]string, len(of))
	for i, x := range of {
		texts[i] = to(x)
	}
	return texts
}
