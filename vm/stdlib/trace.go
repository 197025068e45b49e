package stdlib

import (
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// traceHook tells the function that sys.settrace was given of calls of Python functions. Lines and returns are not told.
type traceHook struct {
	fn     object.Value
	inside bool // the function runs
}

// FrameStarts calls the function with (frame, "call", None).
func (h *traceHook) FrameStarts(th *object.Thread, f *interp.Frame) (interp.Shortcut, error) {
	if h.inside {
		return nil, nil
	}
	h.inside = true
	defer func() { h.inside = false }()
	_, err := object.Call(th, h.fn, f.Object(), object.NewStr("call"), object.None)
	if err != nil {
		setTrace(th, object.None) // as CPython does
	}
	return nil, err
}

// setTrace is sys.settrace(fn). Calls below a function that is being compiled are the compiler's.
func setTrace(th *object.Thread, fn object.Value) {
	t := interp.ThreadOf(th)
	if _, ours := t.FrameHook.(*traceHook); t.FrameHook != nil && !ours {
		return
	}
	t.FrameHook = nil
	if !fn.IsNone() {
		t.FrameHook = &traceHook{fn: fn}
	}
}

// trace is sys.gettrace().
func trace(th *object.Thread) object.Value {
	if h, ok := interp.ThreadOf(th).FrameHook.(*traceHook); ok {
		return h.fn
	}
	return object.None
}
