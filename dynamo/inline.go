package dynamo

import (
	"slices"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// inlineDepth bounds recursion of inlined calls, as the recursion limit of the
// interpreter would.
const inlineDepth = 300

// Frame is where the code of the innermost call begins.
func (x *translator) Frame() (file string, line int, name string) {
	c := x.current.code
	return c.Filename, int(c.FirstLine), c.Name
}

// Place is where the innermost call of the script is.
func (x *translator) Place() variables.UserFrame {
	f := x.current
	pos := f.code.Positions[f.at]
	return variables.UserFrame{Line: fxgraph.Line{Filename: f.code.Filename, Line: int(pos.Line), Function: f.code.Name}, Pos: pos}
}

// noteTraced adds a code object to those that the trace has gone into.
func (x *translator) noteTraced(code *object.Code) {
	if !slices.Contains(x.traced, code) {
		x.traced = append(x.traced, code)
	}
}

// Inline executes a Python function symbolically as part of the current frame.
func (x *translator) Inline(th *object.Thread, fn *variables.Function, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
	last := x.trace.TakeLast()
	depth := 0
	for f := x.current; f != nil; f = f.parent {
		depth++
	}
	if depth > inlineDepth {
		return nil, object.Raisef(object.RecursionError, "maximum recursion depth exceeded")
	}
	if state, ok := fn.Fn.Code.Extra.(*CodeState); ok && state.neverTrace {
		return nil, &variables.Unsupported{Title: "Skip inlining `torch.compiler.disable()`d function", Context: reprOf(th, fn.Fn.Ref()), Hints: []string{"Remove the `torch.compiler.disable` call"},
			Explanation: "Skip inlining function " + reprOf(th, fn.Fn.Ref()) + " since it was wrapped with `torch.compiler.disable` (reason: None)"}
	}
	if err := variables.Inlinable(th, fn.Fn); err != nil {
		return nil, err
	}
	fn.Fn.Code.Load(th)
	if fn.Fn.Code.Flags&(bytecode.FlagCoroutine|bytecode.FlagAsyncGenerator) != 0 {
		return nil, variables.Unsupportedf("Missing bytecode handler", bytecode.GET_AWAITABLE.String()+" with args ("+fn.Fn.Code.Name+")",
			"Dynamo does not know how to handle the bytecode instruction `%s`.", bytecode.GET_AWAITABLE)
	}
	x.noteTraced(fn.Fn.Code)
	if x.logs.Calls {
		x.logFrom(th, "trace_inlined", "inlined call "+fn.Fn.Code.Name)
	}
	builtins := fn.Fn.Builtins
	if builtins == nil { // the first call of a function finds them
		builtins = interp.BuiltinsOf(th, fn.Fn.Globals)
	}
	f := &frame{x: x, parent: x.current, code: fn.Fn.Code, fn: fn, globals: fn.Fn.Globals, builtins: builtins}
	f.locals = make([]variables.Tracker, len(fn.Fn.Code.LocalsPlus))
	f.last = last
	if err := f.bind(th, args, kwargs); err != nil {
		return nil, err
	}
	for i := range f.code.ParamCount() {
		if f.locals[i] != nil {
			f.bindSlot(i)
		}
	}
	if fn.New {
		if _, err := x.trace.TouchFirstTensor(th, fn); err != nil {
			return nil, err
		}
	}
	if f.code.Flags&bytecode.FlagGenerator != 0 {
		return &variables.Generator{State: &generatorState{f: f}, Fn: fn}, nil
	}
	if err := f.run(th); err != nil {
		return nil, err
	}
	return f.result, nil
}

// bind stores call arguments into the parameter slots.
func (f *frame) bind(th *object.Thread, args []variables.Tracker, kwargs []variables.KW) error {
	c := f.code
	t := f.trace()
	n := c.ArgCount
	total := n + c.KwOnlyArgCount
	for i := 0; i < n && i < len(args); i++ {
		f.locals[i] = args[i]
	}
	next := total
	if c.Flags&bytecode.FlagVarArgs != 0 {
		var rest []variables.Tracker
		if len(args) > n {
			rest = args[n:]
		}
		f.locals[next] = t.NewTuple(rest)
		next++
	} else if len(args) > n {
		return f.misbound(len(args), kwargs)
	}
	var extra *object.Dict
	if c.Flags&bytecode.FlagVarKeywords != 0 {
		d := t.NewDict()
		extra, _ = object.AsDict(d.V)
		f.locals[next] = d
	}
keywords:
	for _, kw := range kwargs {
		for i := c.PosOnlyArgCount; i < total; i++ {
			if c.LocalsPlus[i] != kw.Name {
				continue
			}
			if f.locals[i] != nil {
				if extra != nil && !f.fn.New { // where PyTorch leaves it
					break
				}
				return f.misbound(len(args), kwargs)
			}
			f.locals[i] = kw.Value
			continue keywords
		}
		if extra == nil {
			return f.misbound(len(args), kwargs)
		}
		extra.Put(kw.Name, t.ToValue(kw.Value))
	}
	if !f.bindDefaults(n, total) {
		return f.misbound(len(args), kwargs)
	}
	return nil
}

// bindDefaults stores the defaults of what is not given; false where an argument is missing.
func (f *frame) bindDefaults(n, total int) bool {
	c, fn, t := f.code, f.fn.Fn, f.trace()
	src := f.fn.Source()
	defaults := 0
	if fn.Defaults != nil {
		defaults = len(fn.Defaults.Items)
	}
	for i := 0; i < n; i++ {
		if f.locals[i] != nil {
			continue
		}
		k := i - (n - defaults)
		if k < 0 {
			return false
		}
		v := fn.Defaults.Items[k]
		if src != nil {
			f.locals[i] = t.Wrap(v, src.Default(k))
		} else {
			f.locals[i] = t.Existing(v)
		}
	}
	for i := n; i < total; i++ {
		if f.locals[i] != nil {
			continue
		}
		if fn.KwDefaults != nil {
			if v, ok := fn.KwDefaults.Lookup(c.LocalsPlus[i]); ok {
				if src != nil {
					f.locals[i] = t.Wrap(v, src.KwDefault(c.LocalsPlus[i]))
				} else {
					f.locals[i] = t.Existing(v)
				}
				continue
			}
		}
		return false
	}
	return true
}
