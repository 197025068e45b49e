package ops

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Recorder writes down the calls that reach the kernels.
type Recorder interface {
	// Record sees a call and its results after it has run. Tensors are told apart by identity; those that no recorded call
	// has made are inputs or constants.
	Record(op *Op, args, outs []Value)
}

// Watcher is a Recorder that may also want to see what autograd does beside operators: see Context.watched.
type Watcher interface{ Watches() bool }

// Parting is a Recorder that does not record calls on some tensors that a class answers for, but what the class calls in their place.
type Parting interface{ Parts(args []Value) bool }

// Placer is a Recorder that knows where in the program calls come from: what is made once more keeps its place.
type Placer interface {
	Now() any
	At(place any) (restore func())
}

// placer is the innermost Recorder that knows places, nil if none does.
func (ctx *Context) placer() Placer {
	for i := ctx.depth - 1; i >= 0; i-- {
		if l, ok := ctx.levels[i].(*recordLevel); ok {
			p, _ := l.r.(Placer)
			return p
		}
	}
	return nil
}

// place is where the program is for it.
func (ctx *Context) place() any {
	if p := ctx.placer(); p != nil {
		return p.Now()
	}
	return nil
}

// recordLevel shows the calls that pass it to a recorder. It lies under the tape, so that the operators of derivatives
// are seen as well as those of the function.
type recordLevel struct {
	r     Recorder
	whole bool // composite operators are recorded as they are called
	units bool // those are that PyTorch has as one, where no derivative needs their parts
	sizes Env  // what symbolic sizes stand for while they run on tensors with data; nil where sizes are numbers or stay symbolic
	ahead bool // for a compiler that takes what is differentiated: dropout is one operator there, as PyTorch's Python dispatcher has it
	lifts bool // tensors of numbers are lifted
	// constants are the elements of tensors that follow from constants.
	constants map[Value]*tensor.Tensor
	casts     bool // autocast casts arguments below the level: the recording has the operators as they are called, and autocast as a region
}

func (l *recordLevel) Call(ctx *Context, op *Op, args []Value) []Value {
	given := args
	if op.Variant != Plain || op.mutates { // in-place view operators change their argument
		given = slices.Clone(args)
	}
	if p, ok := l.r.(Parting); ok && ctx.dispatchers && ctx.undispatched == 0 {
		if d := dispatcherAmong(args); d != nil && p.Parts(args) {
			return l.apart(ctx, d, op, args)
		}
	}
	draws := l.ahead && op.random && ctx.draws != nil
	if draws {
		if outs := ctx.draws.next(); outs != nil {
			return outs
		}
	}
	if outs, ok := l.answer(ctx, op, args); ok {
		return outs
	}
	outs := ctx.dispatch(op, l.below(ctx, op, args))
	l.r.Record(op, given, outs)
	l.learn(ctx, op, given, outs)
	if draws {
		ctx.draws.keep(outs)
	}
	return outs
}

// apart has the class of an argument answer, whose own calls the level sees.
func (l *recordLevel) apart(ctx *Context, d Dispatcher, op *Op, args []Value) []Value {
	depth := ctx.depth
	ctx.depth = slices.Index(ctx.levels, Level(l)) + 1
	outs, err := d.Dispatch(ctx, op, args)
	ctx.depth = depth
	rethrow(err)
	return outs
}

// Draws are what the random operators of a function gave where it was recorded first. A checkpointed function is recorded again, for the backward pass, and must draw the same: the
// results of its first draws are saved.
type Draws struct {
	outs [][]Value
	at   int // how many the present run has made
	runs int
}

// RepeatDraws makes the random operators that are recorded from now on those of d, from its first on; it gives what did so before. With nil each draws anew.
func (ctx *Context) RepeatDraws(d *Draws) (before *Draws) {
	before, ctx.draws = ctx.draws, d
	if d != nil {
		d.at = 0
		d.runs++
	}
	return before
}

// ComputesAgain says whether a function is recorded that was recorded before: what it computes is for the backward pass.
func (ctx *Context) ComputesAgain() bool { return ctx.draws != nil && ctx.draws.runs > 1 }

// ReturnToDraws goes on where the draws were that RepeatDraws gave.
func (ctx *Context) ReturnToDraws(before *Draws) { ctx.draws = before }

func (d *Draws) next() []Value {
	if d.at == len(d.outs) {
		return nil
	}
	d.at++
	return d.outs[d.at-1]
}

func (d *Draws) keep(outs []Value) {
	d.outs = append(d.outs, outs)
	d.at++
}

// below is what runs below the level in the place of the arguments.
func (l *recordLevel) below(ctx *Context, op *Op, args []Value) []Value {
	if l.casts && ctx.autocast.On {
		args = ctx.castArgs(op, args)
	}
	return l.plain(args)
}

// castsBelow says whether the innermost level casts arguments for autocast itself.
func (ctx *Context) castsBelow() bool {
	if ctx.depth == 0 {
		return false
	}
	l, ok := ctx.levels[ctx.depth-1].(*recordLevel)
	return ok && l.casts
}

// plain has numbers in the place of symbolic sizes that stand for them.
func (l *recordLevel) plain(args []Value) []Value {
	if l.sizes == nil || !slices.ContainsFunc(args, hasSymbolic) {
		return args
	}
	out := slices.Clone(args)
	for i, v := range out {
		switch v := v.(type) {
		case symbolic.Int:
			out[i] = l.sizes.Hint(v)
		case []Value:
			if hasSymbolic(v) {
				out[i] = l.plain(v)
			}
		}
	}
	return out
}

func hasSymbolic(v Value) bool {
	switch v := v.(type) {
	case symbolic.Int:
		return true
	case []Value:
		return slices.ContainsFunc(v, hasSymbolic)
	}
	return false
}

// sizeEnv is what knows the symbolic sizes: the shape environment of fakes, the trace of a program with data, or what a script has made; nil if none are about.
func (ctx *Context) sizeEnv() Env {
	if env := ctx.traceEnv(); env != nil {
		return env
	}
	return ctx.outerEnv
}

// SetOuterEnv sets what knows symbolic numbers where no trace does; it gives what did before.
func (ctx *Context) SetOuterEnv(env Env) (before Env) {
	before, ctx.outerEnv = ctx.outerEnv, env
	return before
}

// traceEnv is the part of sizeEnv that belongs to traces.
func (ctx *Context) traceEnv() Env {
	if ctx.fakeEnv != nil {
		return ctx.fakeEnv
	}
	for _, l := range ctx.levels {
		if r, ok := l.(*recordLevel); ok && r.sizes != nil {
			return r.sizes
		}
	}
	return nil
}

// PushRecorder makes r see all calls that are made from now on.
func (ctx *Context) PushRecorder(r Recorder) Level {
	l := &recordLevel{r: r}
	ctx.insertUnderTape(l)
	return l
}

// PushRecorderAhead is PushRecorder for graphs that are compiled ahead of time. In graphs that scripts are shown, tensors of numbers are lifted.
func (ctx *Context) PushRecorderAhead(r Recorder, shown bool) Level {
	l := &recordLevel{r: r, ahead: true, lifts: shown, units: shown}
	ctx.insertUnderTape(l)
	return l
}

// Lifts says whether the recording has tensors of numbers as what lift_fresh_copy gives for them.
func (ctx *Context) Lifts() bool {
	return slices.ContainsFunc(ctx.levels[:ctx.depth], func(l Level) bool {
		r, ok := l.(*recordLevel)
		return ok && r.lifts
	})
}

// Records says whether calls that are made now are written down.
func (ctx *Context) Records() bool {
	return slices.ContainsFunc(ctx.levels[:ctx.depth], func(l Level) bool {
		_, ok := l.(*recordLevel)
		return ok
	})
}

// ahead says whether calls are recorded for such a graph.
func (ctx *Context) ahead() bool {
	return slices.ContainsFunc(ctx.levels[:ctx.depth], func(l Level) bool {
		r, ok := l.(*recordLevel)
		return ok && r.ahead
	})
}

// PushRecorderOfUnits is PushRecorder that sees composite operators which PyTorch has as one, where no derivative needs their parts, and not what they are made of here.
func (ctx *Context) PushRecorderOfUnits(r Recorder) Level {
	l := &recordLevel{r: r, units: true}
	ctx.insertUnderTape(l)
	return l
}

// PushRecorderAbove makes r see the calls as they are made above the levels that are active now: a recording inside of a transform
// holds calls on the transform's tensors, and is run again under it. Transforms that begin later are recorded as what they call.
func (ctx *Context) PushRecorderAbove(r Recorder) Level {
	l := &recordLevel{r: r}
	ctx.push(l)
	return l
}

// PushRecorderWhole is PushRecorderAbove that sees composite operators, and not what they are made of, and none of the casts of autocast that is switched on from now on.
func (ctx *Context) PushRecorderWhole(r Recorder) Level {
	l := &recordLevel{r: r, whole: true, casts: !ctx.autocast.On}
	ctx.push(l)
	return l
}

// PushTracer is PushRecorderWhole for a run on tensors with data in which some sizes are symbolic, since the recording must hold for other
// ones: sizes knows their numbers, which the operators below see.
func (ctx *Context) PushTracer(r Recorder, sizes Env) Level {
	l := &recordLevel{r: r, whole: true, sizes: sizes}
	ctx.push(l)
	return l
}

// Sees says whether calls that are made now pass a level.
func (ctx *Context) Sees(l Level) bool { return slices.Contains(ctx.levels[:ctx.depth], l) }

// wholeRecorder is the innermost level if it records a composite operator as it is; nil if not.
func (ctx *Context) wholeRecorder(op *Op) *recordLevel {
	if ctx.depth == 0 || op.e.In&onlyScripts != 0 || strings.HasPrefix(op.Name, "nn.") { // functions of scripts are no operators
		return nil
	}
	if l, ok := ctx.levels[ctx.depth-1].(*recordLevel); ok && l.whole {
		return l
	}
	return nil
}

// recordsWhole says whether the innermost level records composite operators as they are.
func (ctx *Context) recordsWhole() bool {
	if ctx.depth == 0 {
		return false
	}
	l, ok := ctx.levels[ctx.depth-1].(*recordLevel)
	return ok && l.whole
}

// belowRecorder says whether what runs now is a part of a composite operator that a level above records as one.
func (ctx *Context) belowRecorder() bool {
	return slices.ContainsFunc(ctx.levels[ctx.depth:], func(l Level) bool {
		r, ok := l.(*recordLevel)
		return ok && r.whole
	})
}

// composite runs a composite operator below the level, and records it.
func (l *recordLevel) composite(ctx *Context, op *Op, args []Value) []Value {
	given := slices.Clone(args)
	ctx.depth--
	outs := composite(ctx, op, l.below(ctx, op, args))
	ctx.depth++
	if op.Name == "contiguous" && outs[0] == given[0] && l.sizes == nil { // the method returns a contiguous tensor without a call, which a trace has all the same
		return outs
	}
	l.r.Record(op, given, outs)
	return outs
}

// custom runs an operator of a script below the level, and records it: what its function calls is not seen.
func (l *recordLevel) custom(ctx *Context, op *Op, args []Value) []Value {
	given := slices.Clone(args)
	ctx.depth--
	outs := op.e.Eager(ctx, l.below(ctx, op, args))
	ctx.depth++
	l.r.Record(op, given, outs)
	return outs
}

// Recording is a list of calls that can be run again.
type Recording struct {
	Inputs  []Value
	Calls   []RecordedCall
	Outputs []Value
}

// RecordedCall is one operator with the tensors that it read and made.
type RecordedCall struct {
	Op         *Op
	Args, Outs []Value
}

// Record appends a call.
func (t *Recording) Record(op *Op, args, outs []Value) {
	t.Calls = append(t.Calls, RecordedCall{op, args, outs})
}

// Replay runs the calls again with other inputs and gives the outputs. Tensors that are neither inputs nor made by a call
// are constants.
func (t *Recording) Replay(ctx *Context, inputs []Value) (outs []Value, err error) {
	defer ctx.catch(&err, ctx.state())
	now := map[Value]Value{}
	for i, v := range t.Inputs {
		now[v] = inputs[i]
	}
	get := func(v Value) Value {
		if x, ok := now[v]; ok {
			return x
		}
		return v
	}
	for _, c := range t.Calls {
		var made []Value
		eachTensor(ctx.dispatch(c.Op, mapTensors(c.Args, get)), func(v Value) bool { made = append(made, v); return true })
		k := 0
		eachTensor(c.Outs, func(v Value) bool { now[v] = made[k]; k++; return true })
	}
	return mapTensors(t.Outputs, get), nil
}
