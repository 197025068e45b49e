package dynamo

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// While a frame is traced, native code works on shadows: containers of classes of the program, which it may ask for their special methods (zip for
// __iter__, sort for __lt__, a dict for __hash__). Such a method is a Python function, and running it would do now, to the program's own objects, what
// it does. Its frames are caught as they start, and inlined as if the traced code had called them.

// shadowCalls is the frame hook of a thread that traces.
type shadowCalls struct{ x *translator }

// FrameStarts inlines methods of shadows; other code runs.
func (s shadowCalls) FrameStarts(th *object.Thread, f *interp.Frame) (interp.Shortcut, error) {
	fn := f.Func()
	if fn == nil || f.Code().ArgCount == 0 {
		return nil, nil
	}
	if _, shadow := s.x.trace.Shadow(f.Local(0)); !shadow || theHost.Skippable(f.Code(), f.Globals()) {
		return nil, nil
	}
	args, kwargs, err := s.bound(th, f)
	if err != nil {
		return nil, err
	}
	result, err := s.x.Inline(th, &variables.Function{Fn: fn}, args, kwargs)
	if err != nil {
		return nil, err
	}
	if result, err = s.x.trace.Realize(th, result); err != nil { // native code looks at it: for NotImplemented, and for its type
		return nil, err
	}
	return known{s.x.trace.ToValue(result)}, nil
}

// bound are the arguments of a frame that starts.
func (s shadowCalls) bound(th *object.Thread, f *interp.Frame) (args []variables.Tracker, kwargs []variables.KW, err error) {
	code := f.Code()
	for i := range code.ArgCount {
		args = append(args, s.x.trace.FromValue(f.Local(i)))
	}
	next := code.ArgCount
	for range code.KwOnlyArgCount {
		kwargs = append(kwargs, variables.KW{Name: code.LocalStrs[next].S, Value: s.x.trace.FromValue(f.Local(next))})
		next++
	}
	if code.Flags&bytecode.FlagVarArgs != 0 {
		rest, _ := object.AsTuple(f.Local(next))
		for _, v := range rest.Items {
			args = append(args, s.x.trace.FromValue(v))
		}
		next++
	}
	if code.Flags&bytecode.FlagVarKeywords != 0 {
		rest, _ := object.AsDict(f.Local(next))
		err = rest.Each(th, func(_ *object.Thread, k, v object.Value) error {
			name, _ := object.Text(k)
			kwargs = append(kwargs, variables.KW{Name: name, Value: s.x.trace.FromValue(v)})
			return nil
		})
	}
	return args, kwargs, err
}

// known is what a frame returns that need not run.
type known struct{ result object.Value }

func (k known) Run(*object.Thread, *interp.Frame) (object.Value, int, error) { return k.result, 0, nil }
