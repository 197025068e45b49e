package interp

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

func init() {
	object.CallFunction = CallFunction
}

// CallFunction calls a Python function from Go.
func CallFunction(th *object.Thread, fn *object.Function, args, kwNames []Value) (Value, error) {
	escapeAll(args) // code that does not count may keep them
	if x, ok := fn.Code.Exec.(*prepared); ok && len(kwNames) == 0 && len(args) > 0 && fits(fn, x, len(args)) {
		in, sp, fp := call(th, fn, x, &args[0], len(args), frameEntry)
		return execute(th, in, sp, fp)
	}
	f, err := frameFor(th, fn, args, kwNames)
	if err != nil {
		return object.Null, err
	}
	return start(th, f)
}

// start pushes a frame and runs it to its end.
func start(th *object.Thread, f *Frame) (Value, error) {
	if err := f.push(th); err != nil {
		f.pop(th)
		return object.Null, err
	}
	if of(th).FrameHook != nil && f.fn != nil {
		s, err := callFrameHook(th, f)
		var v Value
		if s != nil {
			v, err = f.shortcut(th, s)
		}
		if err != nil {
			if e, ok := err.(*object.Exception); ok {
				addTraceback(e, f)
			}
			f.pop(th)
			return object.Null, err
		}
		if s != nil {
			f.pop(th)
			return v, nil
		}
	}
	return run(th, f)
}

// RunCode evaluates module-level code in the given namespaces; locals absent means the globals.
func RunCode(th *object.Thread, code *object.Code, globals *object.Dict, locals Value) (Value, error) {
	f := newFrame(th, code)
	f.globals = globals
	f.builtins = BuiltinsOf(th, globals)
	if code.Flags&bytecode.FlagNewLocals == 0 || !locals.IsNull() {
		if locals.IsNull() {
			locals = globals.Ref()
		}
		f.setNamespace(locals)
	}
	return start(th, f)
}

func (f *Frame) setNamespace(ns Value) {
	f.locals = ns
	if d, ok := object.AsDict(ns); ok && ns.Type() == object.DictType {
		f.localNS = d
	}
}

var sBuiltins = object.Intern("__builtins__")

// BuiltinsOf are the builtins that code with these globals sees: the dictionary __builtins__, or that of the module it is.
func BuiltinsOf(th *object.Thread, globals *object.Dict) *object.Dict {
	if v, ok := globals.GetStr(sBuiltins); ok {
		if d, ok := object.AsDict(v); ok {
			return d
		}
		if m, ok := object.AsModule(v); ok {
			return m.Dict()
		}
	}
	return MachineOf(th).Builtins
}

// frameFor makes the frame of a call and binds the arguments.
func frameFor(th *object.Thread, fn *object.Function, args, kw []Value) (*Frame, error) {
	if e := fn.Enter; e != nil && e.Begin != nil {
		return enter(th, e, args, kw)
	}
	f := newFrame(th, fn.Code)
	f.fn = fn
	f.globals = fn.Globals
	if fn.Builtins == nil {
		fn.Builtins = BuiltinsOf(th, fn.Globals)
	}
	f.builtins = fn.Builtins
	if len(kw) == 0 && f.exec.simple && len(args) == fn.Code.ArgCount {
		copy(f.slots, args)
		return f, nil
	}
	if err := bind(th, fn, f.slots, args, kw); err != nil {
		of(th).vstack.drop(f.mark)
		f.recycle(th)
		return nil, err
	}
	return f, nil
}

// enter makes the frame of a call through an entrance.
func enter(th *object.Thread, e *object.Entrance, args, kw []Value) (*Frame, error) {
	target := e.Target
	if m, ok := object.AsMethod(target); ok {
		args = append([]Value{m.Self}, args...)
		target = m.Func
	}
	fn, _ := object.AsFunction(target)
	before, err := e.Begin(th)
	if err != nil {
		return nil, err
	}
	f, err := frameFor(th, fn, args, kw)
	if err != nil {
		e.End(th, before)
		return nil, err
	}
	if f.flags&frameEntrance != 0 { // the target has an entrance of its own: one that ends both
		inner, innerBefore := f.entrance, f.before
		f.entrance = &object.Entrance{End: func(th *object.Thread, _ any) { inner.End(th, innerBefore); e.End(th, before) }}
		return f, nil
	}
	f.flags |= frameEntrance
	f.entrance, f.before = e, before
	return f, nil
}

// unframed makes a call of fn without a frame, where its entrance knows how.
func unframed(th *object.Thread, fn *object.Function, args []Value) (v Value, known bool, err error) {
	t := of(th)
	if t.depth >= MachineOf(th).RecursionLimit {
		return object.Null, false, nil
	}
	t.held++
	defer func() { t.held-- }()
	return fn.Enter.Unframed(th, args)
}

// calledUnframed goes on with the result of such a call; for the traceback of an error it makes the frame that the call has done without.
func calledUnframed(th *object.Thread, in *instr, base, fp *Value, fn *object.Function, args []Value, v Value, err error) (*instr, *Value, *Value) {
	u, ok := err.(*Unframed)
	if !ok {
		return called(th, in, base, fp, v, err)
	}
	f, err := frameFor(th, fn, args, nil)
	if err != nil {
		return raised(th, err)
	}
	f.link(th)
	f.SetCode(th, u.Code)
	f.pc = u.At + 1
	return raised(th, u.Err)
}

// bind distributes the arguments of a call over the parameters' slots.
func bind(th *object.Thread, fn *object.Function, slots, args, kw []Value) error {
	c := fn.Code
	npos := len(args) - len(kw)
	total := c.ArgCount + c.KwOnlyArgCount
	varargs, varkw := c.Flags&bytecode.FlagVarArgs != 0, c.Flags&bytecode.FlagVarKeywords != 0
	n := min(npos, c.ArgCount)
	copy(slots, args[:n])
	next := total
	if varargs {
		slots[next] = object.NewTupleCopy(args[n:npos]...).Ref()
		next++
	}
	var extra *object.Dict
	if varkw {
		extra = object.NewDict()
		slots[next] = extra.Ref()
	}
	var posOnlyGiven []string
	for i, k := range kw {
		name, ok := object.AsStr(k)
		if !ok {
			return object.TypeErrorf("%s() keywords must be strings", fn.QualName.S)
		}
		j := c.PosOnlyArgCount
		for ; j < total; j++ {
			if p := c.LocalStrs[j]; p == name || p.S == name.S {
				break
			}
		}
		if j < total {
			if !slots[j].IsNull() {
				return object.TypeErrorf("%s() got multiple values for argument '%s'", fn.QualName.S, name.S)
			}
			slots[j] = args[npos+i]
			continue
		}
		if extra != nil {
			extra.Set(th, k, args[npos+i])
			continue
		}
		for _, p := range c.LocalsPlus[:c.PosOnlyArgCount] {
			if p == name.S {
				posOnlyGiven = append(posOnlyGiven, p)
			}
		}
		if len(posOnlyGiven) == 0 {
			if s := nearest(name.S, c.LocalsPlus[c.PosOnlyArgCount:total]); s != "" {
				return object.TypeErrorf("%s() got an unexpected keyword argument '%s'. Did you mean '%s'?", fn.QualName.S, name.S, s)
			}
			return object.TypeErrorf("%s() got an unexpected keyword argument '%s'", fn.QualName.S, name.S)
		}
	}
	if len(posOnlyGiven) > 0 {
		return object.TypeErrorf("%s() got some positional-only arguments passed as keyword arguments: '%s'", fn.QualName.S, strings.Join(posOnlyGiven, ", "))
	}
	if npos > c.ArgCount && !varargs {
		return tooMany(th, fn, slots, npos)
	}
	if npos < c.ArgCount {
		ndef := 0
		if fn.Defaults != nil {
			ndef = len(fn.Defaults.Items)
		}
		first := c.ArgCount - ndef
		var missing []string
		for i := npos; i < c.ArgCount; i++ {
			if !slots[i].IsNull() {
				continue
			}
			if i >= first {
				slots[i] = fn.Defaults.Items[i-first]
			} else {
				missing = append(missing, c.LocalsPlus[i])
			}
		}
		if missing != nil {
			return missingArgs(th, fn, "positional", missing)
		}
	}
	if c.KwOnlyArgCount > 0 {
		var missing []string
		for i := c.ArgCount; i < total; i++ {
			if !slots[i].IsNull() {
				continue
			}
			if fn.KwDefaults != nil {
				if v, ok := fn.KwDefaults.GetStr(c.LocalStrs[i]); ok {
					slots[i] = v
					continue
				}
			}
			missing = append(missing, c.LocalsPlus[i])
		}
		if missing != nil {
			return missingArgs(th, fn, "keyword-only", missing)
		}
	}
	return nil
}

func missingArgs(th *object.Thread, fn *object.Function, kind string, names []string) error {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = "'" + n + "'"
	}
	list := quoted[0]
	plural := ""
	switch n := len(quoted); {
	case n == 2:
		list, plural = quoted[0]+" and "+quoted[1], "s"
	case n > 2:
		list, plural = strings.Join(quoted[:n-1], ", ")+", and "+quoted[n-1], "s"
	}
	return object.TypeErrorf("%s() missing %d required %s argument%s: %s", fn.QualName.S, len(names), kind, plural, list)
}

func tooMany(th *object.Thread, fn *object.Function, slots []Value, given int) error {
	c := fn.Code
	ndef := 0
	if fn.Defaults != nil {
		ndef = len(fn.Defaults.Items)
	}
	kwGiven := 0
	for i := c.ArgCount; i < c.ArgCount+c.KwOnlyArgCount; i++ {
		if !slots[i].IsNull() {
			kwGiven++
		}
	}
	takes := fmt.Sprint(c.ArgCount)
	plural := "s"
	if ndef > 0 {
		takes = fmt.Sprintf("from %d to %d", c.ArgCount-ndef, c.ArgCount)
	} else if c.ArgCount == 1 {
		plural = ""
	}
	was := "were"
	if given == 1 && kwGiven == 0 {
		was = "was"
	}
	if kwGiven > 0 {
		ps, ks := "s", "s"
		if given == 1 {
			ps = ""
		}
		if kwGiven == 1 {
			ks = ""
		}
		return object.TypeErrorf("%s() takes %s positional argument%s but %d positional argument%s (and %d keyword-only argument%s) were given",
			fn.QualName.S, takes, plural, given, ps, kwGiven, ks)
	}
	return object.TypeErrorf("%s() takes %s positional argument%s but %d %s given", fn.QualName.S, takes, plural, given, was)
}

// CalleeName is how errors of * and ** at a call name the function.
func CalleeName(th *object.Thread, f Value) string {
	name, err := object.LookupAttr(th, f, object.Intern("__qualname__"))
	if err != nil || name.IsNull() {
		s, _ := object.StrOf(th, f)
		return s
	}
	s, _ := object.StrOf(th, name)
	mod, err := object.LookupAttr(th, f, object.Intern("__module__"))
	if err == nil && !mod.IsNull() && !mod.IsNone() {
		if m, _ := object.StrOf(th, mod); m != "builtins" {
			s = m + "." + s
		}
	}
	return s + "()"
}

// RunClassBody runs the function of a class body with ns as its namespace; the result is the __class__ cell, if any.
func RunClassBody(th *object.Thread, fn *object.Function, ns Value) (Value, error) {
	f, err := frameFor(th, fn, nil, nil)
	if err != nil {
		return object.Null, err
	}
	f.setNamespace(ns)
	return start(th, f)
}
