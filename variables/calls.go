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
	if logged, err := t.callLogging(th, fn, args, kwargs); logged {
		return None(), err
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
	case *Reference:
		if len(args)+len(kwargs) > 0 {
			return nil, object.TypeErrorf("ReferenceType expected 0 arguments, got %d", len(args)+len(kwargs))
		}
		return f.Of, nil
	case *Attribute:
		if c, ok := f.Obj.(*Context); ok && !f.With {
			if err := t.enteredByHand(th, c, f.Name); err != nil {
				return nil, err
			}
		}
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
		if run, ok := graphOperator(f); ok {
			t.last = last
			return t.callFunction(th, &Function{Fn: run}, args, kwargs)
		}
		if call := f.T.Lookup(th, object.Intern("__call__")); !call.IsNull() {
			if fn, ok := object.AsFunction(call); ok {
				if f.src != nil && !f.New {
					t.guard(th, &guards.Guard{Source: f.src.Type().Attr("__call__"), Kind: guards.ClosureMatch, Value: fn.Code.Ref()})
				}
				t.last = last
				if t.isModule(th, f.T) && call == t.Host.ModuleType(th).Lookup(th, object.Intern("__call__")) {
					t.called = f
				}
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
	if inner, ok := mark(fn, ScriptMark); ok {
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
	if !t.Config.TraceUnittest && testMethods[moduleName(f.Fn)] {
		return nil, skippedTestFunction(f.Fn)
	}
	if err := t.neverTraced(f.Fn, false); err != nil {
		return t.foldOr(th, err, fn, moduleName(f.Fn), args, kwargs)
	}
	t.last = last
	return t.Inliner.Inline(th, f, args, kwargs)
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
	if object.Enter(th) != nil { // it contains itself
		return false
	}
	defer object.Leave(th)
	s := contents(th, v)
	for _, e := range append(s.items, s.keys...) {
		if !constantValue(th, e) {
			return false
		}
	}
	return v.Type() != object.FunctionType
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
