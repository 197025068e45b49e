package variables

import (
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// handler traces a call of one known function.
type handler func(t *Trace, args []Tracker, kwargs []KW) (Tracker, error)

// functions are the native functions with a meaning of their own, by module and name.
var functions = map[string]handler{}

// pythonFunctions are functions written in Python that are not inlined but have a meaning of their own.
var pythonFunctions = map[string]handler{}

// classes are the classes whose construction has a meaning of its own.
var classes map[string]func(t *Trace, c *Class, args []Tracker, kwargs []KW) (Tracker, error)

// RegisterFunction gives a function (by module and qualified name) a meaning while tracing.
func RegisterFunction(path string, h func(t *Trace, args []Tracker, kwargs []KW) (Tracker, error)) {
	functions[path] = h
	pythonFunctions[path] = h
}

func init() {
	for name, h := range map[string]handler{
		"builtins.len":        one((*Trace).Len),
		"builtins.iter":       builtinIter,
		"builtins.next":       builtinNext,
		"builtins.isinstance": builtinIsInstance,
		"builtins.issubclass": builtinIsSubclass,
		"builtins.getattr":    builtinGetAttr,
		"builtins.hasattr":    builtinHasAttr,
		"builtins.setattr":    builtinSetAttr,
		"builtins.delattr":    builtinDelAttr,
		"builtins.callable":   builtinCallable,
		"builtins.abs":        one(func(t *Trace, x Tracker) (Tracker, error) { return t.Unary("abs", x) }),
		"builtins.sum":        builtinSum,
		"builtins.repr":       one(func(t *Trace, x Tracker) (Tracker, error) { return t.textTracker(x, "repr") }),
		"builtins.hash": one(func(t *Trace, x Tracker) (Tracker, error) {
			h, err := t.hash(x)
			return NewConstant(object.Int(h)), err
		}),
		"builtins.id": one(func(t *Trace, x Tracker) (Tracker, error) {
			x, err := t.Realize(x)
			if err != nil {
				return nil, err
			}
			return NewConstant(object.Int(int64(object.ID(t.identity(x))))), nil
		}),
		"builtins.max":    extremum(object.Gt),
		"builtins.min":    extremum(object.Lt),
		"builtins.vars":   one(func(t *Trace, x Tracker) (Tracker, error) { return t.GetAttr(x, "__dict__") }),
		"builtins.divmod": builtinDivmod,
		"builtins.pow":    builtinPow,
		"builtins.all":    quantifier(false),
		"builtins.any":    quantifier(true),
		"functools.reduce": func(t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
			return builtinReduce(t, args)
		},
		"builtins.round": builtinRound,
	} {
		functions[name] = h
	}
	functions["_functools.reduce"] = functions["functools.reduce"]
	classes = map[string]func(*Trace, *Class, []Tracker, []KW) (Tracker, error){
		"type":  classType,
		"super": classSuper,
		"int":   number(object.IntType),
		"float": number(object.FloatType),
		"bool":  number(object.BoolType),
		"str":   classStr,
		"range": classRange,
		"dict":  classDict,
		"object": func(t *Trace, c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
			return t.New(c.T, args, kwargs)
		},
	}
	registerOperators()
}

func one(f func(*Trace, Tracker) (Tracker, error)) handler {
	return func(t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
		if len(args) != 1 || len(kwargs) > 0 {
			return nil, object.TypeErrorf("function takes exactly one argument (%d given)", len(args)+len(kwargs))
		}
		return f(t, args[0])
	}
}

// registerOperators enters the functions of the operator module and the special methods of int, list, ...
func registerOperators() {
	for op, info := range binaries {
		f := func(inplace bool) handler {
			return func(t *Trace, args []Tracker, _ []KW) (Tracker, error) {
				if len(args) != 2 {
					return nil, object.TypeErrorf("%s expected 2 arguments, got %d", info.name, len(args))
				}
				return t.Binary(object.Op(op), args[0], args[1], inplace)
			}
		}
		setOperator(info.name, f(false))
		setOperator(info.inplaceName(), f(true))
	}
	for op, name := range compareNames {
		setOperator(name, func(t *Trace, args []Tracker, _ []KW) (Tracker, error) {
			return t.Compare(object.CompareOp(op), args[0], args[1])
		})
	}
	for name := range unaries {
		setOperator(name, one(func(t *Trace, x Tracker) (Tracker, error) { return t.Unary(name, x) }))
	}
	setOperator("not_", one((*Trace).Not))
	setOperator("truth", one(func(t *Trace, x Tracker) (Tracker, error) {
		b, err := t.Truth(x)
		return NewConstant(object.Bool(b)), err
	}))
	setOperator("getitem", func(t *Trace, args []Tracker, _ []KW) (Tracker, error) { return t.GetItem(args[0], args[1]) })
	setOperator("setitem", func(t *Trace, args []Tracker, _ []KW) (Tracker, error) {
		return None(), t.SetItem(args[0], args[1], args[2])
	})
	setOperator("contains", func(t *Trace, args []Tracker, _ []KW) (Tracker, error) { return t.Contains(args[0], args[1]) })
	setOperator("is_", func(t *Trace, args []Tracker, _ []KW) (Tracker, error) {
		same, err := t.Is(args[0], args[1])
		return NewConstant(object.Bool(same)), err
	})
	setOperator("is_not", func(t *Trace, args []Tracker, _ []KW) (Tracker, error) {
		same, err := t.Is(args[0], args[1])
		return NewConstant(object.Bool(!same)), err
	})
	setOperator("index", one(func(t *Trace, x Tracker) (Tracker, error) {
		n, err := t.AsInt(x)
		return NewConstant(object.Int(n)), err
	}))
}

func setOperator(name string, h handler) {
	functions["operator."+name] = h
	functions["_operator."+name] = h
}

// pure are the modules whose native functions have no effects and look only at their arguments.
var pure = map[string]bool{
	"builtins": true, "math": true, "operator": true, "_operator": true, "itertools": true, "functools": true, "_functools": true,
	"collections": true, "_collections": true, "cmath": true, "string": true, "types": true, "copy": true, "re": true, "_weakref": true, "weakref": true, "typing": true,
}

// effectful are native functions of those modules that tracing must not run.
var effectful = map[string]bool{
	"print": true, "input": true, "open": true, "exec": true, "eval": false, "breakpoint": true, "__import__": true, "compile": true, "globals": true, "locals": true,
}

// unpinned are the functions that move their arguments without looking into them.
var unpinned = map[string]bool{
	"zip": true, "enumerate": true, "map": true, "filter": true, "reversed": true, "list": true, "tuple": true, "set": false, "dict": true,
	"chain": true, "islice": true, "cycle": true, "repeat": true, "accumulate": true, "tee": true, "pairwise": true, "product": true, "deque": true,
	"zip_longest": true, "starmap": true, "takewhile": true, "dropwhile": true, "permutations": true, "combinations": true, "partial": true, "batched": true,
	"OrderedDict": true, "defaultdict": true, "from_iterable": true, "namedtuple": true, "cast": true,
}

// keepsKeywords are the functions whose keyword arguments are items of the result, not looked at.
var keepsKeywords = map[string]bool{"dict": true, "OrderedDict": true, "defaultdict": true}

func (t *Trace) callBuiltin(f *Builtin, args []Tracker, kwargs []KW) (Tracker, error) {
	b, ok := object.AsBuiltin(f.Fn)
	if !ok {
		return t.callForeign(f.Fn, args, kwargs)
	}
	if p, ok := b.Tag.(*ops.Packet); ok {
		if h, special := functions[b.Module+"."+b.Name]; special {
			return h(t, args, kwargs)
		}
		if p.IsMethod && b.Owner != nil && len(args) > 0 { // torch.Tensor.mul(x, y)
			return t.CallMethod(args[0], b.Name, args[1:], kwargs)
		}
		return t.CallTorch(f.Fn, p, args, kwargs)
	}
	if b.Owner != nil && len(args) > 0 && b.Self.IsNull() { // list.append(l, x)
		return t.callUnbound(b, args, kwargs)
	}
	if !b.Self.IsNull() && b.Module == "" {
		if _, isModule := object.AsModule(b.Self); !isModule {
			return t.callBound(b, args, kwargs)
		}
	}
	module := b.Module
	if module == "" {
		module = "builtins"
	}
	if h, ok := functions[module+"."+b.Name]; ok {
		return h(t, args, kwargs)
	}
	if !pure[module] || effectful[b.Name] {
		if module == "builtins" {
			return nil, failedBuiltin(t, b.Name, args, kwargs)
		}
		return nil, Skipped(b.Name, module)
	}
	return t.callPure(f.Fn, b.Name, args, kwargs)
}

// failedBuiltin is the graph break of a builtin that cannot be traced.
func failedBuiltin(t *Trace, name string, args []Tracker, kwargs []KW) error {
	types := ""
	for i, a := range args {
		if i > 0 {
			types += ", "
		}
		types += "'" + t.TypeOf(t.Peek(a)).Name + "'"
	}
	has := "False"
	if len(kwargs) > 0 {
		has = "True"
	}
	return &Unsupported{Title: "Failed to trace builtin operator", Context: "builtin " + name + " [" + types + "] " + has,
		Explanation: "Dynamo does not know how to trace builtin operator `" + name + "` with argument types [" + types + "] (has_kwargs " + has + ")",
		Hints: []string{"Avoid calling builtin `" + name + "` with argument types [" + types + "]. Consider using an equivalent alternative function/method to `" + name + "`.",
			"If you are attempting to call a logging function (e.g. `print`), you can try adding it to `torch._dynamo.config.reorderable_logging_functions`.",
			"Please report an issue to PyTorch."}}
}

// callPure runs a native function on shadows.
func (t *Trace) callPure(fn object.Value, name string, args []Tracker, kwargs []KW) (Tracker, error) {
	for i, a := range args {
		x, err := t.prepare(a, name)
		if err != nil {
			return nil, err
		}
		args[i] = x
	}
	for i, kw := range kwargs {
		if keepsKeywords[name] {
			continue
		}
		x, err := t.prepare(kw.Value, name)
		if err != nil {
			return nil, err
		}
		kwargs[i].Value = x
	}
	v, err := t.callNative(fn, args, kwargs)
	for _, a := range args {
		if c, ok := a.(*Container); ok && c.src != nil && c.wrapped && c.Changed() {
			t.mutated(c)
		}
	}
	if err != nil {
		return nil, err
	}
	return t.FromValue(v), nil
}

// prepare makes an argument fit for native code.
func (t *Trace) prepare(a Tracker, name string) (Tracker, error) {
	x, err := t.Realize(a)
	if err != nil {
		return nil, err
	}
	if c, ok := x.(*Container); ok {
		t.observe(c, name, nil)
		if c.src != nil && !c.wrapped {
			return nil, Unsupportedf("C-implemented special method without VariableTracker model", c.V.Type().Name, "Dynamo has no model of `%s`.", c.V.Type().Name)
		}
	}
	if unpinned[name] {
		if o, ok := x.(*Object); ok && !t.hasSpecial(o, "__call__") && t.hasSpecial(o, "__iter__") {
			return t.Iter(o)
		}
		if _, ok := x.(*Tensor); ok && name != "partial" && name != "repeat" {
			return t.Iter(x)
		}
		return x, nil
	}
	if x, err = t.deep(x); err != nil {
		return nil, err
	}
	if name == "sorted" || name == "sum" || name == "fsum" || name == "prod" || name == "Counter" {
		if _, isTensor := x.(*Tensor); !isTensor {
			if x, err = t.materialize(x); err != nil {
				return nil, err
			}
		}
	}
	switch x.(type) {
	case *Tensor:
		if module := name; module != "sorted" && module != "isinstance" {
			return nil, failedBuiltin(t, name, []Tracker{x}, nil)
		}
	}
	return t.pin(x)
}

// callUnbound is a method of a built-in type called through the type.
func (t *Trace) callUnbound(b *object.Builtin, args []Tracker, kwargs []KW) (Tracker, error) {
	self, err := t.Realize(args[0])
	if err != nil {
		return nil, err
	}
	switch x := self.(type) {
	case *Container:
		// The built-in method itself, whatever the class overrides.
		t.observe(x, b.Name, args[1:])
		if !opaque[b.Name] {
			if _, err := t.deep(x); err != nil {
				return nil, err
			}
		}
		r, err := t.callNativeOn(b, x, args[1:], kwargs)
		if x.src != nil && x.Changed() {
			t.mutated(x)
		}
		if err != nil {
			return nil, err
		}
		return t.FromValue(r), nil
	case *Object:
		switch b.Name {
		case "__new__":
		case "__init__", "__setattr__", "__delattr__", "__getattribute__", "__eq__", "__ne__", "__hash__", "__repr__", "__str__", "__init_subclass__":
			return t.objectMethod(x, b.Name, args[1:], kwargs)
		}
	case *Class:
		if b.Name == "__new__" {
			return t.New(x.T, args[1:], kwargs)
		}
	case *Constant:
		return t.callConstantMethod(x, b.Name, args[1:], kwargs)
	case *Tensor:
		return t.callTensorMethod(x, b.Name, args[1:], kwargs)
	}
	return nil, Unsupportedf("Unsupported method call", b.QualName, "Dynamo does not know how to trace `%s` on a %s", b.QualName, self.Kind())
}

// objectMethod is a method of the type object, called past what the class overrides.
func (t *Trace) objectMethod(x *Object, name string, args []Tracker, kwargs []KW) (Tracker, error) {
	switch name {
	case "__init__", "__init_subclass__":
		return None(), nil
	case "__setattr__", "__delattr__":
		key, err := t.Realize(args[0])
		if err != nil {
			return nil, err
		}
		c, ok := key.(*Constant)
		if !ok {
			break
		}
		s, _ := object.AsStr(c.V)
		var v Tracker
		if name == "__setattr__" {
			v = args[1]
		}
		return None(), t.StoreAttr(x, s.S, v)
	case "__getattribute__":
		key, err := t.Realize(args[0])
		if err != nil {
			return nil, err
		}
		if c, ok := key.(*Constant); ok {
			s, _ := object.AsStr(c.V)
			return t.genericAttr(x, s.S)
		}
	case "__eq__":
		same, err := t.Is(x, args[0])
		if err != nil {
			return nil, err
		}
		if same {
			return NewConstant(object.True), nil
		}
		return NewConstant(object.NotImplemented), nil
	case "__hash__":
		return NewConstant(object.Int(int64(object.ID(x.V) >> 4))), nil
	}
	return nil, Unsupportedf("Unsupported method call", x.T.Name+"."+name, "Dynamo does not know how to trace method `%s` of class `%s`", name, x.T.Name)
}

// genericAttr is object.__getattribute__.
func (t *Trace) genericAttr(x *Object, name string) (Tracker, error) {
	if held, ok := x.Pending(name); ok && held != nil {
		return held, nil
	}
	onClass, owner := x.T.LookupWhere(object.Intern(name))
	if !onClass.IsNull() && isDataDescriptor(onClass) {
		return t.bindClassAttr(x, name, onClass, owner)
	}
	if !x.New && x.V.Dict() != nil {
		if v, ok := x.V.Dict().Lookup(name); ok {
			if x.src != nil {
				return t.Wrap(v, x.src.DictAttr(name)), nil
			}
			return t.FromValue(v), nil
		}
	}
	if !onClass.IsNull() {
		return t.bindClassAttr(x, name, onClass, owner)
	}
	return nil, object.AttributeErrorf(x.V, object.Intern(name), "'%s' object has no attribute '%s'", x.T.Name, name)
}

func (t *Trace) callNativeOn(b *object.Builtin, self *Container, args []Tracker, kwargs []KW) (object.Value, error) {
	values := []object.Value{self.V}
	for _, a := range args {
		values = append(values, t.ToCallable(a))
	}
	var names []object.Value
	for _, kw := range kwargs {
		values = append(values, t.ToCallable(kw.Value))
		names = append(names, object.StrValue(kw.Name))
	}
	return object.CallArgs(b.Ref(), values, names)
}

// callBound is a native method bound to an object that tracing did not make.
func (t *Trace) callBound(b *object.Builtin, args []Tracker, kwargs []KW) (Tracker, error) {
	self, err := t.Realize(t.Existing(b.Self))
	if err != nil {
		return nil, err
	}
	switch x := self.(type) {
	case *Class:
		if b.Name == "__new__" && len(args) > 0 {
			c, err := t.Realize(args[0])
			if err != nil {
				return nil, err
			}
			if class, ok := c.(*Class); ok {
				return t.New(class.T, args[1:], kwargs)
			}
		}
		return t.callPure(b.Ref(), b.Name, args, kwargs)
	case *Container, *Constant:
		return t.CallMethod(x, b.Name, args, kwargs)
	}
	return nil, Unsupportedf("Unsupported method call", b.QualName, "Dynamo does not know how to trace `%s`", b.QualName)
}

// constructBuiltin is the call of a built-in class.
func (t *Trace) constructBuiltin(typ *object.Type, args []Tracker, kwargs []KW) (Tracker, error) {
	if typ.IsSubtype(object.BaseException) {
		return t.callPureClass(typ, args, kwargs, false)
	}
	module := typ.ModuleName()
	switch typ.FullName() {
	case "torch.finfo", "torch.iinfo", "torch.device", "torch.Size", "torch.dtype":
		return t.foldCall(typ.Ref(), args, kwargs)
	}
	if !pure[module] {
		return nil, Skipped(typ.Name, module)
	}
	switch typ.Name {
	case "OrderedDict", "defaultdict":
		for i := range args {
			if typ.Name == "defaultdict" && i == 0 {
				continue
			}
			x, err := t.pairs(args[i])
			if err != nil {
				return nil, err
			}
			args[i] = x
		}
	case "set", "frozenset", "Counter", "bytes", "complex", "slice":
		return t.callPureClass(typ, args, kwargs, typ.Name != "slice")
	}
	return t.callPure(typ.Ref(), typ.Name, args, kwargs)
}

func (t *Trace) callPureClass(typ *object.Type, args []Tracker, kwargs []KW, deep bool) (Tracker, error) {
	for i, a := range args {
		if _, late := t.Peek(a).(*Formatted); late && !deep { // the message of an exception
			continue
		}
		x, err := t.Realize(a)
		if err != nil {
			return nil, err
		}
		if deep {
			if x, err = t.deep(x); err != nil {
				return nil, err
			}
			if x, err = t.materialize(x); err != nil {
				return nil, err
			}
		}
		if c, ok := x.(*Container); ok {
			t.observe(c, "__iter__", nil)
		}
		args[i] = x
	}
	v, err := t.callNative(typ.Ref(), args, kwargs)
	if err != nil {
		return nil, err
	}
	return t.FromValue(v), nil
}

// materialize turns an iterator over lazy items into a list of realized ones,
// for native code that hashes or compares them.
func (t *Trace) materialize(x Tracker) (Tracker, error) {
	c, isContainer := x.(*Container)
	if isContainer && (c.V.Type().Next == nil || c.V.Type().IsMapping()) {
		return x, nil
	}
	switch x.(type) {
	case *Container, *Generator, *Tensor:
		items, err := t.Unpack(x)
		if err != nil {
			return nil, err
		}
		return t.deep(t.NewList(items))
	}
	return x, nil
}

func builtinIter(t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) == 2 {
		v, err := t.callNative(builtinFunction("iter"), args, nil)
		if err != nil {
			return nil, err
		}
		return t.FromValue(v), nil
	}
	return one((*Trace).Iter)(t, args, kwargs)
}

// BuiltinFunction looks up a builtin; set by the host.
var BuiltinFunction = func(name string) object.Value { return object.Null }

func builtinFunction(name string) object.Value { return BuiltinFunction(name) }

func builtinNext(t *Trace, args []Tracker, _ []KW) (Tracker, error) {
	if len(args) == 0 || len(args) > 2 {
		return nil, object.TypeErrorf("next expected at least 1 argument, got %d", len(args))
	}
	it, err := t.Realize(args[0])
	if err != nil {
		return nil, err
	}
	if g, ok := it.(*Generator); ok && len(args) == 1 {
		return t.callGenerator(g, "__next__", nil)
	}
	v, more, err := t.Next(it)
	if err != nil {
		return nil, err
	}
	if more {
		return v, nil
	}
	if len(args) == 2 {
		return args[1], nil
	}
	return nil, object.StopIterationOf(object.None)
}

// builtinIsInstance guards only the type of a lazy string or bool.
func builtinIsInstance(t *Trace, args []Tracker, _ []KW) (Tracker, error) {
	if len(args) != 2 {
		return nil, object.TypeErrorf("isinstance expected 2 arguments, got %d", len(args))
	}
	x := args[0]
	if l, ok := x.(*Lazy); ok && l.real == nil && (l.V.Type() == object.StrType || l.V.Type() == object.BoolType) {
		t.guard(&guards.Guard{Source: l.src, Kind: guards.TypeMatch, Value: l.V.Type().Ref(), Hint: "type " + l.V.Type().Name})
	} else {
		var err error
		if x, err = t.Realize(x); err != nil {
			return nil, err
		}
	}
	class, err := t.deep(args[1])
	if err != nil {
		return nil, err
	}
	sample, err := t.sample(x)
	if err != nil {
		return nil, err
	}
	ok, err := object.IsInstance(sample, t.ToValue(class))
	return NewConstant(object.Bool(ok)), err
}

// sample is an object of the type of x, for type tests.
func (t *Trace) sample(x Tracker) (object.Value, error) {
	switch x := x.(type) {
	case *Lazy:
		return x.V, nil
	case *Constant:
		return x.V, nil
	case *Object:
		return x.V, nil
	case *Tensor:
		if !x.Real.IsNull() {
			return x.Real, nil
		}
		return t.Host.Sample(x.Type), nil
	case *SymInt:
		return object.Int(0), nil
	case *SymFloat:
		return object.Float(0), nil
	case *SymBool:
		return object.True, nil
	case *Method:
		return object.NewBoundMethod(object.None, object.None), nil
	}
	return t.ToValue(x), nil
}

func builtinIsSubclass(t *Trace, args []Tracker, _ []KW) (Tracker, error) {
	for i := range args {
		x, err := t.deep(args[i])
		if err != nil {
			return nil, err
		}
		args[i] = x
	}
	values := t.values(args)
	v, err := object.Call(builtinFunction("issubclass"), values...)
	if err != nil {
		return nil, err
	}
	return t.FromValue(v), nil
}

// constantString reads an attribute name.
func (t *Trace) constantString(x Tracker) (string, error) {
	x, err := t.Realize(x)
	if err != nil {
		return "", err
	}
	if c, ok := x.(*Constant); ok {
		if s, ok := object.AsStr(c.V); ok {
			return s.S, nil
		}
	}
	return "", object.TypeErrorf("attribute name must be string, not '%s'", t.TypeOf(x).Name)
}

func builtinGetAttr(t *Trace, args []Tracker, _ []KW) (Tracker, error) {
	if len(args) < 2 {
		return nil, object.TypeErrorf("getattr expected at least 2 arguments, got %d", len(args))
	}
	name, err := t.constantString(args[1])
	if err != nil {
		return nil, err
	}
	if len(args) == 3 {
		has, err := t.HasAttr(args[0], name)
		if err != nil {
			return nil, err
		}
		if !has {
			return args[2], nil
		}
	}
	return t.GetAttr(args[0], name)
}

func builtinHasAttr(t *Trace, args []Tracker, _ []KW) (Tracker, error) {
	name, err := t.constantString(args[1])
	if err != nil {
		return nil, err
	}
	has, err := t.HasAttr(args[0], name)
	return NewConstant(object.Bool(has)), err
}

func builtinSetAttr(t *Trace, args []Tracker, _ []KW) (Tracker, error) {
	name, err := t.constantString(args[1])
	if err != nil {
		return nil, err
	}
	return None(), t.SetAttr(args[0], name, args[2])
}

func builtinDelAttr(t *Trace, args []Tracker, _ []KW) (Tracker, error) {
	name, err := t.constantString(args[1])
	if err != nil {
		return nil, err
	}
	return None(), t.DelAttr(args[0], name)
}

func builtinCallable(t *Trace, args []Tracker, _ []KW) (Tracker, error) {
	x, err := t.Realize(args[0])
	if err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case *Function, *Method, *Class, *Builtin, *Attribute:
		return NewConstant(object.True), nil
	case *Object:
		return NewConstant(object.Bool(!x.T.Lookup(object.Intern("__call__")).IsNull())), nil
	}
	s, err := t.sample(x)
	if err != nil {
		return nil, err
	}
	return NewConstant(object.Bool(object.IsCallable(s))), nil
}

// builtinSum adds in order; the accumulator and the items have the names that they have in PyTorch's polyfill.
func builtinSum(t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) == 0 {
		return nil, object.TypeErrorf("sum() takes at least 1 positional argument (0 given)")
	}
	var total Tracker = NewConstant(object.Int(0))
	if len(args) > 1 {
		total = args[1]
	}
	for _, kw := range kwargs {
		if kw.Name == "start" {
			total = kw.Value
		}
	}
	if t.allConstant(args[:1], nil) && t.allConstant([]Tracker{total}, nil) {
		return t.callPure(builtinFunction("sum"), "sum", args, kwargs)
	}
	return t.fold(args[0], total, func(a, b Tracker) (Tracker, error) { return t.Binary(object.OpAdd, a, b, false) })
}

func (t *Trace) fold(items, value Tracker, f func(a, b Tracker) (Tracker, error)) (Tracker, error) {
	it, err := t.Iter(items)
	if err != nil {
		return nil, err
	}
	for {
		e, more, err := t.Next(it)
		if err != nil {
			return nil, err
		}
		if !more {
			if value == nil {
				return nil, object.TypeErrorf("reduce() of empty iterable with no initial value")
			}
			return value, nil
		}
		if value == nil {
			value = e
			t.NameNode(t.Peek(value), "value")
			continue
		}
		t.NameNode(t.Peek(e), "element")
		if value, err = f(value, e); err != nil {
			return nil, err
		}
		t.NameNode(value, "value")
	}
}

func builtinReduce(t *Trace, args []Tracker) (Tracker, error) {
	if len(args) < 2 {
		return nil, object.TypeErrorf("reduce expected at least 2 arguments, got %d", len(args))
	}
	var start Tracker
	if len(args) > 2 {
		start = args[2]
	}
	return t.fold(args[1], start, func(a, b Tracker) (Tracker, error) { return t.Call(args[0], []Tracker{a, b}, nil) })
}

// extremum is max or min; two tensors give a graph node, symbolic ints a comparison.
func extremum(op object.CompareOp) handler {
	name := "max"
	if op == object.Lt {
		name = "min"
	}
	return func(t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
		items := args
		if len(args) == 1 {
			var err error
			if items, err = t.Unpack(args[0]); err != nil {
				return nil, err
			}
		}
		plain := true
		for i := range items {
			x, err := t.deep(items[i])
			if err != nil {
				return nil, err
			}
			items[i] = x
			switch x.(type) {
			case *Constant, *Container:
			default:
				plain = false
			}
		}
		if plain || len(kwargs) > 0 || len(items) == 0 {
			if len(args) == 1 {
				args = []Tracker{t.NewList(items)}
			} else {
				args = items
			}
			return t.callPure(builtinFunction(name), name, args, kwargs)
		}
		best := items[0]
		for _, x := range items[1:] {
			_, a := best.(*Tensor)
			_, b := x.(*Tensor)
			if a && b {
				packet := map[object.CompareOp]string{object.Gt: "maximum", object.Lt: "minimum"}[op]
				target := t.torchFunction(packet)
				r, err := t.callOperator(target, packet, []Tracker{best, x})
				if err != nil {
					return nil, err
				}
				best = r
				continue
			}
			if r, ok, err := t.symbolicExtremum(op, best, x); ok {
				if err != nil {
					return nil, err
				}
				best = r
				continue
			}
			r, err := t.Compare(op, x, best)
			if err != nil {
				return nil, err
			}
			better, err := t.Truth(r)
			if err != nil {
				return nil, err
			}
			if better {
				best = x
			}
		}
		return best, nil
	}
}

// symbolicExtremum is max or min of symbolic ints, without a decision.
func (t *Trace) symbolicExtremum(op object.CompareOp, a, b Tracker) (Tracker, bool, error) {
	_, symA := a.(*SymInt)
	_, symB := b.(*SymInt)
	x, okA := symbolicOf(a)
	y, okB := symbolicOf(b)
	if !symA && !symB || !okA || !okB {
		return nil, false, nil
	}
	name, z := "sym_max", x.Max(y)
	if op == object.Lt {
		name, z = "sym_min", x.Min(y)
	}
	node, err := t.node(t.torchSym(name), []Tracker{a, b}, nil)
	if err != nil {
		return nil, true, err
	}
	node.Meta.Example = z
	return &SymInt{Expr: z, Node: node}, true, nil
}

func builtinDivmod(t *Trace, args []Tracker, _ []KW) (Tracker, error) {
	q, err := t.Binary(object.OpFloorDiv, args[0], args[1], false)
	if err != nil {
		return nil, err
	}
	r, err := t.Binary(object.OpMod, args[0], args[1], false)
	if err != nil {
		return nil, err
	}
	return t.NewTuple([]Tracker{q, r}), nil
}

func builtinPow(t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) == 2 {
		return t.Binary(object.OpPow, args[0], args[1], false)
	}
	return t.callPure(builtinFunction("pow"), "pow", args, kwargs)
}

// quantifier is any (stop on true) or all (stop on false).
func quantifier(stop bool) handler {
	return func(t *Trace, args []Tracker, _ []KW) (Tracker, error) {
		it, err := t.Iter(args[0])
		if err != nil {
			return nil, err
		}
		for {
			e, more, err := t.Next(it)
			if err != nil {
				return nil, err
			}
			if !more {
				return NewConstant(object.Bool(!stop)), nil
			}
			b, err := t.Truth(e)
			if err != nil {
				return nil, err
			}
			if b == stop {
				return NewConstant(object.Bool(stop)), nil
			}
		}
	}
}

func builtinRound(t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	x, err := t.Realize(args[0])
	if err != nil {
		return nil, err
	}
	if ten, ok := x.(*Tensor); ok {
		return t.CallMethod(ten, "round", args[1:], kwargs)
	}
	return t.callPure(builtinFunction("round"), "round", args, kwargs)
}

func (t *Trace) textTracker(x Tracker, how string) (Tracker, error) {
	c, err := t.Text(x, how)
	if err != nil {
		return nil, err
	}
	return c, nil
}

func classType(t *Trace, c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) != 1 {
		return nil, Unsupportedf("Unsupported class creation", "type(...)", "Dynamo does not trace the creation of classes.")
	}
	x, err := t.Realize(args[0])
	if err != nil {
		return nil, err
	}
	return t.classOf(x), nil
}

func classSuper(t *Trace, c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) != 2 {
		return nil, Unsupportedf("Unsupported super()", "super()", "Dynamo traces super() only inside methods.")
	}
	cls, err := t.Realize(args[0])
	if err != nil {
		return nil, err
	}
	obj, err := t.Realize(args[1])
	if err != nil {
		return nil, err
	}
	after, ok := cls.(*Class)
	if !ok {
		return nil, object.TypeErrorf("super() argument 1 must be a type, not %s", t.TypeOf(cls).Name)
	}
	start := t.TypeOf(obj)
	if k, ok := obj.(*Class); ok {
		start = k.T
	}
	return &Super{After: after.T, Start: start, Obj: obj}, nil
}

// number is int, float or bool of one argument.
func number(typ *object.Type) func(*Trace, *Class, []Tracker, []KW) (Tracker, error) {
	return func(t *Trace, c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
		if len(args) != 1 || len(kwargs) > 0 {
			return t.callPure(typ.Ref(), typ.Name, args, kwargs)
		}
		x, err := t.Realize(args[0])
		if err != nil {
			return nil, err
		}
		switch x := x.(type) {
		case *Tensor:
			if typ == object.BoolType && !t.Config.OneGraph {
				return nil, BranchOnTensor()
			}
			return t.CallMethod(x, "item", nil, nil)
		case *SymInt:
			switch typ {
			case object.IntType:
				return x, nil
			case object.FloatType:
				node, err := t.node(t.torchSym("sym_float"), []Tracker{x}, nil)
				h, ok := t.floatHint(x)
				return &SymFloat{Node: node, Hint: h, Has: ok, Deps: []Tracker{x}}, err
			}
		case *SymFloat:
			if typ == object.FloatType {
				return x, nil
			}
			if q := x.Quotient; q != nil && typ == object.IntType {
				zero := symbolic.IntOf(0)
				if positive, known := t.Shapes.StaticallyKnown(q[0].Ge(zero).And(q[1].Gt(zero))); known && positive {
					return t.symbolicInt(q[0].FloorDiv(q[1])), nil
				}
			}
			f, err := t.pinFloat(x)
			if err != nil {
				return nil, err
			}
			return t.foldCall(typ.Ref(), []Tracker{NewConstant(object.Float(f))}, nil)
		case *Object:
			special := "__" + typ.Name + "__"
			if t.hasSpecial(x, special) {
				return t.callSpecial(x, special)
			}
		}
		if typ == object.BoolType {
			b, err := t.Truth(x)
			return NewConstant(object.Bool(b)), err
		}
		return t.callPure(typ.Ref(), typ.Name, []Tracker{x}, nil)
	}
}

func classStr(t *Trace, c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) != 1 || len(kwargs) > 0 {
		return t.callPure(c.T.Ref(), "str", args, kwargs)
	}
	return t.textTracker(args[0], "str")
}

func classRange(t *Trace, c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
	for i, a := range args {
		x, err := t.Realize(a)
		if err != nil {
			return nil, err
		}
		if args[i], err = t.pin(x); err != nil {
			return nil, err
		}
	}
	return t.callPure(c.T.Ref(), "range", args, kwargs)
}

// classDict copies a mapping or pairs without looking at the values.
func classDict(t *Trace, c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
	for i, a := range args {
		x, err := t.pairs(a)
		if err != nil {
			return nil, err
		}
		args[i] = x
	}
	for _, kw := range kwargs {
		t.NameNode(t.Peek(kw.Value), "value")
	}
	return t.callPure(c.T.Ref(), "dict", args, kwargs)
}

// pairs makes an iterable of pairs fit for native code that makes keys of the
// first of each: those are looked at, the second ones are not. Mappings stay.
func (t *Trace) pairs(a Tracker) (Tracker, error) {
	x, err := t.Realize(a)
	if err != nil {
		return nil, err
	}
	if v := t.ToValue(x); v.IsNull() || !isProxy(v) && v.Type().IsMapping() {
		return x, nil
	}
	if _, ok := x.(*Object); ok && t.hasSpecial(x, "keys") {
		return x, nil
	}
	items, err := t.Unpack(x)
	if err != nil {
		return nil, err
	}
	for i, item := range items {
		parts, err := t.Unpack(item)
		if err != nil {
			return nil, err
		}
		if len(parts) > 0 {
			if parts[0], err = t.deep(parts[0]); err != nil {
				return nil, err
			}
			if len(parts) == 2 { // the local of PyTorch's polyfill
				t.NameNode(t.Peek(parts[1]), "value")
			}
		}
		items[i] = t.NewTuple(parts)
	}
	return t.NewList(items), nil
}
