package native

import (
	"fmt"
	"testing"

	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// hints is a shape environment that decides by the values that symbols have now.
type hints map[string]int64

func (h hints) Hint(n symbolic.Int) int64 {
	v, err := symbolic.Eval(n.Expr(), func(name string) (int64, bool) { v, ok := h[name]; return v, ok })
	if err != nil {
		panic(err)
	}
	return v
}

func (h hints) Decide(b symbolic.Bool) bool {
	if v, ok := b.Const(); ok {
		return v
	}
	return h.Hint(symbolic.FromExpr(b.Expr())) != 0
}

func (h hints) FreshUnbacked(why string) symbolic.Int { panic("unbacked size of " + why) }

// tracer records a graph.
type tracer struct {
	ctx *ops.Context
	b   *graph.Builder
	env hints
}

func newTracer(env hints) *tracer {
	t := &tracer{ctx: ops.NewContext(), b: graph.NewBuilder("test"), env: env}
	t.ctx.PushRecorder(t.b)
	t.ctx.SetEnv(env)
	t.ctx.SetGradEnabled(false)
	return t
}

// input adds an input of these sizes: int or names of symbols.
func (t *tracer) input(name string, d tensor.DType, sizes ...any) *ops.Fake {
	f := fakeOf(d, sizes...)
	t.b.Input(name, f)
	return f
}

// fakeOf describes a tensor of these sizes: int or names of symbols.
func fakeOf(d tensor.DType, sizes ...any) *ops.Fake {
	list := make([]symbolic.Int, len(sizes))
	for i, s := range sizes {
		switch s := s.(type) {
		case int:
			list[i] = symbolic.IntOf(int64(s))
		case string:
			list[i] = symbolic.FromExpr(symbolic.NewSymbol(s))
		}
	}
	return ops.NewFake(d, list)
}

// call runs an operator by its full name; missing arguments take their defaults.
func (t *tracer) call(name string, args ...ops.Value) ops.Value {
	out, err := t.try(name, args...)
	if err != nil {
		panic(fmt.Sprintf("%s: %v", name, err))
	}
	return out
}

func (t *tracer) try(name string, args ...ops.Value) (ops.Value, error) {
	op := ops.Lookup(name)
	if op == nil {
		return nil, fmt.Errorf("there is no operator %s", name)
	}
	for i := len(args); i < len(op.Schema().Params); i++ {
		args = append(args, op.Schema().Params[i].Default)
	}
	outs, err := t.ctx.Call(op, args)
	if err != nil {
		return nil, err
	}
	if len(outs) == 1 {
		return outs[0], nil
	}
	return outs, nil
}

func (t *tracer) finish(outs ...ops.Value) *graph.Graph {
	list := make([]*graph.Value, len(outs))
	for i, v := range outs {
		list[i] = t.b.Value(v)
	}
	g, err := t.b.Finish(list, nil)
	if err != nil {
		panic(err)
	}
	return g
}

// random is a tensor of normally distributed numbers.
func random(ctx *ops.Context, d tensor.DType, sizes ...int) *tensor.Tensor {
	list := make([]ops.Value, len(sizes))
	for i, n := range sizes {
		list[i] = int64(n)
	}
	out, err := ctx.Call(ops.Lookup("randn"), []ops.Value{list, tensor.Float32, nil, nil, nil})
	if err != nil {
		panic(err)
	}
	return out[0].(*tensor.Tensor).To(d)
}

func mustCompile(tb testing.TB, g *graph.Graph) *Program {
	tb.Helper()
	p, err := Compile(g, Options{Explain: true})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}
