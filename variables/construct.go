package variables

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// Calls of classes.

// construct is cls(*args, **kwargs).
func (t *Trace) construct(th *object.Thread, c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
	typ := c.T
	if t.built.bare[typ] && !typ.IsSubtype(object.BaseException) {
		shown := guards.ReprOf(th, typ.Ref())
		return nil, &Unsupported{Title: "Unsupported function call", Explanation: "Dynamo does not know how to trace the function `" + shown + "`",
			Context: fmt.Sprintf("call_function UserDefinedClassVariable(%s) %s %s", shown, t.DescribeAll(th, args), t.DescribeKeywords(th, kwargs)),
			Hints:   []string{"Avoid calling `" + shown + "` in your code.", "Please report an issue to PyTorch."}}
	}
	if special, ok := classes[typ.FullName()]; ok {
		return special(th, t, c, args, kwargs)
	}
	if make, ok := Contexts[typ.FullName()]; ok {
		return make(th, t, typ.Ref(), args, kwargs)
	}
	if unsupportedContexts[typ.FullName()] {
		class := "<class '" + typ.FullName() + "'>"
		return nil, &Unsupported{Title: "unsupported contextlib.* API", Context: class, Hints: []string{Supportable},
			Explanation: class + " not supported. This may be due to its use of context-specific operations that are not supported in Dynamo yet (i.e. Exception handling)"}
	}
	if typ.FullName() == "torch.random.fork_rng" { // a generator in PyTorch
		return nil, &Unsupported{Title: "torch.* op returned non-Tensor", Context: "example_value type: _GeneratorContextManager; op: call_function; target: <function fork_rng at 0x1>",
			Explanation: "torch.* ops that return a non-Tensor cannot be traced into the Dynamo FX graph output"}
	}
	if typ.FullName() == "random.Random" {
		return t.makeRandom(th, typ, args, kwargs)
	}
	if typ.FullName() == "torch.nn.parameter.Parameter" {
		return t.makeParameter(th, typ, args, kwargs)
	}
	if typ.ModuleName() == "torch" && !typ.IsHeap() && strings.HasSuffix(typ.ShortName(), "Tensor") && len(args) > 0 && t.allConstant(th, args, kwargs) {
		return t.legacyTensor(th, typ, args, kwargs)
	}
	if !typ.IsHeap() {
		return t.constructBuiltin(th, typ, args, kwargs)
	}
	if typ.IsSubtype(t.Host.TensorType(th)) {
		if x, ok := t.plainSubclass(th, typ, args, kwargs); ok {
			return asSubclass(th, t, x, []Tracker{c}, nil)
		}
		if wrappingClass(th, typ) != "" || typ.FullName() == bufferClass {
			return t.makeWrapper(th, typ, args, kwargs)
		}
		return nil, Unsupportedf("Attempted to use `torch.nn.Parameter()` constructor with Dynamo", typ.ShortName(), "Dynamo does not support this")
	}
	meta := typ.Ref().Type()
	if f, ok := object.AsFunction(meta.Lookup(th, object.Intern("__call__"))); ok {
		if isEnumClass(typ) {
			return t.foldCall(th, typ.Ref(), args, kwargs)
		}
		if functionPath(f) == "typing._TypedDictMeta.__call__" {
			return t.constructBuiltin(th, object.DictType, args, kwargs)
		}
		return t.callFunction(th, &Function{Fn: f}, append([]Tracker{c}, args...), kwargs)
	}
	return t.instantiate(th, c, args, kwargs)
}

// instantiate is type.__call__ of a class of the program, which a metaclass may have its own way around.
func (t *Trace) instantiate(th *object.Thread, c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
	typ := c.T
	if typ.FullName() == "collections.OrderedDict" {
		args = append([]Tracker{}, args...)
		if err := t.dictArguments(th, typ, args, kwargs); err != nil {
			return nil, err
		}
	}
	self, err := t.allocate(th, c, args, kwargs)
	if err != nil {
		return nil, err
	}
	if !t.TypeOf(self).IsSubtype(typ) {
		return self, nil
	}
	init := typ.Lookup(th, object.Intern("__init__"))
	if f, ok := object.AsFunction(init); ok {
		if entry, _ := skipEntry(f); entry != "" {
			if err := t.neverTraced(f, true); err != nil {
				return nil, err
			}
		}
		result, err := t.Inliner.Inline(th, &Function{Fn: f}, append([]Tracker{self}, args...), kwargs)
		return self, t.checkInit(th, result, err)
	}
	if s, ok := object.AsStaticMethod(init); ok {
		result, err := t.Call(th, t.FromValue(s.Func), args, kwargs)
		return self, t.checkInit(th, result, err)
	}
	if init.IsNone() {
		return nil, object.TypeErrorf("'NoneType' object is not callable")
	}
	if x, ok := self.(*Container); ok {
		if _, exception := object.AsException(x.V); exception {
			return x, nil
		}
		if x.V.Type().Init != nil && !x.V.Type().IsSubtype(object.TupleType) && !x.V.Type().IsSubtype(object.FrozenSetType) {
			values := make([]object.Value, 0, len(args))
			for _, a := range args {
				values = append(values, t.ToCallable(a))
			}
			var names []object.Value
			for _, kw := range kwargs {
				values = append(values, t.ToCallable(kw.Value))
				names = append(names, object.StrValue(kw.Name))
			}
			return x, x.V.Type().Init(th, x.V, values, names)
		}
		return x, nil
	}
	return self, object.AcceptInit(typ, len(args)+len(kwargs))
}

// checkInit refuses what an __init__ gives other than None.
func (t *Trace) checkInit(th *object.Thread, result Tracker, err error) error {
	if err != nil {
		return err
	}
	if result, err = t.Realize(th, result); err != nil {
		return err
	}
	if c, ok := result.(*Constant); ok && c.V.IsNone() {
		return nil
	}
	return object.TypeErrorf("__init__() should return None, not '%s'", t.TypeOf(result).ShortName())
}

func isEnumClass(c *object.Type) bool {
	for _, m := range c.Ref().Type().MRO {
		if m.Name == "EnumType" {
			return true
		}
	}
	return false
}

// allocate is cls.__new__.
func (t *Trace) allocate(th *object.Thread, c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
	typ := c.T
	newFn := typ.Lookup(th, object.Intern("__new__"))
	if s, ok := object.AsStaticMethod(newFn); ok {
		newFn = s.Func
	}
	if f, ok := object.AsFunction(newFn); ok {
		return t.Inliner.Inline(th, &Function{Fn: f}, append([]Tracker{c}, args...), kwargs)
	}
	return t.New(th, typ, args, kwargs)
}

// New makes a bare instance as the built-in __new__ does.
func (t *Trace) New(th *object.Thread, typ *object.Type, args []Tracker, kwargs []KW) (Tracker, error) {
	if typ.Layout() == object.LayoutObject {
		if err := object.AcceptNew(typ, len(args)+len(kwargs)); err != nil {
			return nil, err
		}
		if abstract, ok := typ.NS.Lookup("__abstractmethods__"); ok {
			if n, err := object.Len(th, abstract); err == nil && n > 0 {
				_, err := object.Call(th, typ.Ref())
				return nil, err
			}
		}
		v := (&object.Instance{Header: object.NewHeader(typ)}).Ref()
		x := &Object{V: v, T: typ, New: true, Args: args, within: t.body}
		t.tracked[v] = x
		t.mutated(x)
		return x, nil
	}
	values := []object.Value{}
	for _, a := range args {
		if _, err := t.deep(th, a); err != nil {
			return nil, err
		}
		values = append(values, t.ToValue(a))
	}
	var names []object.Value
	for _, kw := range kwargs {
		values = append(values, t.ToValue(kw.Value))
		names = append(names, object.StrValue(kw.Name))
	}
	base := typ
	for base.IsHeap() {
		base = base.Base
	}
	if base.New == nil {
		return nil, object.TypeErrorf("cannot create '%s' instances", typ.ShortName())
	}
	v, err := base.New(th, typ, values, names)
	if err != nil {
		return nil, err
	}
	x := t.FromValue(v)
	if c, ok := x.(*Container); ok && c.FilledLater(th) {
		if typ.IsSubtype(object.ListType) {
			c.Args = args
		}
		t.fillLater(c)
	}
	return x, nil
}

// FilledLater tells whether code that makes the container again makes it empty, and fills it when all objects are there, as it stores the attributes of objects: lists and
// dicts of a class of the program. One that is hashed by what it holds, which may be a key, has its content from the start.
func (c *Container) FilledLater(th *object.Thread) bool {
	typ := c.V.Type()
	if !typ.IsHeap() || typ.ModuleName() == "collections" || !typ.IsSubtype(object.ListType) && !typ.IsSubtype(object.DictType) {
		return false
	}
	_, hashed := object.AsFunction(typ.Lookup(th, object.Intern("__hash__")))
	return !hashed
}
