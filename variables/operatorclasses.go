package variables

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// This file has objects of classes that a program has registered for its operators (torch._library.opaque_object): graphs take them as inputs, or have
// them as constants.

const operatorClasses = "torch._library.opaque_object."

// registeredAs says how graphs have the objects of a class, "symbolic" or "constant"; "" for classes that are not registered.
func (t *Trace) registeredAs(th *object.Thread, class *object.Type) (string, error) {
	if class.Ref().Type() == object.TypeType { // registered ones have a metaclass
		return "", nil
	}
	find := t.Host.Attribute(th, operatorClasses+"get_opaque_obj_info")
	info, err := object.Call(th, find, class.Ref())
	if err != nil || info.IsNone() {
		return "", err
	}
	role, err := object.GetAttr(th, info, "opaque_typ")
	if err != nil {
		return "", err
	}
	s, _ := object.Text(role)
	return s, nil
}

// registeredFX is an object of a registered class as an argument of a node; ok is false for other objects.
func (t *Trace) registeredFX(th *object.Thread, x *Object) (arg any, ok bool, err error) {
	role, err := t.registeredAs(th, x.T)
	if err != nil || role == "" {
		return nil, false, err
	}
	if role == "constant" {
		v, err := t.constantObject(th, x)
		if err != nil {
			return nil, true, err
		}
		return NewLiteral(th, v), true, nil
	}
	if x.New || x.src == nil {
		return nil, true, missingProxy(x.Kind())
	}
	node, err := t.objectInput(th, x)
	if err != nil {
		return nil, true, err
	}
	return t.lift(node), true, t.reachable(node)
}

// CodeOf is the code that makes an object whose class tells it, with what the names in it are; "" for other objects.
func CodeOf(th *object.Thread, v object.Value) (code string, names *object.Dict) {
	if !v.Type().IsHeap() || v.Type().Lookup(th, object.Intern("__fx_repr__")).IsNull() {
		return "", nil
	}
	told, err := object.CallMethod(th, v, "__fx_repr__")
	if err != nil {
		return "", nil
	}
	parts, ok := object.AsTuple(told)
	if !ok || len(parts.Items) != 2 {
		return "", nil
	}
	code, _ = object.Text(parts.Items[0])
	names, _ = object.AsDict(parts.Items[1])
	return code, names
}

// unregisteredMember is the break at a member of an object that tracing knows nothing of, nil for one that it may read.
func (t *Trace) unregisteredMember(th *object.Thread, x *Object, name string) error {
	if x.New || x.src == nil {
		return nil
	}
	role, err := t.registeredAs(th, x.T)
	if err != nil || role != "symbolic" || strings.HasPrefix(name, "__") && name != "__setattr__" {
		return err
	}
	how, err := object.Call(th, t.Host.Attribute(th, operatorClasses+"get_member_type"), x.T.Ref(), object.NewStr(name))
	if err != nil || !how.IsNone() {
		return err
	}
	return &Unsupported{Title: "Attempted to access unregistered member on an OpaqueObject", Context: fmt.Sprintf("value=%s, attr=%s", guards.ReprOf(th, x.V), name),
		Explanation: fmt.Sprintf("Member '%s' is not registered for this opaque object type.", name),
		Hints:       []string{fmt.Sprintf("Register '%s' with a MemberType in register_custom_class(members=...).", name)}}
}

// constantObject is the object of a class whose objects are constants: that of the caller, guarded by what == is in its class, or one like that which
// tracing has made.
func (t *Trace) constantObject(th *object.Thread, x *Object) (object.Value, error) {
	if !x.New && len(x.Names()) == 0 {
		if x.src != nil {
			t.guard(th, &guards.Guard{Source: x.src, Kind: guards.EqualsMatch, Value: x.V})
		}
		return x.V, nil
	}
	return t.registeredObject(th, x, t.RealObject)
}

// registeredObject is an object of a registered class for a call that runs while tracing: a symbolic one is only a stand-in, in which kernels see nothing.
func (t *Trace) registeredObject(th *object.Thread, x *Object, convert func(*object.Thread, Tracker) (object.Value, error)) (object.Value, error) {
	if !x.New {
		return object.Call(th, t.Host.Attribute(th, "torch._library.fake_class_registry.stand_in_of"), x.V)
	}
	args := []object.Value{x.T.Ref()}
	made, err := object.CallMethod(th, x.T.Ref(), "__new__", args...)
	if err != nil {
		return object.Null, err
	}
	for _, name := range x.Names() {
		held, _ := x.Pending(name)
		if held == nil {
			continue
		}
		v, err := convert(th, held)
		if err == nil {
			err = object.SetAttr(th, made, name, v)
		}
		if err != nil {
			return object.Null, err
		}
	}
	return made, nil
}

// objectInput is the input of the graph that an object of the caller is. What its class names for guards is compared each time.
func (t *Trace) objectInput(th *object.Thread, x *Object) (*fxgraph.Node, error) {
	for _, in := range t.Inputs {
		if in.Source != nil && in.Value == x.V {
			return in.Node, nil
		}
	}
	name, err := object.Call(th, t.Host.Attribute(th, operatorClasses+"get_opaque_type_name"), x.T.Ref())
	if err != nil {
		return nil, err
	}
	text, _ := object.Text(name)
	if err := t.guardAsTold(th, x); err != nil {
		return nil, err
	}
	node := t.placeholder(th, x.src.Text(), annotationOf(text), nil)
	t.Inputs = append(t.Inputs, &Input{Node: node, Source: x.src, Value: x.V})
	return node, nil
}

// guardAsTold guards what the class has named for an object of it.
func (t *Trace) guardAsTold(th *object.Thread, x *Object) error {
	info, err := object.Call(th, t.Host.Attribute(th, operatorClasses+"get_opaque_obj_info"), x.T.Ref())
	if err != nil {
		return err
	}
	told, err := object.GetAttr(th, info, "guard_fn")
	if err != nil || told.IsNone() {
		return err
	}
	known, err := object.Call(th, told, x.V)
	if err != nil {
		return err
	}
	t.guard(th, &guards.Guard{Source: x.src, Kind: guards.ToldMatch, Value: object.NewTuple(told, known).Ref()})
	return nil
}

// annotationOf is the name of a class as one word, as graphs annotate inputs of it.
func annotationOf(name string) string {
	word := []byte(name)
	for i, c := range word {
		if c == '.' {
			word[i] = '_'
		}
	}
	return string(word)
}
