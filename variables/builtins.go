package variables

import (
	"strings"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// handler traces a call of one known function.
type handler func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error)

// functions are the native functions with a meaning of their own, by module and name.
var functions = map[string]handler{}

// pythonFunctions are functions written in Python that are not inlined but have a meaning of their own.
var pythonFunctions = map[string]handler{}

// delegates are those of them whose result is that of the last call that they make.
var delegates = map[string]bool{}

// classes are the classes whose construction has a meaning of its own.
var classes map[string]func(th *object.Thread, t *Trace, c *Class, args []Tracker, kwargs []KW) (Tracker, error)

// RegisterFunction gives a function (by module and qualified name) a meaning while tracing.
func RegisterFunction(path string, h func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error)) {
	functions[path] = h       // start: by Register, and while packages are initialised
	pythonFunctions[path] = h // start: by Register, and while packages are initialised
}

// RegisterDelegate is RegisterFunction for a function written in Python whose result is that of a call that it makes, by CallAs with what it is told.
func RegisterDelegate(path string, h func(th *object.Thread, t *Trace, last bool, args []Tracker, kwargs []KW) (Tracker, error)) {
	pythonFunctions[path] = func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) { // start: by Register
		return h(th, t, t.TakeLast(), args, kwargs)
	}
	delegates[path] = true // start: by Register
}

func init() {
	for name, h := range map[string]handler{
		"builtins.len":             one(func(th *object.Thread, a *Trace, b Tracker) (Tracker, error) { return a.Len(th, b) }),
		"builtins.iter":            builtinIter,
		"builtins.next":            builtinNext,
		"builtins.isinstance":      builtinIsInstance,
		"builtins.issubclass":      builtinIsSubclass,
		"builtins.getattr":         builtinGetAttr,
		"builtins.hasattr":         builtinHasAttr,
		"builtins.setattr":         builtinSetAttr,
		"builtins.delattr":         builtinDelAttr,
		"builtins.__build_class__": buildClass,
		"builtins.callable":        builtinCallable,
		"builtins.dir":             builtinDir,
		"builtins.eval":            builtinEval,
		"builtins.abs":             one(func(th *object.Thread, t *Trace, x Tracker) (Tracker, error) { return t.Unary(th, "abs", x) }),
		"builtins.sum":             builtinSum,
		"builtins.repr":            one(func(th *object.Thread, t *Trace, x Tracker) (Tracker, error) { return t.textTracker(th, x, "repr") }),
		"builtins.hash": one(func(th *object.Thread, t *Trace, x Tracker) (Tracker, error) {
			h, err := t.hash(th, x)
			return NewConstant(object.Int(h)), err
		}),
		"builtins.id": one(func(th *object.Thread, t *Trace, x Tracker) (Tracker, error) {
			x, err := t.Realize(th, x)
			if err != nil {
				return nil, err
			}
			return NewConstant(object.Int(int64(t.address(th, x)))), nil
		}),
		"builtins.max":    extremum(object.Gt),
		"builtins.min":    extremum(object.Lt),
		"builtins.divmod": builtinDivmod,
		"builtins.pow":    builtinPow,
		"builtins.all":    quantifier(false),
		"builtins.any":    quantifier(true),
		"functools.reduce": func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
			return builtinReduce(th, t, args, kwargs)
		},
		"builtins.round": builtinRound,
	} {
		functions[name] = h
	}
	functions["_functools.reduce"] = functions["functools.reduce"]
	classes = map[string]func(*object.Thread, *Trace, *Class, []Tracker, []KW) (Tracker, error){
		"weakref.ReferenceType": constructReference,
		"cell": func(_ *object.Thread, t *Trace, _ *Class, args []Tracker, kwargs []KW) (Tracker, error) {
			return t.makeCell(args, kwargs)
		},
		"type":        classType,
		"numpy.dtype": classNumpyDType,
		"super":       classSuper,
		"int":         number(object.IntType),
		"float":       number(object.FloatType),
		"bool":        number(object.BoolType),
		"str":         classStr,
		"range":       classRange,
		"dict":        classDict,
		"reversed":    classReversed,
		"functools.partial": func(th *object.Thread, t *Trace, c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
			args, kwargs, err := t.flatPartial(th, args, kwargs)
			if err != nil {
				return nil, err
			}
			return t.constructBuiltin(th, c.T, args, kwargs)
		},
		"torch.utils.hooks.BackwardHook": func(*object.Thread, *Trace, *Class, []Tracker, []KW) (Tracker, error) {
			return nil, &Unsupported{Title: "Module-level backwards hooks require compiled autograd.", Hints: []string{"Enable compiled autograd by setting torch._dynamo.config.compiled_autograd = True."}}
		},
		"object": func(th *object.Thread, t *Trace, c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
			return t.New(th, c.T, args, kwargs)
		},
	}
	registerOperators()
}

func one(f func(*object.Thread, *Trace, Tracker) (Tracker, error)) handler {
	return func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
		if len(args) != 1 || len(kwargs) > 0 {
			return nil, object.TypeErrorf("function takes exactly one argument (%d given)", len(args)+len(kwargs))
		}
		return f(th, t, args[0])
	}
}

// registerOperators enters the functions of the operator module and the special methods of int, list, ...
func registerOperators() {
	for op, info := range binaries {
		f := func(name string, inplace bool) handler {
			return func(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
				if len(args) != 2 {
					return nil, object.TypeErrorf("%s expected 2 arguments, got %d", name, len(args))
				}
				return t.Binary(th, object.Op(op), args[0], args[1], inplace)
			}
		}
		setOperator(info.name, f(info.name, false))
		setOperator(info.inplaceName(), f(info.inplaceName(), true))
	}
	for op, name := range compareNames {
		setOperator(name, func(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
			return t.Compare(th, object.CompareOp(op), args[0], args[1])
		})
	}
	for name := range unaries {
		setOperator(name, one(func(th *object.Thread, t *Trace, x Tracker) (Tracker, error) { return t.Unary(th, name, x) }))
	}
	setOperator("not_", one(func(th *object.Thread, t *Trace, x Tracker) (Tracker, error) {
		if _, tensor := t.Peek(x).(*Tensor); tensor {
			return nil, itemOfData()
		}
		return t.Not(th, x)
	}))
	setOperator("truth", one(func(th *object.Thread, t *Trace, x Tracker) (Tracker, error) {
		if _, tensor := t.Peek(x).(*Tensor); tensor {
			return nil, failedBuiltin(th, t, "truth", []Tracker{x}, nil)
		}
		b, err := t.Truth(th, x)
		return NewConstant(object.Bool(b)), err
	}))
	setOperator("getitem", func(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
		return t.GetItem(th, args[0], args[1])
	})
	setOperator("delitem", func(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
		return None(), t.SetItem(th, args[0], args[1], nil)
	})
	setOperator("setitem", func(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
		return None(), t.SetItem(th, args[0], args[1], args[2])
	})
	setOperator("contains", func(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
		return t.Contains(th, args[0], args[1])
	})
	setOperator("is_", func(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
		same, err := t.Is(th, args[0], args[1])
		return NewConstant(object.Bool(same)), err
	})
	setOperator("is_not", func(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
		same, err := t.Is(th, args[0], args[1])
		return NewConstant(object.Bool(!same)), err
	})
	setOperator("index", one(func(th *object.Thread, t *Trace, x Tracker) (Tracker, error) {
		n, err := t.AsInt(th, x)
		return NewConstant(object.Int(n)), err
	}))
}

func setOperator(name string, h handler) {
	functions["operator."+name] = h  // start: by Register, and while packages are initialised
	functions["_operator."+name] = h // start: by Register, and while packages are initialised
}

// takes is how many arguments functions with a meaning of their own have, at least and at most.
var takes = map[string][2]int{
	"eq": {2, 2}, "ne": {2, 2}, "lt": {2, 2}, "le": {2, 2}, "gt": {2, 2}, "ge": {2, 2}, "getitem": {2, 2}, "setitem": {3, 3}, "delitem": {2, 2},
	"contains": {2, 2}, "is_": {2, 2}, "is_not": {2, 2}, "not_": {1, 1}, "truth": {1, 1}, "index": {1, 1}, "neg": {1, 1}, "pos": {1, 1},
	"invert": {1, 1}, "abs": {1, 1}, "len": {1, 1}, "repr": {1, 1}, "hash": {1, 1}, "id": {1, 1}, "hasattr": {2, 2}, "setattr": {3, 3},
	"delattr": {2, 2}, "getattr": {2, 3}, "callable": {1, 1}, "divmod": {2, 2}, "all": {1, 1}, "any": {1, 1}, "iter": {1, 2}, "next": {1, 2},
}

// wrongCount is the error that a function raises of how many arguments it is given, whatever they are.
func wrongCount(th *object.Thread, f object.Value, n int) error {
	args := make([]object.Value, n)
	for i := range args {
		args[i] = object.None
	}
	_, err := object.Call(th, f, args...)
	return err
}

// pure are the modules whose native functions have no effects and look only at their arguments.
var pure = map[string]bool{
	"builtins": true, "math": true, "operator": true, "_operator": true, "itertools": true, "functools": true, "_functools": true,
	"collections": true, "_collections": true, "cmath": true, "string": true, "types": true, "copy": true, "re": true, "_weakref": true, "weakref": true, "typing": true,
}

// effectful are functions of builtins that tracing must not run.
var effectful = map[string]bool{
	"print": true, "input": true, "open": true, "exec": true, "eval": true, "breakpoint": true, "__import__": true, "compile": true, "globals": true,
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

func (t *Trace) callBuiltin(th *object.Thread, f *Builtin, args []Tracker, kwargs []KW) (Tracker, error) {
	b, ok := object.AsBuiltin(f.Fn)
	if !ok {
		return t.callForeign(th, f.Fn, args, kwargs)
	}
	if t.Host.Disallowed(th, f.Fn) {
		return nil, Skipped(b.Name, b.Module)
	}
	if s := t.Host.Substitute(th, f.Fn); !s.IsNull() {
		return t.Call(th, t.FromValue(s), args, kwargs)
	}
	if f.src != nil && guards.TensorOf(b.Self) != nil { // a method of a tensor that comes from outside as a value of its own
		return nil, skippedNative("<unknown module>", "Tensor."+b.Name, "")
	}
	if r, ok, err := t.tensorOfArray(th, b.Name, args, kwargs); ok || err != nil {
		return r, err
	}
	if b.Name == "__torch_function__" && len(args) > 1 {
		if first, err := t.Realize(th, args[0]); err != nil {
			return nil, err
		} else if _, class := first.(*Class); !class && !b.Self.IsNull() {
			args = append([]Tracker{t.FromValue(b.Self)}, args...)
		}
		return t.defaultTorchFunction(th, args, kwargs)
	}
	if notTensors[b.Module+"."+b.Name] {
		return nil, t.givesNoTensor(th, f.Fn, args, kwargs)
	}
	if p, ok := b.Tag.(*ops.Packet); ok {
		if r, ok, err := t.overridden(th, f.Fn, args, kwargs); ok {
			return r, err
		}
		if h, special := functions[b.Module+"."+b.Name]; special {
			return h(th, t, args, kwargs)
		}
		if p.IsMethod && b.Owner != nil && len(args) > 0 { // torch.Tensor.mul(x, y)
			if m, ok := writtenMethods[b.Name]; ok && len(kwargs) == 0 {
				return m.trace(th, t, args)
			}
			self, err := t.Realize(th, args[0])
			if err != nil {
				return nil, err
			}
			if x, ok := self.(*Tensor); ok {
				return t.callMethodOfTensor(th, x, b.Name, args[1:], kwargs)
			}
			return t.CallMethod(th, self, b.Name, args[1:], kwargs)
		}
		if err := t.refuseLeaf(th, f.Fn, args, kwargs); err != nil {
			return nil, err
		}
		return t.CallTorch(th, f.Fn, p, args, kwargs)
	}
	if p, ok := b.Tag.(*ops.TransformFunction); ok {
		return t.callTransform(th, f.Fn, p, args, kwargs)
	}
	if b.Owner == object.TypeType && b.Name == "__call__" && len(args) > 0 { // from the __call__ of a metaclass
		if c, ok := t.Peek(args[0]).(*Class); ok && c.T.IsHeap() {
			return t.instantiate(th, c, args[1:], kwargs)
		}
	}
	if b.Owner != nil && len(args) > 0 && b.Self.IsNull() { // list.append(l, x)
		return t.callUnbound(th, b, args, kwargs)
	}
	if !b.Self.IsNull() && b.Module == "" {
		if _, isModule := object.AsModule(b.Self); !isModule {
			return t.callBound(th, b, args, kwargs)
		}
	}
	module := b.Module
	if module == "" {
		module = "builtins"
	}
	if h, ok := functions[module+"."+b.Name]; ok {
		if n, told := takes[b.Name]; told && pure[module] && (len(args) < n[0] || len(args) > n[1]) {
			return nil, wrongCount(th, f.Fn, len(args))
		}
		return h(th, t, args, kwargs)
	}
	if !pure[module] || module == "builtins" && effectful[b.Name] {
		if module == "builtins" && b.Name == "__import__" {
			return nil, skippedNative(module, b.Name, module)
		}
		if module == "builtins" {
			return nil, failedBuiltin(th, t, b.Name, args, kwargs)
		}
		return nil, Skipped(b.Name, module)
	}
	return t.callPure(th, f.Fn, b.Name, args, kwargs)
}

// failedBuiltin is the graph break of a builtin that cannot be traced.
func failedBuiltin(th *object.Thread, t *Trace, name string, args []Tracker, kwargs []KW) error {
	types, kinds := "", ""
	for i, a := range args {
		if i > 0 {
			types += ", "
			kinds += ", "
		}
		if x, err := t.Realize(th, a); err == nil {
			a = x
		}
		types += "'" + t.TypeOf(a).ShortName() + "'"
		kinds += "<class 'torch._dynamo.variables." + t.kindModule(th, a) + "'>"
	}
	has := "False"
	if len(kwargs) > 0 {
		has = "True"
	}
	return &Unsupported{Title: "Failed to trace builtin operator", Context: "builtin " + name + " [" + kinds + "] " + has,
		Explanation: "Dynamo does not know how to trace builtin operator `" + name + "` with argument types [" + types + "] (has_kwargs " + has + ")",
		Hints: []string{"Avoid calling builtin `" + name + "` with argument types [" + types + "]. Consider using an equivalent alternative function/method to `" + name + "`.",
			"If you are attempting to call a logging function (e.g. `print`), you can try adding it to `torch._dynamo.config.reorderable_logging_functions`.",
			"Please report an issue to PyTorch."}}
}

func init() {
	functions["torch.is_nonzero"] = one(func(th *object.Thread, t *Trace, x Tracker) (Tracker, error) {
		return t.CallMethod(th, x, "is_nonzero", nil, nil)
	})
}

// kindModule is the kind of a tracker with the module that has its class in PyTorch.
func (t *Trace) kindModule(th *object.Thread, x Tracker) string {
	module := ""
	switch x := x.(type) {
	case *Constant:
		module = "constant"
	case *Computed:
		module = "lazy"
	case *Tensor, *SymInt, *SymBool, *SymFloat:
		module = "tensor"
	case *Function, *Method, *Generator:
		module = "functions"
	case *Builtin:
		module = "builtin"
	case *Class:
		module = "user_defined"
	case *Object:
		module = "user_defined"
		if kind := t.objectKind(th, x); strings.HasSuffix(kind, "NNModuleVariable") {
			return "nn_module." + kind
		}
	case *Container:
		kind := x.Kind()
		module = map[string]string{"ListVariable": "lists", "TupleVariable": "lists", "SizeVariable": "lists", "ConstDictVariable": "dicts", "SetVariable": "sets", "FrozensetVariable": "sets"}[kind]
		if strings.HasPrefix(kind, "UserDefined") {
			module = "user_defined"
		}
	}
	if module == "" {
		module = "misc"
	}
	return module + "." + x.Kind()
}

// builtinEval computes an expression that names nothing of the program: of what names something, a value in the code would outlive a change.
func builtinEval(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) == 1 && len(kwargs) == 0 {
		x, err := t.Realize(th, args[0])
		if err != nil {
			return nil, err
		}
		if c, ok := x.(*Constant); ok {
			v, err := object.Call(th, t.builtin(th, "eval"), c.V, object.NewDict().Ref())
			if err != nil {
				return nil, failedBuiltin(th, t, "eval", args, kwargs)
			}
			if _, text := object.AsStr(v); text || v.IsInt() || v.IsFloat() || v.IsBool() || v.IsNone() {
				return t.FromValue(v), nil
			}
		}
	}
	return nil, failedBuiltin(th, t, "eval", args, kwargs)
}

// builtinDir lists the names of constants, containers, classes and modules. Nothing guards the names of an object, so that dir of one is a break.
func builtinDir(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) != 1 || len(kwargs) > 0 {
		return nil, failedBuiltin(th, t, "dir", args, kwargs)
	}
	x, err := t.Realize(th, args[0])
	if err != nil {
		return nil, err
	}
	v := object.Null
	switch x := x.(type) {
	case *Constant, *Container:
		return t.callPure(th, t.builtin(th, "dir"), "dir", []Tracker{x}, nil)
	case *Class:
		v = x.T.Ref()
	case *PyModule:
		v = x.M.Ref()
	case *Function:
		v = x.Fn.Ref()
	}
	if v.IsNull() || t.isMutated(x) {
		return nil, failedBuiltin(th, t, "dir", args, kwargs)
	}
	names, err := object.Call(th, t.builtin(th, "dir"), v)
	if err != nil {
		return nil, err
	}
	return t.newContainer(names), nil
}
