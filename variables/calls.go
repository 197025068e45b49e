package variables

import (
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// Call is fn(*args, **kwargs).
func (t *Trace) Call(fn Tracker, args []Tracker, kwargs []KW) (Tracker, error) {
	fn, err := t.Realize(fn)
	if err != nil {
		return nil, err
	}
	switch f := fn.(type) {
	case *Function:
		if t.Host.Disallowed(f.Fn.Ref()) {
			return nil, Skipped(functionName(f.Fn), moduleName(f.Fn))
		}
		if s := t.Host.Substitute(f.Fn.Ref()); !s.IsNull() {
			return t.Call(t.FromValue(s), args, kwargs)
		}
		return t.callFunction(f, args, kwargs)
	case *Method:
		if fn, ok := f.Func.(*Function); ok {
			if _, disabled := mark(fn.Fn.Ref(), DisableMark); disabled {
				return nil, &Unsupported{Title: "Skip inlining `torch.compiler.disable()`d function", Context: reprText(fn.Fn.Ref()),
					Explanation: "Skip inlining function " + reprText(fn.Fn.Ref()) + " since it was wrapped with `torch.compiler.disable` (reason: None)"}
			}
		}
		return t.Call(f.Func, append([]Tracker{f.Self}, args...), kwargs)
	case *Attribute:
		return t.CallMethod(f.Obj, f.Name, args, kwargs)
	case *Builtin:
		return t.callBuiltin(f, args, kwargs)
	case *Class:
		return t.construct(f, args, kwargs)
	case *Object:
		if call := f.T.Lookup(object.Intern("__call__")); !call.IsNull() {
			if fn, ok := object.AsFunction(call); ok {
				if f.src != nil && !f.New {
					t.guard(&guards.Guard{Source: f.src.Type().Attr("__call__"), Kind: guards.ClosureMatch, Value: fn.Code.Ref()})
				}
				m, err := t.objectAttr(f, "__call__")
				if err != nil {
					return nil, err
				}
				return t.Call(m, args, kwargs)
			}
		}
		return nil, object.TypeErrorf("'%s' object is not callable", f.T.Name)
	case *Container:
		if t.hasSpecial(f, "__call__") {
			return t.callSpecial(f, "__call__", args...)
		}
		if p, ok := t.partial(f); ok {
			return t.Call(p.fn, append(append([]Tracker{}, p.args...), args...), mergeKwargs(p.kwargs, kwargs))
		}
		if f.V.Type().Call != nil {
			return t.callForeign(f.V, args, kwargs)
		}
	}
	return nil, object.TypeErrorf("'%s' object is not callable", t.TypeOf(fn).Name)
}

// partialParts are what functools.partial holds.
type partialParts struct {
	fn     Tracker
	args   []Tracker
	kwargs []KW
}

func (t *Trace) partial(c *Container) (*partialParts, bool) {
	if c.V.Type().ShortName() != "partial" {
		return nil, false
	}
	read := func(name string) Tracker {
		v, err := object.GetAttr(c.V, name)
		if err != nil {
			return nil
		}
		return t.wrapAttr(c, name, v)
	}
	fn, args, kwargs := read("func"), read("args"), read("keywords")
	if fn == nil || args == nil || kwargs == nil {
		return nil, false
	}
	p := &partialParts{fn: fn}
	realArgs, err := t.Realize(args)
	if err != nil {
		return nil, false
	}
	if a, ok := realArgs.(*Container); ok {
		p.args = t.Items(a)
	}
	realKw, err := t.Realize(kwargs)
	if err != nil {
		return nil, false
	}
	if k, ok := realKw.(*Container); ok {
		t.observe(k, "keys", nil)
		d, _ := object.AsDict(k.V)
		_ = d.Each(func(key, v object.Value) error {
			s, _ := object.AsStr(key)
			p.kwargs = append(p.kwargs, KW{s.S, t.FromValue(v)})
			return nil
		})
	}
	return p, true
}

// Partial is what a functools.partial that tracing made holds.
func (t *Trace) Partial(c *Container) (fn Tracker, args []Tracker, kwargs []KW, ok bool) {
	p, ok := t.partial(c)
	if !ok {
		return nil, nil, nil, false
	}
	return p.fn, p.args, p.kwargs, true
}

func (t *Trace) wrapAttr(c *Container, name string, v object.Value) Tracker {
	if c.src != nil {
		return t.Wrap(v, c.src.Attr(name))
	}
	return t.FromValue(v)
}

func mergeKwargs(first, second []KW) []KW {
	out := append([]KW{}, first...)
next:
	for _, kw := range second {
		for i := range out {
			if out[i].Name == kw.Name {
				out[i].Value = kw.Value
				continue next
			}
		}
		out = append(out, kw)
	}
	return out
}

// Marks that torch.compiler's decorators leave on function objects.
const (
	DisableMark   = "_torchdynamo_disable"         // torch.compiler.disable
	InnerMark     = "_torchdynamo_orig_callable"   // the function behind a compiled or disabled wrapper
	InGraphMark   = "_torchdynamo_allow_in_graph"  // torch.compiler.allow_in_graph
	AssumeMark    = "_dynamo_marked_constant"      // assume_constant_result
	ForbiddenMark = "_dynamo_forbidden"            // forbid_in_graph
	RegionMark    = "__marked_compile_region_fn__" // the function behind nested_compile_region
)

func mark(fn object.Value, name string) (object.Value, bool) {
	d := fn.Dict()
	if d == nil {
		return object.Null, false
	}
	v, ok := d.Lookup(name)
	if !ok {
		return object.Null, false
	}
	if yes, isBool := v.AsBool(); isBool && !yes {
		return object.Null, false
	}
	return v, true
}

// skippedModules are library modules whose functions are never traced.
var skippedModules = map[string]bool{
	"abc": true, "copy": true, "random": true, "re": true, "linecache": true, "logging": true, "json": true, "json.encoder": true, "json.decoder": true,
	"warnings": true, "time": true, "bisect": true, "traceback": true, "inspect": true, "unittest": true, "io": true, "os": true, "os.path": true,
	"torch._dynamo": true, "torch.compiler": true, "pprint": true, "textwrap": true, "string": true, "threading": true, "pickle": true, "tempfile": true, "datetime": true,
	"torch.optim": true, "argparse": true, "subprocess": true, "hashlib": true, "base64": true,
}

func (t *Trace) callFunction(f *Function, args []Tracker, kwargs []KW) (Tracker, error) {
	fn := f.Fn.Ref()
	if _, disabled := mark(fn, DisableMark); disabled {
		return nil, &Unsupported{Title: "Skip calling `torch.compiler.disable()`d function", Context: reprText(f.Fn.Ref()),
			Explanation: "Skip calling function `" + reprText(f.Fn.Ref()) + "` since it was wrapped with `torch.compiler.disable` (reason: None)"}
	}
	if inner, ok := mark(fn, InnerMark); ok {
		return t.Call(t.FromValue(inner), args, kwargs)
	}
	if _, ok := mark(fn, InGraphMark); ok {
		return t.callInGraph(f, args, kwargs)
	}
	if _, ok := mark(fn, ForbiddenMark); ok {
		return nil, &Refused{object.NewException(object.AssertionError, "Attempt to trace forbidden callable "+reprText(fn))}
	}
	if inner, ok := mark(fn, RegionMark); ok {
		return traceRegion(t, append([]Tracker{t.FromValue(inner)}, args...), kwargs)
	}
	if _, ok := mark(fn, AssumeMark); ok {
		return t.assumedConstant(f, args, kwargs)
	}
	if special, ok := pythonFunctions[functionPath(f.Fn)]; ok {
		return special(t, args, kwargs)
	}
	if name := moduleName(f.Fn); skippedModules[name] {
		return t.foldOrSkip(fn, functionName(f.Fn), name, args, kwargs)
	}
	return t.Inliner.Inline(f, args, kwargs)
}

func moduleName(f *object.Function) string {
	v, ok := f.Globals.Lookup("__name__")
	if !ok {
		return ""
	}
	s, ok := object.AsStr(v)
	if !ok {
		return ""
	}
	return s.S
}

func functionName(f *object.Function) string {
	if s, ok := object.AsStr(f.Name); ok {
		return s.S
	}
	return f.Code.Name
}

func functionPath(f *object.Function) string { return moduleName(f) + "." + f.Code.QualName }

// foldable are skipped modules whose functions are pure: on constants they run while tracing.
var foldable = map[string]bool{"re": true, "string": true, "textwrap": true, "copy": true, "bisect": false, "json": false}

func (t *Trace) foldOrSkip(fn object.Value, name, module string, args []Tracker, kwargs []KW) (Tracker, error) {
	if foldable[module] && (module == "copy" || t.allConstant(args, kwargs)) {
		v, err := t.callNative(fn, args, kwargs)
		if err != nil {
			return nil, err
		}
		return t.FromValue(v), nil
	}
	return nil, Skipped(name, module)
}

// interpNative are the skipped modules that are native in CPython.
var interpNative = map[string]bool{"time": true, "_random": true, "_bisect": true, "_io": true, "posix": true, "gc": true, "sys": true, "marshal": true, "_thread": true}

// Skipped is the graph break of a function that is never traced.
func Skipped(name, module string) error {
	if native := interpNative[module]; native {
		return &Unsupported{Title: "Attempted to call function marked as skipped", Context: "module: " + module + ", qualname: " + name + ", skip reason: cannot determine source file for " + module + " (likely a C extension or builtin)",
			Explanation: "Dynamo does not know how to trace the builtin `" + module + "." + name + ".` This function is either a Python builtin (e.g. _warnings.warn) or a third-party C/C++ Python extension (perhaps created with pybind).",
			Hints: []string{"If it is a Python builtin, please file an issue on GitHub so the PyTorch team can add support for it and see the next case for a workaround.",
				"If it is a third-party C/C++ Python extension, please either wrap it into a PyTorch-understood custom operator (see https://pytorch.org/tutorials/advanced/custom_ops_landing_page.html for more details) or, if it is traceable, use `torch.compiler.allow_in_graph`."}}
	}
	return &Unsupported{Title: "Attempted to call function marked as skipped", Context: "module: " + module + ", qualname: " + name + ", skip reason: <missing reason>",
		Explanation: "Dynamo does not know how to trace the function `" + module + "." + name + "`."}
}

func (t *Trace) allConstant(args []Tracker, kwargs []KW) bool {
	check := func(x Tracker) bool {
		x, err := t.Realize(x)
		if err != nil {
			return false
		}
		switch x := x.(type) {
		case *Constant:
			return true
		case *Container:
			if _, err := t.deep(x); err != nil {
				return false
			}
			return constantValue(x.V)
		}
		return false
	}
	for _, a := range args {
		if !check(a) {
			return false
		}
	}
	for _, kw := range kwargs {
		if !check(kw.Value) {
			return false
		}
	}
	return true
}

func constantValue(v object.Value) bool {
	if IsConstant(v) || isNativeConstant(v) || isEnumMember(v) {
		return true
	}
	if _, ok := AsProxy(v); ok {
		return false
	}
	s := contents(v)
	for _, e := range append(s.items, s.keys...) {
		if !constantValue(e) {
			return false
		}
	}
	return v.Type() != object.FunctionType
}

// CallMethod is obj.name(*args, **kwargs).
func (t *Trace) CallMethod(obj Tracker, name string, args []Tracker, kwargs []KW) (Tracker, error) {
	obj, err := t.Realize(obj)
	if err != nil {
		return nil, err
	}
	switch x := obj.(type) {
	case *Tensor:
		return t.callTensorMethod(x, name, args, kwargs)
	case *Container:
		if f, ok := object.AsFunction(x.V.Type().Lookup(object.Intern(name))); ok {
			return t.Inliner.Inline(&Function{Fn: f}, append([]Tracker{x}, args...), kwargs)
		}
		return t.callContainer(x, name, args, kwargs)
	case *Constant:
		return t.callConstantMethod(x, name, args, kwargs)
	case *SymInt, *SymFloat, *SymBool:
		return t.callNumberMethod(x, name, args)
	case *Generator:
		return t.callGenerator(x, name, args)
	case *HookHandle:
		if name == "remove" {
			return t.remove(x)
		}
	case *Context:
		switch name {
		case "__enter__":
			return None(), x.Enter()
		case "__exit__":
			return None(), x.Exit()
		}
	case *Object:
		return t.callObjectMethod(x, name, args, kwargs)
	}
	m, err := t.GetAttr(obj, name)
	if err != nil {
		return nil, err
	}
	if a, ok := m.(*Attribute); ok && a.Obj == obj {
		return nil, Unsupportedf("Unsupported method call", obj.Kind()+"."+name, "Dynamo does not know how to trace method `%s` of class `%s`", name, t.TypeOf(obj).Name)
	}
	return t.Call(m, args, kwargs)
}

// callObjectMethod handles the methods that every object has from the built-in object type.
func (t *Trace) callObjectMethod(x *Object, name string, args []Tracker, kwargs []KW) (Tracker, error) {
	if _, ok := object.AsFunction(x.T.Lookup(object.Intern(name))); ok {
		m, err := t.objectAttr(x, name)
		if err != nil {
			return nil, err
		}
		return t.Call(m, args, kwargs)
	}
	switch name {
	case "__init__":
		return None(), nil
	case "__setattr__", "__delattr__":
		if key, ok := t.Peek(args[0]).(*Constant); ok {
			s, _ := object.AsStr(key.V)
			var v Tracker
			if name == "__setattr__" {
				v = args[1]
			}
			return None(), t.StoreAttr(x, s.S, v)
		}
	case "__getattribute__":
		if key, ok := t.Peek(args[0]).(*Constant); ok {
			s, _ := object.AsStr(key.V)
			return t.objectAttr(x, s.S)
		}
	case "__eq__", "__ne__":
		if len(args) == 1 {
			same, err := t.Is(x, args[0])
			if err != nil {
				return nil, err
			}
			if !same {
				return NewConstant(object.NotImplemented), nil
			}
			return NewConstant(object.Bool(name == "__eq__")), nil
		}
	case "__hash__":
		h, err := t.hash(x)
		return NewConstant(object.Int(h)), err
	case "__repr__", "__str__":
		return t.Text(x, name[2:len(name)-2])
	case "__init_subclass__":
		return None(), nil
	}
	m, err := t.objectAttr(x, name)
	if err != nil {
		return nil, err
	}
	if a, ok := m.(*Attribute); ok && a.Obj == x {
		return nil, Unsupportedf("Unsupported method call", x.T.Name+"."+name, "Dynamo does not know how to trace method `%s` of class `%s`", name, x.T.Name)
	}
	return t.Call(m, args, kwargs)
}

func (t *Trace) callConstantMethod(x *Constant, name string, args []Tracker, kwargs []KW) (Tracker, error) {
	if s, ok := object.AsStr(x.V); ok && name == "format" {
		if late, err := t.formatsLate(args, kwargs); err != nil {
			return nil, err
		} else if late {
			return t.newFormatted(s.S, args, kwargs)
		}
	}
	for i := range args {
		a, err := t.deep(args[i])
		if err != nil {
			return nil, err
		}
		if name == "__format__" || name == "__mod__" {
			switch a.(type) {
			case *SymInt, *SymFloat, *Tensor:
				return nil, Unsupportedf("Failed to trace builtin operator", "str.format", "Dynamo cannot format a value that the graph computes.")
			}
		}
		if a, err = t.pin(a); err != nil {
			return nil, err
		}
		args[i] = a
	}
	return t.native(x.V, name, args, kwargs, nil)
}

func (t *Trace) callNumberMethod(x Tracker, name string, args []Tracker) (Tracker, error) {
	if name == "is_integer" || name == "bit_length" || name == "__index__" || name == "__int__" {
		if s, ok := x.(*SymInt); ok && (name == "__index__" || name == "__int__") {
			return s, nil
		}
		c, err := t.pin(x)
		if err != nil {
			return nil, err
		}
		return t.CallMethod(c, name, args, nil)
	}
	for op, info := range binaries {
		if name == "__"+info.special+"__" && len(args) == 1 {
			return t.Binary(object.Op(op), x, args[0], false)
		}
		if name == "__r"+info.special+"__" && len(args) == 1 {
			return t.Binary(object.Op(op), args[0], x, false)
		}
	}
	return nil, Unsupportedf("Unsupported method call", "SymNodeVariable."+name, "Dynamo does not know how to trace method `%s` of a symbolic number", name)
}

// construct is cls(*args, **kwargs).
func (t *Trace) construct(c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
	typ := c.T
	if special, ok := classes[typ.FullName()]; ok {
		return special(t, c, args, kwargs)
	}
	if make, ok := Contexts[typ.FullName()]; ok {
		return make(t, typ.Ref(), args, kwargs)
	}
	if !typ.IsHeap() {
		return t.constructBuiltin(typ, args, kwargs)
	}
	if typ.IsSubtype(t.Host.TensorType()) {
		return nil, Unsupportedf("Attempted to use `torch.nn.Parameter()` constructor with Dynamo", typ.ShortName(), "Dynamo does not support this")
	}
	meta := typ.Ref().Type()
	if f, ok := object.AsFunction(meta.Lookup(object.Intern("__call__"))); ok {
		if isEnumClass(typ) {
			return t.foldCall(typ.Ref(), args, kwargs)
		}
		_ = f
		return nil, Unsupportedf("Unsupported metaclass", typ.ShortName(), "Dynamo does not trace metaclasses with __call__.")
	}
	self, err := t.allocate(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	if !t.TypeOf(self).IsSubtype(typ) {
		return self, nil
	}
	init := typ.Lookup(object.Intern("__init__"))
	if f, ok := object.AsFunction(init); ok {
		if _, err := t.Inliner.Inline(&Function{Fn: f}, append([]Tracker{self}, args...), kwargs); err != nil {
			return nil, err
		}
		return self, nil
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
			return x, x.V.Type().Init(x.V, values, names)
		}
		return x, nil
	}
	if len(args)+len(kwargs) > 0 {
		if _, ok := object.AsFunction(typ.Lookup(object.Intern("__new__"))); !ok {
			return nil, object.TypeErrorf("%s() takes no arguments", typ.ShortName())
		}
	}
	return self, nil
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
func (t *Trace) allocate(c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
	typ := c.T
	newFn := typ.Lookup(object.Intern("__new__"))
	if s, ok := object.AsStaticMethod(newFn); ok {
		newFn = s.Func
	}
	if f, ok := object.AsFunction(newFn); ok {
		return t.Inliner.Inline(&Function{Fn: f}, append([]Tracker{c}, args...), kwargs)
	}
	return t.New(typ, args, kwargs)
}

// New makes a bare instance as the built-in __new__ does.
func (t *Trace) New(typ *object.Type, args []Tracker, kwargs []KW) (Tracker, error) {
	if typ.Layout() == object.LayoutObject {
		if abstract, err := object.LookupAttr(typ.Ref(), object.Intern("__abstractmethods__")); err == nil && !abstract.IsNull() {
			if n, err := object.Len(abstract); err == nil && n > 0 {
				_, err := object.Call(typ.Ref())
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
		if _, err := t.deep(a); err != nil {
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
	v, err := base.New(typ, values, names)
	if err != nil {
		return nil, err
	}
	return t.FromValue(v), nil
}

// foldCall runs a callable on constants while tracing.
func (t *Trace) foldCall(fn object.Value, args []Tracker, kwargs []KW) (Tracker, error) {
	if !t.allConstant(args, kwargs) {
		return nil, Unsupportedf("Failed to trace builtin operator", reprText(fn), "Dynamo can call %s only on constants.", reprText(fn))
	}
	v, err := t.callNative(fn, args, kwargs)
	if err != nil {
		return nil, err
	}
	return t.FromValue(v), nil
}

// callForeign calls a native callable object that is no function.
func (t *Trace) callForeign(v object.Value, args []Tracker, kwargs []KW) (Tracker, error) {
	switch v.Type().ModuleName() {
	case "functools", "operator", "_functools", "_operator", "builtins", "itertools":
		if v.Type().ShortName() == "lru_cache_wrapper" || v.Type().ShortName() == "_lru_cache_wrapper" {
			inner, err := object.GetAttr(v, "__wrapped__")
			if err != nil {
				return nil, err
			}
			return t.Call(t.FromValue(inner), args, kwargs)
		}
		r, err := t.callNative(v, args, kwargs)
		if err != nil {
			return nil, err
		}
		return t.FromValue(r), nil
	}
	return nil, Skipped(v.Type().ShortName(), v.Type().ModuleName())
}
