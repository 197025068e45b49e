package ops

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// mapping is a function of a vector, or of whatever a transform makes of it.
type mapping func(ctx *Context, x Value) Value

// transforms are written twice: as levels, and in the plain way that they must agree with.
var transforms = map[string]struct{ level, plain func(f mapping) mapping }{
	"vmap":          {vmapLevelled, vmapPlain},
	"grad":          {gradLevelled, gradPlain},
	"jvp":           {jvpLevelled, jvpPlain},
	"functionalize": {functionalizeLevelled, func(f mapping) mapping { return f }},
	"record":        {recordLevelled, func(f mapping) mapping { return f }},
}

func functionalizeLevelled(f mapping) mapping {
	return func(ctx *Context, x Value) Value {
		l := ctx.PushFunctionalize(false, WrittenAsCopies)
		y, _, err := ctx.FunctionalValue(l, f(ctx, ctx.Functional(l, x)))
		rethrow(err)
		ctx.PopLevel(l)
		return y
	}
}

// recordLevelled writes down what f calls and runs that on a copy of the argument.
func recordLevelled(f mapping) mapping {
	return func(ctx *Context, x Value) Value {
		rec := &Recording{Inputs: []Value{x}}
		l := ctx.PushRecorderAbove(rec)
		rec.Outputs = []Value{f(ctx, x)}
		ctx.PopLevel(l)
		out, err := rec.Replay(ctx, []Value{ctx.clone(x)})
		rethrow(err)
		return out[0]
	}
}

func vmapLevelled(f mapping) mapping {
	return func(ctx *Context, x Value) Value {
		l := ctx.PushVmap(sizeOf(x, 0), "error")
		y := f(ctx, must(ctx.AddBatchDim(l, x, 0)))
		y = must(ctx.RemoveBatchDim(l, y, 0))
		ctx.PopLevel(l)
		return y
	}
}

func vmapPlain(f mapping) mapping {
	return func(ctx *Context, x Value) Value {
		n, _ := sizeOf(x, 0).Const()
		rows := make([]Value, n)
		for i := range n {
			rows[i] = f(ctx, ctx.selectAt(x, 0, i))
		}
		return ctx.call1("stack", rows, int64(0))
	}
}

func gradLevelled(f mapping) mapping {
	return func(ctx *Context, x Value) Value {
		l := ctx.PushGrad()
		w := must(ctx.TrackedBy(l, x, true))
		y := ctx.sumAll(f(ctx, w))
		if !RequiresGrad(y) {
			ctx.PopLevel(l)
			return ctx.zerosLike(x)
		}
		g, err := ctx.Grad([]Value{y}, []Value{w}, nil, true, true, true)
		rethrow(err)
		if g[0] == nil {
			g[0] = ctx.zerosLike(w)
		}
		ctx.PopLevel(l)
		return Unwrapped(l, g[0])
	}
}

// gradPlain differentiates on the common tape; a view makes x distinct from the caller's.
func gradPlain(f mapping) mapping {
	return func(ctx *Context, x Value) Value {
		w := tracked(ctx, x)
		y := ctx.sumAll(f(ctx, w))
		if !RequiresGrad(y) {
			return ctx.zerosLike(x)
		}
		g, err := ctx.Grad([]Value{y}, []Value{w}, nil, true, true, true)
		rethrow(err)
		if g[0] == nil {
			return ctx.zerosLike(x)
		}
		return g[0]
	}
}

func tracked(ctx *Context, x Value) Value {
	if RequiresGrad(x) {
		return ctx.clone(x)
	}
	w := ctx.clone(x)
	autogradOf(w).RequiresGrad = true
	return w
}

// direction is the tangent of all tests.
func direction(ctx *Context, x Value) Value { return ctx.mul(ctx.onesLike(x), 0.7) }

func jvpLevelled(f mapping) mapping {
	return func(ctx *Context, x Value) Value {
		t := direction(ctx, x)
		l := ctx.PushForward()
		y := f(ctx, must(ctx.MakeDual(l, x, t)))
		ctx.PopLevel(l)
		primal, tangent, err := ctx.Dual(l, y)
		rethrow(err)
		if tangent == nil {
			return ctx.zerosLike(primal)
		}
		return tangent
	}
}

func jvpPlain(f mapping) mapping {
	return func(ctx *Context, x Value) Value {
		w := tracked(ctx, x)
		y := f(ctx, w)
		if !RequiresGrad(y) {
			return ctx.zerosLike(y)
		}
		u := tracked(ctx, ctx.zerosLike(ctx.call1("detach", y)))
		g, err := ctx.Grad([]Value{y}, []Value{w}, []Value{u}, true, true, true)
		rethrow(err)
		if g[0] == nil || !RequiresGrad(g[0]) {
			return ctx.zerosLike(y)
		}
		j, err := ctx.Grad(g, []Value{u}, []Value{direction(ctx, x)}, true, true, true)
		rethrow(err)
		if j[0] == nil {
			return ctx.zerosLike(y)
		}
		return j[0]
	}
}

// mappings are functions of a vector of 4, each with operators of another kind.
var mappings = map[string]mapping{
	"pointwise": func(c *Context, x Value) Value { return c.mul(c.sin(x), c.exp(c.mul(x, x))) },
	"powers": func(c *Context, x Value) Value {
		return c.div(c.powScalar(x, 3.0), c.add(c.sqrt(c.add(c.mul(x, x), 1.0)), 0.5))
	},
	"broadcast": func(c *Context, x Value) Value { return c.sumDim(c.mul(c.unsqueeze(x, 1), x), false, 0) },
	"outer":     func(c *Context, x Value) Value { return c.matmul(c.call1("outer", x, c.tanh(x)), x) },
	"matmul":    func(c *Context, x Value) Value { return c.tanh(c.matmul(f64(4, 4), x)) },
	"reduction": func(c *Context, x Value) Value { return c.mul(x, c.meanAll(c.mul(x, c.mul(x, x)))) },
	"norm": func(c *Context, x Value) Value {
		return c.div(x, c.call1("linalg_vector_norm", x, 2.0, nil, false, nil))
	},
	"softmax":   func(c *Context, x Value) Value { return c.mul(c.call1("softmax.int", x, int64(0)), x) },
	"logsumexp": func(c *Context, x Value) Value { return c.mul(x, c.call1("logsumexp", x, ints(0), false)) },
	"cumsum":    func(c *Context, x Value) Value { return c.mul(x, c.call1("cumsum", c.mul(x, x), int64(0))) },
	"cumprod":   func(c *Context, x Value) Value { return c.call1("cumprod", x, int64(0)) },
	"prod":      func(c *Context, x Value) Value { return c.mul(x, c.call1("prod", x)) },
	"max":       func(c *Context, x Value) Value { return c.mul(x, c.call1("max", x)) },
	"sort":      func(c *Context, x Value) Value { return c.mul(x, c.call("sort", x, int64(0), true)[0]) },
	"views": func(c *Context, x Value) Value {
		return c.mul(c.reshape(c.transpose(c.reshape(c.mul(x, x), []symbolic.Int{sym(2), sym(2)}), 0, 1), []symbolic.Int{sym(4)}), x)
	},
	"slices": func(c *Context, x Value) Value {
		return c.cat([]Value{c.slice(c.mul(x, x), 0, int64(1), int64(4)), c.slice(x, 0, int64(0), int64(1))}, 0)
	},
	"stack": func(c *Context, x Value) Value {
		return c.sumDim(c.call1("stack", []Value{x, c.mul(x, x), c.sin(x)}, int64(0)), false, 0)
	},
	"flip": func(c *Context, x Value) Value { return c.mul(x, c.call1("flip", x, ints(0))) },
	"diagonal": func(c *Context, x Value) Value {
		return c.mul(x, c.call1("diagonal", c.call1("outer", x, c.sin(x)), int64(0), int64(0), int64(1)))
	},
	"unfold": func(c *Context, x Value) Value {
		return c.mul(x, c.sumAll(c.powScalar(c.call1("unfold", x, int64(0), int64(2), int64(1)), 3.0)))
	},
	"where": func(c *Context, x Value) Value { return c.where(c.gt(x, 0.5), c.mul(x, x), c.sin(x)) },
	"gather": func(c *Context, x Value) Value {
		return c.mul(x, c.call1("gather", c.mul(x, x), int64(0), longs(3, 3, 0, 1)))
	},
	"index": func(c *Context, x Value) Value {
		return c.mul(x, c.call1("index.Tensor", c.sin(x), []Value{longs(1, 1, 2, 0)}))
	},
	"take_own": func(c *Context, x Value) Value {
		return c.mul(x, c.call1("index.Tensor", c.sin(x), []Value{c.call1("argsort", x)}))
	},
	"scatter": func(c *Context, x Value) Value {
		return c.call1("scatter_add", c.mul(x, x), int64(0), longs(1, 1, 0, 2), c.sin(x))
	},
	"index_put": func(c *Context, x Value) Value {
		return c.call1("index_put", c.mul(x, x), []Value{longs(1, 2)}, c.sin(c.slice(x, 0, int64(0), int64(2))), true)
	},
	"layer_norm": func(c *Context, x Value) Value {
		return c.mul(x, c.call("native_layer_norm", x, ints(4), c.mul(x, 0.5), nil, 1e-5)[0])
	},
	"variance": func(c *Context, x Value) Value {
		return c.mul(x, c.call1("var.correction", x, ints(0), int64(1), false))
	},
	"inverse": func(c *Context, x Value) Value {
		return c.matmul(c.call1("linalg_inv", c.add(shifted(4), c.call1("outer", x, x))), x)
	},
	"expand": func(c *Context, x Value) Value {
		return c.sumDim(c.powScalar(c.expand(x, []symbolic.Int{sym(3), sym(4)}), 3.0), false, 0)
	},
	"clamp": func(c *Context, x Value) Value { return c.mul(x, c.call1("clamp", x, 0.3, 0.8)) },
	"gelu":  func(c *Context, x Value) Value { return c.call1("gelu", c.mul(x, x), "none") },
	"conv": func(c *Context, x Value) Value {
		return c.mul(x, c.reshape(c.call1("convolution", c.reshape(c.mul(x, x), []symbolic.Int{one, one, sym(4)}), f64(1, 1, 3), nil, ints(1), ints(1), ints(1), false, ints(0), int64(1)), []symbolic.Int{sym(4)}))
	},
	"conv_weight": func(c *Context, x Value) Value {
		return c.mul(x, c.reshape(c.call1("convolution", f64(1, 1, 4), c.reshape(c.slice(c.sin(x), 0, int64(0), int64(3)), []symbolic.Int{one, one, sym(3)}), nil, ints(1), ints(1), ints(1), false, ints(0), int64(1)), []symbolic.Int{sym(4)}))
	},
	"in_place":   inPlaceMapping,
	"view_write": viewWriteMapping,
	"constant":   func(c *Context, x Value) Value { return f64(4) },
}

func inPlaceMapping(c *Context, x Value) Value {
	y := c.mul(x, x)
	c.call("mul_.Tensor", y, x)
	c.call("add_.Tensor", y, c.sin(x))
	c.call("exp_", y)
	return c.mul(y, x)
}

func viewWriteMapping(c *Context, x Value) Value {
	y := c.mul(x, 2.0)
	part := c.slice(y, 0, int64(1), int64(3))
	c.call("mul_.Tensor", part, c.slice(x, 0, int64(0), int64(2)))
	z := c.zerosLike(y)
	c.call("copy_", c.selectAt(z, 0, int64(2)), c.selectAt(y, 0, int64(1)))
	return c.add(c.mul(y, y), z)
}

// TestLevelsCompose nests the transforms in all orders of up to three around functions of many kinds and compares with
// the same nest of plain forms.
func TestLevelsCompose(t *testing.T) {
	names := []string{"vmap", "grad", "jvp", "functionalize", "record"}
	var nests [][]string
	for _, a := range names {
		nests = append(nests, []string{a})
		for _, b := range names {
			nests = append(nests, []string{a, b})
			for _, c := range names {
				nests = append(nests, []string{a, b, c})
			}
		}
	}
	for name, f := range mappings {
		for _, nest := range nests {
			level, plain := f, f
			sizes := []int{4}
			for i := len(nest) - 1; i >= 0; i-- {
				level, plain = transforms[nest[i]].level(level), transforms[nest[i]].plain(plain)
				if nest[i] == "vmap" {
					sizes = append([]int{2 + i}, sizes...)
				}
			}
			if err := compareMappings(level, plain, sizes); err != nil {
				t.Errorf("%v(%s): %v", nest, name, err)
			}
		}
	}
}

// replays runs what was recorded of a nest again: the kernels alone, without levels, give the same bits.
func replays(ctx *Context, rec *Recording, got, x *tensor.Tensor) error {
	rec.Outputs = []Value{got}
	again, err := rec.Replay(ctx, []Value{x.Compact()})
	if err != nil {
		return fmt.Errorf("replay: %v", err)
	}
	if a, b := again[0].(*tensor.Tensor).Floats(), got.Floats(); !slices.Equal(a, b) {
		return fmt.Errorf("replay gives %v, the nest %v", a, b)
	}
	return nil
}

func compareMappings(level, plain mapping, sizes []int) (err error) {
	a, b := NewContext(), NewContext()
	defer a.catch(&err, a.state())
	x := wave(tensor.Float64, 0.2, 0.9, sizes...)
	want := plain(b, x.Compact()).(*tensor.Tensor)
	rec := &Recording{Inputs: []Value{x}}
	recorder := a.PushRecorder(rec)
	got, ok := level(a, x).(*tensor.Tensor)
	a.PopLevel(recorder)
	if err := replays(a, rec, got, x); err != nil {
		return err
	}
	if !ok || IsWrapped(got) {
		return fmt.Errorf("the result is still wrapped")
	}
	if fmt.Sprint(got.Sizes()) != fmt.Sprint(want.Sizes()) {
		return fmt.Errorf("sizes %v, want %v", got.Sizes(), want.Sizes())
	}
	g, w := got.Floats(), want.Floats()
	for i := range g {
		if math.Abs(g[i]-w[i]) > 1e-8*(1+math.Abs(w[i])) {
			return fmt.Errorf("element %d is %g, want %g", i, g[i], w[i])
		}
	}
	if len(a.levels) != 1 || a.depth != 1 {
		return fmt.Errorf("%d levels are left", len(a.levels)-1)
	}
	return nil
}

// TestRecordingsReplay records value and gradient of every mapping and runs the recording on other numbers.
func TestRecordingsReplay(t *testing.T) {
	for name, f := range mappings {
		err := func() (err error) {
			ctx := NewContext()
			defer ctx.catch(&err, ctx.state())
			both := func(x Value) []Value {
				x.(*tensor.Tensor).RequiresGrad = true
				y := f(ctx, x)
				g := ctx.zerosLike(x)
				if RequiresGrad(y) {
					all, err := ctx.Grad([]Value{ctx.sumAll(y)}, []Value{x}, nil, false, false, true)
					rethrow(err)
					g = all[0]
				}
				return []Value{ctx.call1("detach", y), g}
			}
			x := wave(tensor.Float64, 0.2, 0.9, 4)
			rec := &Recording{Inputs: []Value{x}}
			level := ctx.PushRecorder(rec)
			rec.Outputs = both(x)
			ctx.PopLevel(level)
			other := wave(tensor.Float64, 0.25, 0.8, 4)
			want := both(other)
			got, err := rec.Replay(ctx, []Value{other.Compact()})
			rethrow(err)
			for k := range want {
				g, w := got[k].(*tensor.Tensor).Floats(), want[k].(*tensor.Tensor).Floats()
				for i := range w {
					if math.Abs(g[i]-w[i]) > 1e-12*(1+math.Abs(w[i])) {
						return fmt.Errorf("output %d, element %d: replay %g, function %g", k, i, g[i], w[i])
					}
				}
			}
			return nil
		}()
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestBatchRulesAreOfOperators catches names in the table of vmap's rules that are no operators.
func TestBatchRulesAreOfOperators(t *testing.T) {
	rules, _ := batchRules()
	for name := range rules {
		if op := Lookup(name); op == nil || op.Variant != Plain || op.IsComposite() && name != "copy" {
			t.Errorf("%s is no operator that reaches the levels", name)
		}
	}
}

// TestSideTablesAreOfOperators: what is listed by name hangs on an entry, and nothing is listed that is none.
func TestSideTablesAreOfOperators(t *testing.T) {
	rules, _ := batchRules()
	withRule, withLoop, into := 0, 0, 0
	for _, op := range Table() {
		if op.Variant != Plain {
			continue
		}
		if (op.e.batch != nil) != (rules[op.String()] != nil) {
			t.Errorf("%s: its rule of vmap does not hang on the entry", op)
		}
		if (op.e.loop != nil) != (loopTable[op.String()] != nil) {
			t.Errorf("%s: its loop body does not hang on the entry", op)
		}
		if op.e.Into != nil && op.e.In&(asInPlace|asInPlaceFunction|asInPlaceNN) == 0 {
			t.Errorf("%s writes into an argument and has no in-place form", op)
		}
		for _, on := range []struct {
			set   bool
			count *int
		}{{op.e.batch != nil, &withRule}, {op.e.loop != nil, &withLoop}, {op.e.Into != nil, &into}} {
			if on.set {
				*on.count++
			}
		}
	}
	if withLoop != len(loopTable) {
		t.Errorf("%d loop bodies, %d entries with one", len(loopTable), withLoop)
	}
	t.Logf("%d entries with a rule of vmap, %d with a loop body, %d that write into their argument", withRule, withLoop, into)
}
