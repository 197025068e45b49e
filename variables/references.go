package variables

import "github.com/magneto-go/magneto/vm/object"

// Reference is a weakref.ref that the traced code makes of a tensor; those of objects are native ones to what stands for the object.
type Reference struct {
	sourced
	Class *object.Type
	Of    Tracker
}

// Kind is the name in reports.
func (*Reference) Kind() string { return "WeakRefVariable" }

// constructReference makes a weakref.ref: of what holds values natively the native one, which refuses plain values.
func constructReference(th *object.Thread, t *Trace, c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) == 1 && len(kwargs) == 0 {
		x, err := t.Realize(th, args[0])
		if err != nil {
			return nil, err
		}
		if _, ok := x.(*Tensor); ok {
			return &Reference{Class: c.T, Of: x}, nil
		}
	}
	return t.constructBuiltin(th, c.T, args, kwargs)
}

// constantLike are classes whose objects never change and answer calls with constants by constants.
var constantLike = map[string]bool{"re.Pattern": true, "re.Match": true}

// callConstantLike calls a method of an object of such a class.
func (t *Trace) callConstantLike(th *object.Thread, c *Container, name string, args []Tracker, kwargs []KW) (Tracker, error) {
	convert := func(th *object.Thread, x Tracker) (object.Value, error) {
		x, err := t.Realize(th, x)
		if err == nil {
			x, err = t.pin(th, x)
		}
		if err != nil {
			return object.Null, err
		}
		if f, ok := x.(*Function); ok {
			return f.Fn.Ref(), nil
		}
		return t.RealObject(th, x)
	}
	method, err := object.GetAttr(th, c.V, name)
	if err != nil {
		return nil, err
	}
	v, err := t.callOn(th, method, args, kwargs, convert)
	if err != nil {
		return nil, err
	}
	_, isList := object.AsList(v)
	_, isTuple := object.AsTuple(v)
	if !isList && !isTuple && !IsConstant(v) && !constantLike[v.Type().FullName()] {
		text, err := object.Repr(th, v)
		if err != nil {
			return nil, err
		}
		class := c.V.Type().FullName()
		return nil, &Unsupported{Title: "constant-like method call with unsupported return type", Context: class + "." + name,
			Explanation: "Attempted to call " + class + "." + name + ", got unsupported return value " + text + ".", Hints: []string{Supportable}}
	}
	return t.FromValue(v), nil
}
