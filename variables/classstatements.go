package variables

import (
	"errors"
	"fmt"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// Class statements. Where enable_trace_load_build_class is set, a class is made while tracing, by running its body for good, if everything that
// body and methods take from the functions around them is a constant: the class has copies of these, as in PyTorch.

// classText is a class in the words of logs: built-in classes have kinds of their own.
func (t *Trace) classText(th *object.Thread, c *Class) string {
	switch {
	case c.T.IsHeap() && c.T.IsSubtype(t.Host.TensorType(th)):
		return "TensorSubclassVariable(" + guards.ReprOf(th, c.T.Ref()) + ")"
	case c.T.FullName() == "torch.nn.parameter.Parameter":
		return "TorchInGraphFunctionVariable(" + guards.ReprOf(th, c.T.Ref()) + ", kind=AllowInGraphKind.DEFAULT)"
	case c.T.ModuleName() != "builtins":
		return c.Kind() + "(" + guards.ReprOf(th, c.T.Ref()) + ")"
	case c.T == object.ListType:
		return "ListBuiltinVariable()"
	case c.T == object.DictType:
		return "DictBuiltinVariable()"
	}
	return "BuiltinVariable(" + c.T.Name + ")"
}

// buildClass is a class statement.
func buildClass(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if t.Config.TraceClasses {
		built, err := t.builtClass(th, args, kwargs)
		if built != nil || err != nil {
			return built, err
		}
	}
	kinds := ""
	for i, a := range args {
		if i > 0 {
			kinds += ", "
		}
		x, err := t.Realize(th, a)
		if err != nil {
			return nil, err
		}
		switch x := x.(type) {
		case *Constant:
			kinds += x.Kind() + "(" + x.V.Type().Name + ": " + guards.ReprOf(th, x.V) + ")"
		case *Class:
			kinds += t.classText(th, x)
		default:
			kinds += x.Kind() + "()"
		}
	}
	return nil, &Unsupported{Title: "Invalid call to __build_class__", Context: "Non-constant args to __build_class__: (" + kinds + ") {}",
		Explanation: "Cannot trace class definition: the class body function is unsupported or the base class argument are not compile-time constants",
		Hints:       []string{Supportable}}
}

// newType is type(name, bases, dict). A class that it gives has no instances while tracing, unless they are exceptions or class statements are traced.
func (t *Trace) newType(th *object.Thread, args []Tracker, kwargs []KW) (Tracker, error) {
	plain := &constants{t: t, th: th, known: map[object.Value]object.Value{}}
	values, names, err := plain.call(args, kwargs)
	if err != nil {
		return nil, err
	}
	if values == nil {
		return nil, &Unsupported{Title: "invalid call to builtin op handler", Explanation: "Encountered TypeError when trying to handle op type",
			Context: fmt.Sprintf("invalid args to <bound method BuiltinVariable.call_type of BuiltinVariable(type)>: %s %s", t.DescribeAll(th, args), t.DescribeKeywords(th, kwargs)),
			Hints:   []string{"This graph break may be difficult to debug. Please report an issue to PyTorch for assistance."}}
	}
	if d, ok := object.AsDict(values[2]); ok && len(values) == 3 {
		if _, named := d.GetStr(object.Intern("__module__")); !named {
			d.SetStr(object.Intern("__module__"), object.NewStr("torch._dynamo.variables.builtin"))
		}
	}
	class, err := object.CallArgs(th, object.TypeType.Ref(), values, names)
	if err != nil {
		return nil, err
	}
	t.keepBuilt(class, plain)
	made, _ := object.AsType(class)
	t.built.bare[made] = !t.Config.TraceClasses
	return t.FromValue(class), nil
}

// builtClass makes the class; nil if something that it takes is no constant.
func (t *Trace) builtClass(th *object.Thread, args []Tracker, kwargs []KW) (Tracker, error) {
	plain := &constants{t: t, th: th, known: map[object.Value]object.Value{}}
	values, names, err := plain.call(args, kwargs)
	if values == nil || err != nil {
		return nil, err
	}
	class, err := object.CallArgs(th, t.builtin(th, "__build_class__"), values, names)
	var raised *object.Exception
	if errors.As(err, &raised) {
		return nil, t.internal(th, raised.Type().Name+": "+raised.Error())
	}
	if err != nil {
		return nil, err
	}
	t.keepBuilt(class, plain)
	return t.FromValue(class), nil
}

// built are classes made while tracing, those of them that type() has made, and the cells that their methods have.
type built struct {
	classes, bare map[*object.Type]bool
	cells         map[*object.Cell]bool
}

func (t *Trace) keepBuilt(class object.Value, plain *constants) {
	if t.built.classes == nil {
		t.built = built{map[*object.Type]bool{}, map[*object.Type]bool{}, map[*object.Cell]bool{}}
	}
	made, _ := object.AsType(class)
	t.built.classes[made] = true
	for _, v := range plain.known {
		if cell, ok := object.AsCell(v); ok {
			t.built.cells[cell] = true
		}
	}
}

// Stores is the break of a function that assigns to a variable of the function around its class: the cell has a copy.
func (t *Trace) Stores(th *object.Thread, c *object.Cell, x Tracker) error {
	if !t.built.cells[c] {
		return nil
	}
	x, err := t.Realize(th, x)
	if err != nil {
		return err
	}
	return &Unsupported{Title: "Write to immutable cell", Context: "cellvar: CellVariable(), value: " + t.Describe(th, x, false),
		Explanation: "Dynamo doesn't support writing to immutable/sourceless cell variables.",
		Hints:       []string{"This graph break may be difficult to debug. Please report an issue to PyTorch for assistance."}}
}

// Escapes is the break of an instance that leaves the frame, whose class only the trace knows.
func (t *Trace) Escapes(class *object.Type) error {
	if !t.built.classes[class] {
		return nil
	}
	return &Unsupported{Title: "Reconstruct user defined class without a source", Context: "Class: " + class.ShortName(), Explanation: fmt.Sprintf(
		"Cannot reconstruct an instance of %s that escapes the compiled region. This happens when the class is defined dynamically (e.g., inside the compiled function) and "+
			"the class object itself has no source that can be reconstructed. To fix this, move the class definition outside the compiled function or prevent the object from escaping the compiled region.", class.ShortName()),
		Hints: []string{Supportable}}
}

// constants makes plain objects of trackers: constants themselves, copies of containers of the built-in types, and functions over copies of their cells.
type constants struct {
	t     *Trace
	th    *object.Thread
	known map[object.Value]object.Value // functions and containers by what stands for them while tracing
}

// of is the plain object of x; null if there is none.
func (c *constants) of(x Tracker) (object.Value, error) {
	x, err := c.t.Realize(c.th, x)
	if err != nil {
		return object.Null, err
	}
	switch x := x.(type) {
	case *Constant:
		return x.V, nil
	case *Class:
		return x.T.Ref(), nil
	case *Builtin:
		return x.Fn, nil
	case *PyModule:
		return x.M.Ref(), nil
	case *Function:
		return c.function(x)
	case *Container:
		return c.container(x)
	}
	return object.Null, nil
}

// call makes the arguments of a call plain; no values if one is no constant.
func (c *constants) call(args []Tracker, kwargs []KW) (values, names []object.Value, err error) {
	values = make([]object.Value, 0, len(args)+len(kwargs))
	for _, a := range args {
		v, err := c.of(a)
		if v.IsNull() || err != nil {
			return nil, nil, err
		}
		values = append(values, v)
	}
	for _, kw := range kwargs {
		v, err := c.of(kw.Value)
		if v.IsNull() || err != nil {
			return nil, nil, err
		}
		values, names = append(values, v), append(names, object.StrValue(kw.Name))
	}
	return values, names, nil
}

// value is the plain object of what a container or a function holds while tracing.
func (c *constants) value(v object.Value) (object.Value, error) { return c.of(c.t.FromValue(v)) }

// function is the plain function of x.
func (c *constants) function(x *Function) (object.Value, error) {
	if !x.New {
		return x.Fn.Ref(), nil
	}
	if v, ok := c.known[x.Fn.Ref()]; ok {
		return v, nil
	}
	fn := object.NewFunction(x.Fn.Code, x.Fn.Globals)
	fn.Builtins, fn.Name, fn.QualName = x.Fn.Builtins, x.Fn.Name, x.Fn.QualName
	c.known[x.Fn.Ref()] = fn.Ref()
	if x.Fn.Defaults != nil {
		v, err := c.value(x.Fn.Defaults.Ref())
		if v.IsNull() || err != nil {
			return v, err
		}
		fn.Defaults, _ = object.AsTuple(v)
	}
	if x.Fn.KwDefaults != nil {
		v, err := c.value(x.Fn.KwDefaults.Ref())
		if v.IsNull() || err != nil {
			return v, err
		}
		fn.KwDefaults, _ = object.AsDict(v)
	}
	cells := &object.Tuple{Header: object.NewHeader(object.TupleType)}
	for _, cell := range x.Fn.Closure.All() {
		copied, known := c.known[cell.Ref()]
		if !known {
			made := object.NewCell(object.Null)
			copied = made.Ref()
			c.known[cell.Ref()] = copied
			held := c.t.ReadCell(cell)
			if held == nil {
				return object.Null, UninitializedCell()
			}
			v, err := c.of(held)
			if v.IsNull() || err != nil {
				return v, err
			}
			made.V = v
		}
		cells.Items = append(cells.Items, copied)
	}
	fn.Closure = object.NewClosure(cells)
	return fn.Ref(), nil
}

// container is a copy of x.
func (c *constants) container(x *Container) (object.Value, error) {
	if v, ok := c.known[x.V]; ok {
		return v, nil
	}
	typ := x.V.Type()
	switch typ {
	case object.ListType, object.TupleType, object.SetType, object.FrozenSetType, object.DictType:
	default:
		return object.Null, nil
	}
	held := contents(c.th, x.V)
	plain := func(in []object.Value) ([]object.Value, error) {
		out := make([]object.Value, len(in))
		for i, e := range in {
			v, err := c.value(e)
			if v.IsNull() || err != nil {
				return nil, err
			}
			out[i] = v
		}
		return out, nil
	}
	items, err := plain(held.items)
	if err != nil || items == nil {
		return object.Null, err
	}
	if typ == object.DictType {
		keys, err := plain(held.keys)
		if err != nil || keys == nil {
			return object.Null, err
		}
		d := object.NewDict()
		for i, k := range keys {
			if err := d.Set(c.th, k, items[i]); err != nil {
				return object.Null, err
			}
		}
		c.known[x.V] = d.Ref()
		return d.Ref(), nil
	}
	v, err := object.Call(c.th, typ.Ref(), object.NewList(items...).Ref())
	if err == nil {
		c.known[x.V] = v
	}
	return v, err
}
