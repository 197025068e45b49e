package compiler

import (
	"math"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// realRun is a run of the recorded program on the values of its inputs, which answers what else nothing could: what numbers that depend on data were in it,
// and so which way conditions on them went.
type realRun struct {
	source object.Value     // value(why) is what the next number that operator why gives was, None for unknown; met(condition, truth) is told of each answer
	values map[string]int64 // by symbol; the bits of floats
}

// realRunOf is the run that a recording is given, nil for none.
func realRunOf(v object.Value) *realRun {
	if v.IsNone() {
		return nil
	}
	return &realRun{v, map[string]int64{}}
}

// learn asks what a new symbol was.
func (r *realRun) learn(th *object.Thread, symbol, why string) {
	if r == nil {
		return
	}
	v, err := object.CallMethod(th, r.source, "value", object.NewStr(why))
	if err != nil {
		ops.Throw(err)
	}
	if f, ok := v.AsFloat(); ok && symbol[0] == 'z' {
		r.values[symbol] = int64(math.Float64bits(f))
	} else if n, ok := v.AsInt(); ok {
		r.values[symbol] = int64(n)
	}
}

// decided is the truth of a condition by a function of the environment; where that cannot tell, it is what the real run had, which is asserted.
func (e recordEnv) decided(b symbolic.Bool, decide func(symbolic.Bool) bool) (truth bool) {
	defer func() {
		fault := recover()
		if fault == nil {
			return
		}
		asked, ofData := fault.(*guards.DataDependentError)
		if !ofData || e.r.real == nil {
			panic(fault)
		}
		v, err := symbolic.Eval(b.Expr(), e.realValue)
		if err != nil {
			panic(fault)
		}
		truth = v != 0
		e.met(asked.Text, object.Bool(truth))
		if !truth {
			b = b.Not()
		}
		e.Assume(b)
	}()
	return decide(b)
}

// realNumber is what a number that depends on data was in the real run, which is asserted.
func (e recordEnv) realNumber(n symbolic.Int) (int64, bool) {
	if e.r.real == nil {
		return 0, false
	}
	v, err := symbolic.Eval(n.Expr(), e.realValue)
	if err != nil {
		return 0, false
	}
	e.met(n.String(), object.Int(v))
	e.Assume(n.Eq(symbolic.IntOf(v)))
	return v, true
}

func (e recordEnv) realValue(symbol string) (int64, bool) {
	if s := e.r.shapes.Symbol(symbol); s != nil && s.Backed {
		return s.Hint, true
	}
	v, ok := e.r.real.values[symbol]
	return v, ok
}

func (e recordEnv) met(condition string, answer object.Value) {
	if _, err := object.CallMethod(e.th, e.r.real.source, "met", object.NewStr(condition), answer); err != nil {
		ops.Throw(err)
	}
}
