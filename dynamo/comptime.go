package dynamo

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// This file serves torch._dynamo.comptime: functions of scripts that run while
// a function is traced and look at, or steer, the tracer.

// Moment is the state of the tracer where a comptime function was called.
type Moment struct {
	f        *frame
	comptime string // the path of the object whose function was called
}

// Seen is a value of the traced function as a comptime function sees it.
type Seen struct {
	f *frame
	x variables.Tracker
}

// Comptime calls a function of the script with the state of the tracer, which
// wrap makes an object of. It is the meaning of comptime(fn) while tracing.
func Comptime(wrap func(*object.Thread, *Moment) (object.Value, error)) func(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
	return func(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
		x, ok := t.Inliner.(*translator)
		if !ok || len(args) < 2 {
			return nil, object.TypeErrorf("comptime expects a function")
		}
		fn, err := t.Realize(th, args[1])
		if err != nil {
			return nil, err
		}
		callable, err := t.RealObject(th, fn)
		if f, ok := fn.(*variables.Function); ok && f.New {
			callable, err = f.Fn.Ref(), closed(th, f.Fn)
		}
		if err != nil {
			return nil, err
		}
		moment, err := wrap(th, &Moment{x.current, args[0].Source().Text()})
		if err != nil {
			return nil, err
		}
		_, err = object.Call(th, callable, moment)
		var exc *object.Exception
		if errors.As(err, &exc) { // no exception of the traced function
			err = &BackendError{err}
		}
		return variables.None(), err
	}
}

// closed refuses a comptime function that the traced code has made over variables of its own.
func closed(th *object.Thread, fn *object.Function) error {
	if fn.Closure.Len() == 0 {
		return nil
	}
	free := &object.Tuple{Header: object.NewHeader(object.TupleType)}
	for _, name := range fn.Code.FreeVars {
		free.Items = append(free.Items, object.NewStr(name))
	}
	return object.TypeErrorf("comptime function must not have free variables, but these variables were free: %s", guards.ReprOf(th, free.Ref()))
}

// Up is the moment n calls further out.
func (m *Moment) Up(n int) *Moment {
	f := m.f
	for ; n > 0 && f.parent != nil; n-- {
		f = f.parent
	}
	return &Moment{f, m.comptime}
}

// Local is a variable of the frame.
func (m *Moment) Local(name string) (*Seen, error) {
	for i, n := range m.f.code.LocalsPlus {
		if n != name || m.f.locals[i] == nil {
			continue
		}
		x := m.f.locals[i]
		if c := m.f.opened(i); c != nil {
			x = m.f.readCell(c)
		}
		if x != nil {
			return &Seen{m.f, x}, nil
		}
	}
	return nil, object.KeyErrorOf(object.NewStr(name))
}

// Locals lists the names and texts of the variables that are bound.
func (m *Moment) Locals(th *object.Thread) (names, texts []string) {
	for i, n := range m.f.code.LocalsPlus {
		x := m.f.locals[i]
		if c := m.f.opened(i); c != nil {
			x = m.f.readCell(c)
		}
		if x != nil {
			names = append(names, n)
			texts = append(texts, m.f.trace().Shown(th, x))
		}
	}
	return names, texts
}

// Stack lists the texts of the operand stack.
func (m *Moment) Stack(th *object.Thread) []string {
	var out []string
	for _, x := range m.f.stack {
		out = append(out, m.f.trace().Shown(th, x))
	}
	return out
}

// Graph is what was recorded so far.
func (m *Moment) Graph() *fxgraph.Graph { return m.f.trace().Graph }

// KnownGuard is a guard as comptime shows it.
type KnownGuard struct{ Owner, Name, Kind string }

// ambient are the guards that every entry has, in the order in which PyTorch lists them.
var ambient = []guards.Kind{guards.SavedTensorsHooks, guards.GradMode, guards.DeterministicAlgorithms, guards.GlobalStateGuard, guards.TorchFunctionState, guards.DefaultDevice}

// Guards lists the guards so far, without those that look at comptime itself.
func (m *Moment) Guards() []KnownGuard {
	var local, global []KnownGuard
	for _, g := range m.f.trace().Guards.Sorted() {
		switch {
		case g.Source == nil, g.Kind == guards.DynamicIndices, m.comptime != "" && strings.Contains(g.Text(), m.comptime):
		case g.Source.IsGlobal():
			global = append(global, KnownGuard{"global", g.Text(), g.Kind.Name()})
		default:
			local = append(local, KnownGuard{"local", g.Text(), g.Kind.Name()})
		}
	}
	for _, k := range ambient {
		local = append(local, KnownGuard{"global", "", k.Name()})
	}
	return append(append(local, global...), KnownGuard{"shape_env", "", guards.ShapeEnvGuard.Name()})
}

// Disassembly is the code of the frame, with an arrow at the instruction that is traced.
func (m *Moment) Disassembly() string { return bytecode.ListAt(m.f.code.Code, m.f.at) }

// Backtrace is the call stack of the script.
func (m *Moment) Backtrace(th *object.Thread) string {
	var b strings.Builder
	var frames []*frame
	for f := m.f; f != nil; f = f.parent {
		frames = append(frames, f)
	}
	for _, f := range slices.Backward(frames) {
		pos := f.code.Positions[f.at]
		fmt.Fprintf(&b, "  File \"%s\", line %d, in %s\n%s", f.code.Filename, pos.Line, f.code.Name, interp.SourceWithCarets(th, f.code.Filename, int(pos.Line), pos))
	}
	return b.String()
}

// Break is the graph break that a comptime function asks for.
func (m *Moment) Break(message string) error {
	return variables.Unsupportedf("ComptimeContext graph break", message, "Manually triggered ComptimeContext graph break with message %s.", message)
}

// Text is how print shows the value.
func (s *Seen) Text(th *object.Thread) string { return s.f.trace().Shown(th, s.x) }

// Type is the Python type of the value.
func (s *Seen) Type() *object.Type { return s.f.trace().TypeOf(s.x) }

// Argument is the value as nodes of the graph have it among their arguments.
func (s *Seen) Argument(th *object.Thread) (any, error) { return s.f.trace().FX(th, s.x) }

// Fake is the value without data: a tensor or a symbolic number.
func (s *Seen) Fake(th *object.Thread) (any, error) {
	x, err := s.f.trace().Realize(th, s.x)
	if err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case *variables.Tensor:
		return x.Fake, nil
	case *variables.SymInt:
		return x.Expr, nil
	}
	return nil, object.RuntimeErrorf("a %s has no fake value", x.Kind())
}

// Constant is the value if tracing knows it.
func (s *Seen) Constant(th *object.Thread) (object.Value, error) {
	x, err := s.f.trace().Deep(th, s.x)
	if err != nil {
		return object.Null, err
	}
	switch x := x.(type) {
	case *variables.Container:
		if s.f.trace().IsConstant(th, x) {
			return s.f.trace().RealObject(th, x)
		}
	case *variables.Constant, *variables.Builtin, *variables.Class, *variables.PyModule:
		return s.f.trace().RealObject(th, x)
	}
	return object.Null, object.NotImplementedErrorf("%s is not a constant", x.Kind())
}

// Dynamic tells whether the value is a number, or has sizes, that may differ at the next call.
func (s *Seen) Dynamic(th *object.Thread) (bool, error) {
	t := s.f.trace()
	x, err := t.Realize(th, s.x)
	if err != nil {
		return false, err
	}
	symbolicInt := func(e symbolic.Int) bool {
		_, constant := t.Shapes.Simplify(e).Const()
		return !constant
	}
	switch x := x.(type) {
	case *variables.SymInt:
		return symbolicInt(x.Expr), nil
	case *variables.SymFloat, *variables.SymBool:
		return true, nil
	}
	return false, nil
}

// ForceStatic makes a symbolic number, or all sizes of a tensor, constant.
func (s *Seen) ForceStatic(th *object.Thread) error {
	t := s.f.trace()
	x, err := t.Realize(th, s.x)
	if err != nil {
		return err
	}
	switch x := x.(type) {
	case *variables.SymInt, *variables.SymBool:
		_, err = t.AsInt(th, x)
	case *variables.Tensor:
		for _, size := range x.Fake.Sizes {
			t.Shapes.Specialize(size)
		}
	case *variables.Constant:
	default:
		return object.RuntimeErrorf("cannot force %s to be static", x.Kind())
	}
	return err
}
