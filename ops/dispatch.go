package ops

import (
	"slices"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Call runs an operator through the levels and the kernels. args has one value for each parameter.
func (ctx *Context) Call(op *Op, args []Value) (out []Value, err error) {
	defer ctx.catch(&err, ctx.state())
	outer := ctx.called
	ctx.called = op
	if ctx.autocast.On && !ctx.castsBelow() {
		args = ctx.castArgs(op, args)
		if castsProductsOf(op) {
			outer := ctx.castsProducts
			ctx.castsProducts = true
			defer func() { ctx.castsProducts = outer }()
		}
	}
	if ctx.fakeEnv != nil || ctx.Numbers() != nil {
		args = ctx.plainInts(op, args)
	}
	out = ctx.dispatch(op, args)
	ctx.called = outer
	return out, nil
}

// plainInts are arguments with the numbers that symbolic ints are in this run where the schema takes int or float: what takes symbolic ints says SymInt or Scalar.
func (ctx *Context) plainInts(op *Op, args []Value) []Value {
	plain := args
	for i, p := range op.Schema().Params {
		if p.Type.Base != "int" && p.Type.Base != "float" || p.Type.Sym || i >= len(args) || !hasSymbolic(args[i]) {
			continue
		}
		if len(plain) > 0 && &plain[0] == &args[0] {
			plain = slices.Clone(args)
		}
		plain[i] = ctx.plainInt(args[i])
		if n, ok := plain[i].(int64); ok && p.Type.Base == "float" {
			plain[i] = float64(n)
		}
	}
	return plain
}

func (ctx *Context) plainInt(v Value) Value {
	switch v := v.(type) {
	case symbolic.Int:
		return int64(ctx.fixed(v))
	case []Value:
		out := make([]Value, len(v))
		for i, x := range v {
			out[i] = ctx.plainInt(x)
		}
		return out
	}
	return v
}

// LastNode is the number of the node of a derivative that was recorded last.
func (ctx *Context) LastNode() int64 { return int64(ctx.nextSeq) }

// Running is the number of the node whose derivative is computed, 0 while none is.
func (ctx *Context) Running() int64 { return ctx.running }

// Stepping is the node whose derivative is computed, nil while none is.
func (ctx *Context) Stepping() *Node { return ctx.stepping }

// Adding tells whether gradients are added up since a value was used more than once.
func (ctx *Context) Adding() bool { return ctx.adding }

// Called is the operator that code above the operators has called, nil while none runs.
func (ctx *Context) Called() *Op { return ctx.called }

// calling has Called give the operator of that name, for what code above the operators asks for in another way than by a call, until the function that it gives is called.
func (ctx *Context) calling(name string) func() {
	outer := ctx.called
	if outer == nil {
		ctx.called = Lookup(name)
	}
	return func() { ctx.called = outer }
}

// CallFake runs the meta functions: the results are Fakes, real tensors among the arguments are described first.
func (ctx *Context) CallFake(env Env, op *Op, args []Value) (out []Value, err error) {
	defer ctx.catch(&err, ctx.state())
	saved := ctx.fakeEnv
	ctx.fakeEnv = env
	args = ctx.plainInts(op, fakeArgs(args))
	if ctx.autocast.On && !ctx.castsBelow() {
		args = ctx.castArgs(op, args)
		if castsProductsOf(op) {
			outer := ctx.castsProducts
			ctx.castsProducts = true
			defer func() { ctx.castsProducts = outer }()
		}
	}
	out = ctx.dispatch(op, args)
	ctx.fakeEnv = saved
	return out, nil
}

func fakeArgs(args []Value) []Value {
	return mapTensors(args, func(v Value) Value {
		if t, ok := v.(*tensor.Tensor); ok {
			return FakeOf(t)
		}
		return v
	})
}

// dispatch is Call for use inside the package: errors are thrown. Composite operators are decomposed before any level
// sees them.
func (ctx *Context) dispatch(op *Op, args []Value) []Value {
	if ctx.profiler != nil {
		return ctx.profiled(op, args)
	}
	if ctx.sizeEnv() != nil && takesSymbols(op, args) {
		return ctx.withScalars(op, args)
	}
	return ctx.route(op, args)
}

// route is dispatch without the profiler.
func (ctx *Context) route(op *Op, args []Value) []Value {
	args = ctx.releaseDead(args)
	if op.stands != nil {
		return ctx.calledFurther(op, args)
	}
	e := op.e
	if kernel := ctx.recordedBy[op]; kernel != nil && ctx.depth > 0 {
		if tp, ok := ctx.levels[ctx.depth-1].(*tape); ok && !tp.wraps {
			outs, err := kernel(args)
			rethrow(err)
			return outs
		}
	}
	if op.Variant != Plain && ctx.depth > 0 && (op.Variant == Out || !op.IsComposite()) {
		if tp, ok := ctx.levels[ctx.depth-1].(*tape); ok {
			tp.refuseWrites(ctx, op, args)
		}
	}
	if e.refuses != nil {
		e.refuse(ctx, op, args)
	}
	if e.checks != nil {
		e.checks(ctx, args)
	}
	if e.NoTangent != "" {
		ctx.refuseTangents(e.NoTangent, args)
	}
	if e.Seen != nil && ctx.depth > 0 {
		if outs := ctx.seenInPlace(op, args); outs != nil {
			return outs
		}
	}
	if e.Decomp != nil && op.IsComposite() && op.Variant != Out && (ctx.kept == nil || !ctx.kept(op)) {
		if l := ctx.wholeRecorder(op); l != nil {
			return l.composite(ctx, op, args)
		}
		if outs, pushed := ctx.pushWhole(op, args); pushed {
			return outs
		}
		if outs, recorded := ctx.recordWhole(op, args); recorded {
			return outs
		}
		if outs, passed := ctx.passWhole(op, args); passed {
			return outs
		}
		if outs, seen := ctx.seenWhole(op, args); seen {
			return outs
		}
		if op.warns != nil && !anyFake(args) {
			op.warns(ctx, args)
		}
		return composite(ctx, op, args)
	}
	if e.OwnTape && op.Variant == Plain && (ctx.fakeEnv == nil && !anyFake(args) || ctx.gradEnabled && ctx.records() && anyRequiresGrad(args)) {
		if l := ctx.wholeRecorder(op); l != nil {
			return l.custom(ctx, op, args)
		}
		return e.Eager(ctx, args)
	}
	if ctx.depth == 0 {
		return ctx.base(op, args)
	}
	if ctx.apart && ctx.depth == len(ctx.levels) {
		if d := dispatcherAmong(args); d != nil {
			outs, err := d.Dispatch(ctx, op, args)
			rethrow(err)
			return outs
		}
	}
	depth, levels := ctx.depth, len(ctx.levels)
	l := ctx.levels[depth-1]
	ctx.depth--
	out := l.Call(ctx, op, args)
	ctx.depth = depth
	if len(ctx.levels) != levels { // a mode has left others, or entered them
		ctx.depth = slices.Index(ctx.levels, l) + 1
	}
	return out
}

// composite takes a composite operator apart.
func composite(ctx *Context, op *Op, args []Value) []Value {
	if op.Variant == InPlace {
		return inPlaceComposite(ctx, op, args)
	}
	return ctx.decomposed(op, args)
}

// decomposed runs a decomposition; what it makes without a device is where its arguments are, or where the caller wants the result.
func (ctx *Context) decomposed(op *Op, args []Value) []Value {
	saved := ctx.onMeta
	if i := op.e.device; i > 0 && i < len(args) && isMetaDevice(args[i]) {
		ctx.onMeta = true
	} else {
		ctx.onMeta = ctx.onMeta || anyOnMeta(args)
	}
	out := op.e.Decomp(ctx, args)
	ctx.onMeta = saved
	return out
}

func isMetaDevice(v Value) bool {
	d, ok := v.(tensor.Device)
	return ok && d.Type == "meta"
}

// anyOnMeta says whether a tensor among the arguments, or what is known of one, is on meta.
func anyOnMeta(args []Value) bool {
	return !eachTensor(args, func(v Value) bool {
		switch v := v.(type) {
		case *tensor.Tensor:
			return !v.IsMeta()
		case *Fake:
			return v.Device.Type != "meta"
		}
		return true
	})
}

// call runs an operator by name; missing trailing arguments take their defaults.
func (ctx *Context) call(name string, args ...Value) []Value {
	op := mustLookup(name)
	params := op.Schema().Params
	if len(args) < len(params) {
		full := make([]Value, len(params))
		copy(full, args)
		for i := len(args); i < len(params); i++ {
			full[i] = params[i].Default
		}
		args = full
	}
	if ctx.castsProducts && ctx.autocast.On {
		args = ctx.castProduct(op, args)
	}
	return ctx.dispatch(op, args)
}

// fixed is a size as a constant; a guard says that it is this one.
func (ctx *Context) fixed(s symbolic.Int) int {
	n := ctx.hint(s)
	if s.IsSymbolic() && !ctx.is(s.Eq(symbolic.IntOf(n))) {
		throwRuntime("magneto: the size %s is not its own hint", s)
	}
	return int(n)
}

func (ctx *Context) allFixed(sizes []symbolic.Int) []int {
	out := make([]int, len(sizes))
	for i, s := range sizes {
		out[i] = ctx.fixed(s)
	}
	return out
}

// number is a number as a float; a symbolic one is guarded to be what it is in this run.
func (ctx *Context) number(v Value) float64 {
	if s, ok := v.(symbolic.Int); ok {
		return float64(ctx.fixed(s))
	}
	return toFloat(v)
}

// onlyDescribes tells whether a call with a tensor only asks what it would give: sizes of it are not known, and nothing records how it is computed.
func (ctx *Context) onlyDescribes(x Value) bool {
	if !slices.ContainsFunc(sizesOf(x), symbolic.Int.IsSymbolic) {
		return false
	}
	return !ctx.records()
}

// records tells whether something records the operators that are called.
func (ctx *Context) records() bool {
	return slices.ContainsFunc(ctx.levels, func(l Level) bool { _, records := l.(*recordLevel); return records })
}

// factor is a size of a tensor as a number to compute with; where only descriptions are asked for, any will do.
func (ctx *Context) factor(x Value, s symbolic.Int) float64 {
	if ctx.onlyDescribes(x) {
		return float64(ctx.hint(s))
	}
	return float64(ctx.fixed(s))
}

// call1 is call for operators with one result.
func (ctx *Context) call1(name string, args ...Value) Value { return ctx.call(name, args...)[0] }

// is decides a condition on sizes: constants directly, others by the shape environment.
func (ctx *Context) is(b symbolic.Bool) bool {
	if v, ok := b.Const(); ok {
		return v
	}
	if env := ctx.sizeEnv(); env != nil {
		return env.Decide(b)
	}
	throwRuntime("magneto: a condition on a symbolic size outside of a shape environment: %s", b.String())
	return false
}

// expect is the truth of a condition without which an operator refuses its operands. Environments that know sizes that depend on data may
// take those to be right.
func (ctx *Context) expect(b symbolic.Bool) bool {
	if env, ok := ctx.sizeEnv().(interface{ Assume(symbolic.Bool) bool }); ok {
		if v, known := b.Const(); known {
			return v
		}
		return env.Assume(b)
	}
	return ctx.is(b)
}

// dataEnv is an Env that knows numbers which depend on data.
type dataEnv interface {
	// Undecided says that nothing decides a condition before the program runs.
	Undecided(b symbolic.Bool) bool
	// Unknown is a new size that depends on data and is at most another one.
	Unknown(why string, most symbolic.Int) symbolic.Int
}

// undecided tells whether one of some conditions depends on data and nothing known decides it, where that is for an environment to say.
func (ctx *Context) undecided(conditions ...symbolic.Bool) (dataEnv, bool) {
	env, ok := ctx.sizeEnv().(dataEnv)
	if !ok {
		return nil, false
	}
	for _, b := range conditions {
		if _, known := b.Const(); !known && env.Undecided(b) {
			return env, true
		}
	}
	return env, false
}

// guess is the value of a size in this run, or a likely one, for choices that any answer allows.
func (ctx *Context) guess(s symbolic.Int) int64 {
	if env, ok := ctx.sizeEnv().(interface{ Guess(symbolic.Int) int64 }); ok && s.IsSymbolic() {
		return env.Guess(s)
	}
	return ctx.hint(s)
}

// hint is the value of a size in this run.
func (ctx *Context) hint(s symbolic.Int) int64 {
	if c, ok := s.Const(); ok {
		return c
	}
	if env := ctx.sizeEnv(); env != nil {
		return env.Hint(s)
	}
	return 1
}

func anyFake(args []Value) bool {
	return !eachTensor(args, func(v Value) bool { _, fake := v.(*Fake); return !fake })
}

// makesMeta tells whether an operator makes a tensor without data of no other tensor.
func (ctx *Context) makesMeta(op *Op, args []Value) bool {
	i := op.e.device
	return i > 0 && i < len(args) && (isMetaDevice(args[i]) || args[i] == nil && ctx.onMeta) && op.Variant == Plain && op.e.Meta != nil
}

// plainNumbers are arguments for a kernel: symbolic numbers are what they are in this run, which is guarded.
func (ctx *Context) plainNumbers(args []Value) []Value {
	plain := make([]Value, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case symbolic.Float, symbolic.Bool:
			plain[i] = ctx.Numbers().Fix(a)
		default:
			plain[i] = ctx.plainInt(a)
		}
	}
	return plain
}

// base is what lies under all levels: metas for fakes, kernels for tensors.
func (ctx *Context) base(op *Op, args []Value) []Value {
	if ctx.dispatchers && ctx.undispatched == 0 && ctx.fakeEnv == nil {
		if d := dispatcherAmong(args); d != nil {
			outs, err := d.Dispatch(ctx, op, args)
			rethrow(err)
			return outs
		}
	}
	if ctx.fakeEnv != nil || anyFake(args) {
		return ctx.baseFake(op, args)
	}
	if ctx.outerEnv != nil && slices.ContainsFunc(args, hasSymbolic) { // outside of recordings: sizes of an environment of a script
		if anyMeta(args) || ctx.makesMeta(op, args) {
			return ctx.baseFake(op, args)
		}
		args = ctx.plainNumbers(args)
	}
	if anyMeta(args) {
		return ctx.baseMeta(op, args)
	}
	if op.warns != nil {
		op.warns(ctx, args)
	}
	if kernel := ctx.overrides[op]; kernel != nil {
		outs, err := kernel(args)
		rethrow(err)
		return outs
	}
	if i := op.e.device; i > 0 && i < len(args) {
		if args[i] == nil && ctx.onMeta {
			args = slices.Clone(args)
			args[i] = tensor.Device{Type: "meta", Index: -1}
		}
		if isMetaDevice(args[i]) && op.Variant == Plain && op.e.Meta != nil && eachTensor(args, func(Value) bool { return false }) {
			return ctx.baseMeta(op, args)
		}
		if d, ok := args[i].(tensor.Device); ok { // fakes can be anywhere, tensors with data cannot
			usable(d)
		}
	}
	if op.e.converts != nil {
		args = ctx.convertNumbers(op, args)
	}
	switch {
	case op.Variant == InPlace:
		return eagerInPlace(ctx, op, args)
	case op.Variant == Out:
		return eagerOut(ctx, op, args)
	}
	return ctx.eager(op, args)
}
