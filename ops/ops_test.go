package ops

import (
	"fmt"
	"math"
	"testing"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// wave is a tensor of smooth values away from kinks and poles.
func wave(dtype tensor.DType, low, high float64, sizes ...int) *tensor.Tensor {
	t := tensor.New(dtype, sizes...)
	v := make([]float64, t.Numel())
	for i := range v {
		u := 0.5 + 0.5*math.Sin(float64(i)*1.7+0.3)
		v[i] = low + u*(high-low)
	}
	tensor.StoreFloats(t, v)
	return t
}

func f64(sizes ...int) *tensor.Tensor { return wave(tensor.Float64, 0.2, 0.9, sizes...) }

func longs(values ...int64) *tensor.Tensor { return intTensor(values, len(values)) }

// sample is a call whose meta must agree with the kernel and whose derivative must agree with finite differences.
type sample struct {
	op   string
	args []Value
}

func samples() []sample {
	var all []sample
	for _, op := range []string{"neg", "exp", "expm1", "log", "log1p", "log2", "log10", "sqrt", "rsqrt", "reciprocal", "sin", "cos", "tan", "asin", "acos", "atan",
		"sinh", "cosh", "tanh", "asinh", "atanh", "sigmoid", "erf", "erfc", "lgamma", "digamma", "abs", "relu", "silu", "mish", "square", "frac",
		"sum", "mean", "prod", "clone", "t", "hardswish", "hardsigmoid", "log_sigmoid", "exp2", "logit", "erfinv"} {
		all = append(all, sample{op, []Value{f64(3, 2)}})
	}
	pair := []Value{f64(2, 3), wave(tensor.Float64, 1, 2, 3)}
	for _, op := range []string{"add.Tensor", "sub.Tensor", "mul.Tensor", "div.Tensor", "pow.Tensor_Tensor", "maximum", "minimum", "atan2", "hypot", "logaddexp", "xlogy.Tensor"} {
		all = append(all, sample{op, pair})
	}
	i := []Value{longs(2, 0)}
	return append(all,
		sample{"pow.Tensor_Scalar", []Value{f64(3), 2.5}},
		sample{"mm", []Value{f64(2, 3), f64(3, 4)}},
		sample{"bmm", []Value{f64(2, 2, 3), f64(2, 3, 2)}},
		sample{"mv", []Value{f64(2, 3), f64(3)}},
		sample{"dot", []Value{f64(3), wave(tensor.Float64, 1, 2, 3)}},
		sample{"addmm", []Value{f64(4), f64(2, 3), f64(3, 4), int64(1), int64(1)}},
		sample{"matmul", []Value{f64(2, 2, 3), f64(3, 2)}},
		sample{"sum.dim_IntList", []Value{f64(2, 3), ints(1), true}},
		sample{"mean.dim", []Value{f64(2, 3), ints(0)}},
		sample{"var.correction", []Value{f64(2, 3), ints(1), int64(1), false}},
		sample{"std.correction", []Value{f64(2, 3), ints(1), int64(1), false}},
		sample{"logsumexp", []Value{f64(2, 3), ints(1), false}},
		sample{"amax", []Value{f64(2, 3), ints(1), false}},
		sample{"max.dim", []Value{f64(2, 3), int64(1), false}},
		sample{"cumsum", []Value{f64(2, 3), int64(1)}},
		sample{"cumprod", []Value{f64(2, 3), int64(1)}},
		sample{"linalg_vector_norm", []Value{f64(2, 3), 2.0, ints(1), false}},
		sample{"_softmax", []Value{f64(2, 3), int64(1), false}},
		sample{"_log_softmax", []Value{f64(2, 3), int64(1), false}},
		sample{"gelu", []Value{f64(3), "none"}},
		sample{"gelu", []Value{f64(3), "tanh"}},
		sample{"elu", []Value{wave(tensor.Float64, -2, -1, 3)}},
		sample{"leaky_relu", []Value{wave(tensor.Float64, -2, -1, 3)}},
		sample{"softplus", []Value{f64(3)}},
		sample{"view", []Value{f64(2, 3), ints(3, 2)}},
		sample{"permute", []Value{f64(2, 3, 2), ints(2, 0, 1)}},
		sample{"transpose.int", []Value{f64(2, 3), int64(0), int64(1)}},
		sample{"expand", []Value{f64(1, 3), ints(2, 3)}},
		sample{"select.int", []Value{f64(2, 3), int64(1), int64(2)}},
		sample{"slice.Tensor", []Value{f64(5), int64(0), int64(1), int64(5), int64(2)}},
		sample{"diagonal", []Value{f64(3, 3), int64(1)}},
		sample{"unfold", []Value{f64(5), int64(0), int64(3), int64(1)}},
		sample{"cat", []Value{[]Value{f64(2, 2), f64(1, 2)}, int64(0)}},
		sample{"stack", []Value{[]Value{f64(2), f64(2)}, int64(1)}},
		sample{"repeat", []Value{f64(2), ints(2, 2)}},
		sample{"flip", []Value{f64(2, 3), ints(1)}},
		sample{"index.Tensor", []Value{f64(3, 2), i}},
		sample{"index_select", []Value{f64(3, 2), int64(0), longs(2, 2, 0)}},
		sample{"gather", []Value{f64(3, 1), int64(0), intTensor([]int64{2, 0}, 2, 1)}},
		sample{"where.self", []Value{tensor.Scalar(tensor.Bool, true), f64(3), f64(3)}},
		sample{"clamp", []Value{f64(5), 0.3, 0.8}},
		sample{"tril", []Value{f64(3, 3), int64(0)}},
		sample{"sort", []Value{f64(5), int64(0), true}},
		sample{"topk", []Value{f64(5), int64(2), int64(0), true, true}},
		sample{"embedding", []Value{f64(3, 2), longs(0, 2, 2), int64(-1), false, false}},
		sample{"native_layer_norm", []Value{f64(2, 4), ints(4), f64(4), f64(4), 1e-5}},
		sample{"convolution", []Value{f64(1, 2, 4, 4), f64(3, 2, 2, 2), f64(3), ints(1, 1), ints(1, 0), ints(1, 1), false, ints(0, 0), int64(1)}},
		sample{"convolution", []Value{f64(1, 2, 3), f64(2, 1, 2), nil, ints(2), ints(0), ints(1), true, ints(0), int64(1)}},
		sample{"max_pool2d_with_indices", []Value{f64(1, 1, 4, 4), ints(2, 2), ints(2, 2), ints(0, 0), ints(1, 1), false}},
		sample{"avg_pool2d", []Value{f64(1, 1, 4, 4), ints(2, 2), ints(2, 2), ints(0, 0), false, true, nil}},
		sample{"mse_loss", []Value{f64(3), wave(tensor.Float64, 1, 2, 3), int64(1)}},
		sample{"nll_loss_forward", []Value{f64(2, 3), longs(0, 2), nil, int64(1), int64(-100)}},
		sample{"binary_cross_entropy", []Value{f64(3), f64(3), nil, int64(1)}},
		sample{"linalg_inv", []Value{shifted(3)}},
		sample{"linalg_det", []Value{shifted(3)}},
		sample{"linalg_cholesky", []Value{shifted(2)}},
		sample{"linalg_solve", []Value{shifted(3), f64(3, 2), true}},
		sample{"constant_pad_nd", []Value{f64(2, 2), ints(1, 0, 0, 1), int64(0)}},
		sample{"masked_fill.Scalar", []Value{f64(2), tensor.Scalar(tensor.Bool, false), int64(0)}},
		sample{"lerp.Scalar", []Value{f64(2), f64(2), 0.3}},
		sample{"addcmul", []Value{f64(2), f64(2), f64(2), int64(2)}},
	)
}

// shifted is a well-conditioned symmetric matrix.
func shifted(n int) *tensor.Tensor {
	t := tensor.New(tensor.Float64, n, n)
	v := make([]float64, n*n)
	for i := range n {
		for j := range n {
			v[i*n+j] = 0.3 * math.Cos(float64(i+j))
		}
		v[i*n+i] += 3
	}
	tensor.StoreFloats(t, v)
	return t
}

// testEnv decides sizes that are all constants.
type testEnv struct{}

func (testEnv) Decide(b symbolic.Bool) bool           { panic("a symbolic condition: " + b.String()) }
func (testEnv) Hint(s symbolic.Int) int64             { c, _ := s.Const(); return c }
func (testEnv) FreshUnbacked(why string) symbolic.Int { panic("unbacked: " + why) }

func TestMetaAgreesWithKernel(t *testing.T) {
	ctx := NewContext()
	for _, s := range samples() {
		op := Lookup(s.op)
		if op == nil {
			t.Errorf("no operator %s", s.op)
			continue
		}
		if op.e.Meta == nil && (op.e.Decomp == nil || op.e.Eager != nil) {
			continue
		}
		args := withDefaults(op, s.args)
		real, err := ctx.Call(op, args)
		if err != nil {
			t.Errorf("%s: %v", s.op, err)
			continue
		}
		fake, err := ctx.CallFake(testEnv{}, op, args)
		if err != nil {
			t.Errorf("%s: fake: %v", s.op, err)
			continue
		}
		for i := range real {
			r, ok := real[i].(*tensor.Tensor)
			if !ok {
				continue
			}
			f := fake[i].(*Fake)
			got := fmt.Sprint(f.DType, f.Sizes, f.Strides)
			want := fmt.Sprint(r.DType(), symbolic.Ints(r.Sizes()), symbolic.Ints(r.Strides()))
			if got != want {
				t.Errorf("%s: meta says %s, kernel gives %s", s.op, got, want)
			}
		}
	}
}

func withDefaults(op *Op, args []Value) []Value {
	params := op.Schema().Params
	full := make([]Value, len(params))
	for i := range full {
		if i < len(args) {
			full[i] = args[i]
		} else {
			full[i] = params[i].Default
		}
	}
	return full
}

// leaves are the float tensors among arguments, also in lists.
func leaves(args []Value) []*tensor.Tensor {
	var out []*tensor.Tensor
	for _, v := range args {
		switch v := v.(type) {
		case *tensor.Tensor:
			if v != nil && v.DType() == tensor.Float64 {
				out = append(out, v)
			}
		case []Value:
			out = append(out, leaves(v)...)
		}
	}
	return out
}

// weighted reduces the float results to one number with different weights, so that every element matters.
func weighted(ctx *Context, results []Value) Value {
	var total Value
	for _, r := range results {
		t, ok := r.(*tensor.Tensor)
		if !ok || !t.DType().IsFloat() {
			continue
		}
		w := wave(tensor.Float64, 0.5, 1.5, t.Sizes()...)
		part := ctx.sumAll(ctx.mul(t, w))
		if total == nil {
			total = part
		} else {
			total = ctx.add(total, part)
		}
	}
	return total
}

func TestDerivativesAgreeWithFiniteDifferences(t *testing.T) {
	const h = 1e-6
	ctx := NewContext()
	for _, s := range samples() {
		op := Lookup(s.op)
		args := withDefaults(op, s.args)
		in := leaves(args)
		for _, x := range in {
			x.RequiresGrad, x.Grad = true, nil
		}
		run := func() Value {
			out, err := ctx.Call(op, args)
			if err != nil {
				t.Fatalf("%s: %v", s.op, err)
			}
			if s.op == "native_layer_norm" {
				out = out[:1]
			}
			if s.op == "nll_loss_forward" {
				out = out[:1]
			}
			return weighted(ctx, out)
		}
		if err := ctx.Backward([]Value{run()}, nil, false, false, nil); err != nil {
			t.Errorf("%s: %v", s.op, err)
			continue
		}
		old := ctx.SetGradEnabled(false)
		for k, x := range in {
			data := tensor.View[float64](x.Storage())
			for i := range data {
				v := data[i]
				data[i] = v + h
				hi := run().(*tensor.Tensor).Floats()[0]
				data[i] = v - h
				lo := run().(*tensor.Tensor).Floats()[0]
				data[i] = v
				want := (hi - lo) / (2 * h)
				got := 0.0
				if x.Grad != nil {
					got = x.Grad.Floats()[i]
				}
				if s.op == "linalg_cholesky" { // the function sees only one triangle
					r, c := i/x.Size(0), i%x.Size(0)
					mirror := x.Grad.Floats()[c*x.Size(0)+r]
					if r < c {
						continue
					}
					if r > c {
						got += mirror
					}
				}
				if math.Abs(got-want) > 1e-5*(1+math.Abs(want)) {
					t.Errorf("%s: argument %d element %d: derivative %g, difference quotient %g", s.op, k, i, got, want)
					break
				}
			}
		}
		ctx.SetGradEnabled(old)
		for _, x := range in {
			x.RequiresGrad = false
		}
	}
}

func TestBindErrors(t *testing.T) {
	x := f64(2)
	tests := []struct {
		packet *Packet
		args   []Value
		kwargs []KW
		want   string
	}{
		{Function("relu"), []Value{int64(3)}, nil, "relu(): argument 'input' (position 1) must be Tensor, not int"},
		{Function("relu"), []Value{x, int64(3)}, nil, "relu() takes 1 positional argument but 2 were given"},
		{Function("relu"), []Value{x}, []KW{{"foo", int64(3)}}, "relu() got an unexpected keyword argument 'foo'"},
		{Function("gather"), []Value{x, int64(0)}, nil, "gather() missing 1 required positional arguments: \"index\""},
		{Method("t"), []Value{x, int64(1)}, nil, "TensorBase.t() takes no arguments (1 given)"},
		{Method("transpose"), []Value{x, int64(0)}, nil, "transpose() missing 1 required positional arguments: \"dim1\""},
		{Function("cat"), []Value{x}, nil, "cat(): argument 'tensors' (position 1) must be tuple of Tensors, not Tensor"},
	}
	for _, test := range tests {
		_, _, err := test.packet.Bind(test.args, test.kwargs)
		if e, ok := err.(*Error); !ok || e.Kind != "TypeError" || e.Msg != test.want {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

func TestVarargs(t *testing.T) {
	op, args, err := Method("view").Bind([]Value{f64(2, 3), int64(3), int64(2)}, nil)
	if err != nil || op.Name != "view" || fmt.Sprint(args[1]) != "[3 2]" {
		t.Errorf("x.view(3, 2) bound to %v %v %v", op, args, err)
	}
}
