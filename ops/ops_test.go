package ops

import (
	"fmt"
	"math"
	"testing"

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

func TestNoneForAnEmptyList(t *testing.T) {
	op, args, err := Function("_C._nn.avg_pool2d").Bind([]Value{wave(tensor.Float64, 0, 1, 1, 1, 4, 4), int64(2), nil}, nil)
	if err != nil || op.Name != "avg_pool2d" || fmt.Sprint(args[2]) != "[]" {
		t.Errorf("avg_pool2d(x, 2, None) bound to %v %v %v", op, args, err)
	}
}

// TestContextsAreIndependent: the type of new floating tensors and operators that scripts define belong to a context.
func TestContextsAreIndependent(t *testing.T) {
	a, b := NewContext(), NewContext()
	a.SetDefaultDType(tensor.Float64)
	for _, c := range []struct {
		ctx  *Context
		want tensor.DType
	}{{a, tensor.Float64}, {b, tensor.Float32}} {
		for _, call := range [][]Value{{"zeros", ints(2)}, {"scalar_tensor", 2.5}, {"full", ints(2), 1.5}, {"exp", longs(1)}, {"add.Scalar", longs(1), 0.5}, {"eye", int64(2)}} {
			out := c.ctx.call1(call[0].(string), call[1:]...)
			if got := dtypeOf(out); got != c.want {
				t.Errorf("%v: %s, want %s", call[0], got, c.want)
			}
		}
		if got := c.ctx.call1("full", ints(2), 1i); dtypeOf(got) != c.want.ToComplex() {
			t.Errorf("full(1i): %s", dtypeOf(got))
		}
	}
	define := func(ctx *Context, factor float64) *Op {
		op, err := ctx.Define(Custom{Schema: "mylib::scale(Tensor x) -> Tensor", Eager: func(args []Value) ([]Value, error) {
			return []Value{ctx.mul(args[0], factor)}, nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		return op
	}
	for _, c := range []struct {
		ctx    *Context
		factor float64
	}{{a, 2}, {b, 3}} {
		op := define(c.ctx, c.factor)
		if c.ctx.Defined("mylib::scale") != op || Lookup("mylib::scale") != nil {
			t.Errorf("the operator is not where it was defined")
		}
		out, err := c.ctx.Call(op, []Value{c.ctx.call1("ones", ints(1), tensor.Float64)})
		if err != nil || out[0].(*tensor.Tensor).Floats()[0] != c.factor {
			t.Errorf("%v %v, want %v", out, err, c.factor)
		}
		if _, err := c.ctx.Define(Custom{Schema: "mylib::scale(Tensor x) -> Tensor"}); err == nil {
			t.Errorf("an operator was defined twice")
		}
	}
}
