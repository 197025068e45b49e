package jit

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// group makes a kernel of a graph, with sizes inputs for the sizes of symbols behind its tensors.
func group(t *testing.T, h *runtime, text string, sizes int) *kernel {
	t.Helper()
	g, err := ir.Parse(text, false, nil, parseTensor)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	code, err := exec.Compile("", g, h)
	if err != nil {
		t.Fatal(err)
	}
	return &kernel{code: code, sub: g, sizes: sizes}
}

// randomTensor has normally distributed numbers.
func randomTensor(th *object.Thread, d tensor.DType, sizes ...int) Value {
	list := make([]ops.Value, len(sizes))
	for i, n := range sizes {
		list[i] = int64(n)
	}
	out, err := torch.Context(th).Call(ops.Lookup("randn"), []ops.Value{list, tensor.Float32, nil, nil, nil})
	if err != nil {
		panic(err)
	}
	return torch.Wrap(th, out[0].(*tensor.Tensor).To(d))
}

// sameResults says in which result two runs differ, in type, layout or value.
func sameResults(th *object.Thread, a, b Value) error {
	x, err := torch.ToOps(th, a)
	if err != nil {
		return err
	}
	y, err := torch.ToOps(th, b)
	if err != nil {
		return err
	}
	list := func(v ops.Value) []ops.Value {
		if l, several := v.([]ops.Value); several {
			return l
		}
		return []ops.Value{v}
	}
	got, want := list(x), list(y)
	if len(got) != len(want) {
		return fmt.Errorf("%d results, want %d", len(got), len(want))
	}
	for i := range got {
		p, q := got[i].(*tensor.Tensor), want[i].(*tensor.Tensor)
		if p.DType() != q.DType() || !slices.Equal(p.Sizes(), q.Sizes()) || !slices.Equal(p.Strides(), q.Strides()) {
			return fmt.Errorf("result %d is %v %v %v, want %v %v %v", i, p.DType(), p.Sizes(), p.Strides(), q.DType(), q.Sizes(), q.Strides())
		}
		out, err := torch.Context(th).Call(ops.Lookup("allclose"), []ops.Value{p, q, 0.0, 0.0, true})
		if err != nil {
			return err
		}
		if out[0] != true {
			return fmt.Errorf("result %d has other values", i)
		}
	}
	return nil
}

// TestGroupsAreKernels compiles groups to kernels that give what their operators give, one by one; and tells which calls have none.
func TestGroupsAreKernels(t *testing.T) {
	torch.Register()
	Register()
	th := interp.NewMachine().Main()
	torch.Context(th).WideSums = true // kernels compute the ends of runs as the rest
	h := runtimeOf(th)
	const cell = `graph(%a : Float(3, 4, requires_grad=0, device=cpu), %k : float, %b : Float(3, 4, requires_grad=0, device=cpu)):
  %1 : int = prim::Constant[value=1]()
  %c : Tensor = aten::mul(%a, %b)
  %d : Tensor = aten::sigmoid(%c)
  %e : Tensor = aten::mul(%d, %k)
  %f : Tensor = aten::add(%e, %b, %1)
  return (%f, %c)`
	torch.Context(th).SetGradEnabled(false)
	k := group(t, h, cell, 0)
	a, b := randomTensor(th, tensor.Float32, 3, 4), randomTensor(th, tensor.Float32, 3, 4)
	for i, number := range []float64{0.5, 2, 0.5, 3, 4, 5} {
		args := []Value{a, object.Float(number), b}
		e := k.entryFor(th, args)
		if want := []int{1, 2, 2, 3, 4, 4}[i]; len(k.entries) != want || (e == nil) != (number == 5) {
			t.Errorf("with %v there are %d kernels, want %d", number, len(k.entries), want)
		}
		got, err := k.run(th, args)
		if err != nil {
			t.Fatal(err)
		}
		want, err := exec.RunInner(th, k.code, args)
		if err != nil {
			t.Fatal(err)
		}
		if err := sameResults(th, got, want); err != nil {
			t.Errorf("with %v: %v", number, err)
		}
	}
	// what looks at its operand shares memory with it
	view := group(t, h, `graph(%a : Float(3, 4, requires_grad=0, device=cpu)):
  %0 : int = prim::Constant[value=0]()
  %b : Tensor = aten::unsqueeze(%a, %0)
  return (%b)`, 0)
	shown, err := view.run(th, []Value{a})
	if err != nil {
		t.Fatal(err)
	}
	p, _ := torch.Unwrap(a)
	if q, ok := torch.Unwrap(shown); !ok || q.Storage() != p.Storage() || q.Dim() != 3 {
		t.Errorf("a group that shows its operand gives %v", shown)
	}
	// gradients are recorded operator by operator
	x, _ := torch.Unwrap(randomTensor(th, tensor.Float32, 3, 4))
	x.RequiresGrad = true
	torch.Context(th).SetGradEnabled(true)
	if k.entryFor(th, []Value{torch.Wrap(th, x), object.Float(0.5), b}) != nil {
		t.Errorf("a call whose gradients are recorded has a kernel")
	}
}

// TestRandomGroups compares kernels of random groups with their operators, for fixed sizes and for symbols.
func TestRandomGroups(t *testing.T) {
	torch.Register()
	Register()
	th := interp.NewMachine().Main()
	h := runtimeOf(th)
	torch.Context(th).SetGradEnabled(false)
	torch.Context(th).WideSums = true // kernels compute the ends of runs as the rest
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 13))
		dynamic := seed%2 == 1
		text, kinds := randomGroup(r, dynamic)
		sizes := 0
		if dynamic {
			sizes = 2
		}
		k := group(t, h, text, sizes)
		if dynamic {
			for i, symbols := range [][]int64{{-2, -3}, {-3}, {-2, 1}} {
				in := k.sub.Inputs()[i]
				in.Type = in.Type.WithShape(func(s *ir.Shape) { s.Sizes = symbols })
			}
		}
		for call := range 3 {
			m, n := 3, 4
			if dynamic {
				m, n = 2+r.IntN(40), 2+r.IntN(5)
			}
			args := []Value{randomTensor(th, kinds[0], m, n), randomTensor(th, kinds[1], n), randomTensor(th, kinds[2], m, 1)}
			if dynamic {
				args = append(args, object.Int(int64(n)), object.Int(int64(m)))
			}
			if k.entryFor(th, args) == nil {
				t.Fatalf("seed %d, call %d has no kernel:\n%s", seed, call, text)
			}
			got, err := k.run(th, args)
			if err != nil {
				t.Fatalf("seed %d, call %d: %v\n%s", seed, call, err, text)
			}
			want, err := exec.RunInner(th, k.code, args)
			if err != nil {
				t.Fatal(err)
			}
			if err := sameResults(th, got, want); err != nil {
				t.Fatalf("seed %d, call %d: %v\n%s", seed, call, err, text)
			}
		}
	}
}

// randomGroup is the text of a group on three tensors, of sizes [m, n], [n] and [m, 1], and their types.
func randomGroup(r *rand.Rand, dynamic bool) (string, [3]tensor.DType) {
	kinds := [3]tensor.DType{}
	var b strings.Builder
	b.WriteString("graph(")
	for i, sizes := range []string{"3, 4", "4", "3, 1"} {
		kinds[i] = []tensor.DType{tensor.Float32, tensor.Float64, tensor.Int64, tensor.Int32}[r.IntN(4)]
		if i == 0 {
			kinds[i] = []tensor.DType{tensor.Float32, tensor.Float64}[r.IntN(2)]
		} else {
			b.WriteString(", ")
		}
		if dynamic {
			sizes = []string{"*, *", "*", "*, 1"}[i] // see symbols
		}
		fmt.Fprintf(&b, "%%v%d : %s(%s, requires_grad=0, device=cpu)", i, kinds[i].ScalarName(), sizes)
	}
	if dynamic {
		b.WriteString(", %n : int, %m : int")
	}
	b.WriteString("):\n  %1 : int = prim::Constant[value=1]()\n  %h : float = prim::Constant[value=0.5]()\n")
	count := 3
	value := func() string { return fmt.Sprintf("%%v%d", r.IntN(count)) }
	floats := "%v0" // what is surely a tensor of floats
	for range 2 + r.IntN(8) {
		var call string
		switch r.IntN(6) {
		case 0, 1:
			call = fmt.Sprintf("aten::%s(%s)", []string{"sigmoid", "tanh", "relu", "abs", "neg", "sin", "exp"}[r.IntN(7)], floats)
		case 2:
			call = fmt.Sprintf("aten::%s(%s, %s, %%1)", []string{"add", "sub"}[r.IntN(2)], floats, value())
		case 3:
			call = fmt.Sprintf("aten::mul(%s, %s)", value(), floats)
		case 4:
			call = fmt.Sprintf("aten::mul(%s, %%h)", floats)
		default:
			call = fmt.Sprintf("aten::div(%s, %s)", floats, value())
		}
		fmt.Fprintf(&b, "  %%v%d : Tensor = %s\n", count, call)
		floats = fmt.Sprintf("%%v%d", count)
		count++
	}
	fmt.Fprintf(&b, "  return (%s, %%v3)", floats)
	return b.String(), kinds
}
