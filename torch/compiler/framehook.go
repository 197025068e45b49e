package compiler

import (
	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// scriptHook is a callback of a script on the frames that start (PEP 523, as torch._C._dynamo.eval_frame has it): asked for a function
// the first time, it may give other code with a guard; frames that meet the guard run that code without asking again.
type scriptHook struct {
	callback object.Value
	inside   bool // the callback or a guard of its code runs
}

// replacement is one piece of code that a callback gave.
type replacement struct {
	code    *object.Code
	guarded object.Value // the GuardedCode
	manager object.Value
}

// replaced is what callbacks said of one code object.
type replaced struct {
	entries []replacement
	skip    bool
	state   object.Value // the dict that the callback may keep things in
}

// FrameStarts asks the guards of what was given before, then the callback.
func (h *scriptHook) FrameStarts(th *object.Thread, f *interp.Frame) (interp.Shortcut, error) {
	if h.inside || f.Func() == nil || f.Code().Flags&bytecode.FlagsSuspend != 0 {
		return nil, nil
	}
	code := f.Code()
	if (host{}).Skippable(code, f.Globals()) {
		return nil, nil
	}
	h.inside = true
	defer func() { h.inside = false }()
	known := states.Of(th).replaced
	r := known[code]
	if r == nil {
		r = &replaced{state: object.NewDict().Ref()}
		known[code] = r
	}
	if r.skip {
		return nil, nil
	}
	locals := f.LocalsDict()
	for _, e := range r.entries {
		holds, err := object.CallMethod(th, e.manager, "check", locals)
		if err != nil {
			return nil, err
		}
		if yes, err := object.IsTrue(th, holds); err != nil {
			return nil, err
		} else if yes {
			f.SetCode(th, e.code)
			return nil, nil
		}
	}
	answer, err := object.Call(th, h.callback, f.Object(), object.None, r.state)
	if err != nil {
		return nil, err
	}
	return nil, r.take(th, f, answer)
}

// take does what the callback answered for the frame.
func (r *replaced) take(th *object.Thread, f *interp.Frame, answer object.Value) error {
	if answer.IsNone() {
		return nil
	}
	skip, err := object.GetAttr(th, answer, "_skips")
	if err != nil {
		return err
	}
	r.skip = skip == object.True
	guarded, err := object.GetAttr(th, answer, "guarded_code")
	if err != nil || guarded.IsNone() {
		return err
	}
	given, err := object.GetAttr(th, guarded, "code")
	if err != nil {
		return err
	}
	code, ok := object.AsCode(given)
	if !ok {
		return object.TypeErrorf("the code of a GuardedCode must be a code object")
	}
	if code.ParamCount() != f.Code().ParamCount() {
		return object.TypeErrorf("the code for %s must take the same arguments", f.Code().Name)
	}
	manager, err := object.GetAttr(th, guarded, "guard_manager")
	if err != nil {
		return err
	}
	r.entries = append([]replacement{{code, guarded, manager}}, r.entries...)
	f.SetCode(th, code)
	return nil
}

// setEvalFrame puts a callback on the frames that the thread starts, None for none, and gives what was there.
func setEvalFrame(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	t := interp.ThreadOf(th)
	prior := object.None
	switch hook := t.FrameHook.(type) {
	case *scriptHook:
		prior = hook.callback
	case *dynamo.Compile:
		prior = contextObject(th, hook)
	}
	switch {
	case args[0].IsNone():
		t.FrameHook = nil
	case contextOf(args[0]) != nil:
		t.FrameHook = contextOf(args[0])
	default:
		t.FrameHook = &scriptHook{callback: args[0]}
	}
	return prior, nil
}

// givenCode lists what callbacks gave for a code object.
func givenCode(th *object.Thread, code *object.Code) []object.Value {
	var out []object.Value
	if r := states.Of(th).replaced[code]; r != nil {
		for _, e := range r.entries {
			out = append(out, e.guarded)
		}
	}
	return out
}
