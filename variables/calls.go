package variables

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// Call is fn(*args, **kwargs).
func (t *Trace) Call(th *object.Thread, fn Tracker, args []Tracker, kwargs []KW) (Tracker, error) {
	last := t.TakeLast()
	fn, err := t.Realize(th, fn)
	if err != nil {
		return nil, err
	}
	if t.callLogging(th, fn, args, kwargs) {
		return None(), nil
	}
	if name, ok := t.numpyFunction(th, fn); ok {
		if err := t.drawsNumpy(th, numpyValue(fn), name, args, kwargs); err != nil {
			return nil, err
		}
		if name == "seed" {
			return t.seedNumpy(th, args, kwargs)
		}
		return t.callNumpy(th, name, graphName(name), args, kwargs)
	}
	if v, name := t.generates(th, fn); !v.IsNull() {
		return nil, t.unknownDraw(th, v, name, args, kwargs)
	}
	if self, method, ok := t.drawsRandom(th, fn); ok {
		return t.drawRandom(th, self, method, args, kwargs)
	}
	switch f := fn.(type) {
	case *Function:
		if t.Host.Disallowed(th, f.Fn.Ref()) {
			return nil, Skipped(f.Fn.Name.S, moduleName(f.Fn))
		}
		if s := t.Host.Substitute(th, f.Fn.Ref()); !s.IsNull() {
			t.last = last
			return t.Call(th, t.FromValue(s), args, kwargs)
		}
		t.last = last
		return t.callFunction(th, f, args, kwargs)
	case *Method:
		if fn, ok := f.Func.(*Function); ok {
			if logger, ok := isLogger(f.Self); ok {
				return t.callLogger(th, logger, fn.Fn.Name.S, args, kwargs)
			}
			if err := Inlinable(th, fn.Fn); err != nil {
				return nil, err
			}
			if entry, _ := skipEntry(fn.Fn); entry != "" {
				if err := t.neverTraced(fn.Fn, true); err != nil {
					return nil, err
				}
			}
			if !t.Config.TraceUnittest && testMethods[moduleName(fn.Fn)] {
				return nil, skippedTestMethod(fn.Fn)
			}
		}
		t.last = last
		return t.Call(th, f.Func, append([]Tracker{f.Self}, args...), kwargs)
	case *Attribute:
		t.last = last
		return t.CallMethod(th, f.Obj, f.Name, args, kwargs)
	case *Builtin:
		return t.callBuiltin(th, f, args, kwargs)
	case *Class:
		return t.construct(th, f, args, kwargs)
	case *Object:
		if err := t.initializeLazy(th, f, args, kwargs); err != nil {
			return nil, err
		}
		if isOwnOperator(f.T) { // recorded as it is called, whatever the class's __call__ adds
			return traceOwnOperator(th, t, append([]Tracker{f}, args...), kwargs)
		}
		if call := f.T.Lookup(th, object.Intern("__call__")); !call.IsNull() {
			if fn, ok := object.AsFunction(call); ok {
				if f.src != nil && !f.New {
					t.guard(th, &guards.Guard{Source: f.src.Type().Attr("__call__"), Kind: guards.ClosureMatch, Value: fn.Code.Ref()})
				}
				t.last = last
				return t.Call(th, &Method{Self: f, Func: t.FromValue(call)}, args, kwargs) // whatever the object itself has of that name
			}
			if v, ok := t.special(th, f.T, "__call__"); ok {
				t.last = last
				return t.callBySpecial(th, v, f, args, kwargs)
			}
		}
		return nil, object.TypeErrorf("'%s' object is not callable", f.T.Name)
	case *Context:
		if f.Acts {
			if err := f.Exit(th); err != nil {
				return nil, err
			}
		}
		return t.decorate(th, f.Class, f.Args, args)
	case *Container:
		if f.V.Type().FullName() == "weakref.ReferenceType" && len(args)+len(kwargs) == 0 {
			v, err := object.Call(th, f.V)
			if f.src == nil {
				return t.FromValue(v), err
			}
			return t.Wrap(v, f.src.Call0()), err
		}
		if v, ok := t.special(th, f.V.Type(), "__call__"); ok {
			t.last = last
			return t.callBySpecial(th, v, f, args, kwargs)
		}
		if p, ok := t.partial(th, f); ok {
			filled, err := p.fill(t, args)
			if err != nil {
				return nil, err
			}
			t.last = last
			return t.Call(th, p.fn, filled, mergeKwargs(p.kwargs, kwargs))
		}
		if f.cachesCalls() && f.src == nil { // made while tracing, where calls that it has seen are known
			r, err := t.callNative(th, f.V, args, kwargs)
			if err != nil {
				return nil, err
			}
			return t.FromValue(r), nil
		}
		if f.V.Type().Call != nil {
			return t.callForeign(th, f.V, args, kwargs)
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

// fill are the positional arguments of a call: those of the call stand for the placeholders first.
func (p *partialParts) fill(t *Trace, args []Tracker) ([]Tracker, error) {
	filled, given := append([]Tracker{}, p.args...), len(args)
	expected := 0
	for i, a := range filled {
		if isPlaceholder(t.ToValue(t.Peek(a))) {
			expected++
			if len(args) > 0 {
				filled[i], args = args[0], args[1:]
			}
		}
	}
	if given < expected {
		return nil, object.TypeErrorf("missing positional arguments in 'partial' call; expected at least %d, got %d", expected, given)
	}
	return append(filled, args...), nil
}

// isPlaceholder tells whether v is functools.Placeholder.
func isPlaceholder(v object.Value) bool {
	return !v.IsNull() && v.Type().ShortName() == "_PlaceholderType" && v.Type().ModuleName() == "functools"
}

func (t *Trace) partial(th *object.Thread, c *Container) (*partialParts, bool) {
	if c.V.Type().ShortName() != "partial" {
		return nil, false
	}
	read := func(name string) Tracker {
		v, err := object.GetAttr(th, c.V, name)
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
	realArgs, err := t.Realize(th, args)
	if err != nil {
		return nil, false
	}
	if a, ok := realArgs.(*Container); ok {
		p.args = t.Items(th, a)
	}
	realKw, err := t.Realize(th, kwargs)
	if err != nil {
		return nil, false
	}
	if k, ok := realKw.(*Container); ok {
		t.observe(th, k, "keys", nil)
		d, _ := object.AsDict(k.V)
		values := d.Values()
		for i, key := range d.Keys() {
			s, ok := object.AsStr(key)
			if !ok { // the call itself raises
				return nil, false
			}
			p.kwargs = append(p.kwargs, KW{s.S, t.FromValue(values[i])})
		}
	}
	return p, true
}

// flatPartial are the arguments of functools.partial with a partial as the function taken apart, as it does itself.
func (t *Trace) flatPartial(th *object.Thread, args []Tracker, kwargs []KW) ([]Tracker, []KW, error) {
	if len(args) == 0 {
		return args, kwargs, nil
	}
	fn, err := t.Realize(th, args[0])
	if err != nil {
		return nil, nil, err
	}
	c, ok := fn.(*Container)
	if !ok || c.V.Type().FullName() != "functools.partial" {
		return args, kwargs, nil
	}
	p, ok := t.partial(th, c)
	if !ok {
		return args, kwargs, nil
	}
	flat, given := []Tracker{p.fn}, args[1:]
	for _, a := range p.args {
		if len(given) > 0 && isPlaceholder(t.ToValue(t.Peek(a))) {
			a, given = given[0], given[1:]
		}
		flat = append(flat, a)
	}
	return append(flat, given...), mergeKwargs(p.kwargs, kwargs), nil
}

// Partial is what a functools.partial that tracing made holds.
func (t *Trace) Partial(th *object.Thread, c *Container) (fn Tracker, args []Tracker, kwargs []KW, ok bool) {
	p, ok := t.partial(th, c)
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
	DisableMark   = "_torchdynamo_disable"                     // torch.compiler.disable
	InnerMark     = "_torchdynamo_orig_callable"               // the function behind a compiled or disabled wrapper
	InGraphMark   = "_torchdynamo_allow_in_graph"              // torch.compiler.allow_in_graph
	AssumeMark    = "_dynamo_marked_constant"                  // assume_constant_result
	ForbiddenMark = "_dynamo_forbidden"                        // forbid_in_graph
	NonstrictMark = "_torchdynamo_nonstrict"                   // nonstrict_trace: the function behind
	RegionMark    = "__marked_compile_region_fn__"             // the function behind nested_compile_region
	WholeMark     = "_torchdynamo_disable_nested_graph_breaks" // torch._dynamo.disable_nested_graph_breaks
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

// disableReason is the reason that torch.compiler.disable was given.
func disableReason(th *object.Thread, f *object.Function) string {
	v, err := object.GetAttr(th, f.Ref(), "_torchdynamo_disable_msg")
	if err != nil {
		return "None"
	}
	s, err := object.StrOf(th, v)
	if err != nil {
		return "None"
	}
	return s
}

func (t *Trace) callFunction(th *object.Thread, f *Function, args []Tracker, kwargs []KW) (Tracker, error) {
	last := t.TakeLast()
	fn := f.Fn.Ref()
	if _, disabled := mark(fn, DisableMark); disabled {
		return nil, &Unsupported{Title: "Skip calling `torch.compiler.disable()`d function", Context: guards.ReprOf(th, f.Fn.Ref()),
			Explanation: "Skip calling function `" + guards.ReprOf(th, f.Fn.Ref()) + "` since it was wrapped with `torch.compiler.disable` (reason: " + disableReason(th, f.Fn) + ")",
			Hints:       []string{"Remove the `torch.compiler.disable` call"}}
	}
	if inner, ok := mark(fn, InnerMark); ok {
		t.last = last
		return t.Call(th, t.FromValue(inner), args, kwargs)
	}
	if _, ok := mark(fn, InGraphMark); ok || inGraph(f.Fn) {
		return t.callInGraph(th, f, args, kwargs)
	}
	if _, ok := mark(fn, ForbiddenMark); ok {
		return nil, &Refused{object.NewException(object.AssertionError, "Attempt to trace forbidden callable "+guards.ReprOf(th, fn))}
	}
	if inner, ok := mark(fn, RegionMark); ok {
		return traceRegion(th, t, append([]Tracker{t.FromValue(inner)}, args...), kwargs)
	}
	if _, ok := mark(fn, AssumeMark); ok {
		return t.assumedConstant(th, f, args, kwargs)
	}
	if special, ok := pythonFunctions[functionPath(f.Fn)]; ok {
		t.last = last && delegates[functionPath(f.Fn)]
		return special(th, t, args, kwargs)
	}
	if notTensors[functionPath(f.Fn)] {
		return nil, t.givesNoTensor(th, fn, args, kwargs)
	}
	if err := t.neverTraced(f.Fn, false); err != nil {
		return t.foldOr(th, err, fn, moduleName(f.Fn), args, kwargs)
	}
	t.last = last
	return t.Inliner.Inline(th, f, args, kwargs)
}

// Disabled tells whether, and why, a function runs without compilation.
func Disabled(th *object.Thread, fn *object.Function) (reason string, disabled bool) {
	if _, disabled = mark(fn.Ref(), DisableMark); disabled {
		reason = disableReason(th, fn)
	}
	return reason, disabled
}

// Delayed is the break at the call of what could be read, but not be called.
func Delayed(src *guards.Source, reason string, hints ...string) error {
	return &Unsupported{Title: "Unsupported function call (delayed)", Context: "source: " + src.Repr(), Hints: hints,
		Explanation: "Dynamo determined that a graph break should occur when calling `" + src.Text() + "`. Reason: " + reason}
}

// Inlinable refuses functions that run without compilation.
func Inlinable(th *object.Thread, fn *object.Function) error {
	if _, disabled := mark(fn.Ref(), DisableMark); !disabled {
		return nil
	}
	return &Unsupported{Title: "Skip inlining `torch.compiler.disable()`d function", Context: guards.ReprOf(th, fn.Ref()),
		Explanation: "Skip inlining function " + guards.ReprOf(th, fn.Ref()) + " since it was wrapped with `torch.compiler.disable` (reason: " + disableReason(th, fn) + ")"}
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

func functionPath(f *object.Function) string { return moduleName(f) + "." + f.Code.QualName }

// foldable are skipped modules whose functions are pure: on constants they run while tracing.
var foldable = map[string]bool{"re": true, "string": true, "importlib.util": true}

// foldOr runs a pure function on constants; else the graph breaks with skip.
func (t *Trace) foldOr(th *object.Thread, skip error, fn object.Value, module string, args []Tracker, kwargs []KW) (Tracker, error) {
	if !foldable[module] || !t.allConstant(th, args, kwargs) {
		return nil, skip
	}
	v, err := t.callNative(th, fn, args, kwargs)
	if err != nil {
		return nil, err
	}
	return t.FromValue(v), nil
}

// interpNative are the skipped modules that are native in CPython.
var interpNative = map[string]bool{"_contextvars": true, "time": true, "_random": true, "_bisect": true, "_io": true, "posix": true, "gc": true, "sys": true, "marshal": true, "_thread": true,
	"_heapq": true, "_pickle": true, "_struct": true, "zlib": true, "binascii": true}

// nativePart are modules whose functions are in a native module in CPython.
var nativePart = map[string]string{"bisect": "_bisect", "heapq": "_heapq", "struct": "_struct"}

// Skipped is the graph break of a function that is never traced.
func Skipped(name, module string) error {
	if module == "numpy" || strings.HasPrefix(module, "numpy.") {
		shown := "<built-in function " + name + ">"
		return &Unsupported{Title: "attempted to trace numpy function unsupported by PyTorch", Context: "numpy function: " + shown + " (corresponding torch function: None)",
			Explanation: "Can't find numpy numpy function " + shown + " in torch._numpy.",
			Hints:       []string{supportable}}
	}
	if module == "warnings" && name == "warn" {
		return &Unsupported{Title: "Attempted to call function marked as skipped", Context: "module: _warnings, qualname: warn, skip reason: cannot determine source file for _warnings (likely a C extension or builtin)",
			Explanation: "Dynamo does not know how to trace the Python builtin `_warnings.warn`.",
			Hints: []string{"If you are attempting to call a logging function (e.g. `_warnings.warn`), you can try adding it to `torch._dynamo.config.reorderable_logging_functions`.",
				"Please file an issue on GitHub so the PyTorch team can add support for it. "}}
	}
	if part, ok := nativePart[module]; ok {
		module = part
	}
	if native := interpNative[module]; native {
		return skippedNative(module, name, module)
	}
	return &Unsupported{Title: "Attempted to call function marked as skipped", Context: "module: " + module + ", qualname: " + name + ", skip reason: <missing reason>",
		Explanation: "Dynamo does not know how to trace the function `" + module + "." + name + "`."}
}

// skippedNative is the break at a call of native code that has no rule.
func skippedNative(module, name, file string) error {
	return &Unsupported{Title: "Attempted to call function marked as skipped", Context: "module: " + module + ", qualname: " + name + ", skip reason: cannot determine source file for " + file + " (likely a C extension or builtin)",
		Explanation: "Dynamo does not know how to trace the builtin `" + module + "." + name + ".` This function is either a Python builtin (e.g. _warnings.warn) or a third-party C/C++ Python extension (perhaps created with pybind).",
		Hints: []string{"If it is a Python builtin, please file an issue on GitHub so the PyTorch team can add support for it and see the next case for a workaround.",
			"If it is a third-party C/C++ Python extension, please either wrap it into a PyTorch-understood custom operator (see https://pytorch.org/tutorials/advanced/custom_ops_landing_page.html for more details) or, if it is traceable, use `torch.compiler.allow_in_graph`."}}
}

func (t *Trace) allConstant(th *object.Thread, args []Tracker, kwargs []KW) bool {
	check := func(x Tracker) bool {
		x, err := t.Realize(th, x)
		if err != nil {
			return false
		}
		switch x := x.(type) {
		case *Constant:
			return true
		case *Container:
			if _, err := t.deep(th, x); err != nil {
				return false
			}
			return constantValue(th, x.V)
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

func constantValue(th *object.Thread, v object.Value) bool {
	if IsConstant(v) || isNativeConstant(v) || isEnumMember(v) {
		return true
	}
	if _, ok := AsProxy(v); ok {
		return false
	}
	s := contents(th, v)
	for _, e := range append(s.items, s.keys...) {
		if !constantValue(th, e) {
			return false
		}
	}
	return v.Type() != object.FunctionType
}

// CallMethod is obj.name(*args, **kwargs).
func (t *Trace) CallMethod(th *object.Thread, obj Tracker, name string, args []Tracker, kwargs []KW) (Tracker, error) {
	last := t.TakeLast()
	obj, err := t.Realize(th, obj)
	if err != nil {
		return nil, err
	}
	if logger, ok := isLogger(obj); ok {
		if f, ok := object.AsFunction(logger.T.Lookup(th, object.Intern(name))); ok && t.callLogging(th, &Method{Self: logger, Func: &Function{Fn: f}}, args, kwargs) {
			return None(), nil
		}
		return t.callLogger(th, logger, name, args, kwargs)
	}
	switch x := obj.(type) {
	case *Tensor:
		return t.callTensorMethod(th, x, name, args, kwargs)
	case *NdArray:
		return t.callArrayMethod(th, x, name, args, kwargs)
	case *Container:
		if f, ok := object.AsFunction(x.V.Type().Lookup(th, object.Intern(name))); ok {
			t.last = last
			return t.Inliner.Inline(th, &Function{Fn: f}, append([]Tracker{x}, args...), kwargs)
		}
		if (name == "__reduce_ex__" || name == "__reduce__") && x.V.Type().IsHeap() {
			return t.containerReduction(th, x, name, args)
		}
		if name == "__getstate__" && x.V.Type().IsHeap() {
			return t.reduction(th, x, name)
		}
		return t.callContainer(th, x, name, args, kwargs)
	case *Constant:
		return t.callConstantMethod(th, x, name, args, kwargs)
	case *SymInt, *SymFloat, *SymBool:
		return t.callNumberMethod(th, x, name, args)
	case *Generator:
		return t.callGenerator(th, x, name, args)
	case *HookHandle:
		if name == "remove" {
			return t.remove(x)
		}
	case *Context:
		switch name {
		case "__enter__":
			if x.Ignored != nil {
				return x, nil
			}
			if x.Value != nil {
				return x.Value, x.Enter(th)
			}
			return None(), x.Enter(th)
		case "__exit__":
			return None(), x.Exit(th)
		}
		if x.Ignored != nil {
			return nil, x.untraced(th, name)
		}
	case *Object:
		t.last = last
		return t.callObjectMethod(th, x, name, args, kwargs)
	}
	m, err := t.GetAttr(th, obj, name)
	if err != nil {
		return nil, err
	}
	if a, ok := m.(*Attribute); ok && a.Obj == obj {
		return nil, Unsupportedf("Unsupported method call", obj.Kind()+"."+name, "Dynamo does not know how to trace method `%s` of class `%s`", name, t.TypeOf(obj).Name)
	}
	t.last = last
	return t.Call(th, m, args, kwargs)
}

// callObjectMethod handles the methods that every object has from the built-in object type.
func (t *Trace) callObjectMethod(th *object.Thread, x *Object, name string, args []Tracker, kwargs []KW) (Tracker, error) {
	last := t.TakeLast()
	if _, ok := object.AsFunction(x.T.Lookup(th, object.Intern(name))); ok {
		m, err := t.objectAttr(th, x, name)
		if err != nil {
			return nil, err
		}
		t.last = last
		return t.Call(th, m, args, kwargs)
	}
	switch name {
	case "__init__":
		return None(), object.AcceptInit(x.T, len(args)+len(kwargs))
	case "__setattr__", "__delattr__":
		if key, ok := t.Peek(args[0]).(*Constant); ok {
			s, _ := object.AsStr(key.V)
			var v Tracker
			if name == "__setattr__" {
				v = args[1]
			}
			return None(), t.StoreAttr(th, x, s.S, v)
		}
	case "__getattribute__":
		if key, ok := t.Peek(args[0]).(*Constant); ok {
			s, _ := object.AsStr(key.V)
			return t.objectAttr(th, x, s.S)
		}
	case "__eq__", "__ne__":
		if len(args) == 1 {
			same, err := t.Is(th, x, args[0])
			if err != nil {
				return nil, err
			}
			if !same {
				return NewConstant(object.NotImplemented), nil
			}
			return NewConstant(object.Bool(name == "__eq__")), nil
		}
	case "__hash__":
		h, err := t.hash(th, x)
		return NewConstant(object.Int(h)), err
	case "__repr__", "__str__":
		return t.Text(th, x, name[2:len(name)-2])
	case "__init_subclass__":
		return None(), nil
	case "__reduce_ex__", "__getstate__":
		return t.reduction(th, x, name)
	}
	m, err := t.objectAttr(th, x, name)
	if err != nil {
		return nil, err
	}
	if a, ok := m.(*Attribute); ok && a.Obj == x {
		return nil, Unsupportedf("Unsupported method call", x.T.Name+"."+name, "Dynamo does not know how to trace method `%s` of class `%s`", name, x.T.Name)
	}
	t.last = last
	return t.Call(th, m, args, kwargs)
}

func (t *Trace) callConstantMethod(th *object.Thread, x *Constant, name string, args []Tracker, kwargs []KW) (Tracker, error) {
	if s, ok := object.AsStr(x.V); ok && name == "format" {
		if late, err := t.formatsLate(th, args, kwargs); err != nil {
			return nil, err
		} else if late {
			return t.newFormatted(th, s.S, args, kwargs)
		}
	}
	for i := range args {
		a, err := t.deep(th, args[i])
		if err != nil {
			return nil, err
		}
		if name == "__format__" || name == "__mod__" {
			switch a.(type) {
			case *SymInt, *SymFloat, *Tensor:
				return nil, Unsupportedf("Failed to trace builtin operator", "str.format", "Dynamo cannot format a value that the graph computes.")
			}
		}
		if a, err = t.pin(th, a); err != nil {
			return nil, err
		}
		args[i] = a
	}
	return t.native(th, x.V, name, args, kwargs, nil)
}

func (t *Trace) callNumberMethod(th *object.Thread, x Tracker, name string, args []Tracker) (Tracker, error) {
	if _, truth := x.(*SymBool); name == "conjugate" && len(args) == 0 && !truth {
		return x, nil
	}
	if name == "is_integer" || name == "bit_length" || name == "__index__" || name == "__int__" {
		if s, ok := x.(*SymInt); ok && (name == "__index__" || name == "__int__") {
			return s, nil
		}
		c, err := t.pin(th, x)
		if err != nil {
			return nil, err
		}
		return t.CallMethod(th, c, name, args, nil)
	}
	for op, info := range binaries {
		reflected := name == "__r"+info.special+"__"
		if name != "__"+info.special+"__" && !reflected || len(args) != 1 {
			continue
		}
		other, err := t.Realize(th, args[0])
		if err != nil {
			return nil, err
		}
		if other = plainNumber(other); reflected { // whose class has no say in it
			return t.Binary(th, object.Op(op), other, x, false)
		}
		return t.Binary(th, object.Op(op), x, other, false)
	}
	return nil, Unsupportedf("Unsupported method call", "SymNodeVariable."+name, "Dynamo does not know how to trace method `%s` of a symbolic number", name)
}

// construct is cls(*args, **kwargs).
func (t *Trace) construct(th *object.Thread, c *Class, args []Tracker, kwargs []KW) (Tracker, error) {
	typ := c.T
	if special, ok := classes[typ.FullName()]; ok {
		return special(th, t, c, args, kwargs)
	}
	if make, ok := Contexts[typ.FullName()]; ok {
		return make(th, t, typ.Ref(), args, kwargs)
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
		return nil, Unsupportedf("Unsupported metaclass", typ.ShortName(), "Dynamo does not trace metaclasses with __call__.")
	}
	if typ.FullName() == "collections.OrderedDict" {
		args = append([]Tracker{}, args...)
		if err := t.dictArguments(th, args, kwargs); err != nil {
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
		if _, err := t.Inliner.Inline(th, &Function{Fn: f}, append([]Tracker{self}, args...), kwargs); err != nil {
			return nil, err
		}
		return self, nil
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
		if abstract, err := object.LookupAttr(th, typ.Ref(), object.Intern("__abstractmethods__")); err == nil && !abstract.IsNull() {
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

// foldCall runs a callable on constants while tracing.
func (t *Trace) foldCall(th *object.Thread, fn object.Value, args []Tracker, kwargs []KW) (Tracker, error) {
	if !t.allConstant(th, args, kwargs) {
		return nil, Unsupportedf("Failed to trace builtin operator", guards.ReprOf(th, fn), "Dynamo can call %s only on constants.", guards.ReprOf(th, fn))
	}
	v, err := t.callNative(th, fn, args, kwargs)
	if err != nil {
		return nil, err
	}
	return t.FromValue(v), nil
}

// warnOfCache says that a function is traced whose results functools.lru_cache would keep.
func (t *Trace) warnOfCache(th *object.Thread, inner object.Value) error {
	fn, ok := object.AsFunction(inner)
	if !ok || strings.HasPrefix(fn.Code.Filename, "<magneto>") {
		return nil
	}
	at := t.Inliner.Place()
	text := fmt.Sprintf("Dynamo detected a call to a `functools.lru_cache`-wrapped function at '%s:%d'. Dynamo ignores the cache wrapper and directly traces the wrapped function. "+
		"Silent incorrectness is only a *potential* risk, not something we have observed. Enable TORCH_LOGS=+dynamo for a DEBUG stack trace.\n\nThis call originates from:\n  File \"%s\", line %d, in %s\n%s",
		filepath.Base(at.Filename), at.Line.Line, at.Filename, at.Line.Line, at.Function, interp.SourceWithCarets(th, at.Filename, at.Line.Line, at.Pos))
	_, err := object.Call(th, t.Host.Attribute(th, "torch._dynamo.utils.warn_once"), object.NewStr(text))
	return err
}

// cachesCalls says whether v is what functools.lru_cache makes of a function.
func cachesCalls(v object.Value) bool {
	return v.Type().ShortName() == "lru_cache_wrapper" || v.Type().ShortName() == "_lru_cache_wrapper"
}

func (c *Container) cachesCalls() bool { return cachesCalls(c.V) }

// callForeign calls a native callable object that is no function.
func (t *Trace) callForeign(th *object.Thread, v object.Value, args []Tracker, kwargs []KW) (Tracker, error) {
	switch v.Type().ModuleName() {
	case "functools", "operator", "_functools", "_operator", "builtins", "itertools":
		if cachesCalls(v) {
			inner, err := object.GetAttr(th, v, "__wrapped__")
			if err == nil {
				err = t.warnOfCache(th, inner)
			}
			if err != nil {
				return nil, err
			}
			return t.Call(th, t.FromValue(inner), args, kwargs)
		}
		r, err := t.callNative(th, v, args, kwargs)
		if err != nil {
			return nil, err
		}
		return t.FromValue(r), nil
	}
	if inner, err := object.GetAttr(th, v, "_torchdynamo_inline"); err == nil { // the function that a compiler of another kind has wrapped
		return t.Call(th, t.FromValue(inner), args, kwargs)
	}
	return nil, Skipped(v.Type().ShortName(), v.Type().ModuleName())
}
