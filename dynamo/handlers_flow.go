package dynamo

import (
	"fmt"
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// jumpIf takes a jump on a truth value. A tensor ends the graph here; the root
// frame goes on in one resume function for each way.
func (f *frame) jumpIf(th *object.Thread, target int, when bool) error {
	t := f.trace()
	x, err := t.Realize(th, f.peek(0))
	if err != nil {
		return err
	}
	if ten, ok := x.(*variables.Tensor); ok {
		if done, err := f.tensorAssert(th, ten, target, when); done || err != nil {
			return err
		}
		return t.BranchOn(ten)
	}
	if t.DataDependent(x) {
		if cond, ok := x.(*variables.SymBool); ok && f.assertMessage(when) != nil {
			f.pop()
			f.ip = target
			return t.Promise(th, cond)
		}
		if !t.Config.OneGraph {
			return variables.BranchOnSymbols()
		}
	}
	b, err := truthAtJump(th, t, x)
	if err != nil {
		return err
	}
	if !b && f.assertMessage(when) != nil && t.Config.OneGraph && t.Config.RewriteAssert {
		return failedAssertion(x)
	}
	f.pop()
	if b == when {
		f.ip = target
	}
	return nil
}

// mayFailPlain is the hint at breaks that come of an error of the program.
const mayFailPlain = "Your code may result in an error when running in eager. Please double check that your code doesn't contain a similar error when actually running eager/uncompiled. " +
	"You can do this by removing the `torch.compile` call, or by using `torch.compiler.set_stance(\"force_eager\")`. "

// failedAssertion is the break of an assert statement whose condition is false while tracing, where one graph is asked for.
func failedAssertion(cond variables.Tracker) *variables.Unsupported {
	if b, ok := cond.(*variables.SymBool); ok {
		return &variables.Unsupported{Title: "Assertion failed on symbolic shapes", Context: b.Expr.Written(), Hints: []string{mayFailPlain}}
	}
	return &variables.Unsupported{Title: "Data-dependent assertion failed (cannot compile partial graph)", Context: "value: ConstantVariable(bool: False)",
		Explanation: "Dynamo has determined when encountering a data-dependent assert failure that it should not compile the partial graph.",
		Hints: []string{variables.Fundamental,
			"Use `torch._assert()` to raise a hard AssertionError when the check fails. This error will propagate back the user code that called the compiled function (i.e. Dynamo will not trace any exception handling).",
			"Remove the assert statement.",
			"Move the assert statement outside of any context managers in order to graph break with partial graph compilation (if fullgraph=False)."}}
}

// truthAtJump is the truth that a jump asks for.
func truthAtJump(th *object.Thread, t *variables.Trace, x variables.Tracker) (truth bool, err error) {
	defer func() { err = variables.AtJump(variables.Undecided(recover(), err)) }()
	return t.Truth(th, x)
}

// asserts tells whether a jump that is taken leads over the raising of an AssertionError, as that of an assert statement does.
func (f *frame) asserts(when bool) bool {
	ins := f.code.Instrs
	return when && f.ip < len(ins) && ins[f.ip].Op == bytecode.LOAD_COMMON_CONSTANT && ins[f.ip].Arg == 0
}

// tensorAssert turns `assert tensor, "message"` into an assertion in the graph.
func (f *frame) tensorAssert(th *object.Thread, x *variables.Tensor, target int, when bool) (bool, error) {
	message := f.assertMessage(when)
	if message == nil || !f.trace().Config.RewriteAssert {
		return false, nil
	}
	f.pop()
	f.ip = target
	return true, f.trace().Assert(th, x, message)
}

// assertMessage is what the assert statement says whose condition is looked at; nil where there is none or its message has to be computed.
func (f *frame) assertMessage(when bool) variables.Tracker {
	if !f.asserts(when) {
		return nil
	}
	ins := f.code.Instrs[f.ip+1:]
	switch {
	case ins[0].Op == bytecode.RAISE_VARARGS:
		return variables.NewConstant(object.NewStr("assertion error"))
	case ins[0].Op == bytecode.LOAD_CONST && ins[1].Op == bytecode.CALL && ins[1].Arg == 0 && ins[2].Op == bytecode.RAISE_VARARGS:
		return variables.NewConstant(f.code.ConstValues[ins[0].Arg])
	}
	return nil
}

func (f *frame) jumpIfNone(th *object.Thread, target int, when bool) error {
	x, err := f.trace().Realize(th, f.pop())
	if err != nil {
		return err
	}
	c, ok := x.(*variables.Constant)
	if (ok && c.V.IsNone()) == when {
		f.ip = target
	}
	return nil
}

func call(th *object.Thread, f *frame, n int) error {
	args := f.popN(n)
	return f.callWith(th, args, nil)
}

// callWith pops callable and self and pushes the result.
func (f *frame) callWith(th *object.Thread, args []variables.Tracker, kwargs []variables.KW) error {
	self, fn := f.pop(), f.pop()
	if _, null := self.(*variables.Null); !null {
		args = append([]variables.Tracker{self}, args...)
	}
	if exit, ok := fn.(*variables.ContextExit); ok {
		return f.pushed(variables.None(), exit.Context.Exit(th))
	}
	if m, ok := fn.(*variables.Method); ok && m.IsExit() {
		f.leaving = m
	}
	result, err := f.trace().CallLast(th, fn, args, kwargs)
	if err == nil {
		f.leaving = nil
	}
	return f.pushed(result, err)
}

func callKw(th *object.Thread, f *frame, n int) error {
	names := f.pop()
	args := f.popN(n)
	c, ok := names.(*variables.Container)
	if !ok {
		return variables.Unsupportedf("Unsupported keyword names", names.Kind(), "The keyword names of a call are not a constant tuple.")
	}
	keys := f.trace().Items(th, c)
	positional := len(args) - len(keys)
	kwargs := make([]variables.KW, len(keys))
	for i, k := range keys {
		s, _ := object.AsStr(k.(*variables.Constant).V)
		kwargs[i] = variables.KW{Name: s.S, Value: args[positional+i]}
	}
	return f.callWith(th, args[:positional], kwargs)
}

func callFunctionEx(th *object.Thread, f *frame, _ int) error {
	t := f.trace()
	kw, positional := f.pop(), f.pop()
	callee := func() string { return interp.CalleeName(th, t.ToValue(t.Peek(f.peek(1)))) }
	args, err := t.Unpack(th, positional)
	if err != nil {
		_, constant := t.Peek(positional).(*variables.Constant) // for which PyTorch gives the words of the iterator
		if !constant && t.NotIterable(positional, err) {
			return object.TypeErrorf("%s argument after * must be an iterable, not %s", callee(), t.TypeOf(positional).Name)
		}
		return err
	}
	var kwargs []variables.KW
	if _, null := kw.(*variables.Null); !null {
		mapping, err := t.EachItem(th, kw, func(k, v variables.Tracker) error {
			key, ok := t.Peek(k).(*variables.Constant)
			if !ok {
				return object.TypeErrorf("keywords must be strings")
			}
			s, ok := object.AsStr(key.V)
			if !ok {
				return object.TypeErrorf("keywords must be strings")
			}
			kwargs = append(kwargs, variables.KW{Name: s.S, Value: v})
			return nil
		})
		if err == nil && !mapping {
			err = object.TypeErrorf("%s argument after ** must be a mapping, not %s", callee(), t.TypeOf(kw).Name)
		}
		if err != nil {
			return err
		}
	}
	return f.callWith(th, args, kwargs)
}

func callIntrinsic1(th *object.Thread, f *frame, which int) error {
	t := f.trace()
	x := f.pop()
	switch which {
	case bytecode.IntrinsicStopIteration:
		exc, err := t.Exception(th, x)
		if err != nil {
			return err
		}
		if exc.Matches(object.StopIteration) {
			e := stoppedInside(exc)
			f.push(t.FromValue(e.Ref()))
			return nil
		}
		f.push(x)
		return nil
	case bytecode.IntrinsicUnaryPositive:
		return f.pushed(t.Unary(th, "pos", x))
	case bytecode.IntrinsicListToTuple:
		items, err := t.Unpack(th, x)
		return f.pushed(t.NewTuple(items), err)
	}
	return &variables.Unsupported{Title: "Missing CALL_INTRINSIC_1 handler", Context: fmt.Sprintf("CALL_INTRINSIC_1 operand: %d", which),
		Explanation: fmt.Sprintf("No handler implemented for CALL_INTRINSIC_1 %d instruction.", which), Hints: []string{variables.Supportable}}
}

func makeFunction(th *object.Thread, f *frame, _ int) error {
	c, ok := f.pop().(*variables.Container)
	if !ok {
		return variables.Unsupportedf("MAKE_FUNCTION", "", "The code of a function is not constant.")
	}
	code, _ := object.AsCode(c.V)
	fn := object.NewFunction(code, f.globals)
	fn.Builtins = f.builtins
	f.push(f.trace().NewFunction(fn))
	return nil
}

func setFunctionAttribute(th *object.Thread, f *frame, which int) error {
	fn := f.pop().(*variables.Function)
	t := f.trace()
	v := t.ToValue(f.pop())
	switch which {
	case 1:
		fn.Fn.Defaults, _ = object.AsTuple(v)
	case 2:
		fn.Fn.KwDefaults, _ = object.AsDict(v)
	case 8:
		cells, _ := object.AsTuple(v)
		fn.Fn.Closure = object.NewClosure(cells)
	case 16:
		fn.Fn.SetAnnotate(v)
	}
	f.push(fn)
	return nil
}

func raiseVarargs(th *object.Thread, f *frame, n int) error {
	t := f.trace()
	if n == 0 {
		if exc := f.handled(); exc != nil {
			return exc
		}
		return object.RuntimeErrorf("No active exception to reraise")
	}
	var cause variables.Tracker
	if n == 2 {
		cause = f.pop()
	}
	exc, err := t.Exception(th, f.pop())
	if err != nil {
		return err
	}
	if cause != nil {
		value := object.Null
		if c, ok := t.Peek(cause).(*variables.Constant); !ok || !c.V.IsNone() {
			e, err := t.Exception(th, cause)
			if object.ErrorIs(err, object.TypeError) {
				return object.TypeErrorf("exception causes must derive from BaseException")
			}
			if err != nil {
				return err
			}
			value = e.Ref()
		}
		t.SetCause(exc, value)
	}
	if handled := f.handled(); handled != nil {
		interp.SetContext(exc, handled, true)
	}
	return exc
}

func reraise(th *object.Thread, f *frame, _ int) error {
	exc, err := f.trace().Exception(th, f.pop())
	if err != nil {
		return err
	}
	return exc
}

func pushExcInfo(th *object.Thread, f *frame, _ int) error {
	x := f.pop()
	exc, err := f.trace().Exception(th, x)
	if err != nil {
		return err
	}
	previous := variables.Tracker(variables.None())
	if n := len(f.handling); n > 0 {
		previous = f.trace().FromValue(f.handling[n-1].Ref())
	}
	f.handling = append(f.handling, exc)
	f.push(previous)
	f.push(x)
	return nil
}

func popExcept(th *object.Thread, f *frame, _ int) error {
	f.pop()
	if n := len(f.handling); n > 0 {
		f.handling = f.handling[:n-1]
	}
	return nil
}

func checkExcMatch(th *object.Thread, f *frame, _ int) error {
	t := f.trace()
	class, err := t.Deep(th, f.pop())
	if err != nil {
		return err
	}
	exc, err := t.Exception(th, f.peek(0))
	if err != nil {
		return err
	}
	ok, err := interp.MatchException(exc.Ref(), t.ToValue(class))
	if err != nil {
		return err
	}
	f.push(boolean(ok))
	return nil
}

// withExceptStart calls the __exit__ of the with statement whose body raised.
func withExceptStart(th *object.Thread, f *frame, _ int) error {
	t := f.trace()
	exc, err := t.Exception(th, f.peek(0))
	if err != nil {
		return err
	}
	exit := f.peek(4)
	if x, ok := exit.(*variables.ContextExit); ok {
		return f.pushed(boolean(false), x.Context.Exit(th))
	}
	trace := variables.Tracker(variables.None())
	if exc.Traceback != nil {
		trace = t.FromValue(exc.Traceback.Ref())
	}
	args := []variables.Tracker{t.FromValue(exc.Type().Ref()), t.FromValue(exc.Ref()), trace}
	if self := f.peek(3); self != nil {
		if _, null := self.(*variables.Null); !null {
			args = append([]variables.Tracker{self}, args...)
		}
	}
	return f.pushed(t.Call(th, exit, args, nil))
}

func (f *frame) matchKind(th *object.Thread, mapping bool) error {
	x, err := f.trace().Realize(th, f.peek(0))
	if err != nil {
		return err
	}
	typ := f.trace().TypeOf(x)
	if mapping {
		f.push(boolean(interp.MatchesMapping(th, typ)))
	} else {
		f.push(boolean(interp.MatchesSequence(th, typ)))
	}
	return nil
}

func matchKeys(th *object.Thread, f *frame, _ int) error {
	t := f.trace()
	keys := t.Items(th, f.peek(0).(*variables.Container))
	subject := f.peek(1)
	var values []variables.Tracker
	absent := t.NewTuple(nil)
	for _, k := range keys {
		v, err := t.CallMethod(th, subject, "get", []variables.Tracker{k, absent}, nil)
		if err != nil {
			return err
		}
		if t.Peek(v) == variables.Tracker(absent) {
			f.push(variables.None())
			return nil
		}
		values = append(values, v)
	}
	f.push(t.NewTuple(values))
	return nil
}

// selfMatching are the classes whose only positional pattern is the subject itself.
var selfMatching = map[string]bool{"bool": true, "bytearray": true, "bytes": true, "dict": true, "float": true, "frozenset": true, "int": true, "list": true, "set": true, "str": true, "tuple": true}

func matchClass(th *object.Thread, f *frame, positional int) error {
	t := f.trace()
	v := f.popN(3)
	class, err := t.Realize(th, v[1])
	if err != nil {
		return err
	}
	c, ok := class.(*variables.Class)
	if !ok {
		return object.TypeErrorf("called match pattern must be a class")
	}
	subject, err := t.Realize(th, v[0])
	if err != nil {
		return err
	}
	if !t.TypeOf(subject).IsSubtype(c.T) {
		f.push(variables.None())
		return nil
	}
	var names []string
	for _, n := range t.Items(th, v[2].(*variables.Container)) {
		s, _ := object.AsStr(n.(*variables.Constant).V)
		names = append(names, s.S)
	}
	var out []variables.Tracker
	if positional > 0 {
		if args, err := object.GetAttr(th, c.T.Ref(), "__match_args__"); err == nil {
			tuple, _ := object.AsTuple(args)
			var first []string
			for _, e := range tuple.Items[:min(positional, len(tuple.Items))] {
				s, _ := object.AsStr(e)
				first = append(first, s.S)
			}
			names = append(first, names...)
		} else if positional == 1 && selfMatching[c.T.Name] {
			out = append(out, subject)
		} else {
			return object.TypeErrorf("%s() accepts 0 positional sub-patterns (%d given)", c.T.Name, positional)
		}
	}
	for _, n := range names {
		x, err := t.GetAttr(th, subject, n)
		if object.ErrorIs(err, object.AttributeError) {
			f.push(variables.None())
			return nil
		}
		if err != nil {
			return err
		}
		out = append(out, x)
	}
	f.push(t.NewTuple(out))
	return nil
}

// globalsSource is the source of another module's globals.
func (x *translator) globalsSource(module string, globals *object.Dict) *guards.Source {
	return guards.NewImportDict(module, globals.Ref())
}

func loadBuildClass(th *object.Thread, f *frame, _ int) error {
	f.push(f.trace().FromValue(builtin(th, "__build_class__")))
	return nil
}

// handled is the exception whose handler runs, in this frame or in one that called it.
func (f *frame) handled() *object.Exception {
	for ; f != nil; f = f.parent {
		if n := len(f.handling); n > 0 {
			return f.handling[n-1]
		}
	}
	return nil
}

// handledException makes the meaning of sys.exception and sys.exc_info. Where nothing was
// handled when the frame was entered, that is taken to be so in later calls, as PyTorch does.
func handledException(name string, give func(th *object.Thread, t *variables.Trace, exc variables.Tracker) (variables.Tracker, error)) {
	variables.RegisterFunction("sys."+name, func(th *object.Thread, t *variables.Trace, args []variables.Tracker, _ []variables.KW) (variables.Tracker, error) {
		if x, ok := t.Inliner.(*translator); ok && len(args) == 0 {
			if exc := x.current.handled(); exc != nil {
				return give(th, t, t.FromValue(exc.Ref()))
			}
			if outside, err := object.Call(th, t.Host.Attribute(th, "sys.exception")); err == nil && outside.IsNone() {
				if name == "exception" {
					return variables.None(), nil
				}
				return t.NewTuple([]variables.Tracker{variables.None(), variables.None(), variables.None()}), nil
			}
		}
		return nil, variables.Skipped(name, "sys")
	})
}

func init() {
	handledException("exception", func(th *object.Thread, _ *variables.Trace, exc variables.Tracker) (variables.Tracker, error) {
		return exc, nil
	})
	handledException("exc_info", func(th *object.Thread, t *variables.Trace, exc variables.Tracker) (variables.Tracker, error) {
		class, err := t.GetAttr(th, exc, "__class__")
		if err != nil {
			return nil, err
		}
		trace, err := t.GetAttr(th, exc, "__traceback__")
		return t.NewTuple([]variables.Tracker{class, exc, trace}), err
	})
	text := func(module, name string) { // a function that gives a string back
		variables.RegisterFunction(module+"."+name, func(th *object.Thread, t *variables.Trace, args []variables.Tracker, _ []variables.KW) (variables.Tracker, error) {
			if len(args) == 1 {
				if s, err := t.Realize(th, args[0]); err != nil {
					return nil, err
				} else if c, ok := s.(*variables.Constant); ok && c.V.Type() == object.StrType {
					return c, nil
				}
			}
			return nil, variables.Skipped(name, module)
		})
	}
	text("sys", "intern")
	text("os", "fspath")
}
