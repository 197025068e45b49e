package magneto_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/magneto-go/magneto"
)

var background = context.Background()

func newMachine(t testing.TB, c magneto.Config) *magneto.Machine {
	t.Helper()
	m, err := magneto.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func run(t testing.TB, m *magneto.Machine, source string) {
	t.Helper()
	if err := m.Run(background, "<test>", source); err != nil {
		t.Fatal(err)
	}
}

// TestValues sends Go values to Python and back.
func TestValues(t *testing.T) {
	m := newMachine(t, magneto.Config{})
	run(t, m, "def same(x): return x\ndef show(x): return type(x).__name__ + ' ' + repr(x)")
	same, _ := m.Global("same")
	show, _ := m.Global("show")
	huge, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	type celsius float64
	for _, c := range []struct {
		in   any
		text string
		back any
	}{
		{nil, "NoneType None", nil},
		{true, "bool True", true},
		{-7, "int -7", int64(-7)},
		{uint8(200), "int 200", int64(200)},
		{huge, "int 123456789012345678901234567890", huge},
		{1.5, "float 1.5", 1.5},
		{celsius(20), "float 20.0", 20.0},
		{complex(1, -2), "complex (1-2j)", complex(1, -2)},
		{"héllo", "str 'héllo'", "héllo"},
		{[]byte{0, 255}, `bytes b'\x00\xff'`, []byte{0, 255}},
		{[]int{1, 2}, "list [1, 2]", []any{int64(1), int64(2)}},
		{[2]string{"a", "b"}, "list ['a', 'b']", []any{"a", "b"}},
		{map[string]any{"k": []any{nil, 2.0}}, "dict {'k': [None, 2.0]}", map[string]any{"k": []any{nil, 2.0}}},
	} {
		v, err := m.Call(background, show, c.in)
		if err != nil {
			t.Errorf("%v: %v", c.in, err)
			continue
		}
		if v.String() != c.text {
			t.Errorf("%v is %s in Python, want %s", c.in, v, c.text)
		}
		if v, err = m.Call(background, same, c.in); err != nil {
			t.Errorf("%v: %v", c.in, err)
		} else if diff := cmp.Diff(c.back, v.Go(), cmp.Comparer(func(a, b *big.Int) bool { return a.Cmp(b) == 0 })); diff != "" {
			t.Errorf("%v comes back different (-want +got):\n%s", c.in, diff)
		}
	}
	if _, err := m.Value(struct{}{}); err == nil || err.Error() != "there is no Python value for a struct {}" {
		t.Errorf("a struct: %v", err)
	}
	other := newMachine(t, magneto.Config{})
	if _, err := other.Call(background, show); err == nil {
		t.Error("a function of another machine was called")
	}
	if _, err := other.Value(show); err == nil {
		t.Error("a value of another machine was taken")
	}
}

// TestTensors shares memory between slices and tensors, both ways.
func TestTensors(t *testing.T) {
	m := newMachine(t, magneto.Config{})
	run(t, m, "import torch\nz = torch.zeros(2, 3, dtype=torch.int64)\nstrided = torch.arange(6.).reshape(2, 3).t()\ndef fill(x): x[1, 2] = 5; return x.dtype, x.shape")
	z, _ := m.Global("z")
	tensor, ok := z.Tensor()
	if !ok || tensor.DType() != "int64" || !cmp.Equal(tensor.Shape(), []int{2, 3}) {
		t.Fatalf("z is %v", z)
	}
	memory, err := magneto.Data[int64](tensor)
	if err != nil {
		t.Fatal(err)
	}
	memory[4] = 9
	if z.Repr() != "tensor([[0, 0, 0],\n        [0, 9, 0]])" {
		t.Errorf("z is %s", z.Repr())
	}
	if _, err := magneto.Data[float32](tensor); err == nil || err.Error() != "the dtype is int64 and not float32" {
		t.Errorf("as float32: %v", err)
	}
	strided, _ := m.Global("strided")
	tensor, _ = strided.Tensor()
	if _, err := magneto.Data[float32](tensor); err == nil || !strings.HasPrefix(err.Error(), "the tensor is not contiguous") {
		t.Errorf("strided: %v", err)
	}
	flags := make([]bool, 6)
	x, err := magneto.NewTensor(flags, 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	fill, _ := m.Global("fill")
	if v, err := m.Call(background, fill, x); err != nil || v.String() != "(torch.bool, torch.Size([2, 3]))" || !flags[5] {
		t.Errorf("fill gives %v, %v, the slice is %v", v, err, flags)
	}
	if _, err := magneto.NewTensor(flags, 2, 2); err == nil || err.Error() != "6 elements for a shape of 4" {
		t.Errorf("a wrong shape: %v", err)
	}
}

// TestErrors are the ways in which programs end.
func TestErrors(t *testing.T) {
	var out bytes.Buffer
	m := newMachine(t, magneto.Config{Stdout: &out, Stderr: &out})
	err := m.Run(background, "<test>", "class Odd(Exception): pass\ntry: 1/0\nfinally: print('cleaned')")
	var e *magneto.Error
	if !errors.As(err, &e) || e.Type != "ZeroDivisionError" || e.Error() != "ZeroDivisionError: division by zero" || out.String() != "cleaned\n" {
		t.Errorf("%v, %q", err, out.String())
	}
	if err = m.Run(background, "<test>", "raise Odd"); err == nil || err.Error() != "Odd" {
		t.Errorf("an own exception: %v", err)
	}
	if err = m.Run(background, "<test>", "def f(:"); err == nil || !strings.HasPrefix(err.Error(), "SyntaxError: ") {
		t.Errorf("a syntax error: %v", err)
	}
	for source, want := range map[string]magneto.ExitError{
		"import sys; sys.exit()":         {},
		"raise SystemExit(3)":            {Status: 3},
		"import sys; sys.exit('enough')": {Status: 1, Message: "enough"},
	} {
		var exit *magneto.ExitError
		if err := m.Run(background, "<test>", source); !errors.As(err, &exit) || *exit != want {
			t.Errorf("%s: %v", source, err)
		}
	}
	if _, err := magneto.New(magneto.Config{Logs: "grap_code"}); err == nil || !strings.HasPrefix(err.Error(), `unknown log "grap_code"`) {
		t.Errorf("an unknown log: %v", err)
	}
	limited := newMachine(t, magneto.Config{Limits: magneto.Limits{Steps: 1000}})
	var limit *magneto.LimitError
	if err := limited.Run(background, "<test>", "try:\n    while True: pass\nexcept BaseException: pass"); !errors.As(err, &limit) {
		t.Errorf("1000 steps: %v", err)
	}
}

// TestFunctions lets programs call Go.
func TestFunctions(t *testing.T) {
	m := newMachine(t, magneto.Config{})
	run(t, m, "x = 2\ndef broken(): raise KeyError('k')")
	broken, _ := m.Global("broken")
	for name, f := range map[string]magneto.Func{
		"add": func(_ context.Context, args []magneto.Value) (any, error) {
			return args[0].Go().(int64) + args[1].Go().(int64), nil
		},
		"fail": func(context.Context, []magneto.Value) (any, error) { return nil, errors.New("no luck") },
		"back": func(ctx context.Context, _ []magneto.Value) (any, error) { return m.Call(ctx, broken) },
	} {
		if err := m.SetGlobal(name, f); err != nil {
			t.Fatal(err)
		}
	}
	run(t, m, `
seen = [add(x, 40)]
for f in fail, back:
    try: f()
    except Exception as e: seen.append(repr(e))
`)
	seen, _ := m.Global("seen")
	if want := `[42, "RuntimeError('no luck')", "KeyError('k')"]`; seen.Repr() != want {
		t.Errorf("seen is %s, want %s", seen.Repr(), want)
	}
}

const block = `
import torch
from torch import nn
torch.manual_seed(0)
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.inner, self.outer = nn.LayerNorm(16), nn.Linear(16, 64), nn.Linear(64, 16)
    def forward(self, x):
        h = self.outer(nn.functional.gelu(self.inner(self.norm(x))))
        return {"sum": x + h, "parts": (h, x), "rows": x.shape[0]}
model = Block().eval()
`

// TestCompiled calls one compiled graph from eight goroutines, with sizes that differ.
func TestCompiled(t *testing.T) {
	for _, backend := range []string{"inductor", "aot_eager"} {
		m := newMachine(t, magneto.Config{})
		run(t, m, block)
		model, _ := m.Global("model")
		input := func(rows int) *magneto.Tensor {
			data := make([]float32, rows*16)
			for i := range data {
				data[i] = float32(i%7) - 3
			}
			return must(magneto.NewTensor(data, rows, 16))
		}
		g, err := m.Capture(background, model, magneto.Dynamic{Tensor: input(4), Dims: []int{0}})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(g.String(), "torch._C._nn.gelu") || !strings.Contains(g.String(), `x: "f32[s`) && !strings.Contains(g.String(), `"f32[s`) {
			t.Errorf("the graph is\n%s", g)
		}
		compiled, err := g.Compile(backend)
		if err != nil {
			t.Fatal(err)
		}
		want := map[int][]float32{}
		for rows := 2; rows < 10; rows++ {
			v, err := m.Call(background, model, input(rows))
			if err != nil {
				t.Fatal(err)
			}
			sum, err := v.Item("sum")
			if err != nil {
				t.Fatal(err)
			}
			detached := must(m.Call(background, must(sum.Attr("detach"))))
			tensor, _ := detached.Tensor()
			want[rows] = must(magneto.Data[float32](tensor))
		}
		var wait sync.WaitGroup
		for g := range 8 {
			wait.Go(func() {
				for i := range 50 {
					rows := 2 + (g+i)%8
					x := input(rows)
					out, err := compiled.Call(x)
					if err != nil {
						t.Error(err)
						return
					}
					if len(out) != 3 || fmt.Sprint(out[2].Shape()) != fmt.Sprint([]int{rows, 16}) {
						t.Errorf("%d results", len(out))
						return
					}
					got := must(magneto.Data[float32](out[0]))
					for k := range got {
						if d := got[k] - want[rows][k]; d > 1e-5 || d < -1e-5 {
							t.Errorf("%s: element %d of %d rows is %v, want %v", backend, k, rows, got[k], want[rows][k])
							return
						}
					}
				}
			})
		}
		wait.Wait()
		for _, c := range []struct {
			args []*magneto.Tensor
			want string
		}{
			{nil, "0 tensors are given where the function takes 1"},
			{[]*magneto.Tensor{nil}, "argument 0: a tensor is expected"},
			{[]*magneto.Tensor{must(magneto.NewTensor(make([]float64, 16), 1, 16))}, "argument 0: the dtype is float64 where float32 is expected"},
			{[]*magneto.Tensor{must(magneto.NewTensor(make([]float32, 30), 2, 15))}, "argument 0: size 15 at dimension 1 where 16 is expected"},
			{[]*magneto.Tensor{must(magneto.NewTensor(make([]float32, 16)))}, "argument 0: there are 1 dimensions where 2 are expected"},
		} {
			if _, err := compiled.Call(c.args...); err == nil || err.Error() != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		}
	}
}

// TestUncaptured names what cannot be captured.
func TestUncaptured(t *testing.T) {
	m := newMachine(t, magneto.Config{})
	run(t, m, "import torch\ndef branch(x):\n    return x + 1 if x.sum() > 0 else x\ndef number(n): return n + 1")
	x := must(magneto.NewTensor([]float32{1}))
	branch, _ := m.Global("branch")
	var e *magneto.Error
	if _, err := m.Capture(background, branch, x); !errors.As(err, &e) || e.Type != "torch._dynamo.exc.UserError" && e.Type != "torch._dynamo.exc.Unsupported" || !strings.Contains(e.Message, "line 3") {
		t.Errorf("a branch on data: %v", err)
	}
	number, _ := m.Global("number")
	if _, err := m.Capture(background, number, 1); err == nil {
		t.Error("a function without tensors was captured")
	}
}
